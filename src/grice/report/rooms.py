"""What does the report say of rooms? Who singles out a target, what is mentioned although redundant, and how faithful
the pictures are: real, ours and the difference, or ours alone where there are no real ones."""

from collections.abc import Iterator

import numpy as np
from numpy.typing import NDArray

from grice.benchmarks.a3ds import by_set, evaluate, orders, profile, table_1
from grice.benchmarks.rooms import RealPictures, fidelity, find, reading, real_pictures
from grice.report.charts import bars
from grice.report.page import Figure, Figures, Paragraph, Part, picture
from grice.scenes import render, rooms
from grice.scenes.context import TEST_SETS

CAPTIONERS = ("exhaustive", "short", "background-first", "minimal", "oracle-best", "oracle-three", "oracle-one")
PAIRS = 7500
GAIN = 8
"""How much the contrast of a difference is increased."""
_ACROSS = 2


def parts(seed: int = 0) -> list[Part]:
    """Captions of pairs first, then pictures. Real pictures are taken from GRICE_DATA/shapes3d."""
    return [*captions(seed), *pictures(seed)]


def captions(seed: int, pairs: int = PAIRS) -> Iterator[Part]:
    """Table 1 of A3DS, the thirteen sets, and who mentions what although it is redundant."""
    results = evaluate(pairs, seed, CAPTIONERS)
    signature = f"pairs:{pairs}|seed:{seed}|{results[0].signature}"
    yield Paragraph(
        "A caption is read for which of the six features of a room it mentions; each is contrastive, redundant or "
        f"false for a target and its distractor. Thirteen sets of {pairs:,} pairs, matched on one, two or three "
        "features."
    )
    yield from table_1(results, signature)
    yield from by_set(results, signature)
    charts = []
    for category, table in zip(TEST_SETS, profile(results, signature), strict=True):
        series = {row[0]: row[1:] for row in table.rows if not row[0].startswith("oracle")}
        title = f"Mentioned although redundant: pairs matched on {category}"
        features = [feature.replace("_", " ") for feature in rooms.FEATURES]
        caption = "The share of captions that mention a feature where it does not tell target and distractor apart."
        charts.append(Figure(bars(title, features, series), caption, title))
    yield Figures(tuple(charts))
    yield from orders(results, signature)


def pictures(seed: int) -> Iterator[Part]:
    """Rendered rooms beside real ones."""
    yield Paragraph(
        "Every one of the 480,000 rooms of 3DShapes is rendered from its id: camera, meshes, two lights, shadow, "
        "texture and the filter of the originals, measured on real pictures, with no picture in the package."
    )
    folder = find()
    if folder is None:
        yield Paragraph(
            "There are no real pictures in GRICE_DATA/shapes3d to compare with. grice benchmark rooms shows how well a "
            "reader fitted to rendered rooms reads other rooms."
        )
    else:
        real = real_pictures(folder)
        yield fidelity(real)
        yield Figure(
            picture(compare(real), f"{len(real.ids)} rooms: real, ours, difference", zoom=2),
            f"real | ours | difference, grey where equal, contrast times {GAIN}; two rooms per row.",
        )
        yield reading(real, seed)
    some = np.sort(np.random.default_rng(seed).choice(rooms.COUNT, 24, replace=False))
    sheet = render.sheet(some, size=112, columns=8)
    yield Figure(picture(sheet, "24 rendered rooms"), "Rooms drawn at random, with their ids.")
    target, distractor = some[:2].tolist()
    yield Figure(
        picture(render.pair(target, distractor), "target and distractor"),
        "A reference game, drawn large.",
    )


def compare(real: RealPictures) -> NDArray[np.uint8]:
    """Rows of real | ours | difference."""
    gap = np.clip(128 + GAIN * (real.rendered.astype(np.int16) - real.images), 0, 255).astype(np.uint8)
    strips = list(np.concatenate([real.images, real.rendered, gap], axis=2))
    while len(strips) % _ACROSS:
        strips.append(np.full_like(strips[0], 255))
    rows = [np.concatenate(strips[i : i + _ACROSS], axis=1) for i in range(0, len(strips), _ACROSS)]
    return np.concatenate(rows)
