"""Which row of pieces is the likeliest? Greedy and beam search in numpy, well-formed facts only, none of them twice.

All captions of a call have one length, each row is searched by itself, and finished rows leave the batch. A beam's
score is its log-probability over its length to the power `alpha` (Wu et al. 2016); finished beams that give the same
set of facts pool their probability, because a graph is a set.
"""

import math
from collections.abc import Callable, Sequence
from dataclasses import dataclass, field
from typing import Protocol

import numpy as np
from numpy.typing import NDArray

from grice.readers.linear import Fact
from grice.readers.network.grammar import BEGIN, CLOSE, FINISH, FOLLOWING, Grammar
from grice.readers.network.model import Floats, State
from grice.readers.vocabulary import START

AHEAD = 4.0
"""A finished beam that is likelier by this much (in nats) than any running one is not overtaken any more."""
Ints = NDArray[np.int64]


class Steps(Protocol):
    """What a search asks of a model."""

    def read(self, source: Ints, source_out: Ints) -> State: ...
    def step(self, last: Ints, place: int, state: State) -> tuple[Floats, State]: ...


@dataclass(frozen=True)
class Found:
    """Table rows of whole facts; whether the end was reached, and whether a fact came a second time."""

    rows: tuple[int, ...]
    finished: bool
    repeated: bool = False


@dataclass
class _Row:
    """A row under way: its pieces, where its current fact begins, the facts it has, the state of its grammar."""

    pieces: list[int] = field(default_factory=list)
    begins: int = 0
    facts: frozenset[tuple[int, ...]] = frozenset()
    state: int = BEGIN
    score: float = 0.0

    def closes_again(self) -> bool:
        return tuple(self.pieces[self.begins :]) in self.facts

    def close(self, piece: int) -> None:
        self.facts = self.facts | {tuple(self.pieces[self.begins :])}
        self.pieces.append(piece)
        self.begins = len(self.pieces)

    def whole(self) -> tuple[int, ...]:
        """The pieces of the facts that are complete."""
        return tuple(self.pieces[: max(0, self.begins - 1)])

    def branch(self) -> "_Row":
        return _Row(list(self.pieces), self.begins, self.facts, self.state, self.score)


def greedy(model: Steps, grammar: Grammar, source: Ints, source_out: Ints, longest: int) -> list[Found]:
    """The likeliest piece at each step."""
    rows = [_Row() for _ in source]
    found: list[Found | None] = [None] * len(source)
    state = model.read(source, source_out)
    alive = np.arange(len(source))
    last = np.full(len(source), START, np.int64)
    for place in range(longest):
        chances, state = model.step(last, place, state)
        grammar.restrict(chances, np.array([rows[i].state for i in alive]))
        outputs = chances.argmax(1)
        kinds = grammar.kind(outputs)
        last = _table_rows(outputs, source[alive], grammar.outputs)
        possible = chances[np.arange(len(alive)), outputs] > 0.0
        for i, kind, piece, good in zip(alive.tolist(), kinds.tolist(), last.tolist(), possible.tolist(), strict=True):
            if found[i] is None:
                found[i] = _extend(rows[i], kind, piece) if good else Found(rows[i].whole(), False)
        running = [k for k, i in enumerate(alive.tolist()) if found[i] is None]
        if not running:
            break
        if len(running) <= 0.9 * len(alive):
            alive, last, state = alive[running], last[running], state.take(running)
    return [one or Found(row.whole(), False) for one, row in zip(found, rows, strict=True)]


def beam(
    model: Steps,
    grammar: Grammar,
    source: Ints,
    source_out: Ints,
    longest: int,
    beams: int,
    alpha: float,
    facts: Callable[[Sequence[int]], Sequence[Fact]],
) -> list[Found]:
    """The set of facts that the finished beams of a caption give most probability."""
    finished: list[list[tuple[float, tuple[int, ...]]]] = [[] for _ in source]
    kept = [(caption, _Row()) for caption in range(len(source))]
    left = [_Row() for _ in source]
    state = model.read(source, source_out)
    for place in range(longest):
        last = np.array([row.pieces[-1] if row.pieces else START for _, row in kept])
        chances, state = model.step(last, place, state)
        grammar.restrict(chances, np.array([row.state for _, row in kept]))
        best = np.sort(np.argpartition(-chances, 2 * beams - 1, axis=1)[:, : 2 * beams], axis=1)
        logs = np.log(np.take_along_axis(chances, best, 1).astype(np.float64) + 1e-300)
        pieces = _table_rows(best, source[[caption for caption, _ in kept]], grammar.outputs)
        options: dict[int, list[tuple[float, int, int, int]]] = {}
        for k, (caption, row) in enumerate(kept):
            options.setdefault(caption, []).extend(
                (row.score + log, k, piece, kind)
                for log, piece, kind in zip(logs[k], pieces[k].tolist(), grammar.kind(best[k]).tolist(), strict=True)
                if log > -600.0
            )
        following: list[tuple[int, _Row]] = []
        parents: list[int] = []
        for caption, listed in options.items():
            grown = _grow(sorted(listed, key=lambda o: (-o[0], o[1:]))[: 2 * beams], kept, beams, finished[caption])
            done = finished[caption]
            if grown and not (done and max(done)[0] > grown[0][1].score + AHEAD):
                parents += [k for k, _ in grown]
                following += [(caption, row) for _, row in grown]
                left[caption] = grown[0][1]
        if not following:
            break
        kept, state = following, state.take(parents)
    return [
        Found(pooled(done, facts, alpha), True) if done else Found(row.whole(), False)
        for done, row in zip(finished, left, strict=True)
    ]


def _grow(
    options: Sequence[tuple[float, int, int, int]],
    kept: Sequence[tuple[int, _Row]],
    beams: int,
    done: list[tuple[float, tuple[int, ...]]],
) -> list[tuple[int, _Row]]:
    """The beams of one caption after a step, best first; those that end go to `done`, a fact said again ends none."""
    grown: list[tuple[int, _Row]] = []
    for rank, (score, k, piece, kind) in enumerate(options):
        row = kept[k][1].branch()
        row.score = score
        ended = _extend(row, kind, piece)
        if ended is None:
            grown.append((k, row))
        elif not ended.repeated and rank < beams:
            done.append((score, ended.rows))
    return grown[:beams]


def _extend(row: _Row, kind: int, piece: int) -> Found | None:
    """Add a piece to a row; what it ends as, or None while it goes on."""
    if kind in (CLOSE, FINISH):
        if row.closes_again():
            return Found(row.whole(), kind == FINISH, repeated=True)
        row.close(piece)
    else:
        row.pieces.append(piece)
    row.state = int(FOLLOWING[row.state, kind])
    return Found(row.whole(), True) if kind == FINISH else None


def _table_rows(outputs: Ints, source: Ints, count: int) -> Ints:
    """Rows of the piece table: outputs themselves, or what stands at the place of the caption they point to."""
    shaped = outputs if outputs.ndim == 2 else outputs[:, None]
    pointed = np.take_along_axis(source, np.maximum(shaped - count, 0), 1)
    return np.where(shaped < count, shaped, pointed).reshape(outputs.shape)


def pooled(
    done: Sequence[tuple[float, Sequence[int]]], facts: Callable[[Sequence[int]], Sequence[Fact]], alpha: float
) -> tuple[int, ...]:
    """Of finished rows with their log-probability, one whose set of facts has the most, lengths normalised."""
    mass: dict[frozenset[Fact], float] = {}
    first: dict[frozenset[Fact], tuple[float, Sequence[int]]] = {}
    for score, rows in done:
        said = frozenset(facts(rows))
        normal = score / ((5 + len(rows) + 1) / 6) ** alpha
        mass[said] = mass.get(said, 0.0) + math.exp(normal)
        if said not in first or normal > first[said][0]:
            first[said] = (normal, rows)
    best = max(mass, key=lambda said: (bool(said), mass[said]))
    return tuple(first[best][1])
