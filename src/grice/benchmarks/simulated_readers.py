"""Which simulated reader comes nearest the thesis's tables, and how much depends on the scenes and the speaker?

The reader of `pel2020` beside others: pick rules with and without a tenth of random answers, plain logic, the
algorithms' own conditions; other draws of the scenes whose counts the thesis does not give; the other variants of the
speakers.
"""

from dataclasses import replace
from typing import Annotated

import numpy as np
import typer

from grice.benchmarks.options import Seed
from grice.benchmarks.pel2020 import OWN, PUBLISHED, Setting, correlation, simulated
from grice.errors import InputError
from grice.tables import Table
from grice.version import __version__

ERROR = 0.1
"""The share of random answers that comes closest to Pel's levels."""
READERS: tuple[tuple[str, Setting], ...] = (
    ("any scene with all implicatures (strict)", Setting()),
    ("the algorithms' own conditions, any scene", Setting(pick=OWN)),
    ("any scene the reading leaves (uniform)", Setting(pick="uniform")),
    ("plain logic, any scene", Setting(pick="uniform", mode="literal")),
    ("by weight (weighted)", Setting(pick="weighted")),
    ("the most even scene (balanced)", Setting(pick="balanced")),
    ("the best fitting scene (prototype)", Setting(pick="prototype")),
)
OTHERS: tuple[tuple[str, Setting], ...] = (
    *(
        (f"{label}, {ERROR:.0%} random", replace(setting, error=ERROR))
        for label, setting in READERS
        if setting.pick != OWN
    ),
    ("strict; each object of a scene drawn by itself", Setting(scenes="by object")),
    ("strict; as many kinds in a scene as in QTUNA", Setting(scenes="as in QTUNA")),
    ("strict; speakers with errors fixed", Setting(variant="fixed")),
    ("strict; promotion of the thesis", Setting(promotion="thesis")),
)


def run(
    *,
    seed: Seed = 0,
    seeds: Annotated[int, typer.Option(help="How many seeds to simulate.")] = 50,
) -> list[Table]:
    """A row for each variant: the correlation with the twelve cells of the algorithms and how far off they are."""
    if seeds < 1:
        raise InputError(f"{seeds} seeds", "at least one")
    rows = []
    for label, setting in (*READERS, *OTHERS):
        once = float("nan")
        if setting.scenes == "anew":
            alone = replace(setting, scenes="one draw")
            once = correlation(np.mean([simulated(alone, seed, seed + i) for i in range(seeds)], axis=0))
        found = np.array([simulated(setting, seed, seed + i) for i in range(seeds)])
        mean = found.mean(axis=0)
        low, high = np.quantile([correlation(cells) for cells in found], [0.05, 0.95])
        off = float(np.abs(mean - PUBLISHED).mean())
        rows.append([label, once, correlation(mean), float(low), float(high), off])
    return [
        Table(
            "simulated readers and the twelve cells of the algorithms (Pel 2020, Tables 2, 3 and 6)",
            ("reader", "r, one draw", "r, drawn anew", "5 %", "95 %", "points off"),
            rows,
            (
                f"means over {seeds} seeds; one draw: the same 30 scenes of 6, 10 and 16 objects for every seed, else "
                "30 new ones for each; 5 % and 95 %: single seeds; points off: mean absolute difference, drawn anew",
            ),
            f"readers|seed:{seed}|seeds:{seeds}|grice:{__version__}",
        )
    ]
