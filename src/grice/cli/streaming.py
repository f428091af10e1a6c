"""A verb over a file: batch by batch, with progress; bad rows are named at the end, good rows written or printed."""

import sys
from collections.abc import Callable, Collection, Iterable, Iterator, Mapping, Sequence
from contextlib import AbstractContextManager, nullcontext
from dataclasses import dataclass
from pathlib import Path
from typing import Any

import pyarrow as pa

from grice.cli.output import Bar, emit, emit_fitting, progress, say, to_people
from grice.engines.local import Job, prepared_for, run
from grice.errors import InputError
from grice.files import Joined, Source, Writer, plain_rows
from grice.files.columns import restored
from grice.readers.graphs.cache import parses_in, standing_cache

SHOWN = 10
FEW = 512
"""Rows of a batch of a verb that takes its time: the bar moves, and several processes have something to share."""


def stream(
    file: Path,
    source: Source | Joined,
    job: Job[pa.RecordBatch, tuple[pa.RecordBatch, Any]],
    done: str,
    out: Path | None = None,
    force: bool = False,
    show: bool = True,
    columns: Sequence[str] = (),
    processes: int = 1,
    prepared: Any = None,
    add: Callable[[Any], Collection[int]] = lambda _: (),
) -> tuple[int, int]:
    """Run a job over every batch of a file; returns how many rows there are and how many of them are good.

    The job gives a batch back with the columns `row` and `error`, and statistics, which go to `add`; `add` returns the
    rows that are good though their error says what could not be done with them. `done` says what it did to a row
    ("scored"). On a terminal the good rows are shown, with these `columns` alone where there are many. A file without a
    good row is an error.
    """
    if source.ignored:
        say(f"columns {'kept as they are' if source.keep else 'not used'}: {', '.join(source.ignored)}")
    problems: dict[int, str] = {}
    partial: dict[int, str] = {}
    count = 0
    hidden: dict[str, None] = {}
    shown = [source.renamed.get(name, name) for name in columns]
    # A progress bar and a table would overwrite each other.
    bar = nullcontext(lambda _: None) if show and to_people() else watched(source)
    try:
        with Writer(out, force, source.paths) if out else nullcontext() as writer, bar as step:
            for batch, statistics in run(job, source, prepared, processes):
                made = restored(batch, source.renamed)
                rows, errors = made.column("row").to_pylist(), made.column("error").to_pylist()
                some = add(statistics)
                for row, error in zip(rows, errors, strict=True):
                    if error:
                        (partial if row in some else problems)[row] = error
                count += made.num_rows
                if writer:
                    writer.write(made)
                if show and shown and to_people():
                    emit(_for_people(plain_rows(made), shown))
                elif show:
                    hidden |= dict.fromkeys(emit_fitting(plain_rows(made), _telling(made.schema.names, source)))
                step(made.num_rows)
    except KeyboardInterrupt:
        say(f"stopped after {count:,} rows" + (f"; {out} was not written" if out else ""))
        tell_kept()
        raise
    for line in (*source.notes, *complaints(problems, partial, source.lost)):
        say(line)
    if hidden:
        say(f"columns for which there is no room: {', '.join(hidden)}; a pipe or --out FILE has all")
    if not count:
        raise InputError(f"{file} holds no rows", "a row per item")
    if count == len(problems):
        raise InputError(f"none of the {count} rows of {file} could be {done}", source.hint or "at least one good row")
    if out:
        say(f"wrote {count} rows to {out}")
    return count, count - len(problems)


def _telling(names: Sequence[str], source: Source | Joined) -> list[str]:
    """The columns that a reader of rows looks for: which row it is, its text, and what the verb says of it."""
    ids = [name for name in ("id", "image_id", "item", "item_id") if name in names] or ["row"]
    said = [name for role in ("prediction", "text") if (name := source.renamed.get(role, role)) in names]
    made = [name for name in names if name not in source.names and name not in ("row", "references", *said[1:])]
    return [*ids[:1], *said[:1], *sorted(made, key=lambda name: "." in name)]  # spice before spice.recall


def tell_kept() -> None:
    """Say to whoever stopped the work what is kept of it, if something is."""
    if cache := standing_cache():
        many = parses_in(cache)
        said = f"{many:,} parses are kept in {cache}; the same command reads them from there"
        say(said if many else f"no parse was ready to be kept in {cache}")


def watched(source: Source | Joined, description: str = "rows") -> AbstractContextManager[Bar]:
    """A bar for the rows of a file, with their number where it is quick to know."""
    total = source.total if sys.stderr.isatty() else None
    return progress(description, total, source.batch_rows)


def first_pass(job: Job[pa.RecordBatch, Any], source: Source | Joined) -> Any:
    """What the job must know of the whole file, where it asks for that."""
    if not job.prepares:
        return None
    with watched(source, "first pass") as step:
        return prepared_for(job, Stepping(source, step))


@dataclass(frozen=True)
class Stepping:
    """A source that says of each batch how many rows it has, as often as it is read."""

    source: Iterable[pa.RecordBatch]
    step: Callable[[int], object]

    def __iter__(self) -> Iterator[pa.RecordBatch]:
        for batch in self.source:
            yield batch
            self.step(batch.num_rows)


def _for_people(rows: Sequence[Mapping[str, Any]], columns: Sequence[str]) -> list[dict[str, Any]]:
    return [{name: row[name] for name in columns} for row in rows if not row["error"]]


def complaints(problems: Mapping[int, str], partial: Mapping[int, str], lost: Sequence[str]) -> Iterator[str]:
    """What went wrong: the first lines in full, the rest as a count."""
    for kind, ending, lines in (
        ("row", "could not be used", [f"row {row}: {text}" for row, text in problems.items()]),
        ("row", "got no value from one or more metrics", [f"row {row}: {text}" for row, text in partial.items()]),
        ("line", "could not be used", list(lost)),
    ):
        if lines:
            yield f"{len(lines)} {kind}{'s' * (len(lines) > 1)} {ending}:"
            yield from listed(lines)


def listed(lines: Sequence[str]) -> Iterator[str]:
    """The first lines, and how many more there are."""
    yield from (f"  {line}" for line in lines[:SHOWN])
    if len(lines) > SHOWN:
        yield f"  and {len(lines) - SHOWN} more"
