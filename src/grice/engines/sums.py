"""What do the parts of a run come to? Sums of statistics, and of their products, kept in a file beside each part.

Values over a corpus are functions of sums, so sums are enough for them. The products of every two statistics add up as
well, and say how much the sums would vary, had the items been others (`statistics.parametric`): intervals cost the
memory of one small matrix, however many rows there are.
"""

import json
from collections.abc import Iterable, Mapping
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

import numpy as np
from numpy.typing import NDArray

from grice.errors import InputError
from grice.metrics.base import DEFINED, Metric
from grice.metrics.tally import Part, Tally
from grice.statistics.bootstrap import UNKNOWN, Interval
from grice.statistics.parametric import interval
from grice.tables import Table


@dataclass
class Sums:
    """What the rows of one metric add up to; dropped rows have no say."""

    total: dict[str, Any] = field(default_factory=dict)
    """By statistic."""
    products: NDArray[np.float64] | None = None
    """Of every two of 1 and the statistics that are numbers; the first of all is the number of rows."""
    least: NDArray[np.float64] | None = None
    """Of each of these statistics, what it is at least."""
    used: set[tuple[str, str]] = field(default_factory=set)
    """What texts were read with."""

    def add(self, part: Part) -> None:
        """Add rows, one by one in order."""
        kept = np.ones(part.count, bool)
        kept[[row - part.first for row in part.errors]] = False
        columns = {name: np.asarray(column)[kept] for name, column in part.statistics.items()}
        numbers = [column.astype(np.float64) for column in columns.values() if column.ndim == 1]
        rows = np.stack([np.ones(kept.sum()), *numbers], axis=1)
        # Not by BLAS, whose rounding depends on how many threads it has.
        products = np.einsum("ij,ik->jk", rows, rows)
        least = rows[:, 1:].min(axis=0, initial=np.inf)
        total = {name: column.sum(axis=0) for name, column in columns.items()}
        self.merge(Sums(total, products, least, set(part.used)))

    def merge(self, other: "Sums") -> None:
        for name, value in other.total.items():
            self.total[name] = self.total.get(name, 0) + value
        if other.products is not None and other.least is not None:
            self.products = other.products if self.products is None else self.products + other.products
            self.least = other.least if self.least is None else np.minimum(self.least, other.least)
        self.used |= other.used

    def interval(self, metric: Metric, name: str, level: float = 0.95) -> Interval:
        """How far a value could have fallen, had the items been others."""
        if self.products is None or self.least is None:
            return UNKNOWN
        value = next(one for one in metric.values if one.name == name)
        numbers = [one for one, total in self.total.items() if not np.ndim(total)]
        places = np.array([numbers.index(one) for one in metric.summed])

        def compute(sums: NDArray[np.float64]) -> NDArray[np.float64]:
            found = metric.compute({one: sums[:, i] for i, one in enumerate(metric.summed)})[name]
            return np.clip(np.asarray(found, np.float64), value.lowest, value.highest)

        chosen = self.products[np.ix_([0, *places + 1], [0, *places + 1])]
        return interval(chosen, compute, self.least[places], level, items=int(self.total[name + DEFINED]))


def check_adds_up(metric: Metric) -> None:
    """Refuse a metric whose values are no function of sums over items."""
    metric.summable(Tally(metric).judged(), metric.values[0].name)


def over_all(files: Iterable[Path]) -> dict[str, Sums]:
    """The sums by metric of all files that are there, in their order: the same bits whoever made them."""
    total: dict[str, Sums] = {}
    for path in files:
        if path.is_file():
            for metric, sums in load(path)[1].items():
                total.setdefault(metric, Sums()).merge(sums)
    return total


def table(metrics: Mapping[str, Metric], sums: Mapping[str, Sums], intervals: bool = True) -> Table:
    """A row per value: the number over the corpus, its interval, over how many items it is, what chance would get."""
    chance = {name: metric.null(sums[name].total) for name, metric in metrics.items()}
    null, limits = ["null"] * any(chance.values()), ["low", "high"] * intervals
    rows: list[list[Any]] = []
    for name, metric in metrics.items():
        found = metric.compute(sums[name].total)
        for value in metric.values:
            row: list[Any] = [name, value.name, float(found[value.name])]
            row += [chance[name].get(value.name) for _ in null]
            row += list(sums[name].interval(metric, value.name)) if intervals else []
            rows.append([*row, int(sums[name].total[value.name + DEFINED]), value.meaning])
    return Table("", ["metric", "value", "score", *null, *limits, "items", "meaning"], rows)


def save(path: Path, about: Mapping[str, Any], sums: Mapping[str, Sums]) -> None:
    """Write sums and what else is known of a part; the file appears whole."""
    arrays: dict[str, Any] = {}
    for metric, one in sums.items():
        arrays |= {f"{metric}/{name}": np.asarray(value) for name, value in one.total.items()}
        if one.products is not None and one.least is not None:
            arrays |= {f"{metric}//products": one.products, f"{metric}//least": one.least}
    used = {metric: sorted(one.used) for metric, one in sums.items()}
    partial = path.with_name(f".{path.name}.partial")
    with partial.open("wb") as file:
        np.savez(file, allow_pickle=False, about=np.array(json.dumps({**about, "used": used})), **arrays)
    partial.replace(path)


def load(path: Path) -> tuple[dict[str, Any], dict[str, Sums]]:
    """What is known of a part, and its sums by metric."""
    try:
        with np.load(path, allow_pickle=False) as stored:
            about = json.loads(str(stored["about"]))
            sums = {metric: Sums(used=set(map(tuple, used))) for metric, used in about.pop("used").items()}
            for name in stored.files:
                metric, separator, statistic = name.partition("/")
                if statistic == "/products":
                    sums[metric].products = stored[name]
                elif statistic == "/least":
                    sums[metric].least = stored[name]
                elif separator:
                    sums[metric].total[statistic] = stored[name]
    except (OSError, ValueError, KeyError, EOFError) as error:
        raise InputError(f"{path} cannot be read: {error}", "the file that the run wrote", "another folder") from None
    return about, sums
