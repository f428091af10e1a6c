"""Where in the text is each object, attribute and verb of a graph? Statements to statements with spans.

This is for parsers that do not say where they looked: rules and checkpoints (the network does, `network.written`). What
no word of the text says is marked `implied`, so a reader can tell what a parser read from what it added. An attribute
takes the place nearest to its object, a predicate the place nearest to both of its ends, and the second object of a
name the second place where that name occurs.
"""

from collections.abc import Iterable, Sequence
from functools import lru_cache

from grice.meaning.graph_statements import Attribute, Exists, Node, Quantity, Relation, Statement
from grice.readers.graphs.alignment import same_lemma
from grice.words.number_phrases import as_number, cardinals
from grice.words.split import Passage, Span

Range = tuple[int, int]
_ARTICLES = frozenset(["a", "an", "the"])
_UNIT_WORDS = {"gr": ("group", "bunch"), "pr": ("pair", "pairs"), "pa": ("part", "piece"), "sl": ("slice", "slices")}


def ground(statements: Iterable[Statement], sentence: Passage) -> tuple[Statement, ...]:
    """Statements, each once, with a span on all that words of the text say and `implied` on the rest."""
    distinct = list(dict.fromkeys(statements))
    nodes: dict[Node, Node] = {}
    at: dict[Node, Range | None] = {}
    for node in dict.fromkeys(node for one in distinct for node in one.nodes):
        found = places(node.name, sentence.words)
        at[node] = found[min(node.index, len(found) - 1)] if found else None
        nodes[node] = Node(node.name, node.index, _span_of_node(node, at[node], sentence), at[node] is None)
    # What things are comes before how they relate, each in the order of the text.
    ordered = sorted(distinct, key=lambda one: isinstance(one, Relation))
    return tuple([_grounded(one, nodes, at, sentence) for one in ordered])


def places(field: str, words: Sequence[str]) -> list[Range]:
    """Where a field occurs, best match first: word for word, as a number in words, as lemmas, written apart or
    together, by its head."""
    wanted = tuple(field.split())
    found = _phrases(wanted, tuple(words), False) or _numbers(field, words) or _phrases(wanted, tuple(words), True)
    return found or _joined("".join(wanted), words) or _phrases(wanted[-1:], tuple(words), True)


def _numbers(field: str, words: Sequence[str]) -> list[Range]:
    number = as_number(field)
    return [(start, end) for value, start, end in cardinals(words) if str(value) == number] if number else []


def _grounded(one: Statement, nodes: dict[Node, Node], at: dict[Node, Range | None], sentence: Passage) -> Statement:
    match one:
        case Exists(node):
            return Exists(nodes[node])
        case Quantity(node, number, unit):
            said = places(number, sentence.words) if number else []
            said = said or [place for word in _UNIT_WORDS.get(unit, ()) for place in places(word, sentence.words)]
            span = _span(nearest(said, at[node]), sentence)
            return Quantity(nodes[node], number, unit, span, span is None)
        case Attribute(node, value):
            span = _span(nearest(places(value, sentence.words), at[node]), sentence)
            return Attribute(nodes[node], value, span, span is None)
        case Relation(subject, other, verb, preposition, passive):
            span = _span(nearest(predicate_places(one, sentence.words), at[subject], at[other]), sentence)
            return Relation(nodes[subject], nodes[other], verb, preposition, passive, span, span is None)
    raise AssertionError(one)


def predicate_places(relation: Relation, words: Sequence[str]) -> list[Range]:
    """Where the verb is, with its preposition where that follows; or the preposition where there is no verb."""
    if not relation.verb:
        return places(relation.preposition, words)
    found = []
    for start, end in places(relation.verb, words):
        after = _phrases(tuple(relation.preposition.split()), tuple(words[end : end + 5]), False)
        found.append((start, end + after[0][1]) if after and after[0][0] < 3 else (start, end))
    return found


@lru_cache(maxsize=1 << 14)
def _phrases(wanted: tuple[str, ...], words: tuple[str, ...], lemmas: bool) -> list[Range]:
    """Where words follow each other, with or without articles between them."""
    found: list[Range] = []
    if not wanted or not (lemmas or wanted[0] in words):
        return found
    for start in range(len(words)):
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


def nearest(found: Sequence[Range], one: Range | None, other: Range | None = None) -> Range | None:
    """The place nearest to the objects it belongs to; of two equally near, the one before them."""
    ends = [end for end in (one, other) if end is not None]
    return min(found, key=lambda place: (sum(_way(place, end) for end in ends), place), default=None)


def _way(one: Range, other: Range) -> int:
    return max(one[0] - other[1] + 1, other[0] - one[1] + 1, 0)


def _span(place: Range | None, sentence: Passage) -> Span | None:
    return None if place is None else sentence.place(*place)


def _span_of_node(node: Node, place: Range | None, sentence: Passage) -> Span | None:
    """The characters of an object, without the "'s" of "the woman's hat"."""
    span = _span(place, sentence)
    if span is None or place is None or node.name.endswith("'s") or not sentence.words[place[1] - 1].endswith("'s"):
        return span
    return span[0], span[1] - 2
