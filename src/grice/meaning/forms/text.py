"""The FACTUAL text form: "( dogs , is , 2 ) , ( dogs , chase , ball )", plain or with identifiers.

Plain facts drop which of two men is meant and the voice of verbs. With identifiers a verb is marked "v:" or, in the
passive voice, "pv:", and a second object of the same name ":1" (the released factual_sg and factual_sg_id).
"""

from collections.abc import Callable, Iterable, Sequence
from typing import Any

from grice import checks
from grice.meaning.forms.fields import Fields, Problem, fail, scan
from grice.meaning.graph import SceneGraph
from grice.meaning.graph_statements import (
    Exists,
    Fact,
    GraphError,
    Node,
    Relation,
    Statement,
    described,
    name_and_index,
)
from grice.words.prepositions import split, verb_and_preposition

_PASSIVE, _VERB = "pv:", "v:"


def from_text(text: str, lenient: bool = False, identifiers: bool = False) -> SceneGraph:
    """The graph of a text form; strict reading stops at the first thing that does not fit."""
    statements, problems = read(text, lenient, identifiers)
    return SceneGraph(statements, problems=problems)


def read(text: str, lenient: bool, identifiers: bool) -> tuple[tuple[Statement, ...], tuple[str, ...]]:
    """The statements of a text form, and, where reading is lenient, its problems."""
    found = gathered(text, lenient, lambda fields: [statement(fields, identifiers)])
    return found.statements, found.problems


def from_facts(facts: Iterable[Sequence[str]]) -> SceneGraph:
    """The graph of plain facts."""
    listed: list[Any] = list(facts) if checks.has_entries(facts) else [facts]
    for fact in listed:
        # The letters of a word would be taken for its fields.
        if not checks.has_entries(fact):
            raise GraphError(f"{checks.quoted(fact)} for a fact", "its fields, such as (man, ride, horse)")
    return SceneGraph(tuple(statement(tuple(fact)) for fact in listed))


def gathered(text: str, lenient: bool, say: Callable[[Fact], Sequence[Statement]], denials: bool = False) -> SceneGraph:
    """The graph of a text of facts, each turned into what it says; lenient reading lists what does not fit. `denials`
    reads "not" before a fact, which is text outside any fact otherwise."""
    statements: list[Statement] = []
    denied: list[Statement] = []
    problems: list[str] = []
    for found in scan(text, denials):
        if isinstance(found, Fields):
            try:
                (denied if found.denied else statements).extend(say(found.fields))
                continue
            except GraphError as error:
                found = Problem(found.span[0], error.given)
        if not lenient:
            raise fail(text, found)
        problems.append(str(found))
    return SceneGraph(tuple(statements), problems=tuple(problems), denied=tuple(denied))


def statement(fact: Fact, identifiers: bool = False) -> Statement:
    """What a fact says; numbers and units after "is" are quantities."""
    node = indexed if identifiers else Node
    match fact:
        case (name,):
            return Exists(node(name))
        case (name, "is", value):
            return described(node(name), value)
        case (subject, predicate, object):
            return _relation(node(subject), predicate, node(object), identifiers)
    raise GraphError(f"a fact with {len(fact)} fields", "one field (object) or three (subject, predicate, object)")


def indexed(name: str) -> Node:
    """The node that "men:1" names."""
    return Node(*name_and_index(name))


def to_text(graph: SceneGraph, identifiers: bool = False) -> str:
    """The text form of a graph."""
    facts = dict.fromkeys(fact for s in graph.statements for fact in marked(graph, s)) if identifiers else graph.facts
    return text_of(facts)


def text_of(facts: Iterable[Sequence[str]]) -> str:
    """Facts in the text form, as they stand."""
    return " , ".join(f"( {' , '.join(fact)} )" for fact in facts)


def _relation(subject: Node, predicate: str, object: Node, identifiers: bool) -> Relation:
    if not identifiers:
        return Relation(subject, object, *split(predicate))
    passive = predicate.startswith(_PASSIVE)
    if passive or predicate.startswith(_VERB):
        words = predicate.removeprefix(_PASSIVE if passive else _VERB).strip()
        return Relation(subject, object, *verb_and_preposition(words), passive)
    return Relation(subject, object, preposition=predicate)


def marked(graph: SceneGraph, statement: Statement) -> tuple[Fact, ...]:
    """The facts of a statement with identifiers."""
    nodes = tuple(map(str, statement.nodes))
    if isinstance(statement, Relation):
        mark = (_PASSIVE if statement.passive else _VERB) if statement.verb else ""
        return ((nodes[0], mark + statement.predicate, nodes[1]),)
    return tuple((nodes[0], *fact[1:]) for fact in graph.facts_of(statement))
