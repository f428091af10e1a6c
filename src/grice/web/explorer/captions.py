"""How good are the captions of a file? Scores, distributions, the worst items explained, and two files compared."""

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from functools import cached_property
from pathlib import Path
from typing import Any
from urllib.parse import urlencode

import numpy as np
import pyarrow as pa

from grice.engines.compare import compare
from grice.engines.compare_files import pair, score_pairs
from grice.engines.comparison import Comparison, Tested
from grice.engines.metric_names import resolve
from grice.engines.score import column_name, summary
from grice.engines.score_files import open_items
from grice.errors import InputError
from grice.metrics import METRICS
from grice.metrics.base import Metric, Rows, Value
from grice.metrics.tally import Score
from grice.report.file_scores import Judged, fitting
from grice.scenes.quantified import counts
from grice.tables import Table

STEP = 32
"""Rows that are judged between two marks of progress."""
BINS = 20
SHOWN = 8
"""Items that are shown at either end."""


@dataclass(frozen=True)
class Files:
    """Files by their ids: captions, others of the same items, references where the files have none; and metrics."""

    first: str
    second: str = ""
    references: str = ""
    metrics: tuple[str, ...] = ()
    sort: str = ""
    """The metric whose worst items are shown; the first by default."""
    which: str = "first"
    """Of two, the file whose items are downloaded."""


@dataclass(frozen=True)
class Offer:
    """A metric that a file allows or, with the reason, does not."""

    name: str
    about: str
    usual: bool
    lacks: str = ""


@dataclass(frozen=True)
class Row:
    """A value over a file: its interval, over how many items it is, and what chance would get."""

    metric: str
    name: str
    meaning: str
    value: float
    low: float
    high: float
    items: int
    null: float | None


@dataclass(frozen=True)
class Histogram:
    metric: str
    lowest: float
    highest: float
    counts: tuple[int, ...]


@dataclass(frozen=True)
class Item:
    """One row of a file with its values, and why it got them."""

    row: int
    prediction: str
    references: tuple[str, ...]
    values: dict[str, float]
    problem: str
    explanation: str
    address: str
    """Where in the explorer it can be looked at closely; empty where nowhere."""


@dataclass(frozen=True)
class Overview:
    """What a file came to."""

    name: str
    rows: int
    unreadable: int
    why: str
    """What is wrong with the first that could not be read."""
    dropped: int
    table: tuple[Row, ...]
    histograms: tuple[Histogram, ...]
    worst: tuple[Item, ...]
    best: tuple[Item, ...]
    signature: str


@dataclass(frozen=True)
class Difference:
    """How much more the first file has than the second, paired item by item."""

    metric: str
    first: float
    second: float
    difference: float
    low: float
    high: float
    p: float
    """Corrected for all tests of the comparison."""
    note: str


@dataclass(frozen=True)
class Corpus:
    first: Overview
    second: Overview | None = None
    differences: tuple[Difference, ...] = ()
    note: str = ""
    sort: str = ""
    apart: tuple[tuple[Item, Item], ...] = ()
    """The items on which the two files differ most, by the metric that sorts."""


@dataclass(frozen=True, eq=False)
class Scored:
    """One file or two with their judgements: what `corpus` and the download look at."""

    files: tuple[Judged, ...]
    notes: tuple[str, ...] = ()

    @cached_property
    def tables(self) -> tuple[tuple[Row, ...], ...]:
        """Every value with its interval, which takes a while and is the same however items are sorted."""
        return tuple(_table(summary(file.result)) for file in self.files)

    @cached_property
    def comparison(self) -> Comparison | None:
        """How two files differ."""
        if len(self.files) < 2:
            return None
        names = self.files[0].names
        return compare({file.name: file.result for file in self.files}, clusters=names, names=names)


def offers(path: Path, references: Path | None = None) -> tuple[Offer, ...]:
    """Which metrics the columns of a file allow; those that look at images have no place here."""
    usual = fitting(path, references)
    return tuple(_offer(name, path, references, name in usual) for name in _names())


def scored(
    files: Mapping[str, Path], references: Path | None, metrics: Sequence[str], step: Callable[[int], object]
) -> Scored:
    """Judge files by their names, some rows at a time; `step` is called with the number of rows done."""
    if unknown := [one for one in metrics if one not in _names()]:
        raise InputError(f"no metric of a file is called {unknown[0]!r}", f"some of {', '.join(_names())}")
    chosen = resolve(list(metrics))
    paired = pair(files, references, chosen)
    results = score_pairs(paired, chosen, 1, STEP, step)
    judged = (Judged(name, results[name], rows, paired.names) for name, rows in paired.systems.items())
    return Scored(tuple(judged), tuple(paired.notes))


def corpus(given: Scored, sort: str = "") -> Corpus:
    """What one file came to, or two and how they differ; items are sorted by one metric."""
    first, *rest = given.files
    chosen = sort if sort in first.result.scores else next(iter(first.result))
    views = [overview(file, table, chosen) for file, table in zip(given.files, given.tables, strict=True)]
    found = given.comparison
    if found is None:
        return Corpus(views[0], note=" ".join(given.notes), sort=chosen)
    value = column_name(chosen, first.result[chosen].name)
    apart = tuple(
        (_item(first, one.item, chosen), _item(rest[0], one.item, chosen)) for one in found.differing(value, SHOWN)
    )
    differences = tuple(_difference(found, one) for one in found.tests)
    return Corpus(views[0], views[1], differences, "; ".join([*given.notes, *found.notes]), chosen, apart)


def overview(given: Judged, table: tuple[Row, ...], sort: str) -> Overview:
    """Scores with intervals, distributions, and the items at either end by one metric."""
    result = given.result
    order = _order(result[sort])
    worst, best = order[:SHOWN], order[SHOWN:][::-1][:SHOWN]
    return Overview(
        given.name,
        len(given.rows),
        len(result.unreadable),
        next(iter(result.unreadable.values()), ""),
        len(result.errors),
        table,
        tuple(_histogram(name, found) for name, found in result.items()),
        tuple(_item(given, i, sort) for i in worst),
        tuple(_item(given, i, sort) for i in best),
        result.signature,
    )


def items(given: Judged) -> pa.Table:
    """A row per item: the prediction, its values, and what is wrong with it; what the page lets people download."""
    columns: dict[str, Any] = {"row": list(range(len(given.rows)))}
    columns["prediction"] = [None if text is None else str(text) for text in given.rows.predictions]
    for name, found in given.result.items():
        for value in found.metric.values:
            columns[column_name(name, value.name)] = pa.array(found[value.name].items, from_pandas=True)
    wrong = given.result.unreadable | given.result.errors
    return pa.table(columns | {"error": pa.array([wrong.get(i) for i in range(len(given.rows))], pa.string())})


def _names() -> list[str]:
    return [name for name in METRICS if METRICS[name].family not in ("images", "")]


def _offer(name: str, path: Path, references: Path | None, usual: bool) -> Offer:
    about = METRICS[name].about
    metric: Metric = METRICS.load(name)  # its class will do: only what it needs is looked at
    try:
        open_items(path, references if metric.needs == ("references",) else None, [metric])
    except InputError as error:
        return Offer(name, about, False, error.needed or error.given)
    return Offer(name, about, usual)


def _table(found: Table) -> tuple[Row, ...]:
    rows = (dict(zip(found.columns, row, strict=True)) for row in found.rows)
    return tuple(
        Row(r["metric"], r["value"], r["meaning"], r["score"], r["low"], r["high"], r["items"], r.get("null"))
        for r in rows
    )


def _order(score: Score) -> list[int]:
    """The rows with a value, the worst first; what could not be read counts as it is counted."""
    items = score.items
    better = _headline(score).higher_is_better
    keys = np.where(np.isfinite(items), items if better is not False else -items, np.inf)
    return [int(i) for i in np.argsort(keys, kind="stable") if np.isfinite(items[i])]


def _headline(score: Score) -> Value:
    return next(value for value in score.metric.values if value.name == score.name)


def _histogram(name: str, score: Score) -> Histogram:
    items = score.items[np.isfinite(score.items)]
    value = _headline(score)
    lowest = value.lowest if np.isfinite(value.lowest) else float(items.min(initial=0.0))
    highest = value.highest if np.isfinite(value.highest) else float(items.max(initial=lowest + 1))
    highest = highest if highest > lowest else lowest + 1
    bins, _ = np.histogram(np.clip(items, lowest, highest), bins=BINS, range=(lowest, highest))
    return Histogram(name, float(lowest), float(highest), tuple(int(n) for n in bins))


def _item(given: Judged, row: int, sort: str) -> Item:
    said, result = given.rows, given.result
    references = said.references[row] if said.references is not None else ()
    listed = [references] if isinstance(references, str) else references or ()
    return Item(
        row=row,
        prediction=str(said.predictions[row] or ""),
        references=tuple(str(one) for one in listed),
        values={name: float(found.items[row]) for name, found in result.items()},
        problem=result.errors.get(row) or result.unreadable.get(row) or "",
        explanation=result[sort].explain(row),
        address=_address(said, row),
    )


def _address(said: Rows, row: int) -> str:
    """The tab and the state that show an item: a caption with its references, of rooms, or of counted things."""
    text = str(said.predictions[row] or "")
    target = said.targets[row] if said.targets is not None else None
    if said.references is not None:
        references = said.references[row]
        listed = [references] if isinstance(references, str) else references or ()
        return f"/graph?{urlencode({'captions': text, 'references': chr(10).join(map(str, listed))})}"
    if said.distractors is not None:
        others = said.distractors[row]
        ids = [target, *(others if isinstance(others, list | tuple) else [others])]
        return f"/reference?{urlencode({'rooms': ','.join(map(str, ids)), 'caption': text})}"
    try:
        counted = ",".join(map(str, counts(target))) if target is not None else ""
    except InputError:
        counted = ""
    return f"/quantities?{urlencode({'counts': counted, 'text': text})}" if counted else ""


def _difference(found: Comparison, one: Tested) -> Difference:
    first, second = (found.scores[one.value][system].value for system in (one.first, one.second))
    low, high = one.found.interval
    return Difference(one.value, first, second, one.found.difference, low, high, one.adjusted, one.found.note)
