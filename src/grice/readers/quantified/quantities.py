"""How many is that? A quantity of a set as statements, and what people take from a statement beyond its truth.

The patterns are those of `grice.meaning.quantifiers`; those below are what only readers need: bounds, parts that are
hedged, and looser forms for numbers that cannot hold exactly, as "half" of nine.
"""

from dataclasses import dataclass
from fractions import Fraction
from typing import Any

import numpy as np

from grice.meaning.quantifiers import PATTERNS, Pattern
from grice.meaning.statements import Statement
from grice.readers.quantified.acts import Quantity
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

    @property
    def words(self) -> str:
        return " ".join(statement.text for statement in self.readings[0]) if self.readings else ""


def _anything(c: Any) -> Any:
    return np.ones(c.n.shape, dtype=bool)


def _row(name: str, arguments: str, numbers: str, truth: Any, implied: Any, text: str, vague: bool = False) -> Pattern:
    return Pattern(name, arguments, numbers, truth, implied, (text,), vague=vague)


EXISTS = _row("exists", "P", "", lambda c: c.p >= 1, lambda c: c.p >= 2, "There are {Ps}.")
NOT_ALL = _row("not_all", "AB", "", lambda c: c.ab < c.a, lambda c: c.ab >= 1, "Not all of the {As} are {Bp}.")
AT_LEAST = _row("at_least", "P", "k", lambda c: c.p >= c.k, _anything, "There are at least {k} {Ps}.")
AT_MOST = _row("at_most", "P", "k", lambda c: c.p <= c.k, lambda c: c.p >= 1, "There are at most {k} {Ps}.")
ABOUT = _row(
    "about", "P", "k", lambda c: abs(c.p - c.k) <= np.maximum(1, c.k // 5), _anything, "There are about {k} {Ps}."
)
RATIO = _row(
    "ratio",
    "PQ",
    "km",
    lambda c: c.m * c.p == c.k * c.q,
    lambda c: c.q >= 1,
    "{Ps} and {Qs} are in a ratio of {k} to {m}.",
)
NEAR_RATIO = _row(
    "near_ratio", "PQ", "km",
    lambda c: (abs(c.m * c.p - c.k * c.q) <= np.maximum(c.m, c.k)) & (c.p >= 1) & (c.q >= 1), _anything,
    "{Ps} and {Qs} are in a ratio of about {k} to {m}.",
)  # fmt: skip
NEAR_SHARE = _row(
    "near_share", "AB", "km",
    lambda c: (abs(c.m * c.ab - c.k * c.a) <= np.maximum(c.m, 0.13 * c.m * c.a)) & (c.ab >= 1) & (c.ab < c.a),
    _anything,
    "About {fraction} of the {As} are {Bp}.",
)  # fmt: skip
JUST_OVER = _row(
    "just_over", "AB", "km",
    lambda c: (c.m * c.ab > c.k * c.a) & (c.m * c.ab <= c.k * c.a + np.maximum(c.m, 0.2 * c.m * c.a)),
    lambda c: c.ab < c.a, "Just over {fraction} of the {As} are {Bp}.",
)  # fmt: skip
JUST_UNDER = _row(
    "just_under", "AB", "km",
    lambda c: (c.m * c.ab < c.k * c.a) & (c.m * c.ab >= c.k * c.a - np.maximum(c.m, 0.2 * c.m * c.a)),
    lambda c: c.ab >= 1, "Almost {fraction} of the {As} are {Bp}.",
)  # fmt: skip
MATCHED = _row("matched", "PQ", "", lambda c: c.p == c.q, _anything, "There are as many {Ps} as {Qs}.")
NEAR_EQUAL = _row(
    "near_equal", "PQ", "",
    lambda c: (abs(c.p - c.q) <= np.maximum(1, 0.4 * (c.p + c.q))) & (c.p >= 1) & (c.q >= 1), _anything,
    "There are about equally many {Ps} and {Qs}.",
)  # fmt: skip
MUCH_MORE = _row(
    "much_more", "PQ", "", lambda c: c.p > c.q, lambda c: c.p >= 2 * c.q, "There are many more {Ps} than {Qs}."
)

WEAKER: dict[str, Any] = {
    "all": lambda c: c.a >= 1,
    "half": lambda c: c.ab >= 1,
    "equal": lambda c: c.p >= 1,
    "more": lambda c: c.q >= 1,
    "fewer": lambda c: c.p >= 1,
    "minority": lambda c: c.ab >= 1,
    "exists": _anything,
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


class Sayer:
    """Makes statements over sets of kinds."""

    def __init__(self, domain: Domain) -> None:
        self.domain = domain

    def make(self, pattern: Pattern | str, *given: Mask | int) -> Statement:
        row = PATTERNS[pattern] if isinstance(pattern, str) else pattern
        sets = tuple(tuple(g.tolist()) for g in given if isinstance(g, np.ndarray))
        numbers = tuple(int(g) for g in given if not isinstance(g, np.ndarray))
        return Statement(row, sets, numbers, self.domain)

    def amount(self, quantity: Quantity, whole: Mask, part: Mask, literal: bool) -> Claim:
        """So many of a whole have a property."""
        name, value = quantity.name, quantity.value
        both = whole & part
        one = self.make
        if name in _SHARES:
            assert value is not None
            return self._share(name, value, whole, part, literal)
        if name in _COUNTS:
            assert value is not None
            return Claim(((one(_COUNTS[name][0], both, int(value) + _COUNTS[name][1]),),))
        if name in _VAGUE_COUNTS:
            return Claim(((one(_VAGUE_COUNTS[name], both),),))
        if name in ("number", "one"):
            assert value is not None
            if name == "one" and literal:
                return Claim(((one(EXISTS, both),),))
            about = one(ABOUT, both, int(value)) if value > 2 else one(EXISTS, both)
            return Claim(((one("number", both, int(value)),),), ((about,),))
        if name == "out_of":
            assert value is not None
            total = int(quantity.and_.value or 1) if quantity.and_ else 1
            exact = (one("number", both, int(value * total)), one("number", whole, total))
            return Claim((exact, *self._share("share", value, whole, part, literal).readings))
        if name == "all_but":
            assert quantity.and_ is not None
            if quantity.and_.name in ("number", "one") and quantity.and_.value is not None:
                return Claim(((one("all_but", whole, part, int(quantity.and_.value)),),))
            return self.amount(quantity.and_, whole, whole & ~part, literal)
        if name == "no":
            return Claim(((one("none", both),),))
        if name == "some" and literal is False and not whole.all():
            return Claim(((one("some", whole, part),), (one(EXISTS, both),)), fading=0.5)
        plain = (one(_PATTERNS.get(name, name), whole, part),)
        return Claim((plain,), ((one(_LOOSER[name], whole, part),),) if name in _LOOSER else ())

    def _share(self, name: str, value: Fraction, whole: Mask, part: Mask, literal: bool) -> Claim:
        k, m = value.numerator, value.denominator
        if name == "share":
            half = value == Fraction(1, 2)
            equal = self.make("half", whole, part) if half else self.make("fraction", whole, part, k, m)
            return Claim(((equal,),), ((self.make(NEAR_SHARE, whole, part, k, m),),))
        if name == "over" and value == Fraction(1, 2):
            return Claim(((self.make("most", whole, part),),))
        if name == "under" and value == Fraction(1, 2):
            return Claim(((self.make("minority", whole, part),),))
        near = (self.make(NEAR_SHARE, whole, part, k, m),)
        exact = (self.make(_SHARES[name], whole, part, k, m),)
        return Claim((exact, near), fading=0.3) if name in ("almost", "just_over") and not literal else Claim((exact,))

    def compared(self, left: Mask, right: Mask, relation: str, degree: str, literal: bool = False) -> Claim:
        """More, fewer or equally many of one set than of another."""
        if relation == "equal":
            near, equal = (self.make(NEAR_EQUAL, left, right),), (self.make("equal", left, right),)
            if degree == "loosely" and not literal:
                return Claim((equal, near), fading=0.4)
            return Claim((near,)) if degree == "roughly" else Claim((equal,), (near,))
        if relation == "fewer":
            left, right = right, left
        more = (self.make("more", left, right),)
        exact = (self.make(_DEGREES.get(degree, "more"), left, right),)
        return Claim((exact, more), fading=0.1) if degree == "slightly" and not literal else Claim((exact,), (more,))

    def ratio(self, left: Mask, right: Mask, factor: Fraction) -> Claim:
        k, m = factor.numerator, factor.denominator
        exact = self.make("times", left, right, k) if m == 1 else self.make(RATIO, left, right, k, m)
        if k == 1 and m > 1:
            exact = self.make("times", right, left, m)
        return Claim(((exact,),), ((self.make(NEAR_RATIO, left, right, k, m),),))


_PATTERNS: dict[str, Pattern | str] = {"mostly": "most", "not_all": NOT_ALL, "only": "all"}
_LOOSER = {"all": "almost_all", "most": "many"}
_DEGREES: dict[str, Pattern | str] = {"slightly": "slightly_more", "much": MUCH_MORE}
_SHARES: dict[str, Pattern | str] = {
    "share": "fraction",
    "over": "over",
    "under": "under",
    "just_over": JUST_OVER,
    "almost": JUST_UNDER,
    "about": NEAR_SHARE,
}
_COUNTS: dict[str, tuple[Pattern, int]] = {
    "at_least": (AT_LEAST, 0),
    "at_most": (AT_MOST, 0),
    "more_than": (AT_LEAST, 1),
    "less_than": (AT_MOST, -1),
    "about_number": (ABOUT, 0),
}
_VAGUE_COUNTS = {"a_few": "a_few", "a_couple": "a_couple", "several": "several"}
