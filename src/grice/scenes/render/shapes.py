"""A set of coloured shapes as a picture: as QTUNA (Chen, van Deemter et al. 2019) shows its scenes.

The shapes lie scattered without touching, where the seed puts them. The drawing is SVG, with a title and a description
for those who do not see it; `Drawing.png` and `Drawing.array` give pixels. In the colour-blind-safe drawing every
colour has its own fill, outline and hatching, so that neither hue nor brightness has to be told apart.
"""

import zlib
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from html import escape

import numpy as np
from numpy.typing import NDArray
from PIL import Image, ImageColor, ImageDraw

from grice.errors import InputError
from grice.scenes.render.pages import png

KINDS = ("blue squares", "red squares", "blue circles", "red circles")
MOST = 500

# Corners on the circle round a shape, starting angle in quarter turns from the right; None is the circle itself.
OUTLINES: dict[str, tuple[int, float] | None] = {
    "circle": None,
    "triangle": (3, -1.0),
    "square": (4, 0.5),
    "diamond": (4, 0.0),
    "pentagon": (5, -1.0),
    "hexagon": (6, 0.0),
    "octagon": (8, 0.25),
    "star": (10, -1.0),
}
_RGB = {"red": "#d62728", "blue": "#1f4fd8", "green": "#2ca02c", "yellow": "#f2c80f"}
# Okabe & Ito (2008): fill, and how far apart (in radii, 0: none) and at which angle the hatching lies.
_SAFE = (
    ("#0072b2", 0.0, 0.0),
    ("#d55e00", 0.28, 45.0),
    ("#009e73", 0.28, 135.0),
    ("#f0e442", 0.34, 90.0),
    ("#cc79a7", 0.34, 0.0),
    ("#56b4e9", 0.5, 45.0),
    ("#e69f00", 0.5, 135.0),
    ("#ffffff", 0.2, 45.0),
)


@dataclass(frozen=True)
class Mark:
    """One shape on the canvas: kind, middle and radius in pixels of the SVG."""

    colour: str
    shape: str
    x: float
    y: float
    radius: float


class Drawing(str):
    """The SVG text of a scene, which also knows its marks and can be had as pixels."""

    marks: tuple[Mark, ...]
    inks: Mapping[str, int]
    safe: bool
    shape: tuple[int, int]

    @property
    def svg(self) -> str:
        return str(self)

    def array(self, width: int | None = None) -> NDArray[np.uint8]:
        """The drawing as pixels, uint8 (height, width, 3), anti-aliased."""
        return _raster(self, width or self.shape[0])

    def png(self, width: int | None = None) -> bytes:
        return png(self.array(width))

    def _repr_svg_(self) -> str:
        return str(self)


def counts(
    counts: Sequence[int] | Mapping[str, int] | Mapping[tuple[str, str], int],
    *,
    seed: int = 0,
    width: int = 400,
    height: int = 300,
    safe: bool = False,
    title: str = "",
    kinds: Sequence[str] = KINDS,
) -> Drawing:
    """Draw a scene of shapes: `counts((2, 0, 0, 2))` or `counts({"blue squares": 2, "red circles": 2})`.

    Four numbers are blue squares, red squares, blue circles and red circles; `kinds` names others, such as those of a
    domain. A name may have any colour that SVG knows and any of the shapes circle, triangle, square, diamond, pentagon,
    hexagon, octagon and star.
    """
    if not 40 <= min(width, height) <= max(width, height) <= 4096:
        raise InputError(f"a drawing of {width} x {height}", "from 40 to 4096 pixels each way")
    scene = _named(counts, kinds)
    listed = [kind for kind, count in scene.items() for _ in range(count)]
    rng = np.random.default_rng(seed)
    middles, radius = _scatter(len(listed), width, height, rng)
    order = rng.permutation(len(listed))
    marks = tuple(
        Mark(listed[k][0], listed[k][1], round(float(x), 2), round(float(y), 2), round(radius, 2))
        for k, (x, y) in zip(order.tolist(), middles, strict=True)
    )
    drawing = Drawing(_svg(marks, scene, width, height, safe, title))
    drawing.marks, drawing.inks = marks, _inks(scene)
    drawing.safe, drawing.shape = safe, (width, height)
    return drawing


def _named(
    counts: Sequence[int] | Mapping[str, int] | Mapping[tuple[str, str], int], kinds: Sequence[str]
) -> dict[tuple[str, str], int]:
    """Counts by colour and shape, checked."""
    if not isinstance(counts, Mapping):
        listed = np.asarray(counts).tolist()
        if not isinstance(listed, list) or len(listed) != len(kinds):
            raise InputError(
                f"counts {counts!r}", f"{len(kinds)} numbers for {', '.join(kinds)}, or names with their counts"
            )
        counts = dict(zip(kinds, listed, strict=True))
    found: dict[tuple[str, str], int] = {}
    for name, count in counts.items():
        if isinstance(count, bool) or not isinstance(count, int | np.integer) or count < 0:
            raise InputError(f"{count!r} {name}", "a whole number from 0 up")
        kind = _kind(name)
        found[kind] = found.get(kind, 0) + int(count)
    if not 0 < sum(found.values()) <= MOST:
        raise InputError(f"a scene of {sum(found.values())} shapes", f"from 1 to {MOST}")
    return found


def _kind(name: str | tuple[str, str]) -> tuple[str, str]:
    colour, _, shape = name.strip().lower().rpartition(" ") if isinstance(name, str) else (name[0], "", name[1])
    shape = shape if shape in OUTLINES else shape.removesuffix("s")
    if shape not in OUTLINES or not colour:
        raise InputError(f"shapes called {name!r}", f"a colour and one of {', '.join(OUTLINES)}: 'blue squares'")
    try:
        ImageColor.getrgb(_plain(colour))
    except ValueError:
        raise InputError(f"the colour {colour!r}", "a colour name of SVG, such as red, blue or orange") from None
    return colour, shape


def _plain(colour: str) -> str:
    """A colour by name as SVG and the raster know it."""
    return _RGB.get(colour, colour.replace(" ", ""))


def _inks(kinds: Mapping[tuple[str, str], int]) -> dict[str, int]:
    """A safe ink for every colour, the nearest that is still free."""
    palette = np.array([ImageColor.getrgb(fill) for fill, _, _ in _SAFE], dtype=float)
    chosen: dict[str, int] = {}
    for colour, _ in kinds:
        if colour not in chosen:
            distance = np.square(palette - np.array(ImageColor.getrgb(_plain(colour))[:3])).sum(axis=1)
            if len(chosen) < len(_SAFE):
                distance[list(chosen.values())] = np.inf
            chosen[colour] = int(distance.argmin())
    return chosen


def _scatter(many: int, width: int, height: int, rng: np.random.Generator) -> tuple[NDArray[np.float64], float]:
    """Middles that keep a radius apart: darts that fall too close are thrown again, all with a smaller radius."""
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


def _svg(
    marks: Sequence[Mark], kinds: Mapping[tuple[str, str], int], width: int, height: int, safe: bool, title: str
) -> str:
    total = sum(kinds.values())
    named = [f"{n} {colour} {shape}{'' if n == 1 else 's'}" for (colour, shape), n in kinds.items() if n]
    listed = " and ".join(filter(None, [", ".join(named[:-1]), named[-1]]))
    heading = title or f"A scene of {total} shape{'' if total == 1 else 's'}"
    colours = list(dict.fromkeys(colour for colour, _ in kinds))
    styles = {c: f'fill="{escape(_plain(c), quote=True)}"' for c in colours}
    key = f"scene-{zlib.crc32(repr((marks, heading, safe)).encode()):08x}"  # several scenes may share one page
    patterns = ""
    if safe:
        for colour, i in _inks(kinds).items():
            patterns += _pattern(f"{key}-ink{i}", i, marks[0].radius)
            styles[colour] = f'fill="url(#{key}-ink{i})" stroke="black" stroke-width="{marks[0].radius / 12:.2f}"'
    body = "\n".join(_element(mark, styles[mark.colour]) for mark in marks)
    return (
        f'<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 {width} {height}" width="{width}" height="{height}" '
        f'role="img" aria-labelledby="{key}-title {key}-desc">\n'
        f'<title id="{key}-title">{escape(heading)}</title>\n'
        f'<desc id="{key}-desc">{escape(listed)}, scattered without touching.</desc>\n'
        f"{f'<defs>{patterns}</defs>' if patterns else ''}"
        f'<rect width="{width}" height="{height}" fill="white"/>\n{body}\n</svg>\n'
    )


def _element(mark: Mark, style: str) -> str:
    name = f"<title>{escape(mark.colour)} {mark.shape}</title>"
    if OUTLINES[mark.shape] is None:
        return f'<circle cx="{mark.x}" cy="{mark.y}" r="{mark.radius}" {style}>{name}</circle>'
    points = " ".join(f"{x:.2f},{y:.2f}" for x, y in _corners(mark))
    return f'<polygon points="{points}" {style}>{name}</polygon>'


def _pattern(name: str, ink: int, radius: float) -> str:
    fill, gap, angle = _SAFE[ink]
    step = gap * radius or radius
    line = f'<rect width="{step:.2f}" height="{step * 0.35:.2f}" fill="black"/>' if gap else ""
    return (
        f'<pattern id="{name}" patternUnits="userSpaceOnUse" width="{step:.2f}" height="{step:.2f}" '
        f'patternTransform="rotate({angle:g})"><rect width="{step:.2f}" height="{step:.2f}" fill="{fill}"/>'
        f"{line}</pattern>"
    )


def _corners(mark: Mark) -> NDArray[np.float64]:
    """The corners of a mark; a square reaches out a little so that it looks as large as a circle."""
    found = OUTLINES[mark.shape]
    assert found is not None
    number, start = found
    angles = np.pi / 2 * start + 2 * np.pi * np.arange(number) / number
    reach = np.full(number, mark.radius * (1.12 if mark.shape == "square" else 1.0))
    if mark.shape == "star":
        reach[1::2] *= 0.45
    return np.stack([mark.x + reach * np.cos(angles), mark.y + reach * np.sin(angles)], axis=1)


def _raster(drawing: Drawing, width: int, over: int = 4) -> NDArray[np.uint8]:
    """Pixels, drawn large and shrunk; each colour is laid on through a stencil of its shapes."""
    if not 16 <= width <= 4096:
        raise InputError(f"a drawing {width} pixels wide", "from 16 to 4096")
    factor = over * width / drawing.shape[0]
    size = (width * over, round(drawing.shape[1] * width / drawing.shape[0]) * over)
    canvas = Image.new("RGB", size, "white")
    for colour, ink in drawing.inks.items():
        stencil = Image.new("L", size, 0)
        marks = [mark for mark in drawing.marks if mark.colour == colour]
        for mark in marks:
            _trace_out(ImageDraw.Draw(stencil), mark, factor, fill=255)
        if not drawing.safe:
            canvas.paste(_plain(colour), (0, 0), stencil)
        elif marks:
            canvas.paste(_hatching(ink, marks[0].radius, size, factor), (0, 0), stencil)
            line = max(1, round(marks[0].radius / 12 * factor))
            for mark in marks:
                _trace_out(ImageDraw.Draw(canvas), mark, factor, line=line)
    return np.asarray(canvas.resize((width, size[1] // over), Image.Resampling.BOX))


def _hatching(ink: int, radius: float, size: tuple[int, int], factor: float) -> Image.Image:
    fill, gap, angle = _SAFE[ink]
    pixels = np.empty((size[1], size[0], 3), dtype=np.uint8)
    pixels[:] = ImageColor.getrgb(fill)
    if gap:
        step, turn = gap * radius * factor, np.radians(angle)
        across = np.arange(size[1])[:, None] * np.cos(turn) - np.arange(size[0]) * np.sin(turn)
        pixels[across % step < 0.35 * step] = 0
    return Image.fromarray(pixels)


def _trace_out(draw: ImageDraw.ImageDraw, mark: Mark, factor: float, fill: int | None = None, line: int = 0) -> None:
    if OUTLINES[mark.shape] is None:
        box = [(mark.x - mark.radius) * factor, (mark.y - mark.radius) * factor]
        box += [(mark.x + mark.radius) * factor, (mark.y + mark.radius) * factor]
        draw.ellipse(box, fill=fill, outline="black" if line else None, width=max(1, line))
        return
    points = [(float(x), float(y)) for x, y in _corners(mark) * factor]
    if fill is not None:
        draw.polygon(points, fill=fill)
    if line:
        draw.line([*points, points[0], points[1]], fill="black", width=line, joint="curve")
