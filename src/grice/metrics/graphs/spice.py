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

from collections.abc import Mapping
from pathlib import Path
from typing import Any

import numpy as np
import pyarrow as pa
from numpy.typing import NDArray

from grice import checks
from grice.meaning.graph import SceneGraph
from grice.meaning.graph_statements import Fact
from grice.meaning.tuples import NOT, deny, plain, polar_tuples
from grice.metrics.base import Measured, Metric, Rows, Value, checked_choice
from grice.metrics.graphs.contradictions import Contradiction, contradictions
from grice.metrics.graphs.matching import Matching, match, meaning, merge
from grice.metrics.graphs.tuple_kinds import KINDS, KindCounts
from grice.metrics.inputs import graphs, of_graphs
from grice.readers.base import Parser

REFERENCES = ("pooled", "max", "merged")
_COUNTS = ("exact", "synonym", "extra", "missing", "contradictions")


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
        self.lemmatise = checks.switch(lemmatise, f"{self.name} with lemmatise")
        self.synonyms = checks.switch(synonyms, f"{self.name} with synonyms")
        self.parser = parser
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
        scores, counts, kinds = [], [], KindCounts()
        for i in found.rows:
            prediction, references = found.predictions[i], found.references[i]
            m = self.match(prediction, references)
            scores.append(m.scores)
            counts.append((*map(len, m), len(self.contradictions(prediction, references))))
            kinds.add(m)
        numbers = np.full((len(rows), len(self.values)), np.nan)
        numbers[found.rows, : -len(KINDS)] = np.array(scores, np.float64).reshape(-1, 3)
        numbers[found.rows, -len(KINDS) :] = np.stack(list(kinds.scores().values()), axis=1)
        tallies = np.zeros((len(rows), len(_COUNTS)), np.int64)
        tallies[found.rows] = np.array(counts, np.int64).reshape(-1, len(_COUNTS))
        skipped = np.ones(len(rows), bool)
        skipped[found.rows] = False
        columns = {name: pa.array(tally, mask=skipped) for name, tally in zip(_COUNTS, tallies.T, strict=True)}
        values = {value.name: numbers[:, k] for k, value in enumerate(self.values)}
        return of_graphs(found, values, pa.table(columns))

    def worst(self, rows: Rows, which: NDArray[np.bool_]) -> Mapping[str, float | NDArray[np.float64]]:
        """0, but a kind of which the references say nothing stays undefined."""
        references, nothing = graphs(rows, self.parser).references, KindCounts()
        for i in np.flatnonzero(which):
            nothing.add(Matching(frozenset(), {}, frozenset(), polar_tuples(references[i], self.lemmatise)))
        return {value.name: value.worst for value in self.values} | nothing.scores()

    def reasons(self, rows: Rows, measured: Measured) -> str:
        found = graphs(rows, self.parser)
        prediction, references = found.predictions[0], found.references[0]
        m = self.match(prediction, references)
        f, precision, recall = m.scores
        return "\n".join(
            [
                f"spice = {f:.4f}  precision = {precision:.4f}  recall = {recall:.4f}",
                "  ".join(f"{kind} = {value:.4f}" for kind in KINDS if (value := measured.values[kind][0]) == value),
                *(f"  exact: {_shown(t)}" for t in sorted(m.exact)),
                *(f"  synonym: {_shown(t)} ~ {_shown(other)}" for t, other in sorted(m.synonym.items())),
                *(f"  extra, not in the reference: {_shown(t)}" for t in sorted(m.extra)),
                *(f"  missing from the prediction: {_shown(t)}" for t in sorted(m.missing)),
                *(f"  contradiction: {one}" for one in self.contradictions(prediction, references)),
            ]
        )

    def match(self, graph: SceneGraph, references: tuple[SceneGraph, ...]) -> Matching:
        """Which tuples of a graph match which of its references'."""
        candidate = polar_tuples((graph,), self.lemmatise)
        known = meaning if self.synonyms else None
        if self.references == "max":
            each = (match(candidate, polar_tuples((r,), self.lemmatise), known) for r in references)
            return max(each, key=lambda matching: matching.scores)
        wanted = polar_tuples(references, self.lemmatise)
        if self.references == "merged":
            merged = merge(candidate, wanted)
            return match(merged.candidate, merged.reference, merged.meaning if self.synonyms else None)
        return match(candidate, wanted, known)

    def contradictions(self, graph: SceneGraph, references: tuple[SceneGraph, ...]) -> tuple[Contradiction, ...]:
        """What one side says and the other denies, reference by reference."""
        if not graph.denied and not deny(references):
            return ()
        found = (one for reference in references for one in contradictions(graph, reference, self.lemmatise))
        return tuple(dict.fromkeys(found))


def _shown(fact: Fact) -> str:
    return f"{'not ' if fact[0] == NOT else ''}({', '.join(plain(fact))})"
