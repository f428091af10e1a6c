"""Arrow batches to a file: JSONL, CSV or Parquet by its ending. A file appears whole or not at all."""

import json
import os
from pathlib import Path
from types import TracebackType
from typing import Any

import pyarrow as pa
import pyarrow.csv
import pyarrow.parquet

from grice.errors import InputError

ENDINGS = (".jsonl", ".csv", ".parquet")


class Writer:
    """Write batches to a temporary file beside `path`; it takes the name when all went well."""

    def __init__(self, path: str | Path, force: bool = False) -> None:
        self.path = Path(path)
        if self.path.suffix not in ENDINGS:
            raise InputError(
                f"an output file ending in {self.path.suffix or '(nothing)'}", f"one of {', '.join(ENDINGS)}"
            )
        if self.path.is_dir():
            raise InputError(f"{self.path} is a folder", "the name of a file")
        refuse_overwrite(self.path, force)
        self.rows = 0
        self._partial = self.path.with_name(f".{self.path.name}.{os.getpid()}.partial")
        self._sink: Any = None

    def __enter__(self) -> "Writer":
        # Whether it can be written is known before the work is done, not after.
        try:
            self.path.parent.mkdir(parents=True, exist_ok=True)
            self._partial.touch()
        except OSError as error:
            raise InputError(
                f"{self.path} cannot be written: {error.strerror}", "a folder that may be written"
            ) from None
        return self

    def write(self, batch: pa.RecordBatch) -> None:
        if self._sink is None:
            self._sink = self._open(batch.schema)
        if self.path.suffix == ".jsonl":
            for row in batch.to_pylist():
                self._sink.write(json_line(row) + "\n")
        elif self.path.suffix == ".csv":
            self._sink.write(_flat(batch))
        else:
            self._sink.write_batch(batch)
        self.rows += batch.num_rows

    def _open(self, schema: pa.Schema) -> Any:
        if self.path.suffix == ".jsonl":
            return self._partial.open("w", encoding="utf-8")
        if self.path.suffix == ".csv":
            return pa.csv.CSVWriter(str(self._partial), _flat_schema(schema))
        return pa.parquet.ParquetWriter(str(self._partial), schema, compression="zstd")

    def __exit__(
        self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None
    ) -> None:
        try:
            if self._sink is not None:
                self._sink.close()
            if kind is None and self._sink is not None:
                self._partial.replace(self.path)
        finally:
            self._partial.unlink(missing_ok=True)


def refuse_overwrite(path: Path, force: bool) -> None:
    """Nothing is overwritten unless it was asked for."""
    if path.exists() and not force:
        raise InputError(
            f"{path} exists already",
            "another name, or leave to overwrite it",
            "the same command with --force",
        )


def json_line(row: dict[str, Any]) -> str:
    """One row as strict JSON: NaN, which JSON lacks, becomes null."""
    return json.dumps(_finite(row), ensure_ascii=False, default=str)


def _finite(value: Any) -> Any:
    if isinstance(value, float):
        return value if value - value == 0 else None
    if isinstance(value, dict):
        return {key: _finite(entry) for key, entry in value.items()}
    if isinstance(value, list | tuple):
        return [_finite(entry) for entry in value]
    return value


def _flat_schema(schema: pa.Schema) -> pa.Schema:
    return pa.schema([pa.field(f.name, pa.string() if pa.types.is_nested(f.type) else f.type) for f in schema])


def _flat(batch: pa.RecordBatch) -> pa.RecordBatch:
    """CSV has no lists: nested cells are written as JSON."""
    columns = [
        pa.array([None if v is None else json_line(v) for v in column.to_pylist()], pa.string())
        if pa.types.is_nested(column.type)
        else column
        for column in batch.columns
    ]
    return pa.record_batch(columns, schema=_flat_schema(batch.schema))
