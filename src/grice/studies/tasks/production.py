"""What do people say of a scene? Describe it so that a reader could rebuild it, or so that it is not mistaken.

Scenes of coloured shapes are elicited as QTUNA was (Chen, van Deemter et al. 2019); rooms beside distractors as in a
reference game (Tsvilodub & Franke 2023). `grice study corpus` writes what was said in the form that our loaders read.
"""

from collections.abc import Mapping, Sequence
from typing import Any

import numpy as np

from grice.scenes.quantified import counts, named
from grice.speakers.base import load as load_speaker
from grice.studies.design import Design, Materials
from grice.studies.items import Answer, AnswerError, Item, words
from grice.studies.materials import rooms, scenes

PAGE = "production.html"
LONGEST = 500
SCALES = {"words": "interval"}
CODEBOOK = {
    "text": "the description",
    "words": "how many words it has",
    "counts": "blue squares, red squares, blue circles, red circles of the scene",
    "target_id": "the room that was described",
    "distractor_ids": "the rooms beside it",
}
SPEAKERS = {"shapes": "qdg-greedy", "rooms": "minimal"}
"""Who speaks in a simulated study."""


def items(materials: Materials, design: Design) -> Sequence[Item]:
    if materials.scenes:
        return [
            _shapes(scene.counts, f"{materials.group}:{scene.name}", scene.name)
            for scene in scenes(materials, design.seed)
        ]
    drawn = enumerate(rooms(materials, design.seed), start=1)
    return [_rooms(target, others, f"{materials.group}:{i}") for i, (target, others) in drawn]


def gold(table: Mapping[str, Any], number: int) -> Item:
    return _shapes(counts(table.get("counts", ())), f"gold:{number}", f"gold:{number}")


def page(item: Item, values: Mapping[str, Any]) -> Mapping[str, Any]:  # noqa: ARG001
    if item.shown["kind"] == "rooms":
        return {"alt": ["the room to describe", *["another room"] * (len(item.shown["pictures"]) - 1)]}
    said = ", ".join(f"{count} {kind}" for kind, count in named(item.shown["pictures"][0]["counts"]).items() if count)
    return {"alt": [f"a scene of {said}"]}


def answer(item: Item, given: Mapping[str, Any]) -> Answer:  # noqa: ARG001
    text = " ".join(words(given, "text", LONGEST).split())
    if given.get("not_understood") == "1":
        return {"text": text}
    if len(text) < 3:
        raise AnswerError("Please write a description.")
    return {"text": text}


def right(item: Item, answer: Answer) -> bool | None:  # noqa: ARG001
    return None


def row(item: Item, answer: Answer) -> dict[str, Any]:
    pictures = item.shown["pictures"]
    shapes = item.shown["kind"] == "shapes"
    return {
        "text": answer["text"],
        "words": len(answer["text"].split()),
        "counts": ",".join(map(str, pictures[0]["counts"])) if shapes else None,
        "target_id": None if shapes else pictures[0]["room"],
        "distractor_ids": None if shapes else ",".join(str(one["room"]) for one in pictures[1:]),
    }


def rated(item: Item, answer: Answer) -> Mapping[str, Mapping[str, Any]]:
    return {"words": {item.id: len(answer["text"].split())}}


def simulated(item: Item, rng: np.random.Generator) -> Mapping[str, Any]:
    """What a speaker of Grice says."""
    kind, pictures = item.shown["kind"], item.shown["pictures"]
    speaker, seed = load_speaker(SPEAKERS[kind]), int(rng.integers(1 << 30))
    if kind == "shapes":
        return {"text": speaker.speak([tuple(pictures[0]["counts"])], seed=seed)[0].text}
    others = [[one["room"] for one in pictures[1:]]]
    return {"text": str(speaker.speak([pictures[0]["room"]], others, seed)[0])}


def _shapes(scene: tuple[int, ...], id: str, name: str) -> Item:
    pictures = [{"counts": list(scene), "seed": sum(scene) * 100 + len(id)}]
    shown = {"kind": "shapes", "size": sum(scene), "pictures": pictures}
    return Item(id, "", f"{name}:{','.join(map(str, scene))}", HUMAN, sum(scene), shown, {"counts": list(scene)})


def _rooms(target: int, others: Sequence[int], id: str) -> Item:
    shown = {"kind": "rooms", "size": 1 + len(others), "pictures": [{"room": one} for one in (target, *others)]}
    return Item(id, "", id, HUMAN, 1 + len(others), shown, {"target": target})


HUMAN = "human"
