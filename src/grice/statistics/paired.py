"""Is one better than the other, on the same items? Paired bootstrap and approximate randomisation.

Both take what a metric hands over, statistics that add up, one row per item and system, and a function from their sum
to a value. Items that belong together, such as the captions of one image, are resampled and swapped together: pass
their `clusters`. Paired bootstrap: Koehn (2004), here with the shifted two-sided p of Efron & Tibshirani (1993, 16.4).
Approximate randomisation: Noreen (1989); Riezler & Maxwell (2005).
"""

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any

import numpy as np
from numpy.typing import NDArray

from grice.errors import InputError
from grice.statistics.bootstrap import Compute, Interval

Floats = NDArray[np.float64]


@dataclass(frozen=True)
class Paired:
    """How much more the first has than the second, how far that could have fallen, and how surprising it is."""

    difference: float
    interval: Interval
    p: float


def bootstrap(
    first: Floats,
    second: Floats,
    compute: Compute,
    clusters: Sequence[Any] | None = None,
    samples: int = 1000,
    seed: int = 0,
    level: float = 0.95,
) -> Paired:
    """Resample items (or clusters) with replacement, the same for both."""
    one, other = _summed(first, second, clusters)
    drawn = weights(len(one), samples, seed)
    found = compute(drawn @ one) - compute(drawn @ other)
    return resampled(float(compute(one.sum(axis=0)) - compute(other.sum(axis=0))), found, level)


def randomisation(
    first: Floats,
    second: Floats,
    compute: Compute,
    clusters: Sequence[Any] | None = None,
    samples: int = 1000,
    seed: int = 0,
) -> float:
    """The two-sided p of the difference, had the two systems been swapped at random within each item (or cluster)."""
    one, other = _summed(first, second, clusters)
    seen = float(compute(one.sum(axis=0)) - compute(other.sum(axis=0)))
    swapped = swaps(len(one), samples, seed)
    total = one.sum(axis=0) + other.sum(axis=0)
    mixed = one.sum(axis=0) + swapped @ (other - one)
    return exceeding(seen, compute(mixed) - compute(total - mixed))


def resampled(difference: float, draws: Floats, level: float = 0.95) -> Paired:
    """A difference with its percentile interval, and p: how often draws, moved to no difference, are as far off."""
    draws = draws[np.isfinite(draws)]
    if not len(draws):
        return Paired(difference, Interval(float("nan"), float("nan")), float("nan"))
    low, high = np.quantile(draws, [(1 - level) / 2, (1 + level) / 2])
    return Paired(difference, Interval(float(low), float(high)), exceeding(difference, draws - difference))


def exceeding(seen: float, null: Floats) -> float:
    """The share of null values at least as far from zero as the one seen, that one counted among them."""
    if not np.isfinite(seen):
        return float("nan")
    null = null[np.isfinite(null)]
    return float((1 + (np.abs(null) >= abs(seen) - 1e-12).sum()) / (1 + len(null)))


def weights(count: int, samples: int, seed: int) -> Floats:
    """How often each of `count` things is drawn in each resample: shape (samples, count)."""
    drawn = np.random.default_rng(seed).multinomial(count, np.full(count, 1 / count), size=samples)
    return drawn.astype(np.float64)


def swaps(count: int, samples: int, seed: int) -> Floats:
    """Which of `count` things change places in each sample: shape (samples, count), 0 or 1."""
    return np.random.default_rng(seed).integers(0, 2, (samples, count)).astype(np.float64)


def places(clusters: Sequence[Any], items: int) -> NDArray[np.int64]:
    """The number of each item's cluster, in the order in which clusters first turn up."""
    if len(clusters) != items:
        raise InputError(f"{len(clusters)} clusters for {items} items", "the cluster of every item")
    numbers: dict[Any, int] = {}
    return np.array([numbers.setdefault(cluster, len(numbers)) for cluster in clusters], dtype=np.int64)


def _summed(first: Floats, second: Floats, clusters: Sequence[Any] | None) -> tuple[Floats, Floats]:
    if first.shape != second.shape:
        raise InputError(f"statistics of shapes {first.shape} and {second.shape}", "the same items for both")
    if not len(first):
        raise InputError("no items", "at least one item")
    if clusters is None:
        return first, second
    where = places(clusters, len(first))
    sums = [np.zeros((where.max() + 1, first.shape[1])) for _ in range(2)]
    for into, rows in zip(sums, (first, second), strict=True):
        np.add.at(into, where, rows)
    return sums[0], sums[1]
