"""What does the report say of quantified descriptions? What speakers say of a scene, and what a reader gets back."""

from collections.abc import Sequence

import numpy as np

from grice.readers.quantified import read
from grice.report.charts import bars
from grice.report.page import Figure, Figures, Paragraph, Part
from grice.scenes import render
from grice.scenes.quantified import DEFAULT, worlds
from grice.speakers.base import describe
from grice.tables import Table
from grice.version import __version__

SPEAKERS = ("qdg-ia", "qdg-greedy", "complete")
SHOWN = ((2, 0, 0, 2), (3, 1, 4, 1), (9, 2, 8, 1))
SIZES = (4, 6, 9, 16, 20)
SCENES = 20
"""Scenes drawn of each size; all of them where a size has fewer."""
MOST_STATEMENTS = 5


def parts(seed: int = 0) -> list[Part]:
    """Three scenes in full, then every speaker by the size of the scene."""
    made: list[Part] = [
        Paragraph(
            "A speaker describes a scene of blue and red squares and circles with all, half, most, numbers and the "
            "rest. A reader works out which scenes the words allow and answers with one; swaps are the objects it "
            "gets wrong."
        )
    ]
    for counts in SHOWN:
        drawing = str(render.counts(counts, seed=seed, width=300, height=200))
        named = ", ".join(f"{count} {kind}" for kind, count in zip(DEFAULT.plural_kinds, counts, strict=True) if count)
        on_white = f'<span class="onwhite">{drawing}</span>'  # its colours are meant for white paper
        made += [Figure(on_white, f"{sum(counts)} objects: {named}."), _said(counts, seed)]
    found = {name: [_tried(name, size, seed) for size in SIZES] for name in SPEAKERS}
    sizes = [f"{size} objects" for size in SIZES]
    charts = []
    for measure, title, highest in (
        (1, "Descriptions that leave one scene by plain logic", 1.0),
        (0, "Statements per description", float(MOST_STATEMENTS)),
        (2, "Scenes that the reader gets back exactly", 1.0),
    ):
        series = {name: [values[measure] for values in tried] for name, tried in found.items()}
        charts.append(Figure(bars(title, sizes, series, highest), "By speaker and size of the scene.", title))
    return [*made, _by_size(found, seed), Figures(tuple(charts))]


def _said(counts: Sequence[int], seed: int) -> Table:
    rows = []
    for name in SPEAKERS:
        said = describe(tuple(counts), speaker=name, seed=seed)
        back = read(said.text, size=sum(counts))
        rows.append([name, said.text, "yes" if said.complete_logically else "no", len(back.worlds), str(back.guess)])
    return Table(
        f"What is said of {sum(counts)} objects",
        ("speaker", "says", "complete", "scenes left", "read as"),
        rows,
        ("complete: plain logic leaves only this scene; scenes left: those that the reader allows.",),
        f"describe|read|seed:{seed}|grice:{__version__}",
    )


def _tried(name: str, size: int, seed: int) -> tuple[float, float, float, float]:
    """Means over scenes: statements, complete by logic, read back exactly, swaps of the reader's answer."""
    every = worlds(size)
    chosen = np.random.default_rng(seed).permutation(len(every))[:SCENES]
    rows = []
    for place, counts in enumerate(every[np.sort(chosen)].tolist()):
        said = describe(tuple(counts), speaker=name, seed=seed + place)
        guess = read(said.text, size=size).guess
        wrong = float("nan") if guess is None else np.abs(np.subtract(guess, counts)).sum() / 2
        rows.append((len(said.statements), said.complete_logically, wrong == 0, wrong))
    statements, complete, exact, swaps = np.nanmean(np.array(rows, float), axis=0).tolist()
    return statements, complete, exact, swaps


def _by_size(found: dict[str, list[tuple[float, float, float, float]]], seed: int) -> Table:
    rows = [[size, name, *found[name][i]] for i, size in enumerate(SIZES) for name in SPEAKERS]
    return Table(
        "Speakers by the size of the scene",
        ("objects", "speaker", "statements", "complete", "read back", "swaps"),
        rows,
        (f"{SCENES} scenes of each size, drawn at random; shares, and means of statements and swaps.",),
        f"describe|read|scenes:{SCENES}|seed:{seed}|grice:{__version__}",
    )
