"""From a parse tree to what is said of a set that comes first, as "the circles are blue": one method for each."""

from collections.abc import Sequence
from dataclasses import replace
from fractions import Fraction
from typing import Any

from grice.readers.quantified.acts import (
    Act,
    Compares,
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
from grice.readers.quantified.tree_lists import Listings
from grice.readers.quantified.tree_phrases import ALL, EVERYTHING, LAST, MEMBERS, NEAREST
from grice.readers.quantified.tree_words import Attribute, Degree, every, first, words


class Subjects(Listings):
    """Clauses that begin with what they are about."""

    def s_is(self, c: list[Any]) -> Act:
        named = words(c)
        adverb = (
            "almost_all" if "almost" in named else "mostly" if "mostly" in named else "no" if "no" in named else "all"
        )
        whole, predicate = first(c, Whole, NEAREST), first(c, Predicate)
        if "both" in named and single(whole.phrase) and single(predicate.phrase if predicate else None):
            whole = replace(whole, number=2)
        return says(first(c, Quantity, Quantity(adverb)), whole, c)

    def s_mostly(self, c: list[Any]) -> Act:
        return says(Quantity("mostly"), first(c, Whole), c)

    def s_differs(self, c: list[Any]) -> Act:
        whole = first(c, Whole, NEAREST)
        attribute = str(first(c, Attribute, ""))
        return Says(ALL, NEAREST if whole.kind == "members" else whole, Predicate("mixture", attribute=attribute))

    def q_nearly(self, c: list[Any]) -> Act:
        return Says(Quantity("almost_all"), Whole("topic"), Predicate("values", first(c, Phrase)))

    def s_share(self, c: list[Any]) -> Act:
        return Says(first(c, Quantity), first(c, Whole), Predicate("values", first(c, Phrase)))

    def last_topic(self, c: list[Any]) -> Act:  # noqa: ARG002
        return Topic(LAST)

    def neither_nor(self, c: list[Any]) -> Act:
        return Lists(tuple(Item(Quantity("no"), phrase) for phrase in every(c, Phrase)))

    def s_again(self, c: list[Any]) -> Act:
        return Says(first(c, Quantity), first(c, Whole), Predicate("again"))

    def s_each_lists(self, c: list[Any]) -> tuple[Act, ...]:
        return Topic(first(c, Whole), each=True), first(c, Lists)

    def in_colours(self, c: list[Any]) -> Act:
        return Says(ALL, MEMBERS, Predicate("values", Phrase(tuple(every(c, Group)))))

    def in_all(self, c: list[Any]) -> Act:
        return Says(ALL, MEMBERS, Predicate("mixture", attribute=str(first(c, Attribute, ""))))

    def list_is(self, c: list[Any]) -> tuple[Act, ...]:
        """ "One square and one circle are blue": of each, so many."""
        found = []
        for item in first(c, Lists).items:
            found.append(says(item.quantity or Quantity("some"), Whole("phrase", item.phrase), c))
        return tuple(found)

    def portion(self, c: list[Any]) -> Says:
        whole = first(c, Whole, Whole("topic"))
        return Says(first(c, Quantity, ALL), whole, Predicate("values", first(c, Phrase)))

    def s_portions(self, c: list[Any]) -> tuple[Act, ...]:
        said = every(c, Says)
        if all(s.quantity.name in ("number", "one") for s in said):
            return Topic(first(c, Whole)), Lists(tuple(Item(s.quantity, s.predicate.phrase) for s in said))
        return Topic(first(c, Whole)), *said

    def s_only(self, c: list[Any]) -> tuple[Act, ...]:
        whole = first(c, Whole)
        return (*([Topic(whole)] if whole else []), Lists(first(c, Lists).items, only=True))

    def rest_is(self, c: list[Any]) -> Act:
        return Says(ALL, first(c, Whole), Predicate("values", first(c, Phrase)))

    def s_more(self, c: list[Any]) -> Act:
        return Compares("more", first(c, Phrase), degree=first(c, Degree, ""))

    def s_fewer(self, c: list[Any]) -> Act:
        return Compares("fewer", first(c, Phrase), degree=first(c, Degree, ""))

    def s_denied(self, c: list[Any]) -> Act:
        """ "Two of them are blue, the other one isn't"."""
        return Says(ALL, first(c, Whole), Predicate("denied"))

    def s_amount(self, c: list[Any]) -> Act:
        name = next(name for name in ("minority", "few", "many") if name in words(c))
        return Says(Quantity(name), EVERYTHING, Predicate("values", first(c, Phrase)))

    def colour_of(self, c: list[Any]) -> Act:
        predicate = first(c, Predicate) or Predicate("values", first(c, Phrase))
        return Says(ALL, first(c, Whole, EVERYTHING), predicate)

    def only_value(self, c: list[Any]) -> Act:
        return Says(ALL, EVERYTHING, Predicate("values", first(c, Phrase)))

    def other_of(self, c: list[Any]) -> Act:
        return Says(ALL, Whole("rest"), Predicate("values", first(c, Phrase)))

    def mentioned(self, c: list[Any]) -> Act:
        return Mentions(first(c, Phrase))

    def q_of_plain(self, c: list[Any]) -> Act:
        plain, colouring = every(c, Group)
        return Says(ALL, Whole("phrase", Phrase((plain,))), Predicate("values", Phrase((colouring,))))

    def s_plains(self, c: list[Any]) -> tuple[Act, ...]:
        """ "Squares blue, circles red"; "square blue, square red" cannot be of all squares and is a list."""
        groups = every(c, Group)
        plain = groups[::2]
        if len(set(plain)) < len(plain):
            pairs = [(Phrase((self.group(groups[i : i + 2]),))) for i in range(0, len(groups), 2)]
            return (Lists(tuple(Item(None, phrase) for phrase in pairs)),)
        return tuple(self.q_of_plain(groups[i : i + 2]) for i in range(0, len(groups), 2))

    def no_topic(self, c: list[Any]) -> tuple[Act, ...]:  # noqa: ARG002
        return ()

    def half_is(self, c: list[Any]) -> Act:
        return says(ALL, Whole("phrase", Phrase((first(c, Group),))), c)

    def half_topic(self, c: list[Any]) -> Act:
        return Topic(Whole("phrase", Phrase((first(c, Group),))))

    def a_is(self, c: list[Any]) -> Act:
        return self.s_is([EVERYTHING, *c])

    def s_most(self, c: list[Any]) -> Act:
        return Says(Quantity("largest"), EVERYTHING, Predicate("values", first(c, Phrase)))

    def s_count(self, c: list[Any]) -> Act:
        whole: Whole = first(c, Whole, NEAREST)
        if whole.phrase is None:
            return Says(first(c, Quantity), whole, Predicate("themselves"))
        return Says(first(c, Quantity), EVERYTHING, Predicate("values", whole.phrase))

    def s_not(self, c: list[Any]) -> Act:
        quantity = Quantity("not_all") if {"all", "each", "only"} & set(words(c)) else Quantity("no")
        return says(quantity, first(c, Whole), c)

    def s_exists(self, c: list[Any]) -> Act:
        whole = first(c, Whole)
        if whole.number is not None:
            return Lists((Item(Quantity("number", Fraction(whole.number)), whole.phrase),))
        return Mentions(whole.phrase or Phrase(()))

    def described_bare(self, c: list[Any]) -> Whole:
        return Whole("phrase", Phrase((first(c, Group, Group(things=True)),)))

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
        return Says(ALL, first(c, Whole, NEAREST), Predicate("mixture", Phrase(groups) if groups else None))

    def s_same(self, c: list[Any]) -> Act:
        return Same(first(c, Whole))

    def s_least(self, c: list[Any]) -> Act:
        return Says(Quantity("smallest"), EVERYTHING, Predicate("values", first(c, Phrase)))

    def s_predominant(self, c: list[Any]) -> Act:
        return Says(Quantity("largest"), EVERYTHING, Predicate("values", first(c, Phrase)))

    def if_then(self, c: list[Any]) -> Act:
        return says(ALL, Whole("phrase", every(c, Phrase)[-1]), c)

    def iff_then(self, c: list[Any]) -> tuple[Act, ...]:
        one, other = (Phrase((group,)) for group in every(c, Group)[-2:])
        neither = [Phrase((replace(phrase.groups[0], others=True),)) for phrase in (one, other)]
        return (
            Says(ALL, Whole("phrase", neither[0]), Predicate("values", neither[1])),
            Says(ALL, Whole("phrase", one), Predicate("values", other)),
            Says(ALL, Whole("phrase", other), Predicate("values", one)),
        )


def single(phrase: Phrase | None) -> bool:
    """Whether a phrase names one kind of thing, by one value of each attribute it names."""
    group = phrase.groups[0] if phrase and len(phrase.groups) == 1 else Group()
    return bool(group.values) and not group.across and all(len(values) == 1 for _, values in group.values)


def says(quantity: Quantity, whole: Whole, c: Sequence[Any]) -> Says:
    pair = first(c, tuple)
    if pair is not None:
        return Says(pair[0], whole, pair[1])
    return Says(quantity, whole, first(c, Predicate), "is" in words(c))
