"""Which rows does this file hold? CSV, TSV, JSONL, JSON and Parquet as a stream of Arrow batches with declared columns.

Every batch carries two columns of its own: `row` (from 0, counted over the file) and `error` (null, or what is wrong
with that row). Lines that are no rows at all are counted in `Source.lost`.
"""

import csv
import json
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

import pyarrow as pa
import pyarrow.csv
import pyarrow.parquet

from grice.errors import InputError
from grice.files.columns import Column, convert

BATCH_ROWS = 8192
FORMATS = {
    ".csv": "csv",
    ".tsv": "tsv",
    ".jsonl": "jsonl",
    ".ndjson": "jsonl",
    ".json": "json",
    ".parquet": "parquet",
    ".pq": "parquet",
}
_DELIMITERS = {"csv": ",", "tsv": "\t"}
# The ways CSV writers spell a missing cell; a quoted "" is an empty string and stays one.
_NULLS = ["", "NaN", "nan", "None", "null", "NULL", "NA", "N/A"]


@dataclass
class Source:
    """A file opened for reading: iterate over it for Arrow batches."""

    path: Path
    format: str
    names: list[str]
    columns: list[Column]
    batch_rows: int = BATCH_ROWS
    lost: list[str] = field(default_factory=list)

    @property
    def ignored(self) -> list[str]:
        """Columns of the file that no declared column reads."""
        known = {self.key(column) for column in self.columns}
        if self.format in ("jsonl", "json"):  # where each row has names of its own
            known |= {name for column in self.columns for name in (column.name, *column.aliases)}
        return [name for name in self.names if name and name not in known and not name.startswith("Unnamed")]

    def __iter__(self) -> Iterator[pa.RecordBatch]:
        first = 0
        for cells, errors in _READERS[self.format](self):
            if not errors:
                continue
            arrays = [
                convert(column, cells[column.name], errors, self.format in ("csv", "tsv")) for column in self.columns
            ]
            arrays += [pa.array(range(first, first + len(errors)), pa.int64()), pa.array(errors, pa.string())]
            first += len(errors)
            yield pa.record_batch(arrays, names=[*(column.name for column in self.columns), "row", "error"])

    def key(self, column: Column) -> str:
        """The name under which the file holds a declared column."""
        return next(name for name in (column.name, *column.aliases) if name in self.names)


def open_rows(path: str | Path, columns: Sequence[Column], batch_rows: int = BATCH_ROWS) -> Source:
    """Open a file whose rows hold the declared columns, or say what it holds instead."""
    path = Path(path)
    format = _format(path)
    names = _names(path, format)
    present = [c for c in columns if any(name in names for name in (c.name, *c.aliases))]
    absent = [c for c in columns if c.required and c not in present]
    if absent:
        wanted = "; ".join(" or ".join((c.name, *c.aliases)) + (f" ({c.meaning})" if c.meaning else "") for c in absent)
        raise InputError(
            f"{path} has the columns {', '.join(name or '(unnamed)' for name in names)}",
            f"a column {wanted}",
            "rename the column in the file, or see --help for the names that are understood",
        )
    source = Source(path, format, names, present, batch_rows)
    for name in map(source.key, present):
        if names.count(name) > 1:
            raise InputError(f"{path} has {names.count(name)} columns called {name}", "one of them")
    return source


def _format(path: Path) -> str:
    if not path.exists():
        raise InputError(f"{path} does not exist", f"a file ending in {', '.join(FORMATS)}")
    if path.is_dir():
        raise InputError(f"{path} is a folder", f"a file ending in {', '.join(FORMATS)}")
    format = FORMATS.get(path.suffix.lower())
    if format is None:
        raise InputError(f"{path} has the ending {path.suffix or '(none)'}", f"one of {', '.join(FORMATS)}")
    with path.open("rb") as file:
        head = file.read(4096)
    if not head.strip():
        raise InputError(f"{path} is empty", f"a {format} file with a row per prediction")
    is_parquet = head.startswith(b"PAR1")
    if is_parquet != (format == "parquet"):
        really = "a Parquet file" if is_parquet else f"not a Parquet file (it starts with {head[:8]!r})"
        raise InputError(f"{path} is {really}", f"{format} as the name says, or a name that fits")
    if format != "parquet" and b"\x00" in head:
        raise InputError(f"{path} is a binary file", f"{format} text in UTF-8, as the name says")
    starts = head.lstrip(b"\xef\xbb\xbf \t\r\n")[:1]
    if (format == "jsonl" and starts != b"{") or (format == "json" and starts not in b"{["):
        raise InputError(
            f"{path} starts with {head[:30].decode('utf-8', 'replace')!r}",
            "a JSON object on each line" if format == "jsonl" else "a JSON list of objects",
        )
    if format in ("csv", "tsv") and starts in b"{[":
        raise InputError(f"{path} holds JSON", "a header line and rows", f"mv {path} {path.with_suffix('.jsonl')}")
    return format


def _names(path: Path, format: str) -> list[str]:
    if format in ("csv", "tsv"):
        with path.open(encoding="utf-8-sig", errors="replace", newline="") as file:
            return next(csv.reader(file, delimiter=_DELIMITERS[format]))
    if format == "parquet":
        try:
            return [str(name) for name in pa.parquet.read_schema(path).names]
        except (pa.ArrowInvalid, OSError) as error:
            raise InputError(
                f"{path} cannot be read as Parquet: {_first_line(error)}", "a complete Parquet file"
            ) from None
    if format == "json":
        return list(dict.fromkeys(name for row in _json_rows(path) for name in row))
    names: dict[str, None] = {}
    for line, row in _json_lines(path, []):
        names.update(dict.fromkeys(row))
        if line >= 1000:
            break
    if not names:
        raise InputError(f"{path} holds no JSON object", "a JSON object on each line")
    return list(names)


def _csv_rows(source: Source) -> Iterator[tuple[dict[str, list[Any]], list[str | None]]]:
    read = 0
    last = b""
    try:
        with _open_csv(source) as reader:
            for batch in reader:
                for start in range(0, batch.num_rows, source.batch_rows):
                    part = batch.slice(start, source.batch_rows)
                    yield (
                        {c.name: part.column(source.names.index(source.key(c))).to_pylist() for c in source.columns},
                        [None] * part.num_rows,
                    )
                    read += part.num_rows
                    last = part.column(part.num_columns - 1)[-1].as_py() or b""
    except pa.ArrowInvalid as error:
        raise _unclosed(source.path, read, _first_line(error)) from None
    # A cell of several lines is quoted, so what ends the file is its quote; otherwise the cell has swallowed the rest.
    if b"\n" in last and not _tail(source.path).endswith(b'"'):
        raise _unclosed(source.path, read - 1, f"a cell begins with {last[:30].decode('utf-8', 'replace')!r}")


def _tail(path: Path) -> bytes:
    with path.open("rb") as file:
        file.seek(-min(64, path.stat().st_size), 2)
        return file.read().rstrip()


def _unclosed(path: Path, read: int, why: str) -> InputError:
    return InputError(
        f"{path} cannot be read after its first {read} rows: {why}",
        "cells of less than a megabyte, and an end to every quote that begins one",
    )


def _parquet_rows(source: Source) -> Iterator[tuple[dict[str, list[Any]], list[str | None]]]:
    keys = [source.key(c) for c in source.columns]
    try:
        with pa.parquet.ParquetFile(source.path) as file:
            for batch in file.iter_batches(source.batch_rows, columns=keys):
                cells = {c.name: batch.column(key).to_pylist() for c, key in zip(source.columns, keys, strict=True)}
                yield cells, [None] * batch.num_rows
    except (pa.ArrowInvalid, OSError) as error:
        raise InputError(
            f"{source.path} cannot be read as Parquet: {_first_line(error)}", "a complete Parquet file"
        ) from None


def _jsonl_rows(source: Source) -> Iterator[tuple[dict[str, list[Any]], list[str | None]]]:
    return _grouped(source, (row for _, row in _json_lines(source.path, source.lost)))


def _json_whole(source: Source) -> Iterator[tuple[dict[str, list[Any]], list[str | None]]]:
    return _grouped(source, iter(_json_rows(source.path)))


def _grouped(source: Source, rows: Iterator[dict[str, Any]]) -> Iterator[tuple[dict[str, list[Any]], list[str | None]]]:
    keys = {c.name: (c.name, *c.aliases) for c in source.columns}
    group: list[dict[str, Any]] = []

    def cells() -> tuple[dict[str, list[Any]], list[str | None]]:
        found = {
            name: [next((row[key] for key in names if key in row), None) for row in group]
            for name, names in keys.items()
        }
        return found, [None] * len(group)

    for row in rows:
        group.append(row)
        if len(group) == source.batch_rows:
            yield cells()
            group.clear()
    if group:
        yield cells()


def _json_lines(path: Path, lost: list[str]) -> Iterator[tuple[int, dict[str, Any]]]:
    with path.open("rb") as file:
        for number, line in enumerate(file, start=1):
            if not line.strip():
                continue
            try:
                row = json.loads(line.decode("utf-8-sig"))
            except (ValueError, RecursionError) as error:
                lost.append(f"line {number} is not JSON: {_first_line(error)}")
                continue
            if isinstance(row, dict):
                yield number, row
            else:
                lost.append(f"line {number} is not a JSON object")


def _json_rows(path: Path) -> list[dict[str, Any]]:
    try:
        rows = json.loads(path.read_bytes().decode("utf-8-sig"))
    except (ValueError, RecursionError) as error:
        raise InputError(f"{path} is not JSON: {_first_line(error)}", "a JSON list of objects") from None
    if not isinstance(rows, list) or not rows or not all(isinstance(row, dict) for row in rows):
        raise InputError(
            f"{path} is not a JSON list of objects",
            "a list with an object per prediction",
            "for COCO files and dictionaries of captions: grice score PREDICTIONS --references REFERENCES",
        )
    return rows


def _open_csv(source: Source) -> pa.csv.CSVStreamingReader:
    # Cells are read as bytes: types are declared by the verb, and a cell that is not UTF-8 costs its row, not the file.
    def drop(row: Any) -> str:
        if "\n" in row.text and row.text.count('"') % 2:
            return "error"
        source.lost.append(
            f"a row with {row.actual_columns} cells, the header has {row.expected_columns}: {row.text[:60]!r}"
        )
        return "skip"

    return pa.csv.open_csv(
        source.path,
        read_options=pa.csv.ReadOptions(column_names=source.names, skip_rows=1, use_threads=False),
        parse_options=pa.csv.ParseOptions(
            delimiter=_DELIMITERS[source.format], newlines_in_values=True, invalid_row_handler=drop
        ),
        convert_options=pa.csv.ConvertOptions(
            column_types=dict.fromkeys(source.names, pa.binary()),
            strings_can_be_null=True,
            quoted_strings_can_be_null=False,
            null_values=_NULLS,
        ),
    )


def _first_line(error: Exception) -> str:
    return str(error).partition("\n")[0]


_READERS = {
    "csv": _csv_rows,
    "tsv": _csv_rows,
    "parquet": _parquet_rows,
    "jsonl": _jsonl_rows,
    "json": _json_whole,
}
