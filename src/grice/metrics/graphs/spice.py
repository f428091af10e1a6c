"""How much of the reference's meaning does a caption carry? SPICE (Anderson et al. 2016), without Java.

F1 over the tuples of two scene graphs: objects, attributes with their objects, relations. Defaults as the published
FACTUAL evaluator (Li et al. 2023): words to noun lemmas, synonyms from WordNet, the tuples of all references pooled. So
a caption that equals one of five references does not get 1: it is asked for what all five say together. COCO's tools
pool too, but merge synonyms first; a caption judged against the reference nearest to it is references="max".
references="max" compares with one reference at a time and keeps the best; references="merged" makes synonymous labels
one before tuples count, as the original SPICE merges the nodes of its references.

What a text denies are tuples of their own, which match denied ones alone: a caption that says what its reference denies
has said something else, and `contradictions` counts it. Beside the whole there is F1 over the tuples of each kind, as
its authors report (their section 4.3), undefined where neither side has any.
"""

from collections.abc import Callable, Mapping
from pathlib import Path
from typing import Any

import numpy as np
import pyarrow as pa
from numpy.typing import NDArray

from grice.meaning.graph import SceneGraph
from grice.meaning.graph_statements import Fact
from grice.meaning.tuples import NOT, plain, polar_tuples
from grice.metrics.base import Measured, Metric, Rows, Value, checked_choice
from grice.metrics.graphs.contradictions import Contradiction, contradictions
from grice.metrics.graphs.matching import Matching, Meaning, match, meaning, merge
from grice.metrics.graphs.tuple_kinds import KINDS, scores_by_kind
from grice.metrics.inputs import graphs
from grice.readers.base import Parser

REFERENCES = ("pooled", "max", "merged")
_COUNTS = ("exact", "synonym", "extra", "missing", "contradictions")
Compared = tuple[frozenset[Fact], frozenset[Fact], Callable[[Fact], Meaning] | None]
"""The tuples of a prediction, those they are compared with, and what tells synonyms."""


class Spice(Metric):
    """Exact, then synonym matching of scene graph tuples, one to one."""

    name = "spice"
    values = (
        Value("spice", "F1 over objects, attributes and relations"),
        Value("precision", "share of the prediction's tuples that the reference has"),
        Value("recall", "share of the reference's tuples that the prediction has"),
        *(Value(kind, f"F1 over {what} alone") for kind, what in KINDS.items()),
    )

    def __init__(
        self,
        *,
        lemmatise: bool = True,
        synonyms: bool = True,
        references: str = "pooled",
        parser: str | Path | Parser = "default",
    ) -> None:
        self.lemmatise, self.synonyms, self.parser = lemmatise, synonyms, parser
        self.references = checked_choice(self.name, "references", references, REFERENCES)

    def settings(self) -> Mapping[str, str]:
        return {
            "lemmatise": "noun" if self.lemmatise else "no",
            "synonyms": "wordnet3.0" if self.synonyms else "no",
            "references": self.references,
            "case": "kept",
        }

    def judge(self, rows: Rows, prepared: Any) -> Measured:  # noqa: ARG002
        found = graphs(rows, self.parser)
        numbers = np.full((len(rows), len(self.values)), np.nan)
        counts = np.zeros((len(rows), len(_COUNTS)), np.int64)
        for i in found.rows:
            prediction, references = found.predictions[i], found.references[i]
            pair, m = self._best(prediction, references)
            by_kind = scores_by_kind(m, pair[2])
            numbers[i] = (*m.scores, *(by_kind.get(kind, np.nan) for kind in KINDS))
            counts[i] = (*map(len, m), len(self.contradictions(prediction, references)))
        skipped = np.ones(len(rows), bool)
        skipped[found.rows] = False
        return Measured(
            {value.name: numbers[:, k] for k, value in enumerate(self.values)},
            found.errors,
            found.unreadable,
            details=pa.table(
                {name: pa.array(tally, mask=skipped) for name, tally in zip(_COUNTS, counts.T, strict=True)}
            ),
            used=found.used,
        )

    def worst(self, rows: Rows, which: NDArray[np.bool_]) -> Mapping[str, float | NDArray[np.float64]]:
        """0, but a kind of which the references say nothing stays undefined."""
        wanted = [polar_tuples(references, self.lemmatise) for references in graphs(rows, self.parser).references]
        kept = [
            scores_by_kind(Matching(frozenset(), {}, frozenset(), found), None)
            for found, lost in zip(wanted, which, strict=True)
            if lost
        ]
        by_kind = {kind: np.array([one.get(kind, np.nan) for one in kept], np.float64) for kind in KINDS}
        return {value.name: by_kind.get(value.name, value.worst) for value in self.values}

    def reasons(self, rows: Rows, measured: Measured) -> str:  # noqa: ARG002
        found = graphs(rows, self.parser)
        prediction, references = found.predictions[0], found.references[0]
        pair, m = self._best(prediction, references)
        f, precision, recall = m.scores
        by_kind = scores_by_kind(m, pair[2])
        return "\n".join(
            [
                f"spice = {f:.4f}  precision = {precision:.4f}  recall = {recall:.4f}",
                "  ".join(f"{kind} = {by_kind[kind]:.4f}" for kind in KINDS if kind in by_kind),
                *(f"  exact: {_shown(t)}" for t in sorted(m.exact)),
                *(f"  synonym: {_shown(t)} ~ {_shown(other)}" for t, other in sorted(m.synonym.items())),
                *(f"  extra, not in the reference: {_shown(t)}" for t in sorted(m.extra)),
                *(f"  missing from the prediction: {_shown(t)}" for t in sorted(m.missing)),
                *(f"  contradiction: {one}" for one in self.contradictions(prediction, references)),
            ]
        )

    def match(self, graph: SceneGraph, references: tuple[SceneGraph, ...]) -> Matching:
        """Which tuples of a graph match which of its references'."""
        return self._best(graph, references)[1]

    def contradictions(self, graph: SceneGraph, references: tuple[SceneGraph, ...]) -> tuple[Contradiction, ...]:
        """What one side says and the other denies, reference by reference."""
        if not graph.denied and not any(reference.denied for reference in references):
            return ()
        found = (one for reference in references for one in contradictions(graph, reference, self.lemmatise))
        return tuple(dict.fromkeys(found))

    def _best(self, graph: SceneGraph, references: tuple[SceneGraph, ...]) -> tuple[Compared, Matching]:
        """What is compared and how it matches: with references="max", the reference that is met best."""
        pairs = [(pair, match(*pair)) for pair in self._compared(graph, references)]
        return pairs[0] if len(pairs) == 1 else max(pairs, key=lambda pair: pair[1].scores)

    def _compared(self, graph: SceneGraph, references: tuple[SceneGraph, ...]) -> list[Compared]:
        candidate = polar_tuples((graph,), self.lemmatise)
        known = meaning if self.synonyms else None
        if self.references == "max":
            return [(candidate, polar_tuples((r,), self.lemmatise), known) for r in references]
        wanted = polar_tuples(references, self.lemmatise)
        if self.references == "merged":
            merged = merge(candidate, wanted)
            return [(merged.candidate, merged.reference, merged.meaning if self.synonyms else None)]
        return [(candidate, wanted, known)]


def _shown(fact: Fact) -> str:
    return f"{'not ' if fact[0] == NOT else ''}({', '.join(plain(fact))})"
