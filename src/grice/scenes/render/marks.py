"""How is a shape drawn? Outlines, colours and hatching of coloured shapes, as SVG and as pixels.

In the colour-blind-safe drawing every colour has its own fill, outline and hatching, so that neither hue nor brightness
has to be told apart.
"""

import zlib
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from html import escape

import numpy as np
from numpy.typing import NDArray
from PIL import Image, ImageColor, ImageDraw

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


def rgb(colour: str) -> str:
    """A colour by name as SVG and Pillow know it."""
    return _RGB.get(colour, colour.replace(" ", ""))


def inks(kinds: Mapping[tuple[str, str], int]) -> dict[str, int]:
    """A colour-blind-safe colour for every colour, the nearest that is still free."""
    palette = np.array([ImageColor.getrgb(fill) for fill, _, _ in _SAFE], dtype=float)
    chosen: dict[str, int] = {}
    for colour, _ in kinds:
        if colour not in chosen:
            distance = np.square(palette - np.array(ImageColor.getrgb(rgb(colour))[:3])).sum(axis=1)
            if len(chosen) < len(_SAFE):
                distance[list(chosen.values())] = np.inf
            chosen[colour] = int(distance.argmin())
    return chosen


def svg(
    marks: Sequence[Mark], kinds: Mapping[tuple[str, str], int], width: int, height: int, safe: bool, title: str
) -> str:
    """The drawing as SVG, with a title and a description for screen readers."""
    total = sum(kinds.values())
    named = [f"{n} {colour} {shape}{'' if n == 1 else 's'}" for (colour, shape), n in kinds.items() if n]
    listed = " and ".join(filter(None, [", ".join(named[:-1]), named[-1]]))
    heading = title or f"A scene of {total} shape{'' if total == 1 else 's'}"
    colours = list(dict.fromkeys(colour for colour, _ in kinds))
    styles = {c: f'fill="{escape(rgb(c), quote=True)}"' for c in colours}
    key = f"scene-{zlib.crc32(repr((marks, heading, safe)).encode()):08x}"  # several scenes may share one page
    patterns = ""
    if safe:
        for colour, i in inks(kinds).items():
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


def raster(
    marks: Sequence[Mark], chosen: Mapping[str, int], shape: tuple[int, int], safe: bool, width: int, over: int = 4
) -> NDArray[np.uint8]:
    """Pixels, drawn large and shrunk; each colour is laid on through a stencil of its shapes."""
    factor = over * width / shape[0]
    size = (width * over, round(shape[1] * width / shape[0]) * over)
    canvas = Image.new("RGB", size, "white")
    for colour, ink in chosen.items():
        stencil = Image.new("L", size, 0)
        here = [mark for mark in marks if mark.colour == colour]
        for mark in here:
            _trace_out(ImageDraw.Draw(stencil), mark, factor, fill=255)
        if not safe:
            canvas.paste(rgb(colour), (0, 0), stencil)
        elif here:
            canvas.paste(_hatching(ink, here[0].radius, size, factor), (0, 0), stencil)
            line = max(1, round(here[0].radius / 12 * factor))
            for mark in here:
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
