"""Do raters agree? Krippendorff's alpha, for any number of raters, missing ratings and three kinds of scale.

    alpha = 1 - observed disagreement / expected disagreement

over all pairs of ratings of one unit, against all pairs of ratings whatsoever (Krippendorff 2011). Disagreement is 1
for different labels (nominal), the squared difference (interval), or the squared number of ratings between (ordinal).
"""

from collections.abc import Iterable, Mapping
from typing import Any

import numpy as np
from numpy.typing import NDArray

from grice.errors import InputError

Floats = NDArray[np.float64]
SCALES = ("nominal", "ordinal", "interval")


def alpha(ratings: Iterable[Mapping[Any, Any]] | Mapping[Any, Mapping[Any, Any]], scale: str = "nominal") -> float:
    """Krippendorff's alpha of ratings by unit, each a mapping of rater to value; None is no rating.

    NaN where no unit has two ratings, and where all ratings are the same, when there is nothing to disagree about.
    """
    if scale not in SCALES:
        raise InputError(f"scale {scale!r}", f"one of {', '.join(SCALES)}")
    units = list(ratings.values()) if isinstance(ratings, Mapping) else list(ratings)
    listed = [[value for value in unit.values() if value is not None] for unit in units]
    pairable = [values for values in listed if len(values) > 1]
    known = sorted({value for values in pairable for value in values}, key=lambda value: (str(type(value)), value))
    if len(known) < 2:
        return float("nan")
    place = {value: i for i, value in enumerate(known)}
    coincidences = np.zeros((len(known), len(known)))
    for values in pairable:
        counts = np.bincount([place[value] for value in values], minlength=len(known)).astype(np.float64)
        coincidences += (np.outer(counts, counts) - np.diag(counts)) / (len(values) - 1)
    totals = coincidences.sum(axis=1)
    distance = _distances(known, totals, scale)
    expected = float((np.outer(totals, totals) * distance).sum()) / (totals.sum() - 1)
    return 1 - float((coincidences * distance).sum()) / expected if expected else float("nan")


def _distances(known: list[Any], totals: Floats, scale: str) -> Floats:
    if scale == "nominal":
        return 1 - np.eye(len(known))
    if scale == "interval":
        try:
            values = np.array(known, np.float64)
        except (TypeError, ValueError):
            raise InputError(f"ratings {known[:3]} on an interval scale", "numbers") from None
    else:
        # The middle rank of each value: the difference of two is the number of ratings between, ends by half.
        values = np.cumsum(totals) - totals / 2
    found: Floats = (values[:, None] - values[None, :]) ** 2
    return found
