"""Which row of pieces is the likeliest? Greedy and beam search in numpy, well-formed facts only, none of them twice.

All captions of a call have one length, each row is searched by itself, and finished rows leave the batch. A beam's
score is its log-probability over its length to the power `alpha` (Wu et al. 2016); finished beams that give the same
set of facts pool their probability, because a graph is a set, and the set that agrees best with all is chosen.
"""

import math
from collections.abc import Callable, Sequence
from dataclasses import dataclass, field
from typing import Protocol

import numpy as np
from numpy.typing import NDArray

from grice.readers.graphs.linear import Fact, plain
from grice.readers.graphs.network.automaton import BEGIN, CLOSE, FINISH, FOLLOWING, WORD, Grammar
from grice.readers.graphs.network.model import Floats, State
from grice.readers.graphs.network.wholeness import Run, Words
from grice.readers.graphs.pieces import START

TINY = 1e-30
BEHIND = 2.5
"""A beam that is less likely than the best one of its caption by this much (in nats) is given up."""
EXACT = 0.5
"""What being exactly right counts beside the expected F score when the best of several graphs is chosen."""
Ints = NDArray[np.int64]


class Steps(Protocol):
    """What a search asks of a model."""

    def read(self, source: Ints, source_out: Ints) -> State: ...
    def step(self, last: Ints, place: int, state: State) -> tuple[Floats, State]: ...


@dataclass(frozen=True)
class Found:
    """Table rows of whole facts; whether the end was reached, whether a fact came a second time, how likely it is."""

    rows: tuple[int, ...]
    finished: bool
    repeated: bool = False
    score: float = 0.0


@dataclass
class _Row:
    """A row under way: its pieces, where its current fact begins, the facts it has, the state of its grammar."""

    pieces: list[int] = field(default_factory=list)
    begins: int = 0
    facts: frozenset[tuple[int, ...]] = frozenset()
    state: int = BEGIN
    score: float = 0.0
    run: Run = ()

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
        return _Row(list(self.pieces), self.begins, self.facts, self.state, self.score, self.run)


def greedy(model: Steps, grammar: Grammar, source: Ints, source_out: Ints, state: State, longest: int) -> list[Found]:
    """The likeliest piece at each step, for captions as the model has read them."""
    rows = [_Row() for _ in source]
    found: list[Found | None] = [None] * len(source)
    words = [grammar.wholeness.words_in(caption) for caption in source]
    alive = np.arange(len(source))
    last = np.full(len(source), START, np.int64)
    for place in range(longest):
        chances, state = model.step(last, place, state)
        _restrict(
            chances, [rows[i] for i in alive], grammar, source[alive], source_out[alive], [words[i] for i in alive]
        )
        outputs = chances.argmax(1)
        kinds = grammar.kind(outputs)
        last = _table_rows(outputs, source[alive], grammar.outputs)
        likely = chances[np.arange(len(alive)), outputs]
        for i, kind, piece, chance in zip(alive.tolist(), kinds.tolist(), last.tolist(), likely.tolist(), strict=True):
            if found[i] is None and chance > 0.0:
                rows[i].score += math.log(chance)
                found[i] = _extend(rows[i], kind, piece, grammar)
            elif found[i] is None:
                found[i] = Found(rows[i].whole(), False)
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
    state: State,
    longest: int,
    beams: int,
    alpha: float,
    facts: Callable[[Sequence[int]], Sequence[Fact]],
) -> list[Found]:
    """Of the sets of facts that finished beams of a caption give, the one to expect most of."""
    finished: list[list[tuple[float, tuple[int, ...]]]] = [[] for _ in source]
    kept = [(caption, _Row()) for caption in range(len(source))]
    left = [_Row() for _ in source]
    words = [grammar.wholeness.words_in(caption) for caption in source]
    for place in range(longest):
        last = np.array([row.pieces[-1] if row.pieces else START for _, row in kept])
        chances, state = model.step(last, place, state)
        of = [caption for caption, _ in kept]
        under_way = [row for _, row in kept]
        _restrict(chances, under_way, grammar, source[of], source_out[of], [words[caption] for caption in of])
        options = _options(chances, kept, finished, grammar, source[of])
        following: list[tuple[int, _Row]] = []
        parents: list[int] = []
        for caption, listed in options.items():
            best_first = sorted(listed, key=lambda o: (-o[0], o[1:]))[: 2 * beams]
            grown = _grow(best_first, kept, beams, finished[caption], grammar)
            if grown:
                parents += [k for k, _ in grown]
                following += [(caption, row) for _, row in grown]
                left[caption] = grown[0][1]
        if not following:
            break
        # Beams of one caption see the same of it: only where their numbers change is it laid out anew.
        kept, state = following, state.take(parents, memory=[caption for caption, _ in following] != of)
    return [
        Found(pooled(done, facts, alpha), True) if done else Found(row.whole(), False)
        for done, row in zip(finished, left, strict=True)
    ]


def _restrict(
    chances: Floats, rows: Sequence[_Row], grammar: Grammar, source: Ints, source_out: Ints, words: Sequence[Words]
) -> None:
    """Leave, in place, only what keeps facts well formed and words whole."""
    grammar.restrict(chances, np.array([row.state for row in rows]))
    grammar.wholeness.restrict(chances, [row.run for row in rows], source, source_out, words)


def _options(
    chances: Floats,
    kept: Sequence[tuple[int, _Row]],
    finished: Sequence[Sequence[tuple[float, tuple[int, ...]]]],
    grammar: Grammar,
    source: Ints,
) -> dict[int, list[tuple[float, int, int, int]]]:
    """By caption, what its beams may write next and stay near its best: score, beam, piece and kind of piece."""
    scores = np.array([row.score for _, row in kept])
    of = np.array([caption for caption, _ in kept])
    best = np.array([max((score for score, _ in done), default=-np.inf) for done in finished])
    np.maximum.at(best, of, scores + np.log(np.maximum(chances.max(1), TINY)))
    least = np.exp(np.minimum(best[of] - BEHIND - scores, 0.0))
    beams, outputs = np.nonzero(chances >= np.maximum(least, TINY)[:, None])
    totals = scores[beams] + np.log(chances[beams, outputs].astype(np.float64))
    pieces = _table_rows(outputs, source[beams], grammar.outputs)
    options: dict[int, list[tuple[float, int, int, int]]] = {}
    each = zip(totals.tolist(), beams.tolist(), pieces.tolist(), grammar.kind(outputs).tolist(), strict=True)
    for option in each:
        options.setdefault(kept[option[1]][0], []).append(option)
    return options


def _grow(
    options: Sequence[tuple[float, int, int, int]],
    kept: Sequence[tuple[int, _Row]],
    beams: int,
    done: list[tuple[float, tuple[int, ...]]],
    grammar: Grammar,
) -> list[tuple[int, _Row]]:
    """The beams of one caption after a step, best first; those that end go to `done`, a fact said again ends none."""
    grown: list[tuple[int, _Row]] = []
    best = max([options[0][0], *(score for score, _ in done)])
    for rank, (score, k, piece, kind) in enumerate(options):
        if score < best - BEHIND:
            break
        row = kept[k][1].branch()
        row.score = score
        ended = _extend(row, kind, piece, grammar)
        if ended is None:
            grown.append((k, row))
        elif not ended.repeated and rank < beams:
            done.append((score, ended.rows))
    return grown[:beams]


def _extend(row: _Row, kind: int, piece: int, grammar: Grammar) -> Found | None:
    """Add a piece to a row; what it ends as, or None while it goes on."""
    if kind in (CLOSE, FINISH):
        if row.closes_again():
            return Found(row.whole(), kind == FINISH, True, row.score)
        row.close(piece)
    else:
        row.pieces.append(piece)
    row.state = int(FOLLOWING[row.state, kind])
    row.run = grammar.wholeness.grown(row.run, piece, kind == WORD)
    return Found(row.whole(), True, score=row.score) if kind == FINISH else None


def _table_rows(outputs: Ints, source: Ints, count: int) -> Ints:
    """Rows of the piece table: outputs themselves, or what stands at the place of the caption they point to."""
    shaped = outputs if outputs.ndim == 2 else outputs[:, None]
    pointed = np.take_along_axis(source, np.maximum(shaped - count, 0), 1)
    return np.where(shaped < count, shaped, pointed).reshape(outputs.shape)


def pooled(
    done: Sequence[tuple[float, Sequence[int]]], facts: Callable[[Sequence[int]], Sequence[Fact]], alpha: float
) -> tuple[int, ...]:
    """Of finished rows with their log-probability, the one to expect most of (minimum risk, Kumar & Byrne 2004).

    Rows with the same set of facts pool their probability, lengths normalised. A row is worth the F score that it can
    expect against the others, and its chance to be exactly right times `EXACT`.
    """
    mass: dict[frozenset[Fact], float] = {}
    first: dict[frozenset[Fact], tuple[float, Sequence[int]]] = {}
    for score, rows in done:
        said = frozenset(map(plain, facts(rows)))
        normal = score / ((5 + len(rows) + 1) / 6) ** alpha
        mass[said] = mass.get(said, 0.0) + math.exp(normal)
        if said not in first or normal > first[said][0]:
            first[said] = (normal, rows)
    options = [said for said in mass if said] or list(mass)
    parts = {said: _parts(said) for said in options}

    def worth(said: frozenset[Fact]) -> float:
        alike = (2 * len(parts[said] & parts[o]) / max(1, len(parts[said]) + len(parts[o])) * mass[o] for o in options)
        return sum(alike) + EXACT * mass[said]

    return tuple(first[max(options, key=worth)][1])


def _parts(facts: frozenset[Fact]) -> frozenset[Fact]:
    """Objects, attributes and relations of a graph, the tuples of SPICE."""
    nodes = {(fact[0],) for fact in facts} | {(fact[2],) for fact in facts if len(fact) == 3 and fact[1] != "is"}
    return facts | nodes
