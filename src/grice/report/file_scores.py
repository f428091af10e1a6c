"""Which metrics fit a file of descriptions, and what does each item get? Of one system, or of two on the same items."""

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from pathlib import Path

from grice.engines.compare_files import Paired, pair, score_pairs
from grice.engines.metric_names import resolve
from grice.engines.score import Metrics, Result
from grice.engines.score_files import open_items
from grice.errors import InputError
from grice.metrics.base import Rows

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
    """The descriptions of a system with their scores; `names` are the ids of its items, where they have some."""

    name: str
    result: Result
    rows: Rows
    names: Sequence[str] | None = None

    def __len__(self) -> int:
        return len(self.rows)

    def row(self, item: int) -> Rows:
        """One item, alone."""
        return self.rows.slice(item, item + 1)

    def called(self, item: int) -> str:
        return f"row {item}" if self.names is None else f"id {self.names[item]}"

    @property
    def texts(self) -> list[str]:
        return ["" if text is None else str(text) for text in self.rows.predictions]


def fitting(file: Path, references: Path | None) -> list[str]:
    """The metrics whose columns the file has."""
    if references is not None:
        return list(FITTING[2])
    for names in FITTING[:-1]:
        try:
            open_items(file, None, list(resolve(list(names)).values()))
        except InputError:
            continue
        return list(names)
    return list(FITTING[-1])


def read(files: Sequence[Path], references: Path | None, metrics: Metrics) -> Paired:
    """The items of each file; those of two files are paired by id, or by row."""
    return pair(dict(zip(_names(files), files, strict=True)), references, metrics)


def judge(paired: Paired, metrics: Metrics, step: Callable[[int], object] = lambda _: None) -> list[Judged]:
    """Every metric on every item of each file; `step` is told how many are done."""
    results = score_pairs(paired, metrics, 1, ROWS, step)
    for name, result in results.items():
        count = len(paired.systems[name])
        if len(result.errors) == count:
            why = next(iter(result.errors.values()))
            raise InputError(f"none of the {count} rows of {name} could be judged ({why})", "at least one good row")
    return [Judged(name, results[name], paired.systems[name], paired.names) for name in results]


def _names(files: Sequence[Path]) -> list[str]:
    """Files by their names, or by folder and name where these are the same."""
    names = [file.name for file in files]
    if len(set(names)) == len(names):
        return names
    deep = ["/".join(file.absolute().parts[-2:]) for file in files]
    return deep if len(set(deep)) == len(deep) else [str(file.absolute()) for file in files]
