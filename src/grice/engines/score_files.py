"""`grice score` over a file: Arrow batches in, the same rows with their values out, and parts of a tally.

The columns of a file and the arguments of `grice.score` are the same things under their file names.
"""

from collections.abc import Container, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

import pyarrow as pa

from grice.engines.score import Metrics, Scoring, Slice, column_name
from grice.errors import InputError
from grice.files import Column, Joined, Source, extended, open_both, open_pair, open_rows
from grice.files.columns import ERROR, PLAIN, UNREADABLE, Layout
from grice.files.joined import PREDICTION
from grice.files.source import BATCH_ROWS
from grice.files.spool import on_disk
from grice.metrics.base import Measured, Metric, Rows
from grice.metrics.tally import Part, judged_by_some
from grice.readers.graphs.cache import standing_cache

COLUMNS: dict[str, tuple[Column, ...]] = {
    "targets": (Column("target_id", "integer", ("target", "image_id"), meaning="the scene that is meant"),),
    "distractors": (
        Column(
            "distractor_ids",
            "integers",
            ("distractor_id", "distractor", "distractors"),
            meaning="the scene or scenes it must be told apart from",
        ),
    ),
    "images": (Column("image", "text", ("image_path", "images"), meaning="the path of the image"),),
    "references": (Column("references", "texts", ("reference", "refs"), meaning="the reference or references"),),
}
TARGETS = {
    "target_id": COLUMNS["targets"][0],
    "counts": Column("counts", "anything", ("target", "targets", "scene"), meaning='the scene, such as "2,0,0,2"'),
}
"""What a target is differs: a metric names its column as `Metric.target`."""
KEPT = Column("id", "anything", ("item", "item_id"), required=False)


@dataclass(frozen=True)
class ScoringFile:
    """Judge the rows of a file: a pure job from a batch to the batch with its values, and a part of each tally."""

    metrics: Metrics
    cache: Path | None = field(default_factory=standing_cache)

    @property
    def scoring(self) -> Scoring:
        return Scoring(self.metrics, self.cache)

    @property
    def prepares(self) -> bool:
        return self.scoring.prepares

    def prepare(self, batches: Iterable[pa.RecordBatch]) -> dict[str, Any]:
        return self.scoring.prepare(_Slices(batches))

    def unite(self, one: Mapping[str, Any], other: Mapping[str, Any]) -> dict[str, Any]:
        return self.scoring.unite(one, other)

    def work(self, batch: pa.RecordBatch, prepared: Mapping[str, Any] | None) -> tuple[pa.RecordBatch, dict[str, Part]]:
        given = slice_of(batch)
        found = self.scoring.work(given, prepared)
        parts = {name: Part.of(given.first, measured) for name, measured in found.items()}
        some = {row - given.first for row in judged_by_some(parts.values())}
        return _with_values(batch, found, some), parts


def columns(metrics: Sequence[Metric]) -> list[Column]:
    """The columns a file needs for these metrics."""
    needs = dict.fromkeys(need for metric in metrics for need in metric.needs)
    unread = [need for need in needs if need not in COLUMNS]
    if unread:
        raise InputError(f"{', '.join(unread)} from a file", "metrics that read text and ids", "grice.score in Python")
    targets = {metric.target: TARGETS[metric.target] for metric in metrics if "targets" in metric.needs}
    known = COLUMNS | {"targets": tuple(targets.values())}
    return [PREDICTION, *(column for need in needs for column in known[need]), KEPT]


def open_items(
    file: Path,
    references: Path | None,
    metrics: Sequence[Metric],
    layout: Layout = PLAIN,
    batch_rows: int = BATCH_ROWS,
) -> Source | Joined:
    """The items to judge: from one file, or predictions from one and references from another."""
    if references is not None:
        both: Joined | None = open_pair(file, references, batch_rows, keep=True, layout=layout)
        held = both.held if both else None
    else:
        file, held = on_disk(file)
        both = open_both(file, batch_rows)
    if both is None:
        source = open_rows(file, columns(metrics), batch_rows, keep=True, layout=layout)
        source.held = held
        return source
    both.held = held
    unread = [need for metric in metrics for need in metric.needs if need != "references"]
    if unread:
        raise InputError(f"{unread[0]} from a file of captions", "metrics that compare with references")
    return both


def slice_of(batch: pa.RecordBatch) -> Slice:
    """The rows of a batch as metrics read them."""

    def column(role: str) -> list[object] | None:
        roles = tuple(TARGETS.values()) if role == "targets" else COLUMNS[role]
        names = [c.name for c in roles if c.name in batch.schema.names]
        return batch.column(names[0]).to_pylist() if names else None

    rows = Rows(
        batch.column(PREDICTION.name).to_pylist(),
        references=column("references"),
        targets=column("targets"),
        distractors=column("distractors"),
        images=column("images"),
        errors=batch.column(ERROR).to_pylist(),
        unreadable=batch.column(UNREADABLE).to_pylist(),
    )
    return Slice(batch.column("row")[0].as_py() if batch.num_rows else 0, rows)


@dataclass(frozen=True)
class _Slices:
    """Batches as slices, as often as they are asked for."""

    batches: Iterable[pa.RecordBatch]

    def __iter__(self) -> Iterator[Slice]:
        return map(slice_of, self.batches)


def _with_values(batch: pa.RecordBatch, found: Mapping[str, Measured], some: Container[int]) -> pa.RecordBatch:
    made: dict[str, Any] = {}
    messages: dict[str, list[str | None]] = {kind: [None] * batch.num_rows for kind in (UNREADABLE, ERROR)}
    for name, measured in found.items():
        for kind, said in ((UNREADABLE, measured.unreadable), (ERROR, measured.errors)):
            # Of a row that other metrics judged, the message says which one did not.
            own = [f"{name}: {text}" if kind == ERROR and text and i in some else text for i, text in enumerate(said)]
            messages[kind] = [before or now for before, now in zip(messages[kind], own, strict=True)]
        table = measured.table().drop_columns([UNREADABLE, ERROR])
        made |= {
            column if len(found) == 1 else column_name(name, column): table.column(column).combine_chunks()
            for column in table.column_names
        }
    made |= {kind: pa.array(said, pa.string()) for kind, said in messages.items()}
    return extended(batch.drop_columns([UNREADABLE]), made)
