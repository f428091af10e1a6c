"""The one call that judges: predictions against references, targets, distractors or images, by any metrics."""

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from importlib import import_module
from typing import Any

import pyarrow as pa

from grice.errors import InputError
from grice.metrics import METRICS
from grice.metrics.base import ROW_FIELDS, Metric, Rows, Score, Tally

BATCH = 8192


@dataclass(frozen=True)
class Result(Mapping[str, Score]):
    """The scores of one call, by metric name."""

    scores: Mapping[str, Score]

    def __getitem__(self, name: str) -> Score:
        if name not in self.scores:
            raise InputError(f"no score {name!r} was asked for", f"one of {', '.join(self.scores)}")
        return self.scores[name]

    def __iter__(self) -> Iterator[str]:
        return iter(self.scores)

    def __len__(self) -> int:
        return len(self.scores)

    @property
    def signature(self) -> str:
        """Everything that could change the numbers, in one line."""
        return " + ".join(score.signature for score in self.scores.values())

    @property
    def errors(self) -> dict[int, str]:
        """Row to what is wrong with it, over all metrics."""
        found: dict[int, str] = {}
        for score in self.scores.values():
            found = score.errors | found
        return dict(sorted(found.items()))

    def table(self) -> pa.Table:
        """A row per item; where there are several metrics, their columns carry their names."""
        if len(self.scores) == 1:
            return next(iter(self.scores.values())).table()
        columns: dict[str, Any] = {}
        for name, score in self.scores.items():
            table = score.table()
            columns |= {column_name(name, column): table.column(column) for column in table.column_names}
        return pa.table(columns)

    def __str__(self) -> str:
        return "\n".join([*(str(score) for score in self.scores.values()), self.signature])


def column_name(metric: str, column: str) -> str:
    """What a column is called where several metrics share a table: "spice", "spice.recall"."""
    return metric if metric == column else f"{metric}.{column}"


def score(
    predictions: Any,
    references: Any = None,
    targets: Any = None,
    distractors: Any = None,
    images: Any = None,
    metrics: str | Metric | Sequence[str | Metric] = (),
) -> Result:
    """Judge descriptions.

    `predictions` are strings (or what a metric reads besides). `references[i]` is the list of references of item i;
    `targets[i]` is its scene, `distractors[i]` the scenes it must be told apart from. A lone prediction may be given
    without lists. `metrics` are names or objects, such as `grice.metrics.Pragmatics(rule="strict")`.
    """
    chosen = resolve(metrics)
    given = dict(zip(ROW_FIELDS, (predictions, references, targets, distractors, images), strict=True))
    if _is_one(predictions):
        given = {name: None if column is None else [column] for name, column in given.items()}
    columns: dict[str, Any] = {name: _column(name, column) for name, column in given.items()}
    rows = Rows(**columns)
    for metric in chosen.values():
        check(metric, rows)
    tallies = {name: Tally(metric) for name, metric in chosen.items()}
    for start in range(0, len(rows), BATCH):
        batch = rows.slice(start, start + BATCH)
        for tally in tallies.values():
            tally.update(batch)
    return Result({name: tally.compute() for name, tally in tallies.items()})


def resolve(metrics: str | Metric | Sequence[str | Metric]) -> dict[str, Metric]:
    """Metric objects by name; two variants of one metric are told apart by a number."""
    wanted = [metrics] if isinstance(metrics, str | Metric) else list(metrics)
    if not wanted:
        raise InputError("no metric", f"one or more of {', '.join(METRICS)}", 'metrics=["pragmatics"]')
    chosen: dict[str, Metric] = {}
    for entry in wanted:
        metric = entry if isinstance(entry, Metric) else named(entry)
        name = metric.name
        while name in chosen:
            stem, _, number = name.partition("#")
            name = f"{stem}#{int(number or 1) + 1}"
        chosen[name] = metric
    return chosen


def named(name: str, **settings: Any) -> Metric:
    """A metric by its registered name, with settings other than the defaults."""
    if name not in METRICS:
        raise InputError(f"no metric is called {name!r}", f"one of {', '.join(METRICS)}")
    module, _, attribute = METRICS[name].partition(":")
    metric: Metric = getattr(import_module(module), attribute)(**settings)
    return metric


def check(metric: Metric, rows: Rows) -> None:
    """Every column the metric needs is there, and all have one length."""
    for name in metric.needs:
        column = getattr(rows, name)
        if column is None:
            raise InputError(
                f"{metric.name} without {name}",
                f"{name}=[...] with one entry per prediction ({len(rows)} here)",
            )
    for name in ROW_FIELDS:
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


def _transposed(references: Sequence[Any], predictions: int) -> bool:
    """Whether there is a list per set of references, each with an entry per prediction, as some tools want it."""
    return predictions > 0 and all(isinstance(r, list | tuple) and len(r) == predictions for r in references)


def _is_one(predictions: Any) -> bool:
    return predictions is not None and (isinstance(predictions, str) or not hasattr(predictions, "__len__"))


def _column(name: str, column: Any) -> Sequence[Any] | None:
    if column is None:
        if name == "predictions":
            raise InputError("predictions is None", "a list of descriptions")
        return None
    if isinstance(column, str | bytes | Mapping) or not hasattr(column, "__len__"):
        raise InputError(f"{name} is a {type(column).__name__}", "a list with one entry per prediction")
    listed: Sequence[Any] = column.to_pylist() if isinstance(column, pa.Array | pa.ChunkedArray) else column
    return listed
