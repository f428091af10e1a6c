"""What does each ray see, and how brightly lit? The room without hues: surface, intensity and white for every ray.

A hue b in 0..1 of a channel then shows as `min(1, intensity * b + white)`. The meshes and the lights follow OpenGL's
fixed function; the smooth variant, for pictures larger than the original, has ideal bodies lit at every point.
"""

from dataclasses import dataclass, replace
from functools import lru_cache

import numpy as np
from numpy.typing import NDArray

from grice.scenes import rooms
from grice.scenes.render.bodies import Body
from grice.scenes.render.camera import Camera, centres, inside, outline
from grice.scenes.render.lighting import headlight, spot, texture
from grice.scenes.render.measures import ROOM

Floats = NDArray[np.float64]

GEOMETRIES = 480
SKY, FLOOR, WALL, OBJECT = range(4)

_SIDES = np.array([[-1.0, 0, 0], [1, 0, 0], [0, -1, 0]])  # normals of the right, left and back wall


@dataclass(frozen=True)
class View:
    """A grid of rays: the surface each meets, its intensity in the surface's colour, and the white added to it."""

    surface: NDArray[np.uint8]
    intensity: Floats
    white: Floats


@dataclass(frozen=True)
class _Empty:
    """The room of an orientation before an object stands in it."""

    rays: Floats
    surface: NDArray[np.uint8]
    intensity: Floats
    shaded: Floats


def trace(geometry: int) -> View:
    """The view of a geometry (an id modulo 480: scale, shape, orientation) as the original was drawn."""
    body, camera = _scene(geometry)
    rows = columns = centres(64, 3)
    empty = _empty_original(camera)
    seen = inside(_outlines(body, camera)[0], rows, columns)
    view = _shadowed(empty, body, camera, rows, columns)
    rays = empty.rays[seen]
    points, faces = body.entry(camera.position, rays)
    normals = body.planes[0][faces]
    front, (light, white) = headlight(normals, camera.backward), spot(points, normals)
    rings = body.rings
    if rings is not None:
        side = faces < (len(rings.heights) - 1) * rings.slices
        ring, slice_, weights = rings.place(faces[side], points[side])
        at_corners = headlight(rings.normals, camera.backward), *spot(rings.corners, rings.normals)
        front[side], light[side], white[side] = ((part[ring, slice_] * weights).sum(axis=1) for part in at_corners)
    return _with_object(view, seen, front + light, white)


def trace_smooth(geometry: int, rows: Floats, columns: Floats) -> View:
    """The same room with ideal bodies, on any grid of rows and columns."""
    body, camera = _scene(geometry)
    fine = replace(body, slices=4 * ROOM.slices)
    empty = _empty(camera, rows, columns)
    view = _shadowed(empty, fine, camera, rows, columns)
    seen = inside(_outlines(fine, camera)[0], rows, columns)
    hit, points, normals = body.smooth_entry(camera.position, empty.rays[seen])
    seen[seen] = hit
    light, white = spot(points, normals, soft=2 * np.sin(np.pi / ROOM.slices))
    return _with_object(view, seen, headlight(normals, camera.backward) + light, white)


def _scene(geometry: int) -> tuple[Body, Camera]:
    labels = rooms.labels(geometry)
    return Body(int(labels[4]), float(labels[3])), Camera(float(labels[5]))


def _empty(camera: Camera, rows: Floats, columns: Floats) -> _Empty:
    """Floor, three walls and the sky; the spot light is kept apart, for a shadow to take away."""
    start, rays = camera.position, camera.rays(rows, columns)
    x, y, z = np.moveaxis(rays, -1, 0)
    with np.errstate(divide="ignore", invalid="ignore"):
        reach = np.stack(
            [
                np.where(x > 0, (ROOM.right - start[0]) / x, np.inf),
                np.where(x < 0, (ROOM.left - start[0]) / x, np.inf),
                (ROOM.back - start[1]) / y,
            ]
        )
    side = reach.argmin(axis=0)
    time = reach.min(axis=0)
    floor = start[2] + z * time < 0
    time = np.where(floor, -start[2] / np.where(floor, z, -1), time)
    points = start + rays * time[..., None]
    surface = np.where(floor, FLOOR, np.where(points[..., 2] > ROOM.wall, SKY, WALL)).astype(np.uint8)
    normals = np.where(floor[..., None], np.array([0.0, 0, 1]), _SIDES[side])

    along = np.choose(side, [-points[..., 1], points[..., 1], points[..., 0]])
    period = np.where(floor, ROOM.floor_tile, ROOM.wall_tile)
    u = np.where(floor, -points[..., 1], along) / period
    v = np.where(floor, 0.5 - points[..., 0] / period, 1 - points[..., 2] / ROOM.wall)
    covered = _footprint(camera, rows, columns, points, normals) / period
    gain = np.where(floor, ROOM.floor_gain, ROOM.wall_gain) * texture(u, v, covered)
    front = headlight(normals, camera.backward) * gain
    light, _ = spot(points, normals)
    return _Empty(rays, surface, front + light * gain, front)


@lru_cache(maxsize=15)
def _empty_original(camera: Camera) -> _Empty:
    return _empty(camera, centres(64, 3), centres(64, 3))


def _footprint(camera: Camera, rows: Floats, columns: Floats, points: Floats, normals: Floats) -> Floats:
    """How far the next ray lands on the same plane, the larger of right and down."""
    start = camera.position
    ahead = ((points - start) * normals).sum(axis=-1)
    steps = []
    for down, right in ((rows[1] - rows[0], 0.0), (0.0, columns[1] - columns[0])):
        beside = camera.rays(rows + down, columns + right)
        landed = start + beside * (ahead / (beside * normals).sum(axis=-1))[..., None]
        steps.append(np.sqrt(((landed - points) ** 2).sum(axis=-1)))
    found: Floats = np.maximum(*steps)
    return found


def _shadowed(empty: _Empty, body: Body, camera: Camera, rows: Floats, columns: Floats) -> View:
    """The spot light does not reach the floor behind the object."""
    shadow = inside(_outlines(body, camera)[1], rows, columns) & (empty.surface == FLOOR)
    return View(empty.surface, np.where(shadow, empty.shaded, empty.intensity), np.zeros(empty.surface.shape))


@lru_cache(maxsize=16)
def _outlines(body: Body, camera: Camera) -> tuple[Floats, Floats]:
    """The object in the picture, and its shadow: its corners thrown on the floor from the spot light."""
    lamp, corners = np.array(ROOM.spot_at), body.corners
    thrown = lamp + (corners - lamp) * (lamp[2] / (lamp[2] - corners[:, 2:]))
    return outline(camera.project(corners)), outline(camera.project(thrown))


def _with_object(view: View, seen: NDArray[np.bool_], intensity: Floats, white: Floats) -> View:
    surface, under, above = view.surface.copy(), view.intensity, view.white
    surface[seen], under[seen], above[seen] = OBJECT, intensity, white
    return View(surface, under, above)
