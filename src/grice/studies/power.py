"""How often would this design find a difference? Its power, by simulated readers, without a server.

Every run deals the views anew, lets the task's reader answer each, and tests producers (Welch's t of two, else a
one-way ANOVA of swap shares) and sizes (ANOVA of the deviations of pairs). The share of runs with p < .05 is the power
for differences as large as those between simulated readers; people differ in other ways, so it is a guide and no
promise.
"""

from collections import defaultdict
from collections.abc import Callable, Sequence

import numpy as np

from grice.errors import InputError
from grice.statistics.anova import anova, welch
from grice.studies.allocation import confounded, deal
from grice.studies.analysis import producers, spreads
from grice.studies.design import Design
from grice.studies.items import items_of
from grice.studies.tasks import load
from grice.tables import Table

ALPHA = 0.05


def power(design: Design, runs: int = 200, seed: int = 0, step: Callable[[int], object] = lambda _: None) -> Table:
    """The share of simulated studies that find producers, and sizes, to differ."""
    if design.task != "reconstruction":
        raise InputError(f"the power of the task {design.task!r}", "a study of reconstruction")
    task, items = load(design.task), {item.id: item for item in items_of(design) if not item.gold}
    by_producer: list[float] = []
    by_size: list[float] = []
    warned = ""
    for run in range(runs):
        rng = np.random.default_rng([seed, run])
        rows = []
        dealt = deal(list(items.values()), design.participants, seed + run)
        warned = warned or confounded(items.values(), dealt)
        for view in dealt:
            item = items[view.item]
            row = task.row(item, task.answer(item, task.simulated(item, rng)))
            rows.append({**row, "pair": item.id, "producer": item.producer, "size": item.size})
        by_producer.append(
            _p([[row["swap_share"] for row in rows if row["producer"] == name] for name in producers(rows)])
        )
        groups: dict[int, list[float]] = defaultdict(list)
        for size, _, total, _ in spreads(rows).values():
            groups[size].append(total)
        by_size.append(_p(list(groups.values())))
        step(1)
    lines = [
        [
            what,
            runs,
            float(np.mean(np.array(found) < ALPHA)),
            float(np.nanmedian(found)),
        ]
        for what, found in (("producers differ in swap share", by_producer), ("sizes differ in deviation", by_size))
        # One producer, or one size, cannot differ.
        if np.isfinite(found).any()
    ]
    notes = ("simulated readers: any scene in which words and implicatures hold, one answer in ten at random", warned)
    return Table("power", ("what", "studies", "share with p < .05", "median p"), lines, tuple(filter(None, notes)))


def _p(groups: Sequence[Sequence[float]]) -> float:
    kept = [group for group in groups if len(group) > 1]
    if len(kept) < 2:
        return float("nan")
    return welch(*kept).p if len(kept) == 2 else anova(kept).p
