"""Is this an image, and what vector has it? Paths, PIL images or arrays; one that cannot be read costs its row."""

from collections.abc import Sequence
from pathlib import Path
from typing import Any

import numpy as np

from grice.encoders.base import ImageTextEncoder, Vectors
from grice.errors import InputError

AT_ONCE = 32
"""Images opened together: a corpus of photographs does not fit in working memory."""


def picture(image: Any) -> Any:
    """A PIL image in RGB from a path, a PIL image, or a uint8 array of shape (height, width, 3)."""
    from PIL import Image, UnidentifiedImageError

    if isinstance(image, Image.Image):
        return image.convert("RGB")
    if isinstance(image, np.ndarray):
        if image.dtype != np.uint8 or image.ndim != 3 or image.shape[2] != 3:
            raise InputError(
                f"an image array of shape {image.shape} and type {image.dtype}", "uint8, (height, width, 3)"
            )
        return Image.fromarray(image)
    if not isinstance(image, str | Path):
        raise InputError(f"an image given as {type(image).__name__}", "a path, a PIL image or a uint8 array")
    try:
        with Image.open(image) as opened:
            return opened.convert("RGB")
    except FileNotFoundError:
        raise InputError(f"no image {image}", "a path from the current folder, or an absolute one") from None
    except (UnidentifiedImageError, OSError) as error:
        raise InputError(f"{image} cannot be read as an image: {error}") from None


def encode_pictures(encoder: ImageTextEncoder, images: Sequence[Any]) -> tuple[Vectors, list[str | None]]:
    """A vector per image (zeros where there is none) and what is wrong with it; a path given twice is read once."""
    keys = [str(image) if isinstance(image, str | Path) else id(image) for image in images]
    distinct = dict(zip(keys, images, strict=True))
    found: dict[str | int, Any] = {}
    problems: dict[str | int, str] = {}
    waiting = list(distinct)
    for start in range(0, len(waiting), AT_ONCE):
        opened: dict[str | int, Any] = {}
        for key in waiting[start : start + AT_ONCE]:
            try:
                opened[key] = picture(distinct[key])
            except InputError as error:
                problems[key] = error.line
        if opened:
            found.update(zip(opened, encoder.images(list(opened.values())), strict=True))
    width = len(next(iter(found.values()))) if found else 0
    vectors = np.array([found.get(key, np.zeros(width)) for key in keys], np.float32).reshape(len(keys), width)
    return vectors, [problems.get(key) for key in keys]
