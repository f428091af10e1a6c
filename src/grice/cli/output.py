"""What a verb prints: tables for people at a terminal, JSON lines for programs behind a pipe."""

import sys
from collections.abc import Iterable, Iterator, Mapping, Sequence
from contextlib import contextmanager
from typing import Any

from grice.tables import Table, shown

WORDS = 24
"""Letters of a line below which a column of words is hard to read."""


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


def emit_fitting(rows: Iterable[Mapping[str, Any]], first: Sequence[str]) -> list[str]:
    """Like `emit`, with the columns that a terminal has room for, `first` ones before others; returns the rest."""
    listed = list(rows)
    if not to_people() or not listed:
        emit(listed)
        return []
    from rich.console import Console

    table = Table("", tuple(listed[0]), [list(row.values()) for row in listed])
    chosen = fitting(table, Console().width, first)
    emit({name: row[name] for name in chosen} for row in listed)
    return [name for name in table.columns if name not in chosen]


def fitting(table: Table, width: int, first: Sequence[str]) -> list[str]:
    """Of the columns, those `first` and then all others, as many as fit; those without a value come last."""
    cells = {name: [row[i] for row in table.rows] for i, name in enumerate(table.columns)}
    order = [*(name for name in first if name in cells), *(name for name in cells if name not in first)]
    wanted = sorted(order, key=lambda name: all(value in (None, []) for value in cells[name]))
    chosen: list[str] = []
    for name in wanted:
        longest = max(len(shown(value)) for value in cells[name])
        needed = max(longest if table.numeric[table.columns.index(name)] else min(longest, WORDS), len(name)) + 1
        if needed > width and chosen:
            break
        chosen.append(name)
        width -= needed
    return sorted(chosen, key=table.columns.index)


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


class Bar:
    """Call it with the number of steps done; `part` shows how much of the next `ahead` steps is done."""

    ahead = 1

    def __init__(self, bar: Any, task: Any, total: int | None) -> None:
        self._bar, self._task, self._total = bar, task, total
        self._done = self._shown = 0.0

    def __call__(self, steps: int = 1) -> None:
        self._done += steps
        self._update(self._done, "")

    def already(self, steps: int) -> None:
        """So many steps were done before: they say nothing of the rate."""
        self._done = self._shown = self._done + steps
        self._bar.reset(self._task, completed=self._done)

    def part(self, share: float, doing: str) -> None:
        ahead = self.ahead if self._total is None else min(self.ahead, self._total - self._done)
        self._update(self._done + share * ahead, doing)

    def _update(self, done: float, doing: str) -> None:
        # The parts of a batch are done one after the other, and the bar goes back for none of them.
        self._shown = max(self._shown, done)
        self._bar.update(self._task, completed=self._shown, doing=doing)


@contextmanager
def progress(description: str, total: int | None = None, ahead: int = 1) -> Iterator[Bar]:
    """A progress bar on standard error, with rate and time left where there is a total. Silent in a pipe.

    What is printed in the block goes to standard output as ever; a table for people is shown after it, since the bar
    would be drawn into it.
    """
    from rich.console import Console
    from rich.progress import (
        BarColumn,
        MofNCompleteColumn,
        Progress,
        ProgressColumn,
        Task,
        TextColumn,
        TimeElapsedColumn,
        TimeRemainingColumn,
    )
    from rich.text import Text

    from grice.progress import watched_by

    class Rate(ProgressColumn):
        def render(self, task: Task) -> Text:
            speed = task.finished_speed or task.speed
            return Text("" if not speed else f"{speed:,.0f}/s" if speed >= 10 else f"{speed:.2g}/s")

    console = Console(stderr=True)
    left = [TimeRemainingColumn(compact=True), TextColumn("left")] if total else []
    bar = Progress(
        TextColumn("{task.description}"),
        BarColumn(bar_width=16),
        MofNCompleteColumn(),
        Rate(),
        TimeElapsedColumn(),
        *left,
        TextColumn("{task.fields[doing]}"),
        console=console,
        transient=True,
        disable=not console.is_terminal,
        # Rows belong where standard output goes; rich would print them above the bar, on standard error.
        redirect_stdout=False,
        speed_estimate_period=60,
    )
    with bar:
        shown = Bar(bar, bar.add_task(description, total=total, doing=""), total)
        shown.ahead = ahead
        with watched_by(shown.part, shown):
            yield shown
