"""What is a metric? Values per item, named statistics that add up, one number over a corpus, and a signature.

A metric may take one pass over the corpus first (`prepare`), then measures batches (`measure`), each by itself, so that
a value never depends on how items were batched. Subclasses write `judge`; the base class sees to it that one rule holds
for all:

* a prediction that is empty or cannot be read gets the worst value the metric can give (or drops its row, if asked);
* a target or image that cannot be read drops its row, and so do references none of which can be read; where some can,
  the row is judged by those, and that is said;
* a value that is undefined by definition (efficiency where nothing is ruled out) stays undefined, NaN.
"""

from abc import ABC, abstractmethod
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, field, replace
from typing import Any, ClassVar

import numpy as np
import pyarrow as pa
from numpy.typing import ArrayLike, NDArray

from grice import checks
from grice.statistics.bootstrap import Compute, Interval, interval
from grice.version import __version__

COLUMNS = ("predictions", "references", "targets", "distractors", "images")
UNREADABLE = ("worst", "drop")
TARGET_ID = "target_id"
"""The column of a file that holds the ids of rooms."""
DEFINED = ".defined"
"""The statistic `value` sums a value, `value.defined` counts the items that have one."""
Array = NDArray[Any]
Statistics = Mapping[str, Array]


@dataclass(frozen=True)
class Rows:
    """Items to be judged, as columns of equal length; a metric names the columns it `needs`."""

    predictions: Sequence[Any]
    references: Sequence[Any] | None = None
    targets: Sequence[Any] | None = None
    distractors: Sequence[Any] | None = None
    images: Sequence[Any] | None = None
    errors: Sequence[str | None] | None = None
    """What dropped rows before they came here, such as a cell of a file that cannot be used."""
    unreadable: Sequence[str | None] | None = None
    """What is known to be wrong with predictions that a metric only sees to be missing."""
    shared: dict[Any, Any] = field(default_factory=dict, compare=False, repr=False)
    """What one metric worked out of these rows and another may use, such as their scene graphs."""

    def __len__(self) -> int:
        return len(self.predictions)

    def slice(self, start: int, stop: int) -> "Rows":
        cut: dict[str, Any] = {
            name: None if (column := getattr(self, name)) is None else column[start:stop]
            for name in (*COLUMNS, "errors", "unreadable")
        }
        return Rows(**cut)


@dataclass(frozen=True)
class Value:
    """One number a metric gives: what it means, its bounds, which way is better (None: neither), and its worst."""

    name: str
    meaning: str
    lowest: float = 0.0
    highest: float = 1.0
    higher_is_better: bool | None = True
    undefined: bool = False
    """Whether it is undefined, and not worst, for a prediction that cannot be read."""

    @property
    def worst(self) -> float:
        """What a prediction gets that cannot be read; NaN where no value is the worst."""
        if self.undefined or self.higher_is_better is None:
            return float("nan")
        found = self.lowest if self.higher_is_better else self.highest
        return found if np.isfinite(found) else float("nan")


@dataclass(frozen=True)
class Signature:
    """Everything that could change the number, in one line."""

    name: str
    settings: Mapping[str, str] = field(default_factory=dict)

    def __str__(self) -> str:
        return "|".join([self.name, *(f"{k}:{v}" for k, v in self.settings.items()), f"grice:{__version__}"])


@dataclass(frozen=True)
class Measured:
    """What a metric found for a batch.

    values       per item, NaN where undefined
    errors       what drops a row: references, a target or an image that cannot be read
    unreadable   what is wrong with a prediction that cannot be read
    statistics   what else adds up, per item: a corpus value is computed from sums of these
    details      further columns for a person to look at
    used         what the texts were read with, such as ("graphs", "given")
    left_out     rows that are judged by some of their references, and what is wrong with the others
    """

    values: Mapping[str, NDArray[np.float64]]
    errors: Sequence[str | None]
    unreadable: Sequence[str | None]
    statistics: Statistics = field(default_factory=dict)
    details: pa.Table | None = None
    used: frozenset[tuple[str, str]] = frozenset()
    left_out: Mapping[int, str] = field(default_factory=dict)

    def __len__(self) -> int:
        return len(self.errors)

    def table(self) -> pa.Table:
        """One Arrow table: values, details, what could not be read, what dropped the row."""
        columns: dict[str, Any] = {
            name: pa.array(values, pa.float64(), from_pandas=True) for name, values in self.values.items()
        }
        if self.details is not None:
            columns |= {name: self.details.column(name) for name in self.details.column_names}
        columns["unreadable"] = pa.array(list(self.unreadable), pa.string())
        columns["error"] = pa.array(list(self.errors), pa.string())
        return pa.table(columns)


class Metric(ABC):
    """A judgement of descriptions. Subclasses say what they need, what they give, and judge a batch."""

    name: ClassVar[str]
    needs: tuple[str, ...] = ("references",)
    target: str = TARGET_ID
    """The column of a file that holds its targets."""
    values: tuple[Value, ...]
    """The first is the headline."""
    unreadable: str = "worst"
    """What a prediction that cannot be read does: get the worst value, or "drop" its row."""

    @abstractmethod
    def settings(self) -> Mapping[str, str]:
        """What the signature says besides the name and what texts were read with."""

    @abstractmethod
    def judge(self, rows: Rows, prepared: Any) -> Measured:
        """Values of every row that can be judged, NaN elsewhere, and what is wrong with the others."""

    @property
    def prepares(self) -> bool:
        """Whether a pass over the whole corpus comes first."""
        return False

    def prepare(self, batches: Iterable[Rows]) -> Any:  # noqa: ARG002
        """What `judge` needs to know of the whole corpus: plain data."""
        return None

    def unite(self, one: Any, other: Any) -> Any:  # noqa: ARG002
        """What `prepare` gives for two corpora together, from what it gave for each; `one` may be used up."""
        return None

    def measure(self, rows: Rows, prepared: Any = None) -> Measured:
        """`judge`, with the rule for what cannot be read, and the statistics of every value."""
        if prepared is None and self.prepares:
            prepared = self.prepare([rows])
        found = _with_known(self.judge(rows, prepared), rows)
        unread = np.array([message is not None for message in found.unreadable], bool)
        bad = np.array([message is not None for message in found.errors], bool)
        errors, unreadable = list(found.errors), list(found.unreadable)
        if self.unreadable == "drop":
            errors = [error or message for error, message in zip(errors, unreadable, strict=True)]
            bad, unreadable = bad | unread, [None] * len(rows)
        else:
            unreadable = [None if error else message for error, message in zip(errors, unreadable, strict=True)]
        values = {v.name: np.array(found.values[v.name], np.float64) for v in self.values}
        worst = unread & ~bad
        if worst.any():
            for name, items in self.worst(rows, worst).items():
                values[name][worst] = items
        for items in values.values():
            items[bad] = np.nan
        statistics: dict[str, Array] = {}
        for name, items in values.items():
            defined = ~np.isnan(items)
            statistics |= {name: np.where(defined, items, 0.0), name + DEFINED: defined}
        return replace(
            found, values=values, errors=errors, unreadable=unreadable, statistics=statistics | dict(found.statistics)
        )

    def worst(self, rows: Rows, which: NDArray[np.bool_]) -> Mapping[str, float | NDArray[np.float64]]:  # noqa: ARG002
        """The values of predictions that cannot be read: by default the worst end of each value's bounds."""
        return {value.name: value.worst for value in self.values}

    def explain(self, rows: Rows, prepared: Any = None) -> str:
        """Why one row (`rows` holds just it) got its values, for a person to read."""
        measured = self.measure(rows, prepared)
        return _refusal(measured) or self.reasons(rows, measured)

    def reasons(self, rows: Rows, measured: Measured) -> str:  # noqa: ARG002
        """What an explanation says of one row that was judged: by default, its values."""
        return "\n".join(f"{name} = {values[0]:.4g}" for name, values in measured.values.items())

    @property
    def signature(self) -> Signature:
        return Signature(self.name, self.settings())

    @property
    def summed(self) -> tuple[str, ...]:
        """The statistics whose sums `compute` reads."""
        return tuple(name + suffix for name in (v.name for v in self.values) for suffix in ("", DEFINED))

    def defined(self, statistics: Statistics) -> dict[str, int]:
        """How many items have a say in each value: by default those for which it is defined."""
        return {value.name: int(statistics[value.name + DEFINED].sum()) for value in self.values}

    def total(self, statistics: Statistics) -> dict[str, Any]:
        """Statistics of many items, added up in the order of the items."""
        return {name: column.sum(axis=0) for name, column in statistics.items()}

    def compute(self, sums: Mapping[str, Any]) -> dict[str, Any]:
        """From sums of the `summed` statistics to the values over a corpus: by default, means."""
        with np.errstate(invalid="ignore", divide="ignore"):
            return {v.name: np.divide(sums[v.name], sums[v.name + DEFINED]) for v in self.values}

    def interval(
        self, statistics: Statistics, name: str, level: float = 0.95, samples: int = 1000, seed: int = 0
    ) -> Interval:
        """How far a value could have fallen, had the items been others: by default, the bootstrap over items."""
        return interval(*self.summable(statistics, name), level, samples, seed)

    def summable(self, statistics: Statistics, name: str) -> tuple[NDArray[np.float64], Compute]:
        """A row per item that adds up, and what makes the value of their sum: what `grice.statistics` resamples."""
        names = self.summed

        def value(sums: NDArray[np.float64]) -> NDArray[np.float64]:
            found: NDArray[np.float64] = self.compute({one: sums[..., i] for i, one in enumerate(names)})[name]
            return found

        return np.stack([np.asarray(statistics[one], np.float64) for one in names], axis=1), value

    def null(self, sums: Mapping[str, Any]) -> dict[str, float]:  # noqa: ARG002
        """What a random speaker would get, where a metric knows that, from the sums of all its statistics."""
        return {}


def _with_known(found: Measured, rows: Rows) -> Measured:
    """What was known of the rows before they were judged is said first."""
    errors, unreadable = found.errors, found.unreadable
    if rows.errors is not None:
        errors = [known or now for known, now in zip(rows.errors, errors, strict=True)]
    if rows.unreadable is not None:
        unreadable = [now and (known or now) for known, now in zip(rows.unreadable, unreadable, strict=True)]
    return replace(found, errors=errors, unreadable=unreadable)


def _refusal(measured: Measured) -> str:
    """What an explanation says of one row that was not judged; empty where it was."""
    if measured.errors[0]:
        return f"error: {measured.errors[0]}"
    values = "  ".join(f"{name} = {items[0]:.4g}" for name, items in measured.values.items())
    return f"{measured.unreadable[0]}, so it counts as the worst: {values}" if measured.unreadable[0] else ""


def harmonic_mean(one: ArrayLike, other: ArrayLike) -> NDArray[np.float64]:
    """2ab / (a + b); 0 where either is not above 0, for then there is no agreement to speak of; NaN stays NaN."""
    a, b = np.asarray(one, dtype=np.float64), np.asarray(other, dtype=np.float64)
    with np.errstate(invalid="ignore", divide="ignore"):
        mean = 2 * a * b / (a + b)
    mean = np.where((a <= 0) | (b <= 0), 0.0, mean)
    return np.where(np.isnan(a) | np.isnan(b), np.nan, mean)


def checked_choice(metric: str, setting: str, given: Any, choices: Sequence[str]) -> Any:
    """One of a setting's choices, or an error that lists them."""
    return checks.choice(given, f"{metric} with {setting}", choices)
