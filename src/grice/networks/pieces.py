"""Which pieces can a network read and write? The tokenizer's pieces in the network's own order: outputs first.

Rows 0..4 are padding, unknown, start, end and mask; then the signs, which stand for no word and are never split; then
the pieces of training targets; these V rows are the outputs. The pieces that only sources use follow. An output from V
on points into the source: V + i is what stands there at place i.
"""

from collections.abc import Container, Iterable, Sequence
from dataclasses import dataclass, field, replace
from pathlib import Path
from typing import Any, Self

import numpy as np
from numpy.typing import NDArray

PAD, UNKNOWN, START, END, MASK = range(5)
SPECIAL = ("[PAD]", "[UNK]", "[CLS]", "[SEP]", "[MASK]")
CONTINUES = "##"
"""How a piece begins that goes on with a word."""
MOST_WORDS = 1 << 16
"""Words whose pieces are remembered."""
_GLUE = frozenset("-'/&.")
_MONEY = frozenset("$£€")
Ints = NDArray[np.int64]


@dataclass
class PieceTable:
    """Pieces by row and rows by piece, the number of outputs, and how words split into pieces."""

    pieces: Sequence[str]
    outputs: int
    tokenizer: Any
    words: Sequence[Sequence[int]] = ()
    """The words of training targets as rows of their pieces."""
    signs: Sequence[str] = ()
    row: dict[str, int] = field(init=False)
    _split: dict[str, tuple[int, ...]] = field(init=False, default_factory=dict)
    _places: dict[str, tuple[tuple[int, int], ...]] = field(init=False, default_factory=dict)

    def __post_init__(self) -> None:
        self.row = {piece: i for i, piece in enumerate(self.pieces)}

    @classmethod
    def laid_out(
        cls,
        tokenizer: Any,
        signs: Sequence[str],
        targets: Iterable[str],
        sources: Iterable[str],
        copied: Container[str] = (),
    ) -> Self:
        """The table of a training set: outputs from the words of its targets, more pieces from those of its sources.

        Target words that are only ever copied need no output of their own.
        """
        words = sorted(set(targets))
        written = [word for word in words if word not in copied]
        first = dict.fromkeys((*SPECIAL, *signs)) | _pieces(tokenizer, written, signs)
        rest = _pieces(tokenizer, sorted(set(sources)), signs)
        made = cls(list(first | rest), len(first), tokenizer, signs=signs)
        return replace(made, words=runs_of(made, words))

    def rows(self, words: Iterable[str]) -> list[int]:
        """Rows of words and signs; a piece outside the table is unknown."""
        found: list[int] = []
        for word in words:
            if word not in self._split:
                if len(self._split) > MOST_WORDS:
                    self._split.clear()
                pieces = [word] if word in self.signs else pieces_of(self.tokenizer, word)
                self._split[word] = tuple(self.row.get(piece, UNKNOWN) for piece in pieces)
            found += self._split[word]
        return found

    def offsets(self, word: str) -> tuple[tuple[int, int], ...]:
        """The first and last character of each piece of a word."""
        if word not in self._places:
            if len(self._places) > MOST_WORDS:
                self._places.clear()
            found = self.tokenizer.encode(word, add_special_tokens=False).offsets
            self._places[word] = ((0, len(word)),) if word in self.signs else tuple(found)
        return self._places[word]

    def is_whole(self, word: str) -> bool:
        """Whether the tokenizer knows a word in one piece."""
        return self.tokenizer.token_to_id(word) is not None

    def source(self, words: Sequence[str]) -> list[int]:
        """A text as the encoder reads it."""
        return [START, *self.rows(words), END]

    def source_outputs(self, source: Sequence[int]) -> list[int]:
        """The output that copying each source position gives: its own row, or V + its first place in the source."""
        first: dict[int, int] = {}
        return [row if row < self.outputs else self.outputs + first.setdefault(row, i) for i, row in enumerate(source)]

    def spelled(self, rows: Iterable[int]) -> list[str]:
        """The words and signs of rows, up to the end."""
        pieces: list[str] = []
        for row in rows:
            if row == END:
                break
            if row not in (PAD, START):
                pieces.append(self.pieces[row])
        return joined(pieces, self.signs)


def load_tokenizer(folder: Path) -> Any:
    """The tokenizer of a folder, without padding and truncation."""
    from tokenizers import Tokenizer

    tokenizer = Tokenizer.from_file(str(folder / "tokenizer.json"))
    tokenizer.no_padding()
    tokenizer.no_truncation()
    return tokenizer


def pieces_of(tokenizer: Any, word: str) -> list[str]:
    """The word pieces of one word."""
    return list(tokenizer.encode(word, add_special_tokens=False).tokens)


def joined(pieces: Sequence[str], signs: Sequence[str] = ()) -> list[str]:
    """Word pieces put together again: `##` continues a word, and what is `glued` to the word before it does."""
    words: list[str] = []
    for piece in pieces:
        within = bool(words) and words[-1] not in signs and piece not in signs
        if within and (piece.startswith(CONTINUES) or glued(words[-1], piece)):
            words[-1] += piece.removeprefix(CONTINUES)
        else:
            words.append(piece.removeprefix(CONTINUES))
    return words


def glued(word: str, piece: str) -> bool:
    """Whether a piece belongs to the word before it: a hyphen, an apostrophe and the like hold their two sides, a colon
    those of a time or score, and a sign of money what follows it."""
    if piece in _GLUE or word[-1:] in _GLUE or word in _MONEY:
        return True
    return (piece == ":" and word.isdecimal()) or (word[-1:] == ":" and len(word) > 1)


def pointed(outputs: Ints, source: Ints, count: int) -> Ints:
    """Rows of the table that outputs stand for: the first `count` for themselves, others for a place of the source.

    `outputs` has an output or several for each row of `source`.
    """
    shaped = outputs if outputs.ndim == 2 else outputs[:, None]
    there = np.take_along_axis(source, np.maximum(shaped - count, 0), 1)
    return np.where(shaped < count, shaped, there).reshape(outputs.shape)


def runs_of(table: PieceTable, words: Iterable[str]) -> list[list[int]]:
    """Words as rows of their pieces, each once; a sign of punctuation inside a word parts it."""
    runs: dict[tuple[int, ...], None] = {}
    for word in words:
        run: list[int] = []
        for row in table.rows([word] if word not in table.signs else []):
            if run and not table.pieces[row].startswith(CONTINUES):
                runs.setdefault(tuple(run))
                run = []
            run.append(row)
        if run:
            runs.setdefault(tuple(run))
    return [list(run) for run in runs]


def _pieces(tokenizer: Any, words: Iterable[str], signs: Sequence[str]) -> dict[str, None]:
    found: dict[str, None] = {}
    for word in words:
        if word not in signs:
            found |= dict.fromkeys(pieces_of(tokenizer, word))
    return found
