"""What did the decoder write, in which words, and from which words of the text? Pieces with places to statements.

A piece that was copied is written as the text has it, with its own letters, accents and signs ("Kraków", "Al-Balushi's"
gives al-balushi); pieces that stand next to each other in one word of the text are one word of the graph. Where the
decoder looked while it wrote a name, an attribute or a predicate is the span of that: nothing is searched for
afterwards, and what it found nowhere is `implied`.
"""

import math
from collections.abc import Iterable, Sequence
from dataclasses import dataclass, replace
from typing import NamedTuple

from grice.meaning.graph_statements import Exists, GraphError, Node, Relation, Statement, on_nodes
from grice.networks.pieces import CONTINUES, UNKNOWN, glued
from grice.networks.search import Found
from grice.readers.graphs.linear import MARKERS, NEXT, NOT, SECOND, THIRD, clause_of, identified, statement_of
from grice.readers.graphs.pieces import GraphPieces
from grice.words.english import closed, prepositions
from grice.words.pronouns import PRONOUNS
from grice.words.split import Passage, Span, is_symbol

GAP = 3
"""How many words of the text may lie between two words of one name, attribute or predicate."""


class Token(NamedTuple):
    """A word or marker of a graph, the characters of the text it comes from, the index of their word, and its
    log-probability."""

    text: str
    span: Span | None
    word: int
    log: float


@dataclass(frozen=True)
class Source:
    """A text as the network reads it: for each place, the word it is a part of and its characters in that word."""

    passage: Passage
    rows: tuple[int, ...]
    """The table row of each place."""
    places: tuple[tuple[int, int, int], ...]
    """Of each place: the index of its word, -1 for signs; first and last character in that word."""

    @classmethod
    def of(cls, passage: Passage, table: GraphPieces, mark: Sequence[str] = ()) -> "Source":
        """The places of a passage, which a mark may precede."""
        places = [(-1, 0, 0)] * (1 + len(mark))
        for i, word in enumerate(passage.words):
            places += [(i, *offsets) for offsets in table.offsets(word)]
        return cls(passage, tuple(table.source((*mark, *passage.words))), (*places, (-1, 0, 0)))

    @property
    def unspelt(self) -> list[str]:
        """The words with a letter that the table does not know, which no graph can hold."""
        words = (word for row, (word, _, _) in zip(self.rows, self.places, strict=True) if row == UNKNOWN)
        return [self.passage.words[word] for word in dict.fromkeys(words)]

    def slice(self, place: int) -> tuple[int, str, Span] | None:
        """The word, the text as it is written and the characters of a place; None for a sign."""
        word, low, high = self.places[place] if place < len(self.places) else (-1, 0, 0)
        if word < 0:
            return None
        start, stop = self.passage.spans[word]
        text = self.passage.words[word]
        same = stop - start == len(text)
        return word, text[low:high], (start + low, start + high) if same else (start, stop)


def tokens(found: Found, source: Source, table: GraphPieces) -> list[Token]:
    """The words and markers of what was found, each with its place."""
    made: list[Token] = []
    last = -2
    for row, place, log in zip(found.rows, found.places, found.logs, strict=True):
        piece = table.pieces[row]
        if piece in table.signs:
            made.append(Token(piece, None, -1, log))
            last = -2
            continue
        at = source.slice(place) if place else None
        copied = place > 0 and at is not None and source.rows[place] == row
        text = at[1] if at and copied else piece.removeprefix(CONTINUES)
        before = made[-1] if made and made[-1].text not in table.signs else None
        joined = before is not None and (
            piece.startswith(CONTINUES)
            or (copied and place == last + 1 and at is not None and at[0] == before.word)
            or (not copied and glued(before.text, piece))
        )
        if joined and before is not None:
            span = _over([span for span in (before.span, at[2] if at else None) if span])
            made[-1] = Token(before.text + text, span, before.word, before.log + log)
        else:
            made.append(Token(text, at[2] if at else None, at[0] if at else -1, log))
        last = place if copied else -2
    return made


def statements(
    written: Sequence[Token], identifiers: bool = True
) -> tuple[list[Statement], list[Statement], list[str]]:
    """What is asserted, what is denied, and what cannot be used, of the words and markers of a graph."""
    said: dict[bool, dict[Statement, None]] = {False: {}, True: {}}
    nodes: dict[Node, Node] = {}
    problems: list[str] = []
    for part in _parts(written):
        clause = clause_of([token.text for token in part])
        if clause is None:
            continue
        try:
            bare = statement_of(clause, identifiers)
        except GraphError:
            problems.append(f"the fact {identified(clause)!r} cannot be used")
            continue
        fields = _fields(part)
        ends = (fields[0], fields[-1]) if isinstance(bare, Relation) else (fields[0],)
        own = [_node(node, _span(end)) for node, end in zip(bare.nodes, ends, strict=True)]
        for node in own:
            known = nodes.get(node)
            nodes[node] = node if known is None or known.implied else known
        probability = math.exp(min(0.0, sum(token.log for token in part)))
        said[clause.denied].setdefault(_placed(bare, own, _span(fields[1]) if len(fields) > 1 else None, probability))
    return _on(said[False], nodes), _on(said[True], nodes), problems


def unread(written: Iterable[Sequence[Token]], passage: Passage) -> tuple[Span, ...]:
    """The words of a passage that say something and that the decoder never looked at."""
    seen = {token.word for one in written for token in one}
    return tuple(
        span
        for i, (word, span) in enumerate(zip(passage.words, passage.spans, strict=True))
        if i not in seen and not (is_symbol(word) or word in closed() or word in prepositions() or word in PRONOUNS)
    )


def _parts(written: Sequence[Token]) -> list[list[Token]]:
    """The tokens of each fact."""
    parts: list[list[Token]] = [[]]
    for token in written:
        if token.text == NEXT:
            parts.append([])
        else:
            parts[-1].append(token)
    return parts


def _fields(part: Sequence[Token]) -> list[list[Token]]:
    """The words of subject, predicate or attribute, and object."""
    fields: list[list[Token]] = [[]]
    for token in part:
        if token.text not in MARKERS:
            fields[-1].append(token)
        elif token.text not in (SECOND, THIRD, NOT):
            fields.append([])
    return fields


def _span(field: Sequence[Token]) -> Span | None:
    """The characters of a field: from its first to its last word, without those that stand far from the last."""
    placed = sorted({(token.word, token.span) for token in field if token.span is not None})
    if not placed:
        return None
    head = next(token.word for token in reversed(field) if token.span is not None)
    at = [word for word, _ in placed].index(head)
    low = high = at
    while low and placed[low][0] - placed[low - 1][0] <= GAP:
        low -= 1
    while high + 1 < len(placed) and placed[high + 1][0] - placed[high][0] <= GAP:
        high += 1
    return _over([span for _, span in placed[low : high + 1] if span])


def _over(spans: Sequence[Span]) -> Span | None:
    return (min(low for low, _ in spans), max(high for _, high in spans)) if spans else None


def _node(node: Node, span: Span | None) -> Node:
    return replace(node, span=span, implied=span is None)


def _placed(bare: Statement, nodes: Sequence[Node], span: Span | None, probability: float) -> Statement:
    if isinstance(bare, Exists):
        return Exists(nodes[0], probability=probability)
    placed = replace(bare, span=span, implied=span is None, probability=probability)
    return on_nodes(placed, dict(zip(bare.nodes, nodes, strict=True)))


def _on(said: Iterable[Statement], nodes: dict[Node, Node]) -> list[Statement]:
    """Statements on things that are one wherever they are named; what things are comes before how they relate."""
    return sorted((on_nodes(one, nodes) for one in said), key=lambda one: isinstance(one, Relation))
