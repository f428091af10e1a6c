"""What stands in the room? Cube, cylinder, sphere and capsule, as the meshes they were drawn with or as smooth bodies.

All four are convex, and all but the cube are symmetric about the z axis, so a ray meets the mesh where it enters the
last of the planes that face it, and the outline is the convex hull of the corners.
"""

from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

from grice.scenes.render.measures import ROOM

Floats = NDArray[np.float64]

CUBE, CYLINDER, SPHERE, CAPSULE = range(4)


@dataclass(frozen=True)
class Rings:
    """The corners of a round mesh: rings at `heights` with `radii`, whose normals rise by `elevations`."""

    heights: Floats
    radii: Floats
    elevations: Floats
    slices: int

    @property
    def angles(self) -> Floats:
        return 2 * np.pi * np.arange(self.slices) / self.slices

    @property
    def corners(self) -> Floats:
        """(rings, slices, 3)"""
        return _around(self.radii, self.heights, self.angles)

    @property
    def normals(self) -> Floats:
        return _around(np.cos(self.elevations), np.sin(self.elevations), self.angles)

    @property
    def planes(self) -> tuple[Floats, Floats]:
        """Outward normals of the facets, band by band from the bottom, and their distances from the origin."""
        half = np.pi / self.slices
        apothem = self.radii * np.cos(half)
        run, rise = np.diff(apothem), np.diff(self.heights)
        length = np.hypot(run, rise)
        out, up = rise / length, -run / length
        distances = out * apothem[:-1] + up * self.heights[:-1]
        return _around(out, up, self.angles + half).reshape(-1, 3), np.repeat(distances, self.slices)

    def place(self, facets: NDArray[np.intp], points: Floats) -> tuple[NDArray[np.intp], NDArray[np.intp], Floats]:
        """Where points lie on their facets: ring and slice of the four corners, and the weights of these corners."""
        band, slice_ = np.divmod(facets, self.slices)
        half = np.pi / self.slices
        turn = np.arctan2(points[:, 1], points[:, 0]) - self.angles[slice_] - half
        across = 0.5 + 0.5 * np.tan((turn + np.pi) % (2 * np.pi) - np.pi) / np.tan(half)
        up = (points[:, 2] - self.heights[band]) / np.diff(self.heights)[band]
        s, t = np.clip(across, 0, 1), np.clip(up, 0, 1)
        rings = np.stack([band, band, band + 1, band + 1], axis=1)
        slices = np.stack([slice_, slice_ + 1, slice_, slice_ + 1], axis=1) % self.slices
        weights = np.stack([(1 - s) * (1 - t), s * (1 - t), (1 - s) * t, s * t], axis=1)
        return rings, slices, weights


@dataclass(frozen=True)
class Body:
    """An object on the floor at the origin, of a shape and a size."""

    shape: int
    scale: float
    slices: int = ROOM.slices

    @property
    def rings(self) -> Rings | None:
        """The corners of a round body's side; the cube has none."""
        if self.shape == CUBE:
            return None
        if self.shape == CYLINDER:
            radius, height = self._size
            return Rings(np.array([0, height]), np.array([radius, radius]), np.zeros(2), self.slices)
        stacks = ROOM.stacks * self.slices // ROOM.slices
        lower = np.pi / 2 * np.arange(-stacks // 2, 1) / (stacks // 2)
        radius, height = self._size
        upper = -lower[::-1] if self.shape == CAPSULE else -lower[-2::-1]
        elevations = np.concatenate([lower, upper])
        centres = np.where(np.arange(len(elevations)) < len(lower), radius, height - radius)
        return Rings(centres + radius * np.sin(elevations), radius * np.cos(elevations), elevations, self.slices)

    @property
    def corners(self) -> Floats:
        rings = self.rings
        if rings is not None:
            return rings.corners.reshape(-1, 3)
        side, height = self._size
        return np.array([[x, y, z] for x in (-side, side) for y in (-side, side) for z in (0, height)])

    @property
    def planes(self) -> tuple[Floats, Floats]:
        """Outward normals and distances of the faces; the underside is never seen."""
        half, height = self._size
        top = (np.array([[0.0, 0, 1]]), np.array([height]))
        rings = self.rings
        if rings is None:
            sides = (np.array([[1.0, 0, 0], [-1, 0, 0], [0, 1, 0], [0, -1, 0]]), np.full(4, half))
        else:
            sides = rings.planes
        if self.shape in (SPHERE, CAPSULE):
            return sides
        return np.concatenate([sides[0], top[0]]), np.concatenate([sides[1], top[1]])

    def entry(self, start: Floats, rays: Floats) -> tuple[Floats, NDArray[np.intp]]:
        """Where rays that meet the mesh enter it, and through which face."""
        normals, distances = self.planes
        ahead = distances - normals @ start
        facing = np.flatnonzero(ahead < 0)
        speed = rays @ normals[facing].T
        with np.errstate(divide="ignore"):
            times = np.where(speed < 0, ahead[facing] / speed, -np.inf)
        last = times.argmax(axis=1)
        return start + rays * times[np.arange(len(last)), last, None], facing[last]

    def smooth_entry(self, start: Floats, rays: Floats) -> tuple[NDArray[np.bool_], Floats, Floats]:
        """Which rays meet the ideal body, where, and its normals there."""
        half, height = self._size
        tries: list[tuple[Floats, Floats, Floats]] = []  # time or infinity, and centre line heights for the normal
        if self.shape in (CUBE, CYLINDER):
            tries.append(self._faces(start, rays))
        if self.shape in (CYLINDER, CAPSULE):
            tries.append(self._side(start, rays))
        if self.shape in (SPHERE, CAPSULE):
            tries += [self._ball(start, rays, np.array([0, 0, z])) for z in {half, height - half}]
        times, points, normals = (np.stack(part) for part in zip(*tries, strict=True))
        first = times.argmin(axis=0)
        each = np.arange(len(rays))
        hit = np.isfinite(times[first, each])
        return hit, points[first, each][hit], normals[first, each][hit]

    @property
    def _size(self) -> tuple[float, float]:
        """Half the width, and the height."""
        ball = (ROOM.sphere, 2 * ROOM.sphere)
        width, height = (ROOM.cube, ROOM.cylinder, ball, ROOM.capsule)[self.shape]
        return width * self.scale, height * self.scale

    def _faces(self, start: Floats, rays: Floats) -> tuple[Floats, Floats, Floats]:
        """The flat faces: all of the cube, the top of the cylinder."""
        half, height = self._size
        normals, distances = self.planes
        if self.shape == CYLINDER:
            normals, distances = normals[-1:], distances[-1:]
        ahead, speed = distances - normals @ start, rays @ normals.T
        with np.errstate(divide="ignore"):
            times = np.where((speed < 0) & (ahead < 0), ahead / speed, -np.inf)
        last = times.argmax(axis=1)
        time = times[np.arange(len(last)), last]
        points = start + rays * np.where(np.isfinite(time), time, 0)[:, None]
        x, y, z = points.T
        close = 1 + 1e-9
        on = np.maximum(abs(x), abs(y)) <= half * close if self.shape == CUBE else np.hypot(x, y) <= half
        on &= (z >= 0) & (z <= height * close) & np.isfinite(time)
        return np.where(on, time, np.inf), points, normals[last]

    def _side(self, start: Floats, rays: Floats) -> tuple[Floats, Floats, Floats]:
        """The upright side of cylinder and capsule."""
        half, height = self._size
        low, high = (half, height - half) if self.shape == CAPSULE else (0.0, height)
        time = _quadratic(start[:2], rays[:, :2], half)
        points = start + rays * np.where(np.isfinite(time), time, 0)[:, None]
        on = (points[:, 2] >= low) & (points[:, 2] <= high)
        return np.where(on, time, np.inf), points, points * [1 / half, 1 / half, 0]

    def _ball(self, start: Floats, rays: Floats, centre: Floats) -> tuple[Floats, Floats, Floats]:
        half, _ = self._size
        time = _quadratic(start - centre, rays, half)
        points = start + rays * np.where(np.isfinite(time), time, 0)[:, None]
        return time, points, (points - centre) / half


def _around(out: Floats, up: Floats, angles: Floats) -> Floats:
    """Vectors that reach `out` from the axis and `up` along it, turned by each of the angles."""
    return np.stack(
        [np.outer(out, np.cos(angles)), np.outer(out, np.sin(angles)), np.repeat(up[:, None], len(angles), axis=1)],
        axis=-1,
    )


def _quadratic(start: Floats, rays: Floats, radius: float) -> Floats:
    """When rays first come within `radius` of the origin, infinity where never."""
    a, b, c = (rays * rays).sum(axis=1), rays @ start, start @ start - radius**2
    root = b * b - a * c
    with np.errstate(invalid="ignore"):
        time = (-b - np.sqrt(root)) / a
    found: Floats = np.where((root >= 0) & (time > 0), time, np.inf)
    return found
