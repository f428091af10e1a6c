"""Figures as SVG, drawn here so that the report needs no plotting library."""

from collections.abc import Mapping, Sequence
from html import escape

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
