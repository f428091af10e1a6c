"""Is it the same graph? Exact set match over plain facts (Yu et al. 2019; Li et al. 2023, section 5.1).

1 if the facts of the prediction, as a set, are the facts of the reference, else 0. With several references the
published evaluator pools their facts into one set (references="pooled"); references="max" asks whether any is met.
What a graph denies is compared as well, as facts of their own: denied here, denied there.
"""

from collections.abc import Mapping, Sequence
from pathlib import Path
from typing import Any

import numpy as np
import pyarrow as pa

from grice import checks
from grice.meaning.graph import SceneGraph
from grice.meaning.graph_statements import Fact
from grice.meaning.tuples import NOT, deny, lemmatised_facts, plain
from grice.metrics.base import Measured, Metric, Rows, Value, checked_choice
from grice.metrics.inputs import graphs, of_graphs
from grice.readers.base import Parser

REFERENCES = ("pooled", "max")


class SetMatch(Metric):
    """Whether the facts are the reference's. Defaults as the published evaluator: noun lemmas, references pooled."""

    name = "setmatch"
    values = (Value("setmatch", "the facts are exactly the reference's"),)

    def __init__(
        self, *, lemmatise: bool = True, references: str = "pooled", parser: str | Path | Parser = "default"
    ) -> None:
        self.lemmatise, self.parser = checks.switch(lemmatise, f"{self.name} with lemmatise"), parser
        self.references = checked_choice(self.name, "references", references, REFERENCES)

    def settings(self) -> Mapping[str, str]:
        return {
            "lemmatise": "noun" if self.lemmatise else "no",
            "references": self.references,
            "case": "kept",
        }

    def judge(self, rows: Rows, prepared: Any) -> Measured:  # noqa: ARG002
        found = graphs(rows, self.parser)
        values = np.full(len(rows), np.nan)
        missing: list[int | None] = [None] * len(rows)
        extra: list[int | None] = [None] * len(rows)
        for i in found.rows:
            candidate, reference = self._best(found.predictions[i], found.references[i])
            values[i] = candidate == reference
            missing[i], extra[i] = len(reference - candidate), len(candidate - reference)
        details = pa.table({"missing_facts": pa.array(missing, pa.int64()), "extra_facts": pa.array(extra, pa.int64())})
        return of_graphs(found, {"setmatch": values}, details)

    def reasons(self, rows: Rows, measured: Measured) -> str:  # noqa: ARG002
        found = graphs(rows, self.parser)
        candidate, reference = self._best(found.predictions[0], found.references[0])
        lines = [f"setmatch = {int(candidate == reference)}"]
        groups = {"in both": candidate & reference, "missing": reference - candidate, "extra": candidate - reference}
        lines += [f"  {role}: {_shown(fact)}" for role, facts_ in groups.items() for fact in sorted(facts_)]
        return "\n".join(lines)

    def _best(self, graph: SceneGraph, references: tuple[SceneGraph, ...]) -> tuple[frozenset[Fact], frozenset[Fact]]:
        """The two sets that are compared: with references="max", the reference that is nearest."""
        candidate = facts((graph,), self.lemmatise)
        if self.references == "pooled":
            return candidate, facts(references, self.lemmatise)
        return candidate, min((facts([r], self.lemmatise) for r in references), key=lambda r: len(candidate ^ r))


def facts(graphs: Sequence[SceneGraph], lemmatise: bool) -> frozenset[Fact]:
    """The plain facts of graphs, pooled; those that they deny are headed by `NOT`."""
    pooled = [fact for graph in graphs for fact in graph.facts]
    if deny(graphs):
        pooled += [(NOT, *fact) for graph in graphs for fact in graph.denied_facts]
    return lemmatised_facts(pooled) if lemmatise else frozenset(pooled)


def _shown(fact: Fact) -> str:
    return f"{'not ' if fact[0] == NOT else ''}( {' , '.join(plain(fact))} )"
