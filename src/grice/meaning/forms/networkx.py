"""A scene graph as a networkx MultiDiGraph: nodes "men", "men:1" with their attributes, an edge per relation."""

from typing import Any

from grice.extras import require
from grice.meaning.graph import SceneGraph
from grice.meaning.graph_statements import Attribute, Exists, Node, Quantity, Relation, Statement


def to_networkx(graph: SceneGraph) -> Any:
    """Node data: name, index, attributes, quantities; edge data: predicate, verb, preposition, passive."""
    networkx = require("networkx", "graphs", "a scene graph as a networkx graph")
    network = networkx.MultiDiGraph()
    for node in graph.nodes:
        network.add_node(
            str(node),
            name=node.name,
            index=node.index,
            attributes=[a.value for a in graph.attributes if a.node == node],
            quantities=[(q.number, q.unit) for q in graph.quantities if q.node == node],
            alone=Exists(node) in graph.statements,
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
    nodes = {key: Node(data["name"], data["index"]) for key, data in network.nodes(data=True)}
    statements: list[Statement] = []
    for key, data in network.nodes(data=True):
        statements += [Exists(nodes[key])] if data["alone"] else []
        statements += [Quantity(nodes[key], number, unit) for number, unit in data["quantities"]]
        statements += [Attribute(nodes[key], value) for value in data["attributes"]]
    statements += [
        Relation(nodes[subject], nodes[object], data["verb"], data["preposition"], data["passive"])
        for subject, object, data in network.edges(data=True)
    ]
    return SceneGraph(tuple(statements))
