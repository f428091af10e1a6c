"""Which parts does a graph have? SPICE's tuples (Anderson et al. 2016), and the same in words.

A graph's tuples are each object (o,), each attribute with its object (o, a) and each relation (s, p, o). In words, as
SoftSPICE compares them (Li et al. 2023, equation 1): "ball", "red ball", "dog chase ball".
"""

from collections.abc import Iterable, Sequence
from functools import lru_cache

from grice.meaning.graph import SceneGraph
from grice.meaning.graph_statements import IS, Fact
from grice.words.morphology import lemmatised

Phrases = tuple[str, ...]


def tuples(graphs: Sequence[SceneGraph], lemmatise: bool) -> frozenset[Fact]:
    """Objects, attributes with their objects, and relations of graphs, pooled."""
    if len(graphs) == 1:
        return tuples_of(graphs[0].facts, lemmatise)
    return frozenset().union(*[tuples_of(graph.facts, lemmatise) for graph in graphs])


# Cached: a reference is compared with many candidates, and short captions repeat.
@lru_cache(maxsize=1 << 14)
def tuples_of(facts: tuple[Fact, ...], lemmatise: bool) -> frozenset[Fact]:
    """The tuples of plain facts."""
    return frozenset([part for fact in facts for part in _parts(fact, lemmatise)])


def components(tuples: Iterable[Fact]) -> Phrases:
    """Tuples in words: (ball,), (ball, red), (dog, chase, ball) are "ball", "red ball", "dog chase ball"."""
    return tuple(sorted({" ".join(part[::-1] if len(part) == 2 else part) for part in tuples}))


def parts(graph: SceneGraph) -> Phrases:
    """The components of one graph, its words as lemmas."""
    return components(tuples((graph,), lemmatise=True))


@lru_cache(maxsize=1 << 16)
def _parts(fact: Fact, lemmatise: bool) -> tuple[Fact, ...]:
    if lemmatise:
        fact = tuple(map(lemmatised, fact))
    if len(fact) == 1:
        return (fact,)
    return (fact[:1], (fact[0], fact[2])) if fact[1] == IS else (fact[:1], fact, fact[2:])
