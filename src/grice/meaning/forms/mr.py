"""FACTUAL-MR: "( 2 , dogs , p:cover , with , 3 , blankets )" (Li et al. 2023, section 4.1).

Positional: [quantity] subject [verb] [preposition] [quantity] object, absent fields omitted. A quantity is a number
or "many", with the unit gr, pr, pa or sl; "p:" marks a passive verb, ":1" a second object of the same name.
With one word in the middle, the closed list of prepositions says which of the two it is.

FACTUAL-MR has no denials. As an extension, "not ( shirt , is , red )" after the other facts is one, each on its own:
the quantity of an object is written with it only where the quantity itself is denied, "not ( 2 , dogs )".
"""

import re

from grice.meaning.forms.text import gathered, indexed
from grice.meaning.graph import SceneGraph
from grice.meaning.graph_statements import (
    IS,
    UNITS,
    Attribute,
    Exists,
    Fact,
    GraphError,
    Node,
    Quantity,
    Relation,
    Statement,
)
from grice.words.prepositions import PASSIVE, PREPOSITIONS

_QUANTITY = re.compile(rf"(\d+|many)({'|'.join(UNITS)})?")


def from_mr(text: str, lenient: bool = False) -> SceneGraph:
    """The graph of a meaning representation."""
    return gathered(text, lenient, _statements, denials=True)


def to_mr(graph: SceneGraph) -> str:
    """The meaning representation of a graph: the quantity of an object is repeated with each of its mentions.

    Denials follow, marked "not".
    """
    described = {node for s in graph.statements if not isinstance(s, Quantity) for node in s.nodes}
    facts: dict[Fact, None] = {}
    for statement in graph.statements:
        match statement:
            case Relation(subject, other):
                facts[(*_mention(graph, subject), *_middle(statement), *_mention(graph, other))] = None
            case Attribute(node, value):
                facts[(*_mention(graph, node), IS, value)] = None
            case Quantity(node):
                if node not in described:
                    facts[_mention(graph, node)] = None
            case Exists(node):
                facts[_mention(graph, node)] = None
    denied = [_denied(statement) for statement in graph.denied]
    return " , ".join([*map(_written, facts), *(f"not {_written(fact)}" for fact in dict.fromkeys(denied))])


def _denied(statement: Statement) -> Fact:
    match statement:
        case Relation(subject, other):
            return (str(subject), *_middle(statement), str(other))
        case Attribute(node, value):
            return (str(node), IS, value)
        case Quantity(node):
            return (str(statement), str(node))
        case Exists(node):
            return (str(node),)


def _middle(relation: Relation) -> Fact:
    verb = PASSIVE + relation.verb if relation.passive else relation.verb
    return tuple(part for part in (verb, relation.preposition) if part)


def _written(fact: Fact) -> str:
    return f"( {' , '.join(fact)} )"


def _statements(fields: Fact) -> list[Statement]:
    subject, said, rest = _take(fields)
    if not rest:
        return said or [Exists(subject)]
    if rest[0] == IS and len(rest) == 2:
        return [*said, Attribute(subject, rest[1])]
    last = len(rest) - 1
    begins = next((i for i in range(1, last) if _QUANTITY.fullmatch(rest[i])), max(1, last))
    middle, tail = rest[:begins], rest[begins:]
    if not tail or len(middle) > 2:
        raise GraphError(f"a fact with {len(fields)} fields that are not subject, verb, preposition, object")
    object, more, left = _take(tail)
    if left:
        raise GraphError(f"{left[0]!r} after the object {object.name!r}")
    return [*said, *more, _relation(subject, middle, object)]


def _take(fields: Fact) -> tuple[Node, list[Statement], Fact]:
    """The object that fields begin with, its quantity, and the fields after it; a doubled quantity counts once."""
    start = 0
    while start < len(fields) - 1 and _QUANTITY.fullmatch(fields[start]):
        start += 1
    node = indexed(fields[start])
    quantity = _QUANTITY.fullmatch(fields[start - 1]) if start else None
    said: list[Statement] = [Quantity(node, quantity[1], quantity[2] or "")] if quantity else []
    return node, said, fields[start + 1 :]


def _relation(subject: Node, middle: Fact, object: Node) -> Relation:
    passive = middle[0].startswith(PASSIVE)
    first = middle[0].removeprefix(PASSIVE)
    if len(middle) == 2:
        return Relation(subject, object, first, middle[1], passive)
    if first in PREPOSITIONS and not passive:
        return Relation(subject, object, preposition=first)
    return Relation(subject, object, first, passive=passive)


def _mention(graph: SceneGraph, node: Node) -> Fact:
    quantity = graph.quantity(node)
    return ("".join(quantity), str(node)) if quantity else (str(node),)
