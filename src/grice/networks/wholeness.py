"""Which pieces may follow those of an unfinished word? Only those that make it one of the words that may be written.

A network that writes word pieces can begin a rare word right and end it wrong ("misspen" for "misshapen"). Here a piece
that continues a word is allowed where it leads on to a word that may be written for this source, and a word is left
only where it is one of them.
"""

from collections.abc import Iterable, Sequence

import numpy as np
from numpy.typing import NDArray

from grice.networks.pieces import CONTINUES, Ints, PieceTable

TINY = 1e-30
Run = tuple[int, ...]
"""The table rows of a word's pieces: one that begins a word and those that continue it."""


class Trie:
    """Whole words as runs of pieces, and what leads on to them."""

    def __init__(self, runs: Iterable[Sequence[int]]) -> None:
        self.whole: set[Run] = set(map(tuple, runs))
        self.onward: dict[Run, set[int]] = {}
        for run in self.whole:
            for end in range(1, len(run)):
                self.onward.setdefault(run[:end], set()).add(run[end])


class Wholeness:
    """What the words that may be written allow."""

    def __init__(self, table: PieceTable) -> None:
        self.outputs = table.outputs
        self.continues = np.array([piece.startswith(CONTINUES) for piece in table.pieces])
        self._columns = np.flatnonzero(self.continues[: self.outputs])

    def words_in(self, source: Sequence[int] | Ints, more: Iterable[Run] = ()) -> Trie:
        """The words of a source given as table rows, and more words."""
        runs: list[Sequence[int]] = []
        for row in np.asarray(source).tolist():
            if self.continues[row] and runs:
                runs[-1] = (*runs[-1], row)
            else:
                runs.append((row,))
        return Trie((*runs, *more))

    def grown(self, run: Run, piece: int, word: bool) -> Run:
        """The run after one more output: nothing after a sign, a new run where a word begins."""
        if not word:
            return ()
        return (*run, piece) if self.continues[piece] else (piece,)

    def restrict(
        self, chances: NDArray[np.float32], runs: Sequence[Run], sources: Ints, copies: Ints, words: Sequence[Trie]
    ) -> None:
        """Take away, in place, the probability of what would leave one of a row's words unfinished or end it wrongly.

        What can only go on has probability one in all, so that a word is not thought unlikely for its spelling.
        """
        kept: list[tuple[int, list[int], NDArray[np.float32], bool]] = []
        for i, (run, own) in enumerate(zip(runs, words, strict=True)):
            onward = own.onward.get(run, ()) if run else ()
            unfinished = bool(run) and run not in own.whole
            if onward:
                found = (self.column(row, sources[i], copies[i]) for row in sorted(onward))
                columns = [column for column in found if column is not None]
                kept.append((i, columns, chances[i, columns], unfinished))
        chances[:, self._columns] = 0.0
        width = chances.shape[1] - self.outputs
        chances[:, self.outputs :][self.continues[sources[:, :width]]] = 0.0
        for i, columns, values, unfinished in kept:
            if unfinished:
                chances[i] = 0.0
                values = values / max(float(values.sum()), TINY)
            chances[i, columns] = values

    def column(self, row: int, source: Ints, copied: Ints) -> int | None:
        """The output that writes a piece: its own, or that of its first place in the source; None where it has none."""
        if row < self.outputs:
            return row
        places = np.flatnonzero(source == row)
        return int(copied[places[0]]) if len(places) and copied[places[0]] >= self.outputs else None
