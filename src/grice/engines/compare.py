"""`grice.compare`: which of several systems is better, on the same items, and where do they differ?

Every value is computed over the items that all systems have, with its bootstrap interval. Every two systems are tested
item by item (`statistics.paired`): by permutation, which asks how often the difference would be as large had the two
been swapped at random within each item, or by the paired bootstrap. All p of a comparison are corrected together
(Holm 1979, `statistics.several`). Items that belong together, such as captions of one image, are `clusters`.
"""

from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from functools import cached_property
from itertools import chain, combinations
from typing import Any

import numpy as np
from numpy.typing import NDArray

from grice import checks
from grice.engines.score import Result, column_name, score
from grice.errors import InputError
from grice.metrics.base import COLUMNS, Rows
from grice.metrics.tally import Score
from grice.readers.graphs.cache import remembering_parses
from grice.statistics.bootstrap import UNKNOWN, Interval
from grice.statistics.paired import Paired, bootstrap, randomisation
from grice.statistics.several import holm
from grice.tables import Table, shown

TESTS = ("permutation", "bootstrap")
ALL = "all"
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
            lines += [f"  {system}: {row.predictions[0]}", *(f"    {said}" for said in one.explain(item).splitlines())]
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
        return f"{len(self.systems)} systems on the same {len(self.rows)} items"

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


def compare(
    systems: Mapping[str, Any],
    references: Any = None,
    targets: Any = None,
    distractors: Any = None,
    images: Any = None,
    metrics: Any = (),
    *,
    test: str = "permutation",
    values: str | Sequence[str] = (),
    clusters: Sequence[Any] | None = None,
    names: Sequence[Any] | None = None,
    samples: int = 1000,
    seed: int = 0,
    level: float = 0.95,
    **settings: Any,
) -> Comparison:
    """Compare systems by name: results of `grice.score`, or with `metrics` the predictions of each.

    `values` are what is compared, such as "spice.recall": by default the first value of every metric, "all" for all.
    `clusters[i]` is what item i belongs to, such as its image; `names[i]` what it is called. `test` is "permutation" or
    "bootstrap". Further `settings` are those of `grice.score`.
    """
    if not isinstance(systems, Mapping) or len(systems) < 2:
        raise InputError(
            f"{len(systems)} to compare" if isinstance(systems, Mapping) else f"systems as {checks.quoted(systems)}",
            "two or more results by name",
            'grice.compare({"ours": ours, "theirs": theirs})',
        )
    check_test(test)
    given = {"references": references, "targets": targets, "distractors": distractors, "images": images}
    if metrics:
        # References that all systems share are parsed once.
        with remembering_parses():
            systems = {name: score(said, metrics=metrics, **given, **settings) for name, said in systems.items()}
    else:
        unused = [*(name for name, column in given.items() if column is not None), *settings]
        if unused:
            raise InputError(f"{unused[0]} without metrics", "metrics=, where predictions are compared and not results")
    results = {str(name): _result(name, one) for name, one in systems.items()}
    _check_pairs(results)
    return _compared(results, _values(results, values), clusters, names, test, samples, seed, level)


def check_test(test: str) -> None:
    checks.choice(test, "test", TESTS)


def named(names: Sequence[str], results: Sequence[Result]) -> dict[str, Result]:
    """Results under their names, which must be as many and differ."""
    needed = f"{len(results)} different names"
    given = [str(name) for name in checks.entries(names, "names =", needed)]
    if len(given) != len(results) or len(set(given)) != len(results):
        raise InputError(f"names = {checks.quoted(names)}", needed, 'names=("ours", "theirs")')
    return dict(zip(given, results, strict=True))


def _result(name: Any, given: Any) -> Result:
    if not isinstance(given, Result):
        raise InputError(
            f"{name} is a {type(given).__name__}",
            "a result of grice.score; or predictions, with metrics=",
            'grice.compare({"ours": [...], "theirs": [...]}, references=[...], metrics=["spice"])',
        )
    return given


def _compared(
    results: Mapping[str, Result],
    values: Sequence[str],
    clusters: Sequence[Any] | None,
    names: Sequence[Any] | None,
    test: str,
    samples: int,
    seed: int,
    level: float,
) -> Comparison:
    usable = np.logical_and.reduce([one.tally.usable for result in results.values() for one in result.values()])
    count, rows = len(usable), np.flatnonzero(usable)
    if not len(rows):
        raise InputError("no item that every system was judged on", "at least one item")
    clusters, names = (
        None if column is None else _per_item(what, column, count)
        for what, column in (("clusters", clusters), ("names", names))
    )
    own = None if clusters is None else [clusters[int(i)] for i in rows]
    scores: dict[str, dict[str, Score]] = {}
    for value in values:
        metric, _, part = value.partition(".")
        scores[value] = {
            system: (result[metric][part] if part else result[metric]).over(usable)
            for system, result in results.items()
        }
    found = [
        (value, first, second, _tested(by[first], by[second], own, test, samples, seed, level))
        for value, by in scores.items()
        for first, second in combinations(by, 2)
    ]
    adjusted = holm([paired.p for *_, paired in found])
    tests = tuple(Tested(*one, float(p)) for one, p in zip(found, adjusted, strict=True))
    intervals = {v: {s: one.interval(level, samples, seed) for s, one in by.items()} for v, by in scores.items()}
    notes = [f"intervals: {100 * level:g} %, {samples} bootstrap samples; tests: paired {test}, seed {seed}"]
    if own is not None and len(set(own)) < len(own):
        notes.append(f"tests keep the items of each of {len(set(own))} groups together")
    if len(rows) < count:
        notes.append(
            f"{count - len(rows)} of {count} items are left out: a metric could not judge them for some system"
        )
    return Comparison(results, tuple(values), scores, intervals, tests, rows, names, tuple(notes))


def _per_item(what: str, column: Any, count: int) -> list[Any]:
    needed = f"one of the {what} per item"
    found = checks.entries(column, what, needed)
    if len(found) != count:
        raise InputError(f"{len(found)} {what} for {count} items", needed)
    return found


def _tested(
    one: Score, other: Score, clusters: Sequence[Any] | None, test: str, samples: int, seed: int, level: float
) -> Paired:
    try:
        (first, compute), (second, _) = one.summable(), other.summable()
    except InputError:
        note = "has no paired test: it is no sum over items"
        return Paired(one.value - other.value, UNKNOWN, float("nan"), note)
    found = bootstrap(first, second, compute, clusters, samples, seed, level)
    if test == "bootstrap" or found.note:
        return found
    p = randomisation(first, second, compute, clusters, samples, seed)
    return Paired(found.difference, found.interval, p, found.note)


def _values(results: Mapping[str, Result], asked: str | Sequence[str]) -> list[str]:
    """The values to compare: those asked for, or the first of every metric."""
    first = _any(results)
    every = {column_name(name, value): None for name, one in first.items() for value in one.names}
    if isinstance(asked, str) and asked == ALL:
        return list(every)
    wanted = [asked] if isinstance(asked, str) else checks.texts(asked, "values =", f"some of {', '.join(every)}")
    unknown = [value for value in wanted if value not in every]
    if unknown:
        raise InputError(f"no value is called {unknown[0]!r}", f"one of {', '.join(every)}, or all")
    return list(dict.fromkeys(wanted)) or [column_name(name, one.names[0]) for name, one in first.items()]


def _check_pairs(results: Mapping[str, Result]) -> None:
    """The same metrics, and item by item the same references, targets and pictures."""
    (name, first), *others = results.items()
    for other, result in others:
        lacking = [metric for metric in (*first, *result) if metric not in first or metric not in result]
        if lacking:
            raise InputError(f"only one of {name} and {other} has {lacking[0]}", "the same metrics for all systems")
        for metric, one in first.items():
            here, there = str(one.metric.signature), str(result[metric].metric.signature)
            if here != there:
                raise InputError(f"{name} is scored by {here} and {other} by {there}", "the same settings for all")
            check_rows(name, _rows(one), other, _rows(result[metric]), (one.tally.count, result[metric].tally.count))


def check_rows(name: str, one: Iterable[Rows], other_name: str, other: Iterable[Rows], counts: tuple[int, int]) -> None:
    """Refuse items that are not the same: another number of them, or other references or scenes in some row."""
    if counts[0] != counts[1]:
        raise InputError(
            f"{name} has {counts[0]} items and {other_name} has {counts[1]}", "the same items in both, in one order"
        )
    for column in COLUMNS[1:]:
        for row, (here, there) in enumerate(zip(_cells(one, column), _cells(other, column), strict=False)):
            if not _same(here, there):
                raise InputError(
                    f"item {row} has other {column} for {name} than for {other_name}: "
                    f"{checks.quoted(here)} and {checks.quoted(there)}",
                    "the same items in both, in one order",
                )


def _rows(one: Score) -> list[Rows]:
    return [kept.rows for _, kept in sorted(one.tally.kept.items())]


def _cells(parts: Iterable[Rows], column: str) -> Iterator[Any]:
    return chain.from_iterable(getattr(part, column) or () for part in parts)


def _same(here: Any, there: Any) -> bool:
    if here is there:
        return True
    if isinstance(here, np.ndarray) or isinstance(there, np.ndarray):
        return np.array_equal(here, there)
    if isinstance(here, list | tuple) and isinstance(there, list | tuple):
        return len(here) == len(there) and all(map(_same, here, there))
    return type(here) is not type(there) or bool(here == there)


def _listed(references: Any) -> list[Any]:
    return list(references) if isinstance(references, list | tuple) else [references]


def _cell(one: Score, interval: Interval) -> str:
    return shown(one.value) if np.isnan(interval.low) else f"{shown(one.value)} {interval}"


def _any(named: Mapping[str, Any]) -> Any:
    return next(iter(named.values()))
