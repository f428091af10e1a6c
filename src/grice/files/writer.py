"""Arrow batches to a file: JSONL, CSV or Parquet by its ending. A file appears whole or not at all.

What is written so far lies beside the file under another name, which goes when the writer ends, however it ends: by an
exception, a signal that Python turns into one, or the end of the process.
"""

import errno
import json
import os
import weakref
from collections.abc import Iterable, Iterator
from contextlib import contextmanager, suppress
from pathlib import Path
from types import TracebackType
from typing import Any

import pyarrow as pa
import pyarrow.csv
import pyarrow.parquet

from grice import checks
from grice.errors import InputError
from grice.files.conversion import JSON
from grice.files.json_values import as_text, json_cells, json_rows

ENDINGS = (".jsonl", ".csv", ".parquet")


class Writer:
    """Write batches to a temporary file beside `path`; it takes the name when all went well.

    `inputs` are the files that the batches are made of: none of them is overwritten, by `force` neither.
    """

    def __init__(self, path: str | Path, force: bool = False, inputs: Iterable[str | Path] = ()) -> None:
        self.path = Path(path)
        if self.path.suffix not in ENDINGS:
            raise InputError(
                f"an output file ending in {self.path.suffix or '(nothing)'}", f"one of {', '.join(ENDINGS)}"
            )
        refuse_input(self.path, inputs)
        refuse_overwrite(self.path, force)
        self.rows = 0
        self._partial = _beside(self.path)
        self._sink: Any = None
        self._forget: Any = None

    def __enter__(self) -> "Writer":
        # Whether it can be written is known before the work is done, not after.
        checks.new_file(self.path)
        with _told(self.path):
            self._partial.touch()
        self._forget = weakref.finalize(self, _remove, self._partial, os.getpid())
        return self

    def write(self, batch: pa.RecordBatch) -> None:
        with _named(self.path):
            if self._sink is None:
                self._sink = self._open(batch.slice(0, 0))
            if self.path.suffix == ".jsonl":
                self._sink.writelines(f"{line}\n" for line in json_rows(batch))
            elif self.path.suffix == ".csv":
                self._sink.write(_flat(batch))
            else:
                self._sink.write_batch(batch)
        self.rows += batch.num_rows

    def _open(self, empty: pa.RecordBatch) -> Any:
        if self.path.suffix == ".jsonl":
            return self._partial.open("w", encoding="utf-8", newline="\n")
        if self.path.suffix == ".csv":
            return pa.csv.CSVWriter(str(self._partial), _flat(empty).schema)
        return pa.parquet.ParquetWriter(str(self._partial), empty.schema, compression="zstd")

    def __exit__(
        self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None
    ) -> None:
        try:
            with _named(self.path) if kind is None else suppress(OSError):
                if self._sink is not None:
                    self._sink.close()
                if kind is None and self._sink is not None:
                    self._partial.replace(self.path)
        finally:
            self._forget()


def _remove(partial: Path, process: int) -> None:
    """Remove what is half written, unless this is a fork of the process that writes it."""
    if os.getpid() == process:
        partial.unlink(missing_ok=True)


def refuse_input(path: Path, inputs: Iterable[str | Path]) -> None:
    """What is read is not written over."""
    for given in map(Path, inputs):
        if path.exists() and given.exists() and path.samefile(given):
            raise InputError(f"{path} is a file that is read", "another name for the output")


def refuse_overwrite(path: Path, force: bool, folder: bool = False) -> None:
    """Nothing is overwritten unless it was asked for, and a folder only where `folder` says that one is written."""
    if path.is_dir() and not folder:
        raise InputError(f"{path} is a folder", "the name of a file")
    if path.exists() and not force:
        raise InputError(
            f"{path} already exists", "another name, or permission to overwrite it", "the same command with --force"
        )


def refuse_place(path: Path) -> None:
    """A file that could not be written after the work is refused before it."""
    checks.new_file(path)
    with _told(path):
        partial = _beside(path)
        partial.touch()
        partial.unlink()


def write_whole(path: Path, content: str | bytes) -> None:
    """Write a file, which then holds all of it, or what it held before."""
    partial = _beside(checks.new_file(path))
    with _told(path):
        try:
            partial.write_bytes(content.encode() if isinstance(content, str) else content)
            partial.replace(path)
        finally:
            partial.unlink(missing_ok=True)


@contextmanager
def _told(path: Path) -> Iterator[None]:
    try:
        yield
    except OSError as error:
        needed = "room on the disk" if error.errno == errno.ENOSPC else "a folder that may be written"
        raise InputError(f"{path} cannot be written: {error.strerror}", needed) from None


@contextmanager
def _named(path: Path) -> Iterator[None]:
    """What goes wrong in the middle of the work, such as a full disk, names the file as it will be called."""
    try:
        yield
    except OSError as error:
        if error.errno is None:
            raise
        raise OSError(error.errno, os.strerror(error.errno), str(path)) from None


def _beside(path: Path) -> Path:
    return path.with_name(f".{path.name}.{os.getpid()}.partial")


def _flat(batch: pa.RecordBatch) -> pa.RecordBatch:
    """CSV has no lists: nested cells are written as JSON, and what Arrow does not write to CSV as text."""
    return pa.record_batch([_flat_column(column) for column in batch.columns], names=batch.schema.names)


def _flat_column(column: pa.Array) -> pa.Array:
    kind = column.type
    if kind == JSON:
        cells = column.storage.to_pylist()
        return pa.array([_bare(cell) for cell in cells], pa.string())
    if isinstance(column, pa.ExtensionArray):
        return _flat_column(column.storage)
    if pa.types.is_nested(kind):
        valid = column.is_valid().to_pylist()
        return pa.array(
            [cell if there else None for cell, there in zip(json_cells(column), valid, strict=True)], pa.string()
        )
    direct = pa.types.is_integer(kind) or pa.types.is_floating(kind) or pa.types.is_boolean(kind)
    return column if direct else as_text(column)


def _bare(cell: str | None) -> str | None:
    """The text of a JSON string, or the JSON of anything else."""
    if cell is None or not cell.startswith('"'):
        return cell
    text: str = json.loads(cell)
    return text.encode("utf-8", "backslashreplace").decode()
