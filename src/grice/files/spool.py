"""How is input read twice that can be had only once? It is put on the disk, and removed when nobody needs it."""

import shutil
import sys
import tempfile
from collections.abc import Iterable, Iterator
from pathlib import Path
from typing import IO

import pyarrow as pa
import pyarrow.ipc

from grice.errors import InputError
from grice.files.formats import FORMATS, ending_of

STANDARD_INPUT = "-"
_HEAD = 4096


class Spooled:
    """Batches in a temporary Arrow file: iterate as often as is wanted. The file goes when this object does."""

    def __init__(self, folder: "tempfile.TemporaryDirectory[str]", schema: pa.Schema | None, rows: int) -> None:
        self._folder = folder
        self.schema, self.rows = schema, rows

    def __iter__(self) -> Iterator[pa.RecordBatch]:
        if self.schema is None:
            return
        with pa.memory_map(str(_spool(self._folder))) as file, pa.ipc.open_stream(file) as stream:
            yield from stream


def spooled(batches: Iterable[pa.RecordBatch]) -> Spooled:
    """Read batches once and keep them on the disk, so that they can be read again."""
    folder = tempfile.TemporaryDirectory(prefix="grice-")
    rows, schema, writer = 0, None, None
    try:
        for batch in batches:
            if writer is None:
                schema = batch.schema
                writer = pa.ipc.new_stream(str(_spool(folder)), schema)
            writer.write_batch(batch)
            rows += batch.num_rows
    except BaseException:
        folder.cleanup()
        raise
    finally:
        if writer is not None:
            writer.close()
    return Spooled(folder, schema, rows)


def on_disk(path: str | Path) -> "tuple[Path, tempfile.TemporaryDirectory[str] | None]":
    """A file that can be read twice: the path itself, or a copy of what the pipe there gives, and what holds it."""
    path = Path(path)
    if str(path) != STANDARD_INPUT and (not path.exists() or path.is_file() or path.is_dir()):
        return path, None
    if str(path) == STANDARD_INPUT:
        return _copied(sys.stdin.buffer, "")
    try:
        with path.open("rb") as pipe:
            return _copied(pipe, path.suffix.lower())
    except OSError as error:
        raise InputError(f"{path} cannot be read: {error.strerror}", "a file, or - for standard input") from None


def _copied(pipe: IO[bytes], ending: str) -> "tuple[Path, tempfile.TemporaryDirectory[str]]":
    head = pipe.read(_HEAD)
    folder = tempfile.TemporaryDirectory(prefix="grice-")
    copy = Path(folder.name) / f"input{ending if ending in FORMATS else ending_of(head)}"
    try:
        with copy.open("wb") as file:
            file.write(head)
            shutil.copyfileobj(pipe, file)
    except BaseException:
        folder.cleanup()
        raise
    return copy, folder


def _spool(folder: "tempfile.TemporaryDirectory[str]") -> Path:
    return Path(folder.name) / "batches.arrow"
