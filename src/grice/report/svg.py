"""How does a drawing of matplotlib become part of a page? As SVG with the page's own colours and font.

What is drawn has the colours of `PAINT`; each becomes the page's variable, so that a drawing is light or dark with its
page. An artist whose gid is `named(kind, text)` gets a class and a text that shows under the pointer. The same drawing
gives the same bytes.
"""

import re
from collections.abc import Callable
from io import StringIO
from typing import Any
from xml.etree import ElementTree

SERIES = ("#0072b2", "#e69f00", "#009e73", "#cc79a7", "#56b4e9", "#d55e00")
INK, SOFT, LINE, CARD, ACCENT, GOOD, GOOD_BG = (
    "#1d2330",
    "#5c6675",
    "#e3e0d8",
    "#fffffe",
    "#2456a6",
    "#0b7a53",
    "#dff3ea",
)
PAINT = {
    INK: "ink",
    SOFT: "soft",
    LINE: "line",
    CARD: "card",
    ACCENT: "accent",
    GOOD: "good",
    GOOD_BG: "good-bg",
} | {colour: f"c{i}" for i, colour in enumerate(SERIES, 1)}
_SVG = "http://www.w3.org/2000/svg"
_XLINK = "http://www.w3.org/1999/xlink"
_NAMED = "grice:"
_SETTINGS = {
    "svg.hashsalt": "grice",
    "svg.fonttype": "none",
    "font.family": ["DejaVu Sans"],
    "font.size": 12,
    "text.color": INK,
    "axes.labelcolor": SOFT,
    "xtick.color": SOFT,
    "ytick.color": INK,
}


def named(kind: str, text: str) -> str:
    """The gid of an artist that is to have a class and a text."""
    return f"{_NAMED}{kind}:{text}"


def draw(title: str, width: float, height: float, paint: Callable[[Any], None]) -> str:
    """A figure of so many pixels, painted and made part of a page."""
    import matplotlib
    from matplotlib.figure import Figure

    with matplotlib.rc_context(_SETTINGS):
        figure = Figure(figsize=(width / 72, height / 72), dpi=72, frameon=False)
        paint(figure)
        file = StringIO()
        figure.savefig(file, format="svg", metadata={"Date": None, "Creator": None})
    return _inline(file.getvalue(), title)


def _inline(text: str, title: str) -> str:
    ElementTree.register_namespace("", _SVG)
    ElementTree.register_namespace("xlink", _XLINK)
    root = ElementTree.fromstring(text)
    for parent in list(root.iter()):
        for child in list(parent):
            # A style sheet inside would hold for the whole page.
            if child.tag in (f"{{{_SVG}}}metadata", f"{{{_SVG}}}style"):
                parent.remove(child)
    for group in root.iter(f"{{{_SVG}}}g"):
        # Ids of groups count up in every figure, so that two on one page would clash.
        given = group.attrib.pop("id", "")
        if given.startswith(_NAMED):
            kind, _, words = given.removeprefix(_NAMED).partition(":")
            group.set("class", kind)
            group.insert(0, _title(words))
    for text_ in root.iter(f"{{{_SVG}}}text"):
        text_.set("style", re.sub(r"font-family: [^;]*;?", "", text_.get("style", "")))
    width, height = root.attrib["viewBox"].split()[2:]
    root.attrib |= {"width": width, "height": height, "role": "img", "aria-label": title}
    root.insert(0, _title(title))
    drawn = re.sub(r"\s*\n\s*", " ", ElementTree.tostring(root, "unicode"))
    return re.sub("|".join(PAINT), lambda found: f"var(--{PAINT[found[0]]}, {found[0]})", drawn)


def _title(words: str) -> ElementTree.Element:
    element = ElementTree.Element(f"{{{_SVG}}}title")
    element.text = words
    return element
