"""Which rows does a run learn from, and which is it judged on? The rows of a split, parts held out, folds left out."""

from collections.abc import Callable, Sequence
from dataclasses import dataclass, replace
from pathlib import Path
from typing import Any

import numpy as np

from grice.readers.graphs.linear import plain
from grice.readers.graphs.pieces import GraphPieces, build
from grice.training.identity import digest
from grice.training.parser.rows import Row, hold_out, read_rows

Say = Callable[[str], object]
Fold = tuple[int, int]
"""(k, n): rows k, k + n, ... of the training rows."""


@dataclass(frozen=True)
class ParserData:
    """The rows of a run: to learn from, held out for model selection, and the development set to report on."""

    split: str
    rows: list[Row]
    held_out: list[Row]
    dev: list[Row]

    def in_form(self, identifiers: bool) -> "ParserData":
        """The data with training graphs as they are, or plain."""
        if identifiers:
            return self
        plain_rows = [replace(row, facts=tuple(dict.fromkeys(map(plain, row.facts)))) for row in self.rows]
        return replace(self, rows=plain_rows)

    def digests(self) -> dict[str, dict[str, str]]:
        """Checksums by which the rows of two runs are told apart."""
        kinds = {"training rows": self.rows, "rows held out": self.held_out, "development rows": self.dev}
        return {kind: digest([repr(rows).encode()]) for kind, rows in kinds.items()}

    def vocabulary(self, tokenizer: Any) -> GraphPieces:
        """The vocabulary that every run on this data shares: outputs from training rows alone."""
        captions = [row.words for row in (*self.rows, *self.held_out, *self.dev)]
        return build(tokenizer, captions, [row.facts for row in (*self.rows, *self.held_out)])


def load_data(
    folder: Path, split: str, held_out: int, limit: int | None = None, part: int = 0, say: Say = print
) -> ParserData:
    """Read a split and hold out rows of its training part (for one `part` always the same ones)."""
    train_rows, dev = read_rows(folder, split, limit, say)
    rows, held = hold_out(train_rows, held_out, 0, split, part)
    return ParserData(split, rows, held, dev)


def left_in(rows: Sequence[Row], fold: Fold | None) -> list[Row]:
    """The rows a run learns from."""
    return list(rows) if fold is None else [row for i, row in enumerate(rows) if i % fold[1] != fold[0]]


def left_out(rows: Sequence[Row], fold: Fold) -> list[Row]:
    """The rows a run has not seen."""
    return list(rows[fold[0] :: fold[1]])


def unseen_by(rows: int, folds: Sequence[Fold | None]) -> np.ndarray:
    """(runs, rows): whether each run has not seen each row."""
    return np.array([[fold is not None and i % fold[1] == fold[0] for i in range(rows)] for fold in folds])
