"""The report's part on rendered rooms: real, ours and the difference, or ours alone where nothing real is given."""

import base64
from html import escape

import numpy as np
from numpy.typing import NDArray
from PIL import Image

from grice.benchmarks.rooms import Pictures, fidelity, find, reading, real_pictures
from grice.report.page import Section
from grice.scenes import render, rooms

GAIN = 8
_ACROSS = 2
_ZOOM = 2


def section(section: Section, *, seed: int = 0) -> None:
    """Fill the section. Real pictures are taken from GRICE_DATA/shapes3d."""
    section.say(
        "Every one of the 480,000 rooms of 3DShapes is rendered from its id: camera, meshes, two lights, shadow, "
        "texture and the filter of the originals, measured on real pictures, with no picture in the package."
    )
    folder = find()
    pictures = real_pictures(folder) if folder is not None else None
    if pictures is None:
        section.say(
            "No real pictures were given (GRICE_DATA/shapes3d), so none are compared here. How well a reader that "
            "learnt from rendered rooms knows other rooms: grice benchmark rooms."
        )
    else:
        section.add(fidelity(pictures))
        shown = compare(pictures)
        section.figure(
            image(shown, f"{len(pictures.ids)} rooms: real, ours, difference"),
            f"real | ours | difference, grey where equal, {GAIN} times enlarged in contrast; two rooms to a row.",
        )
        section.add(reading(pictures, seed))
    some = np.sort(np.random.default_rng(seed).choice(rooms.COUNT, 24, replace=False))
    section.figure(image(render.sheet(some, columns=8), "24 rendered rooms"), "Rooms drawn at random, with their ids.")
    ids = some[:2].tolist()
    section.figure(
        image(render.pair(ids[0], ids[1]), "target and distractor"), "A reference game at a size for people to look at."
    )


def compare(pictures: Pictures) -> NDArray[np.uint8]:
    """Rows of real | ours | difference."""
    ours = render.rooms(pictures.ids)
    gap = np.clip(128 + GAIN * (ours.astype(np.int16) - pictures.images), 0, 255).astype(np.uint8)
    strips = list(np.concatenate([pictures.images, ours, gap], axis=2))
    while len(strips) % _ACROSS:
        strips.append(np.full_like(strips[0], 255))
    rows = [np.concatenate(strips[i : i + _ACROSS], axis=1) for i in range(0, len(strips), _ACROSS)]
    return np.concatenate(rows)


def image(picture: NDArray[np.uint8], words: str) -> str:
    """A picture inside the page, twice its size and with hard pixels."""
    data = base64.b64encode(render.png(np.asarray(Image.fromarray(picture)))).decode()
    height, width = picture.shape[:2]
    return (
        f'<img src="data:image/png;base64,{data}" alt="{escape(words, quote=True)}" width="{_ZOOM * width}" '
        f'height="{_ZOOM * height}" style="image-rendering: pixelated; max-width: 100%; height: auto">'
    )
