"""How many different words does a corpus of descriptions use? Yule's I, type-token ratio and MTLD.

Li et al. (2023, Table 1) take them as signs of inconsistent annotation: the same things, said alike, need few labels.
With f_t the count of type t, V the number of types and N of tokens,

    Yule's I = V^2 / (sum_t f_t^2 - V)        TTR = V / N        (Yule 1944; Templin 1957)

and MTLD is the mean length of stretches over which the ratio stays above 0.72, read both ways (McCarthy & Jarvis 2010).
All but MTLD fall as a corpus grows: compare corpora of one size.
"""

import re
from collections import Counter
from collections.abc import Iterable, Mapping, Sequence
from statistics import NormalDist
from typing import Any

import numpy as np
import pyarrow as pa
from numpy.typing import NDArray

from grice.errors import InputError
from grice.meaning.graph import SceneGraph
from grice.meaning.graph_statements import IS
from grice.metrics.base import Measured, Metric, Rows, Value
from grice.readers.graphs.given import graphs, parser_name
from grice.statistics.bootstrap import Interval

THRESHOLD = 0.72
PARTS = ("objects", "attributes", "predicates")
_BLOCKS = 20
_WORD = re.compile(r"\w+(?:['’-]\w+)*")


class Diversity(Metric):
    """Lexical diversity of graphs (all labels, or one part of them) or of the words of texts."""

    name = "diversity"
    needs = ()
    values = (
        Value("yules_i", "Yule's I: types squared over the surplus of repeated use", 0, np.inf, None),
        Value("ttr", "types per token", 0, 1, None),
        Value("mtld", "mean length of a stretch with a type-token ratio above 0.72", 0, np.inf, None),
    )

    def __init__(self, *, over: str = "labels") -> None:
        if over not in ("labels", *PARTS, "words"):
            raise InputError(f"diversity over {over!r}", f"one of labels, {', '.join(PARTS)}, words")
        self.over = over

    def settings(self) -> Mapping[str, str]:
        return {
            "over": self.over,
            "mtld": f"{THRESHOLD}, both ways",
            "case": "lower" if self.over == "words" else "kept",
            "parser": "no" if self.over == "words" else parser_name(),
        }

    def measure(self, rows: Rows) -> Measured:
        spoken, errors = self._spoken(rows)
        numbers = np.array([diversity(_ordered([item])) for item in zip(*spoken.values(), strict=True)]).reshape(-1, 3)
        details = pa.table({part: pa.array(column, pa.list_(pa.string())) for part, column in spoken.items()})
        return Measured({v.name: numbers[:, k] for k, v in enumerate(self.values)}, errors, details)

    def statistics(self, measured: Measured) -> NDArray[Any]:
        """Per item, its labels: sequences add up by standing one after the other."""
        columns = measured.details.columns if measured.details is not None else []
        cells = np.empty((len(measured), 1), object)
        for i, item in enumerate(zip(*(column.to_pylist() for column in columns), strict=True)):
            cells[i, 0] = item
        return cells

    def defined(self, statistics: NDArray[Any]) -> list[int]:
        """All items: the numbers are those of their labels together."""
        return [len(statistics)] * len(self.values)

    def total(self, statistics: NDArray[Any]) -> NDArray[Any]:
        whole = np.empty(1, object)
        whole[0] = _ordered(statistics[:, 0])
        return whole

    def compute(self, sums: NDArray[Any]) -> dict[str, NDArray[np.float64]]:
        return {v.name: np.asarray(number) for v, number in zip(self.values, diversity(sums[0]), strict=True)}

    def interval(
        self, statistics: NDArray[Any], name: str, level: float = 0.95, samples: int = 0, seed: int = 0
    ) -> Interval:
        """A block jackknife: drawing items twice, as a bootstrap does, would make any corpus look less diverse."""
        del samples, seed  # nothing is drawn
        if not 0 < level < 1:
            raise InputError(f"a confidence level of {level}", "a number between 0 and 1, such as 0.95")
        blocks = min(_BLOCKS, len(statistics))
        if blocks < 2:
            return Interval(float("nan"), float("nan"))
        block = np.arange(len(statistics)) % blocks
        without = [float(self.compute(self.total(statistics[block != k]))[name]) for k in range(blocks)]
        middle = float(self.compute(self.total(statistics))[name])
        error = float(np.sqrt((blocks - 1) * np.var(without))) * NormalDist().inv_cdf((1 + level) / 2)
        return Interval(middle - error, middle + error)

    def _spoken(self, rows: Rows) -> tuple[dict[str, list[list[str]]], list[str | None]]:
        """The sequences of every item by part; a row that cannot be read says nothing."""
        if self.over == "words":
            texts = [text if isinstance(text, str) else None for text in rows.predictions]
            errors = [
                None if t is not None else "prediction is not text, which diversity over words reads" for t in texts
            ]
            return {"words": [_WORD.findall((text or "").lower()) for text in texts]}, errors
        found = graphs(rows)
        wanted = PARTS if self.over == "labels" else (self.over,)
        said = [labels(graph) for graph in found.predictions]
        return {part: [item[part] for item in said] for part in wanted}, found.errors


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


def _ordered(items: Iterable[tuple[Sequence[str], ...]]) -> list[str]:
    """All objects, then all attributes, then all predicates: the order in which the paper's numbers come out."""
    return [token for part in zip(*items, strict=True) for sequence in part for token in sequence]
