"""`grice describe` over Arrow batches: a scene a row in, the rows with descriptions out; a bad scene is an error there.

The columns depend on the family of the speaker: ids of rooms, or counts. Row i of a file is described with seed + i,
so that nothing depends on how the rows were batched.
"""

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from typing import Any

import pyarrow as pa

from grice.engines.rows import each_row
from grice.errors import InputError
from grice.files import Column, extended
from grice.files.columns import ERROR, ROW
from grice.scenes.quantified import DEFAULT, Domain
from grice.speakers.base import Speaker

TARGET = Column("target_id", "integer", ("target", "image_id"), required=False, meaning="the room to describe")
DISTRACTORS = Column(
    "distractor_ids",
    "integers",
    ("distractor_id", "distractor", "distractors"),
    required=False,
    meaning="the room or rooms it must be told apart from",
)
COUNTS = Column("counts", "anything", ("scene", "target"), required=False, meaning='a scene, such as "2,0,0,2"')
KEPT = Column("id", "anything", ("item", "item_id", "scene_id"), required=False)

_ROOM = {"text": pa.string(), "error": pa.string()}
_QUANTIFIED = {
    "counts": pa.list_(pa.int64()),
    "text": pa.string(),
    "complete": pa.bool_(),
    "complete_logically": pa.bool_(),
    "statements": pa.list_(pa.string()),
    "left_open": pa.int64(),
    "error": pa.string(),
}


@dataclass(frozen=True)
class Family:
    """How the scenes of a family stand in a file, and what is written of each."""

    fields: Mapping[str, pa.DataType]
    described: Callable[[Mapping[str, Any], Speaker[Any], int], Mapping[str, Any]]
    shown: tuple[str, ...]
    """The columns for people."""


def columns(family: str, domain: Domain = DEFAULT) -> list[Column]:
    """The columns a file of scenes may have: of rooms, ids; else `counts`, or one for each kind."""
    if family == "rooms":
        return [TARGET, DISTRACTORS, KEPT]
    kinds = [
        Column(plural.replace(" ", "_"), "integer", (plural, kind, kind.replace(" ", "_")), required=False)
        for kind, plural in zip(domain.kinds, domain.plural_kinds, strict=True)
    ]
    return [COUNTS, *kinds, KEPT]


def check_columns(present: Sequence[Column], family: str, domain: Domain, path: Any) -> None:
    """A file must hold scenes of the family."""
    names = [column.name for column in present]
    if family == "rooms":
        if TARGET.name not in names:
            raise InputError(f"{path} holds no ids of rooms", "a column target_id, and distractor_ids if there are any")
    elif names in ([], [KEPT.name]):
        kinds = ", ".join(column.name for column in columns(family, domain)[1:-1])
        raise InputError(f"{path} holds no scenes", f"a column counts, or columns {kinds}")


def describe_batch(batch: pa.RecordBatch, speaker: Speaker[Any], seed: int, read: Sequence[str] = ()) -> pa.RecordBatch:
    """Describe one batch; the scene in row i of the file is described with seed + i.

    `read` names the columns that hold the scene, by default all; others are kept as they are.
    """
    family = FAMILIES[speaker.family]
    scenes = batch.select([*read, ROW, ERROR]) if read else batch
    made = each_row(scenes, lambda row: family.described(row, speaker, seed + row[ROW]), family.fields)
    # What the file gives stays as it is, what cannot be described too.
    return extended(batch, {name: made[name] for name in made if name != COUNTS.name or name not in batch.schema.names})


def _room(row: Mapping[str, Any], speaker: Speaker[str], seed: int) -> Mapping[str, Any]:
    (text,) = speaker.speak([row[TARGET.name]], [row.get(DISTRACTORS.name)], seed)
    return {"text": text}


def _quantified(row: Mapping[str, Any], speaker: Speaker[Any], seed: int) -> Mapping[str, Any]:
    (said,) = speaker.speak([_scene(row)], seed=seed)
    return {**said.to_json(), "counts": said.scene, "statements": [one.text for one in said.statements]}


def _scene(row: Mapping[str, Any]) -> Any:
    given = row.get(COUNTS.name)
    if given is not None:
        return given
    kinds = {k: v for k, v in row.items() if k not in (COUNTS.name, KEPT.name, ROW, ERROR)}
    if not kinds:
        raise InputError("counts missing", 'a scene, such as "2,0,0,2"')
    return kinds


FAMILIES = {
    "rooms": Family(_ROOM, _room, ("row", "target_id", "text")),
    "quantified": Family(_QUANTIFIED, _quantified, ("row", "text", "complete", "complete_logically")),
}
