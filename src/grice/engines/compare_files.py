"""`grice compare` over files: the predictions of each system, side by side, item by item.

Items are paired by id, else by image_id, where every file has one, by row otherwise. Systems that do not have the same
items are refused, unless the items that all have are asked for; so are references or scenes that differ from one file
to the other.
"""

from collections import Counter
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from itertools import chain
from pathlib import Path
from typing import Any

from grice.engines.same_items import check_rows
from grice.engines.score import Metrics, Result, judged
from grice.engines.score_files import open_items, slice_of
from grice.errors import InputError
from grice.files import Joined, Source
from grice.files.columns import PLAIN, Layout
from grice.files.references import whole
from grice.metrics.base import COLUMNS, Rows

KEYS = ("id", "image_id")
"""The columns that items are paired by: the first that every file has."""
SHOWN = 3
"""Ids that a message names."""


@dataclass(frozen=True)
class Paired:
    """The rows of every system, those of one item at one place; `names` are the ids of items, where they have some."""

    systems: Mapping[str, Rows]
    names: list[str] | None
    notes: list[str]

    @property
    def clusters(self) -> list[str] | None:
        """What items belong to, where some have one id: the captions of one image."""
        return self.names if self.names and len(set(self.names)) < len(self.names) else None


def pair(
    files: Mapping[str, Path],
    references: Path | None,
    metrics: Metrics,
    layout: Layout = PLAIN,
    common: bool = False,
) -> Paired:
    """The predictions of several files, item by item; with `common`, of the ids that all of them have."""
    opened = {name: _rows(open_items(path, references, list(metrics.values()), layout)) for name, path in files.items()}
    notes = list(dict.fromkeys(note for _, _, said in opened.values() for note in said))
    key = next((key for key in KEYS if all(key in ids for _, ids, _ in opened.values())), None)
    if key is None:
        if common:
            bare = next((name for name, (_, ids, _) in opened.items() if not ids), next(iter(opened)))
            raise InputError(
                f"--common, and not every row of {bare} has an id",
                f"a column {' or '.join(KEYS)}, the same in every file",
                "--column id=NAME, where NAME is the column that all have",
            )
        found = Paired({name: rows for name, (rows, _, _) in opened.items()}, None, notes)
    else:
        keys = {name: _keys(ids[key]) for name, (_, ids, _) in opened.items()}
        shared = _shared(keys, common)
        rows = {name: _taken(opened[name][0], [places[one] for one in shared]) for name, places in keys.items()}
        left = {name: len(places) - len(shared) for name, places in keys.items() if len(places) > len(shared)}
        notes += [f"{many} items of {name} are left out: not every system has them" for name, many in left.items()]
        found = Paired(rows, [id for id, _ in shared], notes)
    (first, own), *others = found.systems.items()
    for name, rows_of in others:
        check_rows(first, [own], name, [rows_of], (len(own), len(rows_of)))
    return found


def score_pairs(
    paired: Paired, metrics: Metrics, processes: int, batch: int, step: Callable[[int], object] = lambda _: None
) -> dict[str, Result]:
    """The result of every system."""
    return {name: judged(rows, metrics, processes, batch, step) for name, rows in paired.systems.items()}


def _rows(source: Source | Joined) -> tuple[Rows, dict[str, list[str]], list[str]]:
    """All rows of a file, the columns of ids in which each has one, and what there is to say of the file."""
    parts: list[Rows] = []
    ids: dict[str, list[Any]] = {key: [] for key in KEYS}
    for batch in source:
        parts.append(slice_of(batch).rows)
        for key, held in ids.items():
            held += batch.column(key).to_pylist() if key in batch.schema.names else [None] * batch.num_rows
    together: dict[str, Any] = {
        name: None if any(getattr(part, name) is None for part in parts) else _chained(parts, name)
        for name in (*COLUMNS, "errors", "unreadable")
    }
    if not parts:
        raise InputError(f"{source.paths[0]} holds no rows", "a row per item")
    usable = {
        key: [whole(str(one)) for one in held]
        for key, held in ids.items()
        if all(one is not None and one != "" for one in held)
    }
    return Rows(**together), usable, [*source.notes, *source.lost]


def _chained(parts: Sequence[Rows], name: str) -> list[Any]:
    return list(chain.from_iterable(getattr(part, name) for part in parts))


def _keys(ids: Sequence[str]) -> dict[tuple[str, int], int]:
    """Where each item stands; of several with one id, the first, second and so on are different items."""
    seen: Counter[str] = Counter()
    found = {}
    for place, one in enumerate(ids):
        found[one, seen[one]] = place
        seen[one] += 1
    return found


def _shared(keys: Mapping[str, Mapping[tuple[str, int], int]], common: bool) -> list[tuple[str, int]]:
    """The items of all systems, in the order of the first."""
    (first, own), *others = keys.items()
    shared = [key for key in own if all(key in places for _, places in others)]
    if common and shared:
        return shared
    for name, places in others:
        for here, one, there, other in ((first, own, name, places), (name, places, first, own)):
            lacking = [key for key in one if key not in other]
            if lacking:
                ids = ", ".join(dict.fromkeys(key for key, _ in lacking[:SHOWN]))
                raise InputError(
                    f"{here} has {len(lacking)} of its {len(one)} items alone, {there} lacks them: id {ids}"
                    + (", ..." if len(lacking) > SHOWN else ""),
                    "the same items for every system",
                    "--common to compare those that all have" if shared else "files of the same items",
                )
    return shared


def _taken(rows: Rows, places: Sequence[int]) -> Rows:
    columns: dict[str, Any] = {
        name: None if (given := getattr(rows, name)) is None else [given[place] for place in places]
        for name in (*COLUMNS, "errors", "unreadable")
    }
    return Rows(**columns)
