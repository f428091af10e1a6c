"""What does a set of coloured shapes look like? A drawing as QTUNA (Chen, van Deemter et al. 2019) shows its scenes.

The shapes lie scattered without touching, where the seed puts them. The drawing is SVG text; `Drawing.png` and
`Drawing.array` give pixels.
"""

from collections.abc import Mapping, Sequence

import numpy as np
from numpy.typing import NDArray
from PIL import ImageColor

from grice import checks
from grice.errors import InputError
from grice.scenes.quantified import DEFAULT
from grice.scenes.render.marks import OUTLINES, Mark, inks, raster, rgb, svg
from grice.scenes.render.pages import png

MOST = 500
"""The most shapes in one drawing."""

Kind = tuple[str, str]
"""Colour and shape."""
Counts = Sequence[int] | Mapping[str, int] | Mapping[Kind, int]


class Drawing(str):
    """The SVG text of a scene; `png` and `array` give it as pixels."""

    marks: tuple[Mark, ...]
    inks: Mapping[str, int]
    safe: bool
    shape: tuple[int, int]

    @property
    def svg(self) -> str:
        return str(self)

    def array(self, width: int | None = None) -> NDArray[np.uint8]:
        """The drawing as pixels, uint8 (height, width, 3), anti-aliased."""
        chosen = self.shape[0] if width is None else checks.count(width, "width", 16, 4096)
        return raster(self.marks, self.inks, self.shape, self.safe, chosen)

    def png(self, width: int | None = None) -> bytes:
        return png(self.array(width))

    def _repr_svg_(self) -> str:
        return str(self)


def counts(
    counts: Counts,
    *,
    seed: int = 0,
    width: int = 400,
    height: int = 300,
    safe: bool = False,
    title: str = "",
    kinds: Sequence[str] = DEFAULT.plural_kinds,
) -> Drawing:
    """Draw a scene of shapes: `counts((2, 0, 0, 2))` or `counts({"blue squares": 2, "red circles": 2})`.

    Four numbers are blue squares, red squares, blue circles and red circles; `kinds` names others, such as those of a
    domain. A name may have any colour that SVG knows and any of the shapes circle, triangle, square, diamond, pentagon,
    hexagon, octagon and star.
    """
    width, height = checks.count(width, "width", 40, 4096), checks.count(height, "height", 40, 4096)
    scene = _named(counts, kinds)
    listed = [kind for kind, count in scene.items() for _ in range(count)]
    rng = checks.generator(seed)
    middles, radius = _scatter(len(listed), width, height, rng)
    order = rng.permutation(len(listed))
    marks = tuple(
        Mark(listed[k][0], listed[k][1], round(float(x), 2), round(float(y), 2), round(radius, 2))
        for k, (x, y) in zip(order.tolist(), middles, strict=True)
    )
    drawing = Drawing(svg(marks, scene, width, height, safe, str(title)))
    drawing.marks, drawing.inks = marks, inks(scene)
    drawing.safe, drawing.shape = safe, (width, height)
    return drawing


def _named(counts: Counts, kinds: Sequence[str]) -> dict[Kind, int]:
    """Counts by colour and shape, checked."""
    if not isinstance(counts, Mapping):
        try:
            listed = list(counts)
        except TypeError:
            listed = []
        if not listed or len(listed) != len(kinds):
            raise InputError(
                f"counts {checks.quoted(counts)}",
                f"{len(kinds)} numbers for {', '.join(map(str, kinds))}, or names with their counts",
                "(2, 0, 0, 2) or {'blue squares': 2, 'red circles': 2}",
            )
        counts = dict(zip(kinds, listed, strict=True))
    found: dict[Kind, int] = {}
    for name, count in counts.items():
        kind = _kind(name)
        found[kind] = found.get(kind, 0) + checks.whole(count, f"{' '.join(kind)}s:")
    if not 0 < sum(found.values()) <= MOST:
        raise InputError(f"a scene of {checks.quoted(sum(found.values()))} shapes", f"from 1 to {MOST}")
    return found


def _kind(name: str | Kind) -> Kind:
    """Colour and shape of a name: "blue squares", "dark orange star", ("red", "circle")."""
    words = name.strip().lower().rpartition(" ")[::2] if isinstance(name, str) else name
    if not isinstance(words, tuple) or len(words) != 2 or not all(isinstance(word, str) and word for word in words):
        words = ("", "")
    colour, shape = words
    shape = shape if shape in OUTLINES else shape.removesuffix("s")
    if shape not in OUTLINES:
        raise InputError(
            f"shapes called {checks.quoted(name)}", f"a colour and one of {', '.join(OUTLINES)}", "'blue squares'"
        )
    try:
        ImageColor.getrgb(rgb(colour))
    except ValueError:
        raise InputError(f"the colour {colour!r}", "a colour name of SVG, such as red, blue or orange") from None
    return colour, shape


def _scatter(many: int, width: int, height: int, rng: np.random.Generator) -> tuple[NDArray[np.float64], float]:
    """Centres that keep a radius apart: one too close is drawn again, in the end all with a smaller radius."""
    radius = 0.36 * float(np.sqrt(width * height / max(many, 4)))
    while True:
        radius *= 0.95
        edge, apart = 1.2 * radius, 2.25 * radius
        if edge >= min(width, height) / 2:
            continue
        placed = np.empty((0, 2))
        for dart in rng.uniform((edge, edge), (width - edge, height - edge), size=(60 * many, 2)):
            if not len(placed) or np.hypot(*(placed - dart).T).min() >= apart:
                placed = np.vstack([placed, dart])
                if len(placed) == many:
                    return placed, radius
