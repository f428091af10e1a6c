"""Do three men read one book each? The distributive reading of a scene graph (Li et al. 2023, section 4.2).

A relation between n and n of them is read as n relations between one and one: "3 men read 3 books" gives man read book,
man:1 read book:1, man:2 read book:2. Numbers that differ, or that the graph does not give, leave it collective. The
released graphs are collective throughout, so this reading is made only when asked for.
"""

from collections.abc import Iterator, Mapping, Sequence, Set
from decimal import Decimal
from itertools import count, islice

from grice.errors import InputError
from grice.meaning.graph import SceneGraph
from grice.meaning.graph_statements import Attribute, Node, Quantity, Relation, Statement
from grice.words.morphology import singular

MOST_STATEMENTS = 20_000
"""The most statements that a distributive reading makes."""


def distributed(graph: SceneGraph) -> SceneGraph:
    """The graph with relations between equal numbers distributed; attributes go to every single object.

    The collective itself stays, with its number, where another relation still mentions it. Denials stay as they are.
    """
    size = {node: _size(graph, node) for node in graph.nodes}
    dealt = {
        r
        for r in graph.relations
        if r.subject != r.object and size[r.subject] > 1 and size[r.subject] == size[r.object]
    }
    members = {node: size[node] for relation in dealt for node in relation.nodes}
    made = sum(size[r.subject] for r in dealt) + sum(members.get(a.node, Decimal(0)) for a in graph.attributes)
    if made > MOST_STATEMENTS:
        raise InputError(
            f"a distributive reading of {made:.12g} statements",
            f"at most {MOST_STATEMENTS}",
            "the graph without .distributed(), which is its collective reading",
        )
    singles = _singles(graph, members)
    kept = {node for s in graph.relations if s not in dealt for node in s.nodes}
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
    return SceneGraph(tuple(statements), graph.text, graph.problems, graph.denied)


def _size(graph: SceneGraph, node: Node) -> Decimal:
    # A decimal, because a number in a graph may have more digits than Python converts to an int.
    number, unit = graph.quantity(node) or ("", "")
    return Decimal(number) if number.isdecimal() and not unit else Decimal(0)


def _singles(graph: SceneGraph, members: Mapping[Node, Decimal]) -> dict[Node, Sequence[Node]]:
    """For every collective its members, with indexes that no other object of that name has."""
    taken = {(node.name, node.index) for node in graph.nodes}
    free: dict[str, Iterator[int]] = {}
    found: dict[Node, Sequence[Node]] = {}
    for node in graph.nodes:
        if node in members:
            name = singular(node.name)
            few = islice(free.setdefault(name, _free(name, taken)), int(members[node]))
            found[node] = [Node(name, index, node.span, node.implied) for index in few]
    return found


def _free(name: str, taken: Set[tuple[str, int]]) -> Iterator[int]:
    return (index for index in count() if (name, index) not in taken)


def _pairs(relation: Relation, singles: Mapping[Node, Sequence[Node]]) -> list[Statement]:
    return [
        Relation(one, other, relation.verb, relation.preposition, relation.passive, relation.span, relation.implied)
        for one, other in zip(singles[relation.subject], singles[relation.object], strict=True)
    ]
