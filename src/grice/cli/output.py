"""What a verb prints: tables for people at a terminal, JSON lines for programs behind a pipe."""

import sys
from collections.abc import Iterable, Iterator, Mapping, Sequence
from contextlib import contextmanager
from textwrap import wrap
from typing import Any

from grice.tables import is_numeric, shown


def to_people() -> bool:
    """Whether standard output is a terminal."""
    return sys.stdout.isatty()


def emit(rows: Iterable[Mapping[str, Any]], title: str = "") -> None:
    """Rows as a table on a terminal, as JSON lines in a pipe."""
    if not to_people():
        from grice.files.json_values import json_line

        for row in rows:
            print(json_line(dict(row)))
        sys.stdout.flush()
        return
    listed = list(rows)
    if listed:
        show_table(title, list(listed[0]), [[row.get(name) for name in listed[0]] for row in listed])


def show_table(title: str, columns: Sequence[str], rows: Iterable[Sequence[Any]], note: str = "") -> None:
    """A table on the terminal, numbers to the right."""
    from rich.console import Console
    from rich.table import Table
    from rich.text import Text

    table = Table(
        title=title or None,
        title_justify="left",
        caption=note or None,
        caption_justify="left",
        box=None,
        padding=(0, 1, 0, 0),
        pad_edge=False,
    )
    listed = [list(row) for row in rows]
    for i, column in enumerate(columns):
        cells = [row[i] for row in listed]
        # A heading no wider than what stands under it, so that narrow terminals have room for the words of a row.
        width = max([8, *(len(shown(cell)) for cell in cells)])
        heading = "\n".join(wrap(column, width, break_long_words=False))
        table.add_column(heading, justify="right" if is_numeric(cells) else "left", overflow="fold")
    for row in listed:
        table.add_row(*(Text(shown(value)) for value in row))  # as Text, so that brackets are not markup
    console = Console()
    console.print(table)
    console.print()


def say(message: str) -> None:
    """A remark for the person, kept out of the data on standard output."""
    print(message, file=sys.stderr)


@contextmanager
def progress(description: str, total: int | None = None) -> Iterator[Any]:
    """A progress bar on standard error; call what it yields with the number of steps done. Silent in a pipe."""
    from rich.console import Console
    from rich.progress import BarColumn, MofNCompleteColumn, Progress, TextColumn, TimeElapsedColumn

    console = Console(stderr=True)
    bar = Progress(
        TextColumn("{task.description}"),
        BarColumn(),
        MofNCompleteColumn(),
        TimeElapsedColumn(),
        console=console,
        transient=True,
        disable=not console.is_terminal,
    )
    with bar:
        task = bar.add_task(description, total=total)
        yield lambda steps=1: bar.advance(task, steps)
