"""How is the page made? One HTML file with everything in it: no script, style sheet or picture from elsewhere."""

import base64
from collections.abc import Sequence
from dataclasses import dataclass

import jinja2
import numpy as np
from markupsafe import Markup
from numpy.typing import NDArray
from PIL import Image

from grice.scenes import render
from grice.tables import Table
from grice.version import __version__


@dataclass(frozen=True)
class Paragraph:
    text: str


@dataclass(frozen=True)
class Quote:
    """Lines as they are, such as an explanation."""

    text: str


@dataclass(frozen=True)
class Figure:
    """The markup of a picture, with a caption. A `wide` one scrolls where it would get too small."""

    markup: str
    caption: str
    title: str = ""
    wide: bool = False


@dataclass(frozen=True)
class Figures:
    """Figures that are compared: side by side where there is room."""

    figures: tuple[Figure, ...]


Part = Paragraph | Quote | Figure | Figures | Table


@dataclass(frozen=True)
class Section:
    """A part of the page under a heading, in reading order."""

    title: str
    parts: Sequence[Part]
    anchor: str = ""


def page(title: str, sections: Sequence[Section], lead: str = "") -> str:
    """The whole page as one string."""
    template = environment().get_template("page.html")
    return template.render(title=title, lead=lead, sections=sections, version=__version__)


def environment() -> jinja2.Environment:
    """The templates: `base.html` with the stylesheets of `static`, and pages that extend it."""
    places = [jinja2.PackageLoader("grice.report", folder) for folder in ("templates", "static")]
    loader = jinja2.ChoiceLoader(places)
    made = jinja2.Environment(loader=loader, autoescape=True, trim_blocks=True, lstrip_blocks=True)
    made.filters["kind"] = lambda part: type(part).__name__
    made.filters["html"] = lambda part: Markup(part.to_html() if isinstance(part, Table) else part.markup)
    return made


def picture(pixels: NDArray[np.uint8], words: str, zoom: int = 1) -> str:
    """A picture inside the page; an enlarged one keeps its pixels sharp."""
    data = base64.b64encode(render.png(np.asarray(Image.fromarray(pixels)))).decode()
    height, width = (zoom * size for size in pixels.shape[:2])
    kind = "pixels" if zoom > 1 else "smooth"
    image = Markup('<img class="{}" src="data:image/png;base64,{}" alt="{}" width="{}" height="{}">')
    return str(image.format(kind, data, words, width, height))
