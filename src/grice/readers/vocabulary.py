"""Which pieces can a parser read and write? The tokenizer's pieces in the network's own order: outputs first.

Rows 0..4 are padding, unknown, start, end and mask; then the signs of `readers.linear`; then the pieces of training
targets; these V rows are the outputs. The pieces that only captions use follow.
"""

from collections.abc import Iterable, Sequence
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

from grice.readers.linear import SIGNS, Fact, facts_of, tokens_of, words_of

PAD, UNKNOWN, START, END, MASK = range(5)
MOST_WORDS = 1 << 16
"""Words whose pieces are remembered."""
SPECIAL = ("[PAD]", "[UNK]", "[CLS]", "[SEP]", "[MASK]")


@dataclass
class Vocabulary:
    """Pieces by row and rows by piece, the number of outputs, and how words split into pieces."""

    pieces: Sequence[str]
    outputs: int
    tokenizer: Any
    row: dict[str, int] = field(init=False)
    _split: dict[str, tuple[int, ...]] = field(init=False, default_factory=dict)

    def __post_init__(self) -> None:
        self.row = {piece: i for i, piece in enumerate(self.pieces)}

    def rows(self, words: Iterable[str]) -> list[int]:
        """Rows of words and signs; a piece outside the table is unknown."""
        found: list[int] = []
        for word in words:
            if word not in self._split:
                if len(self._split) > MOST_WORDS:
                    self._split.clear()
                pieces = [word] if word in SIGNS else pieces_of(self.tokenizer, word)
                self._split[word] = tuple(self.row.get(piece, UNKNOWN) for piece in pieces)
            found += self._split[word]
        return found

    def source(self, words: Sequence[str]) -> list[int]:
        """A caption as the encoder reads it."""
        return [START, *self.rows(words), END]

    def source_outputs(self, source: Sequence[int]) -> list[int]:
        """The output that copying each source position gives: its own row, or V + its first place in the caption."""
        first: dict[int, int] = {}
        return [row if row < self.outputs else self.outputs + first.setdefault(row, i) for i, row in enumerate(source)]

    def target(self, facts: Iterable[Fact]) -> list[int]:
        """A graph as rows, without start and end."""
        return self.rows(tokens_of(facts))

    def facts(self, rows: Iterable[int]) -> list[Fact]:
        """The facts of a decoded row of table rows, up to its end."""
        pieces: list[str] = []
        for row in rows:
            if row == END:
                break
            if row not in (PAD, START):
                pieces.append(self.pieces[row])
        return facts_of(words_of(pieces))


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


def build(tokenizer: Any, captions: Iterable[Sequence[str]], graphs: Iterable[Sequence[Fact]]) -> Vocabulary:
    """The vocabulary of a training set: outputs from its graphs, further pieces from its captions."""
    known: dict[str, list[str]] = {}

    def pieces(words: Iterable[str]) -> dict[str, None]:
        found: dict[str, None] = {}
        for word in words:
            if word not in SIGNS:
                found |= dict.fromkeys(known.setdefault(word, pieces_of(tokenizer, word)))
        return found

    targets = pieces(sorted({word for facts in graphs for word in tokens_of(facts)}))
    sources = pieces(sorted({word for words in captions for word in words}))
    first = dict.fromkeys((*SPECIAL, *SIGNS)) | targets
    return Vocabulary(list(first | sources), len(first), tokenizer)
