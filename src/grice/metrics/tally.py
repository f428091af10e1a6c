"""What do many measured batches come to? A tally that adds up, in any order, and the score that a user holds.

A part of a tally is plain data: the statistics of a run of rows and where the run begins. Tallies are merged by their
rows, and everything is summed in the order of the rows, so that a score has the same bits however the rows were batched
and wherever they were measured.
"""

from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass, field, replace
from functools import cached_property
from typing import Any

import numpy as np
import pyarrow as pa
from numpy.typing import NDArray

from grice import checks
from grice.errors import InputError
from grice.metrics.base import DEFINED, Array, Measured, Metric, Rows, Signature
from grice.statistics.bootstrap import Compute, Interval


@dataclass(frozen=True)
class Part:
    """A run of measured rows from `first` on: their statistics, what is wrong with which, what texts were read with."""

    first: int
    count: int
    statistics: Mapping[str, Array]
    errors: Mapping[int, str]
    unreadable: Mapping[int, str]
    used: frozenset[tuple[str, str]]
    left_out: Mapping[int, str] = field(default_factory=dict)

    @classmethod
    def of(cls, first: int, measured: Measured) -> "Part":
        errors = {first + i: text for i, text in enumerate(measured.errors) if text}
        unreadable = {first + i: text for i, text in enumerate(measured.unreadable) if text}
        left_out = {first + i: text for i, text in measured.left_out.items() if not measured.errors[i]}
        return cls(first, len(measured), measured.statistics, errors, unreadable, measured.used, left_out)


def judged_by_some(parts: Iterable[Part]) -> set[int]:
    """Rows that some of several metrics judged, though others could not."""
    errors = [set(part.errors) for part in parts]
    return {row for every in errors for row in every if not all(row in one for one in errors)}


@dataclass(frozen=True)
class Kept:
    """What `table` and `explain` look at besides statistics: the rows of a part and their details."""

    rows: Rows
    measured: Measured


@dataclass
class Tally:
    """Measured rows of one metric. `parts` is its whole state: plain data that can be pickled and added elsewhere."""

    metric: Metric
    prepared: Any = None
    parts: dict[int, Part] = field(default_factory=dict)
    kept: dict[int, Kept] = field(default_factory=dict)

    def update(self, rows: Rows, first: int | None = None, keep: bool = False) -> Measured:
        """Measure rows that begin at `first` (by default after all that was measured) and add them."""
        start = self.end if first is None else first
        measured = self.metric.measure(rows, self.prepared)
        self.add(Part.of(start, measured))
        if keep:
            self.kept[start] = Kept(rows, measured)
        return measured

    def add(self, part: Part) -> None:
        """Add a run of rows that was measured here or elsewhere."""
        if part.count == 0:
            return
        others = self.parts.values()
        if any(part.first < other.first + other.count and other.first < part.first + part.count for other in others):
            raise InputError(f"rows {part.first} to {part.first + part.count - 1} twice", "every row once")
        self.parts[part.first] = part

    def merge(self, other: "Tally") -> "Tally":
        """Add what another tally of the same metric has measured of the same corpus."""
        if str(self.metric.signature) != str(other.metric.signature):
            raise InputError(
                f"tallies of {self.metric.signature} and {other.metric.signature}", "the same metric in both"
            )
        for part in other:
            self.add(part)
        self.kept |= other.kept
        return self

    def __iter__(self) -> Iterator[Part]:
        """The parts in the order of their rows."""
        return iter([self.parts[first] for first in sorted(self.parts)])

    @property
    def end(self) -> int:
        """The row after the last."""
        return max((part.first + part.count for part in self.parts.values()), default=0)

    @property
    def count(self) -> int:
        return sum(part.count for part in self.parts.values())

    @property
    def errors(self) -> dict[int, str]:
        return {row: text for part in self for row, text in part.errors.items()}

    @property
    def unreadable(self) -> dict[int, str]:
        return {row: text for part in self for row, text in part.unreadable.items()}

    @property
    def left_out(self) -> dict[int, str]:
        return {row: text for part in self for row, text in part.left_out.items()}

    def column(self, name: str) -> Array:
        """A statistic of every row, in order, dropped rows included."""
        parts = [np.asarray(part.statistics[name]) for part in self]
        return np.concatenate(parts) if parts else np.zeros(0)

    def judged(self) -> dict[str, Array]:
        """Every statistic of the rows that were not dropped, in order."""
        if not self.parts:
            return dict(self.metric.measure(Rows([], [], [], [], []), self.prepared).statistics)
        return self.over(self.usable)

    def over(self, rows: NDArray[np.bool_]) -> dict[str, Array]:
        """Every statistic of some rows, in order."""
        first = next(iter(self), None)
        return {} if first is None else {name: self.column(name)[rows] for name in first.statistics}

    @property
    def usable(self) -> NDArray[np.bool_]:
        """Which rows were not dropped."""
        good = np.ones(self.count, bool)
        good[self._places(self.errors)] = False
        return good

    def _places(self, rows: Mapping[int, str]) -> list[int]:
        """Where rows stand among those that were measured, which need not begin at 0."""
        starts = np.array([part.first for part in self], np.int64)
        before = np.cumsum([0, *(part.count for part in self)])
        parts = np.searchsorted(starts, list(rows), side="right") - 1
        return [int(before[part] + row - starts[part]) for part, row in zip(parts, rows, strict=True)]

    @property
    def signature(self) -> Signature:
        """The metric's settings and what texts were really read with."""
        return signed(self.metric, (pair for part in self for pair in part.used))

    def compute(self) -> "Score":
        statistics = self.judged()
        return Score(self, self.metric.values[0].name, statistics, self.metric.total(statistics))


def signed(metric: Metric, used: Iterable[tuple[str, str]]) -> Signature:
    """A metric's settings and what texts were really read with, by role."""
    read: dict[str, set[str]] = {}
    for role, what in used:
        read.setdefault(role, set()).add(what)
    return Signature(metric.name, {**metric.settings(), **{k: "+".join(sorted(v)) for k, v in sorted(read.items())}})


@dataclass(frozen=True)
class Score:
    """A metric's judgement of a corpus; `score["d"]` is the same judgement with another value in front."""

    tally: Tally
    name: str
    statistics: Mapping[str, Array] = field(compare=False)
    """What adds up, by name: a row per item that was not dropped."""
    sums: Mapping[str, Any] = field(compare=False)
    """The statistics, added up."""

    def __getitem__(self, name: str) -> "Score":
        if name not in self.names:
            raise InputError(f"{self.metric.name} gives no value {name!r}", f"one of {', '.join(self.names)}")
        return replace(self, name=name)

    @property
    def metric(self) -> Metric:
        return self.tally.metric

    @property
    def names(self) -> tuple[str, ...]:
        return tuple(value.name for value in self.metric.values)

    @property
    def values(self) -> dict[str, float]:
        """Every value over the corpus."""
        found = self.metric.compute(self.sums)
        return {name: float(found[name]) for name in self.names}

    @property
    def value(self) -> float:
        """The number over the corpus."""
        return self.values[self.name]

    @property
    def null(self) -> dict[str, float]:
        """What a random speaker would get; empty where the metric has no such model."""
        return self.metric.null(self.sums)

    @property
    def defined(self) -> dict[str, int]:
        """Over how many items each value is: those not dropped for which it is defined."""
        return self.metric.defined(self.statistics)

    @cached_property
    def items(self) -> NDArray[np.float64]:
        """One number per prediction, in order; NaN where it is undefined or the row was dropped."""
        values, defined = self.tally.column(self.name), self.tally.column(self.name + DEFINED)
        return np.where(defined.astype(bool), values, np.nan)

    def over(self, rows: NDArray[np.bool_]) -> "Score":
        """The same judgement of some of the items alone: value, interval and statistics are theirs."""
        statistics = self.tally.over(rows & self.tally.usable)
        return replace(self, statistics=statistics, sums=self.metric.total(statistics))

    @property
    def errors(self) -> dict[int, str]:
        """The rows that were dropped, and why."""
        return self.tally.errors

    @property
    def unreadable(self) -> dict[int, str]:
        """The predictions that could not be read and count as worst, and why."""
        return self.tally.unreadable

    @property
    def left_out(self) -> dict[int, str]:
        """The rows that are judged by some of their references alone, and what is wrong with the others."""
        return self.tally.left_out

    @property
    def signature(self) -> str:
        return str(self.tally.signature)

    def table(self) -> pa.Table:
        """A row per item: its values, details and error."""
        kept = self._kept()
        return pa.concat_tables([one.measured.table() for one in kept.values()], promote_options="default")

    def row(self, item: int) -> Rows:
        """An item by itself: what was predicted, and what it was judged by."""
        item = checks.whole(item, "item", most=self.tally.end - 1)
        kept = self._kept()
        first = max(start for start in kept if start <= item)
        return kept[first].rows.slice(item - first, item - first + 1)

    def explain(self, item: int) -> str:
        """Why an item got its values."""
        return self.metric.explain(self.row(item), self.tally.prepared)

    def interval(self, level: float = 0.95, samples: int = 1000, seed: int = 0) -> Interval:
        """A confidence interval, by default a bootstrap over items."""
        return self.metric.interval(self.statistics, self.name, level, samples, seed)

    def summable(self) -> tuple[NDArray[np.float64], Compute]:
        """A row per item that was not dropped, and what makes the value of their sum: `paired.bootstrap` takes both."""
        return self.metric.summable(self.statistics, self.name)

    def __float__(self) -> float:
        return self.value

    def __str__(self) -> str:
        numbers = "  ".join(f"{name} {value:.3f}" for name, value in self.values.items())
        return f"{self.metric.name}: {numbers}  ({self.summary})"

    __repr__ = __str__

    @property
    def summary(self) -> str:
        """How many items were judged, how many could not be read and were dropped."""
        counts = {"unreadable, counted as worst": len(self.unreadable), "dropped": len(self.errors)}
        undefined = self.tally.count - len(self.errors) - self.defined[self.name]
        counts["undefined"] = undefined
        counts["judged without some reference that cannot be read"] = len(self.left_out)
        said = [f"{count} {what}" for what, count in counts.items() if count]
        return ", ".join([f"{self.tally.count} items", *said])

    def _kept(self) -> dict[int, Kept]:
        if not self.tally.kept:
            raise InputError("a score whose items were not kept", "the score of grice.score, which keeps them")
        return dict(sorted(self.tally.kept.items()))
