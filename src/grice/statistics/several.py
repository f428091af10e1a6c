"""How surprising is each of several tests, given that there are several? Holm's step-down correction (Holm 1979).

With m tests and p(1) <= ... <= p(m), the adjusted p(i) is the largest of (m - j + 1) p(j) over j <= i, at most 1. The
chance of any false alarm among all tests is then below the level at which adjusted p are read, however they depend on
each other.
"""

import numpy as np
from numpy.typing import ArrayLike, NDArray

from grice import checks


def holm(ps: ArrayLike) -> NDArray[np.float64]:
    """Adjusted p in the order given; a test without a p (NaN) has none and does not count among them."""
    given = checks.numbers(ps, "p").ravel()
    adjusted = np.full(len(given), np.nan)
    there = np.flatnonzero(~np.isnan(given))
    order = there[np.argsort(given[there], kind="stable")]
    factors = np.arange(len(order), 0, -1)
    adjusted[order] = np.minimum(1.0, np.maximum.accumulate(factors * given[order]))
    return adjusted
