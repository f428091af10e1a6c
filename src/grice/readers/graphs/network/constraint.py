"""What may a parser write next? Well-formed facts of whole words that the caption licenses, none of them twice."""

from collections.abc import Iterable, Sequence
from typing import NamedTuple

import numpy as np
from numpy.typing import NDArray

from grice.networks.pieces import Ints, PieceTable, pointed
from grice.networks.search import End
from grice.networks.wholeness import Run, Trie, Wholeness
from grice.readers.graphs.network.automaton import BEGIN, CLOSE, EMPTY, FINISH, PREDICATES, WORD, Automaton
from grice.readers.graphs.network.licence import UNPREDICATED, Licence, Licences

MOST_WORDS = 24
"""Words of a name, an attribute or a predicate: the longest in FACTUAL has seven. Without a limit, a network that has
lost its way copies the caption until it runs out of positions."""


class Writing(NamedTuple):
    """A row being written: its fact and the facts before it, the automaton's state, the word being written.

    A step makes one for every row, and nothing immutable is made faster than a tuple.
    """

    caption: int
    state: int = EMPTY
    fact: tuple[int, ...] = ()
    facts: frozenset[tuple[int, ...]] = frozenset()
    run: Run = ()
    field: int = 0
    """How many words, or parts of hyphenated ones, the current name, attribute or predicate has."""
    length: int = 0
    whole: int = 0
    end: End | None = None


class Rules:
    """The constraint of one parser: its automaton, its words and what licenses them."""

    def __init__(self, table: PieceTable) -> None:
        self.automaton, self.wholeness, self.licences = Automaton(table), Wholeness(table), Licences(table)
        outputs = self.automaton.outputs
        self.implied = frozenset(run for run in self.licences.implied if max(run) < outputs)
        """What predicates of every caption may say; what else is implied has pieces that a caption must have."""
        self.unpredicated = [table.row[word] for word in UNPREDICATED if table.row.get(word, outputs) < outputs]

    def over(self, words: Sequence[Sequence[str]], source: Ints, copied: Ints) -> "FactConstraint":
        """The constraint for a batch of captions, given as words, table rows and what copying each place writes."""
        return FactConstraint(self, list(map(self.licences.of, words)), source, copied)


class FactConstraint:
    """A `Constraint` for captions: facts stay well formed, words whole and licensed, and no fact is written twice."""

    def __init__(self, rules: Rules, licences: Sequence[Licence], source: Ints, copied: Ints) -> None:
        self._automaton, self._wholeness, self._source, self._copied = rules.automaton, rules.wholeness, source, copied
        self._words: list[Trie] = []
        firsts: list[NDArray[np.bool_]] = []
        for caption, licence in zip(source, licences, strict=True):
            writable = rules.implied | self._writable(caption, licence.predicates - rules.implied)
            self._words.append(self._wholeness.words_in(caption, writable))
            firsts += [self._beginnings(caption, runs) for runs in (writable & licence.said, writable)]
            firsts[-1][rules.unpredicated] = False
        self._firsts = np.stack(firsts)

    def _writable(self, caption: Ints, licensed: Iterable[Run]) -> set[Run]:
        """The words of which every piece is an output or stands in the caption."""
        own = set(caption.tolist())
        return {run for run in licensed if all(piece < self._automaton.outputs or piece in own for piece in run)}

    def _beginnings(self, caption: Ints, writable: Iterable[Run]) -> NDArray[np.bool_]:
        """Which outputs may begin a word: the first pieces of licensed words, and whatever stands in the caption."""
        outputs = self._automaton.outputs
        allowed = np.ones(outputs + len(caption), np.bool_)
        allowed[self._automaton.beginnings] = False
        allowed[[run[0] for run in writable if run[0] < outputs]] = True
        allowed[caption[caption < outputs]] = True
        return allowed

    def begin(self) -> list[Writing]:
        return [Writing(caption) for caption in range(len(self._source))]

    def restrict(self, chances: NDArray[np.float32], rows: Sequence[Writing]) -> None:
        """Leave, in place, only what keeps facts well formed and their words whole and licensed."""
        captions = np.array([row.caption for row in rows])
        states = np.array([row.state for row in rows])
        chances *= self._firsts[2 * captions + PREDICATES[states]]
        self._automaton.restrict(chances, states)
        words = [self._words[row.caption] for row in rows]
        runs = [row.run for row in rows]
        self._wholeness.restrict(chances, runs, self._source[captions], self._copied[captions], words)

    def pieces(self, outputs: Ints, rows: Sequence[Writing]) -> Ints:
        return pointed(outputs, self._source[[row.caption for row in rows]], self._automaton.outputs)

    def grown(self, row: Writing, piece: int) -> Writing:
        kind = self._automaton.kind(piece)
        if kind in (CLOSE, FINISH):
            if row.fact in row.facts:
                return row._replace(end=End.REPEATED)
            facts, end = row.facts | {row.fact}, End.FINISHED if kind == FINISH else None
            return Writing(row.caption, BEGIN, (), facts, (), 0, row.length + 1, row.length, end)
        state = self._automaton.leads(row.state, kind)
        run = self._wholeness.grown(row.run, piece, kind == WORD)
        field = row.field + (len(run) == 1) if kind == WORD else 0
        end = End.ENDLESS if field > MOST_WORDS else None
        return Writing(row.caption, state, (*row.fact, piece), row.facts, run, field, row.length + 1, row.whole, end)
