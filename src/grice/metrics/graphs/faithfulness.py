"""Is what a caption says there? Every fact of it against a graph of the scene: supported, contradicted or absent.

The graph is a gold graph, or that of another text (a reference, a long caption, a description by another model); it
need not be a reference in the usual sense, for nothing counts that it holds and the caption leaves out. Facts are those
of SPICE (Anderson et al. 2016): objects, attributes with their objects, relations. A fact is

    supported      where the graph has it: the same words, synonyms in WordNet or a kind of them (a dog is an animal),
                   a compound for its head, or a cosine of at least `near`, of the whole and of every object and value;
    contradicted   where it is not supported, its object or objects are, and the graph says otherwise of them: another
                   value of the same kind for the attribute (colour, number, size, ...), or a relation between the same
                   two the other way round, in a place that excludes it ("on" and "under"), or in another posture;
    absent         otherwise: nothing in the graph speaks for it or against it.

A fact that the graph denies, and does not say elsewhere, is contradicted. What the caption denies is a fact of its own:
contradicted where the graph says it, supported where the graph denies it too. A denial of which the graph says nothing
is no invention, and does not count at all.

faithfulness is the share of supported facts. CHAIR (Rohrbach et al. 2018) is 1 less that share over objects alone.
"""

from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from pathlib import Path
from typing import Any

import numpy as np
import pyarrow as pa

from grice.encoders.base import TextEncoder, described
from grice.encoders.loading import MINILM, load
from grice.meaning.graph import SceneGraph
from grice.meaning.graph_statements import Fact
from grice.meaning.tuples import NOT, components, deny, plain, tuples
from grice.metrics.base import Measured, Metric, Rows, Value
from grice.metrics.graphs.contradictions import covers, denials
from grice.metrics.graphs.places import spans_of
from grice.metrics.inputs import graphs, of_graphs
from grice.readers.base import Parser
from grice.words.lexicon import synonyms, synsets
from grice.words.taxonomy import is_kind

NEAR = 0.8
VERDICTS = ("supported", "contradicted", "absent")
Kind = dict[str, int]
CLAIM = pa.struct(
    [
        ("fact", pa.string()),
        ("verdict", pa.string()),
        ("start", pa.int64()),
        ("end", pa.int64()),
        ("words", pa.string()),
        ("support", pa.float64()),
    ]
)
"""A claim that is not supported, where the text makes it, and the cosine of the likest fact of the scene."""


def _kinds(*rows: str) -> tuple[Kind, ...]:
    """Words and the group that each is in, a row for each kind: "tiny, small | big"."""
    return tuple(
        {word.strip(): place for place, group in enumerate(row.split("|")) for word in group.split(",")} for row in rows
    )


KINDS = _kinds(
    "red, maroon | orange | yellow, gold, golden | green | blue, navy | purple | pink | brown, tan, beige | black"
    "| white | grey, gray, silver",
    "1 | 2 | 3 | 4 | 5 | 6 | 7 | 8 | 9 | 10",
    "small, little, tiny | big, large, huge",
    "short | tall, long",
    "young | old, elderly",
    "open, opened | closed, shut",
    "empty | full",
    "wet | dry",
    "wooden, wood | metal, metallic | plastic | glass | stone | brick | concrete",
    "sitting, seated | standing | lying, laying | walking | running | flying | swimming",
    "sleeping, asleep | awake | walking | running | jumping",
    "male | female",
    "dark | light, bright",
    "clean | dirty",
    "clear, sunny | cloudy, overcast",
    "round, circular | square | rectangular | triangular",
)
"""Kinds of values: of those in different groups only one can be true of an object."""
PLACES = _kinds(
    "on, above, over, on top of, atop | under, below, beneath, underneath",
    "in front of | behind, at back of",
    "in, inside, inside of | outside, outside of",
    "left of, to left of, on left of | right of, to right of, on right of",
    "with | without",
    "near, next to, beside, close to | far from",
)
"""Where one thing is to another: of places in different groups only one can be true."""
POSTURES = _kinds("sit | stand | lie, lay | walk | run | fly | swim")
_PLACES = frozenset(place for kind in PLACES for place in kind)
_TWO_WAY = frozenset(("with", "near", "beside", "by", "next to", "close to", "and", "against", "touch", "hug", "kiss"))


@dataclass(frozen=True)
class Verdict:
    """A fact, what is found of it, the fact of the graph that decided, and the cosine of the likest one."""

    fact: Fact
    verdict: str
    because: Fact | None = None
    support: float | None = None

    def __str__(self) -> str:
        shown = _shown(self.fact)
        return shown if self.because in (None, self.fact) else f"{shown} ~ {_shown(self.because or ())}"


class Faithfulness(Metric):
    """Which facts of a caption a graph supports; without vectors (`near=None`), by words and synonyms alone."""

    name = "faithfulness"
    values = (
        Value("faithfulness", "share of facts that are supported"),
        Value("contradicted", "share of facts that are contradicted", higher_is_better=False),
        Value("absent", "share of facts that nothing speaks for or against", higher_is_better=False),
        Value("objects", "share of objects that are supported: 1 - CHAIR"),
    )

    def __init__(
        self,
        *,
        near: float | None = NEAR,
        parser: str | Path | Parser = "default",
        encoder: str | TextEncoder = MINILM,
    ) -> None:
        self.near, self.parser = near, parser
        self.encoder = None if near is None else load(encoder)

    def settings(self) -> Mapping[str, str]:
        encoder = "no" if self.encoder is None else described(self.encoder)
        return {
            "near": "no" if self.near is None else f"{self.near:g}",
            "synonyms": "wordnet3.0",
            "encoder": encoder,
        }

    def judge(self, rows: Rows, prepared: Any) -> Measured:  # noqa: ARG002
        read = graphs(rows, self.parser)
        values = np.full((len(rows), len(self.values)), np.nan)
        listed: dict[str, list[list[str] | None]] = {verdict: [None] * len(rows) for verdict in VERDICTS}
        where: list[list[dict[str, str | int | float | None]] | None] = [None] * len(rows)
        if self.encoder is not None:  # all at once, which is faster than row by row; it remembers them
            every = (tuples((g,), lemmatise=True) for gs in (read.predictions, *read.references) for g in gs)
            self.encoder.encode(sorted({phrase for facts in every for phrase in components(facts)}))
        for i in read.rows:
            found = self.verdicts(read.predictions[i], read.references[i])
            for verdict in VERDICTS:
                listed[verdict][i] = [str(one) for one in found if one.verdict == verdict]
            values[i] = _shares(found)
            where[i] = _located(read.predictions[i], found)
        details = pa.table({name: pa.array(column, pa.list_(pa.string())) for name, column in listed.items()})
        details = details.append_column("where", pa.array(where, pa.list_(CLAIM)))
        columns = {v.name: values[:, k] for k, v in enumerate(self.values)}
        return of_graphs(read, columns, details)

    def reasons(self, rows: Rows, measured: Measured) -> str:  # noqa: ARG002
        assert measured.details is not None
        lines = [f"faithfulness = {measured.values['faithfulness'][0]:.4f}"]
        for verdict in VERDICTS:
            lines += [f"  {verdict}: {fact}" for fact in measured.details.column(verdict)[0].as_py()]
        for claim in measured.details.column("where")[0].as_py():
            lines.append('  characters {start} to {end}, {verdict}: "{words}"'.format(**claim))
        return "\n".join(lines)

    def verdicts(self, graph: SceneGraph, scene: Sequence[SceneGraph]) -> list[Verdict]:
        """The verdict on every fact of a graph, by graphs of the scene taken together."""
        said = sorted(tuples((graph,), lemmatise=True), key=lambda fact: (len(fact), fact))
        known = sorted(tuples(scene, lemmatise=True))
        near, support = self._near(said, known)
        found = [replace(_verdict(fact, known, near), support=support.get(fact)) for fact in said]
        if not graph.denied and not deny(scene):
            return found
        return [*_refuted(found, scene), *_denials(graph, scene, frozenset(known))]

    def _near(self, said: Sequence[Fact], known: Sequence[Fact]) -> tuple[dict[Fact, Fact], dict[Fact, float]]:
        """For each fact, the fact of the same kind whose words are nearest, where each part is near enough; and the
        cosine of the nearest fact of any kind."""
        found: dict[Fact, Fact] = {}
        if self.encoder is None or self.near is None or not said or not known:
            return found, {}
        phrases = [components([fact])[0] for fact in (*said, *known)]
        vectors = self.encoder.encode(phrases)
        cosines = vectors[: len(said)] @ vectors[len(said) :].T
        for i, fact in enumerate(said):
            for k in np.argsort(-cosines[i], kind="stable").tolist():
                if cosines[i, k] < self.near:
                    break
                if len(known[k]) == len(fact) and self._alike(fact, known[k]) and not excludes(fact, known[k]):
                    found[fact] = known[k]
                    break
        return found, dict(zip(said, cosines.max(axis=1).tolist(), strict=True))

    def _alike(self, one: Fact, other: Fact) -> bool:
        """Whether objects and values are the same or near, one by one: a vector of the whole knows no order, and one
        of "white fence" is near "metal fence". Predicates are judged with the whole."""
        pairs = list(zip(one[::2] if len(one) == 3 else one, other[::2] if len(one) == 3 else other, strict=True))
        open_ = [pair for pair in pairs if not _fits(*pair)]
        if not open_ or any(_compound(*pair) for pair in open_):
            return not open_
        assert self.encoder is not None
        assert self.near is not None
        vectors = self.encoder.encode([word for pair in open_ for word in pair])
        return bool((np.einsum("nd,nd->n", vectors[::2], vectors[1::2]) >= self.near).all())


def excludes(one: Fact, other: Fact) -> bool:
    """Whether of two facts of a kind, about the same objects, only one can be true."""
    if len(one) == 2:
        return _differ(one[1], other[1], KINDS)
    if len(one) != 3:
        return False
    if _is(one[0], other[0]) and _is(one[2], other[2]):
        place, against = _place(one[1]), _place(other[1])
        moved = place == against and _differ(one[1].split(" ", 1)[0], other[1].split(" ", 1)[0], POSTURES)
        return moved or _differ(place, against, PLACES)
    turned = _is(one[0], other[2]) and _is(one[2], other[0])
    return turned and one[1] == other[1] and one[1] not in _TWO_WAY


def _verdict(fact: Fact, known: Sequence[Fact], near: Mapping[Fact, Fact]) -> Verdict:
    """The same words first, then what speaks against it, then what is near: a near word never beats a contradiction."""
    alike = [other for other in known if len(other) == len(fact)]
    equal = next((other for other in alike if all(map(_fits, fact, other))), None)
    if equal is not None:
        return Verdict(fact, "supported", equal)
    about = (other for other in alike if len(fact) > 1 and _about(fact, other))
    against = next((other for other in about if excludes(fact, other)), None)
    if against is not None:
        return Verdict(fact, "contradicted", against)
    return Verdict(fact, "supported" if fact in near else "absent", near.get(fact))


def _refuted(found: Iterable[Verdict], scene: Sequence[SceneGraph]) -> Iterator[Verdict]:
    """Verdicts, where what the scene denies, and nowhere says in the same words, is contradicted."""
    listed = list(found)
    said = frozenset(one.fact for one in listed)
    against = {fact: (NOT, *one.fact) for graph in scene for one in denials(graph) for fact in one.refuted(said)}
    for one in listed:
        equal = one.verdict == "supported" and one.because is not None and all(map(_is, one.fact, one.because))
        yield (
            replace(one, verdict="contradicted", because=against[one.fact])
            if one.fact in against and not equal
            else one
        )


def _denials(graph: SceneGraph, scene: Sequence[SceneGraph], known: frozenset[Fact]) -> Iterator[Verdict]:
    """Verdicts on what a caption denies, where the scene says something of it."""
    shared = [denial.fact for one in scene for denial in denials(one)]
    for denial in denials(graph):
        against = next(iter(denial.refuted(known)), None)
        alike = next((fact for fact in shared if covers(fact, denial.fact)), None)
        if against is not None:
            yield Verdict((NOT, *denial.fact), "contradicted", against)
        elif alike is not None:
            yield Verdict((NOT, *denial.fact), "supported", (NOT, *alike))


def _shown(fact: Fact) -> str:
    return f"{'not ' if fact[:1] == (NOT,) else ''}({', '.join(plain(fact) if fact else ())})"


def _located(graph: SceneGraph, found: Sequence[Verdict]) -> list[dict[str, str | int | float | None]]:
    """The claims of a text that are not supported, each where it is said, the least supported first: what is
    contradicted, then things that nobody names, then the rest, by the likest fact of the scene."""
    places = spans_of(graph)
    text = graph.text or ""
    placed = [
        (one.verdict != "contradicted", len(plain(one.fact)) > 1, one.support or 0.0, span, one)
        for one in found
        if one.verdict != "supported"
        for span in places.get(one.fact, ())[-1:]
    ]
    placed.sort(key=lambda entry: (*entry[:4], entry[4].fact))
    return [
        {
            "fact": ", ".join(one.fact),
            "verdict": one.verdict,
            "start": low,
            "end": high,
            "words": text[low:high],
            "support": one.support,
        }
        for _, _, _, (low, high), one in placed
    ]


def _about(one: Fact, other: Fact) -> bool:
    """Whether two facts are about the same object, or the same two."""
    if len(one) == 2:
        return _is(one[0], other[0])
    ends, others = (one[0], one[2]), (other[0], other[2])
    return any(all(map(_is, ends, way)) for way in (others, others[::-1]))


def _fits(said: str, known: str) -> bool:
    """Whether a word that is said is borne out by one that is known: the same object, or a kind of it."""
    return _is(said, known) or is_kind(known, said)


def _is(one: str, other: str) -> bool:
    """Whether two words mean the same: equal, synonyms, or a compound and its head ("kitchen floor", "floor"), unless
    WordNet knows the compound as something else ("teddy bear", "bear")."""
    if one == other or synonyms(one, other):
        return True
    long, short = (one, other) if len(one) > len(other) else (other, one)
    return _compound(one, other) and (not synsets(long) or is_kind(long, short))


def _compound(one: str, other: str) -> bool:
    return one.endswith(f" {other}") or other.endswith(f" {one}")


def _differ(one: str, other: str, kinds: Sequence[Kind]) -> bool:
    return any(one in kind and other in kind and kind[one] != kind[other] for kind in kinds)


def _place(predicate: str) -> str:
    """The preposition of a predicate: what is left when its verb is dropped."""
    words = predicate.split(" ")
    return next((tail for i in range(len(words)) if (tail := " ".join(words[i:])) in _PLACES), predicate)


def _shares(found: Iterable[Verdict]) -> list[float]:
    listed = list(found)
    objects = [one for one in listed if len(one.fact) == 1]

    def share(of: Sequence[Verdict], verdict: str) -> float:
        return sum(one.verdict == verdict for one in of) / len(of) if of else float("nan")

    return [*(share(listed, verdict) for verdict in VERDICTS), share(objects, "supported")]
