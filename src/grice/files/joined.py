"""Predictions in one file, references in another: COCO results and captions, pycocoevalcap dictionaries, or tables.

    results.json    [{"image_id": 42, "caption": "a dog"}, ...]        captions.json  {"annotations": [...], ...}
    res.json        {"42": ["a dog"]}                                  gts.json       {"42": ["a dog runs", ...]}

The two are joined by image_id (or id, or what the user says it is called); tables without either are joined row by row
and must be of one length. A file {"gts": {...}, "res": {...}} holds both. References are gathered once, predictions are
streamed. Every batch has the columns id, prediction, references, row and error, and the further ones of the
predictions' file if they are kept.
"""

from collections.abc import Iterator, Sequence
from dataclasses import dataclass, field, replace
from itertools import islice
from pathlib import Path
from typing import Any

import numpy as np
import pyarrow as pa
import pyarrow.compute as pc

from grice.errors import InputError
from grice.files.captions import Captions, is_object, members
from grice.files.columns import ERROR, PLAIN, ROW, Column, Layout, free_name
from grice.files.references import KEY, REFERENCES, Ints, References, gathered
from grice.files.row_order import check_rows, differing
from grice.files.source import BATCH_ROWS, Source, open_rows
from grice.files.spool import STANDARD_INPUT, on_disk

PREDICTION = Column(
    "prediction", "text", ("predictions", "caption", "text", "test"), meaning="the description to judge", judged=True
)
_BOTH = ("gts", "res")
SHOWN = 3
"""Ids that a message names."""
_KEY_OPTION = "--column id=NAME, where NAME is the column that both have"


@dataclass
class Joined:
    """Two files opened together: iterate for Arrow batches, as often as is wanted.

    `lost` says which lines of either file are no rows, and which references could not be used; `notes` say what one
    file has and the other lacks. Both are complete after a pass.
    """

    predictions: Source
    references: References
    reference_path: Path
    lost: list[str] = field(default_factory=list)
    notes: list[str] = field(default_factory=list)
    held: Any = None
    hint: str = ""
    """What is needed where predictions have no references."""
    doubts: Sequence[str] = ()
    """What speaks against joining rows by their places, where they are."""

    @property
    def paths(self) -> tuple[Path, ...]:
        """The files that are read, which no output may overwrite."""
        return tuple(dict.fromkeys((self.predictions.path, self.reference_path)))

    @property
    def keep(self) -> bool:
        """Whether further columns of the predictions come along."""
        return self.predictions.keep

    @property
    def ignored(self) -> list[str]:
        """Columns of the predictions' file that are not read."""
        return self.predictions.ignored

    @property
    def names(self) -> list[str]:
        """The names of the columns of the predictions' file."""
        return self.predictions.names

    @property
    def renamed(self) -> dict[str, str]:
        """The columns of a batch that the predictions' file holds under another name, and that name."""
        own = {column.name: self.predictions.key(column) for column in self.predictions.columns}
        held = {"prediction": own[PREDICTION.name], "id": own.get(KEY.name, "id")}
        return {name: key for name, key in held.items() if name != key}

    @property
    def batch_rows(self) -> int:
        """Rows of a batch."""
        return self.predictions.batch_rows

    @property
    def total(self) -> int | None:
        """How many predictions there are, where that is quick to know."""
        return self.predictions.total

    def __iter__(self) -> Iterator[pa.RecordBatch]:
        said = np.zeros(len(self.references), np.int64)
        strangers, ids = 0, ""
        self.notes.clear()
        for batch in self.predictions:
            found, made = self._joined(batch)
            np.add.at(said, found[found >= 0], 1)
            if not strangers and (found < 0).any():
                ids = self._ids(made.column("id").filter(pa.array(found < 0)))
                self.hint = f"ids that both files have: {ids}"
            strangers += int((found < 0).sum())
            yield made
        self.lost[:] = [*self.predictions.lost, *self.references.unusable]
        self.notes += [*self.predictions.notes, *self.doubts]
        if strangers:
            self.notes.append(f"{strangers} predictions have no reference; of ids, {ids}")
        if unsaid := int((said == 0).sum()):
            self.notes.append(f"{unsaid} of {len(said)} ids of {self.reference_path} have no prediction")
        if several := int((said > 1).sum()):
            self.notes.append(f"several predictions for {several} of {len(said)} ids; each counts as an item")

    def _ids(self, keys: pa.Array) -> str:
        """What ids the two files have, where one has not those of the other."""
        theirs = ", ".join(list(islice(self.references.numbers or (), SHOWN))) + (
            ", ..." if len(self.references) > SHOWN else ""
        )
        own = ", ".join(key for key in keys.to_pylist()[:SHOWN] if key is not None)
        return f"{self.predictions.path} has {own or 'none'}, {self.reference_path} has {theirs}"

    def _joined(self, batch: pa.RecordBatch) -> tuple[Ints, pa.RecordBatch]:
        rows, errors = batch.column(ROW), batch.column(ERROR)
        keyed = self.references.numbers is not None
        keys = batch.column(KEY.name) if keyed else rows.cast(pa.string())
        found = self.references.find(keys.to_pylist(), rows[0].as_py())
        lists = self.references.of(found)
        if lists.null_count:
            reason = pc.binary_join_element_wise(pa.scalar("no reference for id "), keys, "")
            reason = pc.if_else(pc.is_null(keys), f"has no {KEY.name} or id", reason)
            errors = pc.coalesce(errors, pc.if_else(pc.is_null(lists), reason, pa.scalar(None, pa.string())))
        made = {"id": keys, "prediction": batch.column(PREDICTION.name), "references": lists, ROW: rows, ERROR: errors}
        columns = {}
        for name in batch.schema.names:  # in the order of the predictions' file, which has no references
            if name in (KEY.name, PREDICTION.name):
                own = "id" if name == KEY.name else name
                columns[own] = made[own]
            elif name not in (ROW, ERROR):
                columns[free_name(name, {*made, *columns})] = batch.column(name)
        return found, pa.RecordBatch.from_pydict({**columns, **made})


def open_pair(
    path: str | Path,
    references: str | Path,
    batch_rows: int = BATCH_ROWS,
    keep: bool = False,
    layout: Layout = PLAIN,
) -> Joined:
    """Open predictions and their references; with `keep`, further columns of the predictions come along."""
    if str(path) == str(references) == STANDARD_INPUT:
        raise InputError("- for predictions and for references", "one of them from a file")
    path, held = on_disk(path)
    other, also_held = on_disk(references)
    layout.applied([KEY, PREDICTION, REFERENCES])
    joined = _joined(
        _opened(path, PREDICTION, batch_rows, keep, layout), _opened(other, REFERENCES, batch_rows, False, layout)
    )
    joined.held = (held, also_held)
    return joined


def open_both(path: str | Path, batch_rows: int = BATCH_ROWS) -> Joined | None:
    """A file that holds predictions and references as {"gts": ..., "res": ...}; None if it is another kind."""
    path = Path(path)
    if not is_object(path) or members(path, _BOTH) != set(_BOTH):
        return None
    return _joined(
        open_captions(path, PREDICTION, batch_rows, "res"), open_captions(path, REFERENCES, batch_rows, "gts")
    )


def _opened(path: Path, column: Column, batch_rows: int, keep: bool, layout: Layout) -> Source:
    if is_object(path):
        return open_captions(path, column, batch_rows)
    own = replace(column, aliases=()) if column is PREDICTION else column
    try:
        return open_rows(path, [KEY, column], batch_rows, keep, layout.only(KEY, own))
    except InputError:
        # The key may have the name that the user says in the other file alone.
        if not layout.only(KEY).names:
            raise
        found = open_rows(path, [KEY, column], batch_rows, keep, layout.only(own))
        if not _is_keyed(found):
            raise
        return found


def open_captions(
    path: Path, column: Column = PREDICTION, batch_rows: int = BATCH_ROWS, inside: str | None = None
) -> Source:
    """A JSON object of captions, each a text whatever the column holds in a table."""
    return Source(path, Captions(path, inside), [KEY, replace(column, kind="text")], [], batch_rows)


def _joined(said: Source, wanted: Source) -> Joined:
    is_keyed, has_keys = _is_keyed(said), _is_keyed(wanted)
    found = gathered(wanted, has_keys)
    if is_keyed != has_keys:
        bare = wanted.path if is_keyed else said.path
        raise InputError(
            f"{bare} has no column image_id or id, the other file has", "the same key in both files", _KEY_OPTION
        )
    if is_keyed:
        return Joined(said, found, wanted.path)
    check_rows(said, wanted, len(found))
    return Joined(said, found, wanted.path, doubts=list(differing(said, wanted)))


def _is_keyed(file: Source) -> bool:
    # By its name: a column that the user chose differs from the one that was declared.
    return KEY.name in (column.name for column in file.columns)
