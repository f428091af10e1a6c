"""From a parse tree to comparisons, even splits and mixtures: one method for each of those clauses."""

from collections.abc import Sequence
from dataclasses import replace
from fractions import Fraction
from itertools import product
from typing import Any

from grice.readers.quantified.acts import (
    Act,
    Balances,
    Compares,
    EveryKind,
    Group,
    Matched,
    Phrase,
    Predicate,
    Quantity,
    Says,
    Whole,
)
from grice.readers.quantified.tree_phrases import ALL, EVERYTHING, NEAREST, Phrases
from grice.readers.quantified.tree_words import Attribute, Degree, Factor, every, first, joined, numbers, words

_FACTORS = {"twice": Factor(2), "thrice": Factor(3), "halfas": Factor(1, 2), "half": Factor(1, 2)}


class Comparisons(Phrases):
    """Clauses that set one amount against another."""

    def degree(self, c: list[Any]) -> Degree:
        return Degree("slightly" if "slightly" in words(c) else "much")

    def factor(self, c: list[Any]) -> Factor:
        found = numbers(c)
        return Factor(found[0]) if found else next(_FACTORS[word] for word in words(c) if word in _FACTORS)

    def compared(self, c: list[Any]) -> Act:
        left, right = every(c, Phrase)
        verbless = not {"there", "be", "is"} & set(words(c))
        whole = Whole("topic", nearest=True) if verbless else None
        return Compares("fewer" if "less" in words(c) else "more", left, right, whole, degree=first(c, Degree, ""))

    def most_of_all(self, c: list[Any]) -> Act:
        return Says(Quantity("largest"), EVERYTHING, Predicate("values", first(c, Phrase)))

    def equal_as(self, c: list[Any]) -> Act:
        left, right = (predicate.phrase for predicate in every(c, Predicate))
        assert left is not None
        return Compares("equal", left, right, _whole(c), degree="roughly" if _roughly(c) else "")

    def equal_sign(self, c: list[Any]) -> Act:
        """ "Squares = circles" are as many; "red = squares" says what the red ones are."""
        left, right = every(c, Phrase)
        one, other = ({a for group in phrase.groups for a in group.named()} for phrase in (left, right))
        if one & other:
            return Compares("equal", left, right)
        return Says(ALL, Whole("phrase", left), Predicate("values", right))

    def far_fewer(self, c: list[Any]) -> Act:
        left, right = every(c, Phrase)
        return Compares("fewer", left, right, degree="much")

    def far_more(self, c: list[Any]) -> Act:
        left, right = every(c, Phrase)
        return Compares("more", left, right, degree="much")

    def outnumbers(self, c: list[Any]) -> Act:
        left, right = every(c, Phrase)
        return Compares("more", left, right, degree="much" if words(c)[-1:] == ["much"] else "")

    def slightly_more(self, c: list[Any]) -> Act:
        left, right = every(c, Phrase)
        return Compares("more", left, right, degree="slightly")

    def slightly_fewer(self, c: list[Any]) -> Act:
        return self.nearly_as_many(c)

    def undernumbers(self, c: list[Any]) -> Act:
        left, right = every(c, Phrase)
        return Compares("fewer", left, right)

    def more_are(self, c: list[Any]) -> Act:
        left, right = (predicate.phrase for predicate in every(c, Predicate))
        assert left is not None
        return Compares("fewer" if "less" in words(c) else "more", left, right, _whole(c), degree=first(c, Degree, ""))

    def more_alone(self, c: list[Any]) -> Act:
        predicate = first(c, Predicate)
        relation: Any = "fewer" if "less" in words(c) else "more"
        if predicate is None:
            whole = None if {"there", "be", "is"} & set(words(c)) else Whole("topic", nearest=True)
            return Compares(relation, first(c, Phrase), None, whole, degree=first(c, Degree, ""))
        return Compares(relation, predicate.phrase, None, _whole(c), degree=first(c, Degree, ""))

    def more_verbless(self, c: list[Any]) -> Act:
        left, right = (predicate.phrase for predicate in every(c, Predicate))
        assert left is not None
        return Compares("more", left, right, Whole("topic", nearest=True))

    def part_more(self, c: list[Any]) -> Act:
        """ "The blue ones are a bit more squares": more than of the others among them."""
        relation: Any = "fewer" if "less" in words(c) else "more"
        return Compares(relation, first(c, Phrase), None, first(c, Whole), degree=first(c, Degree, ""))

    def matched(self, c: list[Any]) -> Act:
        left, right = every(c, Phrase)
        return Matched(left, right, str(first(c, Attribute)))

    def even_mix(self, c: list[Any]) -> Act:
        return replace(self.even_kinds(c), members=True)

    def far_more_alone(self, c: list[Any]) -> Act:
        return Compares("more", first(c, Phrase), degree="much")

    def by_factor_of_all(self, c: list[Any]) -> tuple[Act, ...]:
        """ "Twice as many red circles as of any other kind"."""
        phrase, names = first(c, Phrase), [name for name, _ in self.domain.attributes]
        kinds = [
            Group(tuple(sorted((a, frozenset({v})) for a, v in zip(names, chosen, strict=True))))
            for chosen in product(*(values for _, values in self.domain.attributes))
        ]
        factor = Fraction(first(c, Factor))
        return tuple(
            Compares("equal", phrase, Phrase((kind,)), factor=factor) for kind in kinds if kind not in phrase.groups
        )

    def even_mostly(self, c: list[Any]) -> Act:
        return replace(self.even_kinds(c), roughly=True)

    def as_many(self, c: list[Any]) -> Act:
        left, right = every(c, Phrase)
        if "and" in words(c):
            groups = joined([*left.groups, *right.groups], self.domain.noun)
            return Balances(True, Phrase(groups), roughly="approx" in words(c))
        return Compares("equal", left, right, degree="roughly" if "approx" in words(c) else "")

    def nearly_as_many(self, c: list[Any]) -> Act:
        left, right = every(c, Phrase)
        return Compares("fewer", left, right, degree="slightly")

    def nearly_alone(self, c: list[Any]) -> Act:
        return Compares("fewer", first(c, Phrase), degree="slightly")

    def for_every(self, c: list[Any]) -> Act:
        left, right = every(c, Phrase)
        said = numbers(c)
        return Compares("equal", left, right, factor=Fraction(said[0], max((said[1:] or [1])[0], 1)))

    def every_for(self, c: list[Any]) -> Act:
        left, right = every(c, Phrase)
        said = numbers(c)
        return Compares("equal", right, left, factor=Fraction(said[-1], max(said[0] if len(said) > 1 else 1, 1)))

    def even_kinds(self, c: list[Any]) -> Balances:
        return Balances(True, Phrase((Group(across=True),)), roughly=_roughly(c), loosely=True)

    def split_last(self, c: list[Any]) -> Act:
        return Balances(True, first(c, Phrase), (), NEAREST, _roughly(c))

    def split_by(self, c: list[Any]) -> Act:
        return Balances(True, None, self._attributes(c), NEAREST, _roughly(c))

    def mix_kinds(self, c: list[Any]) -> Act:  # noqa: ARG002
        return Balances(False, Phrase((Group(across=True),)))

    def even_members(self, c: list[Any]) -> Act:
        whole = first(c, Whole, Whole("members"))
        return Balances(True, None, (whole.attribute,) if whole.attribute else (), roughly=_roughly(c), members=True)

    def equal_are(self, c: list[Any]) -> Act:
        predicate: Predicate = first(c, Predicate)
        return Balances(True, first(c, Phrase), (), Whole("phrase", predicate.phrase), "approx" in words(c))

    def equal_np(self, c: list[Any]) -> Act:
        return Balances(True, first(c, Phrase), roughly="approx" in words(c))

    def by_factor(self, c: list[Any]) -> Act:
        left, right = every(c, Phrase)
        return Compares("equal", left, right, factor=Fraction(first(c, Factor)))

    def by_about(self, c: list[Any]) -> Act:
        left, right = every(c, Phrase)
        return Compares("equal", left, right, factor=Fraction(first(c, Factor)), degree="roughly")

    def even_rest(self, c: list[Any]) -> Act:
        return Balances(
            True, Phrase((Group(across=True),)), (), first(c, Whole, Whole("rest")), _roughly(c), loosely=True
        )

    def by_factor_alone(self, c: list[Any]) -> Act:
        return Compares("equal", first(c, Phrase), factor=Fraction(first(c, Factor)))

    def by_number_are(self, c: list[Any]) -> Act:
        left, right = (predicate.phrase for predicate in every(c, Predicate))
        assert left is not None
        return Compares("equal", left, right, difference=numbers(c)[0])

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

    def split_set(self, c: list[Any]) -> Act:
        """ "Squares and circles in equal number" is about just those."""
        phrase = first(c, Whole).phrase
        several = phrase is not None and (len(phrase.groups) > 1 or any(len(v) > 1 for _, v in phrase.groups[0].values))
        if several and first(c, Attribute) is None and first(c, Phrase) is None:
            return Balances(True, phrase, roughly=_roughly(c), loosely=True)
        return self.even_attributes(c)

    def even_across(self, c: list[Any]) -> Act:
        attribute = str(first(c, Attribute))
        return Balances(True, None, (attribute,), Whole("phrase", first(c, Phrase)), _roughly(c))

    def each_counts(self, c: list[Any]) -> Act:
        attribute = first(c, Attribute)
        times = [Quantity("number", Fraction(_FACTORS[word])) for word in words(c) if word in _FACTORS]
        return EveryKind(first(c, Quantity, *times), str(attribute) if attribute else None)

    def _attributes(self, c: list[Any]) -> tuple[str, ...]:
        return tuple(dict.fromkeys(map(str, every(c, Attribute)))) or tuple(name for name, _ in self.domain.attributes)


def _whole(c: Sequence[Any]) -> Whole | None:
    phrase = first(c, Phrase)
    found: Whole | None = first(c, Whole, Whole("phrase", phrase) if phrase else None)
    return found


def _roughly(c: Sequence[Any]) -> bool:
    return "approx" in words(c) or "almost" in words(c)
