"""Does a score agree with people? Kendall's tau_c and Pearson's r over unaggregated ratings, with images resampled.

Every rating is an observation of its own: an item with three ratings counts three times (Hessel et al. 2021 and
Flickr8k-Expert before it). Items of one image hang together, so intervals and tests resample and swap whole images.

tau_c = 2 (P - Q) / (n² (m - 1) / m) (Stuart 1953), P and Q the pairs of observations ordered alike and unlike, n their
number, m the smaller number of distinct values. P - Q is a sum over pairs of items, hence over pairs of images: with
K[a, b] the sum between images a and b, and w how often each image is drawn, 2 (P - Q) = w K w. So a resample costs a
product of a vector with a matrix, and a swap of two metrics within images is one of four such matrices for each pair.
For swaps, scores must share a scale: for tau_c they are replaced by their mid-ranks, for r by their deviations in
units of their spread.
"""

from collections.abc import Sequence
from dataclasses import dataclass
from functools import cached_property
from typing import Any

import numpy as np
from numpy.typing import ArrayLike, NDArray

from grice.errors import InputError
from grice.statistics.bootstrap import Interval
from grice.statistics.paired import Paired, exceeding, places, resampled, swaps, weights

Floats = NDArray[np.float64]
SAMPLES = 2000


def tau_c(x: ArrayLike, y: ArrayLike) -> float:
    """Kendall's tau_c of two lists of observations."""
    from scipy.stats import kendalltau

    return float(kendalltau(np.asarray(x), np.asarray(y), variant="c").statistic)


def pearson(x: ArrayLike, y: ArrayLike) -> float:
    """Pearson's r of two lists of observations; nan where either does not vary."""
    return float(_r(_sums(np.asarray(x, np.float64)[:, None], np.asarray(y, np.float64)[:, None]).sum(axis=0)))


@dataclass(frozen=True)
class Comparison:
    """The first metric less the second: by paired bootstrap over images, and the p of swapping them within images."""

    tau_c: Paired
    pearson: Paired
    tau_c_swapped: float
    pearson_swapped: float


class Ratings:
    """Ratings by people, shape (items, raters), of items that belong to clusters; NaN: this rater gave none."""

    def __init__(self, ratings: ArrayLike, clusters: Sequence[Any] | None = None) -> None:
        given = np.asarray(ratings, np.float64)
        self.ratings: Floats = given[:, None] if given.ndim == 1 else given
        if self.ratings.ndim != 2 or not len(self.ratings):
            raise InputError(f"ratings of shape {given.shape}", "one row per item, one column per rater")
        names = range(len(self.ratings)) if clusters is None else clusters
        self.places = places(names, len(self.ratings))
        self.clusters = int(self.places.max()) + 1
        self._order = np.argsort(self.places, kind="stable")
        self._starts = np.searchsorted(self.places[self._order], np.arange(self.clusters))
        self._given = (~np.isnan(self.ratings)).astype(np.float64)

    def judge(self, scores: ArrayLike) -> "Agreement":
        """How well scores, one per item, agree with these ratings."""
        found = np.asarray(scores, np.float64)
        if found.shape != (len(self.ratings),):
            raise InputError(f"scores of shape {found.shape}", f"one score for each of {len(self.ratings)} items")
        if np.isnan(found).any():
            raise InputError(f"{int(np.isnan(found).sum())} items without a score", "a score for every item")
        return Agreement(self, found)

    @cached_property
    def _signs(self) -> NDArray[np.float32]:
        """Per pair of items, how many pairs of their ratings go up less how many go down."""
        known = np.unique(self.ratings[~np.isnan(self.ratings)])
        counts = np.stack([(self.ratings == value).sum(axis=1) for value in known], axis=1).astype(np.float32)
        higher = counts @ np.sign(np.arange(len(known))[:, None] - np.arange(len(known))).astype(np.float32)
        signs: NDArray[np.float32] = higher @ counts.T
        return signs

    @cached_property
    def levels(self) -> int:
        """How many distinct ratings there are."""
        return len(np.unique(self.ratings[~np.isnan(self.ratings)]))

    @cached_property
    def sizes(self) -> Floats:
        """How many ratings the items of each cluster have."""
        counts: Floats = np.bincount(self.places, self._given.sum(axis=1), self.clusters).astype(np.float64)
        return counts

    def between(self, rows: Floats, columns: Floats) -> Floats:
        """K: per pair of clusters, the sum over their items of sign(row - column) times the signs of the ratings."""
        signs = np.sign(rows[:, None] - columns[None, :]).astype(np.float32)
        signs *= self._signs
        summed = np.add.reduceat(signs[np.ix_(self._order, self._order)], self._starts, axis=0, dtype=np.float64)
        clustered: Floats = np.add.reduceat(summed, self._starts, axis=1)
        return clustered


@dataclass(frozen=True)
class Agreement:
    """Scores beside ratings."""

    ratings: Ratings
    scores: Floats

    @cached_property
    def tau_c(self) -> float:
        return float(self._tau(np.ones((1, self.ratings.clusters)))[0])

    @cached_property
    def pearson(self) -> float:
        return float(_r(self._moments.sum(axis=0)))

    def interval(self, what: str = "tau_c", level: float = 0.95, samples: int = SAMPLES, seed: int = 0) -> Interval:
        """The percentile bootstrap over clusters of "tau_c" or "pearson"."""
        return resampled(getattr(self, what), self.draws(what, samples, seed), level).interval

    def draws(self, what: str, samples: int = SAMPLES, seed: int = 0) -> Floats:
        """The value in each resample of the clusters."""
        drawn = weights(self.ratings.clusters, samples, seed)
        return self._tau(drawn) if what == "tau_c" else _r(drawn @ self._moments)

    def compare(self, other: "Agreement", samples: int = SAMPLES, seed: int = 0) -> Comparison:
        """This less the other, on the same ratings."""
        paired = {
            what: resampled(
                getattr(self, what) - getattr(other, what),
                self.draws(what, samples, seed) - other.draws(what, samples, seed),
            )
            for what in ("tau_c", "pearson")
        }
        swapped = swaps(self.ratings.clusters, samples, seed)
        return Comparison(
            paired["tau_c"], paired["pearson"], self._swap_tau(other, swapped), self._swap_pearson(other, swapped)
        )

    def _tau(self, drawn: Floats) -> Floats:
        found: Floats = np.einsum("sa,sa->s", drawn @ self._pairs, drawn) / self._norm(drawn)
        return found

    def _norm(self, drawn: Floats) -> Floats:
        m = min(self.ratings.levels, len(np.unique(self.scores)))
        found: Floats = (drawn @ self.ratings.sizes) ** 2 * (m - 1) / m if m > 1 else np.full(len(drawn), np.nan)
        return found

    @cached_property
    def _pairs(self) -> Floats:
        return self.ratings.between(self.scores, self.scores)

    @cached_property
    def _moments(self) -> Floats:
        return self._clustered(self.scores)

    def _clustered(self, scores: Floats) -> Floats:
        moments = _sums(np.broadcast_to(scores[:, None], self.ratings.ratings.shape), self.ratings.ratings)
        found = np.zeros((self.ratings.clusters, moments.shape[1]))
        np.add.at(found, self.ratings.places, moments)
        return found

    def _swap_tau(self, other: "Agreement", swapped: Floats) -> float:
        from scipy.stats import rankdata

        one, two = rankdata(self.scores), rankdata(other.scores)
        between = self.ratings.between
        own, theirs = between(one, one), between(two, two)
        across = between(one, two)
        kept = 1 - swapped

        def mixed(first: Floats, second: Floats) -> Floats:
            """Clusters at `first` have this metric's scores, those at `second` the other's."""
            quadratic = np.einsum("sa,sa->s", first @ own, first) + np.einsum("sa,sa->s", second @ theirs, second)
            total: Floats = quadratic + 2 * np.einsum("sa,sa->s", first @ across, second)
            return total

        norm = self._norm(np.ones((1, self.ratings.clusters)))[0]
        null = (mixed(kept, swapped) - mixed(swapped, kept)) / norm
        return exceeding(self.tau_c - other.tau_c, null)

    def _swap_pearson(self, other: "Agreement", swapped: Floats) -> float:
        one, two = (self._clustered(_standard(a.scores)) for a in (self, other))
        total = one.sum(axis=0) + two.sum(axis=0)
        mixed = one.sum(axis=0) + swapped @ (two - one)
        return exceeding(self.pearson - other.pearson, _r(mixed) - _r(total - mixed))


def _standard(scores: Floats) -> Floats:
    found: Floats = (scores - scores.mean()) / (scores.std() or 1.0)
    return found


def _sums(x: Floats, y: Floats) -> Floats:
    """Per row: how many pairs, and the sums of x, y, x², y² and xy over them."""
    there = ~np.isnan(y)
    x, y = np.where(there, x, 0.0), np.where(there, y, 0.0)
    return np.stack([part.sum(axis=1) for part in (there.astype(np.float64), x, y, x * x, y * y, x * y)], axis=1)


def _r(sums: Floats) -> Floats:
    n, x, y, xx, yy, xy = np.moveaxis(sums, -1, 0)
    with np.errstate(invalid="ignore", divide="ignore"):
        found: Floats = (n * xy - x * y) / np.sqrt((n * xx - x * x) * (n * yy - y * y))
    return found
