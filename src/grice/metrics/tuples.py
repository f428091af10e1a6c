"""Which parts of two graphs say the same? SPICE's tuples and their one-to-one matching (Anderson et al. 2016).

A graph's tuples are each object (o,), each attribute with its object (o, a) and each relation (s, p, o). Equal tuples
match; then a tuple left over matches one left over on the other side if WordNet has a synset for every pair of slots.
Both sides go through their tuples in alphabetical order, as the published evaluator does, so the result is determined.
"""

from collections.abc import Callable, Iterable
from dataclasses import dataclass, field

from grice.meaning.graph import SceneGraph
from grice.meaning.lexicon import synsets
from grice.meaning.morphology import lemmatised
from grice.meaning.statements import IS, Fact

Senses = Callable[[str], frozenset[int]]


@dataclass(frozen=True, slots=True)
class Matching:
    """What matched what: equal tuples, pairs of synonymous ones, and what is left on either side."""

    exact: frozenset[Fact]
    synonym: dict[Fact, Fact] = field(default_factory=dict)
    extra: frozenset[Fact] = frozenset()
    missing: frozenset[Fact] = frozenset()

    @property
    def matched(self) -> int:
        return len(self.exact) + len(self.synonym)

    @property
    def precision(self) -> float:
        """Of what the candidate says; 1 where neither side says anything."""
        said = self.matched + len(self.extra)
        return self.matched / said if said else float(not self.missing)

    @property
    def recall(self) -> float:
        """Of what the reference says; 1 where neither side says anything."""
        wanted = self.matched + len(self.missing)
        return self.matched / wanted if wanted else float(not self.extra)

    @property
    def f(self) -> float:
        """The harmonic mean of precision and recall."""
        sizes = 2 * self.matched + len(self.extra) + len(self.missing)
        return 2 * self.matched / sizes if sizes else 1.0


def tuples(graphs: Iterable[SceneGraph], lemmatise: bool) -> frozenset[Fact]:
    """Objects, attributes with their objects, and relations of graphs, pooled."""
    found: set[Fact] = set()
    for graph in graphs:
        for fact in graph.facts:
            if lemmatise:
                fact = tuple(map(lemmatised, fact))
            found.add(fact[:1])
            if len(fact) == 3:
                if fact[1] == IS:
                    found.add((fact[0], fact[2]))
                else:
                    found.add(fact)
                    found.add(fact[2:])
    return frozenset(found)


def match(candidate: frozenset[Fact], reference: frozenset[Fact], senses: Senses | None = synsets) -> Matching:
    """Match tuples one to one: equal ones, then, if `senses` are given, synonymous ones in alphabetical order."""
    exact = candidate & reference
    extra, missing = candidate - exact, reference - exact
    if senses is None or not extra or not missing:
        return Matching(exact, {}, extra, missing)
    free = [(wanted, tuple(map(senses, wanted))) for wanted in sorted(missing, key=" ".join)]
    pairs: dict[Fact, Fact] = {}
    for said in sorted(extra, key=" ".join):
        meant = tuple(map(senses, said))
        for place, (wanted, wants) in enumerate(free):
            if len(wants) == len(meant) and not any(map(frozenset.isdisjoint, meant, wants)):
                pairs[said] = wanted
                del free[place]
                break
    return Matching(exact, pairs, extra.difference(pairs), frozenset(wanted for wanted, _ in free))
