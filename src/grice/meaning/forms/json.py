"""A scene graph as JSON: everything it holds, spans and marks included.

{"nodes": [{"name": "dogs", "span": [4, 8]}, ...], "statements": [{"kind": "quantity", "node": 0, "number": "2"}, ...]}
Statements refer to nodes by position. Empty and false fields are left out. Malformed input is refused with its place.
Denials are the statements of the key "denied", which is there only if there are any; objects that only they mention
stand after the others in "nodes".
"""

import json
from collections.abc import Callable, Mapping, Sequence
from dataclasses import MISSING, fields
from typing import Any

from grice.meaning.graph import SceneGraph
from grice.meaning.graph_statements import Attribute, Exists, GraphError, Node, Quantity, Relation, Statement, by_node
from grice.words.split import Span

KINDS: dict[str, type[Statement]] = {
    "exists": Exists,
    "quantity": Quantity,
    "attribute": Attribute,
    "relation": Relation,
}
_NAMES = {kind: name for name, kind in KINDS.items()}
_POINTERS = ("node", "subject", "object")


def to_json(graph: SceneGraph) -> str:
    """The JSON text of a graph."""
    nodes = list(dict.fromkeys((*graph.nodes, *by_node(graph.denied))))
    place = {node: i for i, node in enumerate(nodes)}
    whole: dict[str, Any] = {"nodes": [_filled(node, place) for node in nodes]}
    whole["statements"] = [_entry(statement, place) for statement in graph.statements]
    if graph.denied:
        whole["denied"] = [_entry(statement, place) for statement in graph.denied]
    if graph.text is not None:
        whole["text"] = graph.text
    if graph.problems:
        whole["problems"] = list(graph.problems)
    if graph.unread:
        whole["unread"] = [list(span) for span in graph.unread]
    # A lone surrogate, which no UTF-8 file can hold, is written as JSON's escape; two halves side by side come back as
    # the character that they stand for, since JSON has no other reading of them.
    return json.dumps(whole, ensure_ascii=False).encode("utf-8", "backslashreplace").decode("utf-8")


def from_json(given: str | Mapping[str, Any]) -> SceneGraph:
    """The graph of JSON, as text or already decoded."""
    whole = _decoded(given) if isinstance(given, str) else given
    _must(isinstance(whole, Mapping), "it", whole, 'an object with "nodes" and "statements"')
    lacking = [name for name in ("nodes", "statements") if name not in whole]
    if lacking:
        raise _wrong(f'it has no "{lacking[0]}"', 'an object with "nodes" and "statements"')
    nodes = [_node(entry, f"nodes[{i}]") for i, entry in enumerate(_listed(whole, "nodes"))]
    statements, denied = (
        tuple(_statement(entry, nodes, f"{name}[{i}]") for i, entry in enumerate(_listed(whole, name)))
        for name in ("statements", "denied")
    )
    text = whole.get("text")
    _must(text is None or isinstance(text, str), "text", text, "a text")
    problems = tuple(_listed(whole, "problems"))
    for i, problem in enumerate(problems):
        _must(isinstance(problem, str), f"problems[{i}]", problem, "a text")
    unread = _listed(whole, "unread")
    for i, span in enumerate(unread):
        _must(span is not None and _is_span(span), f"unread[{i}]", span, _TYPES["span"][1])
    return SceneGraph(statements, text, problems, denied, tuple((low, high) for low, high in unread))


def _entry(statement: Statement, place: Mapping[Node, int]) -> dict[str, Any]:
    return {"kind": _NAMES[type(statement)]} | _filled(statement, place)


def _filled(record: Any, place: Mapping[Node, int]) -> dict[str, Any]:
    values = {field.name: getattr(record, field.name) for field in fields(record)}
    return {
        key: place[value] if isinstance(value, Node) else round(value, 4) if key == "probability" else value
        for key, value in values.items()
        if isinstance(value, Node) or (key == "probability" and value is not None) or value not in (None, "", False, 0)
    }


def _decoded(text: str) -> Any:
    try:
        return json.loads(text)
    except (ValueError, RecursionError) as error:
        why = "it is nested too deeply" if isinstance(error, RecursionError) else str(error)
        raise _wrong(why, "JSON text") from None


def _node(entry: Any, where: str) -> Node:
    node: Node = _made(Node, _fields(Node, entry, where), where)
    return node


def _statement(entry: Any, nodes: Sequence[Node], where: str) -> Statement:
    _must(isinstance(entry, Mapping), where, entry, "an object")
    kind = entry.get("kind")
    _must(isinstance(kind, str) and kind in KINDS, f"{where}.kind", kind, f"one of {', '.join(KINDS)}")
    given = _fields(KINDS[kind], {key: value for key, value in entry.items() if key != "kind"}, where)
    for key in _POINTERS:
        if key in given:
            place = given[key]
            inside = _whole(place) and 0 <= place < len(nodes)
            _must(inside, f"{where}.{key}", place, f"the place of a node, from 0 to {len(nodes) - 1}")
            given[key] = nodes[place]
    statement: Statement = _made(KINDS[kind], given, where)
    return statement


def _fields(kind: type, entry: Any, where: str) -> dict[str, Any]:
    """The checked arguments of a node or a statement."""
    _must(isinstance(entry, Mapping), where, entry, "an object")
    known = {field.name for field in fields(kind)}
    found: dict[str, Any] = {}
    for key, value in entry.items():
        _must(key in known, f"{where}.{key}", value, f"no more than {', '.join(sorted(known))}")
        if key not in _POINTERS:
            fits, needed = _TYPES[key]
            _must(fits(value), f"{where}.{key}", value, needed)
        found[key] = _span(value) if key == "span" else value
    return found


def _made(kind: type[Any], given: Mapping[str, Any], where: str) -> Any:
    try:
        return kind(**given)
    except GraphError as error:
        raise GraphError(f"{where}: {error.given}", error.needed, error.fix) from None
    except TypeError:
        needed = [field.name for field in fields(kind) if field.default is MISSING]
        raise _wrong(f"{where} has only {', '.join(given) or 'nothing'}", f"at least {', '.join(needed)}") from None


def _listed(whole: Mapping[str, Any], name: str) -> Sequence[Any]:
    found: Sequence[Any] = whole.get(name, ())
    _must(isinstance(found, Sequence) and not isinstance(found, str), name, found, "a list")
    return found


def _whole(value: Any) -> bool:
    return isinstance(value, int) and not isinstance(value, bool)


def _is_span(value: Any) -> bool:
    pair = isinstance(value, Sequence) and not isinstance(value, str) and len(value) == 2
    return value is None or (pair and all(map(_whole, value)) and 0 <= value[0] <= value[1])


def _span(value: Any) -> Span | None:
    return None if value is None else (value[0], value[1])


def _is_probability(value: Any) -> bool:
    number = isinstance(value, int | float) and not isinstance(value, bool)
    return value is None or (number and 0 <= value <= 1)


def _text(value: Any) -> bool:
    return isinstance(value, str)


_TYPES: dict[str, tuple[Callable[[Any], bool], str]] = {
    **dict.fromkeys(("name", "number", "unit", "value", "verb", "preposition"), (_text, "a text")),
    **dict.fromkeys(("passive", "implied"), (lambda value: isinstance(value, bool), "true or false")),
    "index": (_whole, "a whole number"),
    "probability": (_is_probability, "a number from 0 to 1, or null"),
    "span": (_is_span, "two whole numbers, the first character and the one after the last"),
}


def _must(right: bool, where: str, given: Any, needed: str) -> None:
    if not right:
        shown = repr(given)
        raise _wrong(f"{where} is {shown if len(shown) <= 60 else shown[:57] + '...'}", needed)


def _wrong(what: str, needed: str) -> GraphError:
    return GraphError(f"not the JSON of a scene graph: {what}", needed, "what SceneGraph.to_json writes")
