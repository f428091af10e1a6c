"""How is a value written as JSON? Strictly: NaN, which JSON lacks, becomes null; JSON inside a column stays JSON."""

import base64
import json
from collections.abc import Callable, Iterable, Iterator
from typing import Any

import pyarrow as pa
import pyarrow.compute as pc

from grice.files.conversion import JSON, python_cells

_quoted: Callable[[str], str] = json.encoder.encode_basestring


def json_line(row: Any) -> str:
    """One row, or any value, as strict JSON in a line."""
    try:
        return _strict(row)
    except ValueError:
        return _strict(finite(row))


def finite(value: Any) -> Any:
    """A value without NaN and infinities."""
    if isinstance(value, float):
        return value if value - value == 0 else None
    if isinstance(value, dict):
        return {key: finite(entry) for key, entry in value.items()}
    if isinstance(value, list | tuple):
        return [finite(entry) for entry in value]
    return value


def json_column(values: Iterable[Any]) -> pa.Array:
    """Values of any kind as a column of JSON; None is a missing cell, as is what is nested too deeply to be written."""
    texts = [None if value is None else _json(value) for value in values]
    try:
        made = pa.array(texts, pa.string())
    except UnicodeEncodeError:  # half a surrogate pair can be written as an escape alone
        made = pa.array([None if t is None else t.encode("utf-8", "backslashreplace") for t in texts], pa.string())
    return pa.ExtensionArray.from_storage(JSON, made)


def json_rows(batch: pa.RecordBatch) -> Iterator[str]:
    """The rows of a batch as JSON, a line each."""
    heads = [f"{_quoted(name)}: " for name in batch.schema.names]
    columns = [json_cells(column) for column in batch.columns]
    for cells in zip(*columns, strict=True):
        yield "{" + ", ".join([head + cell for head, cell in zip(heads, cells, strict=True)]) + "}"


def json_cells(column: pa.Array) -> list[str]:
    """The cells of a column as JSON."""
    kind = column.type
    if kind == JSON:
        return ["null" if cell is None else cell for cell in column.storage.to_pylist()]
    if isinstance(column, pa.ExtensionArray):
        return json_cells(column.storage)
    if pa.types.is_dictionary(kind):
        return json_cells(column.dictionary_decode())
    if pa.types.is_string(kind) or pa.types.is_large_string(kind):
        return ["null" if cell is None else _quoted(cell) for cell in column.to_pylist()]
    if pa.types.is_integer(kind):
        return ["null" if cell is None else str(cell) for cell in column.to_pylist()]
    if pa.types.is_temporal(kind) or pa.types.is_decimal(kind):
        return json_cells(as_text(column))
    return [json_line(cell) for cell in python_cells(column)]


def plain_rows(batch: pa.RecordBatch) -> list[dict[str, Any]]:
    """The rows of a batch as Python values, those of JSON columns decoded."""
    names, columns = batch.schema.names, map(python_cells, batch.columns)
    return [dict(zip(names, cells, strict=True)) for cells in zip(*columns, strict=True)]


def as_text(column: pa.Array) -> pa.Array:
    """A column as text: as Arrow spells its type, or else cell by cell."""
    try:
        made = pc.cast(column, pa.string())
        made.validate(full=True)
    except pa.ArrowException:
        return pa.array([None if cell is None else _other(cell) for cell in python_cells(column)], pa.string())
    return made


def _json(value: Any) -> str | None:
    try:
        return json_line(value)
    except RecursionError:
        return None


def _other(value: Any) -> str:
    """What JSON has no form for: bytes as the text they are or else in base 64, anything else as Python shows it."""
    if isinstance(value, bytes):
        try:
            return value.decode()
        except UnicodeDecodeError:
            return base64.b64encode(value).decode()
    return str(value)


_strict: Callable[[Any], str] = json.JSONEncoder(ensure_ascii=False, allow_nan=False, default=_other).encode
