"""What does a scene graph look like? Objects with their attributes below them, relations as arrows from left to right.

What is denied is drawn as "not ...", and an object that is said not to be there as "no ...". Every object has the
classes that its words have in the text (`marks.ties`), so that the stylesheet ties them together.
"""

from collections.abc import Sequence
from itertools import pairwise

from markupsafe import Markup

from grice.meaning.graph import SceneGraph
from grice.meaning.graph_statements import Attribute, Exists, Node, Quantity, by_node
from grice.report.graph_layout import Layout, Point, layout
from grice.report.marks import relations, ties

_LETTER = 7.9
"""Pixels of a letter of 15 pixels, on average; a little too many, as fonts differ."""
_NODE, _PILL, _GAP, _SIDE, _EDGE = 36, 28, 6, 30, 10
"""Pixels: the height of an object and of an attribute, the gap around attributes, what a box adds to its words, the
margin."""


def graph(title: str, scene: SceneGraph) -> str:
    """A scene graph as SVG in the page's own colours."""
    said, tied = _said(scene), ties(scene)
    nodes = list(said)
    names = [f"no {node.name}" if Exists(node) in scene.denied else node.name for node in nodes]
    related = [(one, f"{'not ' * denied}{one.predicate}") for one, denied in relations(scene)]
    boxes = [_box(name, said[node]) for name, node in zip(names, nodes, strict=True)]
    edges = [(nodes.index(one.subject), nodes.index(one.object)) for one, _ in related]
    found = layout(boxes, edges, [_wide(words) - _SIDE for _, words in related])
    width, height = found.width + 2 * _EDGE, found.height + 2 * _EDGE
    parts = [Markup("<title>{}</title>").format(title)]
    curves = [_curve(found, boxes, names, edge, i) for i, edge in enumerate(edges)]
    labels = _labels(curves, [words for _, words in related])
    for i, ((one, words), edge, curve, label) in enumerate(zip(related, edges, curves, labels, strict=True)):
        title_ = f"{names[edge[0]]} {words} {names[edge[1]]}"
        parts.append(_relation(curve, label, words, title_, f"{tied[one.subject]} r{i}"))
    for node, name, box, place in zip(nodes, names, boxes, found.places, strict=True):
        parts.append(_object(name, said[node], box, place, tied[node]))
    svg = '<svg xmlns="http://www.w3.org/2000/svg" class="graph" style="--wide:{0:.0f}px" width="{0:.0f}" '
    svg += 'height="{1:.0f}" viewBox="0 0 {0:.0f} {1:.0f}" role="img" aria-label="{2}">{3}</svg>'
    return str(Markup(svg).format(width, height, title, Markup("").join(parts)))


def _said(scene: SceneGraph) -> dict[Node, list[str]]:
    """Attributes and quantity of every object, and which it has not."""
    found: dict[Node, list[str]] = {node: [] for node in (*scene.nodes, *by_node(scene.denied))}
    for node in scene.nodes:
        quantity = scene.quantity(node)
        found[node] += [" ".join(part for part in quantity if part)] if quantity else []
    for attribute in scene.attributes:
        found[attribute.node].append(attribute.value)
    for one in scene.denied:
        if isinstance(one, Attribute | Quantity):
            found[one.node].append(f"not {one.value if isinstance(one, Attribute) else one}")
    return found


def _wide(text: str) -> float:
    return _LETTER * len(text) + _SIDE


def _rows(values: Sequence[str]) -> list[list[str]]:
    """Attributes in rows of two, as a column of many objects has little room beside it."""
    return [list(values[i : i + 2]) for i in range(0, len(values), 2)]


def _box(name: str, values: Sequence[str]) -> tuple[float, float]:
    rows = _rows(values)
    wide = [sum(_wide(value) + _GAP for value in row) - _GAP for row in rows]
    return max(_wide(name), *wide) if wide else _wide(name), _NODE + (_PILL + _GAP) * len(rows)


def _object(name: str, values: Sequence[str], box: tuple[float, float], place: Point, classes: str) -> Markup:
    x, top = place[0] + _EDGE, place[1] - box[1] / 2 + _EDGE
    parts = [_pill("node object", x, top, _wide(name), _NODE, name, name.startswith("no "))]
    for i, row in enumerate(_rows(values)):
        left = x - (sum(_wide(value) + _GAP for value in row) - _GAP) / 2
        y = top + _NODE + _GAP + i * (_PILL + _GAP)
        for value in row:
            wide = _wide(value)
            parts.append(_pill("attr attribute", left + wide / 2, y, wide, _PILL, value, value.startswith("not ")))
            left += wide + _GAP
    return Markup('<g class="{}">{}</g>').format(classes, Markup("").join(parts))


def _pill(kind: str, x: float, top: float, wide: float, high: float, text: str, denied: bool) -> Markup:
    drawn = '<rect class="{}" x="{:.1f}" y="{:.1f}" width="{:.1f}" height="{}" rx="{}"/>'
    drawn += '<text x="{:.1f}" y="{:.1f}" text-anchor="middle">{}</text>'
    return Markup(drawn).format(
        kind + (" no" if denied else ""), x - wide / 2, top, wide, high, high / 2, x, top + high / 2 + 5, text
    )


def _curve(
    found: Layout, boxes: Sequence[tuple[float, float]], names: Sequence[str], edge: tuple[int, int], number: int
) -> list[Point]:
    """The points that a relation goes by, from the side of its subject to the side of its object."""

    def anchor(i: int) -> Point:
        return found.places[i][0] + _EDGE, found.places[i][1] - boxes[i][1] / 2 + _NODE / 2 + _EDGE

    (x0, y0), (x1, y1) = anchor(edge[0]), anchor(edge[1])
    side = 1 if x1 >= x0 else -1
    bends = [(x + _EDGE, y + _EDGE) for x, y in found.bends[number]]
    return [(x0 + side * _wide(names[edge[0]]) / 2, y0), *bends, (x1 - side * (_wide(names[edge[1]]) / 2 + 3), y1)]


def _labels(curves: Sequence[Sequence[Point]], words: Sequence[str]) -> list[Point]:
    """Where the words of each relation stand: on the first stretch of its curve, where they cover no others."""
    taken: list[tuple[Point, float]] = []
    for curve, text in zip(curves, words, strict=True):
        (a, b), (c, d) = curve[:2]
        half = (_wide(text) - _SIDE) / 2
        spots = [_on(a, b, c, d, t) for t in (0.5, 0.4, 0.6, 0.32, 0.68, 0.25, 0.75)]
        free = [
            (x, y) for x, y in spots if all(abs(y - v) > 15 or abs(x - u) > half + other for (u, v), other in taken)
        ]
        taken.append(((free or spots)[0], half))
    return [place for place, _ in taken]


def _on(a: float, b: float, c: float, d: float, t: float) -> Point:
    """A point of the curve that leaves and arrives level."""
    turn, rest = (a + c) / 2, 1 - t
    x = rest**3 * a + 3 * rest * t * turn + t**3 * c
    return x, (rest**3 + 3 * rest**2 * t) * b + (3 * rest * t**2 + t**3) * d


def _relation(curve: Sequence[Point], label: Point, words: str, said: str, classes: str) -> Markup:
    path = f"M{curve[0][0]:.1f} {curve[0][1]:.1f}"
    for (a, b), (c, d) in pairwise(curve):
        turn = (a + c) / 2
        path += f" C{turn:.1f} {b:.1f} {turn:.1f} {d:.1f} {c:.1f} {d:.1f}"
    side = 1 if curve[-1][0] >= curve[0][0] else -1
    tip = f"M{curve[-1][0] + 2 * side:.1f} {curve[-1][1]:.1f} l{-8 * side} -4 v8 z"
    drawn = '<g class="relation {}"><title>{}</title><path class="edge{}" d="{}"/><path class="tip" d="{}"/>'
    drawn += '<text class="lab" x="{:.1f}" y="{:.1f}" text-anchor="middle">{}</text></g>'
    no = " no" if words.startswith("not ") else ""
    return Markup(drawn).format(classes, said, no, path, tip, label[0], label[1] + 4, words)
