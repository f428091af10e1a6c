"""Is everything the prediction says near something a reference says? SoftSPICE (FACTUAL, Li et al. 2023, equation 1).

A graph falls into components: objects, "attribute object", "subject predicate object". The score is the mean over the
prediction's components of the largest cosine with a component of the references, so it is a precision. By name,
`bidirectional=True` is a variant of the published evaluator that the paper does not have: cosines are moved to 0..1 by
(1 + cos) / 2, averaged in both directions, and the harmonic mean of the two is taken. A graph without components
scores as in SPICE: 1 against another such graph, else 0.

What a graph denies are components of their own, compared with denied ones alone: the support of a denial that meets
none is 0, and so is that of a component that the other side contradicts.
"""

from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Any

import numpy as np
import pyarrow as pa
from numpy.typing import NDArray

from grice import checks
from grice.encoders.base import TextEncoder, Vectors, described
from grice.encoders.loading import FAST, load
from grice.meaning.graph import SceneGraph
from grice.meaning.graph_statements import Fact
from grice.meaning.tuples import Phrases, components, denied_tuples, deny, plain, tuples
from grice.metrics.base import Measured, Metric, Rows, Value, checked_choice, harmonic_mean
from grice.metrics.graphs.contradictions import contradictions
from grice.metrics.graphs.matching import merge
from grice.metrics.graphs.spice import REFERENCES
from grice.metrics.inputs import graphs, of_graphs
from grice.readers.base import Parser
from grice.readers.graphs.given import Given


@dataclass(frozen=True)
class Denials:
    """What two sides deny, in words, and which components of either side the other contradicts."""

    said: Phrases = ()
    meant: Phrases = ()
    contradicted: frozenset[str] = frozenset()
    refuted: frozenset[str] = frozenset()

    def turned(self) -> "Denials":
        return Denials(self.meant, self.said, self.refuted, self.contradicted)


@dataclass(frozen=True)
class Compared:
    """The components of a prediction, those they are compared with, and the denials of both."""

    said: Phrases
    meant: Phrases
    denials: Denials | None = None


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
        encoder: str | TextEncoder = FAST,
    ) -> None:
        self.bidirectional = checks.switch(bidirectional, "softspice with bidirectional")
        self.lemmatise, self.parser = checks.switch(lemmatise, "softspice with lemmatise"), parser
        self.references = checked_choice(self.name, "references", references, REFERENCES)
        self.encoder = load(encoder)
        if self.bidirectional:
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
        return of_graphs(found, {"softspice": scores}, details)

    def compare(self, found: Given) -> tuple[NDArray[np.float64], pa.Table]:
        """The score of every row, and which component of it has the least support: a first suspect for an invention."""
        pairs = {row: self.compared(found.predictions[row], found.references[row]) for row in found.rows}
        table = self._table(pair for options in pairs.values() for pair in options)
        scores = np.full(len(found.errors), np.nan)
        details: dict[str, list[object]] = {name: [None] * len(scores) for name in _DETAILS}
        for row, options in pairs.items():
            pair = self._best(options, table)
            scores[row] = self._score(pair, table)
            details["components"][row] = len(pair.said)
            if pair.said and pair.meant:
                support, _ = table.best(pair.said, pair.meant)
                details["weakest"][row], details["support"][row] = pair.said[support.argmin()], float(support.min())
        return scores, pa.table({name: pa.array(details[name], kind) for name, kind in _DETAILS.items()})

    def compared(self, graph: SceneGraph, references: Sequence[SceneGraph]) -> list[Compared]:
        """The components of the prediction and those they are compared with; one pair per reference for the "max"."""
        candidate = tuples((graph,), self.lemmatise)
        if self.references == "max":
            return [
                Compared(
                    components(candidate), components(tuples((one,), self.lemmatise)), self._denials(graph, (one,))
                )
                for one in references
            ]
        wanted, denials = tuples(references, self.lemmatise), self._denials(graph, references)
        if self.references == "merged":
            merged = merge(candidate, wanted)
            return [Compared(components(merged.candidate), components(merged.reference), denials)]
        return [Compared(components(candidate), components(wanted), denials)]

    def _denials(self, graph: SceneGraph, references: Sequence[SceneGraph]) -> Denials | None:
        if not graph.denied and not deny(references):
            return None
        found = [one for reference in references for one in contradictions(graph, reference, self.lemmatise)]

        def phrases(facts: Iterable[Fact]) -> Phrases:
            return components(map(plain, facts))

        return Denials(
            phrases(denied_tuples((graph,), self.lemmatise)),
            phrases(denied_tuples(references, self.lemmatise)),
            frozenset(phrases(one.said for one in found if not one.by_candidate)),
            frozenset(phrases(one.said for one in found if one.by_candidate)),
        )

    def reasons(self, rows: Rows, measured: Measured) -> str:  # noqa: ARG002
        found = graphs(rows, self.parser)
        options = self.compared(found.predictions[0], found.references[0])
        table = self._table(options)
        pair = self._best(options, table)
        lines = [f"softspice = {self._score(pair, table):.4f}"]
        if pair.said and pair.meant:
            for phrase, cosine, place in zip(pair.said, *table.best(pair.said, pair.meant), strict=True):
                denied = pair.denials is not None and phrase in pair.denials.contradicted
                lines.append(
                    f"  0.0000  {phrase}, which the reference denies"
                    if denied
                    else f"  {cosine:.4f}  {phrase} ~ {pair.meant[place]}"
                )
        if pair.denials is not None:
            for phrase, support in zip(pair.denials.said, self._denied(pair.denials, table), strict=True):
                lines.append(f"  {support:.4f}  not: {phrase}")
        return "\n".join(lines)

    def _table(self, pairs: Iterable[Compared]) -> "PhraseVectors":
        """Vectors of what has to be compared: a phrase that both sides have needs none, its best cosine is 1."""
        listed = list(pairs)
        sides = [(pair.said, pair.meant) for pair in listed]
        sides += [(pair.denials.said, pair.denials.meant) for pair in listed if pair.denials is not None]
        ways = (pair for said, meant in sides for pair in ((said, meant), (meant, said))[: 1 + self.bidirectional])
        needed = ((alone, other) for one, other in ways if other and (alone := without(one, other)))
        return PhraseVectors.of(self.encoder.encode, (part for pair in needed for part in pair))

    def _best(self, options: Sequence[Compared], table: "PhraseVectors") -> Compared:
        if len(options) == 1:
            return options[0]
        return max(options, key=lambda pair: self._score(pair, table))

    def _score(self, pair: Compared, table: "PhraseVectors") -> float:
        said, meant, denials = pair.said, pair.meant, pair.denials
        if denials is not None:
            nothing = [not (said or denials.said), not (meant or denials.meant)]
            if any(nothing):
                return float(all(nothing))
        elif not said or not meant:
            return float(said == meant)
        there = self._supports(said, meant, denials, table).mean()
        if not self.bidirectional:
            return float(there)
        back = self._supports(meant, said, denials and denials.turned(), table).mean()
        return float(harmonic_mean((1 + there) / 2, (1 + back) / 2))

    def _supports(
        self, said: Phrases, meant: Phrases, denials: Denials | None, table: "PhraseVectors"
    ) -> NDArray[np.float64]:
        """How well every component of one side is met on the other, those that it denies last."""
        found = table.best(said, meant)[0] if said and meant else np.zeros(len(said))
        if denials is None:
            return found
        refused = np.array([phrase in denials.contradicted for phrase in said], bool)
        return np.concatenate([np.where(refused, 0.0, found), self._denied(denials, table)])

    def _denied(self, denials: Denials, table: "PhraseVectors") -> NDArray[np.float64]:
        if not denials.said or not denials.meant:
            return np.zeros(len(denials.said))
        return table.best(denials.said, denials.meant)[0]


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
