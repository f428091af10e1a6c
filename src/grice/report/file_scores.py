"""Which metrics fit a file, and what does each item get? Whole results, kept in memory, so that items are explained."""

from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass
from pathlib import Path

import pyarrow as pa

from grice.engines.local import prepared_for
from grice.engines.score import Result, Scoring, resolve
from grice.engines.score_files import open_items, slice_of
from grice.errors import InputError
from grice.metrics.base import Metric, Rows
from grice.metrics.tally import Kept, Part, Tally

FITTING = (
    ("pragmatics",),
    ("reconstruction",),
    ("grice", "spice", "softspice", "faithfulness", "sentence", "cider"),
    ("diversity",),
)
"""Metrics by what a file has: rooms with their distractors, counts, references, or descriptions alone."""
ROWS = 256
"""Rows judged at a time, so that progress shows."""


@dataclass(frozen=True)
class Judged:
    """A file of descriptions with its scores; `rows` in order, as the metrics read them."""

    name: str
    result: Result
    rows: Sequence[Rows]

    @property
    def count(self) -> int:
        return sum(map(len, self.rows))

    def row(self, item: int) -> Rows:
        """One item, alone."""
        for rows in self.rows:
            if item < len(rows):
                return rows.slice(item, item + 1)
            item -= len(rows)
        raise InputError(f"item {item}", f"an item below {self.count}")

    @property
    def texts(self) -> Iterator[str]:
        return (str(text) for rows in self.rows for text in rows.predictions)


def fitting(file: Path, references: Path | None) -> list[str]:
    """The metrics whose columns the file has; where it has none of them, the error of those that want references."""
    if references is not None:
        return list(FITTING[2])
    for names in FITTING:
        try:
            open_items(file, None, list(resolve(list(names)).values()))
        except InputError as error:
            if names == FITTING[-1] or not file.is_file():
                raise error from None
            continue
        return list(names)
    raise InputError(f"{file}", "a column prediction")


def judge(
    file: Path, references: Path | None, metrics: dict[str, Metric], step: Callable[[int], object] = lambda _: None
) -> Judged:
    """Every metric on every item of a file, kept, so that each can be explained."""
    source = open_items(file, references, list(metrics.values()))
    slices = [slice_of(part) for batch in source for part in _cut(batch)]
    job = Scoring(metrics)
    prepared = prepared_for(job, slices) or {}
    tallies = {name: Tally(metric, prepared.get(name)) for name, metric in metrics.items()}
    for one in slices:
        for name, measured in job.work(one, prepared).items():
            tallies[name].add(Part.of(one.first, measured))
            tallies[name].kept[one.first] = Kept(one.rows, measured)
        step(len(one.rows))
    count = sum(len(one.rows) for one in slices)
    found = Judged(
        file.name, Result({name: tally.compute() for name, tally in tallies.items()}), [o.rows for o in slices]
    )
    if not count or len(found.result.errors) == count:
        why = next(iter(found.result.errors.values()), "the file has no rows")
        raise InputError(f"none of the {count} rows of {file} could be judged ({why})", "at least one good row")
    return found


def _cut(batch: pa.RecordBatch) -> Iterator[pa.RecordBatch]:
    return (batch.slice(start, ROWS) for start in range(0, batch.num_rows, ROWS))
