"""How far could the number have fallen, had the items been others? The percentile bootstrap (Efron 1979).

A metric hands over statistics that add up, one row per item, and a function from their sum to its value. Resampling n
rows with replacement is drawing a multinomial over the distinct rows, which costs nothing where few rows are distinct.
"""

from collections.abc import Callable
from typing import NamedTuple

import numpy as np
from numpy.typing import NDArray

from grice.errors import InputError

Compute = Callable[[NDArray[np.float64]], NDArray[np.float64]]


class Interval(NamedTuple):
    low: float
    high: float

    def __str__(self) -> str:
        return f"[{self.low:.3f}, {self.high:.3f}]"


def resample(
    statistics: NDArray[np.float64], compute: Compute, samples: int = 1000, seed: int = 0
) -> NDArray[np.float64]:
    """The value in each of `samples` resamples of the items: `compute` of sums of shape (samples, columns)."""
    rng = np.random.default_rng(seed)
    rows, counts = np.unique(statistics, axis=0, return_counts=True)
    n = len(statistics)
    chunk = max(1, min(samples, 20_000_000 // max(1, len(rows))))
    sums = [
        rng.multinomial(n, counts / n, size=min(chunk, samples - start)) @ rows for start in range(0, samples, chunk)
    ]
    return compute(np.concatenate(sums))


def interval(
    statistics: NDArray[np.float64], compute: Compute, level: float = 0.95, samples: int = 1000, seed: int = 0
) -> Interval:
    """The central `level` of the resampled values; of no items, or of items that never define it, (nan, nan)."""
    if not 0 < level < 1:
        raise InputError(f"a confidence level of {level}", "a number between 0 and 1, such as 0.95")
    if not len(statistics):
        return Interval(float("nan"), float("nan"))
    values = resample(statistics, compute, samples, seed)
    values = values[np.isfinite(values)]
    if not len(values):
        return Interval(float("nan"), float("nan"))
    low, high = np.quantile(values, [(1 - level) / 2, (1 + level) / 2])
    return Interval(float(low), float(high))
