"""Rows in and out of files: CSV, JSONL, Parquet, always as a stream of Arrow batches."""

from grice.files.columns import Column
from grice.files.read import Source, open_rows
from grice.files.write import Writer

__all__ = ["Column", "Source", "Writer", "open_rows"]
