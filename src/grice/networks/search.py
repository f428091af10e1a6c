"""Which row of pieces is the likeliest? Greedy and beam search in numpy over what a constraint allows.

A network reads its inputs once (its own `read`) and says with `step` how likely each output is as the next; a
constraint says what may follow, how a row grows and when it ends. All inputs of a call have one length, each row is
searched by itself, and rows that have ended leave the batch, so a row does not depend on its neighbours. What is found
says of each piece how likely it was and at which place of the input the network looked while it wrote it.
"""

import math
from collections.abc import Sequence
from dataclasses import dataclass
from enum import Enum
from typing import Generic, Protocol, Self, TypeVar

import numpy as np
from numpy.typing import NDArray

from grice.networks.pieces import START, Ints

TINY = 1e-30
BEHIND = 2.5
"""A beam that is less likely than the best one of its input by this much (in nats) is given up."""
Floats = NDArray[np.float32]


class Memory(Protocol):
    """What a network keeps of the inputs and rows under way."""

    @property
    def looks(self) -> Floats:
        """After a step: how much it looked at each place of its input, for each row."""
        ...

    def keep(self, rows: Sequence[int], seen: Sequence[int]) -> Self:
        """That of some rows, in the order given, a row as often as it is named: of the outputs so far those of `rows`,
        of the inputs those of `seen`. A search uses up the memory it is given."""
        ...


M = TypeVar("M", bound=Memory)


class Decoder(Protocol[M]):
    """What a search asks of a network."""

    def step(self, last: Ints, place: int, memory: M) -> tuple[Floats, M]:
        """The probability of each output after one more piece, and the memory then."""
        ...


class End(Enum):
    """How a row ends: with the sign of the end, or because its constraint sees it repeat itself or go on for ever."""

    FINISHED = "finished"
    REPEATED = "repeated"
    ENDLESS = "endless"


class Growing(Protocol):
    """Where a row stands in the eyes of a constraint."""

    @property
    def end(self) -> End | None: ...

    @property
    def whole(self) -> int:
        """How many of its pieces are complete, should it go no further."""
        ...


S = TypeVar("S", bound=Growing)


class Constraint(Protocol[S]):
    """What may follow, for the inputs of one batch."""

    def begin(self) -> list[S]:
        """A row for every input, with nothing written yet."""
        ...

    def restrict(self, chances: Floats, rows: Sequence[S]) -> None:
        """Take away, in place, the probability of what may not follow."""
        ...

    def pieces(self, outputs: Ints, rows: Sequence[S]) -> Ints:
        """The table rows of the pieces that outputs, one for each row, stand for."""
        ...

    def places(self, looks: Floats, pieces: Ints, rows: Sequence[S]) -> Ints:
        """Where in its input each row found its piece, given how much it looked at each place."""
        ...

    def grown(self, row: S, piece: int) -> S:
        """The row with one more piece."""
        ...


@dataclass(frozen=True)
class Found:
    """Table rows of what is complete, how the row ended (None: it found no end), and its log-probability; for each
    piece its own log-probability and the place of the input it was found at."""

    rows: tuple[int, ...]
    end: End | None
    score: float = 0.0
    logs: tuple[float, ...] = ()
    places: tuple[int, ...] = ()


@dataclass(frozen=True)
class Beams:
    """The beams of one input that finished, and the best of those that did not."""

    finished: list[Found]
    left: Found


@dataclass(frozen=True, slots=True)
class _Beam(Generic[S]):
    """A row under way: whose it is, its pieces, where it stands, its log-probability, and that of each piece with its
    place."""

    of: int
    pieces: tuple[int, ...]
    row: S
    score: float = 0.0
    logs: tuple[float, ...] = ()
    places: tuple[int, ...] = ()

    def found(self) -> Found:
        whole = self.row.whole
        return Found(self.pieces[:whole], self.row.end, self.score, self.logs[:whole], self.places[:whole])


def greedy(network: Decoder[M], constraint: Constraint[S], memory: M, longest: int) -> list[Found]:
    """The likeliest piece at each step."""
    rows = constraint.begin()
    written: list[list[int]] = [[] for _ in rows]
    logs: list[list[float]] = [[] for _ in rows]
    looked: list[list[int]] = [[] for _ in rows]
    alive = np.arange(len(rows))
    last = np.full(len(rows), START, np.int64)
    for place in range(longest):
        chances, memory = network.step(last, place, memory)
        standing = [rows[i] for i in alive.tolist()]
        constraint.restrict(chances, standing)
        outputs = chances.argmax(1)
        last = constraint.pieces(outputs, standing)
        likely = chances[np.arange(len(alive)), outputs]
        places = constraint.places(memory.looks, last, standing)
        running: list[int] = []
        each = zip(alive.tolist(), last.tolist(), likely.tolist(), places.tolist(), strict=True)
        for k, (i, piece, chance, at) in enumerate(each):
            if chance <= 0.0:
                continue
            logs[i].append(math.log(chance))
            looked[i].append(at)
            written[i].append(piece)
            rows[i] = constraint.grown(rows[i], piece)
            if rows[i].end is None:
                running.append(k)
        if not running:
            break
        if len(running) < len(alive):
            running = [running[i] for i in _settled(running)]
            alive, last, memory = alive[running], last[running], memory.keep(running, running)
    return [
        Found(tuple(pieces[: row.whole]), row.end, sum(log), tuple(log[: row.whole]), tuple(at[: row.whole]))
        for pieces, row, log, at in zip(written, rows, logs, looked, strict=True)
    ]


def beam(network: Decoder[M], constraint: Constraint[S], memory: M, longest: int, beams: int) -> list[Beams]:
    """The likeliest rows of each input, `beams` of them under way at a time."""
    kept = [_Beam(i, (), row) for i, row in enumerate(constraint.begin())]
    finished: list[list[Found]] = [[] for _ in kept]
    left = list(kept)
    for place in range(longest):
        last = np.array([one.pieces[-1] if one.pieces else START for one in kept])
        chances, memory = network.step(last, place, memory)
        constraint.restrict(chances, [one.row for one in kept])
        following: list[_Beam[S]] = []
        parents: list[int] = []
        looks = memory.looks
        for of, listed in _options(chances, kept, finished, constraint).items():
            # Of equal scores, what was written decides, not where in the batch.
            best_first = sorted(listed, key=lambda option: (-option[0], kept[option[1]].pieces, option[2]))[: 2 * beams]
            grown = _grow(best_first, kept, beams, finished[of], constraint, looks)
            if grown:
                parents += [k for k, _ in grown]
                following += [one for _, one in grown]
                left[of] = grown[0][1]
        if not following:
            break
        order = _settled(parents)
        following, parents = [following[i] for i in order], [parents[i] for i in order]
        # Beams of one input see the same of it: only where a row's input changes does it move.
        same = [k < len(kept) and kept[k].of == one.of for k, one in enumerate(following)]
        seen = [k if stays else parent for k, (stays, parent) in enumerate(zip(same, parents, strict=True))]
        kept, memory = following, memory.keep(parents, seen)
    return [Beams(done, rest.found()) for done, rest in zip(finished, left, strict=True)]


def _settled(parents: Sequence[int]) -> list[int]:
    """An order of rows with these parents in which as many as can be stay in their parent's place."""
    places: dict[int, int] = {}
    rest: list[int] = []
    for i, parent in enumerate(parents):
        if parent < len(parents) and parent not in places:
            places[parent] = i
        else:
            rest.append(i)
    return [places[k] if k in places else rest.pop() for k in range(len(parents))]


Option = tuple[float, int, int]
"""What a beam may write next: the score then, which beam, the piece."""


def _options(
    chances: Floats, kept: Sequence[_Beam[S]], finished: Sequence[Sequence[Found]], constraint: Constraint[S]
) -> dict[int, list[Option]]:
    """By input, what its beams may write next and stay near its best."""
    scores = np.array([one.score for one in kept])
    of = np.array([one.of for one in kept])
    best = np.array([max((one.score for one in done), default=-np.inf) for done in finished])
    np.maximum.at(best, of, scores + np.log(np.maximum(chances.max(1), TINY)))
    least = np.exp(np.minimum(best[of] - BEHIND - scores, 0.0))
    which, outputs = np.nonzero(chances >= np.maximum(least, TINY)[:, None])
    totals = scores[which] + np.log(chances[which, outputs].astype(np.float64))
    beams = which.tolist()
    pieces = constraint.pieces(outputs, [kept[k].row for k in beams])
    options: dict[int, list[Option]] = {}
    for option in zip(totals.tolist(), beams, pieces.tolist(), strict=True):
        options.setdefault(kept[option[1]].of, []).append(option)
    return options


def _grow(
    options: Sequence[Option],
    kept: Sequence[_Beam[S]],
    beams: int,
    done: list[Found],
    constraint: Constraint[S],
    looks: Floats,
) -> list[tuple[int, _Beam[S]]]:
    """The beams of one input after a step, best first; only those that finish go to `done`."""
    grown: list[tuple[int, _Beam[S]]] = []
    best = max([options[0][0], *(one.score for one in done)])
    chosen = [option for option in options if option[0] >= best - BEHIND]
    parents = [k for _, k, _ in chosen]
    pieces = np.array([piece for _, _, piece in chosen])
    places = constraint.places(looks[parents], pieces, [kept[k].row for k in parents]).tolist()
    for rank, ((score, k, piece), place) in enumerate(zip(chosen, places, strict=True)):
        before = kept[k]
        one = _Beam(
            before.of,
            (*before.pieces, piece),
            constraint.grown(before.row, piece),
            score,
            (*before.logs, score - before.score),
            (*before.places, place),
        )
        if one.row.end is None:
            grown.append((k, one))
        elif one.row.end is End.FINISHED and rank < beams:
            done.append(one.found())
    return grown[:beams]
