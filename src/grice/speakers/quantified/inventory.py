"""What may the complete speaker say? Its styles, and the statements of each that are true of a scene.

A statement is offered if it is true of the scene and so is what it implicates; what it rules out is what plain logic
rules out. Truth values over all worlds are kept as one big integer with a bit per world, made when first needed.
"""

from collections.abc import Iterator
from dataclasses import dataclass, field
from functools import lru_cache
from itertools import islice

import numpy as np

from grice.meaning.quantifiers import PATTERNS, Counts
from grice.meaning.statements import Statement
from grice.scenes.quantified import OBJECT, Domain, Mask, size_of_space, worlds
from grice.speakers.quantified.fillers import fillers, orders
from grice.speakers.quantified.preferences import cost, large_numerals
from grice.speakers.quantified.qdg import counter

_PLAIN = ("all", "half", "half_rest", "most", "minority", "more", "equal", "equal_each", "none", "single")
_PARTS = ((1, 3), (2, 3), (1, 4), (3, 4))
STYLES: dict[str, tuple[tuple[str, ...], tuple[tuple[int, int], ...], tuple[int, ...]]] = {
    "short": ((*_PLAIN, "fraction", "fraction_rest", "times"), _PARTS, (2, 3, 4)),
    "legible": ((*_PLAIN, "fraction", "fraction_rest", "times", "over", "under"), _PARTS, (2, 3, 4)),
    "vague": ((*_PLAIN, "some", "fraction", "fraction_rest", "most_rest", "times", "over", "under"), _PARTS[::2], (2,)),
}
"""A style's patterns, the parts its fractions may be, the factors of its comparisons. "vague" has no number word."""
COUNTED = ("number", "number_rest", "more_by", "each")
"""Patterns with a number that the scene decides; all styles but "vague" have them."""
MOST_STATEMENTS = 25_000
"""The most statements in an inventory, which takes some five seconds to make, once per size."""
MOST_CELLS = 250_000_000
"""The most truth values in an inventory, statements times worlds: some 700 MB."""


@dataclass(frozen=True)
class Option:
    """A statement, its cost, how many large numbers it has, and the worlds it allows as bits."""

    said: Statement
    cost: float
    large: int
    allowed: int
    fits: Mask = field(repr=False)
    """The scenes it may be used of: those where it and its implicature are true."""


class Inventory:
    """The statements of a style about scenes of one size."""

    def __init__(self, size: int, domain: Domain, style: str) -> None:
        self.size, self.domain = size, domain
        self._count = counter(worlds(size, domain))
        self._counted = list(_counted(domain)) if style != "vague" else []
        self._made: dict[tuple[str, tuple[str, ...], int], Option] = {}
        self._fixed = [self._option(said) for said in _fixed(domain, style)]
        self._fits = np.ascontiguousarray(np.stack([option.fits for option in self._fixed]).T)
        self._kinds = {p: np.flatnonzero(domain.members(p)).tolist() for p in domain.properties}

    def options(self, scene: tuple[int, ...], row: int) -> list[Option]:
        """What can be said of a scene, cheapest first; of statements that allow the same worlds, the cheapest."""
        found: dict[int, Option] = {}
        offered = [self._fixed[i] for i in np.flatnonzero(self._fits[row]).tolist()]
        for name, filling in self._counted:
            number = self._number(name, filling, scene)
            if number > 0:
                option = self._made.get((name, filling, number)) or self._make(name, filling, number)
                if option.fits[row]:
                    offered.append(option)
        for option in offered:
            known = found.get(option.allowed)
            if known is None or option.cost < known.cost:
                found[option.allowed] = option
        return sorted(found.values(), key=lambda option: option.cost)

    def _number(self, name: str, filling: tuple[str, ...], scene: tuple[int, ...]) -> int:
        first = sum(scene[kind] for kind in self._kinds[filling[0]])
        if name == "more_by":
            return first - sum(scene[kind] for kind in self._kinds[filling[1]])
        return first // len(self._kinds[filling[0]]) if name == "each" else first

    def _make(self, name: str, filling: tuple[str, ...], number: int) -> Option:
        made = self._option(Statement(PATTERNS[name], filling, (number,), self.domain))
        self._made[name, filling, number] = made
        return made

    def _option(self, said: Statement) -> Option:
        given = Counts(self._count, len(self.domain.kinds), said.masks, said.numbers)
        logic = said.holds_for(given)
        bits = int.from_bytes(np.packbits(logic, bitorder="little").tobytes(), "little")
        fits = said.holds_for(given, pragmatic=True)
        return Option(said, cost(said, self.size), large_numerals(said), bits, fits)


@lru_cache(maxsize=48)
def inventory(size: int, domain: Domain, style: str) -> Inventory:
    return Inventory(size, domain, style)


@lru_cache(maxsize=256)
def small_enough(size: int, domain: Domain, style: str) -> bool:
    """Whether an inventory of this size can be made in seconds; with many kinds it cannot."""
    held = sum(1 for _ in islice(_fillings(domain, style), MOST_STATEMENTS + 1))
    return held <= MOST_STATEMENTS and held * size_of_space(size, domain) <= MOST_CELLS


def _fixed(domain: Domain, style: str) -> Iterator[Statement]:
    for name, filling, numbers in _fillings(domain, style):
        yield Statement(PATTERNS[name], filling, numbers, domain)


def _fillings(domain: Domain, style: str) -> Iterator[tuple[str, tuple[str, ...], tuple[int, ...]]]:
    names, parts, factors = STYLES[style]
    for name in names:
        pattern = PATTERNS[name]
        rest = pattern.arguments == "ABC" and name != "half_rest"
        fillings = ((OBJECT, *pair) for pair in _rests(domain)) if rest else fillers(pattern.arguments, orders(domain))
        numbers: tuple[tuple[int, ...], ...] = ((),)
        if pattern.numbers:
            numbers = parts if pattern.numbers == "km" else tuple((factor,) for factor in factors)
        for filling in fillings:
            yield from ((name, filling, chosen) for chosen in numbers)


def _counted(domain: Domain) -> Iterator[tuple[str, tuple[str, ...]]]:
    for name in COUNTED:
        arguments = PATTERNS[name].arguments
        fillings = _rests(domain) if arguments == "BC" else fillers(arguments, orders(domain))
        yield from ((name, filling) for filling in fillings)


def _rests(domain: Domain) -> Iterator[tuple[str, ...]]:
    """A part and what the rest is, where that is informative."""
    for part in domain.properties[1:]:
        others = ~domain.members(part)
        for rest in domain.properties[1:]:
            said = domain.members(rest) & others
            contrast = (domain.members(part) & ~domain.members(rest)).any()
            if contrast and said.any() and (said != others).any():
                yield part, rest
