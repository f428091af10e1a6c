"""A scene graph as a networkx MultiDiGraph: nodes "men", "men:1" with their attributes, an edge per relation.

What is denied is marked: an edge with `denied=True`, a node that only denials mention with `denied=True`, and the
denied attributes, quantities and existence of a node in data of their own.
"""

from collections.abc import Sequence
from typing import Any

from grice.extras import require
from grice.meaning.graph import SceneGraph
from grice.meaning.graph_statements import Attribute, Exists, GraphError, Node, Quantity, Relation, Statement, by_node

_DENIED = "denied_"


def to_networkx(graph: SceneGraph) -> Any:
    """Node data: name, index, attributes, quantities; edge data: predicate, verb, preposition, passive, denied."""
    networkx = require("networkx", "graphs", "a scene graph as a networkx graph")
    network = networkx.MultiDiGraph()
    denied = by_node(graph.denied)
    for node in dict.fromkeys((*graph.nodes, *denied)):
        network.add_node(
            str(node),
            name=node.name,
            index=node.index,
            **_data(graph.about.get(node, ())),
            **{_DENIED + key: value for key, value in _data(denied.get(node, ())).items()},
            denied=node not in graph.about,
        )
    edges = [(one, False) for one in graph.relations]
    edges += [(one, True) for one in graph.denied if isinstance(one, Relation)]
    for relation, is_denied in edges:
        network.add_edge(
            str(relation.subject),
            str(relation.object),
            predicate=relation.predicate,
            verb=relation.verb,
            preposition=relation.preposition,
            passive=relation.passive,
            denied=is_denied,
        )
    return network


def from_networkx(network: Any) -> SceneGraph:
    """The graph of a network that `to_networkx` made."""
    try:
        listed = list(network.nodes(data=True))
        nodes = {key: Node(data["name"], data["index"]) for key, data in listed}
        found: dict[bool, list[Statement]] = {False: [], True: []}
        for key, data in listed:
            found[False] += _said(nodes[key], data)
            found[True] += _said(nodes[key], data, _DENIED) if f"{_DENIED}alone" in data else []
        for subject, object, data in network.edges(data=True):
            relation = Relation(nodes[subject], nodes[object], data["verb"], data["preposition"], data["passive"])
            found[bool(data.get("denied"))].append(relation)
    except (AttributeError, KeyError, TypeError, ValueError) as error:
        if isinstance(error, GraphError):
            raise
        raise GraphError(
            f"not a network of a scene graph: {type(error).__name__} {error}", "what SceneGraph.to_networkx makes"
        ) from None
    return SceneGraph(tuple(found[False]), denied=tuple(found[True]))


def _data(statements: Sequence[Statement]) -> dict[str, Any]:
    return {
        "attributes": [one.value for one in statements if isinstance(one, Attribute)],
        "quantities": [(one.number, one.unit) for one in statements if isinstance(one, Quantity)],
        "alone": any(isinstance(one, Exists) for one in statements),
    }


def _said(node: Node, data: Any, mark: str = "") -> list[Statement]:
    return [
        *([Exists(node)] if data[f"{mark}alone"] else []),
        *(Quantity(node, number, unit) for number, unit in data[f"{mark}quantities"]),
        *(Attribute(node, value) for value in data[f"{mark}attributes"]),
    ]
