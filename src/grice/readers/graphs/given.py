"""Which scene graphs do these rows speak of? Graphs, graph text or captions to `SceneGraph`s, each distinct text once.

A text is a graph when it opens with a parenthesis or holds "), ("; any other text is a caption and goes to the parser.
What cannot be read costs its row.
"""

import hashlib
import re
from collections.abc import Sequence
from dataclasses import dataclass
from functools import cache
from importlib import import_module
from typing import Any

from grice.errors import GriceError, InputError
from grice.meaning.graph import SceneGraph

_GRAPH = re.compile(r"\s*\(|.*\)\s*,\s*\(", re.DOTALL)
_SHARED = "graphs"


@dataclass(frozen=True)
class Graphs:
    """The graphs of a batch; where a row has an error, its prediction is empty and it has no references."""

    predictions: list[SceneGraph]
    references: list[tuple[SceneGraph, ...]]
    errors: list[str | None]


def graphs(rows: Any) -> Graphs:
    """The graphs of predictions and references; made once per batch, however many metrics ask."""
    if _SHARED not in rows.shared:
        rows.shared[_SHARED] = _graphs(rows)
    found: Graphs = rows.shared[_SHARED]
    return found


def is_graph(text: str) -> bool:
    """Whether a text is meant as a graph rather than a caption."""
    return _GRAPH.match(text) is not None


@cache
def parser_name() -> str:
    """Which parser reads captions, and which weights it has: a part of every signature over graphs."""
    try:
        manifest = import_module("grice.readers.graphs.parsing").shipped() / "manifest.json"
    except GriceError:
        return "none"
    return f"default@{hashlib.sha256(manifest.read_bytes()).hexdigest()[:8]}"


def graphs_of(texts: Sequence[str]) -> dict[str, SceneGraph | str]:
    """Every distinct text with its graph, or with what is wrong with it; captions are parsed together."""
    found: dict[str, SceneGraph | str] = {}
    captions: list[str] = []
    for text in dict.fromkeys(texts):
        if not text.strip():
            found[text] = "is empty: neither a caption nor a scene graph"
        elif is_graph(text):
            try:
                found[text] = SceneGraph.from_text(text)
            except GriceError as error:
                found[text] = f"is {error}".partition("\n")[0]
        elif not re.search(r"\w", text):
            found[text] = f"is {text[:40]!r}: neither a caption nor a scene graph"
        else:
            captions.append(text)
    return found | _parsed(captions)


def _graphs(rows: Any) -> Graphs:
    n = len(rows)
    references = rows.references if rows.references is not None else [None] * n
    listed = [_listed(entry) for entry in references]
    texts = [text for text in rows.predictions if isinstance(text, str)]
    texts += [text for entry in listed for text in entry if isinstance(text, str)]
    known = graphs_of(texts)
    made = Graphs([SceneGraph()] * n, [()] * n, [None] * n)
    for i, (prediction, entry) in enumerate(zip(rows.predictions, listed, strict=True)):
        try:
            graph = _one(prediction, known, "prediction")
            against = tuple([_one(reference, known, "reference") for reference in entry])
            if not against and rows.references is not None:
                raise InputError("has no reference")
            made.predictions[i], made.references[i] = graph, against
        except InputError as error:
            made.errors[i] = error.given
    return made


def _parsed(captions: list[str]) -> dict[str, SceneGraph | str]:
    if not captions:
        return {}
    # Imported by name when a caption turns up: the parser loads a network, and graphs need none.
    parser = import_module("grice.readers.graphs.parsing")
    try:
        graphs = parser.parse(captions)
    except GriceError as error:
        return dict.fromkeys(captions, f"cannot be parsed: {error}".partition("\n")[0])
    return {
        caption: f"cannot be parsed: {trouble}" if (trouble := parser.unread(graph)) else graph
        for caption, graph in zip(captions, graphs, strict=True)
    }


def _listed(entry: Any) -> list[Any]:
    """The references of one item; a lone reference may stand without a list."""
    if entry is None:
        return []
    if isinstance(entry, list):
        return entry
    return [entry] if isinstance(entry, str | SceneGraph) or not hasattr(entry, "__iter__") else list(entry)


def _one(given: Any, known: dict[str, SceneGraph | str], role: str) -> SceneGraph:
    if isinstance(given, SceneGraph):
        return given
    if given is None:
        raise InputError(f"{role} is missing")
    if not isinstance(given, str):
        raise InputError(f"{role} is a {type(given).__name__}, not a caption or a scene graph")
    found = known[given]
    if isinstance(found, str):
        raise InputError(f"{role} {found}")
    return found
