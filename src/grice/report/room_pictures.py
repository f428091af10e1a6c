"""Are the rendered rooms faithful? Real, ours and the difference, or ours alone where there are no real ones."""

from collections.abc import Iterator

import numpy as np
from numpy.typing import NDArray

from grice.benchmarks.rooms import RealPictures, fidelity, find, reading, real_pictures
from grice.report.page import Figure, Heading, Paragraph, Part, picture
from grice.report.settings import Settings
from grice.scenes import render, rooms

GAIN = 8
"""How much the contrast of a difference is increased."""
_ACROSS = 2


def parts(settings: Settings) -> Iterator[Part]:
    """Rendered rooms beside real ones, which lie in `shapes3d` of the data folder."""
    yield Heading("Rooms as they are rendered")
    yield Paragraph(
        "Every one of the 480,000 rooms of 3DShapes is rendered from its id: camera, meshes, two lights, shadow, "
        "texture and the filter of the originals, measured on real pictures, with no picture in the package."
    )
    given = settings.folder("shapes3d")
    folder = find() if given is None else given
    if folder is None:
        yield Paragraph("Where a data folder has real pictures in shapes3d, they are compared here.")
    else:
        real = real_pictures(folder)
        yield fidelity(real)
        yield Figure(
            picture(compare(real), f"{len(real.ids)} rooms: real, ours, difference", zoom=2),
            f"real | ours | difference, grey where equal, contrast times {GAIN}; two rooms per row.",
        )
        yield reading(real, settings.seed)
    some = np.sort(np.random.default_rng(settings.seed).choice(rooms.COUNT, 24, replace=False))
    sheet = render.sheet(some, size=112, columns=8)
    yield Figure(picture(sheet, "24 rendered rooms"), "24 rooms drawn at random, with their ids.")


def compare(real: RealPictures) -> NDArray[np.uint8]:
    """Rows of real | ours | difference."""
    gap = np.clip(128 + GAIN * (real.rendered.astype(np.int16) - real.images), 0, 255).astype(np.uint8)
    strips = list(np.concatenate([real.images, real.rendered, gap], axis=2))
    while len(strips) % _ACROSS:
        strips.append(np.full_like(strips[0], 255))
    rows = [np.concatenate(strips[i : i + _ACROSS], axis=1) for i in range(0, len(strips), _ACROSS)]
    return np.concatenate(rows)
