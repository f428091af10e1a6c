"""How far could the number have fallen, where the items are too many to be drawn again? From sums of their products.

The sums of a bootstrap sample of n items have, over all samples, the mean S and the covariance P - S S' / n, with S the
sums and P the sums of products of every two statistics; by the central limit theorem they are normal as n grows, and of
many items nothing else of the items matters. So sums are drawn from that normal distribution, and a value is computed
from each: the parametric bootstrap (Efron & Tibshirani 1993, 6.5) of a function of means, in memory that does not grow
with n.
"""

import numpy as np
from numpy.typing import ArrayLike

from grice import checks
from grice.statistics.bootstrap import UNKNOWN, Compute, Interval, central, computed

LEAST = 30
"""Items that must have a say: the sums of fewer are not normal."""
SAMPLES = 10_000
TOGETHER = 1e-9
"""How far from 1 a correlation may be that is one but for rounding."""


def interval(
    products: ArrayLike,
    compute: Compute,
    least: ArrayLike | None = None,
    level: float = 0.95,
    samples: int = SAMPLES,
    seed: int = 0,
    items: int | None = None,
) -> Interval:
    """The central `level` of values of drawn sums; (nan, nan) where fewer than 30 `items` have a say.

    `products` is the matrix of sums over items of x_i x_j, x = (1, statistics); `least` says what each statistic is at
    least, of any item: no sum is drawn below that.
    """
    found = checks.numbers(products, "products")
    count, sums = found[0, 0], found[0, 1:]
    samples, rng, level = checks.count(samples, "samples", least=1), checks.generator(seed), checks.level(level)
    if min(count, count if items is None else items) < LEAST:
        return UNKNOWN
    covariance = found[1:, 1:] - np.outer(sums, sums) / count
    spread = np.sqrt(np.maximum(np.diag(covariance), 0.0))
    # Of a statistic that is the same for all items, what is left of the difference is rounding.
    varies = spread > np.sqrt(np.diag(found)[1:] * count * np.finfo(np.float64).eps)
    drawn = np.tile(sums, (samples, 1))
    if varies.any():
        alike = covariance[np.ix_(varies, varies)] / np.outer(spread[varies], spread[varies])
        noise = rng.multivariate_normal(np.zeros(len(alike)), alike, samples, check_valid="ignore", method="eigh")
        # Statistics that go together entirely differ in nothing but rounding, which a quotient of them would show.
        first = (np.abs(alike) > 1 - TOGETHER).argmax(axis=1)
        noise = noise[:, first] * np.sign(alike[np.arange(len(alike)), first])
        drawn[:, varies] += noise * spread[varies]
    if least is not None:
        drawn = np.maximum(drawn, count * checks.numbers(least, "least"))
    return central(computed(compute, drawn), level)
