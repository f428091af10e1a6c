"""How much is "a few"? Graded meanings of vague words, after the use of them in QTUNA (Chen, van Deemter et al. 2019).

A prototype is a trapezoid: nothing up to `low`, full membership from `full` to `until`, nothing from `high` on. It
runs over a share (of the objects talked about), a count, or a gap (the difference of two counts over their sum).
"""

from collections.abc import Mapping
from dataclasses import dataclass
from types import MappingProxyType
from typing import Literal

import numpy as np
from numpy.typing import NDArray

Unit = Literal["share", "count", "gap"]


@dataclass(frozen=True)
class Prototype:
    """A trapezoid over a unit; `typical` is what a reader would guess from the word alone."""

    unit: Unit
    low: float
    full: float
    until: float
    high: float

    @property
    def typical(self) -> float:
        return (self.full + self.until) / 2

    def membership(self, values: NDArray[np.float64]) -> NDArray[np.float64]:
        """Between 0 and 1; not a number counts as 0."""
        rising = (values - self.low) / max(self.full - self.low, 1e-12)
        falling = (self.high - values) / max(self.high - self.until, 1e-12)
        fit: NDArray[np.float64] = np.nan_to_num(np.clip(np.minimum(rising, falling), 0.0, 1.0), nan=0.0)
        return fit


PROTOTYPES: Mapping[str, Prototype] = MappingProxyType(
    {
        "most": Prototype("share", 0.5, 0.65, 0.9, 1.0),
        "minority": Prototype("share", 0.0, 0.1, 0.35, 0.5),
        "some": Prototype("share", 0.0, 0.1, 0.45, 1.0),
        "almost_all": Prototype("share", 0.65, 0.8, 0.95, 1.0),
        "about_half": Prototype("share", 0.3, 0.44, 0.56, 0.7),
        "many": Prototype("share", 0.2, 0.4, 1.0, 1.5),
        "few": Prototype("share", 0.0, 0.04, 0.2, 0.4),
        "a_few": Prototype("count", 1.0, 2.0, 4.0, 7.0),
        "a_couple": Prototype("count", 1.0, 2.0, 2.0, 4.0),
        "several": Prototype("count", 2.0, 3.0, 7.0, 12.0),
        "slightly_more": Prototype("gap", 0.0, 0.01, 0.12, 0.3),
    }
)
"""What the words mean unless a caller passes prototypes of their own: `dict(PROTOTYPES) | {"few": Prototype(...)}`."""
