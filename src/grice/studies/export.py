"""What did everybody answer? One long table, a row per answer, with a codebook; readable while the study runs.

Raw answers are never dropped: answers of people who left are there, with their status. Anonymous, the table loses what
people said of themselves and wrote freely, and participants get numbers in a random order.
"""

import json
from collections.abc import Mapping
from typing import Any

import numpy as np

from grice.errors import InputError
from grice.studies.rater_agreement import agreement
from grice.studies.store import Store
from grice.studies.tasks import load
from grice.tables import Table

LEADING = {
    "participant": "number of the participant",
    "pair": "id of the item: group, scene and producer",
    "scene": "the scene",
    "producer": "who or what made the description",
    "size": "number of objects of the scene, or of words of a caption",
    "task": "the task",
}
TRAILING = {
    "seconds": "time from showing the item to the answer, without the time the page was closed",
    "position": "place of the item in the participant's order, from 1",
    "comment": "the participant's comment",
    "not_understood": "the participant pressed “I do not understand this description”",
    "group": "group of the materials",
    "gold": "the item has a known answer and is there to check attention",
    "right": "the answer is the known one",
    "pasted": "text was pasted into a field; only where the consent text says that this is noted",
    "status": "step that the participant is at, or how they left",
    "source": "open link, personal link or recruitment site",
}
FORMULA = ("=", "+", "-", "@", "\t", "\r")
"""How a cell begins that a spreadsheet would compute."""


def table(store: Store, anonymous: bool = False) -> Table:
    """Every answer of a study; columns as in the codebook."""
    task, found = load(store.design.task), [row for row in store.answers() if row["role"] == "participant"]
    names = _renumbered({row["participant"] for row in found}) if anonymous else {}
    rows = []
    for row in found:
        item = store.items[row["item"]]
        right = task.right(item, row["answer"]) if item.gold else None
        values = {
            "participant": names.get(row["participant"], row["participant"]),
            "pair": item.id,
            "scene": item.scene,
            "producer": item.producer,
            "size": item.size,
            "task": store.design.task,
            **task.row(item, row["answer"]),
            **{name: row[name] for name in ("seconds", "position", "comment", "not_understood")},
            "group": item.group,
            "gold": item.gold,
            "right": right,
            **{name: row[name] for name in ("pasted", "status", "source")},
            **{f"about_{q.name}": (row["about"] or {}).get(q.name) for q in store.design.questions},
        }
        rows.append(values)
    columns = list(codebook(store, anonymous))
    if anonymous:
        rows.sort(key=lambda values: (values["participant"], values["position"]))
    return Table(store.design.title, columns, [[values.get(name) for name in columns] for values in rows])


def codebook(store: Store, anonymous: bool = False) -> dict[str, str]:
    """Every column of the table and what it means, in order."""
    asked = {f"about_{question.name}": question.label for question in store.design.questions}
    every = LEADING | dict(load(store.design.task).CODEBOOK) | TRAILING | asked
    hidden = {"comment", "source", *asked} if anonymous else set()
    return {name: meaning for name, meaning in every.items() if name not in hidden}


def to_csv(found: Table) -> str:
    """The table as CSV; a text that a spreadsheet would take for a formula gets an apostrophe in front."""
    rows = [[_harmless(value) for value in row] for row in found.rows]
    return Table(found.title, found.columns, rows).to_csv()


def to_json(store: Store, anonymous: bool = False) -> str:
    """Answers, codebook and design in one document."""
    found = table(store, anonymous)
    whole: Mapping[str, Any] = {
        "title": found.title,
        "task": store.design.task,
        "design_sha256": store.design.digest,
        "codebook": codebook(store, anonymous),
        "agreement": {one.scale: {"alpha": _number(one.alpha), "units": one.units} for one in agreement(store)},
        "answers": found.records(),
    }
    return json.dumps(whole, ensure_ascii=False, indent=1, allow_nan=False)


def content(store: Store, form: str, anonymous: bool = False) -> bytes:
    """The answers in a form: csv, parquet or json."""
    if form == "json":
        return to_json(store, anonymous).encode("utf-8")
    found = table(store, anonymous)
    if form == "csv":
        return to_csv(found).encode("utf-8")
    import pyarrow as pa
    import pyarrow.parquet

    sink = pa.BufferOutputStream()
    pyarrow.parquet.write_table(found.to_arrow(), sink)
    return bytes(sink.getvalue().to_pybytes())


def _number(value: float) -> float | None:
    return None if value != value else value


def _harmless(value: Any) -> Any:
    return f"'{value}" if isinstance(value, str) and value.startswith(FORMULA) else value


def _renumbered(people: set[int]) -> dict[int, int]:
    # Not seeded: an order that could be computed again would not be anonymous.
    order = np.random.default_rng().permutation(len(people))
    return {who: int(place) + 1 for who, place in zip(sorted(people), order, strict=True)}


def check_ending(name: str) -> str:
    """The form that a file name asks for."""
    ending = name.rpartition(".")[2].lower()
    if ending not in ("csv", "parquet", "json"):
        raise InputError(f"an output file {name!r}", "a name that ends in .csv, .parquet or .json")
    return ending
