"""Is everything the prediction says near something a reference says? SoftSPICE (FACTUAL, Li et al. 2023, equation 1).

A graph falls into components: objects, "attribute object", "subject predicate object". The score is the mean over the
prediction's components of the largest cosine with a component of the references, so it is a precision. By name,
`bidirectional=True` is a variant of the published evaluator that the paper does not have: cosines are moved to 0..1 by
(1 + cos) / 2, averaged in both directions, and the harmonic mean of the two is taken. A graph without components
scores as in SPICE: 1 against another such graph, else 0.
"""

from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Any

import numpy as np
import pyarrow as pa
from numpy.typing import NDArray

from grice.encoders.base import TextEncoder, Vectors, described
from grice.encoders.loading import MINILM, load
from grice.meaning.graph import SceneGraph
from grice.meaning.tuples import Phrases, components, tuples
from grice.metrics.base import Measured, Metric, Rows, Value, checked_choice, harmonic_mean
from grice.metrics.graphs.matching import merge
from grice.metrics.graphs.spice import REFERENCES
from grice.metrics.inputs import graphs
from grice.readers.base import Parser
from grice.readers.graphs.given import Given


class SoftSpice(Metric):
    """SPICE with likeness of meaning in the place of equality of words.

    `references` says what several references are: "pooled" into one set of components, as the published evaluator has
    it, asked one by one for the "max", or pooled after their synonymous labels have been "merged".
    """

    name = "softspice"
    values: tuple[Value, ...] = (
        Value("softspice", "mean over the prediction's components of the best cosine", lowest=-1.0),
    )

    def __init__(
        self,
        *,
        bidirectional: bool = False,
        lemmatise: bool = True,
        references: str = "pooled",
        parser: str | Path | Parser = "default",
        encoder: str | TextEncoder = MINILM,
    ) -> None:
        self.bidirectional, self.lemmatise, self.parser = bidirectional, lemmatise, parser
        self.references = checked_choice(self.name, "references", references, REFERENCES)
        self.encoder = load(encoder)
        if bidirectional:
            self.values = (
                Value("softspice", "harmonic mean of the best cosines' means in both directions, from 0 to 1"),
            )

    def settings(self) -> Mapping[str, str]:
        return {
            "form": "bidirectional" if self.bidirectional else "precision",
            "lemmatise": "noun" if self.lemmatise else "no",
            "references": self.references,
            "case": "kept",
            "encoder": described(self.encoder),
        }

    def judge(self, rows: Rows, prepared: Any) -> Measured:  # noqa: ARG002
        found = graphs(rows, self.parser)
        scores, details = self.compare(found)
        return Measured({"softspice": scores}, found.errors, found.unreadable, details=details, used=found.used)

    def compare(self, found: Given) -> tuple[NDArray[np.float64], pa.Table]:
        """The score of every row, and which component of it has the least support: a first suspect for an invention."""
        pairs = {row: self.compared(found.predictions[row], found.references[row]) for row in found.rows}
        table = self._table(pair for options in pairs.values() for pair in options)
        scores = np.full(len(found.errors), np.nan)
        details: dict[str, list[object]] = {name: [None] * len(scores) for name in _DETAILS}
        for row, options in pairs.items():
            said, meant = self._best(options, table)
            scores[row] = self._score(said, meant, table)
            details["components"][row] = len(said)
            if said and meant:
                support, _ = table.best(said, meant)
                details["weakest"][row], details["support"][row] = said[support.argmin()], float(support.min())
        return scores, pa.table({name: pa.array(details[name], kind) for name, kind in _DETAILS.items()})

    def compared(self, graph: SceneGraph, references: Sequence[SceneGraph]) -> list[tuple[Phrases, Phrases]]:
        """The components of the prediction and those they are compared with; one pair per reference for the "max"."""
        candidate = tuples((graph,), self.lemmatise)
        if self.references == "max":
            each = (tuples((reference,), self.lemmatise) for reference in references)
            return [(components(candidate), components(wanted)) for wanted in each]
        wanted = tuples(references, self.lemmatise)
        if self.references == "merged":
            merged = merge(candidate, wanted)
            return [(components(merged.candidate), components(merged.reference))]
        return [(components(candidate), components(wanted))]

    def reasons(self, rows: Rows, measured: Measured) -> str:  # noqa: ARG002
        found = graphs(rows, self.parser)
        options = self.compared(found.predictions[0], found.references[0])
        table = self._table(options)
        said, meant = self._best(options, table)
        lines = [f"softspice = {self._score(said, meant, table):.4f}"]
        if said and meant:
            for phrase, cosine, place in zip(said, *table.best(said, meant), strict=True):
                lines.append(f"  {cosine:.4f}  {phrase} ~ {meant[place]}")
        return "\n".join(lines)

    def _table(self, pairs: Iterable[tuple[Phrases, Phrases]]) -> "PhraseVectors":
        """Vectors of what has to be compared: a phrase that both sides have needs none, its best cosine is 1."""
        ways = (pair for said, meant in pairs for pair in ((said, meant), (meant, said))[: 1 + self.bidirectional])
        needed = ((alone, other) for one, other in ways if other and (alone := without(one, other)))
        return PhraseVectors.of(self.encoder.encode, (part for pair in needed for part in pair))

    def _best(self, options: Sequence[tuple[Phrases, Phrases]], table: "PhraseVectors") -> tuple[Phrases, Phrases]:
        if len(options) == 1:
            return options[0]
        return max(options, key=lambda pair: self._score(pair[0], pair[1], table))

    def _score(self, said: Phrases, meant: Phrases, table: "PhraseVectors") -> float:
        if not said or not meant:
            return float(said == meant)
        if not self.bidirectional:
            return float(table.best(said, meant)[0].mean())
        p, r = ((1 + table.best(*pair)[0].mean()) / 2 for pair in ((said, meant), (meant, said)))
        return float(harmonic_mean(p, r))


_DETAILS = {"components": pa.int64(), "weakest": pa.string(), "support": pa.float64()}


@dataclass(frozen=True)
class PhraseVectors:
    """Vectors of distinct phrases, and where each phrase stands."""

    place: Mapping[str, int]
    vectors: Vectors

    @classmethod
    def of(cls, encode: Callable[[Sequence[str]], Vectors], sets: Iterable[Phrases]) -> "PhraseVectors":
        distinct = list(dict.fromkeys(phrase for phrases in sets for phrase in phrases))
        return cls({phrase: row for row, phrase in enumerate(distinct)}, encode(distinct))

    def of_phrases(self, phrases: Sequence[str]) -> Vectors:
        return self.vectors[[self.place[phrase] for phrase in phrases]]

    def best(self, one: Phrases, other: Phrases) -> tuple[NDArray[np.float64], list[int]]:
        """For each phrase of one side the largest cosine with a phrase of the other side, and where that one stands."""
        place = {phrase: column for column, phrase in enumerate(other)}
        nearest = [place.get(phrase, -1) for phrase in one]
        found = np.ones(len(one))
        if alone := [row for row, column in enumerate(nearest) if column < 0]:
            cosines = self.of_phrases([one[row] for row in alone]) @ self.of_phrases(other).T
            found[alone] = np.minimum(cosines.max(axis=1), 1)
            for row, column in zip(alone, cosines.argmax(axis=1).tolist(), strict=True):
                nearest[row] = column
        return found, nearest


def without(one: Phrases, other: Phrases) -> Phrases:
    """The phrases of one side that the other side lacks."""
    known = set(other)
    return tuple(phrase for phrase in one if phrase not in known)
