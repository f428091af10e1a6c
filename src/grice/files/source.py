"""Which rows does this file hold? CSV, TSV, JSONL, JSON and Parquet as a stream of Arrow batches with declared columns.

Every batch carries two columns of its own: `row` (from 0, counted over the file) and `error` (null, or what is wrong
with that row). Columns that the verb does not declare follow, if they are to be kept. A source can be read any number
of times; what comes out of a pipe is put on the disk first.
"""

from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

import pyarrow as pa

from grice.errors import InputError
from grice.files.cells import RULES
from grice.files.columns import ERROR, ROW, UNREADABLE, Column, free_name
from grice.files.conversion import convert
from grice.files.delimited import Delimited
from grice.files.formats import format_of
from grice.files.json_rows import JsonRows
from grice.files.parquet import Parquet
from grice.files.reader import Other, Reader, Remarks, place
from grice.files.spool import on_disk

BATCH_ROWS = 8192
_READERS: dict[str, Callable[[Path], Reader]] = {
    "csv": lambda path: Delimited(path, ","),
    "tsv": lambda path: Delimited(path, "\t"),
    "jsonl": lambda path: JsonRows(path, by_line=True),
    "json": lambda path: JsonRows(path, by_line=False),
    "parquet": Parquet,
}


@dataclass
class Source:
    """A file opened for reading: iterate over it for Arrow batches, as often as is wanted.

    `lost` says which lines are no rows, `notes` what else there is to say; both are complete after a pass.
    """

    path: Path
    reader: Reader
    columns: list[Column]
    others: list[Other]
    """What the file has besides, whether it is kept or not."""
    batch_rows: int = BATCH_ROWS
    keep: bool = False
    lost: list[str] = field(default_factory=list)
    notes: list[str] = field(default_factory=list)
    held: Any = None
    """What must live as long as the source: the copy of a pipe."""

    @property
    def paths(self) -> tuple[Path, ...]:
        """The files that are read, which no output may overwrite."""
        return (self.path,)

    @property
    def names(self) -> list[str]:
        """The names of the file's columns."""
        return self.reader.names

    @property
    def ignored(self) -> list[str]:
        """Columns of the file that no declared column reads; columns without a name are not worth a word."""
        return [other.name for other in self.others if other.name and not other.name.startswith("Unnamed")]

    @property
    def kept(self) -> dict[str, str]:
        """The further columns of a batch: the name of each there, and in the file."""
        taken = {*(column.name for column in self.columns), ROW, ERROR, UNREADABLE}
        found: dict[str, str] = {}
        for other in self.others if self.keep else ():
            name = free_name(other.name, taken)
            taken.add(name)
            found[name] = other.name
        return found

    @property
    def schema(self) -> pa.Schema:
        """The names and types of every batch."""
        fields = [(column.name, RULES[column.kind][1]) for column in self.columns]
        fields += [(ROW, pa.int64()), (ERROR, pa.string())]
        fields += [(UNREADABLE, pa.string())] if any(column.judged for column in self.columns) else []
        return pa.schema(fields + [(name, other.kind) for name, other in zip(self.kept, self.others, strict=False)])

    def key(self, column: Column) -> str:
        """The name under which the file holds a declared column."""
        return self.names[place(self.names, column)]

    def __iter__(self) -> Iterator[pa.RecordBatch]:
        self.lost.clear()
        self.notes.clear()
        schema, others, first = self.schema, self.others if self.keep else [], 0
        for chunk in self.reader.chunks(self.columns, others, self.batch_rows, Remarks(self.lost, self.notes)):
            if not chunk.rows:
                continue
            errors = [*chunk.errors] or [None] * chunk.rows
            unreadable: list[str | None] = [None] * chunk.rows
            arrays = [
                convert(column, cells, unreadable if column.judged else errors, self.reader.untyped)
                for column, cells in zip(self.columns, chunk.cells, strict=True)
            ]
            arrays += [pa.array(range(first, first + chunk.rows), pa.int64()), pa.array(errors, pa.string())]
            if UNREADABLE in schema.names:
                arrays.append(pa.array(unreadable, pa.string()))
            first += chunk.rows
            yield pa.record_batch([*arrays, *chunk.others], schema=schema)


def open_rows(
    path: str | Path,
    columns: Sequence[Column],
    batch_rows: int = BATCH_ROWS,
    keep: bool = False,
    reader: Reader | None = None,
) -> Source:
    """Open a file whose rows hold the declared columns, or say what it holds instead.

    With `keep`, the file's other columns come along as they are: texts from CSV, Arrow's types from Parquet, texts or
    JSON from JSON; one whose name is taken by a declared column, `row` or `error` gets a number (`row_2`). `-` is
    standard input. A `reader` that is given reads it, whatever its name.
    """
    path, held = on_disk(path) if reader is None else (Path(path), None)
    reader = _READERS[format_of(path)](path) if reader is None else reader
    names = reader.names
    present = [column for column in columns if any(name in names for name in column.spellings)]
    absent = [column for column in columns if column.required and column not in present]
    if absent:
        wanted = "; ".join(" or ".join(c.spellings) + (f" ({c.meaning})" if c.meaning else "") for c in absent)
        raise InputError(
            f"{path} has the columns {', '.join(name or '(unnamed)' for name in names)}",
            f"a column {wanted}",
            "rename the column in the file, or see --help for the names that are understood",
        )
    for name in (names[place(names, column)] for column in present):
        if names.count(name) > 1:
            raise InputError(f"{path} has {names.count(name)} columns called {name}", "one of them")
    return Source(path, reader, present, reader.others(present), batch_rows, keep, held=held)
