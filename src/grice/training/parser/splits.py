"""Which rows does a run learn from, and which is it judged on? The rows of a split, some held out."""

from collections.abc import Callable, Iterable
from dataclasses import dataclass, field, replace
from pathlib import Path
from typing import Any

from grice.errors import InputError
from grice.readers.graphs.linear import plain
from grice.readers.graphs.pieces import GraphPieces, build
from grice.training.identity import digest
from grice.training.parser.captions import COPIES, marks_in, read_captions
from grice.training.parser.rows import Row, hold_out, read_rows

Say = Callable[[str], object]


@dataclass(frozen=True)
class ParserData:
    """The rows of a run: to learn from, held out for model selection, and the development set to report on."""

    split: str
    rows: list[Row]
    held_out: list[Row]
    dev: list[Row]
    captions: list[Row] = field(default_factory=list)
    """Captions of people held out for model selection, where a run learns from such captions too."""
    sources: tuple[str, ...] = ()
    """The files of captions beside the split."""

    def in_form(self, identifiers: bool) -> "ParserData":
        """The data with training graphs as they are, or plain."""
        if identifiers:
            return self
        plain_rows = [replace(row, facts=tuple(dict.fromkeys(map(plain, row.facts)))) for row in self.rows]
        return replace(self, rows=plain_rows)

    def counts(self) -> dict[str, int]:
        """How many rows of each kind there are."""
        own = [row for row in self.rows if row.copies is None]
        texts = sum(row.group is not None for row in self.rows)
        found = {
            "learned from": len(own),
            "held out": len(self.held_out),
            "reported on": len(self.dev),
            "of captions as people write them": len(self.rows) - len(own) - texts,
            "of parts of longer texts": texts,
            "of such captions held out": len(self.captions),
        }
        return {kind: count for kind, count in found.items() if count}

    def digests(self) -> dict[str, dict[str, str]]:
        """Checksums by which the rows of two runs are told apart."""
        kinds = {
            "training rows": self.rows,
            "rows held out": self.held_out,
            "development rows": self.dev,
            "captions held out": self.captions,
        }
        return {kind: digest([repr(rows).encode()]) for kind, rows in kinds.items()}

    def vocabulary(self, tokenizer: Any) -> GraphPieces:
        """The vocabulary that every run on this data shares: outputs from training rows alone."""
        read = (*self.rows, *self.held_out, *self.dev, *self.captions)
        return build(tokenizer, [row.words for row in read], [row.facts for row in (*self.rows, *self.held_out)])


@dataclass(frozen=True)
class Further:
    """Files of captions beside the FACTUAL split, how often an epoch holds each caption of a file, and how many of all
    those captions are held out."""

    captions: tuple[tuple[Path, float], ...] = ()
    held_out: int = 250

    @classmethod
    def named(cls, files: Iterable[str | Path], held_out: int = 250) -> "Further":
        """Files as a command line names them: FILE, or FILE*2 for a file of which an epoch holds every row twice."""
        parts = [str(given).partition("*") for given in files]
        return cls(tuple((Path(file), _number(copies)) for file, _, copies in parts), held_out)


def _number(copies: str) -> float:
    try:
        return float(copies or COPIES)
    except ValueError:
        raise InputError(f"*{copies} after the name of a file", "a number", "--captions FILE*2") from None


def load_data(
    folder: Path,
    split: str,
    held_out: int,
    limit: int | None = None,
    say: Say = print,
    further: Further | None = None,
) -> ParserData:
    """Read a split and hold out rows of its training part (always the same ones)."""
    train_rows, dev = read_rows(folder, split, limit, say)
    rows, held = hold_out(train_rows, held_out, 0, split)
    if further is None or not further.captions:
        return ParserData(split, rows, held, dev)
    marks = marks_in(train_rows)
    read = [row for path, copies in further.captions for row in read_captions(path, marks, copies)]
    lone, cut = [row for row in read if row.group is None], [row for row in read if row.group is not None]
    learned, captions = hold_out(lone[:limit], min(further.held_out, len(lone) // 4), 0, "random")
    sources = tuple(path.name for path, _ in further.captions)
    say(f"captions: {len(learned)} to learn from, {len(captions)} held out, {len(cut)} parts of longer texts")
    return ParserData(split, [*rows, *learned, *cut[:limit]], held, dev, captions, sources)
