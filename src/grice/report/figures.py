"""Figures as SVG, drawn here so that the report needs no plotting library."""

from collections.abc import Mapping, Sequence
from html import escape

from grice.meaning.graph import SceneGraph
from grice.meaning.graph_statements import Node

# Okabe & Ito (2008): eight colours that people with colour vision deficiencies tell apart.
COLOURS = ("#0072b2", "#e69f00", "#009e73", "#cc79a7", "#56b4e9", "#d55e00", "#f0e442", "#000000")


def bars(
    title: str, groups: Sequence[str], series: Mapping[str, Sequence[float]], highest: float = 1.0, width: int = 760
) -> str:
    """Grouped bars: one group per name in `groups`, one bar in it per series. Values that are NaN leave a gap."""
    left, top, height, bottom = 46, 34, 200, 46
    step = (width - left - 10) / max(1, len(groups))
    bar = step * 0.8 / max(1, len(series))
    marks = [
        f'<text x="{left}" y="16" font-size="13" font-weight="600">{escape(title)}</text>',
        *(
            f'<line x1="{left}" x2="{width - 10}" y1="{y:.1f}" y2="{y:.1f}" '
            'stroke="currentColor" stroke-opacity=".15"/>'
            f'<text x="{left - 6}" y="{y + 4:.1f}" text-anchor="end" font-size="11">{highest * tick / 4:.2f}</text>'
            for tick in range(5)
            for y in [top + height * (1 - tick / 4)]
        ),
    ]
    for s, (name, values) in enumerate(series.items()):
        colour = COLOURS[s % len(COLOURS)]
        for g, value in enumerate(values):
            if value == value:
                tall = height * min(1.0, max(0.0, value / highest))
                marks.append(
                    f'<rect x="{left + g * step + step * 0.1 + s * bar:.1f}" y="{top + height - tall:.1f}" '
                    f'width="{bar * 0.92:.1f}" height="{tall:.1f}" fill="{colour}">'
                    f"<title>{escape(f'{name}, {groups[g]}: {value:.3f}')}</title></rect>"
                )
        x = left + s * (width - left) / max(1, len(series))
        marks.append(
            f'<rect x="{x:.1f}" y="{top + height + 30}" width="10" height="10" fill="{colour}"/>'
            f'<text x="{x + 15:.1f}" y="{top + height + 39}" font-size="11">{escape(name)}</text>'
        )
    for g, group in enumerate(groups):
        x = left + (g + 0.5) * step
        marks.append(
            f'<text x="{x:.1f}" y="{top + height + 16}" text-anchor="middle" font-size="11">{escape(group)}</text>'
        )
    return (
        f'<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 {width} {top + height + bottom}" width="{width}" '
        f'role="img" fill="currentColor" font-family="system-ui, sans-serif" aria-label="{escape(title, quote=True)}">'
        f"{''.join(marks)}</svg>"
    )


def on_white(drawing: str) -> str:
    """A drawing whose colours are meant for white paper, also where the page is dark."""
    return f'<span style="display: inline-block; background: #fff">{drawing}</span>'


def graph(title: str, scene: SceneGraph, gap: int = 28) -> str:
    """A scene graph: objects in a row, what is said of each above it, relations as arcs below, wider ones deeper."""
    above: dict[Node, list[str]] = {node: [] for node in scene.nodes}
    for said_of in scene.attributes:
        above[said_of.node].append(said_of.value)
    for node in scene.nodes:
        quantity = scene.quantity(node)
        above[node] += [" ".join(part for part in quantity if part)] if quantity else []
    widths = {node: 9 * max(len(text) for text in (node.name, *said)) + 24 for node, said in above.items()}
    tall = 26 * max((len(said) for said in above.values()), default=0)
    row, places, x = tall + 40, {}, 10.0
    for node, width in widths.items():
        places[node] = x + width / 2
        x += width + gap
    marks = []
    for node, said in above.items():
        marks.append(_box(places[node], row, widths[node], node.name, COLOURS[0], 0.18, 600))
        for i, value in enumerate(said):
            marks.append(_box(places[node], row - 30 - 26 * i, widths[node] - 8, value, COLOURS[2], 0.15, 400))
    arcs = sorted(scene.relations, key=lambda r: abs(places[r.subject] - places[r.object]))
    for depth, relation in enumerate(arcs, 1):
        start, end, low = places[relation.subject], places[relation.object], row + 16 + 30 * depth
        side = 7 if end >= start else -7
        marks.append(
            f'<path d="M{start + side:.0f} {row + 14}V{low}H{end - side:.0f}V{row + 17}" fill="none" '
            f'stroke="{COLOURS[1]}" stroke-width="1.6" marker-end="url(#tip)"/>'
            f'<text x="{(start + end) / 2:.0f}" y="{low - 4}" text-anchor="middle">{escape(relation.predicate)}</text>'
        )
    height = row + 40 + 30 * len(arcs)
    tip = f'<marker id="tip" markerWidth="8" markerHeight="8" refX="5" refY="3" orient="auto">\
<path d="M0 0L6 3L0 6z" fill="{COLOURS[1]}"/></marker>'
    return (
        f'<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 {x:.0f} {height}" width="{x:.0f}" role="img" '
        f'fill="currentColor" font-family="system-ui, sans-serif" font-size="13" '
        f'aria-label="{escape(title, quote=True)}"><defs>{tip}</defs>{"".join(marks)}</svg>'
    )


def _box(x: float, y: float, width: float, text: str, colour: str, opacity: float, weight: int) -> str:
    return (
        f'<rect x="{x - width / 2:.0f}" y="{y - 12}" width="{width:.0f}" height="24" rx="6" fill="{colour}" '
        f'fill-opacity="{opacity}"/><text x="{x:.0f}" y="{y + 5}" text-anchor="middle" font-weight="{weight}">'
        f"{escape(text)}</text>"
    )
