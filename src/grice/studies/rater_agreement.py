"""Do participants agree while the study runs? Krippendorff's alpha for each scale of the task."""

from dataclasses import dataclass
from typing import Any

from grice.statistics.agreement import alpha
from grice.studies.store import Store
from grice.studies.tasks import load


@dataclass(frozen=True)
class Agreed:
    """Agreement on one scale: alpha, and how many units have two raters or more."""

    scale: str
    kind: str
    alpha: float
    units: int
    raters: int


def agreement(store: Store) -> list[Agreed]:
    """Alpha of every scale of the task, over all answers so far; known answers are left out."""
    task = load(store.design.task)
    units: dict[str, dict[str, dict[int, Any]]] = {scale: {} for scale in task.SCALES}
    raters: set[int] = set()
    for row in store.answers():
        item = store.items[row["item"]]
        if item.gold or row["role"] != "participant":
            continue
        raters.add(row["participant"])
        for scale, values in task.rated(item, row["answer"]).items():
            for unit, value in values.items():
                units[scale].setdefault(unit, {})[row["participant"]] = value
    return [
        Agreed(scale, kind, alpha(units[scale], kind), sum(len(one) > 1 for one in units[scale].values()), len(raters))
        for scale, kind in task.SCALES.items()
        if units[scale] or len(task.SCALES) == 1
    ]
