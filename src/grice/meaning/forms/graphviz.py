"""A scene graph as a GraphViz digraph: objects are boxes, attributes ovals, relations labelled arrows."""

from collections.abc import Mapping

from grice.meaning.graph import SceneGraph
from grice.meaning.graph_statements import Attribute, Exists, Node, Quantity, Relation, Statement, by_node


def to_dot(graph: SceneGraph) -> str:
    """The DOT source; what the text only implies is dashed, and what it denies is dashed and marked "not" or "no"."""
    absent = [node for node in by_node(graph.denied) if node not in graph.about]
    place = {node: f"n{i}" for i, node in enumerate((*graph.nodes, *absent))}
    lines = [f"  {place[node]} [shape=box, label={_quoted(str(node))}{_style(node.implied)}];" for node in graph.nodes]
    denied = {one.node for one in graph.denied if isinstance(one, Exists)}
    for node in absent:
        label = _quoted(f"no {node}" if node in denied else str(node))
        lines.append(f"  {place[node]} [shape=box, label={label}{_style(True)}];")
    for i, statement in enumerate(graph.statements):
        lines += _drawn(statement, f"a{i}", place)
    for i, statement in enumerate(graph.denied):
        lines += _drawn(statement, f"d{i}", place, denied=True)
    return "\n".join(["digraph scene {", "  rankdir=LR;", *lines, "}", ""])


def _drawn(statement: Statement, name: str, place: Mapping[Node, str], denied: bool = False) -> list[str]:
    style = _style(denied or getattr(statement, "implied", False))
    mark = "not " if denied else ""
    match statement:
        case Relation():
            voice = " (passive)" if statement.passive else ""
            ends = f"{place[statement.subject]} -> {place[statement.object]}"
            return [f"  {ends} [label={_quoted(mark + statement.predicate + voice)}{style}];"]
        case Attribute() | Quantity():
            value = str(statement) if isinstance(statement, Quantity) else statement.value
            return [
                f"  {name} [shape=oval, label={_quoted(mark + value)}{style}];",
                f"  {place[statement.node]} -> {name} [arrowhead=none{style}];",
            ]
        case Exists():
            return []


def _quoted(text: str) -> str:
    escaped = text.replace("\\", "\\\\").replace('"', '\\"')
    return f'"{escaped}"'


def _style(dashed: bool) -> str:
    return ", style=dashed" if dashed else ""
