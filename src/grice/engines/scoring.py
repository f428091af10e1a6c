"""`grice score` over Arrow batches: rows in, rows with their values out, and tallies that add up.

The columns of a file and the arguments of `grice.score` are the same things under their file names.
"""

from collections.abc import Mapping, Sequence
from pathlib import Path

import pyarrow as pa

from grice.engines.score import column_name
from grice.errors import InputError
from grice.files import Column, Joined, Source, open_both, open_pair, open_rows
from grice.files.joined import PREDICTION
from grice.metrics.base import Metric, Rows, Tally, with_details

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


def columns(metrics: Sequence[Metric]) -> list[Column]:
    """The columns a file needs for these metrics."""
    needs = dict.fromkeys(need for metric in metrics for need in metric.needs)
    unread = [need for need in needs if need not in COLUMNS]
    if unread:
        raise InputError(f"{', '.join(unread)} from a file", "metrics that read text and ids", "grice.score in Python")
    targets = {metric.target: TARGETS[metric.target] for metric in metrics if "targets" in metric.needs}
    known = COLUMNS | {"targets": tuple(targets.values())}
    return [PREDICTION, *(column for need in needs for column in known[need]), KEPT]


def open_items(file: Path, references: Path | None, metrics: Sequence[Metric]) -> Source | Joined:
    """The items to judge: from one file, or predictions from one and references from another."""
    both = open_both(file) if references is None else open_pair(file, references)
    if both is None:
        return open_rows(file, columns(metrics))
    unread = [need for metric in metrics for need in metric.needs if need != "references"]
    if unread:
        raise InputError(f"{unread[0]} from a file of captions", "metrics that compare with references")
    return both


def score_batch(batch: pa.RecordBatch, tallies: Mapping[str, Tally]) -> pa.RecordBatch:
    """Judge one batch: add it to the tallies and return its rows with values, details and errors.

    A row that came in with an error is not judged; it goes out with that error.
    """
    errors = batch.column("error").to_pylist()
    good = [i for i, error in enumerate(errors) if error is None]
    rows = _rows(batch.take(pa.array(good, pa.int64())))
    out = {name: batch.column(name) for name in batch.schema.names if name != "error"}
    messages = list(errors)
    for name, tally in tallies.items():
        measured = tally.update(rows)
        for i, message in zip(good, measured.errors, strict=True):
            messages[i] = messages[i] or message
        table = with_details(measured).drop_columns(["error"])
        spread = _spread(good, len(errors))
        alone = len(tallies) == 1
        out |= {
            column if alone else column_name(name, column): table.column(column).combine_chunks().take(spread)
            for column in table.column_names
        }
    out["error"] = pa.array(messages, pa.string())
    return pa.RecordBatch.from_pydict(out)


def _rows(batch: pa.RecordBatch) -> Rows:
    def column(role: str) -> list[object] | None:
        roles = tuple(TARGETS.values()) if role == "targets" else COLUMNS[role]
        names = [c.name for c in roles if c.name in batch.schema.names]
        return batch.column(names[0]).to_pylist() if names else None

    return Rows(
        batch.column(PREDICTION.name).to_pylist(),
        references=column("references"),
        targets=column("targets"),
        distractors=column("distractors"),
        images=column("images"),
    )


def _spread(good: Sequence[int], size: int) -> pa.Array:
    """For every row of the batch, where its measured row stands; null where it was not measured."""
    where: list[int | None] = [None] * size
    for position, i in enumerate(good):
        where[i] = position
    return pa.array(where, pa.int64())
