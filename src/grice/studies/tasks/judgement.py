"""How good is it? People judge a description, a scene graph, or which of two captions is better.

Scales of 1 to 5 for naturalness, informativity and correctness as the experts of Chen, van Deemter & Lin (2019) had;
whether a scene graph is complete and correct, as in Tables 1 and 4 of Li et al. (2023); which of two captions is
better. A study asks one or more of the questions below.
"""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Any

import numpy as np

from grice.errors import InputError
from grice.meaning.graph import SceneGraph
from grice.readers.quantified.reading import read
from grice.scenes.quantified import named
from grice.studies.design import Design, Materials
from grice.studies.items import Answer, AnswerError, Item
from grice.studies.materials import described, rows

PAGE = "judgement.html"
FIVE = ("1", "2", "3", "4", "5")


@dataclass(frozen=True)
class Question:
    """What is asked, the answers in order, and what the ends of a scale mean."""

    text: str
    choices: tuple[str, ...]
    low: str = ""
    high: str = ""
    scale: str = "ordinal"


QUESTIONS = {
    "naturalness": Question("How likely is it that a person said this?", FIVE, "very unlikely", "very likely"),
    "informativity": Question(
        "Does the description tell as much as one could expect?", FIVE, "far too little", "as much as possible"
    ),
    "correctness": Question("How correct is the description?", FIVE, "not correct at all", "everything is correct"),
    "complete": Question("Do the facts say everything that the caption says?", ("yes", "no"), scale="nominal"),
    "correct": Question("Is every one of the facts right?", ("yes", "no"), scale="nominal"),
    "better": Question("Which caption is better?", ("first", "second", "neither"), scale="nominal"),
}
SCALES = {name: question.scale for name, question in QUESTIONS.items()}
CODEBOOK = {name: f"{question.text} {' / '.join(question.choices)}" for name, question in QUESTIONS.items()} | {
    "text": "the description or caption",
    "first": "the caption shown first, of two",
    "second": "the caption shown second",
    "graph": "the scene graph that was judged",
}


def items(materials: Materials, design: Design) -> Sequence[Item]:
    asked = materials.questions or ("naturalness", "informativity", "correctness")
    unknown = next((name for name in asked if name not in QUESTIONS), None)
    if unknown:
        raise InputError(f"question {unknown!r} of {materials.group!r}", f"some of {', '.join(QUESTIONS)}")
    if materials.file or materials.rows:
        needed = (
            ("first", "second")
            if "better" in asked
            else ("text", "graph")
            if {"complete", "correct"} & {*asked}
            else ("text",)
        )
        optional = ("text", "graph", "image", "producer", "id")
        listed = rows(materials, design, needed, [name for name in optional if name not in needed])
        return [_given(row, materials, asked) for row in listed]
    return [
        Item(
            f"{materials.group}:{scene.name}:{producer}",
            "",
            f"{scene.name}:{','.join(map(str, scene.counts))}",
            producer,
            scene.size,
            {"text": text, "questions": list(asked), "pictures": [{"counts": list(scene.counts), "seed": scene.size}]},
        )
        for scene, producer, text in described(materials, design)
    ]


def gold(table: Mapping[str, Any], number: int) -> Item:
    """A judgement with a known answer: the fields of a row, and `right`, a table of question to answer."""
    known = table.get("right", {})
    if not isinstance(known, Mapping) or not known or any(name not in QUESTIONS for name in known):
        raise InputError(f"gold item {number} without right answers", 'right = { correctness = "1" }')
    given = {name: value for name, value in table.items() if name != "right"} | {"row": number, "producer": "gold"}
    made = _given(given, Materials(group="gold"), tuple(known))
    return Item(made.id, "gold", made.scene, "gold", made.size, made.shown, {"right": dict(known)})


def page(item: Item, values: Mapping[str, Any]) -> Mapping[str, Any]:  # noqa: ARG001
    pictures = item.shown.get("pictures", ())
    alt = [_alt(one) for one in pictures]
    return {"asked": [(name, QUESTIONS[name]) for name in item.shown["questions"]], "alt": alt}


def answer(item: Item, given: Mapping[str, Any]) -> Answer:
    found = {name: str(given[name]) for name in item.shown["questions"] if given.get(name) in QUESTIONS[name].choices}
    lacking = [name for name in item.shown["questions"] if name not in found]
    if lacking and given.get("not_understood") != "1":
        raise AnswerError(f"Please answer: {QUESTIONS[lacking[0]].text}")
    return found


def right(item: Item, answer: Answer) -> bool | None:
    known = item.truth.get("right")
    return None if not known else all(answer.get(name) == value for name, value in known.items())


def row(item: Item, answer: Answer) -> dict[str, Any]:
    judged = {name: _value(name, answer.get(name)) for name in QUESTIONS}
    return judged | {name: item.shown.get(name) for name in ("text", "first", "second", "graph")}


def rated(item: Item, answer: Answer) -> Mapping[str, Mapping[str, Any]]:
    return {name: {item.id: _value(name, value)} for name, value in answer.items()}


def simulated(item: Item, rng: np.random.Generator) -> Mapping[str, Any]:
    """Correct what is true, informative what leaves few scenes; the rest at random."""
    found = {name: str(rng.choice(QUESTIONS[name].choices)) for name in item.shown["questions"]}
    pictures = item.shown.get("pictures", ())
    if pictures and "counts" in pictures[0] and "text" in item.shown:
        scene = tuple(pictures[0]["counts"])
        reading = read(item.shown["text"], sum(scene))
        if "correctness" in found:
            found["correctness"] = "5" if (reading.worlds == np.array(scene)).all(axis=1).any() else "2"
        if "informativity" in found:
            found["informativity"] = str(int(np.clip(5 - np.log2(len(reading.worlds)) / 2 + rng.normal(0, 0.5), 1, 5)))
    return found


def _given(row: Mapping[str, Any], materials: Materials, asked: Sequence[str]) -> Item:
    shown: dict[str, Any] = {"questions": list(asked)}
    shown |= {name: str(row[name]) for name in ("text", "first", "second") if row.get(name)}
    if row.get("graph"):
        graph = SceneGraph.from_text(str(row["graph"]))
        shown |= {"graph": str(graph), "facts": [list(fact) for fact in graph.facts]}
    if row.get("image"):
        shown["pictures"] = [{"image": str(row["image"])}]
    if row.get("counts"):
        shown["pictures"] = [{"counts": list(row["counts"]), "seed": 0}]
    name = str(row.get("id") or row["row"])
    size = len(str(shown.get("text", shown.get("first", ""))).split())
    return Item(f"{materials.group}:{name}", "", name, str(row.get("producer") or "given"), size, shown)


def _value(name: str, given: str | None) -> Any:
    return int(given) if given is not None and QUESTIONS[name].choices == FIVE else given


def _alt(one: Mapping[str, Any]) -> str:
    if "counts" not in one:
        return "the picture"
    return "a scene of " + ", ".join(f"{count} {kind}" for kind, count in named(one["counts"]).items() if count)
