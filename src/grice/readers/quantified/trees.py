"""From a parse tree to acts: one method for each kind of clause in `clauses.lark`, in its order."""

from dataclasses import replace
from fractions import Fraction
from typing import Any, Literal

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
    Says,
    Topic,
    Whole,
)
from grice.readers.quantified.tree_phrases import ALL, EVERYTHING, LAST, MEMBERS, NEAREST
from grice.readers.quantified.tree_subjects import Subjects, says, single
from grice.readers.quantified.tree_words import Attribute, Word, every, first, joined, numbers, words


class Acts(Subjects):
    """The upper part of a tree: what a clause does."""

    def start(self, c: list[Any]) -> tuple[Act, ...]:
        acts = (child if isinstance(child, tuple) else (child,) for child in c if not isinstance(child, Word | Token))
        return tuple(act for group in acts for act in group)

    def headed(self, c: list[Any]) -> tuple[Act, ...]:
        phrase = first(c, Phrase)
        topic = (Mentions(phrase), Topic(Whole("phrase", phrase))) if phrase else ()
        return (*topic, *self.start([child for child in c if not isinstance(child, Phrase | Attribute)]))

    def valued(self, c: list[Any]) -> tuple[Act, ...]:
        return (says(ALL, EVERYTHING, c),)

    def of_each(self, c: list[Any]) -> tuple[Act, ...]:
        """ "One red, one blue of each": the topic comes last."""
        attribute = first(c, Attribute)
        topic = Topic(Whole("members", attribute=str(attribute)) if attribute else MEMBERS, each=True)
        return (topic, *self.start(c))

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

    def of_which_compares(self, c: list[Any]) -> tuple[Act, ...]:
        acts = self.start(c)
        return tuple(replace(a, whole=NEAREST) if isinstance(a, Compares) and a.whole is None else a for a in acts)

    def in_each_body(self, c: list[Any]) -> tuple[Act, ...]:
        return self.each_topic(c), *self.start([child for child in c if not isinstance(child, Attribute)])

    def odd_is(self, c: list[Any]) -> tuple[Act, ...]:
        return (Lists((Item(Quantity("number", Fraction(1)), first(c, Predicate).phrase),)),)

    def pairs_of(self, c: list[Any]) -> tuple[Act, ...]:
        """ "Two pairs: blue squares and red circles" are two of each; "two pairs of circles" are four."""
        groups, pairs = first(c, Phrase).groups, numbers(c)[0]
        each = 2 if len(groups) == pairs else 2 * pairs
        return (Lists(tuple(Item(Quantity("number", Fraction(each)), Phrase((group,))) for group in groups)),)

    def is_exception(self, c: list[Any]) -> Act:
        return Excepts((Item(Quantity("one", Fraction(1)), first(c, Phrase)),))

    def few_are(self, c: list[Any]) -> tuple[Act, ...]:
        name = next(name for name in ("few", "several", "many") if name in words(c))
        phrase = first(c, Phrase)
        return Lists((Item(Quantity(name), phrase),)), says(ALL, Whole("phrase", phrase), c)

    def each_evenly(self, c: list[Any]) -> Act:
        return Balances(True, first(c, Phrase), (), first(c, Whole), "approx" in words(c), loosely=True)

    def even_within(self, c: list[Any]) -> tuple[Act, ...]:
        """ "The colours are evenly split in each shape"."""
        one, other = map(str, every(c, Attribute))
        values = dict(self.domain.attributes)[other]
        groups = [Group(((other, frozenset({value})),)) for value in values]
        return tuple(Balances(True, None, (one,), Whole("phrase", Phrase((g,))), loosely=True) for g in groups)

    def is_the_only(self, c: list[Any]) -> tuple[Act, ...]:
        """ "One blue object, and it is the only square"."""
        phrase = first(c, Phrase)
        one = Lists((Item(Quantity("number", Fraction(1)), phrase),))
        return Says(ALL, Whole("phrase", phrase), Predicate("again")), one

    def not_only(self, c: list[Any]) -> Act:
        phrase = first(c, Phrase)
        return Says(Quantity("not_all"), Whole("topic"), Predicate("values", phrase) if phrase else Predicate("again"))

    def s_often(self, c: list[Any]) -> Act:
        plain, colouring = every(c, Group)
        predicate = Predicate("values", Phrase((colouring,)))
        return Says(first(c, Quantity), Whole("phrase", Phrase((plain,))), predicate)

    def s_mixed(self, c: list[Any]) -> Act:
        return Says(ALL, Whole("phrase", Phrase((first(c, Group),))), Predicate("mixture"))

    def a_differs(self, c: list[Any]) -> Act:
        return Says(ALL, Whole("topic"), Predicate("mixture", attribute=str(first(c, Attribute))))

    def set_of_each(self, c: list[Any]) -> tuple[Act, ...]:
        kinds = replace(self.one_of_each(c), members=False)
        return Topic(first(c, Whole)), kinds

    def rest_evenly(self, c: list[Any]) -> tuple[Act, ...]:
        phrase = first(c, Phrase)
        return Says(ALL, first(c, Whole), Predicate("values", phrase)), self.even_np(c)

    def of_topic(self, c: list[Any]) -> tuple[Act, ...]:
        """ "A red one and a blue one for the squares"."""
        return Topic(first(c, Whole)), *self.start([child for child in c if not isinstance(child, Whole)])

    def rest_topic(self, c: list[Any]) -> Act:  # noqa: ARG002
        return Topic(Whole("rest"))

    def half_lists(self, c: list[Any]) -> tuple[Act, ...]:
        return Topic(Whole("phrase", Phrase((first(c, Group),)))), self.listing(c)

    def times_each(self, c: list[Any]) -> tuple[Act, ...]:
        """ "Every shape is there twice"; what follows in the sentence is of each of them too."""
        number = Quantity("number", Fraction((numbers(c) or [2])[0]))
        return Topic(first(c, Whole), each=True), Says(number, Whole("topic"), Predicate("themselves"))

    # quantity first

    def q_of_set(self, c: list[Any]) -> Act:
        return says(first(c, Quantity), first(c, Whole, Whole("topic")), c)

    def q_a_np(self, c: list[Any]) -> Act:
        return Says(first(c, Quantity), NEAREST, Predicate("values", first(c, Phrase)))

    def q_of_not(self, c: list[Any]) -> Act:
        said = says(first(c, Quantity), first(c, Whole, Whole("topic")), c)
        groups = said.predicate.phrase.groups if said.predicate.phrase else ()
        denied = Phrase(tuple(replace(group, others=True) for group in groups))
        return replace(said, predicate=replace(said.predicate, phrase=denied))

    def q_again(self, c: list[Any]) -> Act:
        if first(c, Quantity).name == "no" and first(c, Whole, LAST).phrase is not None:
            return self.q_elided(c)
        return Says(first(c, Quantity), first(c, Whole, Whole("topic")), Predicate("again"))

    def q_gapped(self, c: list[Any]) -> Act:
        """ "All the blue shapes are circles and all the red shapes squares": the verb is said once."""
        one, other = every(c, Group)
        return Says(first(c, Quantity), Whole("phrase", Phrase((one,))), Predicate("values", Phrase((other,))))

    def q_elided(self, c: list[Any]) -> Act:
        """ "All squares are red and no circles are"."""
        quantity = first(c, Quantity)
        kind: Literal["elided", "denied"] = "denied" if quantity.name == "no" else "elided"
        return Says(ALL if kind == "denied" else quantity, first(c, Whole), Predicate(kind))

    def q_of_part(self, c: list[Any]) -> Act:
        plain, colouring = every(c, Group)
        whole = Whole("phrase", Phrase((plain,)))
        return Says(first(c, Quantity), whole, Predicate("values", Phrase((colouring,))))

    def q_of_np(self, c: list[Any]) -> Act:
        return says(first(c, Quantity), Whole("phrase", first(c, Phrase)), c)

    def q_mostly_of(self, c: list[Any]) -> Act:
        groups = joined([group for phrase in every(c, Phrase) for group in phrase.groups], self.domain.noun)
        return Says(first(c, Quantity, Quantity("mostly")), Whole("topic"), Predicate("values", Phrase(groups)))

    def the_only(self, c: list[Any]) -> tuple[Act, ...]:
        """ "The only square is red": there is one, unless the verb says that there are several."""
        phrase = first(c, Phrase)
        said = says(ALL, Whole("phrase", phrase), c)
        others = tuple(replace(group, others=False) for group in phrase.groups if group.others)
        kept = (Mentions(Phrase(others)),) if others else ()
        one = (Lists((Item(Quantity("number", Fraction(1)), phrase),)),) if said.singular else ()
        return (*kept, *one, said)

    def the_only_list(self, c: list[Any]) -> tuple[Act, ...]:
        listed, phrase = first(c, Lists), first(c, Phrase)
        groups = tuple(group for item in listed.items if item.phrase for group in item.phrase.groups)
        return Says(ALL, Whole("phrase", phrase), Predicate("values", Phrase(groups))), listed

    def neither_is(self, c: list[Any]) -> Act:
        groups = tuple(group for phrase in every(c, Phrase) for group in phrase.groups)
        return says(Quantity("no"), Whole("phrase", Phrase(groups)), c)

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
        return says(Quantity("most"), first(c, Whole), c)

    def all_except(self, c: list[Any]) -> tuple[Act, ...]:
        return (says(ALL, first(c, Whole, Whole("topic")), c), Excepts(first(c, Lists).items))

    def same_for(self, c: list[Any]) -> Act:
        whole = first(c, Whole) or Whole("phrase", first(c, Phrase))
        return Says(Quantity("again"), whole, Predicate("again"))

    def ditto(self, c: list[Any]) -> tuple[Act, ...]:
        return (self.same_for(c),)

    def s_mostlies(self, c: list[Any]) -> tuple[Act, ...]:
        pairs = zip(every(c, Whole), every(c, Predicate), strict=True)
        return tuple(Says(Quantity("mostly"), whole, predicate) for whole, predicate in pairs)

    def same_some(self, c: list[Any]) -> Act:
        return Says(first(c, Quantity), first(c, Whole), Predicate("again"))

    def only_those(self, c: list[Any]) -> Act:
        return Says(ALL, Whole("phrase", first(c, Predicate).phrase), Predicate("again"))

    def q_of_both(self, c: list[Any]) -> Act:
        """ "Both squares are blue": there are two; "both squares and circles" may be more."""
        whole = first(c, Whole)
        return says(ALL, replace(whole, number=2) if single(whole.phrase) else whole, c)

    def q_of_mostly(self, c: list[Any]) -> Act:
        return says(Quantity("mostly"), first(c, Whole), c)

    def q_of_topic(self, c: list[Any]) -> Act:
        predicate = first(c, Predicate) or first(c, tuple) or Predicate("values", first(c, Phrase))
        verbless = not {"be", "is", "consist", "which", "being", "there"} & set(words(c))
        return says(first(c, Quantity), Whole("topic", nearest=verbless), [predicate])

    def q_only(self, c: list[Any]) -> Act:
        return Says(ALL, Whole("topic"), Predicate("values", first(c, Phrase)))

    def q_of_last(self, c: list[Any]) -> Act:
        predicate = first(c, Predicate) or first(c, tuple) or Predicate("values", first(c, Phrase))
        return says(first(c, Quantity), LAST if first(c, Quantity) == ALL else NEAREST, [predicate])

    def q_allbut_of(self, c: list[Any]) -> Act:
        return says(Quantity("all_but", None, first(c, Quantity)), Whole("phrase", first(c, Phrase)), c)

    def not_all_of(self, c: list[Any]) -> Act:
        return Says(Quantity("not_all"), first(c, Whole), Predicate("again"))

    def only_are(self, c: list[Any]) -> Act:
        predicate: Predicate = first(c, Predicate)
        return Says(ALL, Whole("phrase", predicate.phrase), Predicate("values", first(c, Phrase)))
