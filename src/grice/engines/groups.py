"""How is a corpus worked through that is too large for one sitting? Row group by row group, each finished once.

The output is a folder: `part-000000012000.parquet` is what was made of the row group that begins with row 12,000, the
same rows in the same order, and `_grice/part-000000012000.npz` the sums of its statistics; readers of Parquet pass over
that folder. A part appears whole or not at all, so a run that was killed continues with the row groups that have none;
which process made a part, and when, leaves no trace in it. Memory is that of the row groups under way. What cannot be
read, or kills its process, is left out and named in `_grice/failed.jsonl`.
"""

from collections.abc import Callable, Generator, Iterator, Mapping
from dataclasses import dataclass, replace
from functools import partial
from pathlib import Path
from typing import Any, Protocol

import numpy as np
import pyarrow as pa

from grice.engines.local import Job
from grice.engines.part_files import Failed, Finished, begin, found, part_of, record, sums_of, sweep
from grice.engines.sums import Sums, save
from grice.engines.workers import Died, share
from grice.errors import GriceError, InputError
from grice.files import Column, Source, Writer, open_rows
from grice.files.columns import ERROR, PLAIN, ROW, Layout, restored
from grice.files.parquet import Parquet
from grice.files.row_groups import RowGroup, opened
from grice.metrics.tally import judged_by_some
from grice.progress import portion

_SHOWN = 200
"""Characters of an unexpected error that a row's message keeps."""


@dataclass(frozen=True)
class Task:
    """What is done to every row group: plain data that travels to other processes and machines."""

    job: Job[pa.RecordBatch, tuple[pa.RecordBatch, Any]]
    columns: tuple[Column, ...]
    identity: Mapping[str, Any]
    """Everything that could change the output: a folder of another run is refused."""
    batch_rows: int = 512
    layout: Layout = PLAIN
    prepared: Any = None

    def source(self, group: RowGroup, file: Any) -> Source:
        """The rows of a row group of an open file, under the names that the job knows."""
        reader = Parquet(Path(group.url), group.number, file)
        return open_rows(group.url, self.columns, self.batch_rows, keep=True, layout=self.layout, reader=reader)


@dataclass(frozen=True)
class Rows:
    """The rows of a row group, as often as they are asked for: what a job prepares itself with."""

    task: Task
    group: RowGroup

    def __iter__(self) -> Iterator[pa.RecordBatch]:
        with opened(self.group.url) as file:
            yield from _numbered(self.task.source(self.group, file), self.group.first)


class Share(Protocol):
    """Who does the work: a function over items, results in any order; `Died` for an item that took its worker along."""

    def __call__(self, function: Any, items: list[Any]) -> Generator[tuple[Any, Any], None, None]: ...


def run(
    task: Task, groups: list[RowGroup], folder: Path, processes: int = 1, engine: Share | None = None
) -> Iterator[Finished | Failed]:
    """Finish every row group that has no part yet; what is found finished comes first.

    `engine` is who shares the work, by default `processes` of this machine.
    """
    begin(task.identity, groups, folder)
    waiting = []
    for group in groups:
        earlier = found(folder, group)
        if earlier is None:
            waiting.append(group)
        else:
            yield earlier
    shared = engine or partial(share, processes=processes)
    failed: list[Failed] = []
    work = shared(partial(attempt, task, folder), waiting)
    try:
        for group, made in work:
            if isinstance(made, Died):
                made = Failed(group, f"the process that worked on it ended ({made.reason})")
            if isinstance(made, Failed):
                failed.append(made)
            yield made
    except BaseException:
        # Processes that are stopped leave what they were writing.
        work.close()
        sweep(folder)
        raise
    record(folder, failed)


def first_pass(
    task: Task,
    groups: list[RowGroup],
    processes: int = 1,
    engine: Share | None = None,
    step: Callable[[int], object] = lambda _: None,
) -> Task:
    """The task with what its job must know of all row groups, each of which is read by itself, by whoever works.

    A row group that cannot be read has no say, as it will have no part. `step` is told how many rows are read.
    """
    if not task.job.prepares:
        return task
    shared = engine or partial(share, processes=processes)
    known = None
    for group, made in shared(partial(_prepared, task), groups):
        if made is not None and not isinstance(made, Died):
            known = made if known is None else task.job.unite(known, made)
        step(group.rows)
    return replace(task, prepared=known)


def _prepared(task: Task, group: RowGroup) -> Any:
    try:
        return task.job.prepare(Rows(task, group))
    except InputError:
        return None


def attempt(task: Task, folder: Path, group: RowGroup) -> Finished | Failed:
    """Finish a row group, or say why it cannot be finished; a full disk ends the run, as no part could be written."""
    try:
        return finish(task, folder, group)
    except InputError as error:
        return Failed(group, error.line)


def finish(task: Task, folder: Path, group: RowGroup) -> Finished:
    """Work on one row group and write its part."""
    path = part_of(folder, group)
    rows = bad = 0
    example = ""
    sums: dict[str, Sums] = {}
    with opened(group.url) as file, Writer(path, force=True) as writer:
        source = task.source(group, file)
        for batch in _numbered(source, group.first):
            for made, statistics in carefully(task.job, batch, task.prepared, rows, group.rows):
                some = judged_by_some((statistics or {}).values())
                said = zip(made.column(ROW).to_pylist(), made.column(ERROR).to_pylist(), strict=True)
                messages = [text for row, text in said if text and row not in some]
                rows, bad, example = rows + made.num_rows, bad + len(messages), example or next(iter(messages), "")
                for metric, part in (statistics or {}).items():
                    sums.setdefault(metric, Sums()).add(part)
                writer.write(restored(made, source.renamed))
        save(sums_of(folder, group), {"rows": rows, "bad": bad, "example": example}, sums)
    return Finished(group, rows, bad, example)


def carefully(
    job: Job[pa.RecordBatch, Any], batch: pa.RecordBatch, prepared: Any, before: int = 0, total: int = 0
) -> Iterator[Any]:
    """What a job makes of a batch; where it fails unexpectedly, of its halves, until the row that it fails on is alone.

    That row goes out with the error as its message. The batch comes after `before` of a `total` of rows.
    """
    try:
        with portion(before, batch.num_rows, total):
            whole = job.work(batch, prepared)
    except (GriceError, MemoryError):
        raise
    except Exception as error:
        if batch.num_rows > 1:
            half = batch.num_rows // 2
            yield from carefully(job, batch.slice(0, half), prepared, before, total)
            yield from carefully(job, batch.slice(half), prepared, before + half, total)
            return
        if batch.column(ERROR)[0].is_valid:
            raise
        message = pa.array([f"{type(error).__name__}: {error}"[:_SHOWN]], pa.string())
        place = batch.schema.get_field_index(ERROR)
        yield job.work(batch.set_column(place, ERROR, message), prepared)
    else:
        yield whole


def _numbered(source: Source, first: int) -> Iterator[pa.RecordBatch]:
    """The batches of a row group with the numbers that its rows have among all."""
    for batch in source:
        place = batch.schema.get_field_index(ROW)
        yield batch.set_column(place, ROW, pa.array(np.asarray(batch.column(ROW)) + first, pa.int64()))
