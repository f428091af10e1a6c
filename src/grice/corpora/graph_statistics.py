"""How many labels does a corpus of scene graphs use, and how often? The rows of Table 2 in Li et al. (2023).

An occurrence is a mention in a plain fact with identifiers; node indexes and the voice of verbs are left out of labels.
Quantifiers are numbers other than one and "many", without their units, as the paper counts them. A predicate is what
joins the ends of a fact: its occurrences include "is", its labels do not.
"""

from collections import Counter
from collections.abc import Iterable
from dataclasses import dataclass, field

from grice.meaning.forms.text import marked
from grice.meaning.graph import SceneGraph

ROWS = ("object", "verb", "preposition", "predicate", "attribute", "quantifier", "fact")


@dataclass
class Tallies:
    """Counts of one kind of label over scenes."""

    labels: Counter[str] = field(default_factory=Counter)
    occurrences: int = 0
    distinct: int = 0

    def add(self, labels: list[str], unlabelled: int = 0) -> None:
        self.labels.update(labels)
        self.occurrences += len(labels) + unlabelled
        self.distinct += len(set(labels))


def statistics(graphs: Iterable[SceneGraph]) -> list[dict[str, object]]:
    """Table 2 for the graphs given, a row per kind of label."""
    tallies = {row: Tallies() for row in ROWS}
    scenes = 0
    for graph in graphs:
        scenes += 1
        for row, (labels, unlabelled) in _labels(graph).items():
            tallies[row].add(labels, unlabelled)
    return [
        {
            "label": row,
            "labels": len(t.labels),
            "occurrences": t.occurrences,
            "occurrences per label": t.occurrences / max(1, len(t.labels)),
            "labels per scene": t.distinct / max(1, scenes),
            "occurrences per scene": t.occurrences / max(1, scenes),
        }
        for row, t in tallies.items()
    ]


def _labels(graph: SceneGraph) -> dict[str, tuple[list[str], int]]:
    """The labels of one graph by row, and how many occurrences have a label that does not count as one."""
    facts = [(statement, fact) for statement in graph.statements for fact in marked(graph, statement)]
    relations = graph.relations
    joined = sum(len(fact) == 3 for _, fact in facts)
    return {
        "object": ([node.name for statement, _ in facts for node in statement.nodes], 0),
        "verb": ([r.verb for r in relations if r.verb], 0),
        "preposition": ([r.preposition for r in relations if r.preposition], 0),
        "predicate": ([r.predicate for r in relations], joined - len(relations)),
        "attribute": ([a.value for a in graph.attributes], 0),
        "quantifier": ([q.number for q in graph.quantities if q.number not in ("", "1")], 0),
        "fact": ([" , ".join(fact) for _, fact in facts], 0),
    }
