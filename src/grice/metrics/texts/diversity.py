"""How many different words does a corpus of descriptions use? Yule's I, type-token ratio and MTLD.

Li et al. (2023, Table 1) take them as signs of inconsistent annotation: the same things, said alike, need few labels.
With f_t the count of type t, V the number of types and N of tokens,

    Yule's I = V^2 / (sum_t f_t^2 - V)        TTR = V / N        (Yule 1944; Templin 1957)

and MTLD is the mean length of stretches over which the ratio stays above 0.72, read both ways (McCarthy & Jarvis 2010).
All but MTLD fall as a corpus grows: compare corpora of one size.
"""

from collections import Counter
from collections.abc import Iterable, Mapping, Sequence
from pathlib import Path
from statistics import NormalDist
from typing import Any

import numpy as np
import pyarrow as pa
from numpy.typing import NDArray

from grice.errors import InputError
from grice.meaning.graph import SceneGraph
from grice.meaning.graph_statements import IS
from grice.metrics.base import Measured, Metric, Rows, Value, checked_choice
from grice.metrics.inputs import graphs, texts
from grice.readers.base import Parser
from grice.statistics.bootstrap import Interval
from grice.words.ngrams import words

THRESHOLD = 0.72
PARTS = ("objects", "attributes", "predicates")
SPOKEN = "spoken"
"""The statistic that holds what an item says: its sequences of labels, one for each part."""
_BLOCKS = 20


class Diversity(Metric):
    """Lexical diversity of graphs (all labels, or one part of them) or of the words of texts."""

    name = "diversity"
    needs = ()
    values = (
        Value("yules_i", "Yule's I: types squared over the surplus of repeated use", 0, np.inf, None),
        Value("ttr", "types per token", 0, 1, None),
        Value("mtld", "mean length of a stretch with a type-token ratio above 0.72", 0, np.inf, None),
    )

    def __init__(self, *, over: str = "labels", parser: str | Path | Parser = "default") -> None:
        self.over, self.parser = checked_choice(self.name, "over", over, ("labels", *PARTS, "words")), parser

    def settings(self) -> Mapping[str, str]:
        return {
            "over": self.over,
            "mtld": f"{THRESHOLD}, both ways",
            "case": "lower" if self.over == "words" else "kept",
        }

    def judge(self, rows: Rows, prepared: Any) -> Measured:  # noqa: ARG002
        spoken, unreadable, used = self._spoken(rows)
        numbers = np.array([diversity(_ordered([item])) for item in zip(*spoken.values(), strict=True)]).reshape(-1, 3)
        details = pa.table({part: pa.array(column, pa.list_(pa.string())) for part, column in spoken.items()})
        return Measured(
            {v.name: numbers[:, k] for k, v in enumerate(self.values)},
            [None] * len(rows),
            unreadable,
            {SPOKEN: _cells(spoken)},
            details,
            used,
        )

    @property
    def summed(self) -> tuple[str, ...]:
        return (SPOKEN,)

    def defined(self, statistics: Mapping[str, Any]) -> dict[str, int]:
        """All items: the numbers are those of their labels together."""
        return dict.fromkeys((value.name for value in self.values), len(statistics[SPOKEN]))

    def total(self, statistics: Mapping[str, Any]) -> dict[str, Any]:
        """Sequences add up by standing one after the other."""
        others = {name: column for name, column in statistics.items() if name != SPOKEN}
        return super().total(others) | {SPOKEN: _ordered(statistics[SPOKEN])}

    def compute(self, sums: Mapping[str, Any]) -> dict[str, Any]:
        return {v.name: np.asarray(number) for v, number in zip(self.values, diversity(sums[SPOKEN]), strict=True)}

    def interval(
        self, statistics: Mapping[str, Any], name: str, level: float = 0.95, samples: int = 0, seed: int = 0
    ) -> Interval:
        """A block jackknife: drawing items twice, as a bootstrap does, would make any corpus look less diverse."""
        del samples, seed  # nothing is drawn
        if not 0 < level < 1:
            raise InputError(f"a confidence level of {level}", "a number between 0 and 1, such as 0.95")
        spoken = statistics[SPOKEN]
        blocks = min(_BLOCKS, len(spoken))
        if blocks < 2:
            return Interval(float("nan"), float("nan"))
        block = np.arange(len(spoken)) % blocks
        without = [float(self.compute({SPOKEN: _ordered(spoken[block != k])})[name]) for k in range(blocks)]
        middle = float(self.compute({SPOKEN: _ordered(spoken)})[name])
        error = float(np.sqrt((blocks - 1) * np.var(without))) * NormalDist().inv_cdf((1 + level) / 2)
        return Interval(middle - error, middle + error)

    def summable(self, statistics: Mapping[str, Any], name: str) -> Any:  # noqa: ARG002
        raise InputError("diversity, resampled item by item", "a metric whose statistics add up")

    def _spoken(self, rows: Rows) -> tuple[dict[str, list[list[str]]], list[str | None], frozenset[tuple[str, str]]]:
        """The sequences of every item by part; a prediction that cannot be read says nothing."""
        if self.over == "words":
            given = texts(rows, with_references=False, silent=True)
            return {"words": [words(text) for text in given.predictions]}, given.unreadable, frozenset()
        found = graphs(rows, self.parser)
        wanted = PARTS if self.over == "labels" else (self.over,)
        said = [labels(graph) for graph in found.predictions]
        return {part: [item[part] for item in said] for part in wanted}, found.unreadable, found.used


def labels(graph: SceneGraph) -> dict[str, list[str]]:
    """Objects (once per mention), attributes and predicates of the plain facts of a graph; "is" is no predicate."""
    found: dict[str, list[str]] = {part: [] for part in PARTS}
    for fact in graph.facts:
        found["objects"].append(fact[0])
        if len(fact) == 3 and fact[1] == IS:
            found["attributes"].append(fact[2])
        elif len(fact) == 3:
            found["objects"].append(fact[2])
            found["predicates"].append(fact[1])
    return found


def diversity(tokens: Sequence[str]) -> tuple[float, float, float]:
    """Yule's I, type-token ratio and MTLD of a sequence; NaN where nothing is said or nothing repeats."""
    if not tokens:
        return (np.nan, np.nan, np.nan)
    counts = Counter(tokens)
    types = len(counts)
    surplus = sum(count * count for count in counts.values()) - types
    return (types * types / surplus if surplus else np.nan, types / len(tokens), mtld(tokens))


def mtld(tokens: Sequence[str]) -> float:
    """The measure of textual lexical diversity, forwards and backwards; NaN where the ratio never falls."""
    stretches = [_stretches(tokens), _stretches(tokens[::-1])]
    return float(np.mean([len(tokens) / n for n in stretches])) if all(stretches) else np.nan


def _stretches(tokens: Sequence[str]) -> float:
    """How many stretches the tokens make; the last counts for the part of the way its ratio has come."""
    complete, seen, length = 0, set[str](), 0
    for token in tokens:
        seen.add(token)
        length += 1
        if len(seen) <= THRESHOLD * length:
            complete, seen, length = complete + 1, set(), 0
    return complete + ((1 - len(seen) / length) / (1 - THRESHOLD) if length else 0.0)


def _cells(spoken: Mapping[str, list[list[str]]]) -> NDArray[Any]:
    """Per item, its sequences."""
    items = list(zip(*spoken.values(), strict=True))
    cells = np.empty(len(items), object)
    cells[:] = items
    return cells


def _ordered(items: Iterable[tuple[Sequence[str], ...]]) -> list[str]:
    """All objects, then all attributes, then all predicates: the order in which the paper's numbers come out."""
    return [token for part in zip(*items, strict=True) for sequence in part for token in sequence]
