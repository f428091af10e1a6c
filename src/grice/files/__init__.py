"""Rows in and out of files: CSV, JSONL, Parquet, always as a stream of Arrow batches."""

from grice.files.columns import Column
from grice.files.joined import Joined, open_both, open_pair
from grice.files.source import Source, open_rows
from grice.files.writer import Writer

__all__ = ["Column", "Joined", "Source", "Writer", "open_both", "open_pair", "open_rows"]
