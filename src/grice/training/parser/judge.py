"""How many graphs are exactly right? Set Match and SPICE over lists of facts, fast enough to run while training.

The published protocol (Li et al. 2023): facts as sets, every word except "is" reduced to its noun lemma, synonyms for
SPICE, macro average.
"""

from collections.abc import Iterable, Sequence
from dataclasses import dataclass

from grice.meaning.graph import SceneGraph
from grice.meaning.graph_statements import label
from grice.meaning.tuples import lemmatised_facts, tuples
from grice.metrics.graphs.matching import match, meaning
from grice.readers.graphs.linear import Fact, is_denied, plain


@dataclass(frozen=True)
class GraphScores:
    """Set Match and SPICE over a list of graphs, in percent, and whether each graph was right."""

    set_match: float
    spice: float
    right: tuple[bool, ...]

    def over(self, chosen: Sequence[bool]) -> float:
        """Set Match over the chosen graphs alone."""
        kept = [right for right, keep in zip(self.right, chosen, strict=True) if keep]
        return 100.0 * sum(kept) / max(1, len(kept))


def judge(predicted: Sequence[Iterable[Fact]], gold: Sequence[Iterable[Fact]]) -> GraphScores:
    """Compare what graphs, plain or with identifiers, assert with plain gold graphs."""
    right: list[bool] = []
    scores: list[float] = []
    for ours, theirs in zip(predicted, gold, strict=True):
        a, b = _graph(ours), _graph(theirs)
        right.append(_normal(a) == _normal(b))
        scores.append(1.0 if right[-1] else match(tuples((a,), True), tuples((b,), True), meaning).scores[0])
    count = max(1, len(right))
    return GraphScores(100.0 * sum(right) / count, 100.0 * sum(scores) / count, tuple(right))


def _graph(facts: Iterable[Fact]) -> SceneGraph:
    clean = (tuple(map(label, plain(fact))) for fact in facts if not is_denied(fact))
    return SceneGraph.from_facts(fact for fact in clean if all(fact))


def _normal(graph: SceneGraph) -> frozenset[Fact]:
    return lemmatised_facts(graph.facts)
