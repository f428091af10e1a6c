"""Which token may come next in a graph? A small automaton over the sequences of `readers.graphs.linear`.

A fact is `subject`, or `subject <is> value`, or `subject <verb> predicate <object> object`; a name may end in `<:1>`, a
fact begin with `<not>`, and a graph hold nothing.
"""

from collections.abc import Sequence

import numpy as np
from numpy.typing import NDArray

from grice.networks.pieces import CONTINUES, END, PAD, UNKNOWN, PieceTable
from grice.readers.graphs import linear

WORD, CLOSE, FINISH, BARRED = 0, 10, 11, 12
"""Kinds of output: a word, then the markers from 1 in this order, then the end and what may never be written."""
_KINDS: dict[str, int] = {
    linear.IS: 1,
    linear.VERB: 2,
    linear.PASSIVE: 3,
    linear.RELATION: 4,
    linear.OBJECT: 5,
    linear.SECOND: 6,
    linear.THIRD: 7,
    linear.NOT: 8,
    linear.NEXT: CLOSE,
}

(
    BEGIN,
    SUBJECT,
    COUNTED,
    TO_VALUE,
    VALUE,
    TO_PREDICATE,
    PREDICATE,
    TO_OBJECT,
    OTHER,
    OTHER_COUNTED,
    EMPTY,
    TO_DENIED,
) = range(12)
_PREDICATES = {linear.IS: TO_VALUE} | dict.fromkeys((linear.VERB, linear.PASSIVE, linear.RELATION), TO_PREDICATE)
_INDEXES = (linear.SECOND, linear.THIRD)
# State: where a word leads, where each marker leads, whether the fact may close here.
_RULES: dict[int, tuple[int | None, dict[str, int], bool]] = {
    EMPTY: (SUBJECT, {linear.NOT: TO_DENIED}, False),
    BEGIN: (SUBJECT, {linear.NOT: TO_DENIED}, False),
    TO_DENIED: (SUBJECT, {}, False),
    SUBJECT: (SUBJECT, _PREDICATES | dict.fromkeys(_INDEXES, COUNTED), True),
    COUNTED: (None, _PREDICATES, True),
    TO_VALUE: (VALUE, {}, False),
    VALUE: (VALUE, {}, True),
    TO_PREDICATE: (PREDICATE, {}, False),
    PREDICATE: (PREDICATE, {linear.OBJECT: TO_OBJECT}, False),
    TO_OBJECT: (OTHER, {}, False),
    OTHER: (OTHER, dict.fromkeys(_INDEXES, OTHER_COUNTED), True),
    OTHER_COUNTED: (None, {}, True),
}


def _following() -> NDArray[np.int64]:
    table = np.full((len(_RULES), BARRED + 1), -1, np.int64)
    for state, (word, markers, closes) in _RULES.items():
        if word is not None:
            table[state, WORD] = word
        for marker, leads in markers.items():
            table[state, _KINDS[marker]] = leads
        if closes:
            table[state, [CLOSE, FINISH]] = BEGIN
    table[EMPTY, FINISH] = BEGIN
    return table


FOLLOWING = _following()
"""The next state, or -1, by state and kind of output."""


PREDICATES = np.isin(np.arange(len(_RULES)), (TO_PREDICATE, PREDICATE)).astype(np.int64)
"""1 for the states in which the next word is one of a predicate."""


class Automaton:
    """The rules above over the outputs of one table of pieces."""

    def __init__(self, table: PieceTable) -> None:
        self.outputs = table.outputs
        kinds = np.zeros(self.outputs, np.int64)
        for i, piece in enumerate(table.pieces[: self.outputs]):
            kinds[i] = _KINDS.get(piece, BARRED if barred(piece) else WORD)
        kinds[END] = FINISH
        self._kinds: list[int] = kinds.tolist()
        self._following: list[list[int]] = FOLLOWING.tolist()
        self._signs = np.flatnonzero(kinds != WORD)
        begins = [not piece.startswith(CONTINUES) for piece in table.pieces[: self.outputs]]
        self.beginnings = np.flatnonzero((kinds == WORD) & np.array(begins))
        """The outputs with which a word can begin."""
        self._of_signs = (FOLLOWING[:, kinds[self._signs]] >= 0).astype(np.float32)
        self._wordless = FOLLOWING[:, WORD] < 0

    def restrict(self, chances: NDArray[np.float32], states: NDArray[np.int64]) -> None:
        """Set to zero, in place, the probability of every output that would make a sequence ill-formed."""
        kept = chances[:, self._signs] * self._of_signs[states]
        wordless = self._wordless[states]
        if wordless.any():
            chances[wordless] = 0.0
        chances[:, self._signs] = kept

    def kind(self, piece: int) -> int:
        """The kind of a piece; one that is not among the outputs was copied from the caption and is a word."""
        return self._kinds[piece] if piece < self.outputs else WORD

    def leads(self, state: int, kind: int) -> int:
        """The state after an output of a kind that may follow."""
        return self._following[state][kind]


def barred(piece: str) -> bool:
    """Whether a piece cannot be part of a label: special tokens, the mark of a text, commas and parentheses."""
    return piece in ("(", ")", ",", linear.IN_TEXT) or (
        piece.startswith("[") and piece.endswith("]") and len(piece) > 2
    )


def copies(table: PieceTable, source: Sequence[int]) -> list[int]:
    """What copying each position of a caption writes; padding, which is never written, for a piece of no label."""
    found = table.source_outputs(source)
    return [
        PAD if row == UNKNOWN or (row != END and barred(table.pieces[row])) else out
        for row, out in zip(source, found, strict=True)
    ]
