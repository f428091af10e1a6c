"""Rows in and out of files: CSV, JSONL, Parquet, always as a stream of Arrow batches."""

from grice.files.batches import extended
from grice.files.columns import Column
from grice.files.conversion import JSON
from grice.files.formats import FORMATS
from grice.files.joined import Joined, open_both, open_pair
from grice.files.json_values import json_column, plain_rows
from grice.files.source import Source, open_rows
from grice.files.spool import Spooled, spooled
from grice.files.writer import Writer

__all__ = [
    "FORMATS",
    "JSON",
    "Column",
    "Joined",
    "Source",
    "Spooled",
    "Writer",
    "extended",
    "json_column",
    "open_both",
    "open_pair",
    "open_rows",
    "plain_rows",
    "spooled",
]
