"""Which parts does a graph have? SPICE's tuples (Anderson et al. 2016), and the same in words.

A graph's tuples are each object (o,), each attribute with its object (o, a) and each relation (s, p, o). In words, as
SoftSPICE compares them (Li et al. 2023, equation 1): "ball", "red ball", "dog chase ball". What a graph denies are
tuples of their own, headed by a mark that no label can hold: (NOT, o, a). Only what is denied is one, not its objects:
"the dog is not black" says that there is a dog.
"""

from collections.abc import Iterable, Sequence
from functools import lru_cache
from operator import attrgetter

from grice.meaning.graph import SceneGraph
from grice.meaning.graph_statements import IS, Fact
from grice.words.morphology import lemmatised

Phrases = tuple[str, ...]
_DENIED = attrgetter("denied")
NOT = "(not)"
"""The first field of a denied tuple. A label has no parentheses."""


def lemmatised_facts(facts: Iterable[Fact]) -> frozenset[Fact]:
    """Plain facts as a set, each word but "is" put to its noun lemma: what Set Match compares."""
    return frozenset(tuple(map(lemmatised, fact)) for fact in facts)


def tuples(graphs: Sequence[SceneGraph], lemmatise: bool) -> frozenset[Fact]:
    """Objects, attributes with their objects, and relations of graphs, pooled."""
    if len(graphs) == 1:
        return tuples_of(graphs[0].facts, lemmatise)
    return frozenset().union(*[tuples_of(graph.facts, lemmatise) for graph in graphs])


def denied_tuples(graphs: Sequence[SceneGraph], lemmatise: bool) -> frozenset[Fact]:
    """What graphs deny, pooled, each headed by `NOT`."""
    denied = {fact for graph in graphs if graph.denied for fact in graph.denied_facts}
    return frozenset((NOT, *_parts(fact, lemmatise)[len(fact) > 1]) for fact in denied)


def polar_tuples(graphs: Sequence[SceneGraph], lemmatise: bool) -> frozenset[Fact]:
    """What graphs say and what they deny."""
    said = tuples(graphs, lemmatise)
    return said | denied_tuples(graphs, lemmatise) if deny(graphs) else said


def deny(graphs: Iterable[SceneGraph]) -> bool:
    """Whether any of some graphs denies anything."""
    return any(map(_DENIED, graphs))


def plain(entry: Fact) -> Fact:
    """A tuple without the mark of denial."""
    return entry[1:] if entry[0] == NOT else entry


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
