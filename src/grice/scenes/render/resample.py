"""How do rays become pixels? By Lanczos-3, as the original was shrunk."""

from functools import cache

import numpy as np
from numpy.typing import NDArray


@cache
def lanczos(size: int, per_pixel: int, lobes: int = 3) -> NDArray[np.float32]:
    """Weights (size, size * per_pixel) of sinc(d) sinc(d / lobes), d in pixels of the result, each row summing to 1."""
    source = (np.arange(size * per_pixel) + 0.5) / per_pixel
    distance = np.arange(size)[:, None] + 0.5 - source
    weights = np.where(np.abs(distance) < lobes, np.sinc(distance) * np.sinc(distance / lobes), 0)
    found: NDArray[np.float32] = (weights / weights.sum(axis=1, keepdims=True)).astype(np.float32)
    return found


def shrink(planes: NDArray[np.float32], size: int, per_pixel: int) -> NDArray[np.float32]:
    """Planes (n, size * per_pixel, size * per_pixel) of a source, shrunk by Lanczos-3 in both directions."""
    weights = lanczos(size, per_pixel)
    found: NDArray[np.float32] = weights @ (planes @ weights.T)
    return found
