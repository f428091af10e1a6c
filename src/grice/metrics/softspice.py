"""Is everything the prediction says near something a reference says? SoftSPICE (FACTUAL, Li et al. 2023, equation 1).

A graph falls into components: objects, "attribute object", "subject predicate object". The score is the mean over the
prediction's components of the largest cosine with a component of the references, so it is a precision. By name,
`bidirectional=True` is a variant of the published evaluator that the paper does not have: cosines are moved to 0..1 by
(1 + cos) / 2, averaged in both directions, and the harmonic mean of the two is taken.
"""

from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import dataclass

import numpy as np
import pyarrow as pa
from numpy.typing import NDArray

from grice.encoders.base import TextEncoder, Vectors, described
from grice.encoders.loading import MINILM, load
from grice.meaning.graph import SceneGraph
from grice.meaning.morphology import lemmatised
from grice.meaning.statements import IS, Fact
from grice.metrics.base import Measured, Metric, Rows, Value
from grice.metrics.harmonic import harmonic_mean
from grice.metrics.texts import spread

Phrases = tuple[str, ...]


class SoftSpice(Metric):
    """SPICE with likeness of meaning in the place of equality of words.

    `references` says what several references are: "pooled" into one set of components, as the published evaluator has
    it, or asked one by one for the "max".
    """

    name = "softspice"
    values = (Value("softspice", "mean over the prediction's components of the best cosine", lowest=-1.0),)

    def __init__(
        self,
        bidirectional: bool = False,
        lemmatise: bool = True,
        references: str = "pooled",
        encoder: str | TextEncoder = MINILM,
    ) -> None:
        self.bidirectional, self.lemmatise, self.references = bidirectional, lemmatise, references
        self.encoder = load(encoder)

    def settings(self) -> Mapping[str, str]:
        return {
            "form": "bidirectional" if self.bidirectional else "precision",
            "lemmatise": "noun" if self.lemmatise else "no",
            "references": self.references,
            "encoder": described(self.encoder),
        }

    def measure(self, rows: Rows) -> Measured:
        read = _read(rows)
        scores, weakest = self.judge(read)
        values = {"softspice": spread(scores, read.rows, len(rows))}
        return Measured(values, read.errors, _details(weakest, read.rows, len(rows)))

    def judge(self, read: "_Read") -> tuple[list[float], list[tuple[str, float, int]]]:
        """Per readable row its score, and which component has the least support, how much, of how many."""
        said = [self.components([prediction]) for prediction in read.predictions]
        sets = [self._sets(references) for references in read.references]
        table = Table.of(self.encoder.encode, [*said, *(phrases for options in sets for phrases in options)])
        scores, weakest = [], []
        for phrases, options in zip(said, sets, strict=True):
            cosines = [table.cosines(phrases, option) for option in options]
            scores.append(max(map(self._score, cosines)))
            best = np.max([found.max(axis=1) for found in cosines], axis=0)
            weakest.append((phrases[best.argmin()], float(best.min()), len(phrases)))
        return scores, weakest

    def components(self, graphs: Iterable[SceneGraph]) -> Phrases:
        """The components of graphs taken together."""
        return components((fact for graph in graphs for fact in graph.facts), self.lemmatise)

    def _sets(self, references: Sequence[SceneGraph]) -> list[Phrases]:
        if self.references == "max":
            return [self.components([reference]) for reference in references]
        return [self.components(references)]

    def _score(self, cosines: NDArray[np.float32]) -> float:
        if not self.bidirectional:
            return float(cosines.max(axis=1).mean(dtype=np.float64))
        p, r = ((1 + cosines.max(axis=axis).mean(dtype=np.float64)) / 2 for axis in (1, 0))
        return float(harmonic_mean(p, r))

    def explain(self, rows: Rows) -> str:
        read = _read(rows)
        if not read.rows:
            return f"error: {read.errors[0]}"
        said, options = self.components(read.predictions), self._sets(read.references[0])
        table = Table.of(self.encoder.encode, [said, *options])
        chosen = max(options, key=lambda option: self._score(table.cosines(said, option)))
        cosines = table.cosines(said, chosen)
        lines = [
            f"  {phrase} → {chosen[row.argmax()]} {row.max():.4f}" for phrase, row in zip(said, cosines, strict=True)
        ]
        return "\n".join([f"softspice = {self._score(cosines):.4g}", *lines])


@dataclass(frozen=True)
class Table:
    """Vectors of distinct phrases, and where each phrase stands."""

    place: Mapping[str, int]
    vectors: Vectors

    @classmethod
    def of(cls, encode: Callable[[Sequence[str]], Vectors], sets: Iterable[Phrases]) -> "Table":
        distinct = list(dict.fromkeys(phrase for phrases in sets for phrase in phrases))
        return cls({phrase: row for row, phrase in enumerate(distinct)}, encode(distinct))

    def of_phrases(self, phrases: Phrases) -> Vectors:
        return self.vectors[[self.place[phrase] for phrase in phrases]]

    def cosines(self, one: Phrases, other: Phrases) -> NDArray[np.float32]:
        found: NDArray[np.float32] = self.of_phrases(one) @ self.of_phrases(other).T
        return found


def components(facts: Iterable[Fact], lemmatise: bool = True) -> Phrases:
    """Objects, "attribute object" and "subject predicate object" phrases of facts, each once."""
    found: dict[str, None] = {}
    for fact in facts:
        labels = tuple(map(lemmatised, fact)) if lemmatise else fact
        match labels:
            case (name,):
                found[name] = None
            case (name, middle, value) if middle == IS:
                found[f"{value} {name}"] = found[name] = None
            case (subject, predicate, object):
                found[f"{subject} {predicate} {object}"] = found[subject] = found[object] = None
    return tuple(found)


def _details(weakest: Sequence[tuple[str, float, int]], rows: Sequence[int], size: int) -> pa.Table:
    """Per item how many components there are, and the one with the least support: a first suspect for an invention."""
    columns: list[list[object]] = [[None] * size for _ in range(3)]
    for row, entry in zip(rows, weakest, strict=True):
        for column, value in zip(columns, entry, strict=True):
            column[row] = value
    kinds = {"weakest": pa.string(), "weakest_cosine": pa.float64(), "components": pa.int64()}
    return pa.table({name: pa.array(c, kind) for (name, kind), c in zip(kinds.items(), columns, strict=True)})


@dataclass(frozen=True)
class _Read:
    rows: list[int]
    predictions: list[SceneGraph]
    references: list[list[SceneGraph]]
    errors: list[str | None]


def _read(rows: Rows) -> _Read:
    def graph(given):
        return SceneGraph.from_text(given) if isinstance(given, str) else given

    return _Read(
        list(range(len(rows))),
        [graph(p) for p in rows.predictions],
        [[graph(r) for r in ([rs] if isinstance(rs, (str, SceneGraph)) else rs)] for rs in rows.references],
        [None] * len(rows),
    )
