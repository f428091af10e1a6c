"""How do two measurements vary together, when whole groups of them are drawn? Pearson's r from per-group moments.

A group keeps its number of pairs, both means and the sums of squares and products about these means; the sums of many
groups follow from their means (Chan, Golub & LeVeque 1979). Nothing large is subtracted from anything large, so r is
as right for values near 1e8 as for values near 0.
"""

from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

Floats = NDArray[np.float64]
SUSPECT = 1e-24
"""Below this variance of deviations that reach 1, what is left may be rounding: whether values differ is looked up."""


def deviations(values: Floats) -> Floats:
    """Finite values less their mean, of a size that can be squared, and NaN where there is none."""
    largest = np.nanmax(np.abs(values), initial=0.0)
    scaled = np.ldexp(values, -np.frexp(largest)[1])  # by a power of two, which is exact
    for _ in range(2):  # the second time for what rounding left of the mean
        scaled = scaled - np.nanmean(scaled)
    reach = np.nanmax(np.abs(scaled), initial=0.0)
    found: Floats = np.ldexp(scaled, -np.frexp(reach)[1])
    return found


@dataclass(frozen=True)
class Moments:
    """Per group: pairs, means, sums of squares and products about them, smallest and largest values."""

    n: Floats
    means: Floats
    """(2, groups)"""
    squares: Floats
    """(3, groups): of x, of y, and their products"""
    bounds: Floats
    """(4, groups): the largest x and y, the smallest x and y negated"""

    @classmethod
    def of(cls, x: Floats, y: Floats, groups: NDArray[np.int64], count: int) -> "Moments":
        """Of pairs in groups numbered from 0; pairs without y are left out."""
        there = ~np.isnan(y)
        values, where = np.stack([x[there], y[there]]), groups[there]
        n = np.bincount(where, minlength=count).astype(np.float64)

        def summed(*parts: Floats) -> Floats:
            return np.array([np.bincount(where, part, count) for part in parts], np.float64)

        means = summed(*values) / np.maximum(n, 1)
        one, other = values - means[:, where]
        squares = summed(one * one, other * other, one * other)
        bounds = np.full((4, count), -np.inf)
        for bound, part in zip(bounds, (*values, *-values), strict=True):
            np.maximum.at(bound, where, part)
        return cls(n, means, squares, bounds)

    def beside(self, other: "Moments") -> "Moments":
        """The groups of both."""
        return Moments(
            np.concatenate([self.n, other.n]),
            np.hstack([self.means, other.means]),
            np.hstack([self.squares, other.squares]),
            np.hstack([self.bounds, other.bounds]),
        )

    def correlations(self, drawn: Floats) -> Floats:
        """r in each of many draws of the groups, (draws, groups) times each; nan where x or y does not vary."""
        weights = drawn * self.n
        total = weights.sum(axis=1)
        with np.errstate(invalid="ignore", divide="ignore"):
            one, other = (mean - (weights @ mean / total)[:, None] for mean in self.means)
            within = drawn @ self.squares.T
            products = ((one, one), (other, other), (one, other))
            xx, yy, xy = (within[:, i] + np.einsum("dg,dg,dg->d", weights, *pair) for i, pair in enumerate(products))
            found: Floats = np.clip(xy / np.sqrt(xx * yy), -1, 1)
        for suspect in np.flatnonzero(~(np.minimum(xx, yy) > SUSPECT * total)):
            taken = self.bounds[:, weights[suspect] > 0]
            if not taken.size or (taken.max(axis=1)[:2] == -taken.max(axis=1)[2:]).any():
                found[suspect] = np.nan
        return found
