"""Encoders whose vectors are written down in the test: texts and images are directions in the plane, in degrees."""

from collections.abc import Mapping, Sequence

import numpy as np

from grice.encoders.base import TokenVectors


class Directions:
    """A text encoder and an image-text encoder: a cosine is the cosine of the difference of two angles.

    An unknown text is an error, so a test sees what was asked. An image's angle is the red of its first pixel.
    """

    name = "directions"
    fingerprint = "byhand"

    def __init__(self, degrees: Mapping[str, float]) -> None:
        self.degrees = degrees
        self.asked: list[str] = []

    def encode(self, texts: Sequence[str]) -> np.ndarray:
        self.asked += texts
        return _vectors([self.degrees[text] for text in texts])

    texts = encode

    def tokens(self, texts: Sequence[str]) -> list[TokenVectors]:
        return [TokenVectors(pieces, self.encode(pieces)) for pieces in self.pieces(texts)]

    def pieces(self, texts: Sequence[str]) -> list[tuple[str, ...]]:
        return [tuple(text.split()) for text in texts]

    def images(self, images: Sequence[object]) -> np.ndarray:
        return _vectors([float(np.asarray(image)[0, 0, 0]) for image in images])


def picture(degrees: int) -> np.ndarray:
    """An image that points in a direction."""
    return np.full((2, 2, 3), degrees, np.uint8)


def cosine(degrees: float) -> float:
    return float(np.cos(np.radians(degrees)))


def _vectors(degrees: Sequence[float]) -> np.ndarray:
    angles = np.radians(np.array(degrees, dtype=float))
    return np.stack([np.cos(angles), np.sin(angles)], axis=1).astype(np.float32)
