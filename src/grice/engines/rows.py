"""What does a verb make of each row? Columns of declared types; a row that cannot be used costs itself alone."""

from collections.abc import Callable, Mapping
from typing import Any

import pyarrow as pa

from grice.errors import InputError
from grice.files import JSON, json_column

Row = dict[str, Any]


def each_row(
    batch: pa.RecordBatch, work: Callable[[Row], Mapping[str, Any]], fields: Mapping[str, pa.DataType]
) -> dict[str, pa.Array]:
    """The columns `fields` of what `work` makes of every row; `error` among them holds why it made nothing."""
    rows = [_made(row, work) for row in batch.to_pylist()]
    return {name: column([row.get(name) for row in rows], kind) for name, kind in fields.items()}


def column(values: list[Any], kind: pa.DataType) -> pa.Array:
    return json_column(values) if kind == JSON else pa.array(values, kind)


def _made(row: Row, work: Callable[[Row], Mapping[str, Any]]) -> Mapping[str, Any]:
    if row["error"]:
        return {"error": row["error"]}
    try:
        return work(row)
    except InputError as error:
        return {"error": error.line}
