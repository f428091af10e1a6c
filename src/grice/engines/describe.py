"""`grice describe` over Arrow batches: scenes in, rows with a description out; a scene that is none costs its row."""

from collections.abc import Callable, Sequence
from typing import Any

import pyarrow as pa

from grice.errors import InputError
from grice.files import Column
from grice.scenes.quantified import Domain, counts
from grice.speakers.quantified.description import Description

COUNTS = Column("counts", "anything", ("scene", "target"), required=False, meaning='a scene, such as "2,0,0,2"')
KEPT = Column("id", "anything", ("item", "item_id", "scene_id"), required=False)


def columns(domain: Domain) -> list[Column]:
    """The columns a file of scenes may have: `counts`, or one for each kind."""
    kinds = [
        Column(plural.replace(" ", "_"), "integer", (plural, kind, kind.replace(" ", "_")), required=False)
        for kind, plural in zip(domain.kinds, domain.plural_kinds, strict=True)
    ]
    return [COUNTS, *kinds, KEPT]


def check_columns(present: Sequence[Column], domain: Domain, path: Any) -> None:
    """A file must hold scenes one way or the other."""
    if not [column for column in present if column.name != KEPT.name]:
        names = ", ".join(column.name for column in columns(domain)[1:-1])
        raise InputError(f"{path} holds no scenes", f"a column counts, or columns {names}")


def describe_batch(
    batch: pa.RecordBatch, speak: Callable[..., Description], domain: Domain, seed: int
) -> pa.RecordBatch:
    """Describe one batch; the scene in row i of the file is described with seed + i."""
    described = [_row(row, speak, domain, seed) for row in batch.to_pylist()]
    fields = [
        ("counts", pa.list_(pa.int64())),
        ("text", pa.string()),
        ("complete", pa.bool_()),
        ("complete_logically", pa.bool_()),
        ("statements", pa.list_(pa.string())),
        ("left_open", pa.int64()),
        ("error", pa.string()),
    ]
    kept = {name: batch.column(name) for name in batch.schema.names if name != "error"}
    # Counts that the file gives stay as they are, the bad ones too.
    made = {n: pa.array([row.get(n) for row in described], kind) for n, kind in fields if n not in kept}
    return pa.RecordBatch.from_pydict(kept | made)


def _row(row: dict[str, Any], speak: Callable[..., Description], domain: Domain, seed: int) -> dict[str, Any]:
    if row["error"]:
        return {"error": row["error"]}
    try:
        said = speak(counts(_scene(row), domain), seed=seed + row["row"])
        found = said.to_json()
    except InputError as error:
        return {"error": str(error).replace("\n", "; ")}
    return found | {"counts": said.scene, "statements": [one.text for one in said.statements]}


def _scene(row: dict[str, Any]) -> Any:
    given = row.get(COUNTS.name)
    if given is not None:
        return given
    kinds = {k: v for k, v in row.items() if k not in (COUNTS.name, KEPT.name, "row", "error")}
    if not kinds:
        raise InputError("counts missing", 'a scene, such as "2,0,0,2"')
    return kinds
