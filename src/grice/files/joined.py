"""Predictions in one file, references in another: COCO results and captions, pycocoevalcap dictionaries, or tables.

    results.json    [{"image_id": 42, "caption": "a dog"}, ...]        captions.json  {"annotations": [...], ...}
    res.json        {"42": ["a dog"]}                                  gts.json       {"42": ["a dog runs", ...]}

The two are joined by image_id (or id); tables without either are joined row by row and must be of one length. A file
{"gts": {...}, "res": {...}} holds both. Every batch has the columns id, prediction, references, row and error.
"""

import json
from collections.abc import Iterator, Mapping
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

import pyarrow as pa

from grice.errors import InputError
from grice.files.columns import Column, convert
from grice.files.source import BATCH_ROWS, open_rows

KEY = Column("image_id", "anything", ("id", "item", "item_id"), required=False)
PREDICTION = Column("prediction", "text", ("predictions", "caption", "text"), meaning="the description to judge")
REFERENCES = Column(
    "references",
    "texts",
    ("reference", "refs", "captions", "caption", "text", "sentence"),
    meaning="what it is judged by",
)


@dataclass(frozen=True)
class Entry:
    """One row of a file: what it is about, what it says, or what is wrong with it."""

    key: str | None
    value: Any
    error: str | None


@dataclass
class Joined:
    """Two files opened together: iterate for Arrow batches. `notes` say what one file has and the other lacks."""

    path: Path
    predictions: list[Entry]
    references: dict[str, list[str]]
    notes: list[str]
    lost: list[str]
    ignored: list[str] = field(default_factory=list)
    batch_rows: int = BATCH_ROWS

    def __iter__(self) -> Iterator[pa.RecordBatch]:
        for start in range(0, len(self.predictions), self.batch_rows):
            entries = self.predictions[start : start + self.batch_rows]
            found = [self.references.get(entry.key or "") for entry in entries]
            errors = [
                entry.error or (None if refs else f"no reference for id {entry.key}")
                for entry, refs in zip(entries, found, strict=True)
            ]
            yield pa.record_batch(
                {
                    "id": pa.array([entry.key for entry in entries], pa.string()),
                    "prediction": pa.array([entry.value for entry in entries], pa.string()),
                    "references": pa.array(found, pa.list_(pa.string())),
                    "row": pa.array(range(start, start + len(entries)), pa.int64()),
                    "error": pa.array(errors, pa.string()),
                }
            )


def open_pair(path: str | Path, references: str | Path) -> Joined:
    """Open predictions and their references."""
    path, other = Path(path), Path(references)
    lost: list[str] = []
    return _joined(path, other, _entries(path, PREDICTION, lost), _entries(other, REFERENCES, lost), lost)


def open_both(path: str | Path) -> Joined | None:
    """A file that holds predictions and references as {"gts": ..., "res": ...}; None if it is another kind."""
    path = Path(path)
    whole = _object(path)
    if whole is None or not {"gts", "res"} <= set(whole):
        return None
    said, wanted = _of_object(path, whole["res"], PREDICTION), _of_object(path, whole["gts"], REFERENCES)
    return _joined(path, path, said, wanted, [])


def _joined(path: Path, other: Path, said: list[Entry], wanted: list[Entry], lost: list[str]) -> Joined:
    keyed = [any(entry.key is not None for entry in entries) for entries in (said, wanted)]
    if keyed[0] != keyed[1]:
        bare = other if keyed[0] else path
        raise InputError(f"{bare} has no column image_id or id, the other file has", "the same key in both files")
    if not keyed[0]:
        if len(said) != len(wanted):
            raise InputError(
                f"{path} has {len(said)} rows and {other} has {len(wanted)}",
                "a row of references per prediction, or a column image_id in both files",
            )
        said, wanted = ([Entry(str(i), e.value, e.error) for i, e in enumerate(rows)] for rows in (said, wanted))
    references: dict[str, list[str]] = {}
    for i, entry in enumerate(wanted):
        if entry.error or entry.key is None:
            lost.append(f"{other}, row {i}: {entry.error or 'has no id'}")
        else:
            references.setdefault(entry.key, []).extend(entry.value)
    unsaid = len(references.keys() - {entry.key for entry in said})
    notes = [f"{unsaid} of {len(references)} ids of {other} have no prediction"] if unsaid else []
    return Joined(path, said, references, notes, lost)


def _entries(path: Path, column: Column, lost: list[str]) -> list[Entry]:
    whole = _object(path)
    if whole is not None:
        return _of_object(path, whole, column)
    source = open_rows(path, [KEY, column])
    found: list[Entry] = []
    for batch in source:
        rows = batch.to_pylist()
        found += [Entry(row.get(KEY.name), row[column.name], row["error"]) for row in rows]
    lost += source.lost
    return found


def _object(path: Path) -> dict[str, Any] | None:
    """The file as one JSON object, or None if it is a table."""
    if path.suffix.lower() != ".json" or not path.is_file():
        return None
    with path.open("rb") as file:
        if not file.read(64).lstrip(b"\xef\xbb\xbf \t\r\n").startswith(b"{"):
            return None
    try:
        whole = json.loads(path.read_bytes().decode("utf-8-sig"))
    except ValueError as error:
        raise InputError(f"{path} is not JSON: {error}", "COCO captions or a pycocoevalcap dictionary") from None
    return whole if isinstance(whole, dict) else None


def _of_object(path: Path, whole: Any, column: Column) -> list[Entry]:
    """COCO captions {"annotations": [{"image_id", "caption"}]} or a dictionary {id: [caption or {"caption"}]}."""
    if isinstance(whole, Mapping) and isinstance(whole.get("annotations"), list):
        pairs = [(entry.get("image_id"), entry.get("caption")) for entry in whole["annotations"]]
    elif isinstance(whole, Mapping) and whole and all(isinstance(value, list | str) for value in whole.values()):
        pairs = [(key, text) for key, value in whole.items() for text in ([value] if isinstance(value, str) else value)]
        pairs = [(key, text.get("caption") if isinstance(text, Mapping) else text) for key, text in pairs]
    else:
        raise InputError(
            f"{path} is a JSON object of another kind",
            'COCO captions {"annotations": [...]}, a dictionary {id: [caption, ...]}, or a list of objects',
        )
    errors: list[str | None] = [None] * len(pairs)
    texts = convert(Column(column.name), [text for _, text in pairs], errors, False).to_pylist()
    return [
        Entry(str(key), [text] if column is REFERENCES else text, error)
        for (key, _), text, error in zip(pairs, texts, errors, strict=True)
    ]
