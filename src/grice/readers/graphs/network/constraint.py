"""What may a parser write next? Well-formed facts of whole words, none of them twice, no name without an end."""

from collections.abc import Sequence
from dataclasses import dataclass, replace

import numpy as np
from numpy.typing import NDArray

from grice.networks.pieces import Ints, PieceTable, pointed
from grice.networks.search import End
from grice.networks.wholeness import Run, Wholeness
from grice.readers.graphs.network.automaton import BEGIN, CLOSE, FINISH, WORD, Automaton

MOST_WORDS = 24
"""Words of a name, an attribute or a predicate: the longest in FACTUAL has seven. Without a limit, a network that has
lost its way copies the caption until it runs out of positions."""


@dataclass(frozen=True, slots=True)
class Writing:
    """A row being written: its fact and the facts before it, the automaton's state, the word being written."""

    caption: int
    state: int = BEGIN
    fact: tuple[int, ...] = ()
    facts: frozenset[tuple[int, ...]] = frozenset()
    run: Run = ()
    field: int = 0
    """How many words, or parts of hyphenated ones, the current name, attribute or predicate has."""
    length: int = 0
    whole: int = 0
    end: End | None = None


class Rules:
    """The constraint of one parser: its automaton and its words."""

    def __init__(self, table: PieceTable) -> None:
        self.automaton, self.wholeness = Automaton(table), Wholeness(table)

    def over(self, source: Ints, copied: Ints) -> "FactConstraint":
        """The constraint for a batch of captions, given as table rows and as what copying each place writes."""
        return FactConstraint(self.automaton, self.wholeness, source, copied)


class FactConstraint:
    """A `Constraint` for captions: facts stay well formed, words whole, and no fact is written twice."""

    def __init__(self, automaton: Automaton, wholeness: Wholeness, source: Ints, copied: Ints) -> None:
        self._automaton, self._wholeness, self._source, self._copied = automaton, wholeness, source, copied
        self._words = [wholeness.words_in(caption) for caption in source]

    def begin(self) -> list[Writing]:
        return [Writing(caption) for caption in range(len(self._source))]

    def restrict(self, chances: NDArray[np.float32], rows: Sequence[Writing]) -> None:
        """Leave, in place, only what keeps facts well formed and words whole."""
        captions = [row.caption for row in rows]
        source = self._source[captions]
        self._automaton.restrict(chances, np.array([row.state for row in rows]))
        words = [self._words[caption] for caption in captions]
        self._wholeness.restrict(chances, [row.run for row in rows], source, self._copied[captions], words)

    def pieces(self, outputs: Ints, rows: Sequence[Writing]) -> Ints:
        return pointed(outputs, self._source[[row.caption for row in rows]], self._automaton.outputs)

    def grown(self, row: Writing, piece: int) -> Writing:
        kind = self._automaton.kind(piece)
        if kind in (CLOSE, FINISH):
            if row.fact in row.facts:
                return replace(row, end=End.REPEATED)
            facts, end = row.facts | {row.fact}, End.FINISHED if kind == FINISH else None
            return Writing(row.caption, BEGIN, (), facts, (), 0, row.length + 1, row.length, end)
        state = self._automaton.leads(row.state, kind)
        run = self._wholeness.grown(row.run, piece, kind == WORD)
        field = row.field + (len(run) == 1) if kind == WORD else 0
        end = End.ENDLESS if field > MOST_WORDS else None
        return Writing(row.caption, state, (*row.fact, piece), row.facts, run, field, row.length + 1, row.whole, end)
