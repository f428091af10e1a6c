"""Where does a pixel look? A camera on a circle round the object, always facing it.

The unit of length is the horizontal distance from the camera to the axis of the object. The room stands still: x points
right and y to the back wall at orientation 0, z is up. Pixels are counted as in the 64 x 64 original whatever the size,
so that pixel k spans k to k + 1.
"""

from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

from grice.scenes.render.measures import ROOM

Floats = NDArray[np.float64]


@dataclass(frozen=True)
class Camera:
    """The view at an orientation, given in degrees as the label file has it."""

    orientation: float

    @property
    def _turn(self) -> tuple[float, float]:
        angle = -np.radians(self.orientation)
        return float(np.sin(angle)), float(np.cos(angle))

    @property
    def position(self) -> Floats:
        sine, cosine = self._turn
        return np.array([-sine, -cosine, ROOM.camera_height])

    @property
    def backward(self) -> Floats:
        """The unit vector against the optical axis: where the headlight shines from."""
        sine, cosine = self._turn
        level = np.cos(ROOM.pitch)
        return np.array([-sine * level, -cosine * level, np.sin(ROOM.pitch)])

    def rays(self, rows: Floats, columns: Floats) -> Floats:
        """Directions into the room for every row and column: (rows, columns, 3), not of unit length."""
        sine, cosine = self._turn
        right, down = np.meshgrid((columns - ROOM.column) / ROOM.focal, (rows - ROOM.row) / ROOM.focal)
        forward = np.cos(ROOM.pitch) - down * np.sin(ROOM.pitch)
        up = -np.sin(ROOM.pitch) - down * np.cos(ROOM.pitch)
        return np.stack([right * cosine + forward * sine, -right * sine + forward * cosine, up], axis=-1)

    def project(self, points: Floats) -> Floats:
        """Column and row of points in the room: (points, 2)."""
        sine, cosine = self._turn
        x, y, up = (points - self.position).T
        right, forward = x * cosine - y * sine, x * sine + y * cosine
        depth = forward * np.cos(ROOM.pitch) - up * np.sin(ROOM.pitch)
        down = -(forward * np.sin(ROOM.pitch) + up * np.cos(ROOM.pitch))
        found: Floats = np.stack([right, down], axis=1) / depth[:, None] * ROOM.focal + [ROOM.column, ROOM.row]
        return found


def centres(size: int, per_pixel: int) -> Floats:
    """Where the rays of an image lie along one axis, in pixels of the original: `per_pixel` to each of its pixels."""
    return (np.arange(size * per_pixel, dtype=np.float64) + 0.5) * (64 / (size * per_pixel))


def inside(outline: Floats, rows: Floats, columns: Floats) -> NDArray[np.bool_]:
    """Which of the points of a grid lie in a convex polygon of (column, row) corners."""
    (x, y), (x_next, y_next) = outline.T, np.roll(outline, -1, axis=0).T
    area = (x * y_next - y * x_next).sum()
    corners = outline if area > 0 else outline[::-1]
    across, along = (np.roll(corners, -1, axis=0) - corners).T[:, :, None]
    room = across * (rows - corners[:, 1:]) + along * corners[:, :1]
    with np.errstate(divide="ignore", invalid="ignore"):
        limit = room / along
    right = np.where(along > 0, limit, np.inf).min(axis=0)
    left = np.where(along < 0, limit, -np.inf).max(axis=0)
    left[((along == 0) & (room < 0)).any(axis=0)] = np.inf
    found: NDArray[np.bool_] = (columns >= left[:, None]) & (columns <= right[:, None])
    return found


def outline(points: Floats) -> Floats:
    """The convex hull of points in the plane, corner by corner (Andrew's monotone chain)."""
    ordered = sorted(map(tuple, points.tolist()))

    def chain(path: list[tuple[float, ...]]) -> list[tuple[float, ...]]:
        kept: list[tuple[float, ...]] = []
        for point in path:
            while len(kept) > 1 and _turns_right(kept[-2], kept[-1], point):
                kept.pop()
            kept.append(point)
        return kept[:-1]

    return np.array(chain(ordered) + chain(ordered[::-1]))


def _turns_right(a: tuple[float, ...], b: tuple[float, ...], c: tuple[float, ...]) -> bool:
    return (b[0] - a[0]) * (c[1] - a[1]) - (b[1] - a[1]) * (c[0] - a[0]) <= 0
