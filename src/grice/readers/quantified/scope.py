"""Which kinds, and how many? Sets of kinds, and a quantity of a set as statements.

A set of kinds is a whole number with one bit for each kind of the domain, so that sets are compared, joined and kept in
tuples like any other value. The patterns of statements are those of `grice.meaning.quantifiers`; numbers that cannot
hold exactly, as "half" of nine, have looser forms.
"""

from collections.abc import Callable, Iterable, Sequence
from dataclasses import dataclass
from fractions import Fraction
from functools import cached_property, lru_cache, reduce
from itertools import product
from operator import or_
from typing import Any

import numpy as np

from grice.meaning.quantifiers import PATTERNS
from grice.meaning.statements import Statement
from grice.readers.quantified.acts import Group, Phrase, Quantity
from grice.readers.quantified.weights import FADING
from grice.scenes.quantified import Domain, Mask

Conjunction = tuple[Statement, ...]


@dataclass(frozen=True)
class Claim:
    """What a clause commits its speaker to: one of several readings, each some statements together.

    `looser` takes its place where it cannot hold. `fading` lowers the weight of each later reading.
    """

    readings: tuple[Conjunction, ...]
    looser: tuple[Conjunction, ...] = ()
    fading: float = 1.0

    def beside(self, other: "Claim", fading: float) -> "Claim":
        """This, or less likely another."""
        return Claim((*self.readings, *other.readings), (*self.looser, *other.looser), fading)

    @property
    def words(self) -> str:
        return " ".join(statement.text for statement in self.readings[0]) if self.readings else ""


def _anything(c: Any) -> Any:
    return np.ones(c.n.shape, dtype=bool)


WEAKER: dict[str, Any] = {
    **dict.fromkeys(("there_are", "all_but", "many", "a_few", "a_couple", "several", "number", "at_most"), _anything),
    **dict.fromkeys(("more", "much_more", "times"), lambda c: c.q >= 1),
    **dict.fromkeys(("equal", "fewer"), lambda c: c.p >= 1),
    **dict.fromkeys(("half", "minority", "under"), lambda c: c.ab >= 1),
    "all": lambda c: c.a >= 1,
    "some": lambda c: c.ab < c.a,
}
"""What people do take from a statement where the full implicature asks for a plural: one circle is circles enough."""


def union(masks: Iterable[int]) -> int:
    return reduce(or_, masks, 0)


@dataclass(frozen=True)
class Scope:
    """What does not change while a text is read: the domain, the size, the mode; `agrees` asks what was said before."""

    domain: Domain
    size: int
    literal: bool
    agrees: Callable[[Sequence[Claim]], bool] = lambda _: True
    """Whether claims are compatible with all that was said before."""

    @cached_property
    def everything(self) -> int:
        return (1 << len(self.domain.kinds)) - 1

    @cached_property
    def _members(self) -> dict[tuple[str, str], int]:
        pairs = [(a, v) for a, values in self.domain.attributes for v in values]
        return {
            (a, v): sum(1 << i for i, inside in enumerate(self.domain.members(**{a: v})) if inside) for a, v in pairs
        }

    def having(self, attribute: str, value: str) -> int:
        """The kinds that have a value."""
        return self._members[attribute, value]

    def of(self, phrase: Phrase | None) -> int:
        """All that a phrase covers."""
        return union(self.atoms(phrase))

    def atoms(self, phrase: Phrase | None) -> list[int]:
        """The things a phrase names one by one: "red and blue squares" are red squares, and blue squares."""
        if phrase is None:
            return [self.everything]
        return [atom for group in phrase.groups for atom in self._group(group)]

    def _group(self, group: Group) -> list[int]:
        said = group.named
        named = {a: tuple(v for v in vs if v in said[a]) for a, vs in self.domain.attributes if a in said}
        if group.across:
            named = {a: named.get(a, values) for a, values in self.domain.attributes}
        atoms = [
            reduce(lambda mask, pair: mask & self.having(*pair), zip(named, chosen, strict=True), self.everything)
            for chosen in product(*named.values())
        ]
        return [self.everything & ~union(atoms)] if group.others else atoms

    def opposite(self, phrase: Phrase | None) -> int:
        """What differs in every attribute a phrase names."""
        values = phrase.groups[0].values if phrase and phrase.groups else ()
        return self.everything & ~union(self.having(a, v) for a, named in values for v in named)

    def values(self, attribute: str, within: int) -> list[int]:
        """The parts of a set by the values of an attribute."""
        found = [self.having(attribute, value) & within for value in dict(self.domain.attributes)[attribute]]
        return [mask for mask in found if mask]

    def values_within(self, whole: int) -> list[int]:
        """The parts of a whole by each attribute that is free in it: of circles, the blue and the red ones."""
        splits = [self.values(attribute, whole) for attribute, _ in self.domain.attributes]
        return [part for split in splits if len(split) > 1 for part in split]

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
        return _statement(name, given, tuple(min(k, max(self.size, _FINEST) + 1) for k in numbers), self.domain)

    def number(self, number: int, mask: int) -> Claim:
        """So many of a set; about as many, where that cannot be."""
        about = self.make("about", mask, numbers=(number,)) if number > 2 else self.make("there_are", mask)
        return Claim(((self.make("number", mask, numbers=(number,)),),), ((about,),))

    def amount(self, quantity: Quantity, whole: int, part: int) -> Claim:
        """So many of a whole have a property."""
        name, values = quantity.name, quantity.values or (Fraction(0),)
        both, number = whole & part, int(values[0])
        if name in _SHARES:
            return self._share(name, values[0], whole, part)
        if name in _COUNTS:
            pattern, more = _COUNTS[name]
            return Claim(((self.make(pattern, both, numbers=(max(number + more, 0),)),),))
        if name in ("a_few", "a_couple", "several"):
            return Claim(((self.make(name, both),),))
        if name == "one" and self.literal:
            return Claim(((self.make("there_are", both),),))
        if name in ("number", "one"):
            return self.number(number, both)
        if name == "between":
            least, most = sorted(int(value) for value in values)
            return Claim(
                tuple((self.make("number", both, numbers=(n,)),) for n in range(least, min(most, self.size) + 1))
            )
        if name == "out_of":
            counts = self.number(number, both).readings[0] + self.number(int(values[-1]), whole).readings[0]
            return Claim((counts, *self._share("share", values[0] / (values[-1] or 1), whole, part).readings))
        if name == "all_but":
            return Claim(((self.make("all_but", whole, part, numbers=(number,)),),))
        if name == "no":
            return Claim(((self.make("none", both),),))
        if name == "some" and not self.literal and whole != self.everything:
            return Claim(((self.make("some", whole, part),), (self.make("there_are", both),)), fading=FADING["some"])
        plain = (self.make(_PATTERNS.get(name, name), whole, part),)
        return Claim((plain,), ((self.make(_LOOSER[name], whole, part),),) if name in _LOOSER else ())

    def _share(self, name: str, value: Fraction, whole: int, part: int) -> Claim:
        share = (value.numerator, value.denominator)
        half = value == Fraction(1, 2)
        near = (self.make("near_share", whole, part, numbers=share),)
        if name == "share":
            exact = self.make("half", whole, part) if half else self.make("fraction", whole, part, numbers=share)
            return Claim(((exact,),), (near,))
        if half and name in ("over", "under"):
            return Claim(((self.make("most" if name == "over" else "minority", whole, part),),))
        bound = (self.make(_SHARES[name], whole, part, numbers=share),)
        nearly = name in ("almost", "just_over") and not self.literal
        return Claim((bound, near), fading=FADING["nearly"]) if nearly else Claim((bound,))

    def compared(self, left: int, right: int, relation: str, degree: str = "") -> Claim:
        """More, fewer or equally many of one set than of another."""
        if relation == "equal":
            near, equal = (self.make("near_equal", left, right),), (self.make("equal", left, right),)
            if degree == "loosely" and not self.literal:
                return Claim((equal, near), fading=FADING["loosely"])
            return Claim((near,)) if degree == "roughly" else Claim((equal,), (near,))
        if relation == "fewer":
            left, right = right, left
        more = (self.make("more", left, right),)
        exact = (self.make(_DEGREES.get(degree, "more"), left, right),)
        slightly = degree == "slightly" and not self.literal
        return Claim((exact, more), fading=FADING["slightly"]) if slightly else Claim((exact,), (more,))

    def ratio(self, left: int, right: int, factor: Fraction) -> Claim:
        factor = factor.limit_denominator(_FINEST)
        k, m = factor.numerator, factor.denominator
        if m == 1:
            exact = self.make("times", left, right, numbers=(k,))
        elif k == 1:
            exact = self.make("times", right, left, numbers=(m,))
        else:
            exact = self.make("ratio", left, right, numbers=(k, m))
        return Claim(((exact,),), ((self.make("near_ratio", left, right, numbers=(k, m)),),))

    def exist(self, atoms: Sequence[int]) -> list[Claim]:
        """Each of some sets is there."""
        if sorted(atoms) == self.kinds(self.everything):
            return [Claim(((self.make("all_comb"),),))]
        return [Claim(((self.make("there_are", atom),),)) for atom in atoms if atom]


@lru_cache(maxsize=1 << 14)
def _statement(name: str, masks: tuple[int, ...], numbers: tuple[int, ...], domain: Domain) -> Statement:
    kinds = range(len(domain.kinds))
    return Statement(
        PATTERNS[name], tuple(tuple(bool(mask >> i & 1) for i in kinds) for mask in masks), numbers, domain
    )


_FINEST = 100
"""The largest denominator of a ratio, so that counts times it stay within 32 bits."""
_PATTERNS = {"mostly": "most", "only": "all", "largest": "most"}
_LOOSER = {"all": "almost_all", "most": "many"}
_DEGREES = {"slightly": "slightly_more", "much": "much_more"}
_SHARES = {
    "share": "fraction",
    "over": "over",
    "under": "under",
    "just_over": "just_over",
    "almost": "just_under",
    "about": "near_share",
}
_COUNTS = {
    "at_least": ("at_least", 0),
    "at_most": ("at_most", 0),
    "more_than": ("at_least", 1),
    "less_than": ("at_most", -1),
    "about_number": ("about", 0),
}
