"""A scene graph as JSON: everything it holds, spans and marks included.

{"nodes": [{"name": "dogs", "span": [4, 8]}, ...], "statements": [{"kind": "quantity", "node": 0, "number": "2"}, ...]}
Statements point at nodes by position. What is empty or false is left out.
"""

import json
from collections.abc import Mapping
from dataclasses import fields
from typing import Any

from grice.meaning.graph import SceneGraph
from grice.meaning.graph_statements import Attribute, Exists, GraphError, Node, Quantity, Relation

KINDS = {"exists": Exists, "quantity": Quantity, "attribute": Attribute, "relation": Relation}
_NAMES = {kind: name for name, kind in KINDS.items()}


def to_json(graph: SceneGraph) -> str:
    """The JSON text of a graph."""
    place = {node: i for i, node in enumerate(graph.nodes)}
    whole: dict[str, Any] = {"nodes": [_filled(node, place) for node in graph.nodes]}
    whole["statements"] = [{"kind": _NAMES[type(s)]} | _filled(s, place) for s in graph.statements]
    if graph.text is not None:
        whole["text"] = graph.text
    if graph.problems:
        whole["problems"] = list(graph.problems)
    # Half a surrogate pair, which no file can hold, is written as JSON's own escape of it.
    return json.dumps(whole, ensure_ascii=False).encode("utf-8", "backslashreplace").decode("utf-8")


def from_json(given: str | Mapping[str, Any]) -> SceneGraph:
    """The graph of JSON, as text or already decoded."""
    try:
        whole = json.loads(given) if isinstance(given, str) else given
        nodes = [Node(**_spanned(node)) for node in whole["nodes"]]
        statements = [
            KINDS[entry["kind"]](
                **{
                    key: nodes[value] if key in ("node", "subject", "object") else value
                    for key, value in _spanned(entry).items()
                    if key != "kind"
                }
            )
            for entry in whole["statements"]
        ]
    except (ValueError, KeyError, TypeError, IndexError) as error:
        if isinstance(error, GraphError):
            raise
        raise GraphError(
            f"not the JSON of a scene graph: {type(error).__name__} {error}",
            'an object with "nodes" and "statements"',
            "what SceneGraph.to_json writes",
        ) from None
    return SceneGraph(tuple(statements), whole.get("text"), tuple(whole.get("problems", ())))


def _filled(record: Any, place: Mapping[Node, int]) -> dict[str, Any]:
    values = {field.name: getattr(record, field.name) for field in fields(record)}
    return {
        key: place[value] if isinstance(value, Node) else value
        for key, value in values.items()
        if isinstance(value, Node) or value not in (None, "", False, 0)
    }


def _spanned(entry: Mapping[str, Any]) -> dict[str, Any]:
    span = entry.get("span")
    return dict(entry) | ({"span": (int(span[0]), int(span[1]))} if span is not None else {})
