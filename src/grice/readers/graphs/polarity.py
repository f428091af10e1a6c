"""Does the text say that a statement is so, or that it is not? Statements against the negations of a sentence.

A statement is denied when it is about something absent ("no cars": every statement about the cars), when its attribute
or predicate is under negation ("is not black"), or when a denied thing is at its end ("instead of the drip"). A name
that also stands outside negation is not taken for absent, so a guard that asks this errs to the side of assertion.
"""

from collections.abc import Iterable, Sequence

from grice.meaning.graph_statements import Attribute, Exists, Node, Quantity, Relation, Statement
from grice.readers.graphs.spans import Range, nearest, places, predicate_places
from grice.words.english import closed
from grice.words.morphology import base_forms
from grice.words.negation import Positive, positive


def split(statements: Iterable[Statement], words: Sequence[str]) -> tuple[list[Statement], list[Statement]]:
    """Statements that a sentence, given as its words in lower case, makes, and those that it denies."""
    found: tuple[list[Statement], list[Statement]] = ([], [])
    for statement in statements:
        found[is_denied(statement, words)].append(statement)
    return found


def guarded(
    statements: Sequence[Statement], refused: Sequence[Statement], words: Sequence[str]
) -> tuple[list[Statement], list[Statement]]:
    """What a parser says and what it denies, as the words of the sentence have it.

    What is under negation is denied, though the parser says it; what a denial spares is said, though the parser denies
    it ("no sword, only a shield"); and nothing is both. What is not itself absent stays, though nothing else is said of
    it: "no cars on the street".
    """
    asserted, denied = split(statements, words)
    said = positive(tuple(words))
    if not said.cues:
        return asserted, list(refused)
    kept = [one for one in refused if one not in asserted]
    restored = [one for one in kept if _is_spared(one, said)]
    asserted += restored
    denied = [*(one for one in kept if one not in restored), *denied]
    left = {node for one in asserted for node in one.nodes}
    nodes = dict.fromkeys(node for one in denied for node in one.nodes)
    asserted += [Exists(node) for node in nodes if node not in left and not _absent(node, said)]
    return asserted, denied


def passed_over(
    asserted: Sequence[Statement], denied: Sequence[Statement], ruled: Sequence[Statement], said: Positive
) -> list[Statement]:
    """Of what rules deny, the denials of absent things that a parser has no word about.

    FACTUAL's annotators leave out what is absent ("trees with no leaves": trees), and who learns from them does so too.
    What the absent thing is denied of must be there, and what rules take for a thing is none where it is what another
    does ("a man without a shirt lifts weights" has no lifts).
    """
    known = {node.name for one in (*asserted, *denied) for node in one.nodes}
    heads = {name.split()[-1] for name in known}
    verbs = {one.verb for one in (*asserted, *denied) if isinstance(one, Relation)}
    found: list[Statement] = []
    for one in ruled:
        new = [node.name for node in one.nodes if node.name not in known]
        absent = [node for node in one.nodes if node.name in new and _absent(node, said)]
        if (
            len(new) == len(absent) == 1
            and new[0].split()[-1] not in heads
            and verbs.isdisjoint(base_forms(new[0], "verb"))
        ):
            found.append(one)
            heads.add(new[0].split()[-1])
    return found


def is_denied(statement: Statement, words: Sequence[str]) -> bool:
    """Whether a sentence says that a statement is not so."""
    said = positive(tuple(words))
    if not said.cues or _is_spared(statement, said) or _qualified(statement, words, said):
        return False
    if any(_absent(node, said) for node in statement.nodes):
        return True
    subject = _place(statement.nodes[0], said)
    match statement:
        case Attribute(_, value):
            place = nearest(places(value, said.words), subject)
            return _at(place, said) or _is_apart(subject, place, said)
        case Quantity(_, number):
            return _at(nearest(places(number, said.words), subject), said)
        case Relation(_, other):
            end = _place(other, said)
            place = nearest(predicate_places(statement, said.words), subject, end)
            if any(_at(one, said) for one in (place, end, subject)):
                return True
            # A preposition after it is part of its description: "except the boy in suspenders".
            described = place is not None and subject is not None and not statement.verb and place[0] == subject[1]
            return not described and _is_apart(subject, place, said)
        case Exists():
            return False


def _is_apart(subject: Range | None, predicate: Range | None, said: Positive) -> bool:
    """Whether what is said of others is said of a thing that is set apart from them."""
    if subject is None or subject[1] - 1 not in said.apart:
        return False
    return predicate is not None and not said.apart.issuperset(range(*predicate))


def _qualified(statement: Statement, words: Sequence[str], said: Positive) -> bool:
    """Whether a statement has the verb that denies in itself: "the stool is missing a leg" says so of (miss, leg)."""
    own = {word for fact in statement.facts for field in fact[1:] for word in field.split()}
    cued = (word for cue in said.cues for word in words[slice(*cue.source)] if word not in closed())
    return any(own.intersection(base_forms(word, "verb")) for word in cued)


def _is_spared(statement: Statement, said: Positive) -> bool:
    """Whether a statement is of a thing that a denial spares, and of none that is absent."""
    found = [_place(node, said) for node in statement.nodes]
    held = any(place is not None and place[1] - 1 in said.spared for place in found)
    return held and not any(_absent(node, said) for node in statement.nodes)


def _absent(node: Node, said: Positive) -> bool:
    found = places(node.name, said.words)
    return bool(found) and all(end - 1 in said.absent for _, end in found)


def _place(node: Node, said: Positive) -> Range | None:
    found = places(node.name, said.words)
    return found[min(node.index, len(found) - 1)] if found else None


def _at(place: Range | None, said: Positive) -> bool:
    return place is not None and any(i in said.denied for i in range(*place))
