"""`grice.score`: predictions against references, targets, distractors or images, by any metrics.

The pure work is `Scoring`: rows in, measured rows out, whoever runs it. `score` hands it lists in memory,
`engines.score_files` the batches of a file.
"""

from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field, replace
from pathlib import Path
from typing import TYPE_CHECKING, Any

import pyarrow as pa

from grice.encoders.base import TextEncoder
from grice.engines.arguments import check, gathered
from grice.engines.local import prepared_for, run
from grice.engines.metric_names import resolve
from grice.errors import InputError
from grice.metrics.base import Measured, Metric, Rows
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

    @property
    def left_out(self) -> dict[int, str]:
        """The rows that some metric judges by some of their references alone, and what is wrong with the others."""
        return _gathered(score.left_out for score in self.scores.values())

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
        table = replace(summary(self.scores, interval=False), notes=notes, title=self._failure())
        return table.to_text() + self.signature

    __repr__ = __str__

    def _failure(self) -> str:
        """What stands above a table of dashes."""
        rows = min((score.tally.count for score in self.scores.values()), default=0)
        whole = rows and all(len(score.errors) == rows for score in self.scores.values())
        return f"none of the {rows} items could be scored: {next(iter(self.errors.values()))}" if whole else ""


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
    `metrics` are names, as in "spice,rouge" or "pragmatics:rule=strict", or objects, such as
    `grice.metrics.Pragmatics(rule="strict")`; metrics given by name read captions with `parser` and compare texts with
    `encoder`, objects with their own. A prediction that is empty or cannot be read gets the worst value, or drops its
    row where `unreadable` is "drop". `cache` is a file that keeps parses, as in `grice.parse`.
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
