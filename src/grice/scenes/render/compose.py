"""What does a room look like? The picture of any of the 480,000, from its id."""

from functools import cache

import numpy as np
from numpy.typing import ArrayLike, NDArray

from grice import checks
from grice.scenes.render.camera import centres
from grice.scenes.render.layers import LEVELS, SHIFT, Planes, expand, hue_levels, shard
from grice.scenes.render.measures import ROOM
from grice.scenes.render.trace import FLOOR, GEOMETRIES, OBJECT, WALL, trace_smooth
from grice.scenes.rooms import SIZES, check, features

ORIGINAL = 64
SMALLEST, LARGEST = 8, 2048
_OVERSAMPLE = 4
_STRIP = 16

Pictures = NDArray[np.uint8]


def rooms(ids: ArrayLike, size: int = ORIGINAL) -> Pictures:
    """Pictures of ids as the data set has them: uint8 (..., size, size, 3), for one id or an array of them.

    64 pixels are the original, rays, meshes, filter and all; any other size is the same room drawn smoothly.
    """
    checked = check(ids)
    size = checks.whole(size, "a picture size of", SMALLEST, LARGEST, f"size={ORIGINAL}")
    out = np.empty((checked.size, size, size, 3), dtype=np.uint8)
    flat = checked.reshape(-1)
    if size == ORIGINAL:
        _original(flat, out)
    else:
        for id, picture in zip(flat.tolist(), out, strict=True):
            _smooth(id, picture)
    return out.reshape(*checked.shape, size, size, 3)


def _original(ids: NDArray[np.int64], out: Pictures) -> None:
    """Add three layers, shift, clip: one pass over memory per picture."""
    atlas = _atlas()
    indexes = features(ids)[:, :3].tolist()
    total = np.empty(ORIGINAL * ORIGINAL * 3, dtype=np.int16)
    for picture, geometry, (floor, wall, thing) in zip(
        out.reshape(len(ids), total.size), (ids % GEOMETRIES).tolist(), indexes, strict=True
    ):
        floors, walls, things = atlas.get(geometry) or _enter(atlas, geometry)
        np.add(floors[floor], walls[wall], out=total)
        np.add(total, things[thing], out=total)
        np.right_shift(total, SHIFT, out=total)
        np.clip(total, 0, 255, out=total)
        picture[:] = total


@cache
def _atlas() -> dict[int, tuple[Planes, Planes, Planes]]:
    """The geometries used so far, ready for adding: 740 kB each, 354 MB for all of them."""
    return {}


def _enter(atlas: dict[int, tuple[Planes, Planes, Planes]], geometry: int) -> tuple[Planes, Planes, Planes]:
    views = SIZES[5]
    number = geometry // views
    for view, of_geometry in enumerate(shard(number)):
        atlas[number * views + view] = expand(of_geometry)
    return atlas[geometry]


def _smooth(id: int, out: Pictures) -> None:
    """Sixteen rays to a pixel, averaged, a strip of rows at a time so that memory does not grow with the area."""
    size = len(out)
    levels = hue_levels()[features(id)[:3]] / LEVELS
    grid = centres(size, _OVERSAMPLE)
    for top in range(0, size, _STRIP):
        rows = grid[top * _OVERSAMPLE : (top + _STRIP) * _OVERSAMPLE]
        view = trace_smooth(id % GEOMETRIES, rows, grid)
        colours = np.zeros((OBJECT + 1, 3))
        for surface, level in zip((FLOOR, WALL, OBJECT), levels, strict=True):
            colours[surface] = level
        lit = np.minimum(1, view.intensity[..., None] * colours[view.surface] + view.white[..., None])
        lit[view.surface == 0] = np.array(ROOM.sky) / 255
        mean = lit.reshape(len(rows) // _OVERSAMPLE, _OVERSAMPLE, size, _OVERSAMPLE, 3).mean(axis=(1, 3))
        out[top : top + _STRIP] = np.rint(255 * mean)
