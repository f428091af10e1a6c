"""How many is that? A quantity of a set as statements, and what people take from a statement beyond its truth.

The patterns are those of `grice.meaning.quantifiers`; numbers that cannot hold exactly, as "half" of nine, have looser
forms.
"""

from dataclasses import dataclass
from fractions import Fraction
from functools import lru_cache
from typing import Any

import numpy as np

from grice.meaning.quantifiers import PATTERNS
from grice.meaning.statements import Statement
from grice.readers.quantified.acts import Quantity
from grice.readers.quantified.weights import FADING
from grice.scenes.quantified import Domain

Conjunction = tuple[Statement, ...]


@dataclass(frozen=True)
class Claim:
    """What a clause commits its speaker to: one of several readings, each some statements together.

    `looser` takes its place where it cannot hold. `fading` lowers the weight of each later reading.
    """

    readings: tuple[Conjunction, ...]
    looser: tuple[Conjunction, ...] = ()
    fading: float = 1.0

    @property
    def words(self) -> str:
        return " ".join(statement.text for statement in self.readings[0]) if self.readings else ""


def _anything(c: Any) -> Any:
    return np.ones(c.n.shape, dtype=bool)


WEAKER: dict[str, Any] = {
    "all": lambda c: c.a >= 1,
    "half": lambda c: c.ab >= 1,
    "equal": lambda c: c.p >= 1,
    "more": lambda c: c.q >= 1,
    "fewer": lambda c: c.p >= 1,
    "minority": lambda c: c.ab >= 1,
    "there_are": _anything,
    "much_more": lambda c: c.q >= 1,
    "all_but": _anything,
    "many": _anything,
    "a_few": _anything,
    "a_couple": _anything,
    "several": _anything,
    "number": _anything,
    "at_most": _anything,
    "under": lambda c: c.ab >= 1,
    "times": lambda c: c.q >= 1,
    "some": lambda c: c.ab < c.a,
}
"""What people do take from a statement where the full implicature asks for a plural: one circle is circles enough."""


@dataclass(frozen=True)
class Sayer:
    """Makes statements over sets of kinds, which are whole numbers with one bit for each kind."""

    domain: Domain
    size: int

    def make(self, name: str, *given: int, numbers: tuple[int, ...] = ()) -> Statement:
        """A statement of a pattern over sets; a number beyond the size is as wrong as the next one."""
        return _statement(name, given, tuple(min(k, max(self.size, _FINEST) + 1) for k in numbers), self.domain)

    def amount(self, quantity: Quantity, whole: int, part: int, literal: bool) -> Claim:
        """So many of a whole have a property."""
        name, value = quantity.name, quantity.value or Fraction(0)
        both, number = whole & part, int(value)
        if name in _SHARES:
            return self._share(name, value, whole, part, literal)
        if name in _COUNTS:
            pattern, more = _COUNTS[name]
            return Claim(((self.make(pattern, both, numbers=(max(number + more, 0),)),),))
        if name in ("a_few", "a_couple", "several"):
            return Claim(((self.make(name, both),),))
        if name == "one" and literal:
            return Claim(((self.make("there_are", both),),))
        if name in ("number", "one"):
            about = self.make("about", both, numbers=(number,)) if number > 2 else self.make("there_are", both)
            return Claim(((self.make("number", both, numbers=(number,)),),), ((about,),))
        if name == "out_of":
            total = int(quantity.and_.value or 1) if quantity.and_ else 1
            counts = (
                self.make("number", both, numbers=(int(value * total),)),
                self.make("number", whole, numbers=(total,)),
            )
            return Claim((counts, *self._share("share", value, whole, part, literal).readings))
        if name == "all_but" and quantity.and_ is not None:
            if quantity.and_.name in ("number", "one"):
                return Claim(((self.make("all_but", whole, part, numbers=(int(quantity.and_.value or 1),)),),))
            return self.amount(quantity.and_, whole, whole & ~part, literal)
        if name == "no":
            return Claim(((self.make("none", both),),))
        if name == "some" and not literal and whole != (1 << len(self.domain.kinds)) - 1:
            return Claim(((self.make("some", whole, part),), (self.make("there_are", both),)), fading=FADING["some"])
        plain = (self.make(_PATTERNS.get(name, name), whole, part),)
        return Claim((plain,), ((self.make(_LOOSER[name], whole, part),),) if name in _LOOSER else ())

    def _share(self, name: str, value: Fraction, whole: int, part: int, literal: bool) -> Claim:
        share = (value.numerator, value.denominator)
        half = value == Fraction(1, 2)
        near = (self.make("near_share", whole, part, numbers=share),)
        if name == "share":
            exact = self.make("half", whole, part) if half else self.make("fraction", whole, part, numbers=share)
            return Claim(((exact,),), (near,))
        if half and name in ("over", "under"):
            return Claim(((self.make("most" if name == "over" else "minority", whole, part),),))
        bound = (self.make(_SHARES[name], whole, part, numbers=share),)
        nearly = name in ("almost", "just_over") and not literal
        return Claim((bound, near), fading=FADING["nearly"]) if nearly else Claim((bound,))

    def compared(self, left: int, right: int, relation: str, degree: str, literal: bool = False) -> Claim:
        """More, fewer or equally many of one set than of another."""
        if relation == "equal":
            near, equal = (self.make("near_equal", left, right),), (self.make("equal", left, right),)
            if degree == "loosely" and not literal:
                return Claim((equal, near), fading=FADING["loosely"])
            return Claim((near,)) if degree == "roughly" else Claim((equal,), (near,))
        if relation == "fewer":
            left, right = right, left
        more = (self.make("more", left, right),)
        exact = (self.make(_DEGREES.get(degree, "more"), left, right),)
        slightly = degree == "slightly" and not literal
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


@lru_cache(maxsize=1 << 14)
def _statement(name: str, masks: tuple[int, ...], numbers: tuple[int, ...], domain: Domain) -> Statement:
    kinds = range(len(domain.kinds))
    return Statement(
        PATTERNS[name], tuple(tuple(bool(mask >> i & 1) for i in kinds) for mask in masks), numbers, domain
    )


_FINEST = 100
"""The largest denominator of a ratio, so that counts times it stay within 32 bits."""
_PATTERNS = {"mostly": "most", "only": "all"}
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
