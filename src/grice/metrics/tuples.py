"""Which parts of two graphs say the same? SPICE's tuples and their one-to-one matching (Anderson et al. 2016).

A graph's tuples are each object (o,), each attribute with its object (o, a) and each relation (s, p, o). Equal tuples
match; then a tuple left over matches one left over on the other side if WordNet has a synset for every pair of slots.
Both sides go through their tuples in alphabetical order, as the published evaluator does, so the result is determined.
"""

from collections.abc import Callable, Sequence
from functools import lru_cache
from typing import NamedTuple

from grice.meaning.graph import SceneGraph
from grice.meaning.graph_statements import IS, Fact
from grice.meaning.lexicon import synsets
from grice.meaning.morphology import lemmatised

Meaning = tuple[frozenset[int], ...]
"""The synsets of each slot of a tuple; empty where WordNet lacks one of them, since then nothing can match."""


class Matching(NamedTuple):
    """What matched what: equal tuples, pairs of synonymous ones, and what is left on either side."""

    exact: frozenset[Fact]
    synonym: dict[Fact, Fact]
    extra: frozenset[Fact]
    missing: frozenset[Fact]

    @property
    def scores(self) -> tuple[float, float, float]:
        """F1, precision and recall over tuples; all 1 where neither side says anything."""
        matched = len(self.exact) + len(self.synonym)
        said, wanted = matched + len(self.extra), matched + len(self.missing)
        if not said or not wanted:
            both = float(said == wanted)
            return both, both, both
        return 2 * matched / (said + wanted), matched / said, matched / wanted


def tuples(graphs: Sequence[SceneGraph], lemmatise: bool) -> frozenset[Fact]:
    """Objects, attributes with their objects, and relations of graphs, pooled."""
    if len(graphs) == 1:
        return _tuples(graphs[0].facts, lemmatise)
    return frozenset().union(*[_tuples(graph.facts, lemmatise) for graph in graphs])


@lru_cache(maxsize=1 << 16)
def meaning(entry: Fact) -> Meaning:
    """What WordNet knows of a tuple."""
    senses = tuple(map(synsets, entry))
    return senses if all(senses) else ()


def match(
    candidate: frozenset[Fact], reference: frozenset[Fact], meaning: Callable[[Fact], Meaning] | None = meaning
) -> Matching:
    """Match tuples one to one: equal ones, then, if there is a `meaning`, synonymous ones in alphabetical order."""
    exact = candidate & reference
    extra, missing = candidate - exact, reference - exact
    if meaning is None or not extra or not missing:
        return Matching(exact, {}, extra, missing)
    free = [(wanted, wants) for wanted in sorted(missing, key=" ".join) if (wants := meaning(wanted))]
    pairs: dict[Fact, Fact] = {}
    for said in sorted(extra, key=" ".join) if free else ():
        meant = meaning(said)
        size = len(meant)
        for place, (wanted, wants) in enumerate(free):
            if len(wants) != size or meant[0].isdisjoint(wants[0]):
                continue
            if size == 1 or not any(map(frozenset.isdisjoint, meant, wants)):
                pairs[said] = wanted
                del free[place]
                break
    if not pairs:
        return Matching(exact, pairs, extra, missing)
    return Matching(exact, pairs, extra.difference(pairs), missing.difference(pairs.values()))


# A reference is compared with many candidates, and short captions repeat: most graphs have been seen before.
@lru_cache(maxsize=1 << 14)
def _tuples(facts: tuple[Fact, ...], lemmatise: bool) -> frozenset[Fact]:
    return frozenset([part for fact in facts for part in _parts(fact, lemmatise)])


@lru_cache(maxsize=1 << 16)
def _parts(fact: Fact, lemmatise: bool) -> tuple[Fact, ...]:
    if lemmatise:
        fact = tuple(map(lemmatised, fact))
    if len(fact) == 1:
        return (fact,)
    return (fact[:1], (fact[0], fact[2])) if fact[1] == IS else (fact[:1], fact, fact[2:])
