"""What a verb prints: tables for people at a terminal, JSON lines for programs behind a pipe."""

import sys
from collections.abc import Iterable, Iterator, Mapping
from contextlib import contextmanager
from typing import Any

from grice.tables import Table


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
        show(Table(title, tuple(listed[0]), [[row.get(name) for name in listed[0]] for row in listed]))


def emit_tables(tables: Iterable[Table]) -> None:
    """Tables with their notes on a terminal; in a pipe their rows, each with the title of its table."""
    for table in tables:
        if to_people():
            show(table)
        else:
            emit({"table": table.title, **record} for record in table.records())


def show(table: Table) -> None:
    """A table on the terminal, numbers to the right."""
    from rich.console import Console

    console = Console()
    console.print(table.layout())
    console.print()


def say(message: str) -> None:
    """A remark for the user, on standard error so that it stays out of the data."""
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
