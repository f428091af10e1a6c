"""How do the columns of an input and those made of it share a batch? No name twice, nothing of the input lost."""

from collections.abc import Mapping

import pyarrow as pa

from grice.files.columns import free_name

ROW, ERROR, UNREADABLE = "row", "error", "unreadable"
"""The columns that every batch of a source has: where a row stands in its file, and what is wrong with it; and, where
a column is declared `judged`, what is wrong with that cell, which does not cost the row."""


def extended(batch: pa.RecordBatch, made: Mapping[str, pa.Array]) -> pa.RecordBatch:
    """A batch with the columns made of it, an `error` among them; its own of the same name get a number."""
    columns: dict[str, pa.Array] = {}
    for name, column in zip(batch.schema.names, batch.columns, strict=True):
        if name != ERROR or name not in made:
            columns[free_name(name, {*made, *columns})] = column
    return pa.RecordBatch.from_pydict({**columns, **made})
