"""Can a model trained on rendered rooms read the originals? The six features of a room by ridge regression on pixels.

Fitted in closed form to rendered rooms alone; how well it reads real pictures, which it has never seen, says whether
the rendered ones can stand in for them. Colours show in the products of a patch's channels; size, shape and orientation
show in where the edges are, whatever their colours.
"""

from collections.abc import Callable
from dataclasses import dataclass

import numpy as np
from numpy.typing import ArrayLike, NDArray

from grice.scenes import render, rooms

Floats = NDArray[np.float32]
Pictures = NDArray[np.uint8]

PICTURES = 5_000
PENALTY = 1e-3
"""The weight of the mean square of the weights, against the mean square of the errors."""
EDGE = 0.1
"""The step of brightness, on a scale of 0 to 1, that counts as a full edge."""
_BATCH = 1_000


def _colours(pictures: Pictures) -> Floats:
    """Patches of 8 x 8 pixels: each channel, and each product of two."""
    means = 2 * _means(pictures, 8) - 1
    first, second = np.triu_indices(3)
    values = np.concatenate([means, means[..., first] * means[..., second]], axis=-1)
    return _with_bias(values.reshape(len(pictures), -1))


def _edges(pictures: Pictures) -> Floats:
    """The largest change of a channel between neighbouring patches of 2 x 2 pixels, at most a full edge."""
    means = _means(pictures, 32)
    steps = [np.abs(np.diff(means, axis=axis)).max(axis=-1).reshape(len(pictures), -1) for axis in (1, 2)]
    return _with_bias(np.minimum(np.concatenate(steps, axis=1) / EDGE, 1))


LOOKS: tuple[tuple[Callable[[Pictures], Floats], tuple[str, ...]], ...] = (
    (_colours, ("floor_hue", "wall_hue", "object_hue")),
    (_edges, ("scale", "shape", "orientation")),
)
"""The inputs, and the features that are read from each."""


@dataclass(frozen=True)
class PictureReader:
    """The weights for each input; `read` gives the feature indexes of pictures, (N, 6)."""

    weights: tuple[Floats, ...]

    def read(self, pictures: Pictures) -> NDArray[np.int64]:
        found = np.empty((len(pictures), len(rooms.FEATURES)), np.int64)
        for weights, (look, features) in zip(self.weights, LOOKS, strict=True):
            places, ends = _layout(features)
            outputs = np.split(look(pictures) @ weights, ends[:-1], axis=1)
            found[:, places] = np.stack([part.argmax(axis=1) for part in outputs], axis=1)
        return found

    def accuracy(self, pictures: Pictures, ids: ArrayLike) -> NDArray[np.float64]:
        """Share of pictures whose feature is read right, for each feature."""
        found: NDArray[np.float64] = (self.read(pictures) == rooms.features(ids)).mean(axis=0)
        return found


def learn(pictures: int = PICTURES, seed: int = 0) -> PictureReader:
    """A reader fitted to rooms drawn at random and rendered: (X'X + penalty)^-1 X'Y for each input."""
    ids = np.random.default_rng(seed).choice(rooms.COUNT, pictures, replace=False)
    rendered = [render.rooms(part) for part in np.array_split(ids, -(-pictures // _BATCH))]
    return PictureReader(tuple(_solved(look, rendered, _one_hot(ids, features)) for look, features in LOOKS))


def _solved(look: Callable[[Pictures], Floats], rendered: list[Pictures], targets: NDArray[np.float64]) -> Floats:
    inputs = np.concatenate([look(part) for part in rendered]).astype(np.float64)
    square = inputs.T @ inputs
    square[np.diag_indices_from(square)] += PENALTY * len(inputs)
    weights: Floats = np.linalg.solve(square, inputs.T @ targets).astype(np.float32)
    return weights


def _layout(features: tuple[str, ...]) -> tuple[list[int], NDArray[np.int64]]:
    """The places of features among the six, and where the columns of each end among those of all."""
    places = [rooms.FEATURES.index(feature) for feature in features]
    return places, np.cumsum([rooms.SIZES[place] for place in places])


def _one_hot(ids: NDArray[np.int64], features: tuple[str, ...]) -> NDArray[np.float64]:
    places, ends = _layout(features)
    starts = np.concatenate([[0], ends[:-1]])
    targets = np.zeros((len(ids), ends[-1]))
    targets[np.arange(len(ids))[:, None], starts + rooms.features(ids)[:, places]] = 1
    return targets


def _means(pictures: Pictures, side: int) -> Floats:
    """Pictures of `side` x `side` patches, 0 to 1."""
    size = pictures.shape[1] // side
    means: Floats = pictures.reshape(len(pictures), side, size, side, size, 3).mean(axis=(2, 4), dtype=np.float32) / 255
    return means


def _with_bias(values: Floats) -> Floats:
    return np.concatenate([values, np.ones((len(values), 1), np.float32)], axis=1)
