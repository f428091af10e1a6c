"""Does a score agree with people? Kendall's tau_c and Pearson's r over unaggregated ratings, with images resampled.

Every rating is an observation of its own: an item with three ratings counts three times (Hessel et al. 2021 and
Flickr8k-Expert before it). Items of one image hang together, so intervals and tests resample and swap whole images.

tau_c = 2 (P - Q) / (n² (m - 1) / m) (Stuart 1953), P and Q the pairs of observations ordered alike and unlike, n their
number, m the smaller number of distinct values. P - Q is a sum over pairs of items, hence over pairs of images: with
K[a, b] the sum between images a and b, and w how often each image is drawn, 2 (P - Q) = w K w. So a resample costs a
product of a vector with a matrix, and a swap of two metrics within images is one of four such matrices for each pair.
A resample keeps the m of all observations: the scale is given, not drawn.
For swaps, scores must share a scale: for tau_c they are replaced by their mid-ranks, for r by their deviations in
units of their spread.

The sums of tau_c are whole numbers, exact in any order. Those of r run in the order of the items, image by image, and
images are numbered as they turn up: give the items in the order of their rows.
"""

from collections.abc import Sequence
from dataclasses import dataclass
from functools import cached_property
from typing import Any

import numpy as np
from numpy.typing import ArrayLike, NDArray

from grice import checks
from grice.errors import InputError
from grice.statistics.bootstrap import Interval
from grice.statistics.moments import Moments, deviations
from grice.statistics.paired import Paired, exceeding, places, resampled, swaps, weights

Floats = NDArray[np.float64]
SAMPLES = 2000
MEASURES = ("tau_c", "pearson")


def tau_c(x: ArrayLike, y: ArrayLike) -> float:
    """Kendall's tau_c of two lists of observations; nan where either does not vary. A pair with a NaN is left out."""
    from scipy.stats import kendalltau

    one, other = _observations(x, y)
    return float(kendalltau(one, other, variant="c").statistic) if _vary(one, other) else float("nan")


def pearson(x: ArrayLike, y: ArrayLike) -> float:
    """Pearson's r of two lists of observations; nan where either does not vary. A pair with a NaN is left out."""
    one, other = _observations(x, y)
    if not _vary(one, other) or np.isinf(one).any() or np.isinf(other).any():
        return float("nan")
    one, other = (deviations(values) for values in (one, other))
    return float(np.clip(one @ other / np.sqrt((one @ one) * (other @ other)), -1, 1))


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
        given = checks.numbers(ratings, "ratings")
        self.ratings: Floats = given[:, None] if given.ndim == 1 else given
        if self.ratings.ndim != 2 or not len(self.ratings):
            raise InputError(f"ratings of shape {given.shape}", "one row per item, one column per rater")
        if np.isinf(self.ratings).any() or np.isnan(self.ratings).all():
            problem = "nothing but NaN" if np.isnan(self.ratings).all() else "an infinite value"
            raise InputError(f"ratings with {problem}", "finite numbers, NaN only where a rater gave none")
        names = range(len(self.ratings)) if clusters is None else clusters
        self.places = places(names, len(self.ratings))
        self.clusters = int(self.places.max()) + 1
        self._order = np.argsort(self.places, kind="stable")
        self._starts = np.searchsorted(self.places[self._order], np.arange(self.clusters))
        self._given = (~np.isnan(self.ratings)).astype(np.float64)

    def judge(self, scores: ArrayLike) -> "Agreement":
        """How well scores, one per item, agree with these ratings."""
        found = checks.numbers(scores, "scores")
        if found.shape != (len(self.ratings),):
            raise InputError(f"scores of shape {found.shape}", f"one score for each of {len(self.ratings)} items")
        if not np.isfinite(found).all():
            raise InputError(
                f"{int((~np.isfinite(found)).sum())} items without a score", "a finite score for every item"
            )
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
    def rated(self) -> NDArray[np.bool_]:
        """Which items have a rating: the others have no say."""
        return np.asarray(self._given.sum(axis=1) > 0)

    @cached_property
    def sizes(self) -> Floats:
        """How many ratings the items of each cluster have."""
        counts: Floats = np.bincount(self.places, self._given.sum(axis=1), self.clusters).astype(np.float64)
        return counts

    @cached_property
    def _deviations(self) -> Floats:
        return deviations(self.ratings)

    def moments(self, scores: Floats) -> Moments:
        """How scores vary together with the ratings, cluster by cluster."""
        raters = self.ratings.shape[1]
        each, groups = np.repeat(scores, raters), np.repeat(self.places, raters)
        return Moments.of(each, self._deviations.ravel(), groups, self.clusters)

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
        return float(self._tau(self._once)[0])

    @cached_property
    def pearson(self) -> float:
        return float(self._moments.correlations(self._once)[0])

    def interval(self, what: str = "tau_c", level: float = 0.95, samples: int = SAMPLES, seed: int = 0) -> Interval:
        """The percentile bootstrap over clusters of "tau_c" or "pearson"; (nan, nan) of a single cluster."""
        draws = self.draws(what, samples, seed)
        return resampled(getattr(self, what), 0.0, draws, self.ratings.clusters, checks.level(level)).interval

    def draws(self, what: str, samples: int = SAMPLES, seed: int = 0) -> Floats:
        """The value in each resample of the clusters."""
        if what not in MEASURES:
            raise InputError(f"no measure of agreement is called {what!r}", f"one of {', '.join(MEASURES)}")
        measure = self._tau if what == "tau_c" else self._moments.correlations
        return np.concatenate([measure(drawn) for drawn in weights(self.ratings.clusters, samples, seed)])

    def compare(self, other: "Agreement", samples: int = SAMPLES, seed: int = 0) -> Comparison:
        """This less the other, on the same ratings."""
        if not isinstance(other, Agreement) or other.ratings is not self.ratings:
            raise InputError(
                f"a comparison with {checks.quoted(other)}",
                "scores judged by the same ratings",
                "people = Ratings(...); people.judge(one).compare(people.judge(two))",
            )
        paired = {
            what: resampled(
                getattr(self, what),
                getattr(other, what),
                self.draws(what, samples, seed) - other.draws(what, samples, seed),
                self.ratings.clusters,
            )
            for what in MEASURES
        }
        return Comparison(
            paired["tau_c"],
            paired["pearson"],
            self._swap_tau(other, samples, seed),
            self._swap_pearson(other, samples, seed),
        )

    @property
    def _once(self) -> Floats:
        return np.ones((1, self.ratings.clusters))

    def _tau(self, drawn: Floats) -> Floats:
        found: Floats = np.einsum("sa,sa->s", drawn @ self._pairs, drawn) / self._norm(drawn)
        return found

    def _norm(self, drawn: Floats) -> Floats:
        m = min(self.ratings.levels, len(np.unique(self.scores[self.ratings.rated])))
        found: Floats = (drawn @ self.ratings.sizes) ** 2 * (m - 1) / m if m > 1 else np.full(len(drawn), np.nan)
        return found

    @cached_property
    def _pairs(self) -> Floats:
        return self.ratings.between(self.scores, self.scores)

    @cached_property
    def _moments(self) -> Moments:
        return self.ratings.moments(deviations(self.scores))

    def _swap_tau(self, other: "Agreement", samples: int, seed: int) -> float:
        from scipy.stats import rankdata

        one, two = rankdata(self.scores), rankdata(other.scores)
        between = self.ratings.between
        own, theirs = between(one, one), between(two, two)
        across = between(one, two)

        def mixed(first: Floats, second: Floats) -> Floats:
            """Clusters at `first` have this metric's scores, those at `second` the other's."""
            quadratic = np.einsum("sa,sa->s", first @ own, first) + np.einsum("sa,sa->s", second @ theirs, second)
            total: Floats = quadratic + 2 * np.einsum("sa,sa->s", first @ across, second)
            return total

        norm = self._norm(self._once)[0]
        null = [
            (mixed(1 - swapped, swapped) - mixed(swapped, 1 - swapped)) / norm
            for swapped in swaps(self.ratings.clusters, samples, seed)
        ]
        return exceeding(self.tau_c - other.tau_c, np.concatenate(null))

    def _swap_pearson(self, other: "Agreement", samples: int, seed: int) -> float:
        one, two = (self.ratings.moments(_standard(a.scores)) for a in (self, other))
        both = one.beside(two)
        null = []
        for swapped in swaps(self.ratings.clusters, samples, seed):
            kept = 1 - swapped
            mixed, rest = (np.hstack(chosen) for chosen in ((kept, swapped), (swapped, kept)))
            null.append(both.correlations(mixed) - both.correlations(rest))
        return exceeding(self.pearson - other.pearson, np.concatenate(null))


def _observations(x: ArrayLike, y: ArrayLike) -> tuple[Floats, Floats]:
    """Two lists of one length, without the pairs of which one is missing."""
    one, other = checks.numbers(x, "observations"), checks.numbers(y, "observations")
    if one.ndim != 1 or one.shape != other.shape:
        raise InputError(f"observations of shapes {one.shape} and {other.shape}", "two lists of one length")
    there = ~(np.isnan(one) | np.isnan(other))
    return one[there], other[there]


def _vary(one: Floats, other: Floats) -> bool:
    return len(one) > 1 and bool((one != one[0]).any() and (other != other[0]).any())


def _standard(scores: Floats) -> Floats:
    """Deviations in units of their spread; of scores that do not vary, zeros."""
    if (scores == scores[0]).all():
        return np.zeros_like(scores)
    spread = deviations(scores)
    found: Floats = spread / spread.std()
    return found
