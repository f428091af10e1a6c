"""What does the reader of a format give? The names a file has, and its rows in chunks of Arrow or Python cells."""

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from typing import Protocol

import pyarrow as pa

from grice.files.columns import Column
from grice.files.conversion import Cells


@dataclass(frozen=True)
class Other:
    """A column of a file that no declared column reads: where it stands among the names, its name, its type."""

    place: int
    name: str
    kind: pa.DataType


@dataclass(frozen=True)
class Chunk:
    """Some rows of a file: the cells of each declared column, the other columns as they are, what is wrong already."""

    rows: int
    cells: Sequence[Cells]
    others: Sequence[pa.Array]
    errors: Sequence[str | None] = ()
    first: int | None = None
    """Where its rows begin in the file, lines that are no rows counted; None for right after the last chunk."""


@dataclass
class Remarks:
    """What is said of a file when it was read: `lost` are lines that are no rows, `notes` all else."""

    lost: list[str]
    notes: list[str]


class Reader(Protocol):
    """One file of one format."""

    names: list[str]
    untyped: bool
    """Whether numbers are spelled like texts (CSV)."""

    def others(self, columns: Sequence[Column], /) -> list[Other]:
        """The columns that none of the declared ones reads."""

    def chunks(
        self, columns: Sequence[Column], others: Sequence[Other], batch_rows: int, remarks: Remarks, /
    ) -> Iterator[Chunk]:
        """The rows from the first on, anew at each call."""


def place(names: Sequence[str], column: Column) -> int:
    """Where a file that has the names holds a declared column."""
    return names.index(next(name for name in column.spellings if name in names))


def unread(names: Sequence[str], kinds: Sequence[pa.DataType], columns: Sequence[Column]) -> list[Other]:
    """The columns of a table that none of the declared ones reads."""
    read = {place(names, column) for column in columns}
    return [Other(i, name, kind) for i, (name, kind) in enumerate(zip(names, kinds, strict=True)) if i not in read]


def first_line(error: Exception) -> str:
    return str(error).partition("\n")[0]
