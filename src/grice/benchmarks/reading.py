"""Do pictures of ours teach what the originals show? A small network learns the six features from rendered rooms alone.

Two layers in numpy on pictures averaged down to 16 x 16 pixels, one softmax to a feature, trained with Adam; what it
reads off real pictures it has never seen says whether the rendered ones can stand in for them.
"""

from collections.abc import Callable
from dataclasses import dataclass

import numpy as np
from numpy.typing import ArrayLike, NDArray

from grice.scenes import render, rooms

Floats = NDArray[np.float32]

SIDE = 16
_ENDS = np.cumsum(rooms.SIZES)[:-1]


@dataclass(frozen=True)
class Reader:
    """Weights of the two layers; `read` gives the feature indexes of pictures, (N, 6)."""

    first: Floats
    second: Floats

    def read(self, pictures: NDArray[np.uint8]) -> NDArray[np.int64]:
        outputs = _with_bias(np.maximum(0, _pixels(pictures) @ self.first)) @ self.second
        return np.stack([part.argmax(axis=1) for part in np.split(outputs, _ENDS, axis=1)], axis=1)

    def accuracy(self, pictures: NDArray[np.uint8], ids: ArrayLike) -> NDArray[np.float64]:
        """Share of pictures whose feature is read right, for each feature."""
        found: NDArray[np.float64] = (self.read(pictures) == rooms.features(ids)).mean(axis=0)
        return found


def learn(
    pictures: int = 20_000,
    hidden: int = 256,
    epochs: int = 12,
    batch: int = 128,
    rate: float = 2e-3,
    seed: int = 0,
    step: Callable[[int], object] = lambda _: None,
) -> Reader:
    """Train a reader on rooms drawn at random and rendered."""
    rng = np.random.default_rng(seed)
    ids = rng.choice(rooms.COUNT, pictures, replace=False)
    inputs = np.concatenate([_pixels(render.rooms(part)) for part in np.array_split(ids, -(-pictures // 2000))])
    targets = np.zeros((pictures, sum(rooms.SIZES)), dtype=np.float32)
    starts = np.concatenate([[0], _ENDS])
    targets[np.arange(pictures)[:, None], starts + rooms.features(ids)] = 1
    weights = [
        (rng.standard_normal((inputs.shape[1], hidden)) * np.sqrt(2 / inputs.shape[1])).astype(np.float32),
        np.zeros((hidden + 1, targets.shape[1]), dtype=np.float32),
    ]
    moments = [(np.zeros_like(w), np.zeros_like(w)) for w in weights]
    updates, total = 0, epochs * (pictures // batch)
    for _ in range(epochs):
        order = rng.permutation(pictures)
        for start in range(0, pictures - batch + 1, batch):
            some = order[start : start + batch]
            updates += 1
            slopes = _slopes(weights, inputs[some], targets[some])
            _adam(weights, moments, slopes, updates, rate * (1 - updates / (total + 1)))
        step(1)
    return Reader(weights[0], weights[1])


def _pixels(pictures: NDArray[np.uint8]) -> Floats:
    """Means of 4 x 4 pixels, about zero, with a one for the bias."""
    side = pictures.shape[1] // SIDE
    small = pictures.reshape(len(pictures), SIDE, side, SIDE, side, 3).mean(axis=(2, 4), dtype=np.float32)
    return _with_bias(small.reshape(len(pictures), -1) / 127.5 - 1)


def _with_bias(values: Floats) -> Floats:
    return np.concatenate([values, np.ones((len(values), 1), dtype=np.float32)], axis=1)


def _slopes(weights: list[Floats], inputs: Floats, targets: Floats) -> list[Floats]:
    """Gradients of the mean cross-entropy, summed over the six features."""
    middle = inputs @ weights[0]
    active = _with_bias(np.maximum(0, middle))
    outputs = active @ weights[1]
    for part in np.split(outputs, _ENDS, axis=1):
        part -= part.max(axis=1, keepdims=True)
        np.exp(part, out=part)
        part /= part.sum(axis=1, keepdims=True)
    error = (outputs - targets) / np.float32(len(inputs))
    back = (error @ weights[1][:-1].T) * (middle > 0)
    return [inputs.T @ back, active.T @ error]


def _adam(
    weights: list[Floats], moments: list[tuple[Floats, Floats]], slopes: list[Floats], update: int, rate: float
) -> None:
    """One step of Adam (Kingma & Ba 2015), in place."""
    scale = np.float32(rate * np.sqrt(1 - 0.999**update) / (1 - 0.9**update))
    for weight, (mean, square), slope in zip(weights, moments, slopes, strict=True):
        mean += np.float32(0.1) * (slope - mean)
        square += np.float32(0.001) * (slope * slope - square)
        weight -= scale * mean / (np.sqrt(square) + np.float32(1e-8))
