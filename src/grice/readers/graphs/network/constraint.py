"""What may a parser write next? Well-formed facts of whole words that the text licenses, no fact twice, none both
asserted and denied, and in one name no word more often than the text has it."""

from collections import Counter
from collections.abc import Iterable, Sequence
from typing import NamedTuple

import numpy as np
from numpy.typing import NDArray

from grice.networks.pieces import Ints, PieceTable, pointed
from grice.networks.search import End
from grice.networks.wholeness import Run, Trie, Wholeness
from grice.readers.graphs.linear import NOT
from grice.readers.graphs.network.automaton import BEGIN, CLOSE, EMPTY, FINISH, PREDICATES, WORD, Automaton
from grice.readers.graphs.network.licence import UNPREDICATED, Licence, Licences

TINY = 1e-9
LOOKED = 0.1
"""How much of its attention the decoder must have given to a place for a piece to come from there."""
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
    field: tuple[int, ...] = ()
    """The first piece of each word, or part of a hyphenated one, of the current name, attribute or predicate."""
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
        self.denial = table.row[NOT]
        self.unpredicated = [table.row[word] for word in UNPREDICATED if table.row.get(word, outputs) < outputs]

    def over(self, words: Sequence[Sequence[str]], source: Ints, copied: Ints) -> "FactConstraint":
        """The constraint for a batch of captions, given as words, table rows and what copying each place writes."""
        return FactConstraint(self, list(map(self.licences.of, words)), source, copied)


class FactConstraint:
    """A `Constraint` for captions: facts stay well formed, words whole and licensed, and no fact is written twice."""

    def __init__(self, rules: Rules, licences: Sequence[Licence], source: Ints, copied: Ints) -> None:
        self._automaton, self._wholeness, self._source, self._copied = rules.automaton, rules.wholeness, source, copied
        self._not = rules.denial
        self._counts = [Counter(caption.tolist()) for caption in source]
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
        for i, row in enumerate(rows):
            # A network that is unsure of a name says it again and again.
            used = [piece for piece in set(row.field) if row.field.count(piece) >= self._counts[row.caption][piece]]
            chances[i, [column for piece in used if (column := self._column(row.caption, piece)) is not None]] = 0.0
        runs = [row.run for row in rows]
        self._wholeness.restrict(chances, runs, self._source[captions], self._copied[captions], words)

    def _column(self, caption: int, piece: int) -> int | None:
        return self._wholeness.column(piece, self._source[caption], self._copied[caption])

    def pieces(self, outputs: Ints, rows: Sequence[Writing]) -> Ints:
        return pointed(outputs, self._source[[row.caption for row in rows]], self._automaton.outputs)

    def places(self, looks: NDArray[np.float32], pieces: Ints, rows: Sequence[Writing]) -> Ints:
        """Where each piece was found: of the places that hold it, or of all, the one most looked at; 0 is nowhere."""
        source = self._source[[row.caption for row in rows]]
        seen = looks[:, : source.shape[1]]
        own = (source == pieces[:, None]) * (seen + TINY)
        found = np.where(own.any(1), own.argmax(1), seen.argmax(1))
        return np.where(seen[np.arange(len(rows)), found] >= LOOKED, found, 0)

    def _contrary(self, fact: tuple[int, ...]) -> tuple[int, ...]:
        """A fact denied, or a denied one asserted: no text says both of one thing."""
        return fact[1:] if fact[:1] == (self._not,) else (self._not, *fact)

    def grown(self, row: Writing, piece: int) -> Writing:
        kind = self._automaton.kind(piece)
        if kind in (CLOSE, FINISH):
            if row.fact in row.facts or self._contrary(row.fact) in row.facts:
                return row._replace(end=End.REPEATED)
            facts, end = row.facts | {row.fact}, End.FINISHED if kind == FINISH else None
            return Writing(row.caption, BEGIN, (), facts, (), (), row.length + 1, row.length, end)
        state = self._automaton.leads(row.state, kind)
        run = self._wholeness.grown(row.run, piece, kind == WORD)
        begins = (piece,) if len(run) == 1 else ()
        field = (*row.field, *begins) if kind == WORD else ()
        end = End.ENDLESS if len(field) > MOST_WORDS else None
        return Writing(row.caption, state, (*row.fact, piece), row.facts, run, field, row.length + 1, row.whole, end)
