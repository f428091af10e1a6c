"""Which of several graphs is the best answer? Minimum risk over finished beams (Kumar & Byrne 2004).

A beam's score is its log-probability over its length to the power `ALPHA` (Wu et al. 2016). Beams that give the same
set of facts pool their probability, because a graph is a set.
"""

import math
from collections.abc import Callable, Iterable, Sequence

from grice.readers.graphs.linear import Fact

ALPHA = 0.6
EXACT = 0.5
"""How much the chance of being exactly right counts besides the expected F score."""


def pooled(done: Sequence[tuple[float, Sequence[int]]], facts: Callable[[Sequence[int]], Iterable[Fact]]) -> int:
    """Of finished rows with their log-probability, the index of the one of least risk; `facts` gives the plain facts
    of a row.

    A row is worth its expected F score against the others, and its chance of being exactly right times `EXACT`.
    """
    mass: dict[frozenset[Fact], float] = {}
    first: dict[frozenset[Fact], tuple[float, int]] = {}
    for place, (score, rows) in enumerate(done):
        said = frozenset(facts(rows))
        normal = score / ((5 + len(rows) + 1) / 6) ** ALPHA
        mass[said] = mass.get(said, 0.0) + math.exp(normal)
        if said not in first or normal > first[said][0]:
            first[said] = (normal, place)
    options = [said for said in mass if said] or list(mass)
    parts = {said: _parts(said) for said in options}

    def worth(said: frozenset[Fact]) -> float:
        alike = (2 * len(parts[said] & parts[o]) / max(1, len(parts[said]) + len(parts[o])) * mass[o] for o in options)
        return sum(alike) + EXACT * mass[said]

    return first[max(options, key=worth)][1]


def _parts(facts: frozenset[Fact]) -> frozenset[Fact]:
    """Objects, attributes and relations of a graph, the tuples of SPICE."""
    nodes = {(fact[0],) for fact in facts} | {(fact[2],) for fact in facts if len(fact) == 3 and fact[1] != "is"}
    return facts | nodes
