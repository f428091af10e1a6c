"""Which options say how a file is read? The same for every verb that reads one."""

from pathlib import Path
from typing import TYPE_CHECKING

import typer

from grice.errors import InputError

if TYPE_CHECKING:
    from grice.files.columns import Layout

COLUMN = typer.Option(
    [], "--column", help="The column to read, where it has another name; or NAME=COLUMN, as references=ref1,ref2."
)
SEPARATOR = typer.Option(None, "--separator", help="What stands between the references of one cell, such as ' ## '.")
CACHE = typer.Option(None, "--cache", help="A file that keeps parses for later runs, and for this one if it stops.")
REMEMBER = typer.Option(False, "--remember", help="Keep parses in Grice's cache folder, as --cache does in a file.")
FORMATS = "CSV, TSV, JSONL, JSON, Parquet or plain text (.txt), each also as .gz; - for a pipe"


def layout(columns: list[str], main: str, separator: str | None = None) -> "Layout":
    """What the options say of a file's columns."""
    from grice.files.columns import Layout

    if separator == "":
        raise InputError("--separator ''", "what stands between the references of one cell", "--separator ' ## '")
    return Layout.of(columns, main, separator or "")


def kept_parses(cache: Path | None, remember: bool) -> Path | bool | None:
    """Where parses are kept, as `remembering` takes it: nowhere, in a file, in the cache folder."""
    return cache or remember or None
