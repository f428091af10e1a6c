"""What can fill a pattern? Properties for its arguments, in the order of preference of QDG (Pel 2020, section 3.3).

The whole comes before a part, and among parts the nouns (shapes) before the adjectives (colours). Of the whole, kinds
come before single values. Only values of the same attribute, or kinds, are compared with each other.
"""

from collections.abc import Iterator, Mapping, Sequence
from itertools import permutations

from grice.scenes.quantified import OBJECT, Domain

Orders = Mapping[str, Sequence[str]]
KINDS = ""
"""The key of the order of kinds, besides those of the attributes."""


def orders(domain: Domain) -> dict[str, tuple[str, ...]]:
    """Kinds, then the values of each attribute, nouns before adjectives; each in the domain's order."""
    return {KINDS: domain.kinds} | dict(reversed(domain.attributes))


def fillers(arguments: str, order: Orders) -> Iterator[tuple[str, ...]]:
    """Every filling of the arguments A, B, C, P, Q or E of a pattern."""
    yield from _FILLERS[arguments](order)


def _none(_: Orders) -> Iterator[tuple[str, ...]]:
    yield ()


def _one(order: Orders) -> Iterator[tuple[str, ...]]:
    for values in order.values():
        yield from ((value,) for value in values)


def _pair(order: Orders) -> Iterator[tuple[str, ...]]:
    for values in order.values():
        yield from permutations(values, 2)


def _of(order: Orders, said: int) -> Iterator[tuple[str, ...]]:
    for values in order.values():
        yield from ((OBJECT, *chosen) for chosen in permutations(values, said))
    attributes = [attribute for attribute in order if attribute != KINDS]
    for subject in attributes:
        for other in attributes:
            if other != subject:
                for value in order[subject]:
                    yield from ((value, *chosen) for chosen in permutations(order[other], said))


def _alike(order: Orders) -> Iterator[tuple[str, ...]]:
    yield (OBJECT,)
    if len(order) > 2:
        yield from ((value,) for attribute, values in order.items() if attribute != KINDS for value in values)


_FILLERS = {
    "": _none,
    "P": _one,
    "PQ": _pair,
    "AB": lambda order: _of(order, 1),
    "ABC": lambda order: _of(order, 2),
    "E": _alike,
}
