"""From a parse tree to acts: one method for each kind of clause in `clauses.lark`, in its order."""

from collections.abc import Sequence
from fractions import Fraction
from math import prod
from typing import Any

from lark import Token

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
from grice.readers.quantified.tree_phrases import ALL, EVERYTHING, LAST, Phrases
from grice.readers.quantified.tree_words import Attribute, Degree, Factor, Word, every, first, joined, numbers, words

_FACTORS = {"twice": Factor(2), "thrice": Factor(3), "halfas": Factor(1, 2), "half": Factor(1, 2)}


class Acts(Phrases):
    """The upper part of a tree: what a clause does."""

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

    def s_uniform(self, c: list[Any]) -> Act:
        return Says(ALL, LAST, self.uniform(c))

    def s_plain(self, c: list[Any]) -> Act:
        return self.q_of_plain(c)

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

    def q_only(self, c: list[Any]) -> Act:
        return Says(ALL, Whole("topic"), Predicate("values", first(c, Phrase)))

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

    def far_fewer(self, c: list[Any]) -> Act:
        left, right = every(c, Phrase)
        return Compares("fewer", left, right, degree="much")

    def far_more(self, c: list[Any]) -> Act:
        left, right = every(c, Phrase)
        return Compares("more", left, right, degree="much")

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
