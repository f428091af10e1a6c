"""How good is a captioner of one's own? The pairs of the thirteen sets as a file, and captions of them read back.

A file of captions names set, target and distractor of each, in any order; or it has the captions alone, in the order in
which the pairs are written.
"""

from collections.abc import Iterator, Mapping
from pathlib import Path
from typing import Any

import pyarrow as pa

from grice.errors import InputError
from grice.files import Column, Writer, open_rows
from grice.scenes.context import Pairs
from grice.tables import Table

Sets = Mapping[str, Mapping[str, Pairs]]
SET = Column("set", "text", ("test_set",), required=False, meaning="the name of a test set")
TARGET = Column("target", "integer", ("target_id", "image_id"), required=False, meaning="the room to describe")
DISTRACTOR = Column("distractor", "integer", ("distractor_id",), required=False, meaning="what it is told apart from")
PREDICTION = Column("prediction", "text", ("caption", "text", "hypothesis"), meaning="the caption")
_KEYS = (SET, TARGET, DISTRACTOR)


def write_pairs(sets: Sets, path: Path) -> Table:
    """Write the pairs to a CSV, JSONL or Parquet file, and say how many of each set."""
    with Writer(path) as writer:
        for _, name, drawn in _each(sets):
            columns = {"set": [name] * len(drawn), "target": drawn.targets, "distractor": drawn.distractors}
            writer.write(pa.RecordBatch.from_pydict(columns))
    rows = [[category, name, len(drawn)] for category, name, drawn in _each(sets)]
    note = f"Add a column prediction to {path}, then: grice benchmark a3ds --predictions {path}, with the same options."
    return Table(f"Pairs written to {path}", ("category", "set", "pairs"), rows, (note,))


def read_predictions(path: Path, sets: Sets) -> dict[tuple[str, str], list[str]]:
    """The captions of a file for the pairs of each set, in their order; every pair must have one."""
    rows = [row for batch in open_rows(path, [*_KEYS, PREDICTION]) for row in batch.to_pylist()]
    present = [key.name for key in _KEYS if rows and key.name in rows[0]]
    total = sum(len(drawn) for _, _, drawn in _each(sets))
    if present and len(present) < len(_KEYS):
        raise InputError(
            f"{path} has the columns {', '.join(present)}, prediction",
            "all of set, target, distractor; or none of them",
        )
    if not present:
        if len(rows) != total:
            raise InputError(
                f"{path} has {len(rows):,} captions without set, target and distractor",
                f"{total:,} in the order of the pairs",
                f"grice benchmark a3ds --pairs {total // 13} --pairs-out PAIRS.csv",
            )
        captions = iter(str(row["prediction"] or "") for row in rows)
        return {(category, name): [next(captions) for _ in range(len(drawn))] for category, name, drawn in _each(sets)}
    return _matched(path, rows, sets)


def _matched(path: Path, rows: list[dict[str, Any]], sets: Sets) -> dict[tuple[str, str], list[str]]:
    """Captions by set, target and distractor; where a pair occurs twice in a set, in the order of the file."""
    known = {name for _, name, _ in _each(sets)}
    waiting: dict[tuple[str, int, int], list[str]] = {}
    for row in rows:
        if row["set"] not in known:
            raise InputError(f"{path}, row {row['row'] + 1}: set {row['set']!r}", f"one of {', '.join(sorted(known))}")
        if row["target"] is None or row["distractor"] is None:
            raise InputError(f"{path}, row {row['row'] + 1}: no target or distractor", "ids of rooms")
        waiting.setdefault((row["set"], row["target"], row["distractor"]), []).append(str(row["prediction"] or ""))
    found, missing = {}, []
    for category, name, drawn in _each(sets):
        captions: list[str] = []
        for target, distractor in zip(drawn.targets.tolist(), drawn.distractors.tolist(), strict=True):
            listed = waiting.get((name, target, distractor))
            # A pair that was drawn twice may be captioned once.
            captions.append(listed.pop(0) if listed and len(listed) > 1 else listed[0] if listed else "")
            missing += [] if listed else [f"{name} {target} {distractor}"]
        found[category, name] = captions
    if missing:
        raise InputError(
            f"{path} has no caption of {len(missing):,} pairs, the first: {missing[0]}",
            "one for every pair, with the same --pairs and --seed",
            "grice benchmark a3ds --pairs-out PAIRS.csv",
        )
    return found


def _each(sets: Sets) -> Iterator[tuple[str, str, Pairs]]:
    """Category, name and pairs of every set."""
    return ((category, name, drawn) for category, listed in sets.items() for name, drawn in listed.items())
