"""What does the parser learn from? Captions with their facts, read from the FACTUAL files of one split.

The random split is learned in identifier form (voice, verbs, node indexes), the length split, which has no identifiers,
in plain form. A caption is lower-cased and split at spaces; a trailing full stop or comma is a word of its own.
"""

import csv
import re
from collections.abc import Callable, Sequence
from dataclasses import dataclass, field
from itertools import islice
from pathlib import Path

import numpy as np

from grice.errors import InputError
from grice.readers.graphs.alignment import in_reading_order
from grice.readers.graphs.linear import Fact, facts_of, is_denied, plain, tokens_of
from grice.readers.graphs.numerals import in_digits
from grice.words.split import words_of_text

FILES = {
    "random": ("random_train_id.csv", "random_dev_id.csv", "random_dev.csv"),
    "length": ("length_train.csv", "length_dev.csv", "length_dev.csv"),
}


_FIELD = r"\s*[^\s(),][^(),]*"
_FACT = rf"\s*\({_FIELD}(?:,{_FIELD},{_FIELD})?\)\s*"
_GRAPH = re.compile(rf"{_FACT}(?:,{_FACT})*")


@dataclass(frozen=True)
class Row:
    """A caption as words and its facts in reading order; `gold` is what a metric compares with."""

    words: tuple[str, ...]
    facts: tuple[Fact, ...]
    gold: tuple[Fact, ...] = ()
    long: bool = False
    """The length split's criterion: ten tokens or more and three facts or more in the file."""
    copies: float | None = None
    """How often an epoch holds the row, on average; None: as the mixture says."""
    group: int | None = None
    """The number of the longer text that the row was cut from."""
    typed: tuple[str, ...] = ()
    """The words as they were typed, one for each of `words`, where one is misspelt."""
    text: str = field(default="", compare=False, repr=False)
    """The caption as its file of captions has it; no part of what is learned, so rows are the same without it."""

    @property
    def given(self) -> tuple[str, ...]:
        """What the network reads."""
        return self.typed or self.words

    @property
    def fixed(self) -> bool:
        """Whether nothing may be recombined from a row: its words or its facts mean something only as they stand."""
        return self.group is not None or any(map(is_denied, self.facts))


Rows = tuple[list[Row], list[Row]]


def is_graph(text: str) -> bool:
    """Whether a text is a graph in FACTUAL's text form."""
    return _GRAPH.fullmatch(text) is not None


def facts_in(graph: str) -> tuple[Fact, ...]:
    """The facts of the text form `( a , b , c ) , ( d )`, each once."""
    facts = (tuple(part.strip() for part in fact.strip(" ()").split(",")) for fact in re.split(r"\)\s*,\s*\(", graph))
    return tuple(dict.fromkeys(facts))


def read_rows(data: Path, split: str, limit: int | None = None, say: Callable[[str], object] = print) -> Rows:
    """The training and development rows of a split; with a limit, the first of each file.

    Rows without a caption or with a graph that cannot be read are left out, and `say` is called with their number.
    """
    if split not in FILES:
        raise InputError(f"no split is called {split!r}", f"one of {', '.join(FILES)}")
    paths = [data / name for name in FILES[split]]
    train, dev, gold = (_read(path, limit) for path in paths)
    if [caption for caption, _ in dev] != [caption for caption, _ in gold]:
        raise InputError(f"{paths[1]} and {paths[2].name} do not hold the same captions", "the files of one release")
    learned = [_row(caption, graph, graph) for caption, graph in train]
    reported = [_row(caption, graph, judged) for (caption, graph), (_, judged) in zip(dev, gold, strict=True)]
    return _whole(learned, paths[0], say), _whole(reported, paths[1], say)


def _whole(rows: Sequence[Row | None], path: Path, say: Callable[[str], object]) -> list[Row]:
    found = [row for row in rows if row is not None]
    if not found:
        raise InputError(
            f"{path} holds no caption with a graph", "graphs as ( dog , v:chase , ball ) , ( ball , is , red )"
        )
    if len(found) < len(rows):
        without, first = len(rows) - len(found), rows.index(None) + 1
        say(f"{path.name}: left out {without} of {len(rows)} rows: no caption or no readable graph; first: {first}")
    return found


def hold_out(rows: Sequence[Row], count: int, seed: int, split: str) -> tuple[list[Row], list[Row]]:
    """Training rows and a held-out part: any rows of the random split, long ones (the proxy) of the length split.

    A row that differs from a held-out one in its spaces alone is not learned from either.
    """
    fit = [i for i, row in enumerate(rows) if split == "random" or row.long]
    if count > len(fit):
        given = f"{count} rows to hold out, but only {len(fit)} of the {len(rows)} training rows qualify"
        raise InputError(
            given, "enough rows" if split == "random" else "enough long rows, with ten words and three facts"
        )
    chosen = set(np.random.default_rng(seed).permutation(fit)[:count].tolist())
    kept_back = {rows[i].words for i in chosen}
    return [row for row in rows if row.words not in kept_back], [rows[i] for i in sorted(chosen)]


def _read(path: Path, limit: int | None) -> list[tuple[str, str]]:
    if not path.is_file():
        raise InputError(f"{path} does not exist", "the FACTUAL files as released", "--data FOLDER")
    columns = ("caption", "scene_graph")
    with path.open(encoding="utf-8-sig", newline="") as file:
        lines = csv.DictReader(file, restval="")
        try:
            if missing := [name for name in columns if name not in (lines.fieldnames or ())]:
                given = f"{path} has no column {' and no column '.join(missing)}: {', '.join(lines.fieldnames or ())}"
                raise InputError(given, f"the columns {' and '.join(columns)}")
            return [(line["caption"], line["scene_graph"]) for line in islice(lines, limit)]
        except (csv.Error, UnicodeDecodeError) as error:
            raise InputError(f"{path} cannot be read: {error}", "CSV in UTF-8") from error


def _row(caption: str, graph: str, gold: str) -> Row | None:
    words = in_digits(words_of_text(caption)).words
    if not words or not is_graph(graph) or not is_graph(gold):
        return None
    facts = facts_of(tokens_of(in_reading_order(facts_in(graph), words)))
    long = len(caption.split()) >= 10 and graph.count("(") >= 3
    return Row(words, tuple(facts), tuple(dict.fromkeys(plain(fact) for fact in facts_in(gold))), long)
