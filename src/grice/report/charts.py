"""How do values compare? Horizontal grouped bars, which fit a narrow page, and how many items have which value."""

from collections.abc import Mapping, Sequence
from typing import Any

import numpy as np
from numpy.typing import NDArray

from grice.report.svg import INK, LINE, SERIES, draw, named
from grice.tables import shown

WIDTH = 300
_BAR, _GAP, _TOP, _BOTTOM, _RIGHT = 10, 12, 8, 24, 16
_LETTER, _MOST_LEFT = 6.7, 150
"""Pixels of a letter, and the most that names of groups may take."""
_KEY, _TWO = 20, 18
"""The height of a line of the legend, which has two names unless one has more letters than this."""
BINS = 20
"""Bars of a histogram."""


def bars(title: str, groups: Sequence[str], series: Mapping[str, Sequence[float]], highest: float = 1.0) -> str:
    """One group of bars per name in `groups`, with one bar per series. NaN leaves a gap."""
    group = _BAR * len(series) + _GAP
    across = 1 if max(map(len, series), default=0) > _TWO else 2
    key = _KEY * -(-len(series) // across) if len(series) > 1 else 0
    left = min(_MOST_LEFT, 14 + _LETTER * max(map(len, groups), default=0))
    body = group * len(groups)
    height = _TOP + key + body + _BOTTOM

    def paint(figure: Any) -> None:
        axes = figure.add_axes(
            (left / WIDTH, _BOTTOM / height, (WIDTH - left - _RIGHT) / WIDTH, body / height), frameon=False
        )
        for s, (name, values) in enumerate(series.items()):
            tops = [g * group + _GAP / 2 + (s + 0.5) * _BAR for g in range(len(groups))]
            lengths = [max(value, 0.0) if value == value else value for value in values]
            drawn = axes.barh(tops, lengths, 0.86 * _BAR, color=SERIES[s % len(SERIES)], label=name, zorder=2)
            for bar, place, value in zip(drawn, groups, values, strict=True):
                if value == value:
                    bar.set_clip_on(False)
                    bar.set_gid(named("bar", f"{name}, {place}: {shown(float(value))}"))
                else:
                    bar.remove()
        axes.set_xlim(0, highest)
        axes.set_ylim(body, 0)
        axes.set_yticks([(g + 0.5) * group for g in range(len(groups))], groups)
        axes.locator_params(axis="x", nbins=5, steps=[1, 2.5, 5, 10])
        axes.tick_params(length=0, pad=6)
        axes.grid(axis="x", color=LINE, linewidth=1, zorder=0, clip_on=False)
        if len(series) > 1:
            figure.legend(
                loc="upper left", bbox_to_anchor=(0, 1), ncols=across, frameon=False, fontsize=12, labelcolor=INK,
                handlelength=0.8, handleheight=0.8, borderaxespad=0, borderpad=0.2, columnspacing=1.2,
            )  # fmt: skip

    return draw(title, WIDTH, height, paint)


def histogram(title: str, series: Mapping[str, NDArray[np.float64]], height: int = 190) -> str:
    """How many values lie where: bars side by side for each series, as shares where there are several."""
    every = np.concatenate([np.zeros(0), *series.values()])
    low, high = (float(every.min()), float(every.max())) if len(every) else (0.0, 1.0)
    low, high = (min(low, 0.0), max(high, 1.0)) if low >= 0 and high <= 1 else (np.floor(low), np.ceil(high))
    edges = np.linspace(low, high if high > low else low + 1, BINS + 1)
    wide = (edges[1] - edges[0]) / len(series)

    def paint(figure: Any) -> None:
        axes = figure.add_axes((46 / WIDTH, 26 / height, (WIDTH - 58) / WIDTH, (height - 58) / height), frameon=False)
        for s, (name, values) in enumerate(series.items()):
            counted = np.histogram(values, edges)[0].astype(float)
            if len(series) > 1:
                counted /= max(1.0, counted.sum())
            lefts = edges[:-1] + (s + 0.5) * wide
            drawn = axes.bar(lefts, counted, 0.9 * wide, color=SERIES[s % len(SERIES)], label=name, zorder=2)
            for bar, start, end, count in zip(drawn, edges, edges[1:], counted, strict=False):
                shown_count = f"{count:.0f}" if len(series) == 1 else f"{count:.1%}"
                bar.set_gid(named("bar", f"{name}, {shown(float(start))} to {shown(float(end))}: {shown_count}"))
        axes.set_xlim(edges[0], edges[-1])
        axes.locator_params(axis="x", nbins=5)
        axes.locator_params(axis="y", nbins=4, integer=len(series) == 1)
        axes.tick_params(length=0, pad=6)
        axes.grid(axis="y", color=LINE, linewidth=1, zorder=0)
        axes.set_ylabel("items" if len(series) == 1 else "share", fontsize=12)
        if len(series) > 1:
            figure.legend(
                loc="upper left", bbox_to_anchor=(0, 1), ncols=len(series), frameon=False, fontsize=12, labelcolor=INK,
                handlelength=0.8, handleheight=0.8, borderaxespad=0, borderpad=0.2, columnspacing=1.2,
            )  # fmt: skip

    return draw(f"How {title} is distributed", WIDTH, height, paint)
