"""Which kinds, and how many? Sets of kinds, and a quantity of a set as statements."""

from collections.abc import Callable, Iterable, Sequence
from dataclasses import dataclass
from fractions import Fraction
from functools import cached_property, reduce
from operator import or_

import numpy as np

from grice.meaning.quantifiers import PATTERNS
from grice.meaning.statements import Statement
from grice.readers.quantified.acts import Group, Phrase, Quantity
from grice.readers.quantified.weights import FADING
from grice.scenes.quantified import Domain, Mask

Conjunction = tuple[Statement, ...]


@dataclass(frozen=True)
class Claim:
    """What a clause commits its speaker to: one of several readings, each some statements together."""

    readings: tuple[Conjunction, ...]
    looser: tuple[Conjunction, ...] = ()  # takes its place where it cannot hold
    fading: float = 1.0  # lowers the weight of each later reading


def union(masks: Iterable[int]) -> int:
    return reduce(or_, masks, 0)


@dataclass(frozen=True)
class Scope:
    """What does not change while a text is read: the domain, the size, the mode; `agrees` asks what was said before."""

    domain: Domain
    size: int
    literal: bool
    agrees: Callable[[Sequence[Claim]], bool] = lambda _: True  # whether claims are compatible with what was said

    @cached_property
    def everything(self) -> int:
        return (1 << len(self.domain.kinds)) - 1

    def having(self, attribute: str, value: str) -> int:
        """The kinds that have a value."""
        return sum(1 << i for i, inside in enumerate(self.domain.members(**{attribute: value})) if inside)

    def of(self, phrase: Phrase | None) -> int:
        """All that a phrase covers."""
        return union(self.atoms(phrase))

    def atoms(self, phrase: Phrase | None) -> list[int]:
        """The things a phrase names one by one: "red and blue squares" are red squares, and blue squares."""
        return [self.everything] if phrase is None else [atom for group in phrase.groups for atom in self._group(group)]

    def _group(self, group: Group) -> list[int]:
        atoms = [self.everything]
        for attribute, values in self.domain.attributes:
            named = group.named.get(attribute, values if group.across else ())
            parts = [self.having(attribute, value) for value in values if value in named]
            atoms = [atom & part for atom in atoms for part in parts] if parts else atoms
        return [self.everything & ~union(atoms)] if group.others else atoms

    def opposite(self, phrase: Phrase | None) -> int:
        """What differs in every attribute a phrase names."""
        named = phrase.groups[0].named if phrase else {}
        return self.everything & ~union(self.having(a, value) for a, values in named.items() for value in values)

    def values(self, attribute: str, within: int) -> list[int]:
        """The parts of a set by the values of an attribute."""
        found = [self.having(attribute, value) & within for value in dict(self.domain.attributes)[attribute]]
        return [mask for mask in found if mask]

    def kinds(self, mask: int) -> list[int]:
        """The single kinds of a set."""
        return [1 << i for i in range(len(self.domain.kinds)) if mask >> i & 1]

    def mask(self, kinds: int) -> Mask:
        """A set of kinds as an array."""
        return np.array([bool(kinds >> i & 1) for i in range(len(self.domain.kinds))])

    def divided(self, mask: int, parts: Iterable[int]) -> bool:
        """Whether each of some sets is part of another and not all of it."""
        return all(part & mask not in (0, mask) for part in parts)

    def make(self, name: str, *given: int, numbers: tuple[int, ...] = ()) -> Statement:
        """A statement of a pattern over sets; a number beyond the size is as wrong as the next one."""
        kinds, most = range(len(self.domain.kinds)), max(self.size, _FINEST) + 1
        masks = tuple(tuple(bool(mask >> i & 1) for i in kinds) for mask in given)
        return Statement(PATTERNS[name], masks, tuple(min(number, most) for number in numbers), self.domain)

    def number(self, number: int, mask: int) -> Claim:
        """So many of a set."""
        return self.amount(Quantity("number", (Fraction(number),)), mask, mask)

    def amount(self, quantity: Quantity, whole: int, part: int) -> Claim:
        """So many of a whole have a property."""
        name, values = _PATTERNS.get(quantity.name, quantity.name), quantity.values
        numbers = tuple(max(int(value) + _BEYOND.get(quantity.name, 0), 0) for value in values)
        if values and PATTERNS.get(name, PATTERNS["number"]).numbers == "km":
            numbers = values[0].as_integer_ratio()
            name = _HALVES.get(name, name) if numbers == (1, 2) else name
        if name == "between":
            every = range(min(numbers), min(max(numbers), self.size) + 1)
            return Claim(tuple(self.number(n, whole & part).readings[0] for n in every))
        if name == "out_of":
            these, total = self.number(numbers[0], whole & part), self.number(numbers[-1], whole)
            counts = these.readings[0] + total.readings[0]
            if numbers[-1] == self.size:
                return these if whole == self.everything else Claim((counts,), these.readings)
            share = Quantity("share", (values[0] / (values[-1] or 1),))
            return Claim((counts, *self.amount(share, whole, part).readings))
        name = "there_are" if quantity.name == "one" and self.literal else name
        said, also = self._said(name, whole, part, numbers), _ALSO.get(quantity.name, _ALSO.get(name))
        if also and not self.literal and not (name == "some" and whole == self.everything):
            return Claim((said, self._said(also[0], whole, part, numbers)), fading=FADING[also[1]])
        looser = "there_are" if name == "number" and numbers[0] < 3 else _LOOSER.get(name)
        return Claim((said,), (self._said(looser, whole, part, numbers),) if looser else ())

    def _said(self, name: str, whole: int, part: int, numbers: tuple[int, ...] = ()) -> Conjunction:
        """A statement of how many of a whole are part of it."""
        pattern = PATTERNS[name]
        given = (whole & part,) if pattern.arguments == "P" else (whole, part)
        return (self.make(name, *given, numbers=numbers[: len(pattern.numbers)]),)

    def compared(self, left: int, right: int, relation: str, degree: str = "") -> Claim:
        """More, fewer or equally many of one set than of another."""
        if relation == "equal":
            near, equal = (self.make("near_equal", left, right),), (self.make("equal", left, right),)
            if degree == "loosely" and not self.literal:
                return Claim((equal, near), fading=FADING["loosely"])
            return Claim((near,)) if degree == "roughly" else Claim((equal,), (near,))
        left, right = (right, left) if relation == "fewer" else (left, right)
        more = (self.make("more", left, right),)
        exact = (self.make(_DEGREES.get(degree, "more"), left, right),)
        slightly = degree == "slightly" and not self.literal
        return Claim((exact, more), fading=FADING["slightly"]) if slightly else Claim((exact,), (more,))

    def ratio(self, left: int, right: int, factor: Fraction) -> Claim:
        """So many times as many."""
        numbers = factor.limit_denominator(_FINEST).as_integer_ratio()
        exact = ("times", numbers[:1]) if numbers[1] == 1 else ("ratio", numbers)
        near = self.make("near_ratio", left, right, numbers=numbers)
        return Claim(((self.make(exact[0], left, right, numbers=exact[1]),),), ((near,),))

    def exist(self, atoms: Sequence[int]) -> list[Claim]:
        """Each of some sets is there."""
        if sorted(atoms) == self.kinds(self.everything):
            return [Claim(((self.make("all_comb"),),))]
        return [Claim(((self.make("there_are", atom),),)) for atom in atoms if atom]


_FINEST = 100  # the largest denominator of a ratio, so that counts times it stay within 32 bits
# The patterns of quantities that go by other names.
_PATTERNS = {"mostly": "most", "only": "all", "no": "none", "one": "number", "share": "fraction"}
_PATTERNS |= {"almost": "just_under", "about": "near_share", "about_number": "about"}
_PATTERNS |= {"more_than": "at_least", "less_than": "at_most", "dominance": "most"}
_BEYOND = {"more_than": 1, "less_than": -1}
_HALVES = {"fraction": "half", "over": "most", "under": "minority"}
_LOOSER = {"all": "almost_all", "most": "many", "number": "about", "fraction": "near_share", "half": "near_share"}
"""What is meant where a quantity cannot hold."""
_ALSO = {"just_under": ("near_share", "nearly"), "just_over": ("near_share", "nearly"), "some": ("there_are", "some")}
_ALSO |= {"dominance": ("all", "dominance")}
"""What may be meant as well, less likely, and how much less (`weights.FADING`)."""
_DEGREES = {"slightly": "slightly_more", "much": "much_more"}
