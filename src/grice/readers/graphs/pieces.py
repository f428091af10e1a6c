"""Which pieces can a parser read and write? Those of words, and the markers of facts (`readers.graphs.linear`)."""

from collections import Counter
from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from typing import Any

from grice.networks.pieces import PieceTable
from grice.readers.graphs.linear import IN_TEXT, MARKERS, Fact, clauses_of, facts_of, plain_fact, tokens_of
from grice.words.morphology import base_forms

SIGNS = (*MARKERS, IN_TEXT)


@dataclass
class GraphPieces(PieceTable):
    """The pieces of captions and of graphs written as sequences."""

    signs: Sequence[str] = SIGNS

    def target(self, facts: Iterable[Fact]) -> list[int]:
        """A graph as table rows, without start and end."""
        return self.rows(tokens_of(facts))

    def facts(self, rows: Iterable[int]) -> list[Fact]:
        """The facts of a decoded sequence of table rows, up to its end."""
        return facts_of(self.spelled(rows))

    def plain_facts(self, rows: Iterable[int]) -> list[Fact]:
        """The same without voice, verb and index marks."""
        return [plain_fact(clause) for clause in clauses_of(self.spelled(rows))]


RARE = 12
"""A word of as few graphs, and always of their captions too, is copied, never written."""


def build(tokenizer: Any, captions: Sequence[Sequence[str]], graphs: Sequence[Sequence[Fact]]) -> GraphPieces:
    """The table of a training set: outputs from its graphs and the base forms of its words, pieces from its captions.

    The graphs are those of the first captions; others have none.
    With the base forms, a graph can say "whittle" of a man who whittles, even if no graph of the training set does.
    """
    sources = {word for words in captions for word in words}
    targets = Counter(word for facts in graphs for word in tokens_of(facts))
    new = {word for facts, words in zip(graphs, captions, strict=False) for word in {*tokens_of(facts)} - {*words}}
    copied = {word for word, count in targets.items() if count <= RARE and word not in new}
    lemmas = {form for word in sources if word.isalpha() for form in base_forms(word, "verb")}
    return GraphPieces.laid_out(tokenizer, SIGNS, {*targets, *lemmas}, sources, copied - lemmas)
