"""A scene graph as a networkx MultiDiGraph: nodes "men", "men:1" with their attributes, an edge per relation."""

from typing import Any

from grice.extras import require
from grice.meaning.graph import SceneGraph
from grice.meaning.graph_statements import Attribute, Exists, GraphError, Node, Quantity, Relation, Statement


def to_networkx(graph: SceneGraph) -> Any:
    """Node data: name, index, attributes, quantities; edge data: predicate, verb, preposition, passive."""
    networkx = require("networkx", "graphs", "a scene graph as a networkx graph")
    network = networkx.MultiDiGraph()
    for node, statements in graph.about.items():
        network.add_node(
            str(node),
            name=node.name,
            index=node.index,
            attributes=[one.value for one in statements if isinstance(one, Attribute)],
            quantities=[(one.number, one.unit) for one in statements if isinstance(one, Quantity)],
            alone=any(isinstance(one, Exists) for one in statements),
        )
    for relation in graph.relations:
        network.add_edge(
            str(relation.subject),
            str(relation.object),
            predicate=relation.predicate,
            verb=relation.verb,
            preposition=relation.preposition,
            passive=relation.passive,
        )
    return network


def from_networkx(network: Any) -> SceneGraph:
    """The graph of a network that `to_networkx` made."""
    try:
        listed = list(network.nodes(data=True))
        nodes = {key: Node(data["name"], data["index"]) for key, data in listed}
        statements: list[Statement] = []
        for key, data in listed:
            statements += [Exists(nodes[key])] if data["alone"] else []
            statements += [Quantity(nodes[key], number, unit) for number, unit in data["quantities"]]
            statements += [Attribute(nodes[key], value) for value in data["attributes"]]
        statements += [
            Relation(nodes[subject], nodes[object], data["verb"], data["preposition"], data["passive"])
            for subject, object, data in network.edges(data=True)
        ]
    except (AttributeError, KeyError, TypeError, ValueError) as error:
        if isinstance(error, GraphError):
            raise
        raise GraphError(
            f"not a network of a scene graph: {type(error).__name__} {error}", "what SceneGraph.to_networkx makes"
        ) from None
    return SceneGraph(tuple(statements))
