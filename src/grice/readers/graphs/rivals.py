"""What is said of a cat, and denied of a dog, by "a cat, not a dog, is asleep"? Statements of rivals.

A network that has seldom met the apposition lets its "not" reach the verb, or relates the two things. What follows is
said of the thing and denied of its rival, and nothing relates them to each other.
"""

from collections.abc import Sequence

from grice.meaning.graph_statements import Attribute, Exists, Node, Quantity, Relation, Statement, by_node, on_nodes
from grice.readers.graphs.spans import Range, nearest, places, predicate_places
from grice.words.negation import Positive
from grice.words.negation_rivals import Rivals
from grice.words.pronouns import ONES


def with_rivals(
    asserted: Sequence[Statement], denied: Sequence[Statement], said: Positive
) -> tuple[list[Statement], list[Statement]]:
    """What a sentence says and what it denies, where it tells things from their rivals."""
    found, refused = list(asserted), list(denied)
    for pair in said.rivals:
        nodes = list(by_node([*found, *refused]))
        thing = next((node for node in nodes if _named(node, pair.thing, said)), None)
        name = said.words[pair.rival[1] - 1]
        # "A red apple, not a green one" is one apple, and not green.
        if name in ONES or (thing and thing.head == name):
            continue
        rival = next((node for node in nodes if _named(node, pair.rival, said)), None)
        if pair.told[0] < pair.rival[0]:
            found, refused = _with_exception(found, refused, rival or Node(name), pair, said)
        if thing is None:
            continue
        # "The cellist was kissed by the conductor, not the violist": the comma may be next to another than is meant.
        made = [
            one
            for one in (*found, *refused)
            if {thing, rival} <= {*one.nodes} and (pair.subject or _where(one, said) is None)
        ]
        wrong = [one for one in refused if thing in one.nodes and rival not in one.nodes and _free(one, said)]
        found = [one for one in found if one not in made]
        refused = [one for one in refused if one not in (*made, *wrong)]
        found += [one for one in wrong if one not in found]
        rival = rival or Node(name)
        if not any(rival in one.nodes and not isinstance(one, Exists) for one in refused):
            told = [one for one in found if _is_told(one, thing, pair, said)]
            refused = [one for one in refused if one != Exists(rival)]
            refused += [on_nodes(one, {thing: rival}) for one in told] or [Exists(rival)][: pair.absent]
        found = [one for one in found if not (pair.absent and one.nodes == (rival,))]
        if not any(thing in one.nodes for one in found):
            found.append(Exists(thing))
        if not pair.absent and not any(rival in one.nodes for one in found):
            found.append(Exists(rival))
    left = {node for one in found if not isinstance(one, Exists) for node in one.nodes}
    return [one for one in found if not (isinstance(one, Exists) and one.node in left)], refused


def _with_exception(
    found: Sequence[Statement], denied: Sequence[Statement], rival: Node, pair: Rivals, said: Positive
) -> tuple[list[Statement], list[Statement]]:
    """The same, of an exception from "everything on the shelf is dusty": it is on the shelf, it is not dusty, and
    nor is the shelf said to be."""
    whole = (*found, *denied)
    among = [one for one in denied if rival in one.nodes and (place := _where(one, said)) and place[0] < pair.told[0]]
    told = [one for one in whole if (place := _where(one, said)) and pair.told[0] <= place[0] < pair.told[1]]
    within = pair.thing[1], pair.told[0]
    astray = [one for one in told if isinstance(one, Attribute) and _named(one.node, within, said)]
    kept = [one for one in (*found, *among) if one not in astray]
    kept += [Exists(one.node) for one in astray if not any(one.node in other.nodes for other in kept)]
    mirrored = (on_nodes(one, {one.nodes[0]: rival}) for one in told)
    refused = [one for one in denied if one not in among and one not in astray]
    return kept, list(dict.fromkeys([*refused, *mirrored]))


def _named(node: Node, words: Range, said: Positive) -> bool:
    return any(words[0] <= start and end <= words[1] for start, end in places(node.name, said.words))


def _where(one: Statement, said: Positive) -> Range | None:
    """The words of what a statement says of its things."""
    first = places(one.nodes[0].name, said.words)
    match one:
        case Attribute(_, value):
            return nearest(places(value, said.words), first[0] if first else None)
        case Quantity(_, number):
            return nearest(places(number, said.words), first[0] if first else None)
        case Relation(_, other):
            last = places(other.name, said.words)
            found = predicate_places(one, said.words)
            return nearest(found, first[0] if first else None, last[0] if last else None)
    return None


def _free(one: Statement, said: Positive) -> bool:
    """Whether no denial of its own is on a statement: "a cat, not a dog, isn't asleep"."""
    place = _where(one, said)
    return place is None or not any(i in said.denied or i in said.absent for i in range(*place))


def _is_told(one: Statement, thing: Node, pair: Rivals, said: Positive) -> bool:
    """Whether a statement is what the sentence tells of a thing and not of its rival: what follows the apposition, or
    where it is an object what is done to it; not the adjectives before it."""
    place = _where(one, said)
    if thing not in one.nodes:
        return False
    if pair.subject:
        return place is not None and pair.told[0] <= place[0] < pair.told[1]
    return isinstance(one, Relation) and one.object == thing and (place is None or place[0] < pair.thing[0])
