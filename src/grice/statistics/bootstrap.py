"""How far could the number have fallen, had the items been others? The percentile bootstrap (Efron 1979).

A metric hands over statistics that add up, one row per item, and a function from their sum to its value. Resampling n
rows with replacement is drawing a multinomial over the distinct rows, which costs nothing where few rows are distinct.
The rows are sorted first, so that neither the draws nor the rounding of a sum depends on the order of the items.
"""

from collections.abc import Callable
from typing import NamedTuple

import numpy as np
from numpy.typing import ArrayLike, NDArray

from grice import checks
from grice.errors import InputError

Floats = NDArray[np.float64]
Compute = Callable[[Floats], Floats]
"""From sums of shape (resamples, columns) to one value for each resample."""

CELLS = 4_000_000
"""How many counts are drawn at a time: 32 MB."""


class Interval(NamedTuple):
    low: float
    high: float

    def __str__(self) -> str:
        return f"[{self.low:.3f}, {self.high:.3f}]"


UNKNOWN = Interval(float("nan"), float("nan"))


def resample(statistics: ArrayLike, compute: Compute | None = None, samples: int = 1000, seed: int = 0) -> Floats:
    """The value in each of `samples` resamples of the items: `compute` of sums of shape (samples, columns).

    Without `compute`, items are single numbers and the value is their mean; NaN is an item without a value.
    """
    rows, compute = summable(statistics, compute)
    samples, rng = checks.samples(samples), checks.generator(seed)
    if not len(rows):
        raise InputError("no items", "at least one item to draw from")
    distinct, counts = _distinct(rows)
    chunk = max(1, min(samples, CELLS // len(distinct)))
    sums = [
        rng.multinomial(len(rows), counts / len(rows), size=min(chunk, samples - start)) @ distinct
        for start in range(0, samples, chunk)
    ]
    return computed(compute, np.concatenate(sums))


def interval(
    statistics: ArrayLike, compute: Compute | None = None, level: float = 0.95, samples: int = 1000, seed: int = 0
) -> Interval:
    """The central `level` of the resampled values.

    It is (nan, nan) where the items cannot say how they vary: fewer than two, or none that defines the value.
    """
    level = checks.level(level)
    rows, compute = summable(statistics, compute)
    if (rows[:, 1].sum() if compute is mean else len(rows)) < 2:
        checks.samples(samples)
        return UNKNOWN
    return central(resample(rows, compute, samples, seed), level)


def central(values: Floats, level: float) -> Interval:
    """The central `level` of the values that are defined."""
    defined = values[np.isfinite(values)]
    if not len(defined):
        return UNKNOWN
    low, high = np.quantile(defined, [(1 - level) / 2, (1 + level) / 2])
    return Interval(float(low), float(high))


def summable(statistics: ArrayLike, compute: Compute | None) -> tuple[Floats, Compute]:
    """Statistics as rows that add up, and what makes a value of their sum.

    Single numbers become (number, 1), and (0, 0) where there is none, so that sums give the mean of those there are.
    """
    found = checks.numbers(statistics, "statistics")
    if found.ndim == 1 and compute in (None, np.mean, np.nanmean):
        there = ~np.isnan(found)
        return np.stack([np.where(there, found, 0.0), there.astype(np.float64)], axis=1), mean
    if found.ndim == 1:
        found = found[:, None]
        given = compute
        assert given is not None
        return found, lambda sums: given(sums[:, 0])
    if found.ndim != 2:
        raise InputError(f"statistics of shape {found.shape}", "one row per item: shape (items, columns), or (items,)")
    if compute is None:
        raise InputError(
            f"statistics of {found.shape[1]} columns without a function that makes a value of their sums",
            "a function from sums of shape (resamples, columns) to an array of shape (resamples,)",
            "compute=lambda sums: sums[:, 0] / sums[:, 1]",
        )
    return found, compute


def mean(sums: Floats) -> Floats:
    """The mean from sums of numbers and how many there were."""
    with np.errstate(invalid="ignore", divide="ignore"):
        found: Floats = sums[:, 0] / sums[:, 1]
    return found


def computed(compute: Compute, sums: Floats) -> Floats:
    """The value of each row of sums, checked to be one for each."""
    found = np.asarray(compute(sums))
    if found.shape != sums.shape[:1] or found.dtype.kind not in "fiub":
        raise InputError(
            f"a function that makes an array of shape {found.shape} of sums of shape {sums.shape}",
            f"one number for each row of sums: shape {sums.shape[:1]}",
            "compute=lambda sums: sums[:, 0] / sums[:, 1], or one number per item without compute, for their mean",
        )
    return found.astype(np.float64)


def _distinct(rows: Floats) -> tuple[Floats, NDArray[np.int64]]:
    """The distinct rows in lexicographic order, and how often each occurs.

    A row becomes one integer, column by column: faster to sort than records.
    """
    rows = rows + 0.0  # -0.0 and 0.0 are one number
    codes, most = np.zeros(len(rows), np.int64), 1
    for column in rows.T:
        values, place = np.unique(column, return_inverse=True)
        if most * len(values) > np.iinfo(np.int64).max:
            kept, codes = np.unique(codes, return_inverse=True)
            most = len(kept)
        codes, most = codes * len(values) + place, most * len(values)
    _, first, counts = np.unique(codes, return_index=True, return_counts=True)
    return rows[first], counts
