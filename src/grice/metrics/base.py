"""What every metric is: values per item, statistics that add up, one number over a corpus, and a signature.

A `Metric` measures rows. A `Tally` adds measured batches up (update, merge, compute), so that a score never depends on
how the items were batched. A `Score` is what a user holds: value, items, table, explanation, interval, signature.
"""

from abc import ABC, abstractmethod
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, field, replace
from functools import cached_property
from typing import Any, ClassVar

import numpy as np
import pyarrow as pa
from numpy.typing import NDArray

from grice.errors import InputError
from grice.statistics.bootstrap import Interval, interval
from grice.version import __version__

ROW_FIELDS = ("predictions", "references", "targets", "distractors", "images")


@dataclass(frozen=True)
class Rows:
    """Items to be judged, as columns of equal length; a metric names the columns it `needs`."""

    predictions: Sequence[Any]
    references: Sequence[Any] | None = None
    targets: Sequence[Any] | None = None
    distractors: Sequence[Any] | None = None
    images: Sequence[Any] | None = None
    shared: dict[str, Any] = field(default_factory=dict, compare=False, repr=False)
    """What one metric worked out of these rows and another may use, such as their scene graphs."""

    def __len__(self) -> int:
        return len(self.predictions)

    def slice(self, start: int, stop: int) -> "Rows":
        columns: dict[str, Any] = {name: getattr(self, name) for name in ROW_FIELDS}
        cut: dict[str, Any] = {
            name: column if column is None else column[start:stop] for name, column in columns.items()
        }
        return Rows(**cut)


@dataclass(frozen=True)
class Value:
    """One number a metric gives: what it means, its bounds, and which way is better (None: neither)."""

    name: str
    meaning: str
    lowest: float = 0.0
    highest: float = 1.0
    higher_is_better: bool | None = True


@dataclass(frozen=True)
class Signature:
    """Everything that could change the number, in one line."""

    name: str
    settings: Mapping[str, str] = field(default_factory=dict)

    def __str__(self) -> str:
        return "|".join([self.name, *(f"{k}:{v}" for k, v in self.settings.items()), f"grice:{__version__}"])


@dataclass(frozen=True)
class Measured:
    """What a metric found for a batch: values per item (NaN: undefined), details, and what is wrong with a row."""

    values: Mapping[str, NDArray[np.float64]]
    errors: Sequence[str | None]
    details: pa.Table | None = None
    extras: NDArray[np.float64] | None = None
    """Further sums over the batch, for what a metric says beside its values."""

    def __len__(self) -> int:
        return len(self.errors)


class Metric(ABC):
    """A judgement of descriptions. Subclasses say what they need, what they give, and measure a batch."""

    name: ClassVar[str]
    needs: tuple[str, ...] = ("references",)
    target: str = "target_id"
    """The column of a file that holds its targets."""
    values: tuple[Value, ...]
    """The first is the headline."""

    @abstractmethod
    def settings(self) -> Mapping[str, str]:
        """What the signature says besides the name."""

    @abstractmethod
    def measure(self, rows: Rows) -> Measured:
        """Values and details of every row; a row that cannot be judged gets an error and no values."""

    def explain(self, rows: Rows) -> str:
        """Why one row (`rows` holds just it) got its values, for a person to read."""
        measured = self.measure(rows)
        if measured.errors[0]:
            return f"error: {measured.errors[0]}"
        return "\n".join(f"{name} = {values[0]:.4g}" for name, values in measured.values.items())

    @property
    def signature(self) -> Signature:
        return Signature(self.name, self.settings())

    def null(self, extras: NDArray[np.float64]) -> dict[str, float]:  # noqa: ARG002
        """What a random speaker would get, where a metric knows that, from the summed extras."""
        return {}

    def statistics(self, measured: Measured) -> NDArray[np.float64]:
        """Per item, what adds up: by default each value and whether it is defined."""
        columns = []
        for value in self.values:
            items = np.asarray(measured.values[value.name], dtype=np.float64)
            columns += [np.nan_to_num(items, nan=0.0), (~np.isnan(items)).astype(np.float64)]
        return np.stack(columns, axis=-1)

    def defined(self, statistics: NDArray[Any]) -> list[int]:
        """How many items have a say in each value: by default those for which it is defined."""
        return [int(statistics[:, 2 * i + 1].sum()) for i in range(len(self.values))]

    def total(self, statistics: NDArray[Any]) -> NDArray[Any]:
        """The statistics of many items, added up."""
        return np.asarray(statistics.sum(axis=0))

    def interval(
        self, statistics: NDArray[Any], name: str, level: float = 0.95, samples: int = 1000, seed: int = 0
    ) -> Interval:
        """How far a value could have fallen, had the items been others: by default, the bootstrap over items."""
        return interval(statistics, lambda sums: self.compute(sums)[name], level, samples, seed)

    def compute(self, sums: NDArray[np.float64]) -> dict[str, NDArray[np.float64]]:
        """From summed statistics of shape (..., columns) to the values over a corpus: by default, means."""
        with np.errstate(invalid="ignore", divide="ignore"):
            return {v.name: sums[..., 2 * i] / sums[..., 2 * i + 1] for i, v in enumerate(self.values)}


class Tally:
    """Measured batches of one metric, adding up. `keep` holds on to rows and details for `table` and `explain`."""

    def __init__(self, metric: Metric, keep: bool = True) -> None:
        self.metric, self.keep = metric, keep
        self._statistics: list[NDArray[np.float64]] = []
        self._values: list[Mapping[str, NDArray[np.float64]]] = []
        self._details: list[pa.Table | None] = []
        self._rows: list[Rows] = []
        self.extras: NDArray[np.float64] | None = None
        self.errors: dict[int, str] = {}
        self.count = 0

    def update(self, rows: Rows) -> Measured:
        """Measure a batch and add it up."""
        measured = self.metric.measure(rows)
        self._statistics.append(self.metric.statistics(measured))
        self.errors |= {self.count + i: error for i, error in enumerate(measured.errors) if error}
        self.count += len(measured)
        self._add_extras(measured.extras)
        if self.keep:
            self._values.append(measured.values)
            self._details.append(measured.details)
            self._rows.append(rows)
        return measured

    def merge(self, other: "Tally") -> "Tally":
        """Add what another tally of the same metric has seen, after what this one has."""
        if str(self.metric.signature) != str(other.metric.signature):
            raise InputError(
                f"tallies of {self.metric.signature} and {other.metric.signature}", "the same metric in both"
            )
        self._statistics += other._statistics
        self._values += other._values
        self._details += other._details
        self._rows += other._rows
        self.errors |= {self.count + i: error for i, error in other.errors.items()}
        self.count += other.count
        self._add_extras(other.extras)
        return self

    def _add_extras(self, extras: NDArray[np.float64] | None) -> None:
        if extras is not None:
            self.extras = extras.copy() if self.extras is None else self.extras + extras

    @property
    def statistics(self) -> NDArray[np.float64]:
        """Statistics of the items that could be judged: shape (items, columns)."""
        rows = np.concatenate(self._statistics) if self._statistics else np.zeros((0, 2 * len(self.metric.values)))
        return np.delete(rows, list(self.errors), axis=0)

    def compute(self) -> "Score":
        return Score(self, self.metric.values[0].name)


@dataclass(frozen=True)
class Score:
    """A metric's judgement of a corpus; `score["d"]` is the same judgement with another value in front."""

    tally: Tally
    name: str

    def __getitem__(self, name: str) -> "Score":
        if name not in self.names:
            raise InputError(f"{self.tally.metric.name} gives no value {name!r}", f"one of {', '.join(self.names)}")
        return replace(self, name=name)

    @property
    def names(self) -> tuple[str, ...]:
        return tuple(value.name for value in self.tally.metric.values)

    @property
    def values(self) -> dict[str, float]:
        """Every value over the corpus."""
        return {name: float(value) for name, value in self._computed.items()}

    @property
    def value(self) -> float:
        """The number over the corpus."""
        return self.values[self.name]

    @property
    def null(self) -> dict[str, float]:
        """What a random speaker would get; empty where the metric has no such model."""
        return {} if self.tally.extras is None else self.tally.metric.null(self.tally.extras)

    @cached_property
    def defined(self) -> dict[str, int]:
        """Over how many items each value is a mean: those without an error for which it is defined."""
        return dict(zip(self.names, self.tally.metric.defined(self.tally.statistics), strict=True))

    @cached_property
    def items(self) -> NDArray[np.float64]:
        """One number per prediction, in order; NaN where it is undefined or the row has an error."""
        return np.concatenate([part[self.name] for part in self.tally._values]) if self.tally._values else np.zeros(0)

    @property
    def errors(self) -> dict[int, str]:
        """Row to what is wrong with it."""
        return self.tally.errors

    @property
    def signature(self) -> str:
        return str(self.tally.metric.signature)

    def table(self) -> pa.Table:
        """A row per item: its values, details and error."""
        parts = [
            with_details(Measured(values, [self.errors.get(row) for row in range(first, first + len(rows))], details))
            for values, details, rows, first in self._parts()
        ]
        if not parts:
            raise InputError("a score whose items were not kept", "Tally(metric, keep=True), which grice.score uses")
        return pa.concat_tables(parts, promote_options="default")

    def explain(self, item: int) -> str:
        """Why an item got its values."""
        for _, _, rows, first in self._parts():
            if first <= item < first + len(rows):
                return self.tally.metric.explain(rows.slice(item - first, item - first + 1))
        raise InputError(f"item {item}", f"an item from 0 to {self.tally.count - 1}")

    def interval(self, level: float = 0.95, samples: int = 1000, seed: int = 0) -> Interval:
        """A confidence interval, by default a bootstrap over items."""
        return self.tally.metric.interval(self.tally.statistics, self.name, level, samples, seed)

    def __float__(self) -> float:
        return self.value

    def __str__(self) -> str:
        numbers = "  ".join(f"{name} {value:.3f}" for name, value in self.values.items())
        return f"{self.tally.metric.name}: {numbers}  ({self.tally.count} items, {len(self.errors)} errors)"

    @cached_property
    def _computed(self) -> dict[str, NDArray[np.float64]]:
        metric = self.tally.metric
        return metric.compute(metric.total(self.tally.statistics))

    def _parts(self) -> Iterator[tuple[Mapping[str, NDArray[np.float64]], pa.Table | None, Rows, int]]:
        first = 0
        for values, details, rows in zip(self.tally._values, self.tally._details, self.tally._rows, strict=True):
            yield values, details, rows, first
            first += len(rows)


def with_details(measured: Measured) -> pa.Table:
    """One Arrow table of a measured batch: values, then details, then the error."""
    columns: dict[str, Any] = {name: pa.array(v, pa.float64(), from_pandas=True) for name, v in measured.values.items()}
    if measured.details is not None:
        columns |= {name: measured.details.column(name) for name in measured.details.column_names}
    columns["error"] = pa.array(list(measured.errors), pa.string())
    return pa.table(columns)
