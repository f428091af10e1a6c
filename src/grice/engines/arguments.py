"""What did the caller of `grice.score` give? Columns of one length, in the shapes people have them, or what is wrong.

A cell that cannot be used costs its row, and metrics say so; a column that holds nothing usable at all is a mistake of
the call, and is refused here before anything is scored.
"""

from collections.abc import Iterable, Mapping, Sequence
from typing import Any

import pyarrow as pa

from grice import checks
from grice.errors import InputError
from grice.meaning.graph import SceneGraph
from grice.metrics.base import COLUMNS, TARGET_ID, Metric, Rows

_READ = (str, SceneGraph)
_NONE = object()
SHOWN = 3
"""Ids that a message names."""


def gathered(predictions: Any, references: Any, targets: Any, distractors: Any, images: Any) -> Rows:
    """What a caller gives as columns of one length; a lone prediction becomes a column of one, dictionaries by id are
    columns in the order of the predictions."""
    given = dict(zip(COLUMNS, (predictions, references, targets, distractors, images), strict=True))
    _refuse_tables(given)
    if isinstance(predictions, Mapping):
        given = by_id(given)
    elif _is_one(predictions):
        given = _of_one(given)
    columns: dict[str, Any] = {name: _column(name, column) for name, column in given.items()}
    if columns["references"] is not None:
        columns["references"] = [_gathered_entry(entry) for entry in columns["references"]]
    rows = Rows(**columns)
    _check_texts(rows)
    return rows


def _refuse_tables(given: Mapping[str, Any]) -> None:
    """A whole table would be taken for the names of its columns."""
    for name, column in given.items():
        if hasattr(column, "columns"):
            arrow = isinstance(column, pa.Table | pa.RecordBatch)
            raise InputError(
                f"{name} is a table ({type(column).__name__})",
                "a column of it" if arrow else "a column of it, or the table with the names of its columns",
                f'{name}=table["caption"]'
                if arrow
                else 'grice.interop.frames.score(frame, "rouge", prediction="caption", references="references")',
            )


def _of_one(given: Mapping[str, Any]) -> dict[str, Any]:
    """Columns of one item. What belongs to a lone prediction may be given without lists, or as columns of one."""
    references, targets = given["references"], given["targets"]
    as_columns = {
        "references": _is_lone(references) and isinstance(references[0], list | tuple),
        # A scene is told by one number or by several, never by a list of one.
        **dict.fromkeys(("targets", "distractors", "images"), _is_lone(targets)),
    }
    return {name: column if column is None or as_columns.get(name) else [column] for name, column in given.items()}


def _is_lone(column: Any) -> bool:
    return isinstance(column, list | tuple) and len(column) == 1


def _check_texts(rows: Rows) -> None:
    """Somewhere among the predictions, and among the references, is something that could be read."""
    said: list[Any] = []
    if not any(isinstance(one, _READ) for one in rows.predictions):
        said = [one for one in rows.predictions if not _is_missing(one)]
    if said:
        needed, fix = "a text or a scene graph for each", ""
        if isinstance(said[0], list | tuple):
            swapped = rows.references is not None and all(isinstance(one, str) for one in rows.references)
            needed += "; predictions come before references" if swapped else ""
            if not swapped and all(isinstance(one, list | tuple) and len(one) == 1 for one in said):
                fix = "predictions=[one[0] for one in predictions]"
        elif isinstance(said[0], bytes):
            fix = "predictions=[one.decode() for one in predictions]"
        raise InputError(f"predictions of type {type(said[0]).__name__}: {checks.quoted(said[0])}", needed, fix)
    every = (one for entry in rows.references or () for one in (entry if isinstance(entry, list | tuple) else [entry]))
    first = next(every, None)
    if not (isinstance(first, _READ) or _is_missing(first) or any(isinstance(one, _READ) for one in every)):
        raise InputError(
            f"references of type {type(first).__name__}: {checks.quoted(first)}",
            "references[i], a list of texts or scene graphs for prediction i",
        )


def _is_missing(one: Any) -> bool:
    return one is None or (isinstance(one, float) and one != one)


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
        # What comes from JSON has 42 as "42"; in a file the two are one id.
        spelled = {str(one): one for one in column} if any(one not in column for one in ids) else {}
        keys = [one if one in column else spelled.get(str(one), _NONE) for one in ids]
        if _NONE in keys:
            lacking, others = ids[keys.index(_NONE)], ", ".join(checks.quoted(one) for one in list(column)[:SHOWN])
            raise InputError(
                f"no {name} for id {checks.quoted(lacking)}; their ids are {others}"
                + (", ..." if len(column) > SHOWN else ""),
                f"{name} for every id of the predictions",
            )
        columns[name] = [_captions(column[one]) if name in COLUMNS[:2] else column[one] for one in keys]
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


def check(metric: Metric, rows: Rows) -> None:
    """Every column the metric needs is there, and all have one length."""
    for name in metric.needs:
        column = getattr(rows, name)
        if column is None:
            raise InputError(
                f"{metric.name} without {name}",
                f"{name}=[...] with one entry per prediction ({len(rows)} here)",
            )
    rooms = rows.targets if "targets" in metric.needs and metric.target == TARGET_ID else None
    if rooms and all(isinstance(room, str) for room in rooms):
        raise InputError(
            f"targets of type str: {checks.quoted(rooms[0])}",
            "the id of a room, a whole number, for each",
            "targets=[int(one) for one in targets]",
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
