"""How is a scene graph written as one row of tokens, and read back? (FACTUAL, Li et al. 2023, section 4.)

The sign that opens the predicate says what kind it is, and a sign after a name that it is the second of that name:

    dog <verb> chase <object> ball <next> ball <is> red <next> cup <passive> fill with <object> tea

A lone object is its words alone. The verb is the first word of its predicate and a preposition is the rest, so the
meaning representation (verb and preposition apart, voice, node index) can be read off the same row. Training corpora
write the same facts in identifier form, `(subject, predicate, object)` with `v:` or `pv:` before a predicate that holds
a verb and `:1` after a second object of the same name: `tokens_of`, `facts_of` and `plain` are for them.
"""

from collections.abc import Iterable, Sequence
from typing import NamedTuple

from grice.meaning.graph_statements import Exists, GraphError, Node, Relation, Statement, described
from grice.words.prepositions import split, verb_and_preposition
from grice.words.split import is_sign

Fact = tuple[str, ...]

NEXT, IS, VERB, PASSIVE, RELATION, OBJECT, SECOND, THIRD = SIGNS = (
    "<next>",
    "<is>",
    "<verb>",
    "<passive>",
    "<relation>",
    "<object>",
    "<:1>",
    "<:2>",
)
_OPENS = {"v:": VERB, "pv:": PASSIVE}
_PREFIX = {VERB: "v:", PASSIVE: "pv:", RELATION: ""}
_INDEX = {":1": SECOND, ":2": THIRD}
_SUFFIX = {sign: suffix for suffix, sign in _INDEX.items()}
_NUMBER = {SECOND: 1, THIRD: 2}


class Named(NamedTuple):
    """The name of an object and which of that name it is."""

    name: str
    number: int = 0

    def __str__(self) -> str:
        return f"{self.name}:{self.number}" if self.number else self.name


class Clause(NamedTuple):
    """What stands between two `<next>`: a subject, the sign that says what is said of it, and that."""

    subject: Named
    sign: str = ""
    said: str = ""
    object: Named | None = None


def clauses_of(row: Sequence[str]) -> list[Clause]:
    """The well-formed clauses of a row of words and signs, each once, in order."""
    found: dict[Clause, None] = {}
    start = 0
    for end in range(len(row) + 1):
        if end == len(row) or row[end] == NEXT:
            clause = _clause(row[start:end])
            if clause is not None:
                found.setdefault(clause)
            start = end + 1
    return list(found)


def statement_of(clause: Clause, identifiers: bool = True) -> Statement:
    """What a clause says; a parser that learned no identifiers tells no verb from a preposition by its sign."""
    subject = _node(clause.subject)
    if not clause.sign:
        return Exists(subject)
    if is_sign(clause.said):
        raise GraphError(f"{clause.said!r}, a sign, said of {subject}", "words")
    if clause.object is None:
        return described(subject, clause.said)
    if clause.sign != RELATION:
        verb, preposition = verb_and_preposition(clause.said)
    else:
        verb, preposition = ("", clause.said) if identifiers else split(clause.said)
    return Relation(subject, _node(clause.object), verb, preposition, clause.sign == PASSIVE)


def plain_fact(clause: Clause) -> Fact:
    """A clause without voice, verb and index marks: what the metrics compare."""
    if not clause.sign:
        return (clause.subject.name,)
    return (clause.subject.name, "is" if clause.sign == IS else clause.said, _last(clause))


def identified(clause: Clause) -> Fact:
    """A clause as a fact in identifier form."""
    if not clause.sign:
        return (str(clause.subject),)
    if clause.object is None:
        return (str(clause.subject), "is", clause.said)
    return (str(clause.subject), _PREFIX[clause.sign] + clause.said, str(clause.object))


def tokens_of(facts: Iterable[Fact]) -> list[str]:
    """Words and signs of facts in identifier form, in the order given."""
    row: list[str] = []
    for fact in facts:
        if row:
            row.append(NEXT)
        row += _name_tokens(fact[0])
        if len(fact) == 3 and fact[1] == "is":
            row += [IS, *fact[2].split()]
        elif len(fact) == 3:
            sign, words = _predicate(fact[1])
            row += [sign, *words, OBJECT, *_name_tokens(fact[2])]
    return row


def facts_of(row: Sequence[str]) -> list[Fact]:
    """The well-formed facts of a row of words and signs in identifier form, each once, in order."""
    return [identified(clause) for clause in clauses_of(row)]


def plain(fact: Fact) -> Fact:
    """A fact in identifier form without voice, verb and index marks."""
    if len(fact) != 3:
        return tuple(_without_index(field) for field in fact)
    subject, predicate, value = fact
    for prefix in _OPENS:
        predicate = predicate.removeprefix(prefix)
    return (_without_index(subject), predicate, value if fact[1] == "is" else _without_index(value))


def _clause(row: Sequence[str]) -> Clause | None:
    signs = [(i, token) for i, token in enumerate(row) if token in SIGNS and token not in _SUFFIX]
    if not signs:
        lone = _named(row)
        return Clause(lone) if lone else None
    first, sign = signs[0]
    subject = _named(row[:first])
    if subject is None:
        return None
    if sign == IS and len(signs) == 1:
        value = _named(row[first + 1 :])
        return Clause(subject, IS, str(value)) if value else None
    if sign in _PREFIX and len(signs) == 2 and signs[1][1] == OBJECT:
        predicate, other = row[first + 1 : signs[1][0]], _named(row[signs[1][0] + 1 :])
        if predicate and other and not any(token in _SUFFIX for token in predicate):
            return Clause(subject, sign, " ".join(predicate), other)
    return None


def _named(row: Sequence[str]) -> Named | None:
    words = list(row)
    number = _NUMBER[words.pop()] if words and words[-1] in _NUMBER else 0
    if not words or any(word in SIGNS for word in words):
        return None
    return Named(" ".join(words), number)


def _node(named: Named) -> Node:
    if is_sign(named.name):
        raise GraphError(f"{named.name!r}, a sign, for an object", "words")
    return Node(*named)


def _last(clause: Clause) -> str:
    return clause.said if clause.object is None else clause.object.name


def _name_tokens(name: str) -> list[str]:
    for suffix, sign in _INDEX.items():
        if name.endswith(suffix):
            return [*name.removesuffix(suffix).split(), sign]
    return name.split()


def _predicate(text: str) -> tuple[str, list[str]]:
    for prefix, sign in _OPENS.items():
        if text.startswith(prefix):
            return sign, text.removeprefix(prefix).split()
    return RELATION, text.split()


def _without_index(name: str) -> str:
    for suffix in _INDEX:
        name = name.removesuffix(suffix)
    return name
