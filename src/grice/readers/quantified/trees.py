"""From a parse tree to acts: one method for each rule of `clauses.lark`, in its order."""

from collections.abc import Iterable, Sequence
from dataclasses import replace
from fractions import Fraction
from math import prod
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
    Mentions,
    Phrase,
    Predicate,
    Quantity,
    Same,
    Says,
    Topic,
    Whole,
)
from grice.readers.quantified.words import attribute_of
from grice.scenes.counts import Domain

T = TypeVar("T")
ALL = Quantity("all")
EVERYTHING = Whole("phrase", Phrase((Group(),)))
LAST = Whole("pronoun")


class Word(str):
    """A word of which only its class matters, such as "only" or "both"."""


class Things(Word):
    """A word for whatever there is: "objects"."""


class Degree(str):
    """Slightly or much more."""


class Factor(Fraction):
    """So many times."""


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
            bound: Quantity = first(children, Quantity)
            return Quantity(
                _OF_VALUE[data], Fraction(_BOUNDS.get(bound.name, 2)) if bound.value is None else bound.value
            )
        return Word(data)

    def start(self, c: list[Any]) -> tuple[Act, ...]:
        acts = (child if isinstance(child, tuple) else (child,) for child in c if not isinstance(child, Word | Token))
        return tuple(act for group in acts for act in group)

    def topic(self, c: list[Any]) -> Act:
        return Topic(first(c, Whole), "both" in words(c))

    def each_topic(self, c: list[Any]) -> Act:
        attribute = first(c, Attribute)
        values = dict(self.domain.attributes).get(str(attribute), ()) if attribute else ()
        groups = tuple(Group(((str(attribute), frozenset({value})),)) for value in values)
        return Topic(Whole("phrase", Phrase(groups)) if groups else LAST, each=True)

    # what is counted

    def described(self, c: list[Any]) -> Whole:
        return Whole("phrase", first(c, Phrase), next(iter(numbers(c)), None))

    def the_last(self, c: list[Any]) -> Whole:  # noqa: ARG002
        return LAST

    def the_rest(self, c: list[Any]) -> Whole:
        return Whole("rest", first(c, Phrase))

    def np(self, c: list[Any]) -> Phrase:
        return Phrase(joined(every(c, Group), self.domain.noun))

    def group(self, c: list[Any]) -> Group:
        parts = every(c, Group)
        across, each = any(part.across for part in parts), any(part.each for part in parts)
        return Group(_merged(parts), across, each, things=first(c, Things) is not None)

    having = colouring = plain = group

    def things(self, c: list[Any]) -> Group:
        """Objects; "both shapes" are objects of every shape."""
        found = self.group(c)
        return replace(found, across=found.across or "both" in words(c), things=True)

    def object(self, c: list[Any]) -> Any:
        return Word("object") if first(c, Token).value == "ones" else Things("object")

    def others(self, c: list[Any]) -> Group:
        return Group(_merged(every(c, Group)), others=True)

    def adjs(self, c: list[Any]) -> Group:
        return Group(_merged(Group(((t.value[0], frozenset({t.value[1]})),)) for t in every(c, Token)))

    nouns = adjs

    def in_every(self, c: list[Any]) -> Group:
        return Group((), across=True, each="each" in words(c))

    def be(self, c: list[Any]) -> Word:
        return Word("is" if first(c, Token).value in ("is", "was") else "be")

    def all(self, c: list[Any]) -> Word:
        return Word("each" if first(c, Token).value in ("each", "every", "each single", "every single") else "all")

    def predicate(self, c: list[Any]) -> Predicate:
        return Predicate("values", first(c, Phrase))

    np_again = predicate

    def alone(self, c: list[Any]) -> Predicate:
        return Predicate("values", Phrase(tuple(every(c, Group))))

    def conjoined(self, c: list[Any]) -> Predicate:
        return Predicate("values", Phrase((self.group(c),)))

    def mostly_so(self, c: list[Any]) -> tuple[Quantity, Predicate]:
        return Quantity("mostly"), Predicate("values", first(c, Phrase))

    def mixture(self, c: list[Any]) -> Predicate:
        return Predicate("mixture", first(c, Phrase))

    def in_both(self, c: list[Any]) -> Predicate:
        phrase = first(c, Phrase) or Phrase(tuple(every(c, Group)))
        return Predicate("values", Phrase(tuple(Group(g.values, across=True) for g in phrase.groups)))

    def uniform(self, c: list[Any]) -> Predicate:
        return Predicate("uniform", None, str(first(c, Attribute, "")))

    def s_uniform(self, c: list[Any]) -> Act:
        return Says(ALL, LAST, self.uniform(c))

    def s_plain(self, c: list[Any]) -> Act:
        return self.q_of_plain(c)

    def partly_so(self, c: list[Any]) -> tuple[Quantity, Predicate]:
        return first(c, Quantity), Predicate("values", first(c, Phrase))

    def opposed(self, c: list[Any]) -> Predicate:  # noqa: ARG002
        return Predicate("opposite")

    # how many

    def q_all(self, c: list[Any]) -> Quantity:  # noqa: ARG002
        return ALL

    def q_allbut(self, c: list[Any]) -> Quantity:
        return Quantity("all_but", None, first(c, Quantity))

    def q_bounded(self, c: list[Any]) -> Quantity:
        return Quantity("almost_all" if {"almost", "approx"} & set(words(c)) else "most")

    def share(self, c: list[Any]) -> Quantity:
        token = first(c, Token)
        return Quantity("share", token.value if token is not None else Fraction(1, 2))

    def out_of(self, c: list[Any]) -> Quantity:
        part, whole = numbers(c)
        return Quantity("out_of", Fraction(part, max(whole, 1)), Quantity("number", Fraction(whole)))

    def q_share(self, c: list[Any]) -> Quantity:
        found: Quantity = first(c, Quantity)
        return found

    def cardinal(self, c: list[Any]) -> Quantity:
        found: Quantity = first(c, Quantity)
        only = "only" in words(c) and found.name in ("number", "one")
        return Quantity("number", found.value) if only else found

    def q_number(self, c: list[Any]) -> Quantity:
        return Quantity("number", Fraction(numbers(c)[0]))

    def q_aboutnumber(self, c: list[Any]) -> Quantity:
        return Quantity("about_number", Fraction(numbers(c)[0]))

    def q_pair(self, c: list[Any]) -> Quantity:  # noqa: ARG002
        return Quantity("number", Fraction(2))

    def q_single(self, c: list[Any]) -> Quantity:  # noqa: ARG002
        return Quantity("number", Fraction(1))

    def q_one(self, c: list[Any]) -> Quantity:  # noqa: ARG002
        return Quantity("one", Fraction(1))

    # quantity first

    def q_of_set(self, c: list[Any]) -> Act:
        return _says(first(c, Quantity), first(c, Whole), c)

    def q_of_most(self, c: list[Any]) -> Act:
        return _says(Quantity("most"), first(c, Whole), c)

    def all_except(self, c: list[Any]) -> tuple[Act, ...]:
        return (_says(ALL, first(c, Whole, Whole("topic")), c), Excepts(first(c, Lists).items))

    def same_for(self, c: list[Any]) -> Act:
        return Says(Quantity("again"), first(c, Whole), Predicate("again"))

    def only_those(self, c: list[Any]) -> Act:
        return Says(ALL, Whole("phrase", first(c, Predicate).phrase), Predicate("again"))

    def q_of_plain(self, c: list[Any]) -> Act:
        plain, colouring = every(c, Group)
        return Says(ALL, Whole("phrase", Phrase((plain,))), Predicate("values", Phrase((colouring,))))

    def q_most_plain(self, c: list[Any]) -> Act:
        plain, colouring = every(c, Group)
        return Says(Quantity("most"), Whole("phrase", Phrase((plain,))), Predicate("values", Phrase((colouring,))))

    def q_of_both(self, c: list[Any]) -> Act:
        return _says(ALL, first(c, Whole), c)

    def q_of_mostly(self, c: list[Any]) -> Act:
        return _says(Quantity("mostly"), first(c, Whole), c)

    def q_of_topic(self, c: list[Any]) -> Act:
        predicate = first(c, Predicate) or first(c, tuple) or Predicate("values", first(c, Phrase))
        return _says(first(c, Quantity), Whole("topic"), [predicate])

    def q_of_last(self, c: list[Any]) -> Act:
        predicate = first(c, Predicate) or first(c, tuple) or Predicate("values", first(c, Phrase))
        return _says(first(c, Quantity), LAST, [predicate])

    def q_allbut_of(self, c: list[Any]) -> Act:
        return _says(Quantity("all_but", None, first(c, Quantity)), Whole("phrase", first(c, Phrase)), c)

    def not_all_of(self, c: list[Any]) -> Act:
        return Says(Quantity("not_all"), first(c, Whole), Predicate("again"))

    def only_are(self, c: list[Any]) -> Act:
        predicate: Predicate = first(c, Predicate)
        return Says(ALL, Whole("phrase", predicate.phrase), Predicate("values", first(c, Phrase)))

    # set first

    def s_is(self, c: list[Any]) -> Act:
        named = words(c)
        adverb = (
            "almost_all" if "almost" in named else "mostly" if "mostly" in named else "no" if "no" in named else "all"
        )
        return _says(first(c, Quantity, Quantity(adverb)), first(c, Whole, LAST), c)

    def a_is(self, c: list[Any]) -> Act:
        return self.s_is([EVERYTHING, *c])

    def s_most(self, c: list[Any]) -> Act:
        return Says(Quantity("most"), EVERYTHING, Predicate("values", first(c, Phrase)))

    def s_count(self, c: list[Any]) -> Act:
        whole: Whole = first(c, Whole, LAST)
        return Says(
            first(c, Quantity), EVERYTHING, Predicate("values", whole.phrase) if whole.phrase else Predicate("again")
        )

    def s_not(self, c: list[Any]) -> Act:
        quantity = Quantity("not_all") if {"all", "each", "only"} & set(words(c)) else Quantity("no")
        return _says(quantity, first(c, Whole), c)

    def s_exists(self, c: list[Any]) -> Act:
        return Mentions(first(c, Whole).phrase or Phrase(()))

    def s_items(self, c: list[Any]) -> tuple[Act, ...]:
        return Topic(first(c, Whole)), self.listing(c)

    def s_list(self, c: list[Any]) -> Act | tuple[Act, ...]:
        whole, listed = first(c, Whole), first(c, Lists)
        if any(item.quantity for item in listed.items):
            return Topic(whole), listed
        groups = tuple(group for item in listed.items if item.phrase for group in item.phrase.groups)
        return Says(ALL, whole, Predicate("mixture", Phrase(groups)))

    def s_consists(self, c: list[Any]) -> Says:
        listed = first(c, Lists)
        groups = tuple(group for item in listed.items if item.phrase for group in item.phrase.groups) if listed else ()
        return Says(ALL, first(c, Whole, LAST), Predicate("mixture", Phrase(groups) if groups else None))

    def s_same(self, c: list[Any]) -> Act:
        return Same(first(c, Whole))

    def s_predominant(self, c: list[Any]) -> Act:
        return Says(Quantity("most"), EVERYTHING, Predicate("values", first(c, Phrase)))

    # lists

    def listing(self, c: list[Any]) -> Lists:
        items: list[Item] = []
        follows = False
        for child in c:
            if isinstance(child, Item):
                before = items[-1].phrase if items and child.quantity is None and not follows else None
                groups = (
                    joined([*before.groups, *child.phrase.groups], self.domain.noun) if before and child.phrase else ()
                )
                if before and child.phrase and len(groups) < len(before.groups) + len(child.phrase.groups):
                    items[-1] = Item(items[-1].quantity, Phrase(groups), items[-1].follows)
                else:
                    items.append(Item(child.quantity, child.phrase, follows))
                follows = False
            elif child == "followed":
                follows = True
        return Lists(tuple(items))

    def item(self, c: list[Any]) -> Item:
        named = words(c)
        fallback = next((Quantity(name) for name in ("only", "mostly", "minority", "most") if name in named), None)
        return Item(first(c, Quantity, fallback), first(c, Phrase))

    def kinds_of(self, c: list[Any]) -> Item:
        phrase: Phrase = first(c, Phrase)
        kinds = prod(len(v) for a, v in self.domain.attributes if a not in phrase.groups[0].named())
        across = kinds == numbers(c)[0]
        return Item(None, Phrase(tuple(Group(g.values, across) for g in phrase.groups)))

    def there_are(self, c: list[Any]) -> Act:
        return first(c, Lists)  # type: ignore[no-any-return]

    def only_these(self, c: list[Any]) -> Act:
        return Lists(first(c, Lists).items, only=True)

    def there_are_no(self, c: list[Any]) -> Act:
        return Lists(tuple(Item(Quantity("no"), item.phrase) for item in first(c, Lists).items))

    def there_q(self, c: list[Any]) -> Act:
        return Says(first(c, Quantity), Whole("topic"), Predicate("values", first(c, Phrase)))

    # comparisons

    def degree(self, c: list[Any]) -> Degree:
        return Degree("slightly" if "slightly" in words(c) else "much")

    def factor(self, c: list[Any]) -> Factor:
        found = numbers(c)
        return Factor(found[0]) if found else next(_FACTORS[word] for word in words(c) if word in _FACTORS)

    def compared(self, c: list[Any]) -> Act:
        left, right = every(c, Phrase)
        return Compares("fewer" if "less" in words(c) else "more", left, right, degree=first(c, Degree, ""))

    def outnumbers(self, c: list[Any]) -> Act:
        left, right = every(c, Phrase)
        return Compares("more", left, right)

    def undernumbers(self, c: list[Any]) -> Act:
        left, right = every(c, Phrase)
        return Compares("fewer", left, right)

    def more_are(self, c: list[Any]) -> Act:
        left, right = (predicate.phrase for predicate in every(c, Predicate))
        assert left is not None
        return Compares("more", left, right, _whole(c), degree=first(c, Degree, ""))

    def more_alone(self, c: list[Any]) -> Act:
        predicate = first(c, Predicate)
        relation: Any = "fewer" if "less" in words(c) else "more"
        if predicate is None:
            return Compares(relation, first(c, Phrase), degree=first(c, Degree, ""))
        return Compares(relation, predicate.phrase, None, _whole(c), degree=first(c, Degree, ""))

    def as_many(self, c: list[Any]) -> Act:
        left, right = every(c, Phrase)
        if "and" in words(c):
            groups = joined([*left.groups, *right.groups], self.domain.noun)
            return Balances(True, Phrase(groups), roughly="approx" in words(c))
        return Compares("equal", left, right, degree="roughly" if "approx" in words(c) else "")

    def equal_are(self, c: list[Any]) -> Act:
        predicate: Predicate = first(c, Predicate)
        return Balances(True, first(c, Phrase), (), Whole("phrase", predicate.phrase), "approx" in words(c))

    def equal_np(self, c: list[Any]) -> Act:
        return Balances(True, first(c, Phrase), roughly="approx" in words(c))

    def by_factor(self, c: list[Any]) -> Act:
        left, right = every(c, Phrase)
        return Compares("equal", left, right, factor=Fraction(first(c, Factor)))

    def by_factor_alone(self, c: list[Any]) -> Act:
        return Compares("equal", first(c, Phrase), factor=Fraction(first(c, Factor)))

    def by_number(self, c: list[Any]) -> Act:
        left, right = every(c, Phrase)
        if "less" in words(c):
            left, right = right, left
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
        return Balances(True, first(c, Phrase), roughly=_roughly(c), loosely=True)

    def even_attributes(self, c: list[Any]) -> Act:
        return Balances(True, first(c, Phrase), self._attributes(c), first(c, Whole), _roughly(c), loosely=True)

    split_set = even_attributes

    def even_across(self, c: list[Any]) -> Act:
        attribute = str(first(c, Attribute))
        return Balances(True, None, (attribute,), Whole("phrase", first(c, Phrase)), _roughly(c))

    def each_counts(self, c: list[Any]) -> Act:
        attribute = first(c, Attribute)
        return EveryKind(first(c, Quantity), str(attribute) if attribute else None)

    def attribute(self, c: list[Any]) -> "Attribute":
        return Attribute(attribute_of(first(c, Token).value, self.domain))

    def _attributes(self, c: list[Any]) -> tuple[str, ...]:
        return tuple(dict.fromkeys(map(str, every(c, Attribute)))) or tuple(name for name, _ in self.domain.attributes)

    # every kind

    def every_kind(self, c: list[Any]) -> Act:
        whole = first(c, Whole)
        if whole is not None and whole.phrase is not None and any(group.values for group in whole.phrase.groups):
            return Mentions(whole.phrase)
        return EveryKind()

    def one_of_each(self, c: list[Any]) -> Act:
        return EveryKind(first(c, Quantity))

    def if_then(self, c: list[Any]) -> Act:
        return _says(ALL, Whole("phrase", every(c, Phrase)[-1]), c)

    def iff_then(self, c: list[Any]) -> tuple[Act, ...]:
        one, other = (Phrase((group,)) for group in every(c, Group)[-2:])
        return (
            Says(ALL, Whole("phrase", one), Predicate("values", other)),
            Says(ALL, Whole("phrase", other), Predicate("values", one)),
        )

    def except_items(self, c: list[Any]) -> Act:
        listed = first(c, Lists)
        return Excepts(listed.items if listed else (Item(first(c, Quantity), first(c, Predicate).phrase),))

    def except_number(self, c: list[Any]) -> Act:
        return Excepts((Item(first(c, Quantity, Quantity("one", Fraction(1))), None),))


class Attribute(str):
    """An attribute that is named: "the colours"."""


_FACTORS = {"twice": Factor(2), "thrice": Factor(3), "halfas": Factor(1, 2), "half": Factor(1, 2)}
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
_BOUNDS = {"a_few": 3, "several": 4, "many": 5}
"""What "more than a few" is more than; a couple is two."""
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


def joined(groups: Sequence[Group], noun: str | None) -> tuple[Group, ...]:
    """Groups that share a word: "red and blue squares", "red circles and squares", "blue and a square" are one."""
    found: list[Group] = []
    for group in groups:
        last = found[-1] if found else None
        if last is not None and not (last.others or group.others) and _shares(last, group, noun):
            across, each = last.across or group.across, last.each or group.each
            found[-1] = Group(_merged((last, group)), across, each, things=last.things or group.things)
        else:
            found.append(group)
    return tuple(found)


def _shares(last: Group, group: Group, noun: str | None) -> bool:
    before, after = set(last.named()), set(group.named())
    if not before or not after:
        return False
    lone_adjective = noun not in before and not last.things
    lone_noun = after == {noun} and not group.things and noun is not None
    noun_then_adjective = before == {noun} and noun not in after and not group.things
    another_colour = noun in before and noun not in after and after <= before and not group.things
    return lone_adjective or (lone_noun and not last.things) or noun_then_adjective or another_colour


def _merged(groups: Iterable[Group]) -> tuple[tuple[str, frozenset[str]], ...]:
    values: dict[str, frozenset[str]] = {}
    for group in groups:
        for attribute, named in group.values:
            values[attribute] = values.get(attribute, frozenset()) | named
    return tuple(sorted(values.items()))


def _whole(c: Sequence[Any]) -> Whole | None:
    phrase = first(c, Phrase)
    found: Whole | None = first(c, Whole, Whole("phrase", phrase) if phrase else None)
    return found


def _says(quantity: Quantity, whole: Whole, c: Sequence[Any]) -> Says:
    pair = first(c, tuple)
    if pair is not None:
        return Says(pair[0], whole, pair[1])
    return Says(quantity, whole, first(c, Predicate), "is" in words(c))


def _roughly(c: Sequence[Any]) -> bool:
    return "approx" in words(c) or "almost" in words(c)
