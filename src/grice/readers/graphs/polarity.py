"""Does the text say that a statement is so, or that it is not? Statements against the negations of a sentence.

A statement is denied when it is about something absent ("no cars": every statement about the cars), when its attribute
or predicate is under negation ("is not black"), or when a denied thing is at its end ("instead of the drip"). A name
that also stands outside negation is not taken for absent, so a guard that asks this errs to the side of assertion.
"""

from collections.abc import Iterable, Sequence

from grice.meaning.graph_statements import Attribute, Exists, Node, Quantity, Relation, Statement
from grice.readers.graphs.spans import Range, nearest, places, predicate_places
from grice.words.negation import Positive, positive


def split(statements: Iterable[Statement], words: Sequence[str]) -> tuple[list[Statement], list[Statement]]:
    """Statements that a sentence, given as its words in lower case, makes, and those that it denies."""
    found: tuple[list[Statement], list[Statement]] = ([], [])
    for statement in statements:
        found[is_denied(statement, words)].append(statement)
    return found


def guarded(statements: Sequence[Statement], words: Sequence[str]) -> tuple[list[Statement], list[Statement]]:
    """As `split`; what is not itself absent stays, though nothing else is said of it: "no cars on the street"."""
    asserted, denied = split(statements, words)
    if denied:
        said = positive(tuple(words))
        left = {node for one in asserted for node in one.nodes}
        nodes = dict.fromkeys(node for one in denied for node in one.nodes)
        asserted += [Exists(node) for node in nodes if node not in left and not _absent(node, said)]
    return asserted, denied


def is_denied(statement: Statement, words: Sequence[str]) -> bool:
    """Whether a sentence says that a statement is not so."""
    said = positive(tuple(words))
    if not said.cues:
        return False
    if any(_absent(node, said) for node in statement.nodes):
        return True
    match statement:
        case Attribute(node, value):
            return _at(nearest(places(value, said.words), _place(node, said)), said)
        case Quantity(node, number):
            return _at(nearest(places(number, said.words), _place(node, said)), said)
        case Relation(subject, other):
            ends = _place(subject, said), _place(other, said)
            return _at(nearest(predicate_places(statement, said.words), *ends), said) or _at(ends[1], said)
        case Exists():
            return False


def _absent(node: Node, said: Positive) -> bool:
    found = places(node.name, said.words)
    return bool(found) and all(end - 1 in said.absent for _, end in found)


def _place(node: Node, said: Positive) -> Range | None:
    found = places(node.name, said.words)
    return found[min(node.index, len(found) - 1)] if found else None


def _at(place: Range | None, said: Positive) -> bool:
    return place is not None and any(i in said.denied for i in range(*place))
