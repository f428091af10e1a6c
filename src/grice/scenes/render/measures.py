"""How large is a 3DShapes room, and how is it lit? Numbers measured on real pictures.

The pictures look like OpenGL's fixed function: a light at the camera, one spot light from above, both computed at the
vertices of coarse meshes and interpolated, one sample per pixel of a 192 x 192 source. 28 slices, 16 stacks, a spot
that points straight down and falls off with exponent 10 are the defaults of the MuJoCo simulator; the rest was fitted.
`tile.txt` is the texture of walls and floor, a honeycomb with one blotch, as per mille deviations from its mean: one
square table, upright on the walls, turned by a quarter on the floor.
"""

from dataclasses import dataclass
from functools import cache
from importlib.resources import files

import numpy as np
from numpy.typing import NDArray


@dataclass(frozen=True)
class Measures:
    """Lengths in units of the distance from the camera to the object's axis, focal length in pixels of 64."""

    camera_height: float = 0.2998
    pitch: float = 0.0153
    focal: float = 71.612
    column: float = 31.984
    row: float = 32.335

    right: float = 1.2835
    left: float = -1.2837
    back: float = 1.2952
    wall: float = 0.7316
    sky: tuple[int, int, int] = (153, 226, 249)

    cube: tuple[float, float] = (0.1358, 0.2685)  # half side, height
    cylinder: tuple[float, float] = (0.1444, 0.2902)  # radius, height
    sphere: float = 0.1636  # radius
    capsule: tuple[float, float] = (0.1248, 0.5004)  # radius, height with both ends
    slices: int = 28
    stacks: int = 16

    ambient: float = 0.3508
    headlight: float = 0.5998
    spot: float = 0.9935
    spot_at: tuple[float, float, float] = (-0.5495, 0.1807, 2.7985)
    spot_exponent: float = 10.0
    highlight: float = 0.1485
    floor_gain: float = 0.9587
    wall_gain: float = 0.9763

    floor_tile: float = 0.7719
    wall_tile: float = 0.7357


ROOM = Measures()


@cache
def tile() -> tuple[NDArray[np.float64], ...]:
    """The texture and its halvings down to one value, as factors: what OpenGL calls a mipmap."""
    with files("grice.scenes.render").joinpath("tile.txt").open(encoding="utf-8") as lines:
        levels = [1 + np.loadtxt(lines) / 1000]
    while len(levels[-1]) > 1:
        half = len(levels[-1]) // 2
        levels.append(levels[-1].reshape(half, 2, half, 2).mean(axis=(1, 3)))
    return tuple(levels)
