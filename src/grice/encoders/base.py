"""What does a metric need of an encoder? Vectors of unit length, a name and a fingerprint of the weights.

Two protocols: a `TextEncoder` for sentences and their tokens, an `ImageTextEncoder` for texts and images in one space.
Anything with these methods will do, so a metric can be given an encoder of one's own.
"""

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any, Protocol, runtime_checkable

import numpy as np
from numpy.typing import NDArray

Vectors = NDArray[np.float32]
"""One row per input, each of length one, so that a dot product is a cosine."""


@dataclass(frozen=True)
class TokenVectors:
    """The word pieces of one text and their vectors in its context; the marks of beginning and end are left out.

    `text` is the vector of the whole text, from an encoder that makes it of the same numbers.
    """

    pieces: tuple[str, ...]
    vectors: Vectors
    text: Vectors | None = None


class NamedEncoder(Protocol):
    """What a signature says of an encoder."""

    @property
    def name(self) -> str: ...

    @property
    def fingerprint(self) -> str:
        """The first digits of the weights' sha256, or another word that pins them."""
        ...


@runtime_checkable
class TextEncoder(NamedEncoder, Protocol):
    """Texts to vectors."""

    def encode(self, texts: Sequence[str]) -> Vectors: ...

    def tokens(self, texts: Sequence[str]) -> list[TokenVectors]: ...

    def pieces(self, texts: Sequence[str]) -> list[tuple[str, ...]]:
        """The word pieces of `tokens` without their vectors, which is much quicker."""
        ...


@runtime_checkable
class ImageTextEncoder(NamedEncoder, Protocol):
    """Texts and images (PIL, RGB) to vectors in one space."""

    def texts(self, texts: Sequence[str]) -> Vectors: ...

    def images(self, images: Sequence[Any]) -> Vectors: ...


def unit(vectors: NDArray[np.floating[Any]]) -> Vectors:
    """Rows of length one; a row of zeros stays zero."""
    lengths = np.linalg.norm(vectors, axis=-1, keepdims=True)
    scaled: Vectors = (vectors / np.maximum(lengths, 1e-12)).astype(np.float32)
    return scaled


def well_formed(text: str) -> str:
    """The text, each lone surrogate replaced (U+FFFD): half a character, which no tokenizer and no file can take."""
    if text.isascii():
        return text
    return text.encode("utf-16", "surrogatepass").decode("utf-16", "replace")


def described(encoder: NamedEncoder) -> str:
    """How a signature names an encoder: its name and which weights."""
    return f"{encoder.name}@{encoder.fingerprint}"


def settings_of(encoder: NamedEncoder) -> dict[str, str]:
    """What a signature says of a text encoder: which it is, and of how many pieces its windows are, if it has any."""
    window = getattr(encoder, "window", None)
    return {"encoder": described(encoder)} | ({} if window is None else {"windows": str(window)})
