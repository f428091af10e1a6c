"""What does a scene graph look like? Objects in a row, their attributes above, relations as arcs below.

What is denied is drawn as "not ...", and an object that is said not to be there as "no ...".
"""

from typing import Any

from grice.meaning.graph import SceneGraph
from grice.meaning.graph_statements import Attribute, Exists, Node, Quantity, Relation, by_node
from grice.report.svg import ACCENT, CARD, GOOD, GOOD_BG, SOFT, draw, named

_SIZE = 13
_BOX, _PAD, _GAP, _LEVEL, _EDGE = 28, 14, 30, 32, 8
"""Pixels: the height of a box, its padding, the gap between objects, the depth of an arc, the margin."""


def graph(title: str, scene: SceneGraph) -> str:
    """A scene graph as SVG; wider arcs are deeper, so that few of them cross."""
    above = _said(scene)
    names = {node: f"no {node.name}" if Exists(node) in scene.denied else node.name for node in above}
    widths = {node: max(map(_width, (names[node], *said))) + 2 * _PAD for node, said in above.items()}
    row = _EDGE + (_BOX + 4) * max((len(said) for said in above.values()), default=0) + _BOX / 2
    places: dict[Node, float] = {}
    right = float(_EDGE)
    for node, width in widths.items():
        places[node] = right + width / 2
        right += width + _GAP
    related = [(one, one.predicate) for one in scene.relations]
    related += [(one, f"not {one.predicate}") for one in scene.denied if isinstance(one, Relation)]
    arcs = sorted(related, key=lambda r: abs(places[r[0].subject] - places[r[0].object]))
    wide = max(right - _GAP + _EDGE, 2 * _EDGE)
    height = row + _BOX / 2 + _LEVEL * len(arcs) + _EDGE

    def paint(figure: Any) -> None:
        axes = figure.add_axes((0, 0, 1, 1), frameon=False)
        axes.set(xlim=(0, wide), ylim=(height, 0))
        axes.set_axis_off()
        for node, said in above.items():
            for i, value in enumerate(said):
                _box(axes, "attribute", places[node], row - (_BOX + 4) * (i + 1), value, GOOD, GOOD_BG)
            _box(axes, "object", places[node], row, names[node], ACCENT, CARD)
        for depth, (relation, words) in enumerate(arcs, 1):
            start, end = places[relation.subject], places[relation.object]
            _arc(axes, start, end, row + _BOX / 2, _LEVEL * depth - 6, words)

    return draw(title, wide, height, paint)


def _said(scene: SceneGraph) -> dict[Node, list[str]]:
    """Attributes and quantity of every object, and which it has not."""
    found: dict[Node, list[str]] = {node: [] for node in (*scene.nodes, *by_node(scene.denied))}
    for attribute in scene.attributes:
        found[attribute.node].append(attribute.value)
    for node in scene.nodes:
        quantity = scene.quantity(node)
        found[node] += [" ".join(part for part in quantity if part)] if quantity else []
    for one in scene.denied:
        if isinstance(one, Attribute | Quantity):
            found[one.node].append(f"not {one.value if isinstance(one, Attribute) else one}")
    return found


def _width(text: str) -> float:
    from matplotlib.textpath import TextPath

    return float(TextPath((0, 0), text, size=_SIZE).get_extents().width) if text.strip() else 0.0


def _box(axes: Any, kind: str, x: float, y: float, text: str, edge: str, fill: str) -> None:
    from matplotlib.patches import FancyBboxPatch

    half = _width(text) / 2 + _PAD - 4
    box = FancyBboxPatch(
        (x - half, y - _BOX / 2 + 1), 2 * half, _BOX - 2, boxstyle=f"round,pad=0,rounding_size={_BOX / 2 - 1}",
        facecolor=fill, edgecolor=edge, linewidth=1.5, clip_on=False, gid=named(kind, text),
    )  # fmt: skip
    axes.add_patch(box)
    axes.text(x, y, text, ha="center", va="center_baseline", fontsize=_SIZE, clip_on=False)


def _arc(axes: Any, start: float, end: float, top: float, depth: float, text: str) -> None:
    """Down from the subject, across, and up to the object, where the arrow points."""
    from matplotlib.patches import FancyArrowPatch
    from matplotlib.path import Path

    side = 7 if end >= start else -7
    corners = [(start + side, top), (start + side, top + depth), (end - side, top + depth), (end - side, top + 1)]
    arrow = FancyArrowPatch(
        path=Path(corners), arrowstyle="-|>", mutation_scale=10, edgecolor=SOFT, facecolor=SOFT, linewidth=1.4,
        joinstyle="round", shrinkA=0, shrinkB=0, clip_on=False, gid=named("relation", text),
    )  # fmt: skip
    axes.add_patch(arrow)
    label = {"boxstyle": "round,pad=.15", "facecolor": CARD, "edgecolor": "none", "clip_on": False}
    axes.text((start + end) / 2, top + depth, text, ha="center", va="center", fontsize=_SIZE - 1, bbox=label)
