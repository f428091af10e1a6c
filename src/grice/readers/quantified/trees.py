"""From a parse tree to acts: one method for each kind of clause in `clauses.lark`, in its order."""

from collections.abc import Sequence
from dataclasses import replace
from fractions import Fraction
from typing import Any

from lark import Token

from grice.readers.quantified.acts import (
    Act,
    Balances,
    Compares,
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
from grice.readers.quantified.tree_lists import Listings
from grice.readers.quantified.tree_phrases import ALL, EVERYTHING, LAST, MEMBERS, NEAREST
from grice.readers.quantified.tree_words import Attribute, Degree, Word, every, first, joined, words


class Acts(Listings):
    """The upper part of a tree: what a clause does."""

    def start(self, c: list[Any]) -> tuple[Act, ...]:
        acts = (child if isinstance(child, tuple) else (child,) for child in c if not isinstance(child, Word | Token))
        return tuple(act for group in acts for act in group)

    def headed(self, c: list[Any]) -> tuple[Act, ...]:
        phrase = first(c, Phrase)
        topic = (Mentions(phrase), Topic(Whole("phrase", phrase))) if phrase else ()
        return (*topic, *self.start([child for child in c if not isinstance(child, Phrase | Attribute)]))

    def valued(self, c: list[Any]) -> tuple[Act, ...]:
        return (_says(ALL, EVERYTHING, c),)

    def of_each(self, c: list[Any]) -> tuple[Act, ...]:
        """ "One red, one blue of each": the topic comes last."""
        return (Topic(MEMBERS, each=True), *self.start(c))

    def topic(self, c: list[Any]) -> Act:
        return Topic(first(c, Whole), "both" in words(c))

    def each_topic(self, c: list[Any]) -> Act:
        attribute = first(c, Attribute)
        values = dict(self.domain.attributes).get(str(attribute), ()) if attribute else ()
        groups = tuple(Group(((str(attribute), frozenset({value})),)) for value in values)
        return Topic(Whole("phrase", Phrase(groups)) if groups else MEMBERS, each=True)

    def s_uniform(self, c: list[Any]) -> Act:
        return Says(ALL, LAST, self.uniform(c))

    def s_plain(self, c: list[Any]) -> Act:
        return self.q_of_plain(c)

    # quantity first

    def q_of_set(self, c: list[Any]) -> Act:
        return _says(first(c, Quantity), first(c, Whole, Whole("topic")), c)

    def q_a_np(self, c: list[Any]) -> Act:
        return Says(first(c, Quantity), NEAREST, Predicate("values", first(c, Phrase)))

    def q_of_not(self, c: list[Any]) -> Act:
        said = _says(first(c, Quantity), first(c, Whole, Whole("topic")), c)
        groups = said.predicate.phrase.groups if said.predicate.phrase else ()
        denied = Phrase(tuple(replace(group, others=True) for group in groups))
        return replace(said, predicate=replace(said.predicate, phrase=denied))

    def q_again(self, c: list[Any]) -> Act:
        return Says(first(c, Quantity), first(c, Whole, Whole("topic")), Predicate("again"))

    def q_of_part(self, c: list[Any]) -> Act:
        plain, colouring = every(c, Group)
        whole = Whole("phrase", Phrase((plain,)))
        return Says(first(c, Quantity), whole, Predicate("values", Phrase((colouring,))))

    def q_of_np(self, c: list[Any]) -> Act:
        return _says(first(c, Quantity), Whole("phrase", first(c, Phrase)), c)

    def q_mostly_of(self, c: list[Any]) -> Act:
        groups = joined([group for phrase in every(c, Phrase) for group in phrase.groups], self.domain.noun)
        return Says(Quantity("mostly"), Whole("topic"), Predicate("values", Phrase(groups)))

    def the_only(self, c: list[Any]) -> tuple[Act, ...]:
        """ "The only square is red": there is one, unless the verb says that there are several."""
        phrase = first(c, Phrase)
        said = _says(ALL, Whole("phrase", phrase), c)
        return (Lists((Item(Quantity("number", Fraction(1)), phrase),)), said) if said.singular else (said,)

    def the_only_list(self, c: list[Any]) -> tuple[Act, ...]:
        listed, phrase = first(c, Lists), first(c, Phrase)
        groups = tuple(group for item in listed.items if item.phrase for group in item.phrase.groups)
        return Says(ALL, Whole("phrase", phrase), Predicate("values", Phrase(groups))), listed

    def neither_is(self, c: list[Any]) -> Act:
        groups = tuple(group for phrase in every(c, Phrase) for group in phrase.groups)
        return _says(Quantity("no"), Whole("phrase", Phrase(groups)), c)

    def neither_more(self, c: list[Any]) -> Act:
        attribute = first(c, Attribute)
        return Balances(True, None, (str(attribute),) if attribute else (), roughly=True, members=not attribute)

    def whatever_is(self, c: list[Any]) -> Act:
        one, other = every(c, Predicate)
        return Says(ALL, Whole("phrase", one.phrase), other)

    def share_each(self, c: list[Any]) -> tuple[Act, ...]:
        return tuple(
            Says(first(c, Quantity), EVERYTHING, Predicate("values", Phrase((group,))))
            for group in first(c, Phrase).groups
        )

    def q_of_most(self, c: list[Any]) -> Act:
        return _says(Quantity("most"), first(c, Whole), c)

    def all_except(self, c: list[Any]) -> tuple[Act, ...]:
        return (_says(ALL, first(c, Whole, Whole("topic")), c), Excepts(first(c, Lists).items))

    def same_for(self, c: list[Any]) -> Act:
        return Says(Quantity("again"), first(c, Whole), Predicate("again"))

    def same_some(self, c: list[Any]) -> Act:
        return Says(first(c, Quantity), first(c, Whole), Predicate("again"))

    def only_those(self, c: list[Any]) -> Act:
        return Says(ALL, Whole("phrase", first(c, Predicate).phrase), Predicate("again"))

    def q_of_plain(self, c: list[Any]) -> Act:
        plain, colouring = every(c, Group)
        return Says(ALL, Whole("phrase", Phrase((plain,))), Predicate("values", Phrase((colouring,))))

    def q_most_plain(self, c: list[Any]) -> Act:
        plain, colouring = every(c, Group)
        return Says(Quantity("most"), Whole("phrase", Phrase((plain,))), Predicate("values", Phrase((colouring,))))

    def q_of_both(self, c: list[Any]) -> Act:
        """ "Both squares are blue": there are two; "both squares and circles" may be more."""
        whole = first(c, Whole)
        return _says(ALL, replace(whole, number=2) if _single(whole.phrase) else whole, c)

    def q_of_mostly(self, c: list[Any]) -> Act:
        return _says(Quantity("mostly"), first(c, Whole), c)

    def q_of_topic(self, c: list[Any]) -> Act:
        predicate = first(c, Predicate) or first(c, tuple) or Predicate("values", first(c, Phrase))
        return _says(first(c, Quantity), Whole("topic"), [predicate])

    def q_only(self, c: list[Any]) -> Act:
        return Says(ALL, Whole("topic"), Predicate("values", first(c, Phrase)))

    def q_of_last(self, c: list[Any]) -> Act:
        predicate = first(c, Predicate) or first(c, tuple) or Predicate("values", first(c, Phrase))
        return _says(first(c, Quantity), LAST if first(c, Quantity) == ALL else NEAREST, [predicate])

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
        whole, predicate = first(c, Whole, NEAREST), first(c, Predicate)
        if "both" in named and _single(whole.phrase) and _single(predicate.phrase if predicate else None):
            whole = replace(whole, number=2)
        return _says(first(c, Quantity, Quantity(adverb)), whole, c)

    def s_mostly(self, c: list[Any]) -> Act:
        return _says(Quantity("mostly"), first(c, Whole), c)

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
            found.append(_says(item.quantity, Whole("phrase", item.phrase), c))
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

    def s_plains(self, c: list[Any]) -> tuple[Act, ...]:
        groups = every(c, Group)
        return tuple(self.q_of_plain(groups[i : i + 2]) for i in range(0, len(groups), 2))

    def no_topic(self, c: list[Any]) -> tuple[Act, ...]:  # noqa: ARG002
        return ()

    def half_is(self, c: list[Any]) -> Act:
        return _says(ALL, Whole("phrase", Phrase((first(c, Group),))), c)

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
        return _says(quantity, first(c, Whole), c)

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

    def s_predominant(self, c: list[Any]) -> Act:
        return Says(Quantity("largest"), EVERYTHING, Predicate("values", first(c, Phrase)))

    def if_then(self, c: list[Any]) -> Act:
        return _says(ALL, Whole("phrase", every(c, Phrase)[-1]), c)

    def iff_then(self, c: list[Any]) -> tuple[Act, ...]:
        one, other = (Phrase((group,)) for group in every(c, Group)[-2:])
        return (
            Says(ALL, Whole("phrase", one), Predicate("values", other)),
            Says(ALL, Whole("phrase", other), Predicate("values", one)),
        )


def _single(phrase: Phrase | None) -> bool:
    """Whether a phrase names one kind of thing, by one value of each attribute it names."""
    group = phrase.groups[0] if phrase and len(phrase.groups) == 1 else Group()
    return bool(group.values) and not group.across and all(len(values) == 1 for _, values in group.values)


def _says(quantity: Quantity, whole: Whole, c: Sequence[Any]) -> Says:
    pair = first(c, tuple)
    if pair is not None:
        return Says(pair[0], whole, pair[1])
    return Says(quantity, whole, first(c, Predicate), "is" in words(c))
