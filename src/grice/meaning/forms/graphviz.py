"""A scene graph as a GraphViz digraph: objects are boxes, attributes ovals, relations labelled arrows."""

from grice.meaning.graph import SceneGraph
from grice.meaning.graph_statements import Attribute, Quantity, Relation


def to_dot(graph: SceneGraph) -> str:
    """The DOT source; what the text only implies is dashed."""
    place = {node: f"n{i}" for i, node in enumerate(graph.nodes)}
    lines = [f"  {place[node]} [shape=box, label={_quoted(str(node))}{_style(node.implied)}];" for node in graph.nodes]
    for i, statement in enumerate(graph.statements):
        match statement:
            case Relation():
                voice = " (passive)" if statement.passive else ""
                ends = f"{place[statement.subject]} -> {place[statement.object]}"
                label = _quoted(statement.predicate + voice)
                lines.append(f"  {ends} [label={label}{_style(statement.implied)}];")
            case Attribute() | Quantity():
                value = str(statement) if isinstance(statement, Quantity) else statement.value
                lines.append(f"  a{i} [shape=oval, label={_quoted(value)}{_style(statement.implied)}];")
                lines.append(f"  {place[statement.node]} -> a{i} [arrowhead=none{_style(statement.implied)}];")
    return "\n".join(["digraph scene {", "  rankdir=LR;", *lines, "}", ""])


def _quoted(text: str) -> str:
    escaped = text.replace("\\", "\\\\").replace('"', '\\"')
    return f'"{escaped}"'


def _style(implied: bool) -> str:
    return ", style=dashed" if implied else ""
