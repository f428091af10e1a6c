"""Which of two things of one name has which number? "Three large screws and ten small screws" are thirteen.

A network that copies names writes two counted things of one name as one, or gives one what is said of the other. Where
two noun phrases with numbers and one noun are joined, each has its own number and adjectives, and both have what is
said of the two together.
"""

from collections.abc import Sequence
from dataclasses import dataclass

from grice.meaning.graph_statements import Attribute, Exists, Node, Quantity, Statement, described, on_nodes
from grice.words.morphology import singular
from grice.words.tagging import Tagged, tag


@dataclass(frozen=True)
class _Counted:
    """A noun phrase with a number: its number, the words between it and the noun, and the noun."""

    number: str
    before: tuple[str, ...]
    noun: str


def with_namesakes(statements: Sequence[Statement], words: Sequence[str]) -> list[Statement]:
    """Statements in which two counted things of one name that are joined are two."""
    found = list(statements)
    if "and" not in words:
        return found
    tagged = tag(words, frozenset())
    for i, joint in enumerate(tagged):
        if joint.word == "and":
            first, second = _ending(tagged, i), _beginning(tagged, i + 1)
            if first and second and singular(first.noun) == singular(second.noun):
                found = _told_apart(found, first, second)
    return found


def _ending(tagged: Sequence[Tagged], end: int) -> _Counted | None:
    start = end
    while start and tagged[start - 1].tag in ("A", "N"):
        start -= 1
    return _counted(tagged[start - 1 : end]) if start else None


def _beginning(tagged: Sequence[Tagged], start: int) -> _Counted | None:
    end = start + 1
    while end < len(tagged) and tagged[end].tag in ("A", "N"):
        end += 1
        # A verb may look like one more noun: "two blue chairs stand".
        if singular(tagged[end - 1].word) != tagged[end - 1].word:
            break
    return _counted(tagged[start:end])


def _counted(phrase: Sequence[Tagged]) -> _Counted | None:
    if len(phrase) < 2 or phrase[0].tag != "C" or not phrase[0].word.isdecimal() or phrase[-1].tag != "N":
        return None
    return _Counted(phrase[0].word, tuple(one.word for one in phrase[1:-1]), phrase[-1].word)


def _told_apart(statements: list[Statement], first: _Counted, second: _Counted) -> list[Statement]:
    nodes = [node for one in statements for node in one.nodes]
    same = sorted({node for node in nodes if singular(node.head) == singular(first.noun)}, key=lambda node: node.index)
    # Compounds ("tennis balls and golf balls") have names of their own.
    if not same or len({singular(node.name) for node in same}) > 1 or " " in same[0].name:
        return statements
    one = Node(first.noun)
    other = Node(second.noun, int(second.noun == first.noun))
    owned = {first.number, second.number, *first.before, *second.before}
    kept = [said for said in statements if not (said.nodes[0] in same and _value(said) in owned)]
    told: list[Statement] = [
        described(node, value)
        for node, phrase in ((one, first), (other, second))
        for value in (phrase.number, *phrase.before)
    ]
    for said in kept:
        if isinstance(said, Exists) and said.node in same:
            continue
        mine = [node for node in said.nodes if node in same]
        told += [on_nodes(said, dict.fromkeys(mine, node)) for node in (one, other)] if len(mine) == 1 else [said]
    return list(dict.fromkeys(told))


def _value(said: Statement) -> str:
    match said:
        case Quantity(_, number):
            return number
        case Attribute(_, value):
            return value
    return ""
