"""How do rows become the tensors of one epoch? Tokens in buckets of fixed shape, freshly augmented every epoch.

An edition follows from (rows, mixture, seed, epoch) alone, so a resumed run sees the same ones. `EditionsAhead` lets
other processes make the next editions while the present one is trained on.
"""

import signal
from collections.abc import Sequence
from concurrent.futures import Future, ProcessPoolExecutor
from concurrent.futures.process import BrokenProcessPool
from dataclasses import dataclass, replace
from multiprocessing import get_context

import numpy as np

from grice.errors import InputError
from grice.networks.pieces import END, START
from grice.readers.graphs.linear import tokens_of
from grice.readers.graphs.pieces import GraphPieces
from grice.training.parser.augment import MARK, Augmenter, Mixture
from grice.training.parser.looking import MARKER, looks
from grice.training.parser.rows import Row

SHAPES = (
    *((8, 8), (8, 16), (16, 16), (16, 24), (16, 32), (24, 32), (24, 48), (32, 48), (32, 64), (48, 80), (48, 112)),
    *((72, 112), (72, 160), (104, 208), (136, 256)),
)
"""Longest source and target of each bucket; multiples of 8 suit the attention kernels."""

NOWHERE = -1
"""The place of a marker, which the decoder may write wherever it looks."""
Arrays = dict[str, np.ndarray]


@dataclass
class Editions:
    """The editions of a training set; `edition(epoch, calm)` is a pure function of its fields."""

    rows: Sequence[Row]
    vocabulary: GraphPieces
    mixture: Mixture
    seed: int

    def __post_init__(self) -> None:
        self.augmenter = Augmenter(self.rows)

    def __call__(self, epoch: int, progress: float) -> list[Arrays]:
        return self.edition(epoch, progress >= self.mixture.calm)

    def drawn(self, epoch: int, calm: bool) -> list[Row]:
        """The rows of an epoch."""
        rng = np.random.default_rng([self.seed, 7, epoch])
        rows = [row for row in self.rows for _ in range(_whole(self._copies(row), rng))]
        if calm:
            return rows
        made = [self.augmenter.draw(row, rng, self.mixture) for row in rows]
        if not self.mixture.mark:
            return made
        return [
            replace(new, words=(MARK, *new.words)) if len(new.facts) > len(old.facts) else new
            for new, old in zip(made, rows, strict=True)
        ]

    def edition(self, epoch: int, calm: bool) -> list[Arrays]:
        """The buckets of an epoch."""
        return bucketed(self.vocabulary, self.drawn(epoch, calm))

    def _copies(self, row: Row) -> float:
        if row.copies is not None:
            return row.copies
        return self.mixture.long_copies if len(row.words) >= 10 else self.mixture.copies


def _whole(copies: float, rng: np.random.Generator) -> int:
    """Rounds a mean number of copies up or down at random."""
    return int(copies) + (copies % 1 > 0 and rng.random() < copies % 1)


class EditionsAhead:
    """Editions made ahead of time by other processes, the next few epochs at once."""

    def __init__(self, editions: Editions, processes: int = 4) -> None:
        self.calm, self.processes = editions.mixture.calm, processes
        context = get_context("spawn")
        self._pool = ProcessPoolExecutor(processes, context, _know, (editions,))
        self._asked: dict[tuple[int, bool], Future[list[Arrays]]] = {}

    def __call__(self, epoch: int, progress: float) -> list[Arrays]:
        calm = progress >= self.calm
        wanted = [(epoch + i, calm) for i in range(self.processes)]
        try:
            self._asked = {one: self._asked.get(one) or self._pool.submit(_made, *one) for one in wanted}
            return self._asked.pop(wanted[0]).result()
        except BrokenProcessPool as error:
            given = "a process that makes epochs ahead of time ended"
            raise InputError(given, "enough memory for several processes", "the same command again") from error

    def close(self) -> None:
        self._pool.shutdown(cancel_futures=True)


_EDITIONS: list[Editions] = []
"""In a process that makes epochs, what it makes them from."""


def _know(editions: Editions) -> None:
    """Begin to make epochs; the process that asks handles ctrl-C."""
    signal.signal(signal.SIGINT, signal.SIG_IGN)
    _EDITIONS[:] = [editions]


def _made(epoch: int, calm: bool) -> list[Arrays]:
    return _EDITIONS[0].edition(epoch, calm)


def bucketed(vocabulary: GraphPieces, rows: Sequence[Row]) -> list[Arrays]:
    """Rows as arrays, each in the first bucket that holds it; those that fit none are left out."""
    filed: list[list[tuple[Row, list[int], list[int]]]] = [[] for _ in SHAPES]
    for row in rows:
        source, target = vocabulary.source(row.given), vocabulary.target(row.facts)
        bucket = bucket_of(len(source), len(target) + 1)
        # Recombination can take the only word away that a rare one of the graph would be copied from.
        if bucket is not None and all(piece < vocabulary.outputs or piece in source for piece in target):
            filed[bucket].append((row, source, target))
    return [_arrays(vocabulary, group, shape) for group, shape in zip(filed, SHAPES, strict=True)]


def buckets_of(vocabulary: GraphPieces, rows: Sequence[Row]) -> list[int | None]:
    """The bucket of each row as it stands."""
    return [bucket_of(len(vocabulary.source(row.words)), len(vocabulary.target(row.facts)) + 1) for row in rows]


def bucket_of(source: int, target: int) -> int | None:
    """The first bucket that holds a source and a target of these lengths."""
    return next((i for i, (s, t) in enumerate(SHAPES) if source <= s and target <= t), None)


def _arrays(
    vocabulary: GraphPieces, group: Sequence[tuple[Row, list[int], list[int]]], shape: tuple[int, int]
) -> Arrays:
    count, (longest_source, longest_target) = len(group), shape
    arrays: Arrays = {
        "source": np.zeros((count, longest_source), np.int64),
        "source_out": np.zeros((count, longest_source), np.int64),
        "target": np.zeros((count, longest_target), np.int64),
        "output": np.zeros((count, longest_target), np.int64),
        "look": np.full((count, longest_target), NOWHERE, np.int64),
        "given": np.zeros((count, longest_target), np.bool_),
    }
    for i, (row, source, target) in enumerate(group):
        copies = vocabulary.source_outputs(source)
        place = {piece: copy for piece, copy in zip(source, copies, strict=True) if copy >= vocabulary.outputs}
        arrays["source"][i, : len(source)] = source
        arrays["source_out"][i, : len(source)] = copies
        arrays["target"][i, : len(target) + 1] = [START, *target]
        arrays["output"][i, : len(target) + 1] = [*(place.get(piece, piece) for piece in target), END]
        arrays["look"][i, : len(target)] = looked_at(vocabulary, row, source)
        arrays["given"][i, : len(target) + 1] = True
    return arrays


def looked_at(vocabulary: GraphPieces, row: Row, source: Sequence[int]) -> list[int]:
    """For each piece of a row's graph, the place of the source it comes from: 0, the start, for what no word says;
    `NOWHERE` for markers."""
    starts = [1]
    for word in row.given:
        starts.append(starts[-1] + len(vocabulary.rows([word])))
    found: list[int] = []
    for token, place in zip(tokens_of(row.facts), looks(row.words, row.facts), strict=True):
        pieces = vocabulary.rows([token])
        if place < 0:
            found += [NOWHERE if place == MARKER else 0] * len(pieces)
            continue
        own = range(starts[place], starts[place + 1])
        at = own.start
        for piece in pieces:
            # The piece itself where the word has it, from left to right; else the word's beginning.
            at = next((k for k in own if k >= at and source[k] == piece), own.start)
            found.append(at)
    return found
