"""Does one measure go with another? A straight line, how much it explains, and how strong that is in words.

Ordinary least squares of y on x: slope, intercept, R squared, the standard error of the slope and its p. Cohen's (1988)
bands for R squared are those that Pel (2020, section 5.1) uses.
"""

from dataclasses import dataclass

import numpy as np
from numpy.typing import ArrayLike, NDArray

from grice import checks
from grice.errors import InputError

BANDS = ((0.02, "very weak"), (0.16, "weak"), (0.26, "moderate"), (float("inf"), "substantial"))
"""R squared below each, and the word for it."""


@dataclass(frozen=True)
class Line:
    """y = intercept + slope x, and what is known of it."""

    slope: float
    intercept: float
    r_squared: float
    error: float
    """The standard error of the slope."""
    p: float
    points: int

    @property
    def band(self) -> str:
        """R squared in Cohen's words."""
        return next((word for limit, word in BANDS if self.r_squared < limit), "undefined")

    def __call__(self, x: ArrayLike) -> NDArray[np.float64]:
        return self.intercept + self.slope * np.asarray(x, np.float64)


def line(x: ArrayLike, y: ArrayLike) -> Line:
    """The least-squares line of y on x; NaN where x does not vary."""
    from scipy.stats import t as student

    one, other = checks.numbers(x, "x"), checks.numbers(y, "y")
    if one.ndim != 1 or one.shape != other.shape:
        raise InputError(f"x and y of shapes {one.shape} and {other.shape}", "two lists of one length")
    there = np.isfinite(one) & np.isfinite(other)
    one, other = one[there], other[there]
    n = len(one)
    if n < 3:
        raise InputError(f"{n} points", "three points or more for a line and its error")
    dx, dy = one - one.mean(), other - other.mean()
    xx, yy, xy = float(dx @ dx), float(dy @ dy), float(dx @ dy)
    if not xx:
        unknown = float("nan")
        return Line(unknown, unknown, unknown, unknown, unknown, n)
    slope = xy / xx
    left = max(yy - slope * xy, 0.0)
    error = float(np.sqrt(left / (n - 2) / xx))
    p = float(2 * student.sf(abs(slope / error), n - 2)) if error else (1.0 if not slope else 0.0)
    return Line(
        slope, float(other.mean() - slope * one.mean()), xy * xy / (xx * yy) if yy else float("nan"), error, p, n
    )
