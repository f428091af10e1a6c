"""Which rows does a Parquet file hold?"""

from collections.abc import Iterator, Sequence
from pathlib import Path
from typing import Any

import pyarrow as pa
import pyarrow.parquet

from grice.errors import InputError
from grice.files.columns import Column
from grice.files.reader import Chunk, Other, Remarks, first_line, place, unread

# A file that is broken shows it in many ways: as Arrow's errors, as names or numbers that Python refuses.
BROKEN = (pa.ArrowException, OSError, ValueError, OverflowError, KeyError, NotImplementedError)


class Parquet:
    """A Parquet file, read row group by row group; of `group`, that one alone. `file` is an open file of that path."""

    untyped = False

    def __init__(self, path: Path, group: int | None = None, file: Any = None) -> None:
        self.path, self.file = path, file
        self.groups = None if group is None else [group]
        try:
            self.schema: pa.Schema = pa.parquet.read_schema(file or path)
            self.names = [str(name) for name in self.schema.names]
        except BROKEN as error:
            raise broken(path, error) from None

    def others(self, columns: Sequence[Column]) -> list[Other]:
        return [
            Other(other.place, other.name, _stored(other.kind))
            for other in unread(self.names, self.schema.types, columns)
        ]

    def chunks(
        self, columns: Sequence[Column], others: Sequence[Other], batch_rows: int, _: Remarks
    ) -> Iterator[Chunk]:
        places = [place(self.names, column) for column in columns]
        wanted = None if others else [self.names[i] for i in places]
        try:
            with pa.parquet.ParquetFile(self.file or self.path) as file:
                for batch in file.iter_batches(batch_rows, self.groups, columns=wanted):
                    cells = [batch.column(i if others else self.names[i]) for i in places]
                    yield Chunk(batch.num_rows, cells, [_kept(batch.column(other.place), other) for other in others])
        except InputError:
            raise
        except BROKEN as error:
            raise broken(self.path, error) from None


def broken(path: Path | str, error: Exception) -> InputError:
    """What is said of a file that is no Parquet, or only half of it."""
    return InputError(f"{path} cannot be read as Parquet: {first_line(error)}", "a complete Parquet file")


def _stored(kind: pa.DataType) -> pa.DataType:
    """A dictionary that differs from batch to batch is of no use to who writes them: its values are."""
    return kind.value_type if pa.types.is_dictionary(kind) else kind


def _kept(column: pa.Array, other: Other) -> pa.Array:
    made = column.cast(other.kind) if column.type != other.kind else column
    try:
        made.validate(full=True)
    except pa.ArrowInvalid:
        return _repaired(made)
    return made


def _repaired(column: pa.Array) -> pa.Array:
    """A column that declares UTF-8 and holds other bytes, with those as \\xe9; of lists and the like, nothing."""
    if not (pa.types.is_string(column.type) or pa.types.is_large_string(column.type)):
        return pa.nulls(len(column), column.type)
    raw = column.cast(pa.large_binary()).to_pylist()
    return pa.array([None if cell is None else cell.decode("utf-8", "backslashreplace") for cell in raw], column.type)
