"""What does a caption say, as a scene graph? The annotation of FACTUAL (Li et al. 2023, section 4.3) as a task.

The page splits it into sub-tasks: mark objects, attributes and quantities in the words; for a pair of objects choose a
verb and a preposition from the twenty likeliest of closed lists; voice, polarity, coreference. Experts then see two
annotators' graphs side by side, correct and accept one.
"""

import json
from collections.abc import Mapping, Sequence
from typing import Any

import numpy as np

from grice.errors import InputError
from grice.meaning.graph import SceneGraph
from grice.meaning.graph_statements import UNITS
from grice.readers.graphs.parsing import parse
from grice.studies.annotation_form import checked, facts_of, form_of, graph_of, pair
from grice.studies.design import Design, Materials
from grice.studies.items import Answer, AnswerError, Item
from grice.studies.materials import rows
from grice.studies.predicate_ranking import Ranked, ranked
from grice.studies.predicates import lists
from grice.words.numbers import NUMBER_WORDS
from grice.words.split import words_of_text

PAGE = "annotation.html"
EMPTY: Mapping[str, Any] = {"objects": [], "attributes": [], "relations": []}
MOST_WORDS = 60
SCALES = {"objects": "nominal", "attributes": "nominal", "quantities": "nominal", "relations": "nominal"}
CODEBOOK = {
    "caption": "the caption",
    "scene_graph": "the graph in FACTUAL's plain form",
    "scene_graph_id": "the same with identifiers: v: and pv: before verbs, :1 after a second object of one name",
    "scene_graph_mr": "the same as FACTUAL-MR",
    "denied": "facts that the caption says are not so, separated by semicolons",
    "form": "everything that was entered, as JSON: words, boxes, mentions, implied quantities",
    "image_id": "the image, where the materials name it",
    "region_id": "the region, where the materials name it",
}


def items(materials: Materials, design: Design) -> Sequence[Item]:
    listed = rows(materials, design, ("caption",), ("image_id", "region_id", "image", "id"))
    path = str(design.beside(materials.predicates).resolve()) if materials.predicates else ""
    lists(path)  # refused now rather than on an annotator's page
    captions = [str(row["caption"]) for row in listed]
    for row, caption in zip(listed, captions, strict=True):
        if not 0 < len(words_of_text(caption).words) <= MOST_WORDS:
            raise InputError(f"row {row['row']}: a caption of {len(caption)} characters", f"1 to {MOST_WORDS} words")
    # The parser's graph ranks what annotators choose from; they start from it only where the design says so.
    parsed = parse(captions, parser=materials.start or "default")
    return [_item(*one, materials, path) for one in zip(listed, captions, parsed, strict=True)]


def gold(table: Mapping[str, Any], number: int) -> Item:
    caption, graph = str(table.get("caption", "")), SceneGraph.from_text(str(table.get("graph", "")), identifiers=True)
    made = _item({"row": number}, caption, graph, Materials(group="gold"), "")
    return Item(
        f"gold:{number}", "gold", f"gold:{number}", "gold", made.size, made.shown, {**made.truth, "graph": str(graph)}
    )


def page(item: Item, values: Mapping[str, Any]) -> Mapping[str, Any]:
    passage = words_of_text(item.shown["caption"])
    form = _loaded(values.get("graph")) or item.shown.get("proposal") or EMPTY
    return {
        "words": [
            {
                "text": passage.source[start:stop],
                "before": passage.source[(passage.spans[i - 1][1] if i else 0) : start],
            }
            for i, (start, stop) in enumerate(passage.spans)
        ],
        "tail": passage.source[passage.spans[-1][1] :],
        "form": form,
        "lists": lists(item.truth.get("predicates", "")),
        "units": UNITS,
        "numbers": {word: str(NUMBER_WORDS[word]) for word in passage.words if word in NUMBER_WORDS},
    }


def answer(item: Item, given: Mapping[str, Any]) -> Answer:
    if given.get("discard") == "1":
        return {"discarded": True, "form": dict(EMPTY)}
    form = given.get("graph")
    try:
        found = checked(_loaded(form) if isinstance(form, str) else form, item.shown["caption"])
    except InputError as wrong:
        raise AnswerError(wrong.given, wrong.needed) from None
    if not found["objects"] and given.get("not_understood") != "1":
        raise AnswerError("There is no object yet.", "mark the words of an object and press O")
    return {"form": found}


def right(item: Item, answer: Answer) -> bool | None:
    known = item.truth.get("graph")
    return None if known is None else set(SceneGraph.from_text(known).facts) == set(graph(item, answer).facts)


def row(item: Item, answer: Answer) -> dict[str, Any]:
    found, caption = graph(item, answer), item.shown["caption"]
    denied = [fact for fact in facts_of(answer["form"], caption) if " not " in fact]
    return {
        "caption": caption,
        "scene_graph": str(found),
        "scene_graph_id": found.to_text(identifiers=True),
        "scene_graph_mr": found.to_mr(),
        "denied": "; ".join(denied),
        "form": json.dumps(answer["form"], ensure_ascii=False),
        "image_id": item.truth.get("image_id"),
        "region_id": item.truth.get("region_id"),
    }


def rated(item: Item, answer: Answer) -> Mapping[str, Mapping[str, Any]]:
    """Sub-task by sub-task: words in objects, words as attributes, quantities of objects, predicates of pairs."""
    form, many = answer["form"], len(words_of_text(item.shown["caption"]).words)
    objects = form["objects"]
    names = [one["name"] for one in objects]
    marked = {place: one["name"] for one in objects if one["words"] for place in range(*one["words"])}
    said = {place: names[one["object"]] for one in form["attributes"] if one["words"] for place in range(*one["words"])}
    amounts = {f"{item.id}:{one['name']}": f"{one['number']}{one['unit']}" or "none" for one in objects}
    pairs: dict[str, str] = {f"{item.id}:{a}:{b}": "none" for a in names for b in names if a != b}
    for one in form["relations"]:
        key = f"{item.id}:{names[one['subject']]}:{names[one['object']]}"
        pairs[key] = f"{'not ' * one['denied']}{'p:' * one['passive']}{one['verb']} {one['preposition']}".strip()
    return {
        "objects": {f"{item.id}:{i}": marked.get(i, "none") for i in range(many)},
        "attributes": {f"{item.id}:{i}": said.get(i, "none") for i in range(many)},
        "quantities": amounts,
        "relations": pairs,
    }


def simulated(item: Item, rng: np.random.Generator) -> Mapping[str, Any]:
    """The parser's graph, of which an annotator now and then forgets a fact."""
    caption = item.shown["caption"]
    form = form_of(parse(caption), caption)
    for name in ("attributes", "relations"):
        form[name] = [one for one in form[name] if rng.random() > 0.1]
    return {"graph": form if form["objects"] else {"objects": [{"name": words_of_text(caption).words[-1]}]}}


def graph(item: Item, answer: Answer) -> SceneGraph:
    """The scene graph of an answer."""
    return graph_of(answer["form"], item.shown["caption"])


def _item(row: Mapping[str, Any], caption: str, parsed: SceneGraph, materials: Materials, path: str) -> Item:
    name = str(row.get("id") or row.get("region_id") or row["row"])
    shown: dict[str, Any] = {"caption": caption}
    if materials.start:
        shown["proposal"] = form_of(parsed, caption)
    if row.get("image"):
        shown["pictures"] = [{"image": str(row["image"])}]
    kept = {key: None if row.get(key) is None else str(row[key]) for key in ("image_id", "region_id")}
    truth = {"parsed": json.loads(parsed.to_json()), "predicates": path, **kept}
    return Item(f"{materials.group}:{name}", "", name, "caption", len(words_of_text(caption).words), shown, truth)


def choices(item: Item, subject: Mapping[str, Any], object_: Mapping[str, Any]) -> Ranked:
    """The likeliest verbs and prepositions between two objects of a form."""
    closed = lists(item.truth.get("predicates", ""))
    parsed = SceneGraph.from_json(item.truth["parsed"])
    caption = item.shown["caption"]
    spans = [pair(one.get("words"), words_of_text(caption)) for one in (subject, object_)]
    ends = [(one[0], one[1]) if one else None for one in spans]
    names = str(subject.get("name", "")).lower(), str(object_.get("name", "")).lower()
    return ranked(caption, ends[0], ends[1], names, closed.verbs, closed.prepositions, parsed)


def _loaded(given: Any) -> Any:
    if not isinstance(given, str) or not given:
        return given or None
    try:
        return json.loads(given)
    except (ValueError, RecursionError):
        return None
