"""How bright is a point? A headlight from the camera, a spot light from above, and the texture of walls and floor."""

import numpy as np
from numpy.typing import NDArray

from grice.scenes.render.measures import ROOM, tile

Floats = NDArray[np.float64]


def headlight(normals: Floats, backward: Floats) -> Floats:
    """Light along the optical axis, the same from every pixel, on top of what reaches every surface."""
    found: Floats = ROOM.ambient + ROOM.headlight * np.maximum(0, normals @ backward)
    return found


def spot(points: Floats, normals: Floats, soft: float = 0.0) -> tuple[Floats, Floats]:
    """The spot light on points with normals: what the surface reflects in its colour, and the white on the object.

    The light points straight down and falls off with a power of the cosine; the highlight has exponent 0, so it is the
    same wherever the light reaches and ends sharply where it does not; `soft` is the width over which it fades instead,
    as it does in the original over one facet of a round mesh.
    """
    towards = np.array(ROOM.spot_at) - points
    towards /= np.sqrt((towards * towards).sum(axis=-1, keepdims=True))
    cone = np.maximum(0, towards[..., 2]) ** ROOM.spot_exponent
    facing = (towards * normals).sum(axis=-1)
    reached = np.clip(0.5 + facing / soft, 0, 1) if soft else facing > 0
    return ROOM.spot * cone * np.maximum(0, facing), ROOM.highlight * cone * reached


def texture(u: Floats, v: Floats, footprint: Floats) -> Floats:
    """The texture at tile coordinates, from the two halvings nearest to what a pixel covers (trilinear)."""
    levels = tile()
    level = np.clip(np.log2(np.maximum(footprint * len(levels[0]), 1e-9)), 0, len(levels) - 1.001)
    lower = level.astype(np.intp)
    found = np.zeros(u.shape)
    for i, values in enumerate(levels):
        share = np.where(lower == i, 1 - (level - lower), np.where(lower + 1 == i, level - lower, 0))
        touched = share > 0
        found[touched] += share[touched] * _bilinear(values, u[touched], v[touched])
    return found


def _bilinear(values: Floats, u: Floats, v: Floats) -> Floats:
    """Values of a tile that repeats in both directions, u along its columns and v along its rows."""
    size = len(values)
    x, y = u % 1 * size - 0.5, v % 1 * size - 0.5
    left, top = np.floor(x).astype(np.intp), np.floor(y).astype(np.intp)
    dx, dy = x - left, y - top
    upper = values[top % size, left % size] * (1 - dx) + values[top % size, (left + 1) % size] * dx
    lower = values[(top + 1) % size, left % size] * (1 - dx) + values[(top + 1) % size, (left + 1) % size] * dx
    found: Floats = upper * (1 - dy) + lower * dy
    return found
