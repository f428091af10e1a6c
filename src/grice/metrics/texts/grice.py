"""Does a caption say what its references say, and of the same things? The metric `grice`, second edition (v2).

    grice = 0.57 s + 0.17 n + 0.26 r + 0.44 u - 0.08 a - 0.07 b - 0.18 k, between 0 and 1

s  sentence: the cosine of prediction and reference, in the mean over references (is it about the same?)
n  nearest: the largest of these cosines (does anybody say it?)
r  recall: over the words of a reference, the largest cosine with a word of the prediction, rare words weighing more, in
   the mean over references (is anything missing?)
u  specific: how much better each word is found in its best reference than in the mean reference (does it say more than
   what everybody says, and is that borne out?)
a  properties: attributes and numbers that prediction and reference give to different things
b  roles: verbs and relations that they give to different things, or the other way round
k  contradicted: the share of references that deny what the prediction says, or say what it denies

Cosines are taken after the mean vector of image captions has been subtracted, which is what all captions share and no
caption says. s, n, r and u need no parser; a, b (`metrics.graphs.bindings`) and k (`metrics.graphs.contradictions`)
come from scene graphs, and a prediction that is its one reference has 1. The weights were fitted on seven sets, chosen
by leaving out whole sets, and are frozen: docs/grice.md (`grice.training.judge`).
"""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from functools import cache
from importlib.resources import files
from pathlib import Path
from textwrap import wrap
from typing import Any

import numpy as np
import pyarrow as pa
from numpy.typing import NDArray

from grice.encoders.base import TextEncoder, TokenVectors, Vectors, described, settings_of, unit
from grice.encoders.loading import MINILM, load
from grice.errors import InputError
from grice.meaning.graph import SceneGraph
from grice.metrics.base import Measured, Metric, Rows, Value
from grice.metrics.graphs.bindings import bindings, clashes
from grice.metrics.graphs.contradictions import contradictions
from grice.metrics.inputs import Texts, graphs, spread, texts
from grice.readers.base import Parser
from grice.readers.graphs.given import Given

EDITION = "v2"
EVIDENCE = ("sentence", "nearest", "recall", "specific", "properties", "roles", "contradicted")
WEIGHTS = (0.57, 0.17, 0.26, 0.44, -0.08, -0.07, -0.18)
"""The first three sum to one: they are all that a prediction has which is its one reference."""
MOST = 3.0
"""Clashes of a kind that are counted: more say that texts are about other things."""
FAR = 0.4
"""Cosine below which a word is shown as not found. It serves the eye: no score depends on it."""
AT_ONCE = 256
"""Rows whose token vectors are in memory together."""
WIDTH = 79
Floats = NDArray[np.float64]


@dataclass(frozen=True)
class Constants:
    """What captions share: mean vectors of sentences and of their word pieces, and how rare pieces are."""

    sentence: Vectors
    token: Vectors
    rarity: Mapping[str, float]
    unseen: float

    def weigh(self, tokens: TokenVectors) -> Floats:
        return np.array([self.rarity.get(piece, self.unseen) for piece in tokens.pieces])


@dataclass(frozen=True)
class Judged:
    """What a person may want to know of one caption."""

    unsupported: tuple[str, ...]
    missing: tuple[str, ...]
    otherwise: tuple[str, ...]
    contradicted: tuple[str, ...]


DETAILS = ("unsupported", "missing", "otherwise", "contradicted")


@cache
def shipped() -> Constants:
    """The means and rarities over the references of the sets that the metric was fitted on."""
    with (files("grice.metrics.texts") / "grice_v2.npz").open("rb") as file, np.load(file) as table:
        pieces = bytes(table["pieces"]).decode().split("\n")
        rarity = dict(zip(pieces, table["rarity"].astype(float).tolist(), strict=True))
        return Constants(table["sentence"], table["token"], rarity, float(table["unseen"]))


class Grice(Metric):
    """Seven kinds of evidence in one number, and each of them.

    `weights` other than the frozen ones are for study.
    """

    name = "grice"
    values = (
        Value("grice", "weighted evidence for and against, from 0 to 1"),
        Value("sentence", "mean centred cosine with the references", lowest=-1.0),
        Value("nearest", "centred cosine with the nearest reference", lowest=-1.0),
        Value("recall", "how well the words of a reference are found in the caption, in the mean", lowest=-1.0),
        Value("specific", "how much better words are found in their best reference than in the mean one"),
        Value("properties", "attributes and numbers given to other things, at most 3", 0.0, MOST, False),
        Value("roles", "verbs and relations given to other things, at most 3", 0.0, MOST, False),
        Value("contradicted", "share of references that contradict the caption", higher_is_better=False),
    )

    def __init__(
        self,
        *,
        weights: Sequence[float] = WEIGHTS,
        parser: str | Path | Parser = "default",
        encoder: str | TextEncoder = MINILM,
    ) -> None:
        self.parser = parser
        self.encoder = load(encoder)
        self.constants = shipped()
        if self.constants.sentence.shape != self.encoder.encode(["a"])[0].shape:
            raise InputError(f"grice with the encoder {described(self.encoder)}", "minilm, which its means belong to")
        if len(weights) != len(EVIDENCE) or sum(weights[:3]) <= 0:
            needed = f"{len(EVIDENCE)} numbers, for {', '.join(EVIDENCE)}, of which the first three sum to more than 0"
            raise InputError(f"grice with weights {tuple(weights)}", needed)
        self.weights = np.array(weights, np.float64) / sum(weights[:3])
        self._edition = EDITION if tuple(weights) == WEIGHTS else ",".join(f"{weight:.3g}" for weight in self.weights)

    def settings(self) -> Mapping[str, str]:
        return {"edition": self._edition} | settings_of(self.encoder)

    def judge(self, rows: Rows, prepared: Any) -> Measured:  # noqa: ARG002
        read = graphs(rows, self.parser)
        given = readable(texts(rows, errors=read.errors), read)
        evidence = np.full((len(rows), len(EVIDENCE)), np.nan)
        judged: list[Judged | None] = [None] * len(rows)
        for chunk in given.chunks(AT_ONCE):
            evidence[chunk.rows, :2] = self._sentences(chunk)
            found = self._words(chunk)
            for row, (numbers, lacking) in zip(chunk.rows, found, strict=True):
                evidence[row, 2:4] = numbers
                against, shown = bound(read.predictions[row], read.references[row])
                evidence[row, 4:] = against
                judged[row] = Judged(*lacking, *shown)
        values = {name: evidence[:, i] for i, name in enumerate(EVIDENCE)}
        total = spread(np.clip(evidence[given.rows] @ self.weights, 0.0, 1.0), given.rows, len(rows))
        details = _details(judged)
        return Measured({"grice": total} | values, given.errors, given.unreadable, details=details, used=read.used)

    def reasons(self, rows: Rows, measured: Measured) -> str:  # noqa: ARG002
        value = measured.values["grice"][0]
        cut = {0.0: ", for what follows is less", 1.0: ", for what follows is no less"}.get(float(value), "")
        lines = [f"grice = {value:.4f}{cut}"]
        for weight, name in zip(self.weights, EVIDENCE, strict=True):
            number = measured.values[name][0]
            if number or name not in EVIDENCE[4:]:
                lines.append(f"  {weight * number:+.3f} = {weight:+.3f} × {number:.3f}  {name}")
        assert measured.details is not None
        for name in DETAILS:
            listed = "; ".join(measured.details.column(name)[0].as_py()) or "–"
            lines += wrap(f"{name}: {listed}", WIDTH, initial_indent="  ", subsequent_indent="    ")
        return "\n".join(lines)

    def _sentences(self, chunk: Texts) -> Floats:
        """The mean and the largest centred cosine of every caption with its references."""
        counts = chunk.counts
        vectors = unit(self.encoder.encode(chunk.predictions + chunk.flat) - self.constants.sentence)
        predicted = np.repeat(vectors[: len(counts)], counts, axis=0)
        cosines = np.einsum("rd,rd->r", predicted, vectors[len(counts) :]).astype(np.float64)
        starts = np.cumsum(counts) - counts
        return np.column_stack([np.add.reduceat(cosines, starts) / counts, np.maximum.reduceat(cosines, starts)])

    def _words(self, chunk: Texts) -> list[tuple[tuple[float, float], tuple[tuple[str, ...], tuple[str, ...]]]]:
        """Recall and specificity of every caption; its words that no reference has, and those that it lacks."""
        distinct = list(dict.fromkeys(chunk.predictions + chunk.flat))
        tokens = dict(zip(distinct, self.encoder.tokens(distinct), strict=True))
        sides = {text: Side.of(found, self.constants) for text, found in tokens.items()}
        return [
            matched(sides[caption], [sides[reference] for reference in references])
            for caption, references in zip(chunk.predictions, chunk.references, strict=True)
        ]


@dataclass(frozen=True)
class Side:
    """The pieces of one text, their centred vectors and what each weighs."""

    pieces: tuple[str, ...]
    vectors: Vectors
    weights: Floats

    @classmethod
    def of(cls, tokens: TokenVectors, constants: Constants) -> "Side":
        return cls(tokens.pieces, unit(tokens.vectors - constants.token), constants.weigh(tokens))

    def mean(self, cosines: Floats) -> float:
        total = self.weights.sum()
        return float(cosines @ self.weights / total) if total else 0.0


def matched(
    caption: Side, references: Sequence[Side]
) -> tuple[tuple[float, float], tuple[tuple[str, ...], tuple[str, ...]]]:
    """Recall and specificity by greedy matching of pieces (as BERTScore, Zhang et al. 2020), and what is not found."""
    if not caption.pieces or not all(reference.pieces for reference in references):
        return (0.0, 0.0), ((), ())
    found = [(caption.vectors @ reference.vectors.T).astype(np.float64) for reference in references]
    rows = np.array([cosines.max(axis=1) for cosines in found])
    columns = [cosines.max(axis=0) for cosines in found]
    recall = float(np.mean([side.mean(best) for side, best in zip(references, columns, strict=True)]))
    best = rows.max(axis=0)
    specific = caption.mean(best) - float(np.mean([caption.mean(row) for row in rows]))
    lacking: dict[str, int] = {}
    for side, cosines in zip(references, columns, strict=True):
        for word in dict.fromkeys(_words_below(side, cosines)):
            lacking[word] = lacking.get(word, 0) + 1
    missing = [
        f"{word} ({count} of {len(references)})"
        for word, count in sorted(lacking.items(), key=lambda entry: -entry[1])
        if 2 * count >= len(references)
    ]
    return (recall, specific), (tuple(dict.fromkeys(_words_below(caption, best))), tuple(missing))


def bound(
    caption: SceneGraph, references: Sequence[SceneGraph]
) -> tuple[tuple[float, float, float], tuple[tuple[str, ...], tuple[str, ...]]]:
    """Clashes of properties and roles and the share of contradicting references; which they are."""
    found = clashes(bindings(caption), [bindings(reference) for reference in references])
    against = [contradictions(caption, reference) for reference in references]
    share = sum(map(bool, against)) / len(references)
    shown = tuple(dict.fromkeys(str(one) for some in against for one in some))
    return (min(found.properties, MOST), min(found.roles, MOST), share), (found.shown, shown)


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


def _words_below(side: Side, cosines: Floats) -> list[str]:
    """Words whose best piece is not found and that are not among the commonest, their pieces joined."""
    common = float(np.median(side.weights)) / 2
    starts = [i for i, piece in enumerate(side.pieces) if not piece.startswith("##")] or [0]
    found = []
    for start, end in zip(starts, [*starts[1:], len(side.pieces)], strict=True):
        if cosines[start:end].max() < FAR and side.weights[start:end].max() > common and side.pieces[start].isalnum():
            found.append("".join(piece.removeprefix("##") for piece in side.pieces[start:end]))
    return found


def _details(judged: Sequence[Judged | None]) -> pa.Table:
    listed = pa.list_(pa.string())
    return pa.table(
        {
            name: pa.array([None if one is None else list(getattr(one, name)) for one in judged], listed)
            for name in DETAILS
        }
    )
