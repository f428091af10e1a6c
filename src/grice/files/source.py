"""Which rows does this file hold? CSV, TSV, JSONL, JSON and Parquet as a stream of Arrow batches with declared columns.

Columns stand in the order of the file, those that the verb does not declare among them if they are to be kept. After
them every batch carries two columns of its own: `row` (from 0, counted over the file, lines that are no rows included)
and `error` (null, or what is wrong with that row). A source can be read any number of times; what comes out of a pipe
is put on the disk first.
"""

import math
import re
import shlex
from collections.abc import Callable, Iterator, Sequence
from contextlib import suppress
from dataclasses import dataclass, field, replace
from functools import cached_property
from pathlib import Path
from typing import Any, TypeVar

import pyarrow as pa
import pyarrow.compute as pc

from grice.errors import InputError
from grice.files.captions import Captions, is_object
from grice.files.cells import MISSING, RULES
from grice.files.columns import ERROR, PLAIN, ROW, UNREADABLE, Column, Layout, free_name
from grice.files.conversion import Cells, convert
from grice.files.counting import rows
from grice.files.delimited import DELIMITERS, Delimited
from grice.files.formats import FORMATS, format_of
from grice.files.json_rows import JsonRows
from grice.files.lines import Lines
from grice.files.parquet import Parquet
from grice.files.reader import Other, Reader, Remarks, place
from grice.files.spool import Copy, on_disk

BATCH_ROWS = 8192
_READERS: dict[str, Callable[[Path], Reader]] = {
    "csv": lambda path: Delimited(path, ","),
    "tsv": lambda path: Delimited(path, "\t"),
    "jsonl": lambda path: JsonRows(path, by_line=True),
    "json": lambda path: JsonRows(path, by_line=False),
    "parquet": Parquet,
    "lines": Lines,
}
_NUMBERED = re.compile(r"(references?|refs?)[ _.-]?\d+", re.IGNORECASE)
"""Columns that hold the references of a row together: ref1, ref2, reference_3."""
_BREAK = "\n"
T = TypeVar("T")


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
    hint: str = ""
    """What is needed where no row can be used."""
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
        fields += [(name, other.kind) for name, other in zip(self.kept, self.others, strict=False)]
        return pa.schema(self._as_in_file(fields))

    def _as_in_file(self, fields: Sequence[T]) -> list[T]:
        """Fields of declared columns, of those of every batch and of kept ones, in the order of the file; what the file
        does not have comes last."""
        places: list[float] = [min(place(self.names, part) for part in _parts(column)) for column in self.columns]
        kept: list[float] = [other.place for other in self.others] if self.keep else []
        places += [math.inf] * (len(fields) - len(places) - len(kept)) + kept
        return [one for _, one in sorted(zip(places, fields, strict=True), key=lambda pair: pair[0])]

    def key(self, column: Column) -> str:
        """The name under which the file holds a declared column; its own, where several hold it together."""
        return column.name if len(column.chosen) > 1 else self.names[place(self.names, column)]

    @property
    def read(self) -> list[Column]:
        """The columns of the file that the declared ones are read from, one after the other."""
        return [part for column in self.columns for part in _parts(column)]

    @property
    def renamed(self) -> dict[str, str]:
        """The declared columns that the file holds under another name, and that name."""
        own = {column.name: self.key(column) for column in self.columns}
        return {name: key for name, key in own.items() if name != key}

    @cached_property
    def total(self) -> int | None:
        """How many rows there are, where that is quick to know; lines that are no rows may be counted."""
        format = FORMATS.get(self.path.suffix.lower(), "")
        if isinstance(self.reader, Lines):
            format = "lines"

        def one_by_one() -> int:
            return sum(chunk.rows for chunk in self.reader.chunks(self.read, [], self.batch_rows, Remarks([], [])))

        return rows(self.path, format, one_by_one)

    def __iter__(self) -> Iterator[pa.RecordBatch]:
        self.lost.clear()
        self.notes.clear()
        schema, others, first = self.schema, self.others if self.keep else [], 0
        broken = 0
        for chunk in self.reader.chunks(self.read, others, self.batch_rows, Remarks(self.lost, self.notes)):
            if not chunk.rows:
                continue
            first = first if chunk.first is None else chunk.first
            errors = [*chunk.errors] or [None] * chunk.rows
            unreadable: list[str | None] = [None] * chunk.rows
            cells = iter(chunk.cells)
            arrays = [
                self._converted(column, [next(cells) for _ in _parts(column)], unreadable if column.judged else errors)
                for column in self.columns
            ]
            broken += sum(_broken(array) for column, array in zip(self.columns, arrays, strict=True) if column.joins)
            arrays += [pa.array(range(first, first + chunk.rows), pa.int64()), pa.array(errors, pa.string())]
            if UNREADABLE in schema.names:
                arrays.append(pa.array(unreadable, pa.string()))
            first += chunk.rows
            yield pa.record_batch(self._as_in_file([*arrays, *chunk.others]), schema=schema)
        if broken:
            self.notes.append(
                f"{broken} references of {self.path} hold line breaks and count as one each: "
                "--separator '\\n' would split them"
            )

    def _converted(self, column: Column, cells: Sequence[Cells], errors: list[str | None]) -> pa.Array:
        if len(cells) == 1:
            return convert(column, cells[0], errors, self.reader.untyped)
        found: list[list[str | None]] = [[None] * len(one) for one in cells]
        arrays = [
            convert(part, one, own, self.reader.untyped)
            for part, one, own in zip(_parts(column), cells, found, strict=True)
        ]
        together = []
        for row, lists in enumerate(zip(*(array.to_pylist() for array in arrays), strict=True)):
            # A column that a row leaves empty is one reference less, not an error.
            together.append([text for texts in lists for text in texts or () if text.strip()] or None)
            wrong = [own[row] for own in found if own[row] and not str(own[row]).endswith(MISSING)]
            if wrong or together[-1] is None:
                errors[row] = errors[row] or (wrong[0] if wrong else f"{column.name} {MISSING}")
        return pa.array(together, pa.list_(pa.string()))


def open_rows(
    path: str | Path,
    columns: Sequence[Column],
    batch_rows: int = BATCH_ROWS,
    keep: bool = False,
    layout: Layout = PLAIN,
    reader: Reader | None = None,
) -> Source:
    """Open a file whose rows hold the declared columns, or say what it holds instead.

    With `keep`, the file's other columns come along as they are: texts from CSV, Arrow's types from Parquet, texts or
    JSON from JSON; one whose name is taken by a declared column, `row` or `error` gets a number (`row_2`). `-` is
    standard input, `.gz` is unpacked, a `.txt` file has a row on each line. `layout` is what the user says of its
    columns. A `reader` that is given reads it, whatever its name.
    """
    path, held = on_disk(path) if reader is None else (Path(path), None)
    declared = layout.applied(columns)
    reader = _reader(path, declared) if reader is None else reader
    names = reader.names
    declared = [_with_numbered(column, names) for column in declared]
    present = [column for column in declared if any(name in names for name in column.spellings)]
    absent = [column for column in declared if column.required and column not in present]
    absent += [column for column in present if len(column.chosen) > 1 and not set(column.chosen) <= set(names)]
    if absent:
        wanted = "; ".join(" or ".join(c.spellings) + (f" ({c.meaning})" if c.meaning else "") for c in absent)
        raise InputError(
            f"{path} has the columns {', '.join(name or '(unnamed)' for name in names)}",
            f"a column {wanted}",
            _remedy(absent, names),
        )
    source = Source(path, reader, present, [], batch_rows, keep, held=held)
    for name in (names[place(names, column)] for column in source.read):
        if names.count(name) > 1:
            raise InputError(f"{path} has {names.count(name)} columns called {name}", "one of them")
    source.others = reader.others(source.read)
    return source


def _remedy(absent: Sequence[Column], names: Sequence[str]) -> str:
    """What to type where columns are absent: names that differ in capitals or spaces alone are likely meant."""
    near = [(column, column.nearly(names)) for column in absent if len(column.chosen) < 2]
    typed = [shlex.quote(f"{column.name}={name}") for column, name in near if name and name == name.strip()]
    # An option is stripped of its spaces, so that it cannot name such a column.
    spaced = [f"rename the column {name!r} to {column.name}" for column, name in near if name and name != name.strip()]
    if typed or spaced:
        return ", ".join([" ".join(f"--column {one}" for one in typed)] * bool(typed) + spaced)
    if absent[0].chosen:
        return ""
    apart = "--references FILE, or " if absent[0].name == "references" else ""
    return f"{apart}--column {absent[0].name}=NAME, where NAME is the column that holds it"


def _reader(path: Path, columns: Sequence[Column]) -> Reader:
    """What reads a file; one that has not a declared column may have another delimiter, or be lines from a pipe."""
    format = format_of(path)
    captions = Captions(path) if is_object(path) else None
    if captions is not None and all(_holds(captions, [column]) for column in columns if column.required):
        return captions
    reader = _READERS[format](path)
    if not isinstance(reader, Delimited) or _holds(reader, columns):
        return reader
    for delimiter in DELIMITERS:
        with suppress(InputError):
            other = Delimited(path, delimiter, unexpected=True)
            if _holds(other, columns):
                return other
    marks = [mark for mark in DELIMITERS if len(reader.names) == 1 and mark in reader.names[0]]
    if marks and " " not in reader.names[0].strip():
        return Delimited(path, marks[0], unexpected=True)
    is_header = all(" " not in name.strip() for name in reader.names)
    return Lines(path) if isinstance(path, Copy) and path.is_piped and not is_header else reader


def _holds(reader: Reader, columns: Sequence[Column]) -> bool:
    wanted = [column for column in columns if column.required] or columns
    return any(set(_with_numbered(column, reader.names).spellings) & set(reader.names) for column in wanted)


def _with_numbered(column: Column, names: Sequence[str]) -> Column:
    """References that a file without such a column has in numbered ones: ref1, ref2."""
    if not column.joins or any(name in names for name in column.spellings):
        return column
    numbered = tuple(name for name in names if _NUMBERED.fullmatch(name))
    return replace(column, chosen=numbered) if numbered else column


def _parts(column: Column) -> list[Column]:
    """The columns of a file that hold a declared one: itself, or several together."""
    if len(column.chosen) < 2:
        return [column]
    return [replace(column, chosen=(name,)) for name in column.chosen]


def _broken(lists: pa.Array) -> int:
    found = pc.sum(pc.match_substring(lists.flatten(), _BREAK)).as_py()
    return int(found or 0)
