"""Which rows does a JSON file hold? An object on each line, or a list of objects or of texts, decoded one at a time.

Every object has names of its own, so the columns of the file are those of its first thousand objects.
"""

from collections.abc import Iterable, Iterator, Sequence
from itertools import islice
from pathlib import Path
from typing import Any

import pyarrow as pa

from grice.errors import InputError
from grice.files.columns import Column
from grice.files.conversion import JSON
from grice.files.json_stream import Cursor, decoder
from grice.files.json_values import json_column, json_line
from grice.files.lines import TEXT
from grice.files.reader import Chunk, Other, Remarks, first_line

SAMPLE = 1000
Row = dict[str, Any]


class JsonRows:
    """A file of JSON objects: a line each (`by_line`), or a list of them."""

    untyped = False

    def __init__(self, path: Path, by_line: bool) -> None:
        self.path, self.by_line = path, by_line
        self._sample = list(islice(filter(None, self._rows([])), SAMPLE))
        self.names: list[str] = list(dict.fromkeys(name for row in self._sample for name in row))
        if not self.names:
            raise _unfit(path, by_line)

    def others(self, columns: Sequence[Column]) -> list[Other]:
        declared = {name for column in columns for name in column.spellings}
        # A second spelling of a column counts as another column where a row has both.
        beside = {name for row in self._sample for column in columns for name in _spelled(row, column)[1:]}
        return [
            Other(i, _safe(name), self._kind(name))
            for i, name in enumerate(self.names)
            if name not in declared or name in beside
        ]

    def chunks(
        self, columns: Sequence[Column], others: Sequence[Other], batch_rows: int, remarks: Remarks
    ) -> Iterator[Chunk]:
        known = {*self.names, *(name for column in columns for name in column.spellings)}
        for first, group in _groups(self._rows(remarks.lost), batch_rows):
            for i, row in enumerate(group, first):
                if not known.issuperset(row):
                    fresh = [name for name in row if name not in known]
                    known.update(fresh)
                    remarks.notes.append(
                        f"columns not used: {', '.join(map(_safe, fresh))}, which {self.path} has from row {i} on, "
                        f"not among its first {SAMPLE}"
                    )
            kept = [_kept(group, self.names[other.place], other.kind, columns) for other in others]
            yield Chunk(len(group), [_column(group, column) for column in columns], kept, first=first)

    def _rows(self, lost: list[str]) -> Iterator[Row | None]:
        """The rows in order, None in place of what is none."""
        return _lines(self.path, lost) if self.by_line else _entries(self.path, lost)

    def _kind(self, name: str) -> pa.DataType:
        kinds = {type(row.get(name)) for row in self._sample} - {type(None)}
        return pa.string() if kinds <= {str} else JSON


def _groups(rows: Iterable[Row | None], size: int) -> Iterator[tuple[int, list[Row]]]:
    """Rows that follow each other, so many at most, and where they begin."""
    first, group = 0, list[Row]()
    for row in rows:
        if row is not None:
            group.append(row)
        if group and (row is None or len(group) == size):
            yield first, group
            first, group = first + len(group), []
        first += row is None
    if group:
        yield first, group


def _lines(path: Path, lost: list[str]) -> Iterator[Row | None]:
    decode = decoder().decode
    with path.open("rb") as file:
        for number, line in enumerate(file, start=1):
            text = line.decode("utf-8", "surrogateescape").strip("\ufeff \t\r\n")
            if not text:
                continue
            try:
                row = decode(text)
            except RecursionError:
                lost.append(f"line {number} is not JSON that can be read: it is nested too deeply")
                yield None
            except ValueError as error:
                lost.append(f"line {number} is not JSON: {first_line(error)}")
                yield None
            else:
                if not isinstance(row, dict):
                    lost.append(f"line {number} is not a JSON object")
                yield row if isinstance(row, dict) else None


def _entries(path: Path, lost: list[str]) -> Iterator[Row | None]:
    with Cursor(path) as cursor:
        if cursor.peek() != "[":
            return
        texts = None
        for number, row in enumerate(cursor.elements(), start=1):
            texts = isinstance(row, str) if texts is None else texts
            if texts and isinstance(row, str):
                yield {TEXT: row}
            elif not texts and isinstance(row, dict):
                yield row
            else:
                lost.append(f"entry {number} is not a {'text' if texts else 'JSON object'}")
                yield None
        cursor.end()


def _unfit(path: Path, by_line: bool) -> InputError:
    """What a file is in which no row was found."""
    if by_line:
        return InputError(f"{path} is not a JSON object on each line", "a JSON object on each line")
    needed, fix = "a JSON list of objects or of texts", ""
    with Cursor(path) as cursor:
        if cursor.peek() != "[":
            found = "one JSON object"
            fix = "for COCO files and dictionaries of captions: grice score PREDICTIONS --references REFERENCES"
        else:
            found = "a list without an object or a text" if any(True for _ in cursor.elements()) else "an empty list"
    return InputError(f"{path} is {found}", needed, fix)


def _column(rows: Sequence[Row], column: Column) -> list[Any]:
    first, *rest = column.spellings
    return [row[first] if first in row else next((row[name] for name in rest if name in row), None) for row in rows]


def _spelled(row: Row, column: Column) -> list[str]:
    return [name for name in column.spellings if name in row]


def _kept(rows: Sequence[Row], name: str, kind: pa.DataType, columns: Sequence[Column]) -> pa.Array:
    values = [row.get(name) for row in rows]
    for column in columns:
        if name in column.spellings:
            values = [None if _spelled(row, column)[:1] == [name] else v for row, v in zip(rows, values, strict=True)]
    if kind == JSON:
        return json_column(values)
    texts = [value if value is None or type(value) is str else json_line(value) for value in values]
    try:
        return pa.array(texts, pa.string())
    except UnicodeEncodeError:
        return pa.array([None if text is None else _safe(text) for text in texts], pa.string())


def _safe(text: str) -> str:
    """A text that can be written: half a surrogate pair, which cannot, as \\ud800."""
    return text.encode("utf-8", "backslashreplace").decode()
