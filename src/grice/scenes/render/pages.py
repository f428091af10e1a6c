"""How are several rooms shown together? A contact sheet, and the target and distractor of a reference game.

The pair follows Figure 1 of Tsvilodub & Franke (2023): the target left, the distractor right.
"""

import io
from collections.abc import Callable, Sequence

import numpy as np
from numpy.typing import ArrayLike, NDArray
from PIL import Image, ImageDraw, ImageFont

from grice import checks
from grice.errors import InputError
from grice.scenes.render.compose import ORIGINAL, rooms
from grice.scenes.rooms import check, scene

Picture = NDArray[np.uint8]

MOST = 1024
"""The most rooms on one sheet."""


def sheet(
    ids: ArrayLike,
    size: int = ORIGINAL,
    columns: int | None = None,
    step: Callable[[int], object] = lambda _: None,
) -> Picture:
    """Rooms in rows with their ids below: uint8 (height, width, 3). As wide as high unless `columns` says otherwise."""
    checked = check(ids).reshape(-1)
    if not 0 < checked.size <= MOST:
        raise InputError(f"a contact sheet of {checked.size} rooms", f"from 1 to {MOST}")
    square = int(np.ceil(np.sqrt(len(checked))))
    across = min(len(checked), square if columns is None else checks.count(columns, "columns", least=1))
    pictures = []
    for id in checked:
        pictures.append(rooms(id, size))
        step(1)
    return _titled(np.stack(pictures), [str(id) for id in checked.tolist()], across)


def pair(target: int, distractor: int, size: int = 256) -> Picture:
    """The target left and the distractor right, each with its name."""
    ids = [scene(target).id, scene(distractor).id]
    return _titled(rooms(ids, size), [f"target {ids[0]}", f"distractor {ids[1]}"], 2)


def png(picture: Picture) -> bytes:
    """A picture as the bytes of a PNG file."""
    array = np.asarray(picture)
    if array.dtype != np.uint8 or array.ndim != 3 or array.shape[-1] != 3 or not array.size:
        raise InputError(
            f"a picture of shape {array.shape} and type {array.dtype}", "one picture of shape (height, width, 3), uint8"
        )
    stream = io.BytesIO()
    Image.fromarray(np.ascontiguousarray(array)).save(stream, format="PNG")
    return stream.getvalue()


def _titled(pictures: Picture, titles: Sequence[str], across: int) -> Picture:
    size = pictures.shape[1]
    font = ImageFont.load_default(max(9.0, min(24.0, size / 9)))
    gap, line = max(4, size // 32), int(font.getbbox("0")[3]) + 6
    down = -(-len(pictures) // across)
    canvas = Image.new("RGB", (gap + across * (size + gap), gap + down * (size + line + gap)), "white")
    draw = ImageDraw.Draw(canvas)
    for i, (picture, title) in enumerate(zip(pictures, titles, strict=True)):
        left, top = gap + i % across * (size + gap), gap + i // across * (size + line + gap)
        canvas.paste(Image.fromarray(picture), (left, top))
        draw.text((left + size / 2, top + size + 2), title, fill="black", font=font, anchor="ma")
    return np.asarray(canvas)
