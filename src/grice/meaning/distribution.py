"""Do three men read one book each? The distributive reading of a scene graph (Li et al. 2023, section 4.2).

A relation between n and n of them is read as n relations between one and one: "3 men read 3 books" gives man read book,
man:1 read book:1, man:2 read book:2. Numbers that differ, or that the graph does not give, leave it collective. The
released graphs are collective throughout, so this reading is made only when asked for.
"""

from grice.meaning.graph import SceneGraph
from grice.meaning.graph_statements import Attribute, Node, Quantity, Relation, Statement
from grice.words.morphology import singular


def distributed(graph: SceneGraph) -> SceneGraph:
    """The graph with relations between equal numbers dealt out; attributes go to every single object.

    The collective itself stays, with its number, where another relation still speaks of it.
    """
    size = {node: _size(graph, node) for node in graph.nodes}
    dealt = {
        r
        for r in graph.relations
        if r.subject != r.object and size[r.subject] > 1 and size[r.subject] == size[r.object]
    }
    singles = _singles(graph, {node for relation in dealt for node in relation.nodes}, size)
    kept = {node for s in graph.statements if isinstance(s, Relation) and s not in dealt for node in s.nodes}
    statements: list[Statement] = []
    for statement in graph.statements:
        split = [node for node in statement.nodes if node in singles]
        if not split or not isinstance(statement, Quantity | Attribute | Relation):
            statements.append(statement)
        elif isinstance(statement, Relation):
            statements += _pairs(statement, singles) if statement in dealt else [statement]
        else:
            statements += [statement] if split[0] in kept else []
            if isinstance(statement, Attribute):
                statements += [Attribute(node, statement.value) for node in singles[split[0]]]
    return SceneGraph(tuple(statements), graph.text, graph.problems)


def _size(graph: SceneGraph, node: Node) -> int:
    number, unit = graph.quantity(node) or ("", "")
    return int(number) if number.isdecimal() and not unit else 0


def _singles(graph: SceneGraph, nodes: set[Node], size: dict[Node, int]) -> dict[Node, list[Node]]:
    """For every collective its members, with indexes that no other object of that name has."""
    taken = {(node.name, node.index) for node in graph.nodes}
    found: dict[Node, list[Node]] = {}
    for node in graph.nodes:
        if node in nodes:
            name, index = singular(node.name), 0
            members: list[Node] = []
            while len(members) < size[node]:
                if (name, index) not in taken:
                    taken.add((name, index))
                    members.append(Node(name, index, node.span, node.implied))
                index += 1
            found[node] = members
    return found


def _pairs(relation: Relation, singles: dict[Node, list[Node]]) -> list[Statement]:
    return [
        Relation(one, other, relation.verb, relation.preposition, relation.passive, relation.span, relation.implied)
        for one, other in zip(singles[relation.subject], singles[relation.object], strict=True)
    ]
