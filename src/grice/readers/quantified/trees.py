"""From a parse tree to acts: one method for each rule of `clauses.lark`, in its order."""

from collections.abc import Iterable, Sequence
from fractions import Fraction
from typing import Any, TypeVar

from lark import Token, Transformer

from grice.readers.quantified.acts import (
    Act,
    Balances,
    Compares,
    EveryKind,
    Excepts,
    Group,
    Item,
    Lists,
    Phrase,
    Predicate,
    Quantity,
    Says,
    Topic,
    Whole,
)
from grice.scenes.counts import Domain

T = TypeVar("T")
ALL = Quantity("all")
EVERYTHING = Whole("phrase", Phrase((Group(),)))
LAST = Whole("pronoun")


class Word(str):
    """A word of which only its class matters, such as "only" or "both"."""


class Degree(str):
    pass


class Factor(Fraction):
    pass


def first(children: Sequence[Any], kind: type[T], fallback: Any = None) -> Any:
    return next((child for child in children if isinstance(child, kind)), fallback)


def every(children: Sequence[Any], kind: type[T]) -> list[T]:
    return [child for child in children if isinstance(child, kind)]


def words(children: Sequence[Any]) -> list[str]:
    return [str(child) for child in children if isinstance(child, Word)]


def numbers(children: Sequence[Any]) -> list[int]:
    return [child.value for child in children if isinstance(child, Token) and child.type == "NUM"]  # type: ignore[misc]


class Acts(Transformer[Any, Any]):
    """Trees to acts, over the attributes of a domain."""

    def __init__(self, domain: Domain, values: Sequence[Any]) -> None:
        super().__init__(visit_tokens=True)
        self.domain, self.values = domain, values

    def __default_token__(self, token: Token) -> Token:
        return Token(token.type, self.values[token.value])  # type: ignore[call-overload,no-any-return]

    def __default__(self, data: Any, children: list[Any], meta: Any) -> Any:  # noqa: ARG002
        if data in _PLAIN:
            return Quantity(_PLAIN[data])
        if data in _OF_VALUE:
            return Quantity(_OF_VALUE[data], first(children, Quantity).value)
        return Word(data)

    def start(self, c: list[Any]) -> tuple[Act, ...]:
        return tuple(child for child in c if not isinstance(child, Word | Token))

    def topic(self, c: list[Any]) -> Act:
        return Topic(first(c, Whole))

    # what is counted

    def described(self, c: list[Any]) -> Whole:
        return Whole("phrase", first(c, Phrase))

    def the_last(self, c: list[Any]) -> Whole:  # noqa: ARG002
        return LAST

    def the_rest(self, c: list[Any]) -> Whole:
        return Whole("rest", first(c, Phrase))

    def of_all(self, c: list[Any]) -> Whole:  # noqa: ARG002
        return EVERYTHING

    def np(self, c: list[Any]) -> Phrase:
        return Phrase(tuple(group for group in every(c, Group)))

    def group(self, c: list[Any]) -> Group:
        parts = every(c, Group)
        across = frozenset().union(*(part.across for part in parts)) if parts else frozenset()
        return Group(_merged(parts), across)

    def adjs(self, c: list[Any]) -> Group:
        return Group(_merged(Group(((t.value[0], frozenset({t.value[1]})),)) for t in every(c, Token)))

    nouns = adjs
    colouring = group
    plain = group

    def having(self, c: list[Any]) -> Group:
        return self.group(c)

    def inboth(self, c: list[Any]) -> Group:  # noqa: ARG002
        return Group((), frozenset({"*"}))

    def predicate(self, c: list[Any]) -> Predicate:
        return Predicate("values", first(c, Phrase))

    def np_only(self, c: list[Any]) -> Predicate:
        return Predicate("values", Phrase(tuple(every(c, Group))))

    def np_of_colour(self, c: list[Any]) -> Phrase:
        return Phrase(tuple(every(c, Group)))

    def conjoined(self, c: list[Any]) -> Predicate:
        return Predicate("values", Phrase((self.group(c),)))

    def mostly_np(self, c: list[Any]) -> tuple[Quantity, Predicate]:
        return Quantity("mostly"), Predicate("values", first(c, Phrase))

    def mixture(self, c: list[Any]) -> Predicate:
        return Predicate("mixture", first(c, Phrase))

    def np_both(self, c: list[Any]) -> Predicate:
        phrase = first(c, Phrase)
        return Predicate("values", Phrase(tuple(Group(g.values, frozenset({"*"})) for g in phrase.groups)))

    def opposed(self, c: list[Any]) -> Predicate:  # noqa: ARG002
        return Predicate("opposite")

    # how many

    def q_all(self, c: list[Any]) -> Quantity:
        return ALL

    def q_allbut(self, c: list[Any]) -> Quantity:
        return Quantity("all_but", None, first(c, Quantity))

    def q_both(self, c: list[Any]) -> Quantity:
        found = every(c, Quantity)
        named = words(c)
        if found:
            return Quantity("over" if "more" in named or "over" in named else "under_some", found[0].value)
        return Quantity("almost_all" if "almost" in named else "most")

    def share(self, c: list[Any]) -> Quantity:
        token = first(c, Token)
        found = numbers(c)
        if len(found) == 2:
            return Quantity("share", Fraction(found[0], max(found[1], 1)))
        return Quantity("share", token.value if token is not None else Fraction(1, 2))

    def q_share(self, c: list[Any]) -> Quantity:
        return first(c, Quantity)

    def cardinal(self, c: list[Any]) -> Quantity:
        found: Quantity = first(c, Quantity)
        return Quantity("only_number", found.value) if "only" in words(c) and found.name in ("number", "one") else found

    def q_number(self, c: list[Any]) -> Quantity:
        return Quantity("number", Fraction(numbers(c)[0]))

    def q_aboutnumber(self, c: list[Any]) -> Quantity:
        return Quantity("about_number", Fraction(numbers(c)[0]))

    def q_one(self, c: list[Any]) -> Quantity:  # noqa: ARG002
        return Quantity("one", Fraction(1))

    # quantity first

    def q_of_set(self, c: list[Any]) -> Act:
        whole = first(c, Whole)
        phrase = [p for p in every(c, Phrase)]
        if whole is None:
            groups = every(c, Group)
            if groups:
                return Says(first(c, Quantity, _bare(c)), Whole("phrase", Phrase((groups[0],))), _predicate(groups[1]))
            whole = Whole("phrase", phrase[0])
        return _says(first(c, Quantity, _bare(c)), whole, c)

    def q_of_all(self, c: list[Any]) -> Act:
        return _says(ALL, EVERYTHING, c)

    def q_of_topic(self, c: list[Any]) -> Act:
        predicate = first(c, Predicate) or first(c, tuple) or Predicate("values", first(c, Phrase))
        return _says(first(c, Quantity), Whole("topic"), [predicate])

    def q_of_which(self, c: list[Any]) -> Act:
        predicate = first(c, Predicate) or first(c, tuple) or Predicate("values", first(c, Phrase))
        return _says(first(c, Quantity), LAST, [predicate])

    def q_allbut_np(self, c: list[Any]) -> Act:
        phrase = first(c, Phrase)
        whole = Whole("phrase", phrase) if phrase else Whole("topic")
        return _says(Quantity("all_but", None, first(c, Quantity)), whole, c)

    def only_are(self, c: list[Any]) -> Act:
        predicate: Predicate = first(c, Predicate)
        return Says(ALL, Whole("phrase", predicate.phrase), Predicate("values", first(c, Phrase)))

    # set first

    def s_is(self, c: list[Any]) -> Act:
        named = words(c)
        fallback = Quantity("almost_all") if "almost" in named else Quantity("mostly") if "mostly" in named else ALL
        return _says(first(c, Quantity, fallback), first(c, Whole), c)

    def rest_q(self, c: list[Any]) -> Quantity:
        return Quantity("mostly") if "mostly" in words(c) else ALL

    def s_bare(self, c: list[Any]) -> Act:
        return _says(first(c, Quantity, ALL), first(c, Whole), c)

    def s_count(self, c: list[Any]) -> Act:
        whole: Whole = first(c, Whole)
        if whole.kind != "phrase":
            return Says(first(c, Quantity), Whole("topic"), Predicate("values", Phrase((Group(),))))
        return Says(first(c, Quantity), EVERYTHING, Predicate("values", whole.phrase))

    def s_not(self, c: list[Any]) -> Act:
        quantity = Quantity("not_all") if "all" in words(c) or "only" in words(c) else Quantity("no")
        return _says(quantity, first(c, Whole), c)

    def s_list(self, c: list[Any]) -> tuple[Act, ...]:
        return (Topic(first(c, Whole)), *every(c, Lists))

    # lists

    def listing(self, c: list[Any]) -> Lists:
        items: list[Item] = []
        follows = False
        for child in c:
            if isinstance(child, Item):
                items.append(Item(child.quantity, child.phrase, follows))
                follows = False
            elif child == "followed_by":
                follows = True
        return Lists(tuple(items))

    def item(self, c: list[Any]) -> Item:
        named = words(c)
        fallback = Quantity("only") if "only" in named else Quantity("mostly") if "mostly" in named else None
        return Item(first(c, Quantity, fallback), first(c, Phrase))

    def there_are(self, c: list[Any]) -> Act:
        listed: Lists = first(c, Lists)
        if "not" in words(c):
            return Lists(tuple(Item(Quantity("no"), item.phrase) for item in listed.items))
        return Lists(listed.items, "only" in words(c))

    def there_q(self, c: list[Any]) -> Act:
        named = words(c)
        quantity = first(c, Quantity) or (
            Quantity("almost_all") if "almost" in named else ALL if "all" in named else Quantity("mostly")
        )
        return Says(quantity, Whole("topic"), Predicate("values", first(c, Phrase)))

    # comparisons

    def degree(self, c: list[Any]) -> Degree:
        return Degree("slightly" if "slightly" in words(c) else "much")

    def factor(self, c: list[Any]) -> Factor:
        named = words(c)
        table = {"twice": Factor(2), "thrice": Factor(3), "halfas": Factor(1, 2), "half": Factor(1, 2)}
        found = numbers(c)
        return Factor(found[0]) if found else next(table[word] for word in named if word in table)

    def more_than(self, c: list[Any]) -> Act:
        left, right = every(c, Phrase)
        return Compares("more", left, right, degree=first(c, Degree, ""))

    def fewer_than(self, c: list[Any]) -> Act:
        left, right = every(c, Phrase)
        return Compares("fewer", left, right, degree=first(c, Degree, ""))

    def more_are(self, c: list[Any]) -> Act:
        left, right = (predicate.phrase for predicate in every(c, Predicate))
        phrase = first(c, Phrase)
        whole = first(c, Whole) or (Whole("phrase", phrase) if phrase else None)
        return Compares("more", left, right, whole, degree=first(c, Degree, ""))

    def more_alone(self, c: list[Any]) -> Act:
        predicate = first(c, Predicate)
        phrase = first(c, Phrase)
        whole = first(c, Whole)
        if predicate is None:
            left = phrase
        else:
            left = predicate.phrase
            whole = whole or (Whole("phrase", phrase) if phrase else None)
        relation: Any = "fewer" if "less" in words(c) else "more"
        return Compares(relation, left, None, whole, degree=first(c, Degree, ""))

    def as_many(self, c: list[Any]) -> Act:
        left, right = every(c, Phrase)
        return Compares("equal", left, right, degree="roughly" if "approx" in words(c) else "")

    def equal_np(self, c: list[Any]) -> Act:
        return Balances(True, first(c, Phrase), roughly="approx" in words(c))

    def by_factor(self, c: list[Any]) -> Act:
        left, right = every(c, Phrase)
        return Compares("equal", left, right, factor=Fraction(first(c, Factor)))

    def k_more(self, c: list[Any]) -> Act:
        left, right = every(c, Phrase)
        return Compares("equal", left, right, difference=numbers(c)[0])

    def k_fewer(self, c: list[Any]) -> Act:
        right, left = every(c, Phrase)
        return Compares("equal", left, right, difference=numbers(c)[0])

    def ratio_of(self, c: list[Any]) -> Act:
        left, right = every(c, Phrase)
        above, below = numbers(c)
        return Compares("equal", left, right, factor=Fraction(above, max(below, 1)))

    # mixtures

    def mix_of(self, c: list[Any]) -> Act:
        return Balances(False, first(c, Phrase))

    def mix_attributes(self, c: list[Any]) -> Act:
        return Balances(False, None, self._attributes(c))

    def even_np(self, c: list[Any]) -> Act:
        return Balances(True, first(c, Phrase), roughly=_roughly(c))

    def even_attributes(self, c: list[Any]) -> Act:
        return Balances(True, None, self._attributes(c), first(c, Whole), _roughly(c))

    def split_into(self, c: list[Any]) -> Act:
        return Balances(True, first(c, Phrase), (), first(c, Whole), _roughly(c))

    def split_by(self, c: list[Any]) -> Act:
        return Balances(True, None, self._attributes(c), first(c, Whole), _roughly(c))

    def even_all(self, c: list[Any]) -> Act:
        return Balances(True, None, tuple(name for name, _ in self.domain.attributes), roughly=_roughly(c))

    def attribute(self, c: list[Any]) -> "Attribute":
        from grice.readers.quantified.words import attribute_of

        return Attribute(attribute_of(first(c, Token).value, self.domain))

    def _attributes(self, c: list[Any]) -> tuple[str, ...]:
        return tuple(str(a) for a in every(c, Attribute)) or tuple(name for name, _ in self.domain.attributes)

    # kinds

    def every_kind(self, c: list[Any]) -> Act:  # noqa: ARG002
        return EveryKind()

    def one_of_each(self, c: list[Any]) -> Act:
        return EveryKind(first(c, Quantity))

    def all_different(self, c: list[Any]) -> Act:  # noqa: ARG002
        return EveryKind()

    def if_then(self, c: list[Any]) -> Act:
        return _says(ALL, Whole("phrase", first(c, Phrase)), c)

    def iff_then(self, c: list[Any]) -> tuple[Act, ...]:
        one, other = (Phrase((group,)) for group in every(c, Group)[-2:])
        return (
            Says(ALL, Whole("phrase", one), Predicate("values", other)),
            Says(ALL, Whole("phrase", other), Predicate("values", one)),
        )

    def except_items(self, c: list[Any]) -> Act:
        return Excepts(first(c, Lists).items)

    def except_some(self, c: list[Any]) -> Act:  # noqa: ARG002
        return Excepts(())


class Attribute(str):
    pass


_PLAIN = {
    "q_notall": "not_all",
    "q_most": "most",
    "q_mostly": "mostly",
    "q_minority": "minority",
    "q_almostall": "almost_all",
    "q_no": "no",
    "q_some": "some",
    "q_afew": "a_few",
    "q_few": "few",
    "q_couple": "a_couple",
    "q_several": "several",
    "q_many": "many",
}
_OF_VALUE = {
    "q_almost": "almost",
    "q_justover": "just_over",
    "q_about": "about",
    "q_over": "over",
    "q_under": "under",
    "q_atleast": "at_least",
    "q_atmost": "at_most",
    "q_morethan": "more_than",
    "q_lessthan": "less_than",
}


def _merged(groups: Iterable[Group]) -> tuple[tuple[str, frozenset[str]], ...]:
    values: dict[str, frozenset[str]] = {}
    for group in groups:
        for attribute, named in group.values:
            values[attribute] = values.get(attribute, frozenset()) | named
    return tuple(sorted(values.items()))


def _predicate(group: Group) -> Predicate:
    return Predicate("values", Phrase((group,)))


def _bare(c: Sequence[Any]) -> Quantity:
    named = words(c)
    return Quantity("no") if "no" in named else Quantity("most") if "most" in named else ALL


def _says(quantity: Quantity, whole: Whole, c: Sequence[Any]) -> Says:
    pair = first(c, tuple)
    if pair is not None:
        return Says(pair[0], whole, pair[1])
    return Says(quantity, whole, first(c, Predicate))


def _roughly(c: Sequence[Any]) -> bool:
    return "approx" in words(c) or "almost" in words(c)
