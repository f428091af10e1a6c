"""`grice parse` over Arrow batches: texts in, scene graphs out; a text that cannot be read costs its row."""

import json
from collections.abc import Callable
from typing import Any

import pyarrow as pa

from grice.engines.rows import column
from grice.errors import InputError
from grice.files import JSON, Column, extended
from grice.meaning.graph import SceneGraph
from grice.readers.graphs.parsing import unread

TEXT = Column(
    "text", "text", ("caption", "prediction", "sentence", "description"), meaning="the description that is parsed"
)
Parse = Callable[[list[str | None]], list[SceneGraph]]
FORMS: dict[str, Callable[[SceneGraph], Any]] = {
    "plain": SceneGraph.to_text,
    "ids": lambda graph: graph.to_text(identifiers=True),
    "mr": SceneGraph.to_mr,
    "json": lambda graph: json.loads(graph.to_json()),
}
"""The forms a graph can be written in: texts, and JSON as what it is."""
APART = ("plain", "ids")
"""The forms that hold facts alone: what is denied, how sure a fact is and what was not read is written beside them."""


def check_form(form: str) -> str:
    if form not in FORMS:
        raise InputError(f"no form is called {form!r}", f"one of {', '.join(FORMS)}")
    return form


def row_of(graph: SceneGraph, form: str) -> dict[str, Any]:
    """The graph in one form and what the form has no place for: what is denied, how sure the parser was of each fact,
    words that it did not read; what could not be used, and the error where nothing could be read."""
    error = unread(graph)
    apart = form in APART and not error
    known = form == "plain" and not error and any(one is not None for one in graph.probabilities)
    text = graph.text or ""
    return {
        "graph": None if error else FORMS[form](graph),
        "denied": FORMS[form](SceneGraph(graph.denied)) if apart and graph.denied else None,
        "probability": [None if one is None else round(one, 3) for one in graph.probabilities] if known else None,
        "unread": [text[low:high] for low, high in graph.unread] if apart else [],
        "problems": [] if error else list(graph.problems),
        "error": error,
    }


def parse_batch(batch: pa.RecordBatch, parse: Parse, form: str, details: bool = True) -> pa.RecordBatch:
    """Parse one batch; a row that came in with an error goes out with it. `details`: how sure each fact is, and what
    was not read."""
    texts, errors = batch.column(TEXT.name).to_pylist(), batch.column("error").to_pylist()
    good = [i for i, error in enumerate(errors) if error is None]
    found = dict(zip(good, parse([texts[i] for i in good]), strict=True))
    rows = [row_of(found[i], form) if i in found else {"error": errors[i]} for i in range(len(texts))]
    kinds = {"graph": JSON if form == "json" else pa.string()}
    if form in APART:
        kinds |= {
            "denied": pa.string(),
        }
        if details:
            kinds |= {"probability": pa.list_(pa.float64()), "unread": pa.list_(pa.string())}
    kinds |= {"problems": pa.list_(pa.string()), "error": pa.string()}
    return extended(batch, {name: column([row.get(name) for row in rows], kind) for name, kind in kinds.items()})
