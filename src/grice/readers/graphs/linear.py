"""How is a scene graph written as one sequence of tokens, and read back? (FACTUAL, Li et al. 2023, section 4.)

A marker before the predicate says of which kind it is, and a marker after a name that it is the second of that name:

    dog <verb> chase <object> ball <next> ball <is> red <next> cup <passive> fill with <object> tea

A lone object is just its words; `<not>` before a subject denies the fact ("a man without a hat"), and a text that says
nothing of a scene is written as nothing at all. The verb is the first word of its predicate and a preposition is the
rest, so the meaning representation (verb and preposition apart, voice, node index) can be read off the same sequence.
Training corpora write the same facts in identifier form, `(subject, predicate, object)` with `v:` or `pv:` before a
predicate that has a verb, `:1` after a second object of the same name and `not:` before the subject of a denied fact:
`tokens_of`, `facts_of` and `plain` handle that form.

`<visual>` is no part of a graph: before a sentence of a longer text it asks for what a person would draw of it alone.
"""

from collections.abc import Iterable, Sequence
from typing import NamedTuple

from grice.meaning.graph_statements import Exists, GraphError, Node, Relation, Statement, described, name_and_index
from grice.words.prepositions import split, verb_and_preposition
from grice.words.split import is_symbol

Fact = tuple[str, ...]

NEXT, IS, VERB, PASSIVE, RELATION, OBJECT, SECOND, THIRD, NOT = MARKERS = (
    "<next>",
    "<is>",
    "<verb>",
    "<passive>",
    "<relation>",
    "<object>",
    "<:1>",
    "<:2>",
    "<not>",
)
IN_TEXT = "<visual>"
DENIED = "not:"
_OPENS = {"v:": VERB, "pv:": PASSIVE}
_PREFIX = {VERB: "v:", PASSIVE: "pv:", RELATION: ""}
_MARKER = {1: SECOND, 2: THIRD}
_NUMBER = {marker: number for number, marker in _MARKER.items()}


class Named(NamedTuple):
    """The name of an object and which of that name it is."""

    name: str
    number: int = 0

    def __str__(self) -> str:
        return f"{self.name}:{self.number}" if self.number else self.name


class Clause(NamedTuple):
    """What is between two `<next>`: a subject, the marker of what is said of it, and that."""

    subject: Named
    marker: str = ""
    said: str = ""
    object: Named | None = None
    denied: bool = False


def clauses_of(row: Sequence[str]) -> list[Clause]:
    """The well-formed clauses of a sequence of words and markers, each once, in order."""
    found: dict[Clause, None] = {}
    start = 0
    for end in range(len(row) + 1):
        if end == len(row) or row[end] == NEXT:
            clause = clause_of(row[start:end])
            if clause is not None:
                found.setdefault(clause)
            start = end + 1
    return list(found)


def statement_of(clause: Clause, identifiers: bool = True) -> Statement:
    """What a clause says; a parser trained without identifiers does not mark verbs apart from prepositions."""
    subject = _node(clause.subject)
    if not clause.marker:
        return Exists(subject)
    if is_symbol(clause.said):
        raise GraphError(f"the symbol {clause.said!r} said of {subject}", "words")
    if clause.object is None:
        return described(subject, clause.said)
    if clause.marker != RELATION:
        verb, preposition = verb_and_preposition(clause.said)
    else:
        verb, preposition = ("", clause.said) if identifiers else split(clause.said)
    return Relation(subject, _node(clause.object), verb, preposition, clause.marker == PASSIVE)


def plain_fact(clause: Clause) -> Fact:
    """A clause without voice, verb, index and denial marks: what the metrics compare."""
    if not clause.marker:
        return (clause.subject.name,)
    return (clause.subject.name, "is" if clause.marker == IS else clause.said, _last(clause))


def identified(clause: Clause) -> Fact:
    """A clause as a fact in identifier form."""
    subject = f"{DENIED if clause.denied else ''}{clause.subject}"
    if not clause.marker:
        return (subject,)
    if clause.object is None:
        return (subject, "is", clause.said)
    return (subject, _PREFIX[clause.marker] + clause.said, str(clause.object))


def tokens_of(facts: Iterable[Fact]) -> list[str]:
    """Words and markers of facts in identifier form, in the order given."""
    row: list[str] = []
    for fact in facts:
        if row:
            row.append(NEXT)
        row += [NOT] * is_denied(fact)
        row += _name_tokens(fact[0].removeprefix(DENIED))
        if len(fact) == 3 and fact[1] == "is":
            row += [IS, *fact[2].split()]
        elif len(fact) == 3:
            marker, words = _predicate(fact[1])
            row += [marker, *words, OBJECT, *_name_tokens(fact[2])]
    return row


def facts_of(row: Sequence[str]) -> list[Fact]:
    """The well-formed facts of a sequence of words and markers in identifier form, each once, in order."""
    return [identified(clause) for clause in clauses_of(row)]


def is_denied(fact: Fact) -> bool:
    """Whether a fact in identifier form is said not to be so."""
    return fact[0].startswith(DENIED)


def plain(fact: Fact) -> Fact:
    """A fact in identifier form without voice, verb, index and denial marks."""
    fact = (fact[0].removeprefix(DENIED), *fact[1:])
    if len(fact) != 3:
        return tuple(_without_index(field) for field in fact)
    subject, predicate, value = fact
    for prefix in _OPENS:
        predicate = predicate.removeprefix(prefix)
    return (_without_index(subject), predicate, value if fact[1] == "is" else _without_index(value))


def clause_of(row: Sequence[str]) -> Clause | None:
    """What the words and markers between two `<next>` say; None where they are not well formed."""
    if row and row[0] == NOT:
        asserted = clause_of(row[1:])
        return asserted._replace(denied=True) if asserted and not asserted.denied else None
    markers = [(i, token) for i, token in enumerate(row) if token in MARKERS and token not in _NUMBER]
    if not markers:
        lone = _named(row)
        return Clause(lone) if lone else None
    first, marker = markers[0]
    subject = _named(row[:first])
    if subject is None:
        return None
    if marker == IS and len(markers) == 1:
        value = _named(row[first + 1 :])
        return Clause(subject, IS, str(value)) if value else None
    if marker in _PREFIX and len(markers) == 2 and markers[1][1] == OBJECT:
        predicate, other = row[first + 1 : markers[1][0]], _named(row[markers[1][0] + 1 :])
        if predicate and other and not any(token in _NUMBER for token in predicate):
            return Clause(subject, marker, " ".join(predicate), other)
    return None


def _named(row: Sequence[str]) -> Named | None:
    words = list(row)
    number = _NUMBER[words.pop()] if words and words[-1] in _NUMBER else 0
    if not words or any(word in MARKERS for word in words):
        return None
    return Named(" ".join(words), number)


def _node(named: Named) -> Node:
    if is_symbol(named.name):
        raise GraphError(f"the symbol {named.name!r} for an object", "words")
    return Node(*named)


def _last(clause: Clause) -> str:
    return clause.said if clause.object is None else clause.object.name


def _name_tokens(name: str) -> list[str]:
    bare, number = name_and_index(name)
    return [*bare.split(), _MARKER[number]] if number in _MARKER else name.split()


def _predicate(text: str) -> tuple[str, list[str]]:
    for prefix, marker in _OPENS.items():
        if text.startswith(prefix):
            return marker, text.removeprefix(prefix).split()
    return RELATION, text.split()


def _without_index(name: str) -> str:
    bare, number = name_and_index(name)
    return bare if number in _MARKER else name
