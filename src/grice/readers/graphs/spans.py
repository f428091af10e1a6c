"""Where in the text is each object, attribute and verb of a graph? Facts to a `SceneGraph` with spans.

What no word of the text carries is marked `implied`, so a reader can tell what a parser read from what it added. An
attribute takes the place nearest to its object, a predicate the place nearest to both of its ends, and the second
object of a name the second place where that name stands.
"""

from collections.abc import Sequence
from dataclasses import replace
from functools import lru_cache
from typing import TypeVar

from grice.meaning.forms.text import statement
from grice.meaning.graph import SceneGraph
from grice.meaning.graph_statements import Attribute, Exists, Fact, Node, Quantity, Relation, Statement, label
from grice.readers.graphs.alignment import same_lemma
from grice.words.split import Words, is_sign, words_of_text

Range = tuple[int, int]
Part = TypeVar("Part", Node, Quantity, Attribute, Relation)
_ARTICLES = frozenset(["a", "an", "the"])
_UNIT_WORDS = {"gr": ("group", "bunch"), "pr": ("pair", "pairs"), "pa": ("part", "piece"), "sl": ("slice", "slices")}


def grounded(
    facts: Sequence[Fact], text: str, identifiers: bool = True, problems: Sequence[str] = (), words: Words | None = None
) -> SceneGraph:
    """The graph of facts that were read from a text; a fact that is none is dropped and named in `problems`."""
    words = words_of_text(text) if words is None else words
    made: list[Statement] = []
    wrong = list(problems)
    for fact in facts:
        try:
            if any(map(is_sign, fact)):
                raise ValueError("a sign is no word")
            made.append(statement(tuple(map(label, fact)), identifiers))
        except ValueError:
            wrong.append(f"the fact {fact!r} cannot be used")
    return ground(SceneGraph(tuple(made), text, tuple(wrong)), words)


def ground(graph: SceneGraph, words: Words) -> SceneGraph:
    """The graph with a span on all that the words carry, `implied` on the rest."""
    nodes: dict[Node, Node] = {}
    at: dict[Node, Range | None] = {}
    for node in graph.nodes:
        found = places(node.name, words.words)
        at[node] = found[min(node.index, len(found) - 1)] if found else None
        nodes[node] = _unpossessed(_marked(node, at[node], words), at[node], words)
    # What things are comes before how they relate, each in the order of the text.
    ordered = sorted(graph.statements, key=lambda one: isinstance(one, Relation))
    return SceneGraph(tuple(_grounded(one, nodes, at, words) for one in ordered), graph.text, tuple(graph.problems))


def places(field: str, words: Sequence[str]) -> list[Range]:
    """Where a field stands, best way first: word for word, written apart or together, as lemmas, by its head alone."""
    wanted = tuple(field.split())
    for same in (str.__eq__, same_lemma):
        found = _phrases(wanted, tuple(words), same is same_lemma)
        if found:
            return found
    return _joined("".join(wanted), words) or _phrases(wanted[-1:], tuple(words), True)


def _grounded(one: Statement, nodes: dict[Node, Node], at: dict[Node, Range | None], words: Words) -> Statement:
    match one:
        case Exists(node):
            return Exists(nodes[node])
        case Quantity(node, number, unit):
            said = places(number, words.words) if number else []
            said = said or [place for word in _UNIT_WORDS.get(unit, ()) for place in places(word, words.words)]
            return _marked(replace(one, node=nodes[node]), _nearest(said, at[node]), words)
        case Attribute(node, value):
            return _marked(replace(one, node=nodes[node]), _nearest(places(value, words.words), at[node]), words)
        case Relation(subject, other):
            placed = _nearest(_predicate(one, words.words), at[subject], at[other])
            return _marked(replace(one, subject=nodes[subject], object=nodes[other]), placed, words)
    raise AssertionError(one)


def _predicate(relation: Relation, words: Sequence[str]) -> list[Range]:
    """Places of the verb, with its preposition where that follows; of the preposition where there is no verb."""
    if not relation.verb:
        return places(relation.preposition, words)
    found = []
    for start, end in places(relation.verb, words):
        after = _phrases(tuple(relation.preposition.split()), tuple(words[end : end + 5]), False)
        found.append((start, end + after[0][1]) if after and after[0][0] < 3 else (start, end))
    return found


@lru_cache(maxsize=1 << 14)
def _phrases(wanted: tuple[str, ...], words: tuple[str, ...], lemmas: bool) -> list[Range]:
    """Where words follow each other, articles between them or not."""
    found = []
    for start in range(len(words)) if wanted else ():
        place = start
        for i, word in enumerate(wanted):
            while i and place < len(words) and words[place] in _ARTICLES and word not in _ARTICLES:
                place += 1
            if place == len(words) or not (same_lemma(word, words[place]) if lemmas else word == words[place]):
                break
            place += 1
        else:
            found.append((start, place))
    return found


def _joined(wanted: str, words: Sequence[str]) -> list[Range]:
    """Where a word is written as two or with a hyphen, or two as one: "cell phone" for cellphone, "t shirt"."""
    bare = wanted.replace("-", "")
    for size in (1, 2, 3):
        for start in range(len(words) - size + 1):
            if "".join(words[start : start + size]).replace("-", "") == bare:
                return [(start, start + size)]
    return []


def _nearest(found: Sequence[Range], one: Range | None, other: Range | None = None) -> Range | None:
    """The place with the least way to the objects it belongs to; before them rather than after where that is equal."""
    ends = [end for end in (one, other) if end is not None]
    return min(found, key=lambda place: (sum(_way(place, end) for end in ends), place), default=None)


def _way(one: Range, other: Range) -> int:
    return max(one[0] - other[1] + 1, other[0] - one[1] + 1, 0)


def _unpossessed(node: Node, place: Range | None, words: Words) -> Node:
    """The object without the "'s" of "the woman's hat"."""
    if node.span is None or place is None or node.name.endswith("'s") or not words.words[place[1] - 1].endswith("'s"):
        return node
    return replace(node, span=(node.span[0], node.span[1] - 2))


def _marked(part: Part, place: Range | None, words: Words) -> Part:
    if place is None:
        return replace(part, span=None, implied=True)
    return replace(part, span=words.span(*place), implied=False)
