"""When is a quantified statement true of a scene? Patterns as predicates over arrays of worlds (Pel 2020, section 3.2).

`PATTERNS` is the one table: a pattern's name, its arguments, when it is true (plain logic), what it implicates on top,
and how it is said. A `Statement` (grice.meaning.statements) is a pattern with its arguments filled; speakers say them,
readers arrive at them.

Letters: A is what is talked about (all objects where a pattern does not name it), B and C what is said of it; P and Q
are things counted, E those whose kinds are compared. Small letters are the counts of a world: a of A, ab of A that are
B, rest of A that are C but not B, lo and hi the smallest and largest kind of E; n objects in all; numbers k and m.
"""

from collections.abc import Callable, Mapping
from dataclasses import dataclass
from functools import cached_property, reduce
from types import MappingProxyType
from typing import Any, TypeAlias

import numpy as np
from numpy.typing import NDArray

from grice.scenes.quantified import Mask

Count: TypeAlias = NDArray[np.integer[Any]]
Test: TypeAlias = "Callable[[Counts], Any]"


class Counts:
    """The counts a predicate may use, each computed when first needed."""

    def __init__(
        self, count: Callable[[Mask], Count], kinds: int, masks: Mapping[str, Mask], numbers: tuple[int, ...] = ()
    ) -> None:
        self._count, self._masks = count, masks
        self._everything = np.ones(kinds, dtype=bool)
        self.k, self.m = (*numbers, 0, 0)[:2]

    def _of(self, letter: str) -> Mask:
        return self._masks.get(letter, self._everything)

    @cached_property
    def n(self) -> Count:
        return self._count(self._everything)

    @cached_property
    def p(self) -> Count:
        return self._count(self._of("P"))

    @cached_property
    def q(self) -> Count:
        return self._count(self._of("Q"))

    @cached_property
    def a(self) -> Count:
        return self._count(self._of("A"))

    @cached_property
    def ab(self) -> Count:
        return self._count(self._of("A") & self._of("B"))

    @cached_property
    def b(self) -> Count:
        return self._count(self._of("B"))

    @cached_property
    def c(self) -> Count:
        return self._count(self._of("C"))

    @cached_property
    def ac(self) -> Count:
        return self._count(self._of("A") & self._of("C"))

    @cached_property
    def rest(self) -> Count:
        return self._count(self._of("A") & self._of("C") & ~self._of("B"))

    @cached_property
    def _kinds(self) -> list[Count]:
        return [self._count(np.arange(len(self._everything)) == kind) for kind in np.flatnonzero(self._of("E"))]

    @cached_property
    def lo(self) -> Count:
        low: Count = reduce(np.minimum, self._kinds)
        return low

    @cached_property
    def hi(self) -> Count:
        high: Count = reduce(np.maximum, self._kinds)
        return high


@dataclass(frozen=True)
class Pattern:
    """A row of the table.

    `arguments` are the letters of the properties and `numbers` of the numbers it takes. Plain logic is `truth`;
    pragmatically a statement is understood as `truth` and `implicature` together. `templates` are the ways to say it,
    the plainest first; `singular` replaces them where k is one. Of a vague pattern, the prototype of the same name
    (grice.meaning.prototypes) bounds the truth too.
    """

    name: str
    arguments: str
    numbers: str
    truth: Test
    implicature: Test
    templates: tuple[str, ...]
    singular: tuple[str, ...] = ()
    vague: bool = False

    def __repr__(self) -> str:
        return f"<pattern {self.name}>"


def _true(counts: Counts) -> Any:
    return np.ones(counts.n.shape, dtype=bool)


_ROWS = (
    # The fourteen of Pel (2020), in the order of the thesis.
    Pattern("all_comb", "", "", lambda c: c.lo >= 1, _true, ("All possible objects are shown.",)),
    Pattern(
        "all", "AB", "", lambda c: c.ab == c.a, lambda c: c.a >= 2,
        ("All of the {As} are {Bp}.", "Every {A} is {Bi}."),
    ),
    Pattern("everything", "P", "", lambda c: c.p == c.n, lambda c: c.n != 1, ("Everything is {Pi}.",)),
    Pattern("only", "P", "", lambda c: c.p == c.n, lambda c: c.n != 1, ("There are only {Ps}.",)),
    Pattern("half", "AB", "", lambda c: 2 * c.ab == c.a, lambda c: c.a >= 2, ("Half of the {As} are {Bp}.",)),
    Pattern(
        "half_rest", "ABC", "",
        lambda c: (2 * c.ab == c.a) & (2 * c.ac == c.a), lambda c: c.a >= 2,
        ("Half of the {As} are {Bp}, the other half are {Cp}.", "Half of the {As} are {Bp}, the rest are {Cp}."),
    ),
    Pattern("equal", "PQ", "", lambda c: c.p == c.q, lambda c: c.p >= 2, ("There are equally many {Ps} and {Qs}.",)),
    Pattern(
        "most", "AB", "", lambda c: 2 * c.ab > c.a, lambda c: (c.ab < c.a) & (c.a >= 2),
        ("Most of the {As} are {Bp}.", "A majority of the {As} are {Bp}.", "More than half of the {As} are {Bp}."),
    ),
    Pattern(
        "minority", "AB", "", lambda c: 2 * c.ab < c.a, lambda c: c.ab >= 1,
        ("A minority of the {As} are {Bp}.", "Less than half of the {As} are {Bp}."),
    ),
    Pattern("more", "PQ", "", lambda c: c.p > c.q, lambda c: c.q >= 2, ("There are more {Ps} than {Qs}.",)),
    Pattern("fewer", "PQ", "", lambda c: c.p < c.q, lambda c: c.p >= 2, ("There are fewer {Ps} than {Qs}.",)),
    Pattern("some", "AB", "", lambda c: c.ab >= 2, lambda c: c.ab < c.a, ("Some {As} are {Bp}.",)),
    Pattern("some_1", "P", "", lambda c: c.p >= 2, lambda c: c.p < c.n, ("There are some {Ps}.",)),
    Pattern("only_one", "P", "", lambda c: c.p == 1, _true, ("There is only one {P}.",)),
    # What people say and the fourteen lack: numbers, nothing, parts.
    Pattern(
        "number", "P", "k", lambda c: c.p == c.k, _true,
        ("There are {k} {Ps}.",), ("There is one {P}.",),
    ),
    Pattern("single", "P", "", lambda c: c.p == 1, _true, ("There is a single {P}.",)),
    Pattern("none", "P", "", lambda c: c.p == 0, _true, ("There are no {Ps}.",)),
    Pattern("there_are", "P", "", lambda c: c.p >= 1, lambda c: c.p >= 2, ("There are {Ps}.",)),
    Pattern(
        "only_two", "PQ", "", lambda c: c.p + c.q == c.n, lambda c: (c.p >= 1) & (c.q >= 1),
        ("There are only {Ps} and {Qs}.",),
    ),
    Pattern(
        "fraction", "AB", "km", lambda c: c.m * c.ab == c.k * c.a, lambda c: c.ab >= 1,
        ("{Fraction} of the {As} are {Bp}.",),
    ),
    Pattern(
        "percent", "AB", "k", lambda c: 100 * c.ab == c.k * c.a, lambda c: c.ab >= 1,
        ("{digits} percent of the {As} are {Bp}.",),
    ),
    Pattern(
        "over", "AB", "km", lambda c: c.m * c.ab > c.k * c.a, lambda c: c.ab < c.a,
        ("More than {fraction} of the {As} are {Bp}.",),
    ),
    Pattern(
        "under", "AB", "km", lambda c: c.m * c.ab < c.k * c.a, lambda c: c.ab >= 1,
        ("Less than {fraction} of the {As} are {Bp}.",),
    ),
    # Comparisons with a size.
    Pattern(
        "times", "PQ", "k", lambda c: c.p == c.k * c.q, lambda c: c.q >= 1,
        ("There are {times} as many {Ps} as {Qs}.",),
    ),
    Pattern(
        "more_by", "PQ", "k", lambda c: c.p == c.q + c.k, lambda c: c.q >= 1,
        ("There are {k} more {Ps} than {Qs}.",), ("There is one more {P} than {Qs}.",),
    ),
    # The rest, and exceptions: a part and what remains, in one statement.
    Pattern(
        "number_rest", "BC", "k", lambda c: (c.ab == c.k) & (c.rest == c.n - c.k), lambda c: c.rest >= 2,
        ("There are {k} {Bs}, the rest are {Cp}.",), ("There is one {B}, the rest are {Cp}.",),
    ),
    Pattern(
        "fraction_rest", "ABC", "km",
        lambda c: (c.m * c.ab == c.k * c.a) & (c.rest == c.a - c.ab),
        lambda c: (c.ab >= 1) & (c.rest >= 2),
        ("{Fraction} of the {As} are {Bp}, the rest are {Cp}.",),
    ),
    Pattern(
        "most_rest", "ABC", "",
        lambda c: (2 * c.ab > c.a) & (c.rest == c.a - c.ab), lambda c: c.rest >= 2,
        ("Most of the {As} are {Bp}, the rest are {Cp}.",),
    ),
    Pattern(
        "all_but", "AB", "k", lambda c: c.ab == c.a - c.k, lambda c: c.ab >= 2,
        ("All but {k} of the {As} are {Bp}.",),
    ),
    Pattern(
        "except", "ABC", "k",
        lambda c: (c.ac == c.k) & (c.rest == c.ac) & (c.ab == c.a - c.ac), lambda c: c.ab >= 2,
        ("All of the {As} are {Bp}, except for {k} {Cs}.",), ("All of the {As} are {Bp}, except for one {C}.",),
    ),
    # Every kind of E alike.
    Pattern(
        "each", "E", "k", lambda c: (c.lo == c.k) & (c.hi == c.k), _true,
        ("There are {k} {Es} of each {each}.",), ("There is one {E} of each {each}.",),
    ),
    Pattern(
        "equal_each", "E", "", lambda c: c.lo == c.hi, lambda c: c.lo >= 1,
        ("There are equally many {Es} of each {each}.",),
    ),
    # Vague words: true where their prototype gives any membership.
    Pattern("almost_all", "AB", "", _true, lambda c: c.ab < c.a, ("Almost all of the {As} are {Bp}.",), vague=True),
    Pattern("about_half", "AB", "", _true, _true, ("About half of the {As} are {Bp}.",), vague=True),
    Pattern("many", "AB", "", _true, lambda c: c.ab < c.a, ("Many of the {As} are {Bp}.",), vague=True),
    Pattern("few", "AB", "", _true, lambda c: c.ab >= 1, ("Few of the {As} are {Bp}.",), vague=True),
    Pattern("a_few", "P", "", _true, lambda c: c.p < c.n, ("There are a few {Ps}.",), vague=True),
    Pattern("a_couple", "P", "", _true, lambda c: c.p < c.n, ("There are a couple of {Ps}.",), vague=True),
    Pattern("several", "P", "", _true, lambda c: c.p < c.n, ("There are several {Ps}.",), vague=True),
    Pattern(
        "slightly_more", "PQ", "", lambda c: c.p > c.q, lambda c: c.q >= 1,
        ("There are slightly more {Ps} than {Qs}.",), vague=True,
    ),
    # What readers arrive at beside these: bounds, parts that are hedged, numbers that are nearly right.
    Pattern("not_all", "AB", "", lambda c: c.ab < c.a, lambda c: c.ab >= 1, ("Not all of the {As} are {Bp}.",)),
    Pattern(
        "at_least", "P", "k", lambda c: c.p >= c.k, _true,
        ("There are at least {k} {Ps}.",), ("There is at least one {P}.",),
    ),
    Pattern(
        "at_most", "P", "k", lambda c: c.p <= c.k, lambda c: c.p >= 1,
        ("There are at most {k} {Ps}.",), ("There is at most one {P}.",),
    ),
    Pattern(
        "about", "P", "k", lambda c: abs(c.p - c.k) <= np.maximum(1, c.k // 5), _true,
        ("There are about {k} {Ps}.",), ("There is about one {P}.",),
    ),
    Pattern(
        "ratio", "PQ", "km", lambda c: c.m * c.p == c.k * c.q, lambda c: c.q >= 1,
        ("The {Ps} and the {Qs} are in a ratio of {k} to {m}.",),
    ),
    Pattern(
        "near_ratio", "PQ", "km",
        lambda c: (abs(c.m * c.p - c.k * c.q) <= np.maximum(c.m, c.k)) & (c.p >= 1) & (c.q >= 1), _true,
        ("The {Ps} and the {Qs} are in a ratio of about {k} to {m}.",),
    ),
    Pattern(
        "near_share", "AB", "km",
        lambda c: (abs(c.m * c.ab - c.k * c.a) <= np.maximum(c.m, 0.13 * c.m * c.a)) & (c.ab >= 1) & (c.ab < c.a),
        _true, ("About {fraction} of the {As} are {Bp}.",),
    ),
    Pattern(
        "just_over", "AB", "km",
        lambda c: (c.m * c.ab > c.k * c.a) & (c.m * c.ab <= c.k * c.a + np.maximum(c.m, 0.2 * c.m * c.a)),
        lambda c: c.ab < c.a, ("Just over {fraction} of the {As} are {Bp}.",),
    ),
    Pattern(
        "just_under", "AB", "km",
        lambda c: (c.m * c.ab < c.k * c.a) & (c.m * c.ab >= c.k * c.a - np.maximum(c.m, 0.2 * c.m * c.a)),
        lambda c: c.ab >= 1, ("Almost {fraction} of the {As} are {Bp}.",),
    ),
    Pattern(
        "near_equal", "PQ", "",
        lambda c: (abs(c.p - c.q) <= np.maximum(1, 0.4 * (c.p + c.q))) & (c.p >= 1) & (c.q >= 1), _true,
        ("There are about equally many {Ps} and {Qs}.",),
    ),
    Pattern(
        "much_more", "PQ", "", lambda c: c.p > c.q, lambda c: c.p >= 2 * c.q, ("There are many more {Ps} than {Qs}.",)
    ),
)  # fmt: skip

PATTERNS: Mapping[str, Pattern] = MappingProxyType({row.name: row for row in _ROWS})
ORIGINAL = tuple(row.name for row in _ROWS[:14])
"""The fourteen patterns of QDG, in the base order of the thesis."""
