"""The FACTUAL text form: "( dogs , is , 2 ) , ( dogs , chase , ball )", plain or with identifiers.

Plain facts drop which of two men is meant and the voice of verbs. With identifiers a verb is marked "v:" or, in the
passive voice, "pv:", and a second object of the same name ":1" (the released factual_sg and factual_sg_id).
"""

import re
from collections.abc import Callable, Sequence

from grice.meaning.forms.fields import Fields, Problem, fail, scan
from grice.meaning.graph import SceneGraph
from grice.meaning.graph_statements import (
    NUMBER,
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
from grice.words.prepositions import split

_UNIT_OF = {words: unit for unit, words in UNITS.items()}
_INDEXED = re.compile(r"(.*\S):(\d+)")


def from_text(text: str, lenient: bool = False, identifiers: bool = False) -> SceneGraph:
    """The graph of a text form; strict reading stops at the first thing that does not fit."""
    return gathered(text, lenient, lambda fields: [statement(fields, identifiers)])


def gathered(text: str, lenient: bool, say: Callable[[Fact], Sequence[Statement]]) -> SceneGraph:
    """The graph of a text of facts, each turned into what it says; lenient reading lists what does not fit."""
    statements: list[Statement] = []
    problems: list[str] = []
    for found in scan(text):
        if isinstance(found, Fields):
            try:
                statements += say(found.fields)
                continue
            except GraphError as error:
                found = Problem(found.span[0], error.given)
        if not lenient:
            raise fail(text, found)
        problems.append(str(found))
    return SceneGraph(tuple(statements), problems=tuple(problems))


def statement(fact: Fact, identifiers: bool = False) -> Statement:
    """What a fact says; numbers and units after "is" are quantities."""
    node = indexed if identifiers else Node
    match fact:
        case (name,):
            return Exists(node(name))
        case (name, "is", value):
            if NUMBER.fullmatch(value):
                return Quantity(node(name), value)
            return Quantity(node(name), unit=_UNIT_OF[value]) if value in _UNIT_OF else Attribute(node(name), value)
        case (subject, predicate, object):
            return _relation(node(subject), predicate, node(object), identifiers)
    raise GraphError(f"a fact with {len(fact)} fields", "one field (object) or three (subject, predicate, object)")


def indexed(name: str) -> Node:
    """The node that "men:1" names."""
    found = _INDEXED.fullmatch(name)
    return Node(found[1], int(found[2])) if found else Node(name)


def to_text(graph: SceneGraph, identifiers: bool = False) -> str:
    """The text form of a graph."""
    facts = dict.fromkeys(fact for s in graph.statements for fact in marked(graph, s)) if identifiers else graph.facts
    return " , ".join(f"( {' , '.join(fact)} )" for fact in facts)


def _relation(subject: Node, predicate: str, object: Node, identifiers: bool) -> Relation:
    passive = identifiers and predicate.startswith("pv:")
    marked = passive or (identifiers and predicate.startswith("v:"))
    verb, preposition = split(predicate.partition(":")[2].strip() if marked else predicate)
    if marked and not verb:
        verb, preposition = preposition, ""
    if identifiers and not marked:
        verb, preposition = "", predicate
    return Relation(subject, object, verb, preposition, passive)


def marked(graph: SceneGraph, statement: Statement) -> tuple[Fact, ...]:
    """The facts of a statement with identifiers."""
    nodes = tuple(map(str, statement.nodes))
    if isinstance(statement, Relation):
        mark = ("pv:" if statement.passive else "v:") if statement.verb else ""
        return ((nodes[0], mark + statement.predicate, nodes[1]),)
    return tuple((nodes[0], *fact[1:]) for fact in graph.facts_of(statement))
