"""Is what a caption says there? Every fact of it against a graph of the scene: supported, contradicted or absent.

The graph is a gold graph, or that of another text (a reference, a long caption, a description by another model); it
need not be a reference in the usual sense, for nothing counts that it holds and the caption leaves out. Facts are those
of SPICE (Anderson et al. 2016): objects, attributes with their objects, relations. A fact is

    supported      where the graph has it: the same words, synonyms in WordNet, or a cosine of at least `near`;
    contradicted   where it is not supported, its object or objects are, and the graph says otherwise of them: another
                   value of the same kind for the attribute (colour, number, size, ...), or a relation between the same
                   two the other way round, or in a place that excludes it ("on" and "under");
    absent         otherwise: nothing in the graph speaks for it or against it.

faithfulness is the share of supported facts. CHAIR (Rohrbach et al. 2018) is 1 less that share over objects alone.
"""

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass

import numpy as np
import pyarrow as pa

from grice.encoders.base import TextEncoder, described
from grice.encoders.loading import MINILM, load
from grice.meaning.graph import SceneGraph
from grice.meaning.graph_statements import Fact
from grice.meaning.lexicon import synonyms
from grice.metrics.base import Measured, Metric, Rows, Value
from grice.metrics.graphs import graphs, parser_name
from grice.metrics.softspice import components
from grice.metrics.tuples import tuples

NEAR = 0.8
VERDICTS = ("supported", "contradicted", "absent")
KINDS: tuple[dict[str, int], ...] = tuple(
    {word: place for place, group in enumerate(kind.split("|")) for word in group.split()}
    for kind in (
        "red maroon | orange | yellow gold golden | green | blue navy | purple | pink | brown tan beige | black "
        "| white | grey gray silver",
        "1 | 2 | 3 | 4 | 5 | 6 | 7 | 8 | 9 | 10",
        "small little tiny | big large huge",
        "short | tall long",
        "young | old elderly",
        "open opened | closed shut",
        "empty | full",
        "wet | dry",
        "wooden wood | metal metallic | plastic | glass | stone | brick | concrete",
        "sitting | standing | lying laying | walking | running | sleeping asleep | jumping | flying | swimming",
        "male | female",
        "dark | light bright",
        "clean | dirty",
        "round circular | square | rectangular | triangular",
    )
)
"""Kinds of values: of those in different groups only one can be true of an object."""
OPPOSED = frozenset(
    frozenset(pair)
    for pair in (
        ("on", "under"),
        ("above", "below"),
        ("over", "under"),
        ("on top of", "under"),
        ("in front of", "behind"),
        ("inside", "outside"),
        ("in", "outside of"),
        ("left of", "right of"),
        ("to left of", "to right of"),
        ("with", "without"),
        ("near", "far from"),
    )
)
_TWO_WAY = frozenset(("with", "near", "beside", "by", "next to", "close to", "and", "against", "touch", "hug", "kiss"))


@dataclass(frozen=True)
class Verdict:
    """A fact, what is found of it, and the fact of the graph that decided."""

    fact: Fact
    verdict: str
    because: Fact | None = None

    def __str__(self) -> str:
        shown = f"({', '.join(self.fact)})"
        return shown if self.because in (None, self.fact) else f"{shown} ~ ({', '.join(self.because or ())})"


class Faithfulness(Metric):
    """Which facts of a caption a graph supports; without vectors (`near=None`), by words and synonyms alone."""

    name = "faithfulness"
    values = (
        Value("faithfulness", "share of facts that are supported"),
        Value("contradicted", "share of facts that are contradicted", higher_is_better=False),
        Value("absent", "share of facts that nothing speaks for or against", higher_is_better=False),
        Value("objects", "share of objects that are supported: 1 - CHAIR"),
    )

    def __init__(self, *, near: float | None = NEAR, encoder: str | TextEncoder = MINILM) -> None:
        self.near = near
        self.encoder = None if near is None else load(encoder)

    def settings(self) -> Mapping[str, str]:
        encoder = "no" if self.encoder is None else described(self.encoder)
        return {
            "near": "no" if self.near is None else f"{self.near:g}",
            "synonyms": "wordnet3.0",
            "encoder": encoder,
            "parser": parser_name(),
        }

    def measure(self, rows: Rows) -> Measured:
        read = graphs(rows)
        values = np.full((len(rows), len(self.values)), np.nan)
        listed: dict[str, list[list[str] | None]] = {verdict: [None] * len(rows) for verdict in VERDICTS}
        for i, error in enumerate(read.errors):
            if error is not None:
                continue
            found = self.judge(read.predictions[i], read.references[i])
            for verdict in VERDICTS:
                listed[verdict][i] = [str(one) for one in found if one.verdict == verdict]
            values[i] = _shares(found)
        details = pa.table({name: pa.array(column, pa.list_(pa.string())) for name, column in listed.items()})
        return Measured({v.name: values[:, k] for k, v in enumerate(self.values)}, read.errors, details)

    def explain(self, rows: Rows) -> str:
        measured = self.measure(rows)
        if measured.errors[0]:
            return f"error: {measured.errors[0]}"
        assert measured.details is not None
        lines = [f"faithfulness = {measured.values['faithfulness'][0]:.4f}"]
        for verdict in VERDICTS:
            lines += [f"  {verdict}: {fact}" for fact in measured.details.column(verdict)[0].as_py()]
        return "\n".join(lines)

    def judge(self, graph: SceneGraph, scene: Sequence[SceneGraph]) -> list[Verdict]:
        """The verdict on every fact of a graph, by graphs of the scene taken together."""
        said = sorted(tuples((graph,), lemmatise=True), key=lambda fact: (len(fact), fact))
        known = sorted(tuples(scene, lemmatise=True))
        near = self._near(said, known)
        return [_verdict(fact, known, near) for fact in said]

    def _near(self, said: Sequence[Fact], known: Sequence[Fact]) -> dict[Fact, Fact]:
        """For each fact, the fact of the same kind whose words are nearest, where that is near enough."""
        found: dict[Fact, Fact] = {}
        if self.encoder is None or self.near is None or not said or not known:
            return found
        phrases = [components([fact])[0] for fact in (*said, *known)]
        vectors = self.encoder.encode(phrases)
        cosines = vectors[: len(said)] @ vectors[len(said) :].T
        for i, fact in enumerate(said):
            alike = [k for k, other in enumerate(known) if len(other) == len(fact) and not excludes(fact, other)]
            best = max(alike, key=lambda k: cosines[i, k], default=None)
            if best is not None and cosines[i, best] >= self.near:
                found[fact] = known[best]
        return found


def excludes(one: Fact, other: Fact) -> bool:
    """Whether of two facts of a kind, about the same objects, only one can be true."""
    if len(one) == 2:
        return _differ(one[1], other[1])
    if len(one) != 3:
        return False
    turned = _same(one[0], other[2]) and _same(one[2], other[0]) and not _same(one[0], one[2])
    if turned:
        return one[1] == other[1] and one[1] not in _TWO_WAY
    ends = _same(one[0], other[0]) and _same(one[2], other[2])
    return ends and any({_place(one[1]), _place(other[1])} == set(pair) for pair in OPPOSED)


def _verdict(fact: Fact, known: Sequence[Fact], near: Mapping[Fact, Fact]) -> Verdict:
    equal = next((other for other in known if _equal(fact, other)), None) or near.get(fact)
    if equal is not None:
        return Verdict(fact, "supported", equal)
    about = (other for other in known if len(other) == len(fact) > 1 and _about(fact, other))
    against = next((other for other in about if excludes(fact, other)), None)
    return Verdict(fact, "absent" if against is None else "contradicted", against)


def _equal(one: Fact, other: Fact) -> bool:
    return len(one) == len(other) and all(_same(a, b) for a, b in zip(one, other, strict=True))


def _about(one: Fact, other: Fact) -> bool:
    """Whether two facts are about the same object, or the same two."""
    if len(one) == 2:
        return _same(one[0], other[0])
    ends, others = (one[0], one[2]), (other[0], other[2])
    return any(all(map(_same, ends, way)) for way in (others, others[::-1]))


def _same(one: str, other: str) -> bool:
    return one == other or synonyms(one, other)


def _differ(one: str, other: str) -> bool:
    return any(one in kind and other in kind and kind[one] != kind[other] for kind in KINDS)


def _place(predicate: str) -> str:
    """The preposition of a predicate: what is left when its verb is dropped."""
    words = predicate.split(" ")
    places = {place for pair in OPPOSED for place in pair}
    return next((tail for i in range(len(words)) if (tail := " ".join(words[i:])) in places), predicate)


def _shares(found: Iterable[Verdict]) -> list[float]:
    listed = list(found)
    objects = [one for one in listed if len(one.fact) == 1]

    def share(of: Sequence[Verdict], verdict: str) -> float:
        return sum(one.verdict == verdict for one in of) / len(of) if of else float("nan")

    return [*(share(listed, verdict) for verdict in VERDICTS), share(objects, "supported")]
