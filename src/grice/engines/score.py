"""`grice.score`: predictions against references, targets, distractors or images, by any metrics.

The pure work is `Scoring`: rows in, measured rows out, whoever runs it. `score` hands it lists in memory,
`engines.score_files` the batches of a file.
"""

from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from copy import copy
from dataclasses import dataclass, field, replace
from pathlib import Path
from typing import TYPE_CHECKING, Any

import pyarrow as pa

from grice import checks
from grice.encoders.base import TextEncoder
from grice.engines.local import prepared_for, run
from grice.errors import InputError
from grice.metrics import METRICS
from grice.metrics.base import COLUMNS, UNREADABLE, Measured, Metric, Rows
from grice.metrics.tally import Kept, Part, Score, Tally
from grice.progress import portion
from grice.readers.base import Parser
from grice.readers.graphs.cache import remembering, standing_cache
from grice.tables import Table

if TYPE_CHECKING:
    from grice.engines.comparison import Comparison

BATCH = 8192
Metrics = Mapping[str, Metric]


@dataclass(frozen=True)
class Result(Mapping[str, Score]):
    """The scores of one call, by metric name."""

    scores: Mapping[str, Score]

    def __getitem__(self, name: str) -> Score:
        if name not in self:
            raise InputError(f"no score {name!r} was asked for", f"one of {', '.join(self.scores)}")
        return self.scores[name]

    def __iter__(self) -> Iterator[str]:
        return iter(self.scores)

    def __len__(self) -> int:
        return len(self.scores)

    def __contains__(self, name: object) -> bool:
        return isinstance(name, str) and name in self.scores

    @property
    def signature(self) -> str:
        """Everything that could change the numbers, in one line."""
        return " + ".join(score.signature for score in self.scores.values())

    @property
    def errors(self) -> dict[int, str]:
        """The rows that some metric dropped, and why."""
        return _gathered(score.errors for score in self.scores.values())

    @property
    def unreadable(self) -> dict[int, str]:
        """The predictions that some metric could not read and counts as worst, and why."""
        return _gathered(score.unreadable for score in self.scores.values())

    def table(self) -> pa.Table:
        """A row per item; where there are several metrics, their columns carry their names."""
        if len(self.scores) == 1:
            return next(iter(self.scores.values())).table()
        columns: dict[str, Any] = {}
        for name, score in self.scores.items():
            table = score.table()
            columns |= {column_name(name, column): table.column(column) for column in table.column_names}
        return pa.table(columns)

    def compare(self, other: "Result", names: Sequence[str] = ("first", "second"), **options: Any) -> "Comparison":
        """This result beside another of the same items: paired tests, and the items on which they differ most.

        `names` are what the two are called; `options` are those of `grice.compare`: test, values, clusters, samples,
        seed, level.
        """
        from grice.engines.compare import compare, named

        return compare(named(names, (self, other)), **options)

    def __str__(self) -> str:
        counted = {name: score.summary for name, score in self.scores.items()}
        same = len(set(counted.values())) == 1
        notes = [next(iter(counted.values()))] if same else [f"{name}: {said}" for name, said in counted.items()]
        table = replace(summary(self.scores, interval=False), notes=notes)
        return table.to_text() + self.signature

    __repr__ = __str__


@dataclass(frozen=True)
class Slice:
    """A run of rows and where it begins among all."""

    first: int
    rows: Rows


@dataclass(frozen=True)
class Scoring:
    """Judge rows by metrics: a pure job from a slice to its measured rows, by metric."""

    metrics: Metrics
    cache: Path | None = field(default_factory=standing_cache)
    """The file that keeps parses; a job takes it along to other processes."""

    @property
    def prepares(self) -> bool:
        return any(metric.prepares for metric in self.metrics.values())

    def prepare(self, batches: Iterable[Slice]) -> dict[str, Any]:
        """What each metric must know of the whole corpus: one pass for each that asks."""
        return {
            name: metric.prepare(batch.rows for batch in batches)
            for name, metric in self.metrics.items()
            if metric.prepares
        }

    def unite(self, one: Mapping[str, Any], other: Mapping[str, Any]) -> dict[str, Any]:
        """What is known of two corpora, of both together; `one` may be used up."""
        return {name: self.metrics[name].unite(known, other[name]) for name, known in one.items()}

    def work(self, batch: Slice, prepared: Mapping[str, Any] | None) -> dict[str, Measured]:
        known, found = prepared or {}, {}
        with remembering(self.cache):
            for number, (name, metric) in enumerate(self.metrics.items()):
                with portion(number, 1, len(self.metrics)):
                    found[name] = metric.measure(batch.rows, known.get(name))
        return found


def score(
    predictions: Any,
    references: Any = None,
    targets: Any = None,
    distractors: Any = None,
    images: Any = None,
    metrics: str | Metric | Sequence[str | Metric] = (),
    *,
    parser: str | Path | Parser | None = None,
    encoder: str | TextEncoder | None = None,
    unreadable: str = "worst",
    processes: int = 1,
    cache: str | Path | bool | None = None,
) -> Result:
    """Judge descriptions.

    `predictions` are strings or scene graphs. `references[i]` is the list of references of item i; `targets[i]` is its
    scene, `distractors[i]` the scenes it must be told apart from. A lone prediction may be given without lists;
    columns may be lists, iterators, columns of Arrow, pandas or polars, or dictionaries by id as of pycocoevalcap.
    `metrics` are names or objects, such as `grice.metrics.Pragmatics(rule="strict")`; metrics given by name read
    captions with `parser` and compare texts with `encoder`, objects with their own. A prediction that is empty or
    cannot be read gets the worst value, or drops its row where `unreadable` is "drop". `cache` is a file that keeps
    parses, as in `grice.parse`.
    """
    chosen = resolve(metrics, parser=parser, encoder=encoder, unreadable=unreadable)
    rows = gathered(predictions, references, targets, distractors, images)
    for metric in chosen.values():
        check(metric, rows)
    with remembering(cache):
        return judged(rows, chosen, processes)


def judged(
    rows: Rows, chosen: Metrics, processes: int = 1, batch: int = BATCH, step: Callable[[int], object] = lambda _: None
) -> Result:
    """Rows judged by metrics, items kept for tables and explanations; `step` is told how many rows are done."""
    job = Scoring(chosen)
    batches = [Slice(start, rows.slice(start, start + batch)) for start in range(0, len(rows), batch)]
    prepared = prepared_for(job, batches) or {}
    tallies = {name: Tally(metric, prepared.get(name)) for name, metric in chosen.items()}
    for part, measured in zip(batches, run(job, batches, prepared, processes), strict=True):
        for name, found in measured.items():
            tallies[name].add(Part.of(part.first, found))
            tallies[name].kept[part.first] = Kept(part.rows, found)
        step(len(part.rows))
    return Result({name: tally.compute() for name, tally in tallies.items()})


def gathered(predictions: Any, references: Any, targets: Any, distractors: Any, images: Any) -> Rows:
    """What a caller gives as columns of one length; a lone prediction becomes a column of one, dictionaries by id are
    columns in the order of the predictions."""
    given = dict(zip(COLUMNS, (predictions, references, targets, distractors, images), strict=True))
    if isinstance(predictions, Mapping):
        given = by_id(given)
    elif _is_one(predictions):
        given = {name: None if column is None else [column] for name, column in given.items()}
    columns: dict[str, Any] = {name: _column(name, column) for name, column in given.items()}
    if columns["references"] is not None:
        columns["references"] = [_gathered_entry(entry) for entry in columns["references"]]
    return Rows(**columns)


def _gathered_entry(entry: Any) -> Any:
    """The references of one item as a list, where they come as an iterator or a column."""
    taken = isinstance(entry, Mapping | Sequence | set | frozenset) or not checks.has_entries(entry)
    return entry if taken else list(entry)


def by_id(given: Mapping[str, Any]) -> dict[str, Any]:
    """Columns of dictionaries by id, as pycocoevalcap has them: {42: ["a dog"]}, {42: [{"caption": "a dog"}]}."""
    ids = list(given["predictions"])
    columns: dict[str, Any] = {}
    for name, column in given.items():
        if column is None:
            columns[name] = None
            continue
        if not isinstance(column, Mapping):
            raise InputError(f"predictions by id and {name} as a {type(column).__name__}", f"{name} by id, too")
        lacking = [one for one in ids if one not in column]
        if lacking:
            raise InputError(f"no {name} for id {checks.quoted(lacking[0])}", f"{name} for every id of the predictions")
        columns[name] = [_captions(column[one]) if name in COLUMNS[:2] else column[one] for one in ids]
    for one, said in zip(ids, columns["predictions"], strict=True):
        if isinstance(said, list | tuple) and len(said) != 1:
            raise InputError(f"{len(said)} predictions for id {checks.quoted(one)}", "one prediction for each id")
    columns["predictions"] = [said[0] if isinstance(said, list | tuple) else said for said in columns["predictions"]]
    return columns


def _captions(entry: Any) -> Any:
    """The texts of an entry, which may stand in objects as in {"caption": "a dog"}."""
    if isinstance(entry, Mapping) and "caption" in entry:
        return entry["caption"]
    return [_captions(one) for one in entry] if isinstance(entry, list | tuple) else entry


def resolve(
    metrics: str | Metric | Sequence[str | Metric], unreadable: str = "worst", **shared: Any
) -> dict[str, Metric]:
    """Metric objects by name; two variants of one metric are told apart by a number.

    `shared` settings (parser, encoder) go to the metrics given by name that take them.
    """
    given = {name: value for name, value in shared.items() if value is not None}
    checks.choice(unreadable, "unreadable", UNREADABLE)
    if not isinstance(metrics, str | Metric | Sequence) or isinstance(metrics, bytes):
        raise InputError(f"metrics={metrics!r}", f"a metric or a list of them: {', '.join(METRICS)}")
    wanted = [metrics] if isinstance(metrics, str | Metric) else list(metrics)
    if not wanted:
        raise InputError("no metric", f"one or more of {', '.join(METRICS)}", 'metrics=["pragmatics"]')
    chosen: dict[str, Metric] = {}
    for entry in wanted:
        metric = entry if isinstance(entry, Metric) else METRICS.make(entry, given)
        if unreadable != metric.unreadable:
            metric = copy(metric)
            metric.unreadable = unreadable
        name = metric.name
        while name in chosen:
            stem, _, number = name.partition("#")
            name = f"{stem}#{int(number or 1) + 1}"
        chosen[name] = metric
    return chosen


def check(metric: Metric, rows: Rows) -> None:
    """Every column the metric needs is there, and all have one length."""
    for name in metric.needs:
        column = getattr(rows, name)
        if column is None:
            raise InputError(
                f"{metric.name} without {name}",
                f"{name}=[...] with one entry per prediction ({len(rows)} here)",
            )
    for name in COLUMNS:
        column = getattr(rows, name)
        if column is not None and len(column) != len(rows):
            if name == "references" and _transposed(column, len(rows)):
                raise InputError(
                    f"{len(column)} lists of {len(rows)} references for {len(rows)} predictions: they are transposed",
                    "references[i], the list of references of prediction i",
                    "references=list(zip(*references))",
                )
            raise InputError(
                f"{len(rows)} predictions and {len(column)} {name}", "one entry per prediction in every list"
            )


def column_name(metric: str, column: str) -> str:
    """What a column is called where several metrics share a table: "spice", "spice.recall"."""
    return metric if metric == column else f"{metric}.{column}"


def summary(
    scores: Mapping[str, Score], interval: bool = True, step: Callable[[int], object] = lambda _: None
) -> Table:
    """A row per value: the number over the corpus, its interval, over how many items it is, what chance would get."""
    columns = ["metric", "value", "score", *(["low", "high"] if interval else []), "items", "meaning"]
    chance = any(score.null for score in scores.values())
    if chance:
        columns.insert(3, "null")
    rows: list[list[Any]] = []
    for name, score in scores.items():
        for value in score.metric.values:
            row: list[Any] = [name, value.name, score.values[value.name]]
            row += [score.null.get(value.name)] if chance else []
            row += list(score[value.name].interval()) if interval else []
            rows.append([*row, score.defined[value.name], value.meaning])
            step(1)
    return Table("", columns, rows)


def _gathered(named: Iterable[Mapping[int, str]]) -> dict[int, str]:
    found: dict[int, str] = {}
    for rows in named:
        found = {**rows, **found}
    return dict(sorted(found.items()))


def _transposed(references: Sequence[Any], predictions: int) -> bool:
    """Whether there is a list per set of references, each with an entry per prediction, as some tools want it."""
    return predictions > 0 and all(isinstance(r, list | tuple) and len(r) == predictions for r in references)


def _is_one(predictions: Any) -> bool:
    return isinstance(predictions, str) or (predictions is not None and not isinstance(predictions, Iterable))


def _column(name: str, column: Any) -> Sequence[Any] | None:
    """A column as a sequence; what has no order, or would be taken apart in silence, is refused."""
    if column is None:
        if name == "predictions":
            raise InputError("predictions is None", "a list of descriptions")
        return None
    if isinstance(column, pa.Array | pa.ChunkedArray):
        listed: list[Any] = column.to_pylist()
        return listed
    if isinstance(column, list | tuple):
        return column
    if isinstance(column, Mapping | set | frozenset) or not checks.has_entries(column):
        raise InputError(f"{name} is a {type(column).__name__}", "a list with one entry per prediction")
    return list(column)
