"""Is one better than the other, on the same items? Paired bootstrap and approximate randomisation.

Both take one number per item and system and compare the means, `bootstrap(a.items, b.items)`; or statistics that add
up, one row per item and system, and a function from their sum to a value. Items that belong together, such as the
captions of one image, are resampled and swapped together: pass their `clusters`. Paired bootstrap: Koehn (2004), here
with the shifted two-sided p of Efron & Tibshirani (1993, 16.4). Approximate randomisation: Noreen (1989); Riezler &
Maxwell (2005); where all swaps are no more than the samples, each is made once and p is exact.

Items are sorted by their statistics before anything is added up or drawn, so the order in which they are given, or in
which parts of a corpus were merged, does not change a bit of the result.
"""

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from typing import Any

import numpy as np
from numpy.typing import ArrayLike, NDArray

from grice import checks
from grice.errors import InputError
from grice.statistics.bootstrap import CELLS, UNKNOWN, Compute, Interval, central, computed, resample, summable

Floats = NDArray[np.float64]
ROUNDING = 1e-12
"""Differences that are equal but for rounding lie within this part of the values they are differences of."""


@dataclass(frozen=True)
class Paired:
    """How much more the first has than the second, how far that could have fallen, and how surprising it is."""

    difference: float
    interval: Interval
    p: float
    note: str = ""
    """Why interval and p are nan, where they are."""


def bootstrap(
    first: ArrayLike,
    second: ArrayLike,
    compute: Compute | None = None,
    clusters: Sequence[Any] | None = None,
    samples: int = 1000,
    seed: int = 0,
    level: float = 0.95,
) -> Paired:
    """Resample items (or clusters) with replacement, the same for both."""
    level = checks.level(level)
    one, other, compute = _sides(first, second, compute, clusters)
    width = one.shape[1]

    def difference(sums: Floats) -> Floats:
        return computed(compute, sums[:, :width]) - computed(compute, sums[:, width:])

    found = resample(np.hstack([one, other]), difference, samples, seed)
    return resampled(*_values(one, other, compute), found, len(one), level)


def randomisation(
    first: ArrayLike,
    second: ArrayLike,
    compute: Compute | None = None,
    clusters: Sequence[Any] | None = None,
    samples: int = 1000,
    seed: int = 0,
) -> float:
    """The two-sided p of the difference, had the two systems been swapped at random within each item (or cluster)."""
    one, other, compute = _sides(first, second, compute, clusters)
    start, gain, total = one.sum(axis=0), other - one, one.sum(axis=0) + other.sum(axis=0)
    null = []
    for swapped in swaps(len(one), samples, seed):
        mixed = start + swapped @ gain
        null.append(computed(compute, mixed) - computed(compute, total - mixed))
    here, there = _values(one, other, compute)
    return exceeding(here - there, np.concatenate(null), scale=max(abs(here), abs(there)))


def resampled(here: float, there: float, draws: Floats, count: int, level: float = 0.95) -> Paired:
    """The difference of two values with its percentile interval, and p: how often draws, moved to no difference, are as
    far off.

    Of `count` things a p below 2 / 2^count is not believed: it is the smallest that all their swaps can give.
    """
    difference = here - there
    if count < 2:
        return Paired(difference, UNKNOWN, float("nan"), f"too few to resample: {count}; at least 2 are needed")
    if not np.isfinite(draws).any():
        return Paired(difference, UNKNOWN, float("nan"), "the difference is defined in none of the resamples")
    p = exceeding(difference, draws - difference, scale=max(abs(here), abs(there)))
    return Paired(difference, central(draws, level), float(np.maximum(p, 2.0 ** (1 - count))))


def exceeding(seen: float, null: Floats, scale: float = 1.0) -> float:
    """The share of null values at least as far from zero as the one seen, that one counted among them.

    `scale` is the size of the values that were subtracted, which says what differs by no more than rounding.
    """
    null = null[np.isfinite(null)]
    if not np.isfinite(seen) or not len(null):
        return float("nan")
    return float((1 + (np.abs(null) >= abs(seen) - ROUNDING * scale).sum()) / (1 + len(null)))


def weights(count: int, samples: int, seed: int) -> Iterator[Floats]:
    """How often each of `count` things is drawn in each resample: arrays (resamples, count), some at a time."""
    samples, rng = checks.samples(samples), checks.generator(seed)
    for size in _sizes(count, samples):
        yield rng.multinomial(count, np.full(count, 1 / count), size=size).astype(np.float64)


def swaps(count: int, samples: int, seed: int) -> Iterator[Floats]:
    """Which of `count` things change places in each sample, 0 or 1: arrays (samples, count), some at a time.

    Where all ways to swap are no more than `samples`, these are all of them but the one that swaps nothing.
    """
    samples, rng = checks.samples(samples), checks.generator(seed)
    if count < 63 and 2**count <= samples:
        yield (np.arange(1, 2**count)[:, None] >> np.arange(count) & 1).astype(np.float64)
        return
    for size in _sizes(count, samples):
        yield rng.integers(0, 2, (size, count)).astype(np.float64)


def places(clusters: Sequence[Any], items: int) -> NDArray[np.int64]:
    """The number of each item's cluster, in the order in which clusters first turn up."""
    try:
        listed = list(clusters)
        numbers: dict[Any, int] = {}
        found = np.array([numbers.setdefault(cluster, len(numbers)) for cluster in listed], dtype=np.int64)
    except TypeError as error:
        raise InputError(f"clusters {checks.quoted(clusters)} ({error})", "a number or a name for every item") from None
    if len(found) != items:
        raise InputError(f"{len(found)} clusters for {items} items", "the cluster of every item")
    return found


def _sizes(count: int, samples: int) -> Iterator[int]:
    chunk = max(1, min(samples, CELLS // count))
    return (min(chunk, samples - start) for start in range(0, samples, chunk))


def _values(one: Floats, other: Floats, compute: Compute) -> tuple[float, float]:
    here, there = (float(computed(compute, rows.sum(axis=0, keepdims=True))[0]) for rows in (one, other))
    return here, there


def _sides(
    first: ArrayLike, second: ArrayLike, compute: Compute | None, clusters: Sequence[Any] | None
) -> tuple[Floats, Floats, Compute]:
    """Statistics of both systems, sorted, a row for each item or for each cluster; and what makes a value of them."""
    (one, made), (other, _) = summable(first, compute), summable(second, compute)
    if np.shape(first) != np.shape(second):
        raise InputError(f"statistics of shapes {np.shape(first)} and {np.shape(second)}", "the same items for both")
    if not len(one):
        raise InputError("no items", "at least one item")
    both = np.hstack([one, other]) + 0.0
    order = np.lexsort(both.T[::-1])
    both = both[order]
    if clusters is not None:
        where = places(clusters, len(both))[order]
        sums = np.zeros((where.max() + 1, both.shape[1]))
        np.add.at(sums, where, both)
        both = sums[np.lexsort(sums.T[::-1])]
    one, other = np.hsplit(both, 2)
    return np.ascontiguousarray(one), np.ascontiguousarray(other), made
