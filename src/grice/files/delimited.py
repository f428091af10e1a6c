"""Which rows does a CSV or TSV file hold?

Arrow cuts the text into cells. Before that, bytes that are not UTF-8 give way to marks, characters of a private plane,
so that they cost the row whose declared cell they stand in, and nothing else. Blank lines are no rows.
"""

import codecs
import csv
import io
from collections import deque
from collections.abc import Iterable, Iterator, Sequence
from pathlib import Path
from typing import Any

import pyarrow as pa
import pyarrow.compute as pc
import pyarrow.csv

from grice.errors import InputError
from grice.files.columns import Column, Kind
from grice.files.conversion import Cells
from grice.files.reader import Chunk, Other, Remarks, first_line, place, unread

# An empty cell is missing; a quoted "" is an empty string and stays one.
_NULLS = [""]
_WORDS = pa.array(["NaN", "nan", "None", "null", "NULL", "NA", "N/A"])
"""How writers of tables spell a missing cell: where a number is wanted, or one reference among others. A description or
an id may well be "None"."""
_WORDED: tuple[Kind, ...] = ("texts", "integer", "integers")
_MARK = 0x10FE00
_MARKED = b"\xf4\x8f"
"""How every mark begins in UTF-8."""
_ESCAPES = {_MARK + byte: 0xDC00 + byte for byte in range(0x80, 0x100)}
_MARKS = {escape: mark for mark, escape in _ESCAPES.items()}
_TAIL = 64


DELIMITERS = {",": "commas", ";": "semicolons", "\t": "tabs", "|": "bars"}


class Delimited:
    """A file of cells with a delimiter between them and a header line."""

    untyped = True

    def __init__(self, path: Path, delimiter: str, unexpected: bool = False) -> None:
        self.path, self.delimiter, self.unexpected = path, delimiter, unexpected
        with path.open(encoding="utf-8-sig", errors="backslashreplace", newline="") as file:
            lines = csv.reader(file, delimiter=delimiter)
            try:
                self.names: list[str] = next((row for row in lines if row), [])
            except csv.Error as error:
                raise InputError(
                    f"{path} has a header that cannot be read: {error}",
                    "names of columns in the first line, and an end to every quote that begins one",
                ) from None
            self._header_lines = lines.line_num
            self._has_rows = any(line.strip() for line in file)

    def others(self, columns: Sequence[Column]) -> list[Other]:
        return unread(self.names, [pa.string()] * len(self.names), columns)

    def chunks(
        self, columns: Sequence[Column], others: Sequence[Other], batch_rows: int, remarks: Remarks
    ) -> Iterator[Chunk]:
        if not self._has_rows:
            return
        if self.unexpected:
            remarks.notes.append(f"{self.path} is read with {DELIMITERS[self.delimiter]} between its cells")
        places = [place(self.names, column) for column in columns]
        worded, words = [column.kind in _WORDED for column in columns], 0
        kept = [other.place for other in others]
        done, last, skipped = 0, "", deque[int]()
        try:
            marked = _Marked(self.path)
            batches = self._open(marked, {*places, *kept, len(self.names) - 1}, remarks.lost, skipped)
            for read in batches:
                rest = read
                while rest.num_rows:
                    while skipped and skipped[0] == done:
                        done += skipped.popleft() == done
                    part = rest.slice(0, min(batch_rows, skipped[0] - done if skipped else batch_rows))
                    rest = rest.slice(part.num_rows)
                    own = [part.column(str(i)) for i in places]
                    found = [
                        _unworded(cells) if is_worded else cells for cells, is_worded in zip(own, worded, strict=True)
                    ]
                    words += sum(one.null_count for one in found) - sum(one.null_count for one in own)
                    yield Chunk(
                        part.num_rows,
                        [_cells(cells, marked.used) for cells in found],
                        [_shown(part.column(str(i)), marked.used) for i in kept],
                        first=done,
                    )
                    done += part.num_rows
                    last = part.column(str(len(self.names) - 1))[-1].as_py() or ""
        except pa.ArrowInvalid as error:
            raise self._unclosed(done, first_line(error)) from None
        if words:
            remarks.notes.append(f"{words} cells of {self.path} say None, NA, nan or null and count as missing")
        # A cell of several lines is quoted, so what ends the file is its quote; otherwise the cell has swallowed the
        # rest.
        if "\n" in last and not self._tail().endswith(b'"'):
            raise self._unclosed(done - 1, f"a cell begins with {last[:30]!r}")

    def _open(
        self, marked: "_Marked", places: Iterable[int], lost: list[str], skipped: deque[int]
    ) -> pa.csv.CSVStreamingReader:
        # Columns go by their places, since a header may have a name twice.
        names = [str(i) for i in range(len(self.names))]

        def drop(row: Any) -> str:
            if "\n" in row.text and row.text.count('"') % 2:
                return "error"
            skipped.append(row.number - self._header_lines - 1)
            lost.append(
                f"row {skipped[-1]} has {row.actual_columns} cells, the header has {row.expected_columns}: "
                f"{_readable(row.text[:60]) if marked.used else row.text[:60]!r}"
            )
            return "skip"

        return pa.csv.open_csv(
            pa.PythonFile(marked, mode="r"),
            read_options=pa.csv.ReadOptions(column_names=names, skip_rows=self._header_lines, use_threads=False),
            parse_options=pa.csv.ParseOptions(
                delimiter=self.delimiter, newlines_in_values=True, invalid_row_handler=drop
            ),
            convert_options=pa.csv.ConvertOptions(
                column_types=dict.fromkeys(names, pa.string()),
                include_columns=[str(i) for i in sorted(places)],
                strings_can_be_null=True,
                quoted_strings_can_be_null=False,
                null_values=_NULLS,
            ),
        )

    def _tail(self) -> bytes:
        with self.path.open("rb") as file:
            file.seek(-min(_TAIL, self.path.stat().st_size), 2)
            return file.read().rstrip()

    def _unclosed(self, read: int, why: str) -> InputError:
        return InputError(
            f"{self.path} cannot be read after its first {read} rows: {why}",
            "cells of less than a megabyte, and an end to every quote that begins one",
        )


class _Marked(io.RawIOBase):
    """The bytes of a file as UTF-8, with a mark for each byte that is not."""

    def __init__(self, path: Path) -> None:
        self._file = path.open("rb")
        self._decode = codecs.getincrementaldecoder("utf-8")("surrogateescape")
        self._ready = b""
        self.used = False
        """Whether a mark was made; the private plane may have other uses in a file without them."""

    def readable(self) -> bool:
        return True

    def read(self, size: int = -1) -> bytes:
        while len(self._ready) < size or size < 0:
            data = self._file.read(size)
            text = self._decode.decode(data, not data)
            try:
                self._ready += text.encode()
            except UnicodeEncodeError:
                self.used = True
                self._ready += text.translate(_MARKS).encode()
            if not data:
                size = len(self._ready)
        given, self._ready = self._ready[:size], self._ready[size:]
        return given

    def close(self) -> None:
        self._file.close()
        super().close()


def _unworded(column: pa.Array) -> pa.Array:
    """A column without the words that stand for a missing cell."""
    return pc.if_else(pc.is_in(column, _WORDS), pa.scalar(None, column.type), column)


def _cells(column: pa.Array, marked: bool) -> Cells:
    """Cells as Arrow has them; with Python's surrogate escapes where there are marks."""
    if not marked or not pc.any(pc.match_substring(column, _MARKED)).as_py():
        return column
    return [None if cell is None else cell.translate(_ESCAPES) for cell in column.to_pylist()]


def _shown(column: pa.Array, marked: bool) -> pa.Array:
    """Cells as text, bytes that are not UTF-8 as \\xe9."""
    if not marked:
        return column
    return pa.array([None if cell is None else _readable(cell) for cell in column.to_pylist()], pa.string())


def _readable(text: str) -> str:
    return text.translate(_ESCAPES).encode("utf-8", "surrogateescape").decode("utf-8", "backslashreplace")
