"""How much of the reference's meaning does a caption carry? SPICE (Anderson et al. 2016), without Java.

F1 over the tuples of two scene graphs: objects, attributes with their objects, relations. Defaults as the published
FACTUAL evaluator (Li et al. 2023): words to noun lemmas, synonyms from WordNet, the tuples of all references pooled. So
a caption that equals one of five references does not get 1: it is asked for what all five say together. COCO's tools
pool too, but merge synonyms first; a caption judged against the reference nearest to it is references="max".
references="max" compares with one reference at a time and keeps the best; references="merged" makes synonymous labels
one before tuples count, as the original SPICE merges the nodes of its references.
"""

from collections.abc import Mapping
from pathlib import Path
from typing import Any

import numpy as np
import pyarrow as pa

from grice.meaning.graph import SceneGraph
from grice.meaning.graph_statements import Fact
from grice.meaning.tuples import tuples
from grice.metrics.base import Measured, Metric, Rows, Value, checked_choice
from grice.metrics.graphs.matching import Matching, match, meaning, merge
from grice.metrics.inputs import graphs
from grice.readers.base import Parser

REFERENCES = ("pooled", "max", "merged")
_COUNTS = ("exact", "synonym", "extra", "missing")


class Spice(Metric):
    """Exact, then synonym matching of scene graph tuples, one to one."""

    name = "spice"
    values = (
        Value("spice", "F1 over objects, attributes and relations"),
        Value("precision", "share of the prediction's tuples that the reference has"),
        Value("recall", "share of the reference's tuples that the prediction has"),
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
        numbers = [(np.nan,) * len(self.values)] * len(rows)
        counts = [(0,) * len(_COUNTS)] * len(rows)
        for i in found.rows:
            m = self.match(found.predictions[i], found.references[i])
            numbers[i] = m.scores
            counts[i] = tuple(map(len, m))
        columns = np.array(numbers, np.float64).reshape(-1, len(self.values)).T
        tallies = np.array(counts, np.int64).reshape(-1, len(_COUNTS)).T
        skipped = np.ones(len(rows), bool)
        skipped[found.rows] = False
        return Measured(
            {value.name: column for value, column in zip(self.values, columns, strict=True)},
            found.errors,
            found.unreadable,
            details=pa.table(
                {name: pa.array(tally, mask=skipped) for name, tally in zip(_COUNTS, tallies, strict=True)}
            ),
            used=found.used,
        )

    def reasons(self, rows: Rows, measured: Measured) -> str:  # noqa: ARG002
        found = graphs(rows, self.parser)
        m = self.match(found.predictions[0], found.references[0])
        f, precision, recall = m.scores
        return "\n".join(
            [
                f"spice = {f:.4f}  precision = {precision:.4f}  recall = {recall:.4f}",
                *(f"  exact: {_shown(t)}" for t in sorted(m.exact)),
                *(f"  synonym: {_shown(t)} ~ {_shown(other)}" for t, other in sorted(m.synonym.items())),
                *(f"  extra, not in the reference: {_shown(t)}" for t in sorted(m.extra)),
                *(f"  missing from the prediction: {_shown(t)}" for t in sorted(m.missing)),
            ]
        )

    def match(self, graph: SceneGraph, references: tuple[SceneGraph, ...]) -> Matching:
        """Which tuples of a graph match which of its references'."""
        candidate = tuples((graph,), self.lemmatise)
        known = meaning if self.synonyms else None
        if self.references == "max":
            each = (match(candidate, tuples((r,), self.lemmatise), known) for r in references)
            return max(each, key=lambda matching: matching.scores)
        wanted = tuples(references, self.lemmatise)
        if self.references == "merged":
            merged = merge(candidate, wanted)
            return match(merged.candidate, merged.reference, merged.meaning if self.synonyms else None)
        return match(candidate, wanted, known)


def _shown(fact: Fact) -> str:
    return f"({', '.join(fact)})"
