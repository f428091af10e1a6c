"""Why is a picture only two additions? Each geometry has three layers, floor, walls with sky and object, for all hues.

One ray sees one surface, and shrinking is linear, so a picture is the sum of what its floor, its walls and its object
give alone. Each channel of a hue is one of six levels (0, .2 ... 1), clipped before it is shrunk; so nineteen planes
hold a geometry: five levels of floor and of wall, six of the object, whose highlight shows on black too, and the sky.
Planes are fixed-point numbers in units of 1/64 of a grey level.
"""

import colorsys
import hashlib
from collections.abc import Callable
from concurrent.futures import ProcessPoolExecutor
from functools import cache

import numpy as np
from numpy.typing import NDArray

from grice import checks
from grice.files.blobs import keep, recall
from grice.scenes import rooms
from grice.scenes.render.measures import ROOM, tile
from grice.scenes.render.resample import shrink
from grice.scenes.render.trace import FLOOR, GEOMETRIES, OBJECT, SKY, WALL, trace

SHIFT = 6
LEVELS = 5
_PLANES = 3 * LEVELS + 4
_VIEWS = rooms.SIZES[5]
SHARDS = GEOMETRIES // _VIEWS
_METHOD = 1  # increase when the same measures give other pictures

Planes = NDArray[np.int16]


@cache
def version() -> str:
    """What a cached geometry depends on: the method, the measures, the texture."""
    text = f"rooms {_METHOD} {ROOM} {tile()[0].round(6).tolist()}"
    return hashlib.sha256(text.encode()).hexdigest()[:16]


@cache
def hue_levels() -> NDArray[np.intp]:
    """Which of the six levels each channel of each hue is: (10, 3)."""
    hues = rooms.labels(np.arange(10) * 48_000)[:, 0]
    colours = np.array([colorsys.hsv_to_rgb(hue, 1, 1) for hue in hues])
    levels: NDArray[np.intp] = np.rint(colours * LEVELS).astype(np.intp)
    return levels


def planes(geometry: int) -> Planes:
    """The nineteen planes of a geometry: (19, 64, 64)."""
    view = trace(geometry)
    levels = np.arange(LEVELS + 1)[:, None, None] / LEVELS
    source = np.zeros((_PLANES, *view.surface.shape), dtype=np.float32)
    for start, surface, first in ((0, FLOOR, 1), (LEVELS, WALL, 1), (2 * LEVELS, OBJECT, 0)):
        lit = np.minimum(1, levels[first:] * view.intensity + view.white)
        source[start : start + LEVELS + 1 - first] = np.where(view.surface == surface, 255 * lit, 0)
    source[-3:] = np.where(view.surface == SKY, np.array(ROOM.sky)[:, None, None], 0)
    fixed = shrink(source, 64, 3) * 2**SHIFT
    fixed[-3:] += 2 ** (SHIFT - 1)  # so that the shift at the end rounds
    rounded: Planes = np.rint(fixed).astype(np.int16)
    return rounded


def expand(of_geometry: Planes) -> tuple[Planes, Planes, Planes]:
    """Floor, wall with sky, and object of a geometry, each (10 hues, 64 * 64 * 3) as a picture lies in memory."""
    flat = of_geometry.reshape(_PLANES, -1)
    black = np.zeros((1, flat.shape[1]), dtype=np.int16)
    floor, wall, thing, sky = np.split(flat, [LEVELS, 2 * LEVELS, _PLANES - 3])
    levels = hue_levels()
    sheets = (
        np.concatenate([black, floor])[levels],
        np.concatenate([black, wall])[levels] + sky,
        thing[levels],
    )
    first, second, third = (np.ascontiguousarray(sheet.transpose(0, 2, 1)).reshape(10, -1) for sheet in sheets)
    return first, second, third


def shard(number: int) -> Planes:
    """The planes of the fifteen orientations of one scale and shape, from the cache or made now: (15, 19, 64, 64)."""
    name = f"rooms/{number:02d}"
    shape = (_VIEWS, _PLANES, 64, 64)
    data = recall(name, version())
    if data is None:
        made = np.stack([planes(number * _VIEWS + view) for view in range(_VIEWS)])
        keep(name, version(), made.astype("<i2").tobytes())
        return made
    return np.frombuffer(data, dtype="<i2").reshape(shape).astype(np.int16, copy=False)


def build(workers: int = 1, step: Callable[[int], object] = lambda _: None) -> int:
    """Make every geometry that is not in the cache yet; returns how many had to be made."""
    workers = checks.count(workers, "workers", least=1)
    absent = [number for number in range(SHARDS) if recall(f"rooms/{number:02d}", version()) is None]
    if workers == 1 or len(absent) < 2:
        for number in absent:
            shard(number)
            step(_VIEWS)
        return len(absent) * _VIEWS
    with ProcessPoolExecutor(workers) as pool:
        for _ in pool.map(_make, absent):
            step(_VIEWS)
    return len(absent) * _VIEWS


def _make(number: int) -> None:
    shard(number)
