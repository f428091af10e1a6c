"""Does a caption say what its references say, and of the same things? The metric `grice`, second edition (v2).

    grice = 0.67 s + 0.33 r + 0.37 u - 0.02 x - s (0.18 a + 0.08 b + 0.17 t + 0.9 k + 0.42 m), between 0 and 1

s  sentence: the cosine of the prediction with the centre of the references (is it about the same?)
r  recall: over the words of a reference, the largest cosine with a word of the prediction, rare words weighing more, in
   the mean over references and over how well they recall each other (is anything missing?)
u  specific: how much better each word is found in its best reference than in the mean reference (does it say more than
   what everybody says, and is that borne out?)
x  unfounded: relations of the prediction that no reference bears out
a  properties: attributes and numbers that prediction and reference give to different things
b  roles: verbs that they give to different things
t  turned: relations that they have the other way round
k  contradicted: the share of references that deny what the prediction says, or say what it denies
m  miscounted: for numbers that no reference has, the share of references that have another for such a thing

Where references differ, no caption is near all of them: s and r say how near it is for what they have in common. With
n references of mean cosine q the centre of their vectors has the length sqrt((1 + (n - 1) q) / n), and the mean cosine
with the references over this length is the cosine with their centre; r is the mean recall over the same root.

What is bound otherwise weighs as much as the texts are alike. Where a prediction and its references all have several
sentences, s, x and a to m are taken sentence by sentence (`metrics.texts.paragraphs`), the latter in the mean over the
sentences of the prediction. Cosines are taken after the mean vector of image captions (of names, for x) has been
subtracted, which is what all captions share and no caption says. s, r and u need no parser; x
(`metrics.graphs.support`), a, b, t (`metrics.graphs.bindings`), k (`metrics.graphs.contradictions`) and m
(`metrics.graphs.miscounts`) come from scene graphs, and a prediction that is its one reference has 1. The weights were
fitted on seven sets, chosen by leaving out whole sets, and are frozen: docs/grice.md (`lab.judge`).
"""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace
from functools import cache
from importlib.resources import files
from itertools import chain
from pathlib import Path
from textwrap import wrap
from typing import Any

import numpy as np
import pyarrow as pa
from numpy.typing import NDArray

from grice import checks
from grice.encoders.base import TextEncoder, TokenVectors, Vectors, described, settings_of, unit
from grice.encoders.loading import FAST, load
from grice.errors import InputError
from grice.meaning.graph import SceneGraph
from grice.metrics.base import Measured, Metric, Rows, Value
from grice.metrics.graphs.bindings import bindings, clashes
from grice.metrics.graphs.contradictions import contradictions
from grice.metrics.graphs.miscounts import miscounted
from grice.metrics.graphs.support import pairs, unfounded
from grice.metrics.inputs import Texts, graphs, spread, texts
from grice.metrics.texts.paragraphs import Sentence, likeness_to_all, likest, may_have_several, sentences
from grice.metrics.texts.word_recall import Side, matched
from grice.readers.base import Parser
from grice.readers.graphs.given import Given

EDITION = "v2.1"
EVIDENCE = (
    "sentence",
    "recall",
    "specific",
    "unfounded",
    "properties",
    "roles",
    "turned",
    "contradicted",
    "miscounted",
)
WEIGHTS = (0.67, 0.33, 0.37, -0.02, -0.18, -0.08, -0.17, -0.9, -0.42)
"""The first two sum to one: they are all that a prediction has which is its one reference."""
BOUND = 4
"""Where what weighs by the likeness of the texts begins."""
MOST = 3.0
"""Clashes of a kind, unfounded relations and miscounts that count: more say that texts are about other things."""
AT_ONCE = 256
"""Rows whose token vectors are in memory together."""
WIDTH = 79
Floats = NDArray[np.float64]


@dataclass(frozen=True)
class Constants:
    """What captions share: mean vectors of sentences, word pieces and names of things, and how rare pieces are."""

    sentence: Vectors
    token: Vectors
    name: Vectors
    rarity: Mapping[str, float]
    unseen: float

    def weigh(self, tokens: TokenVectors) -> Floats:
        return np.array([self.rarity.get(piece, self.unseen) for piece in tokens.pieces])


@dataclass(frozen=True)
class Judged:
    """What a person may want to know of one caption."""

    unsupported: tuple[str, ...]
    missing: tuple[str, ...]
    unfounded: tuple[str, ...]
    otherwise: tuple[str, ...]
    contradicted: tuple[str, ...]
    miscounted: tuple[str, ...]


DETAILS = ("unsupported", "missing", "unfounded", "otherwise", "contradicted", "miscounted")


@cache
def shipped() -> Constants:
    """The means and rarities over the references of the sets that the metric was fitted on."""
    with (files("grice.metrics.texts") / "grice_v2.npz").open("rb") as file, np.load(file) as table:
        pieces = bytes(table["pieces"]).decode().split("\n")
        rarity = dict(zip(pieces, table["rarity"].astype(float).tolist(), strict=True))
        return Constants(table["sentence"], table["token"], table["name"], rarity, float(table["unseen"]))


class Grice(Metric):
    """Nine kinds of evidence in one number, and each of them.

    `weights` other than the frozen ones are for study.
    """

    name = "grice"
    values = (
        Value("grice", "weighted evidence for and against, from 0 to 1"),
        Value("sentence", "centred cosine with the centre of the references", lowest=-1.0),
        Value("recall", "how well the words of a reference are found in the caption, for their agreement", lowest=-1.0),
        Value("specific", "how much better words are found in their best reference than in the mean one"),
        Value("unfounded", "relations that no reference bears out, at most 3", 0.0, MOST, False),
        Value("properties", "attributes and numbers given to other things, at most 3", 0.0, MOST, False),
        Value("roles", "verbs given to other things, at most 3", 0.0, MOST, False),
        Value("turned", "relations that are the other way round, at most 3", 0.0, MOST, False),
        Value("contradicted", "share of references that contradict the caption", higher_is_better=False),
        Value("miscounted", "share of references that count a thing otherwise, at most 3", 0.0, MOST, False),
    )

    def __init__(
        self,
        *,
        weights: Sequence[float] = WEIGHTS,
        parser: str | Path | Parser = "default",
        encoder: str | TextEncoder = FAST,
    ) -> None:
        self.parser = parser
        self.encoder = load(encoder)
        self.constants = shipped()
        if self.constants.sentence.shape != (self.encoder.width,):
            raise InputError(f"grice with the encoder {described(self.encoder)}", "minilm, which its means belong to")
        given = checks.numbers(weights, "grice with weights")
        if given.shape != (len(EVIDENCE),) or not np.isfinite(given).all() or given[:2].sum() <= 0:
            needed = f"{len(EVIDENCE)} numbers, for {', '.join(EVIDENCE)}, of which the first two sum to more than 0"
            raise InputError(f"grice with weights {checks.quoted(weights)}", needed)
        self.weights = given / given[:2].sum()
        self._edition = EDITION if tuple(given) == WEIGHTS else ",".join(f"{weight:.3g}" for weight in self.weights)

    def settings(self) -> Mapping[str, str]:
        return {"edition": self._edition} | settings_of(self.encoder)

    def judge(self, rows: Rows, prepared: Any) -> Measured:  # noqa: ARG002
        read = graphs(rows, self.parser)
        given = readable(texts(rows, errors=read.errors, places=read.places), read)
        evidence = np.full((len(rows), len(EVIDENCE)), np.nan)
        judged: list[Judged | None] = [None] * len(rows)
        for chunk in given.chunks(AT_ONCE):
            found = self._words(chunk)  # before whole texts, whose vectors come with those of their words
            evidence[chunk.rows, 0] = self._sentences(chunk)
            self._names(read, chunk.rows)
            for place, (row, (numbers, lacking)) in enumerate(zip(chunk.rows, found, strict=True)):
                evidence[row, 1:3] = numbers
                if parts := _parts(chunk, place, read):
                    evidence[row, 0], against, shown = self._paragraph(parts)
                else:
                    against, shown = self._bound(read.predictions[row], read.references[row])
                evidence[row, 3:] = against
                judged[row] = Judged(*lacking, *shown)
        values = {name: evidence[:, i] for i, name in enumerate(EVIDENCE)}
        total = spread(np.clip(terms(evidence[given.rows]) @ self.weights, 0.0, 1.0), given.rows, len(rows))
        details = _details(judged)
        return Measured(
            {"grice": total} | values,
            given.errors,
            given.unreadable,
            details=details,
            used=read.used,
            left_out=read.left_out,
        )

    def reasons(self, rows: Rows, measured: Measured) -> str:  # noqa: ARG002
        value = measured.values["grice"][0]
        cut = {0.0: ", for what follows is less", 1.0: ", for what follows is no less"}.get(float(value), "")
        lines = [f"grice = {value:.4f}{cut}"]
        evidence = np.array([[measured.values[name][0] for name in EVIDENCE]])
        alike = max(float(evidence[0, 0]), 0.0)
        for place, (name, weight, number) in enumerate(zip(EVIDENCE, self.weights, evidence[0], strict=True)):
            if number or place < BOUND - 1:
                by = f" × {alike:.3f}" if place >= BOUND else ""
                added = float(terms(evidence)[0, place] * weight)
                lines.append(f"  {added:+.3f} = {weight:+.3f} × {number:.3f}{by}  {name}")
        assert measured.details is not None
        for name in DETAILS:
            listed = "; ".join(measured.details.column(name)[0].as_py()) or "–"
            lines += wrap(f"{name}: {listed}", WIDTH, initial_indent="  ", subsequent_indent="    ")
        return "\n".join(lines)

    def _sentences(self, chunk: Texts) -> Floats:
        """The cosine of every caption with the centre of its references, all centred."""
        counts = chunk.counts
        vectors = unit(self.encoder.encode(chunk.predictions + chunk.flat) - self.constants.sentence)
        starts = len(counts) + np.cumsum(counts) - counts
        centres = unit(np.add.reduceat(vectors, starts)) if len(counts) else vectors
        return np.asarray(np.einsum("rd,rd->r", vectors[: len(counts)], centres), np.float64)

    def _names(self, read: Given, rows: Sequence[int]) -> None:
        """Embed the names of things that are related, all at once; the encoder remembers them."""
        every = (pairs((graph,)) for row in rows for graph in (read.predictions[row], *read.references[row]))
        self.encoder.encode(sorted({name for facts in every for fact in facts for name in fact[::2]}))

    def _cosines(self, some: Sequence[str], others: Sequence[str]) -> Floats:
        vectors = unit(self.encoder.encode([*some, *others]) - self.constants.name)
        return np.asarray(vectors[: len(some)] @ vectors[len(some) :].T, np.float64)

    def _bound(
        self, caption: SceneGraph, references: Sequence[SceneGraph]
    ) -> tuple[Floats, tuple[tuple[str, ...], ...]]:
        """Unfounded relations, clashes of properties, roles and order, the share of contradicting references, things
        that are counted otherwise; the relations, the clashes, the contradictions and the miscounts in words."""
        lacking, relations = unfounded(caption, references, self._cosines)
        found = clashes(bindings(caption), [bindings(reference) for reference in references])
        against = [contradictions(caption, reference) for reference in references]
        counts = np.minimum([lacking, found.properties, found.roles, found.turned], MOST)
        said = tuple(dict.fromkeys(str(one) for some in against for one in some))
        shown = tuple(" ".join(fact) for fact in relations)
        counted, wrong = miscounted(caption, references)
        evidence = np.array([*counts, sum(map(bool, against)) / len(references), min(counted, MOST)])
        return evidence, (shown, found.shown, said, tuple(wrong))

    def _paragraph(self, parts: Sequence[Sequence[Sentence]]) -> tuple[float, Floats, tuple[tuple[str, ...], ...]]:
        """How alike a text and its references are, and what `_bound` finds of its sentences, each beside the likest of
        every reference, in the mean."""
        vectors = [unit(self.encoder.encode([one.text for one in text]) - self.constants.sentence) for text in parts]
        found = []
        for sentence, vector in zip(parts[0], vectors[0], strict=True):
            beside = zip(parts[1:], likest(vector, vectors[1:]), strict=True)
            found.append(self._bound(sentence.graph, [reference[i].graph for reference, i in beside]))
        kinds = zip(*(said for _, said in found), strict=True)
        shown = tuple(tuple(dict.fromkeys(chain.from_iterable(kind))) for kind in kinds)
        return likeness_to_all(vectors[0], vectors[1:]), np.mean([one for one, _ in found], axis=0), shown

    def _words(self, chunk: Texts) -> list[tuple[tuple[float, float], tuple[tuple[str, ...], tuple[str, ...]]]]:
        """Recall and specificity of every caption; its words that no reference has, and those that it lacks."""
        distinct = list(dict.fromkeys(chunk.predictions + chunk.flat))
        tokens = dict(zip(distinct, self.encoder.tokens(distinct), strict=True))
        sides = {text: Side.of(own, self.constants.token, self.constants.weigh(own)) for text, own in tokens.items()}
        return [
            matched(sides[caption], [sides[reference] for reference in references])
            for caption, references in zip(chunk.predictions, chunk.references, strict=True)
        ]


def terms(evidence: Floats) -> Floats:
    """What the weights are of: evidence, and clashes times the likeness of the texts."""
    found = np.array(evidence)
    found[:, BOUND:] *= np.maximum(evidence[:, :1], 0.0)
    return found


def _parts(chunk: Texts, place: int, read: Given) -> list[list[Sentence]]:
    """The sentences of a prediction and of its references; none where one of them has but one sentence, which may say
    what others say in several, or where a reference was given without a text."""
    row = chunk.rows[place]
    said = (chunk.predictions[place], *chunk.references[place])
    meant = (read.predictions[row], *read.references[row])
    if len(said) != len(meant) or not all(map(may_have_several, said)):
        return []
    parts = list(map(sentences, said, meant))
    return parts if all(len(one) > 1 for one in parts) else []


def readable(given: Texts, read: Given) -> Texts:
    """The texts whose graphs could be read as well."""
    unreadable = [one or other for one, other in zip(given.unreadable, read.unreadable, strict=True)]
    kept = [i for i, row in enumerate(given.rows) if unreadable[row] is None]
    return replace(
        given,
        rows=[given.rows[i] for i in kept],
        predictions=[given.predictions[i] for i in kept],
        references=[given.references[i] for i in kept],
        unreadable=unreadable,
    )


def _details(judged: Sequence[Judged | None]) -> pa.Table:
    listed = pa.list_(pa.string())
    return pa.table(
        {
            name: pa.array([None if one is None else list(getattr(one, name)) for one in judged], listed)
            for name in DETAILS
        }
    )
