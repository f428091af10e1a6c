"""Which captions does a JSON object hold? COCO's, or a dictionary's as pycocoevalcap has it, as a stream of rows.

    {"images": [...], "annotations": [{"image_id": 42, "caption": "a dog"}, ...]}
    {"42": ["a dog", "a hound"], "7": "a cat", "8": [{"caption": "a bird"}]}

Either may stand inside a larger object, under a name of its own: {"gts": {...}, "res": {...}}.
"""

from collections.abc import Iterable, Iterator, Sequence
from itertools import islice
from pathlib import Path
from typing import Any

from grice.errors import InputError
from grice.files.columns import Column
from grice.files.conversion import JSON
from grice.files.json_stream import Cursor
from grice.files.json_values import json_column
from grice.files.reader import Chunk, Other, Remarks, place, unread

ANNOTATIONS = "annotations"
_NEEDED = 'COCO captions {"annotations": [...]}, a dictionary {id: [caption, ...]}, or a list of objects'


class Captions:
    """Captions by key, a row each: two columns."""

    untyped = False

    def __init__(self, path: Path, inside: str | None = None) -> None:
        self.path, self.inside = path, inside
        self.names = ["image_id", "caption"]

    def others(self, columns: Sequence[Column]) -> list[Other]:
        return unread(self.names, [JSON, JSON], columns)

    def chunks(
        self, columns: Sequence[Column], others: Sequence[Other], batch_rows: int, _: Remarks
    ) -> Iterator[Chunk]:
        entries = self._entries()
        places = [place(self.names, column) for column in columns]
        while group := list(islice(entries, batch_rows)):
            *cells, errors = zip(*group, strict=True)
            kept = [json_column(cells[other.place]) for other in others]
            yield Chunk(len(group), [cells[i] for i in places], kept, errors)

    def _entries(self) -> Iterator[tuple[Any, Any, str | None]]:
        found = False
        with Cursor(self.path) as cursor:
            for name in self._members(cursor):
                if name == ANNOTATIONS and cursor.peek() == "[":
                    found = True
                    yield from map(_annotation, cursor.elements())
                else:
                    cursor.skip()
        if found:
            return
        with Cursor(self.path) as cursor:
            for name in self._members(cursor):
                found = True
                value = cursor.value()
                if not isinstance(value, list | str):
                    raise InputError(f"{self.path} is a JSON object of another kind: {name!r}", _NEEDED)
                for text in [value] if isinstance(value, str) else value:
                    yield name, text.get("caption") if isinstance(text, dict) else text, None
        if not found:
            raise InputError(f"{self.path} is an empty JSON object", _NEEDED)

    def _members(self, cursor: Cursor) -> Iterator[str]:
        """The names of the object that holds the captions; the cursor stands at the value of each."""
        if self.inside is None:
            yield from cursor.members()
            cursor.end()
            return
        for name in cursor.members():
            if name != self.inside:
                cursor.skip()
            elif cursor.peek() != "{":
                raise InputError(f"{self.path} has no object under {name!r}", _NEEDED)
            else:
                yield from cursor.members()


def is_object(path: Path) -> bool:
    """Whether a file is one JSON object, not a table."""
    if path.suffix.lower() != ".json" or not path.is_file():
        return False
    with Cursor(path) as cursor:
        return cursor.peek() == "{"


def members(path: Path, wanted: Iterable[str]) -> set[str]:
    """Which of the wanted names the object in a file has; it is read no further than to the last of them."""
    left, found = set(wanted), set[str]()
    with Cursor(path) as cursor:
        for name in cursor.members():
            if name in left:
                found.add(name)
                if found == left:
                    break
            cursor.skip()
    return found


def _annotation(entry: Any) -> tuple[Any, Any, str | None]:
    if not isinstance(entry, dict):
        return None, None, "is not a JSON object with image_id and caption"
    missing = None if entry.get("image_id") is not None else "has no image_id"
    return entry.get("image_id"), entry.get("caption"), missing
