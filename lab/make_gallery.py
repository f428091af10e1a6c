"""What does it look like? `python -m lab.make_gallery` draws the pictures of docs/gallery.md, one by one or all.

Every picture is a function without arguments under the name of its file. `python -m lab.make_gallery pair.png`: one.
"""

from collections.abc import Callable, Mapping
from pathlib import Path

import numpy as np

import grice
from grice.benchmarks.a3ds import evaluate, profile
from grice.report.charts import bars
from grice.report.graph_drawing import graph
from grice.scenes import render, rooms
from lab.command import command

FOLDER = Path(__file__).resolve().parent.parent / "docs" / "images" / "gallery"
CAPTION = "Two small dogs chase a red ball past a boy without shoes."
STYLE = (
    "svg{background:#fffffe}text{font-family:system-ui,sans-serif;font-size:13px;fill:#1d2733}"
    ".edge{fill:none;stroke:#5c6675}.tip,.lab{fill:#5c6675}.node{fill:#fffffe;stroke:#2456a6}.attr{fill:#dff3ea;stroke:#0b7a53}"
    ".denied .edge,.denied .node{stroke-dasharray:4 3}"
)
"""What a figure of the report gets from its page, for one that stands alone."""
PARAGRAPH = "A man rides a horse. He wears a black hat. Another man is waiting. The horse is brown."


def _alone(figure: str) -> bytes:
    head, close, rest = figure.partition(">")
    return f"{head}{close}<style>{STYLE}</style>{rest}".encode()


def _sheet() -> bytes:
    some = np.sort(np.random.default_rng(0).choice(rooms.COUNT, 12, replace=False))
    return render.png(render.sheet(some, size=112, columns=6))


def _pair() -> bytes:
    return render.png(render.pair(118308, 235786))


def _shapes() -> bytes:
    return render.counts((3, 4, 7, 6), seed=1).svg.encode()


def _safe() -> bytes:
    return render.counts({"green stars": 3, "orange triangles": 4, "blue squares": 2}, seed=4, safe=True).svg.encode()


def _caption() -> bytes:
    return _alone(graph(CAPTION, grice.parse(CAPTION)))


def _paragraph() -> bytes:
    return _alone(graph(PARAGRAPH, grice.parse(PARAGRAPH, content="all")))


def _redundancy() -> bytes:
    results = evaluate(1000, 0, ("exhaustive", "short", "minimal"))
    table = profile(results, "")[0]
    series = {row[0]: row[1:] for row in table.rows}
    features = [feature.replace("_", " ") for feature in rooms.FEATURES]
    return _alone(bars("Mentioned although redundant: pairs matched on one feature", features, series))


PICTURES: Mapping[str, Callable[[], bytes]] = {
    "rooms.png": _sheet,
    "pair.png": _pair,
    "shapes.svg": _shapes,
    "shapes-safe.svg": _safe,
    "caption.svg": _caption,
    "paragraph.svg": _paragraph,
    "redundancy.svg": _redundancy,
}


def main() -> None:
    """Draw the pictures that are asked for, or all."""
    made = command(__doc__)
    made.add_argument("pictures", nargs="*", choices=[[], *PICTURES])
    FOLDER.mkdir(parents=True, exist_ok=True)
    for name in made.parse_args().pictures or PICTURES:
        data = PICTURES[name]()
        (FOLDER / name).write_bytes(data)
        print(f"wrote {FOLDER / name}: {len(data):,} bytes")


if __name__ == "__main__":
    main()
