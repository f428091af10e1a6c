"""How do rows become the tensors of one epoch? Tokens in buckets of fixed shape, freshly augmented every epoch.

An edition follows from (rows, mixture, seed, epoch) alone, so a resumed run sees the same ones. `EditionsAhead` lets
another process make the next edition while the present one is trained on.
"""

import signal
from collections.abc import Sequence
from contextlib import suppress
from dataclasses import dataclass, replace
from multiprocessing import get_context
from typing import Any, NamedTuple

import numpy as np

from grice.errors import InputError
from grice.networks.pieces import END, START
from grice.readers.graphs.pieces import GraphPieces
from grice.training.parser.augment import MARK, Augmenter, Mixture
from grice.training.parser.rows import Row

SHAPES = ((8, 8), (8, 16), (16, 16), (16, 32), (32, 48), (48, 96), (72, 144))
"""Longest source and target of each bucket; multiples of 8 suit the attention kernels."""

Arrays = dict[str, np.ndarray]


class Lesson(NamedTuple):
    """Labelled captions in buckets: those of the training rows, and new ones."""

    gold: list[Arrays]
    new: list[Arrays]

    @property
    def all(self) -> list[Arrays]:
        return [
            {name: np.concatenate([a[name], b[name]]) for name in a} for a, b in zip(self.gold, self.new, strict=True)
        ]


@dataclass
class Editions:
    """The editions of a training set; `edition(epoch, calm)` is a pure function of its fields."""

    rows: Sequence[Row]
    vocabulary: GraphPieces
    mixture: Mixture
    seed: int

    def __post_init__(self) -> None:
        self.augmenter = Augmenter(self.rows)
        self.repeated = [row for row in self.rows for _ in range(self._copies(row))]

    def __call__(self, epoch: int, progress: float) -> list[Arrays]:
        return self.edition(epoch, progress >= self.mixture.calm)

    def drawn(self, epoch: int, calm: bool) -> list[Row]:
        """The rows of an epoch."""
        rng = np.random.default_rng([self.seed, 7, epoch])
        if calm:
            return list(self.repeated)
        made = [self.augmenter.draw(row, rng, self.mixture) for row in self.repeated]
        if not self.mixture.mark:
            return made
        return [
            replace(new, words=(MARK, *new.words)) if len(new.facts) > len(old.facts) else new
            for new, old in zip(made, self.repeated, strict=True)
        ]

    def edition(self, epoch: int, calm: bool) -> list[Arrays]:
        """The buckets of an epoch."""
        pairs = [(row.words, self.vocabulary.target(row.facts)) for row in self.drawn(epoch, calm)]
        return bucketed(self.vocabulary, pairs)

    def _copies(self, row: Row) -> int:
        if row.copies is not None:
            return row.copies
        return self.mixture.long_copies if len(row.words) >= 10 else 1


class EditionsAhead:
    """Editions made one epoch ahead by another process."""

    def __init__(self, editions: Editions) -> None:
        self.calm = editions.mixture.calm
        context = get_context("spawn")
        self._pipe, theirs = context.Pipe()
        self._process = context.Process(target=_serve, args=(editions, theirs), daemon=True)
        self._process.start()
        theirs.close()  # with a copy open in this process, the end of the other would never be noticed
        self._asked: tuple[int, bool] | None = None

    def __call__(self, epoch: int, progress: float) -> list[Arrays]:
        wanted = (epoch, progress >= self.calm)
        try:
            if self._asked is not None and self._asked != wanted:
                self._pipe.recv()
                self._asked = None
            if self._asked is None:
                self._pipe.send(wanted)
            arrays: list[Arrays] = self._pipe.recv()
            self._asked = (epoch + 1, wanted[1])
            self._pipe.send(self._asked)
        except (EOFError, OSError) as error:
            self._process.join()
            given = f"the process that makes epochs ahead of time ended with status {self._process.exitcode}"
            raise InputError(given, "enough memory for two processes", "the same command again") from error
        return arrays

    def close(self) -> None:
        self._process.terminate()
        self._process.join()
        self._pipe.close()


def _serve(editions: Editions, pipe: Any) -> None:
    """Make the editions asked for until the other process is gone; that process handles ctrl-C."""
    signal.signal(signal.SIGINT, signal.SIG_IGN)
    with suppress(EOFError, OSError):
        while True:
            pipe.send(editions.edition(*pipe.recv()))


def bucketed(vocabulary: GraphPieces, pairs: Sequence[tuple[Sequence[str], Sequence[int]]]) -> list[Arrays]:
    """Captions with target rows as arrays, each in the first bucket that holds it; those that fit none are left out."""
    return [arrays for arrays, _ in bucketed_with_places(vocabulary, pairs)]


def bucketed_with_places(
    vocabulary: GraphPieces, pairs: Sequence[tuple[Sequence[str], Sequence[int]]]
) -> list[tuple[Arrays, list[int]]]:
    """As `bucketed`, and for each bucket the places of its rows among the pairs."""
    filed: list[list[int]] = [[] for _ in SHAPES]
    sources = [vocabulary.source(words) for words, _ in pairs]
    for place, (source, (_, target)) in enumerate(zip(sources, pairs, strict=True)):
        bucket = bucket_of(len(source), len(target) + 1)
        # Recombination can take the only word away that a rare one of the graph would be copied from.
        if bucket is not None and all(row < vocabulary.outputs or row in source for row in target):
            filed[bucket].append(place)
    return [
        (_arrays(vocabulary, [(sources[i], pairs[i][1]) for i in group], shape), group)
        for group, shape in zip(filed, SHAPES, strict=True)
    ]


def buckets_of(vocabulary: GraphPieces, rows: Sequence[Row]) -> list[int | None]:
    """The bucket of each row as it stands."""
    return [bucket_of(len(vocabulary.source(row.words)), len(vocabulary.target(row.facts)) + 1) for row in rows]


def bucket_of(source: int, target: int) -> int | None:
    """The first bucket that holds a source and a target of these lengths."""
    return next((i for i, (s, t) in enumerate(SHAPES) if source <= s and target <= t), None)


def _arrays(
    vocabulary: GraphPieces, group: Sequence[tuple[Sequence[int], Sequence[int]]], shape: tuple[int, int]
) -> Arrays:
    count, (longest_source, longest_target) = len(group), shape
    arrays: Arrays = {
        "source": np.zeros((count, longest_source), np.int64),
        "source_out": np.zeros((count, longest_source), np.int64),
        "target": np.zeros((count, longest_target), np.int64),
        "output": np.zeros((count, longest_target), np.int64),
        "given": np.zeros((count, longest_target), np.bool_),
    }
    for i, (source, target) in enumerate(group):
        copies = vocabulary.source_outputs(source)
        place = {row: copy for row, copy in zip(source, copies, strict=True) if copy >= vocabulary.outputs}
        arrays["source"][i, : len(source)] = source
        arrays["source_out"][i, : len(source)] = copies
        arrays["target"][i, : len(target) + 1] = [START, *target]
        arrays["output"][i, : len(target) + 1] = [*(place.get(row, row) for row in target), END]
        arrays["given"][i, : len(target) + 1] = True
    return arrays
