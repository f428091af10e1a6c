"""How is the page made? One HTML file with everything in it: no script, stylesheet or picture from elsewhere.

It opens with the answer of each section, then says what is where, then shows the parts. A part is a small dataclass
whose template, of the same name, is in `templates/parts`.
"""

import base64
import re
from collections.abc import Iterator, Mapping, Sequence
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
    """Text; markup, such as marked words, if it is Markup."""

    text: str


@dataclass(frozen=True)
class Words:
    """A text that is looked at word by word, set large; markup."""

    markup: str


@dataclass(frozen=True)
class Heading:
    """A heading inside a section, which the contents list."""

    text: str

    @property
    def anchor(self) -> str:
        return re.sub(r"[^a-z0-9]+", "-", self.text.lower()).strip("-")


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


@dataclass(frozen=True)
class Number:
    """A number that stands out: what it is of, the number, what to set beside it, and what it means."""

    title: str
    value: str
    beside: str = ""
    text: str = ""


@dataclass(frozen=True)
class Numbers:
    numbers: tuple[Number, ...]


@dataclass(frozen=True)
class Letters:
    """What letters and short names stand for: each with its name and meaning."""

    meanings: Mapping[str, str]


@dataclass(frozen=True)
class Line:
    """What one speaker says, or one clause does: who, the words as markup, and a remark."""

    who: str
    words: str
    remark: str = ""
    kind: str = ""


@dataclass(frozen=True)
class Lines:
    lines: tuple[Line, ...]


@dataclass(frozen=True)
class Key:
    """What marks mean: the classes of a mark, its name and its meaning."""

    marks: tuple[tuple[str, str, str], ...]


@dataclass(frozen=True)
class Panel:
    """Parts that belong together, on a card; with `beside`, the first is set to the left of the others."""

    title: str
    parts: "Sequence[Part]"
    beside: bool = False


@dataclass(frozen=True)
class Fold:
    """Parts that few will want, closed until asked for."""

    title: str
    parts: "Sequence[Part]"


Part = Paragraph | Words | Heading | Quote | Figure | Figures | Numbers | Letters | Lines | Key | Panel | Fold | Table


@dataclass(frozen=True)
class Answer:
    """What a section comes to: three sentences and one picture."""

    sentences: tuple[str, ...]
    figure: Figure


@dataclass(frozen=True)
class Section:
    """A part of the page under a heading, in reading order."""

    title: str
    parts: Sequence[Part]
    anchor: str = ""
    answer: Answer | None = None

    @property
    def headings(self) -> list[Heading]:
        return [part for part in self.parts if isinstance(part, Heading)]

    @property
    def tables(self) -> list[Table]:
        return list(_tables(self.parts))


def _tables(parts: Sequence[Part]) -> Iterator[Table]:
    for part in parts:
        if isinstance(part, Table):
            yield part
        elif isinstance(part, Panel | Fold):
            yield from _tables(part.parts)


def page(title: str, sections: Sequence[Section], lead: str = "") -> str:
    """The whole page as one string."""
    template = environment().get_template("page.html")
    return template.render(title=title, lead=lead, sections=sections, version=__version__)


def environment() -> jinja2.Environment:
    """The templates: `base.html` with the stylesheets of `static`, pages that extend it, and a template per part."""
    places = [jinja2.PackageLoader("grice.report", folder) for folder in ("templates", "static")]
    loader = jinja2.ChoiceLoader(places)
    made = jinja2.Environment(loader=loader, autoescape=True, trim_blocks=True, lstrip_blocks=True)
    made.filters["kind"] = lambda part: type(part).__name__.lower()
    made.filters["html"] = lambda part: Markup(part.to_html() if isinstance(part, Table) else part.markup)
    return made


def picture(pixels: NDArray[np.uint8], words: str, zoom: int = 1) -> str:
    """A picture inside the page; an enlarged one keeps its pixels sharp."""
    data = base64.b64encode(render.png(np.asarray(Image.fromarray(pixels)))).decode()
    height, width = (zoom * size for size in pixels.shape[:2])
    kind = "pixels" if zoom > 1 else "smooth"
    image = Markup('<img class="{}" src="data:image/png;base64,{}" alt="{}" width="{}" height="{}">')
    return str(image.format(kind, data, words, width, height))
