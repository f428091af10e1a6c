"""What does a comparison say? Values with intervals, tests of every two systems, the items that differ, as tables."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from functools import cached_property
from typing import Any

import numpy as np
from numpy.typing import NDArray

from grice import checks
from grice.engines.score import Result
from grice.errors import InputError
from grice.metrics.tally import Score
from grice.statistics.bootstrap import Interval
from grice.statistics.paired import Paired
from grice.tables import Table, shown

SHOWN = 3
"""Items that are shown for each value, those on which systems differ most."""
LEAST = 0.0005
"""Items that differ by less than a table shows do not differ."""


@dataclass(frozen=True)
class Tested:
    """How much more of a value the first system has than the second, on the same items."""

    value: str
    first: str
    second: str
    found: Paired
    adjusted: float
    """p, corrected for all tests of the comparison."""


@dataclass(frozen=True)
class Differing:
    """An item on which systems differ: its row, what it is called, and what each system gets."""

    value: str
    item: int
    name: str
    scores: Mapping[str, float]

    @property
    def spread(self) -> float:
        return float(np.nanmax(list(self.scores.values())) - np.nanmin(list(self.scores.values())))


@dataclass(frozen=True)
class Comparison:
    """Several systems, judged by the same metrics on the same items."""

    results: Mapping[str, Result]
    values: tuple[str, ...]
    """What is compared: "spice", "spice.recall"."""
    scores: Mapping[str, Mapping[str, Score]] = field(repr=False)
    """By value, then by system, each over the items that count."""
    intervals: Mapping[str, Mapping[str, Interval]] = field(repr=False)
    tests: tuple[Tested, ...]
    rows: NDArray[np.int64] = field(repr=False)
    """The items that count: no system dropped them."""
    names: Sequence[Any] | None = field(default=None, repr=False)
    """What items are called; by default their numbers."""
    notes: tuple[str, ...] = ()

    @property
    def systems(self) -> tuple[str, ...]:
        return tuple(self.results)

    @property
    def signature(self) -> str:
        return next(iter(self.results.values())).signature

    def differing(self, value: str | None = None, most: int = SHOWN) -> list[Differing]:
        """The items on which systems differ most in a value, the widest spread first."""
        value = self.values[0] if value is None else value
        if value not in self.scores:
            raise InputError(f"no value {value!r} was compared", f"one of {', '.join(self.values)}")
        items = np.stack([one.items[self.rows] for one in self.scores[value].values()])
        there = np.flatnonzero((~np.isnan(items)).sum(axis=0) > 1)
        spread = np.nanmax(items[:, there], axis=0) - np.nanmin(items[:, there], axis=0)
        order = [int(there[i]) for i in np.argsort(-spread, kind="stable") if spread[i] >= LEAST]
        return [
            Differing(
                value,
                int(self.rows[i]),
                self.name(int(self.rows[i])),
                dict(zip(self.systems, items[:, i], strict=True)),
            )
            for i in order[: checks.count(most, "most")]
        ]

    def name(self, item: int) -> str:
        """What an item is called."""
        return str(item if self.names is None else self.names[item])

    def explain(self, item: int, value: str | None = None) -> str:
        """What each system said of an item, and why it got its values."""
        value = self.values[0] if value is None else value
        lines = [f"item {self.name(item)}"]
        for number, (system, one) in enumerate(self.scores[value].items()):
            row = one.row(item)
            if not number and row.references is not None:
                lines += [f"  reference: {reference}" for reference in _listed(row.references[0])]
            said = row.predictions[0]
            lines.append(f"  {system}: {'(nothing)' if said is None else said}")
            lines += [f"    {line}" for line in one.explain(item).splitlines()]
        return "\n".join(lines)

    def table(self) -> Table:
        """Systems and values with intervals for people: the fewer of both are the columns."""
        cells = {(s, v): _cell(self.scores[v][s], self.intervals[v][s]) for s in self.systems for v in self.values}
        if len(self.systems) < len(self.values):
            rows = [[v, *(cells[s, v] for s in self.systems)] for v in self.values]
            return Table(self._title, ["value", *self.systems], rows, self.notes, self.signature)
        rows = [[s, *(cells[s, v] for v in self.values)] for s in self.systems]
        return Table(self._title, ["system", *self.values], rows, self.notes, self.signature)

    def score_table(self) -> Table:
        """A row for every system and value, with every digit."""
        columns = ["value", "system", "score", "low", "high", "items"]
        rows = [
            [v, s, one.value, *self.intervals[v][s], one.defined[one.name]]
            for v, systems in self.scores.items()
            for s, one in systems.items()
        ]
        return Table(self._title, columns, rows, self.notes, self.signature)

    def test_table(self) -> Table:
        """A row for every two systems and value: the difference, its interval, p, and p corrected for all tests."""
        columns = ["value", "first", "second", "difference", "low", "high", "p", "p (Holm)"]
        rows = [
            [t.value, t.first, t.second, t.found.difference, *t.found.interval, t.found.p, t.adjusted]
            for t in self.tests
        ]
        known = sum(one.adjusted == one.adjusted for one in self.tests)
        notes = [f"p (Holm): corrected for {known} tests"] if known > 1 else []
        notes += dict.fromkeys(f"{one.value}: {one.found.note}" for one in self.tests if one.found.note)
        return Table("First minus second", columns, rows, notes)

    def item_table(self, most: int = SHOWN, why: bool = False) -> Table:
        """A row for every system on the items of widest spread: its score, what it said and, if asked, `why`."""
        columns = ["value", "item", "system", "score", "prediction", *(["why"] if why else [])]
        rows = []
        for value, systems in self.scores.items():
            for one in self.differing(value, most):
                for system, judged in systems.items():
                    said = str(judged.row(one.item).predictions[0])
                    reason = [judged.explain(one.item)] if why else []
                    rows.append([value, one.name, system, one.scores[system], said, *reason])
        return Table("Items on which systems differ most", columns, rows)

    def tables(self, most: int = SHOWN, people: bool = True) -> list[Table]:
        """All of it: laid out for people, or with every digit and explanation for programs."""
        made = [self.table() if people else self.score_table(), self.test_table(), self.item_table(most, not people)]
        return [table for table in made if table.rows]

    def __str__(self) -> str:
        return "\n".join(table.to_text() for table in self.tables()).rstrip()

    __repr__ = __str__

    @property
    def _title(self) -> str:
        return f"{len(self.systems)} systems on the same {len(self.rows)} item{'s' * (len(self.rows) != 1)}"

    @cached_property
    def best(self) -> dict[str, str]:
        """The system that is ahead in each value that has a better end."""
        found = {}
        for value, systems in self.scores.items():
            numbers = {system: one.value for system, one in systems.items() if one.value == one.value}
            better = next(v.higher_is_better for v in _any(systems).metric.values if v.name == _any(systems).name)
            if numbers and better is not None:
                found[value] = (max if better else min)(numbers, key=numbers.__getitem__)
        return found


def _listed(references: Any) -> list[Any]:
    return list(references) if isinstance(references, list | tuple) else [references]


def _cell(one: Score, interval: Interval) -> str:
    return shown(one.value) if np.isnan(interval.low) else f"{shown(one.value)} {interval}"


def _any(named: Mapping[str, Any]) -> Any:
    return next(iter(named.values()))
