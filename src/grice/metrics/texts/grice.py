"""Does a caption say what its references say? The metric `grice`: evidence from sentence, words and graph.

    grice = 0.47 s + 0.25 w + 0.28 g, and 0 where that is below

s  sentence: the cosine of prediction and reference, in the mean over references (is it about the same?)
w  words: over the nouns of the prediction, the largest cosine with a word of any reference, each in its context
   (is there anything that nobody else saw?)
g  graph: over the parts of the prediction's scene graph (objects, attributes, relations), the largest cosine with a
   part of a reference's graph, in the mean over references (do most people say this?)

Cosines are taken after the mean vector of image captions has been subtracted, which is what all captions share and no
caption says. The three weights are all that was fitted to ratings, on half of Flickr8k-Expert, and they are frozen; how
they were found, and what was left out because it added nothing, is in docs/captions.md (tools/fit_grice.py).
"""

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from functools import cache
from importlib.resources import files
from pathlib import Path
from typing import Any

import numpy as np
import pyarrow as pa
from numpy.typing import NDArray

from grice.encoders.base import TextEncoder, TokenVectors, Vectors, described, unit
from grice.encoders.loading import MINILM, load
from grice.errors import InputError
from grice.meaning.graph import SceneGraph
from grice.meaning.tuples import parts
from grice.metrics.base import Measured, Metric, Rows, Value
from grice.metrics.inputs import Texts, graphs, spread, texts
from grice.readers.base import Parser
from grice.readers.graphs.given import Given
from grice.words.split import words_in
from grice.words.tagging import tag

WEIGHTS = (0.47, 0.25, 0.28)
EVIDENCE = ("sentence", "words", "graph")
NEAR, FAR = 0.7, 0.4
"""Cosines from which a part counts as right, and below which as wrong. They serve the eye: no score depends on them."""
AT_ONCE = 256
"""Rows whose token vectors are in memory together."""


@dataclass(frozen=True)
class Centres:
    """What captions share: mean vectors of sentences, of their word pieces, and of the parts of their graphs."""

    sentence: Vectors
    token: Vectors
    part: Vectors


@dataclass(frozen=True)
class Judged:
    """Which parts of a caption its references bear out, for a person to read: each part with what is nearest to it.

    Missing is what at least half of the references have and the prediction does not come near to.
    """

    right: tuple[str, ...]
    unsure: tuple[str, ...]
    wrong: tuple[str, ...]
    missing: tuple[str, ...]


@cache
def shipped() -> Centres:
    """The means that the metric subtracts, over the references of the images that it was fitted on."""
    with (files("grice.metrics.texts") / "grice_centres.npz").open("rb") as file, np.load(file) as table:
        return Centres(*(table[name] for name in ("sentence", "token", "part")))


class Grice(Metric):
    """Sentence, words and graph in one number, and each of them.

    `weights` and `centres` other than the frozen ones are for study.
    """

    name = "grice"
    values = (
        Value("grice", "weighted mean of the evidence from sentence, words and graph, not below 0"),
        Value("sentence", "mean centred cosine with the references", lowest=-1.0),
        Value("words", "how well each noun is found in the references, in the mean", lowest=-1.0),
        Value("graph", "how well each part of the scene graph is found in a reference, in the mean", lowest=-1.0),
    )

    def __init__(
        self,
        *,
        weights: Sequence[float] = WEIGHTS,
        centres: Centres | None = None,
        parser: str | Path | Parser = "default",
        encoder: str | TextEncoder = MINILM,
    ) -> None:
        self.parser = parser
        self.encoder = load(encoder)
        self.centres = centres or shipped()
        self._centred = "flickr8k-half" if centres is None else "given"
        if self.centres.sentence.shape != self.encoder.encode(["a"])[0].shape:
            raise InputError(f"grice with the encoder {described(self.encoder)}", "minilm, which its means belong to")
        if len(weights) != len(EVIDENCE) or sum(weights) <= 0:
            raise InputError(f"grice with weights {tuple(weights)}", f"three numbers, for {', '.join(EVIDENCE)}")
        self.weights = np.array(weights, np.float64) / sum(weights)

    def settings(self) -> Mapping[str, str]:
        weights = ",".join(f"{name}={weight:.3g}" for name, weight in zip(EVIDENCE, self.weights, strict=True))
        return {
            "weights": weights,
            "centres": self._centred,
            "encoder": described(self.encoder),
        }

    def judge(self, rows: Rows, prepared: Any) -> Measured:  # noqa: ARG002
        read = graphs(rows, self.parser)
        given = readable(texts(rows, errors=read.errors), read)
        evidence = np.full((len(rows), len(EVIDENCE)), np.nan)
        judged: list[Judged | None] = [None] * len(rows)
        for chunk in given.chunks(AT_ONCE):
            evidence[chunk.rows, 0] = self._sentence(chunk)
            evidence[chunk.rows, 1] = self._words(chunk)
            parts = [(read.predictions[row], read.references[row]) for row in chunk.rows]
            for row, (value, found) in zip(chunk.rows, self._graph(parts), strict=True):
                evidence[row, 2], judged[row] = value, found
        values = {name: evidence[:, i] for i, name in enumerate(EVIDENCE)}
        total = spread(np.clip(evidence[given.rows] @ self.weights, 0.0, 1.0), given.rows, len(rows))
        details = _details(judged)
        return Measured({"grice": total} | values, given.errors, given.unreadable, details=details, used=read.used)

    def reasons(self, rows: Rows, measured: Measured) -> str:  # noqa: ARG002
        terms = [
            f"{weight:.2f} × {measured.values[name][0]:.3f} ({name})"
            for weight, name in zip(self.weights, EVIDENCE, strict=True)
        ]
        assert measured.details is not None
        said = {name: measured.details.column(name)[0].as_py() for name in measured.details.column_names}
        value = measured.values["grice"][0]
        below = "0, for what follows is less: " if value == 0 else ""
        lines = [f"grice = {value:.4f} = {below}{' + '.join(terms)}"]
        return "\n".join([*lines, *(f"  {name}: {'; '.join(found) or '–'}" for name, found in said.items())])

    def _sentence(self, chunk: Texts) -> NDArray[np.float64]:
        counts = chunk.counts
        vectors = unit(self.encoder.encode(chunk.predictions + chunk.flat) - self.centres.sentence)
        ends = np.cumsum(counts) + len(counts)
        return np.array(
            [
                (vectors[end - count : end] @ vectors[i]).mean()
                for i, (count, end) in enumerate(zip(counts, ends, strict=True))
            ]
        )

    def _words(self, chunk: Texts) -> NDArray[np.float64]:
        distinct = list(dict.fromkeys(chunk.predictions + chunk.flat))
        tokens = dict(zip(distinct, self.encoder.tokens(distinct), strict=True))
        vectors = {text: unit(found.vectors - self.centres.token) for text, found in tokens.items() if found.pieces}
        found = []
        for prediction, references in zip(chunk.predictions, chunk.references, strict=True):
            others = [vectors[reference] for reference in references if reference in vectors]
            if prediction not in vectors or not others:
                found.append(0.0)
                continue
            said = vectors[prediction][nouns(prediction, tokens[prediction])]
            found.append(float((said @ np.concatenate(others).T).max(axis=1).mean()))
        return np.array(found)

    def _graph(self, pairs: Sequence[tuple[SceneGraph, Sequence[SceneGraph]]]) -> Iterator[tuple[float, Judged]]:
        split = [(parts(graph), [parts(reference) for reference in references]) for graph, references in pairs]
        distinct = list(dict.fromkeys(p for said, meant in split for some in (said, *meant) for p in some))
        place = {phrase: row for row, phrase in enumerate(distinct)}
        vectors = unit(self.encoder.encode(distinct) - self.centres.part) if distinct else np.zeros((0, 1), np.float32)
        for said, meant in split:
            rows = [[place[phrase] for phrase in some] for some in (said, *meant)]
            cosines = [vectors[rows[0]] @ vectors[other].T for other in rows[1:]]
            means = [c.max(axis=1).mean(dtype=np.float64) for c in cosines if c.size]
            yield float(np.mean(means)) if means else 0.0, judge(said, meant, cosines)


def readable(given: Texts, read: Given) -> Texts:
    """The texts whose graphs could be read as well."""
    unreadable = [one or other for one, other in zip(given.unreadable, read.unreadable, strict=True)]
    kept = [i for i, row in enumerate(given.rows) if unreadable[row] is None]
    return Texts(
        [given.rows[i] for i in kept],
        [given.predictions[i] for i in kept],
        [given.references[i] for i in kept],
        unreadable,
        given.errors,
    )


def nouns(text: str, tokens: TokenVectors) -> NDArray[np.bool_]:
    """Which word pieces belong to nouns; all of them where there is no noun."""
    known = {part for tagged in tag(words_in(text)) if tagged.tag == "N" for part in tagged.word.split("-")}
    starts = [i for i, piece in enumerate(tokens.pieces) if not piece.startswith("##")]
    chosen = np.zeros(len(tokens.pieces), bool)
    for start, end in zip(starts, [*starts[1:], len(chosen)], strict=True):
        word = "".join(piece.removeprefix("##") for piece in tokens.pieces[start:end])
        chosen[start:end] = word in known
    return chosen if chosen.any() else ~chosen


def _details(judged: Sequence[Judged | None]) -> pa.Table:
    listed = pa.list_(pa.string())
    return pa.table(
        {
            name: pa.array([None if one is None else list(getattr(one, name)) for one in judged], listed)
            for name in ("right", "unsure", "wrong", "missing")
        }
    )


def judge(said: Sequence[str], meant: Sequence[Sequence[str]], cosines: Sequence[NDArray[np.float32]]) -> Judged:
    """Parts said, parts of each reference, and their cosines, one table per reference."""
    right: list[str] = []
    unsure: list[str] = []
    wrong: list[str] = []
    for i, part in enumerate(said):
        best = [
            (float(c[i].max()), others[int(c[i].argmax())]) for c, others in zip(cosines, meant, strict=True) if c.size
        ]
        support, nearest = max(best, default=(0.0, "nothing"))
        into = right if support >= NEAR else wrong if support < FAR else unsure
        into.append(part if nearest == part else f"{part} ({support:.2f}, nearest: {nearest})")
    return Judged(tuple(right), tuple(unsure), tuple(wrong), tuple(_missing(meant, cosines)))


def _missing(meant: Sequence[Sequence[str]], cosines: Sequence[NDArray[np.float32]]) -> list[str]:
    """What half of the references say in the same words and the prediction does not come near to."""
    held: dict[str, list[float]] = {}
    for others, table in zip(meant, cosines, strict=True):
        nearest = table.max(axis=0) if table.size else np.zeros(len(others))
        for part, cosine in zip(others, nearest, strict=True):
            held.setdefault(part, []).append(float(cosine))
    wanted = max(1, (len(meant) + 1) // 2)
    return [
        f"{part} ({len(near)} of {len(meant)} references)"
        for part, near in sorted(held.items(), key=lambda entry: -len(entry[1]))
        if len(near) >= wanted and max(near) < FAR
    ]
