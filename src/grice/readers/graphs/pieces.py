"""Which pieces can a parser read and write? The tokenizer's pieces in the network's own order: outputs first.

Rows 0..4 are padding, unknown, start, end and mask; then the signs of `readers.linear`; then the pieces of training
targets; these V rows are the outputs. The pieces that only captions use follow.
"""

from collections.abc import Iterable, Sequence
from dataclasses import dataclass, field, replace
from pathlib import Path
from typing import Any

from grice.readers.graphs.linear import SIGNS, Fact, facts_of, tokens_of, words_of

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
    words: Sequence[Sequence[int]] = ()
    """The words of training graphs as rows of their pieces."""
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


def runs_of(vocabulary: Vocabulary, words: Iterable[str]) -> list[list[int]]:
    """Words as rows of their pieces, each once; a sign of punctuation inside a word parts it."""
    runs: dict[tuple[int, ...], None] = {}
    for word in words:
        run: list[int] = []
        for row in vocabulary.rows([word] if word not in SIGNS else []):
            if run and not vocabulary.pieces[row].startswith("##"):
                runs.setdefault(tuple(run))
                run = []
            run.append(row)
        if run:
            runs.setdefault(tuple(run))
    return [list(run) for run in runs]


def build(tokenizer: Any, captions: Iterable[Sequence[str]], graphs: Iterable[Sequence[Fact]]) -> Vocabulary:
    """The vocabulary of a training set: outputs from its graphs, further pieces from its captions."""
    known: dict[str, list[str]] = {}

    def pieces(words: Iterable[str]) -> dict[str, None]:
        found: dict[str, None] = {}
        for word in words:
            if word not in SIGNS:
                found |= dict.fromkeys(known.setdefault(word, pieces_of(tokenizer, word)))
        return found

    words = sorted({word for facts in graphs for word in tokens_of(facts)})
    targets = pieces(words)
    sources = pieces(sorted({word for words in captions for word in words}))
    first = dict.fromkeys((*SPECIAL, *SIGNS)) | targets
    made = Vocabulary(list(first | sources), len(first), tokenizer)
    return replace(made, words=runs_of(made, words))
