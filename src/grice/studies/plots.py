"""What do the results look like? Swaps by producer and size, expert scores against swaps (Pel 2020, Figures 2, 3)."""

from collections.abc import Sequence
from io import BytesIO
from typing import Any

import numpy as np

from grice.studies.analysis import HUMAN, Rows, regression, scored, usable

COLOURS = ("#0072b2", "#e69f00", "#009e73", "#cc79a7", "#56b4e9", "#d55e00")
"""Okabe & Ito (2008): colours that people with colour vision deficiencies tell apart."""
MARKERS = ("o", "s", "^", "D", "v", "P")


def swaps_by_size(rows: Rows, form: str = "svg") -> bytes:
    """Swap percentages against the size, a line for each producer, with the standard error of each mean."""
    used = usable(rows)
    figure, axes = _figure()
    producers = sorted({row["producer"] for row in used}, key=lambda name: (name != HUMAN, name))
    sizes = sorted({row["size"] for row in used})
    for i, producer in enumerate(producers):
        cells = [
            [100 * row["swap_share"] for row in used if (row["producer"], row["size"]) == (producer, n)] for n in sizes
        ]
        there = [(n, cell) for n, cell in zip(sizes, cells, strict=True) if cell]
        errors = [float(np.std(cell, ddof=1) / np.sqrt(len(cell))) if len(cell) > 1 else 0.0 for _, cell in there]
        look: dict[str, Any] = {"color": COLOURS[i % 6], "marker": MARKERS[i % 6], "capsize": 3, "label": producer}
        shifted = [n + 0.12 * (i - (len(producers) - 1) / 2) for n, _ in there]
        axes.errorbar(shifted, [float(np.mean(cell)) for _, cell in there], yerr=errors, **look)
    axes.set_xticks(sizes)
    axes.set_xlabel("objects in the scene")
    axes.set_ylabel("swaps, % of the size")
    axes.set_ylim(bottom=0)
    if producers:
        axes.legend(frameon=False)
    return _saved(figure, form)


def scores_against_swaps(rows: Rows, scores: Rows, name: str, form: str = "svg") -> bytes:
    """A point for each pair: the experts' mean score and the readers' mean swap percentage, with the line."""
    used = usable(rows)
    points, found = scored(used, scores, name), regression(used, scores, name)
    figure, axes = _figure()
    axes.scatter([x for x, _ in points], [100 * y for _, y in points], color=COLOURS[0], alpha=0.7)
    if found is not None and found.slope == found.slope:
        ends: Sequence[float] = (min(x for x, _ in points), max(x for x, _ in points))
        axes.plot(ends, 100 * found(ends), color=COLOURS[5], label=f"R² = {found.r_squared:.2f}, {found.band}")
        axes.legend(frameon=False)
    axes.set_xlabel(f"{name}, as experts score it")
    axes.set_ylabel("swaps, % of the size")
    return _saved(figure, form)


def _figure() -> tuple[Any, Any]:
    from matplotlib.figure import Figure

    figure = Figure(figsize=(6.4, 4.0), layout="constrained")
    axes = figure.add_subplot()
    axes.spines[["top", "right"]].set_visible(False)
    return figure, axes


def _saved(figure: Any, form: str) -> bytes:
    from matplotlib import rc_context

    file = BytesIO()
    with rc_context({"svg.hashsalt": "grice", "svg.fonttype": "path"}):
        figure.savefig(file, format=form, dpi=150, metadata={"Date": None} if form == "svg" else None)
    return file.getvalue()
