"""Rows in and out of files: CSV, JSONL, Parquet, always as a stream of Arrow batches."""

from grice.files.columns import Column
from grice.files.paired import Paired, open_both, open_pair
from grice.files.read import Source, open_rows
from grice.files.write import Writer

__all__ = ["Column", "Paired", "Source", "Writer", "open_both", "open_pair", "open_rows"]
