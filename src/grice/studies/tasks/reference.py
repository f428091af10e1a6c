"""Which of these rooms is meant? A caption, and rooms to choose from: what a listener of a reference game does.

Captions are those of speakers by name, or of a file with text, target and distractors. The rooms stand in random order,
and what a page or its address shows does not tell which is the target.
"""

from collections.abc import Mapping, Sequence
from typing import Any

import numpy as np

from grice.errors import InputError
from grice.readers.base import load_listener
from grice.scenes.rooms import check
from grice.speakers.base import SPEAKERS
from grice.speakers.base import load as load_speaker
from grice.studies.design import Design, Materials
from grice.studies.items import Answer, AnswerError, Item, words
from grice.studies.materials import rooms, rows

PAGE = "reference.html"
SCALES = {"choice": "nominal"}
CODEBOOK = {
    "text": "the caption",
    "choice": "which of the rooms was chosen, from 0; empty where the caption was not understood",
    "target": "which of them was meant",
    "correct": "whether they are the same",
    "chosen_id": "the room that was chosen",
    "target_id": "the room that was meant",
    "room_ids": "the rooms in the order of showing",
}


def items(materials: Materials, design: Design) -> Sequence[Item]:
    rng = np.random.default_rng([design.seed, 7])
    if materials.file or materials.rows:
        columns = ("text", "target_id", "distractor_ids")
        return [
            _given(row, f"{materials.group}:{i}", rng)
            for i, row in enumerate(rows(materials, design, columns, ("producer",)), 1)
        ]
    known = SPEAKERS.of("rooms")
    if not materials.producers or any(SPEAKERS.name(name) not in known for name in materials.producers):
        raise InputError(
            f"producers {', '.join(materials.producers) or 'none'}", f"speakers of rooms: {', '.join(known)}"
        )
    found = []
    for i, (target, others) in enumerate(rooms(materials, design.seed), start=1):
        for producer in materials.producers:
            (text,) = load_speaker(producer).speak([target], [list(others)], design.seed + i)
            found.append(
                _item(
                    f"{materials.group}:{i}:{producer}",
                    f"{materials.group}:{i}",
                    producer,
                    str(text),
                    target,
                    others,
                    rng,
                )
            )
    return found


def gold(table: Mapping[str, Any], number: int) -> Item:
    return _given({"producer": "gold", **table}, f"gold:{number}", np.random.default_rng(number))


def page(item: Item, values: Mapping[str, Any]) -> Mapping[str, Any]:  # noqa: ARG001
    return {"many": len(item.shown["pictures"])}


def answer(item: Item, given: Mapping[str, Any]) -> Answer:
    choice = str(given.get("choice", ""))
    if choice in map(str, range(len(item.shown["pictures"]))):
        return {"choice": int(choice)}
    if given.get("not_understood") == "1":
        return {"choice": None}
    raise AnswerError("Please choose one of the rooms.")


def right(item: Item, answer: Answer) -> bool | None:
    return None if answer["choice"] is None else bool(answer["choice"] == item.truth["target"])


def row(item: Item, answer: Answer) -> dict[str, Any]:
    shown, choice, target = [one["room"] for one in item.shown["pictures"]], answer["choice"], item.truth["target"]
    return {
        "text": item.shown["text"],
        "choice": choice,
        "target": target,
        "correct": None if choice is None else choice == target,
        "chosen_id": None if choice is None else shown[choice],
        "target_id": shown[target],
        "room_ids": ",".join(map(str, shown)),
    }


def rated(item: Item, answer: Answer) -> Mapping[str, Mapping[str, Any]]:
    return {"choice": {} if answer["choice"] is None else {item.id: f"{item.id}:{answer['choice']}"}}


def simulated(item: Item, rng: np.random.Generator) -> Mapping[str, Any]:
    """The literal listener, who guesses among the rooms that the caption fits."""
    shown = [one["room"] for one in item.shown["pictures"]]
    (heard,) = load_listener("literal").listen([item.shown["text"]], [shown])
    fitting = heard.fitting or tuple(range(len(shown)))
    return {"choice": str(fitting[int(rng.integers(len(fitting)))])}


def _given(row: Mapping[str, Any], id: str, rng: np.random.Generator) -> Item:
    others = row.get("distractor_ids", ())
    listed = others.replace(",", " ").split() if isinstance(others, str) else np.ravel(others).tolist()
    try:
        target, *rest = check(np.array([int(one) for one in (row.get("target_id"), *listed)])).tolist()
    except (TypeError, ValueError):
        raise InputError(f"{id}: target_id and distractor_ids {row}", "ids of rooms, from 0 to 479,999") from None
    if not rest:
        raise InputError(f"{id}: no distractors", "one room or more beside the target")
    return _item(id, id, str(row.get("producer") or "given"), words(row, "text"), target, rest, rng)


def _item(
    id: str, scene: str, producer: str, text: str, target: int, others: Sequence[int], rng: np.random.Generator
) -> Item:
    order = rng.permutation(1 + len(others))
    shown = [(target, *others)[i] for i in order]
    content = {"text": text, "pictures": [{"room": int(one)} for one in shown]}
    return Item(id, "", scene, producer, len(shown), content, {"target": int(np.flatnonzero(order == 0)[0])})
