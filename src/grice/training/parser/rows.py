"""What does the parser learn from? Captions with their facts, read from the FACTUAL files of one split.

The random split is learned in identifier form (voice, verbs, node indexes), the length split, which has none, in plain
form. A caption is lower-cased and split at spaces; a trailing full stop or comma is a word of its own.
"""

import csv
import re
from collections.abc import Sequence
from dataclasses import dataclass
from itertools import islice
from pathlib import Path

import numpy as np

from grice.errors import InputError
from grice.readers.alignment import in_reading_order
from grice.readers.linear import Fact, facts_of, plain, tokens_of
from grice.readers.words import words_in

FILES = {
    "random": ("random_train_id.csv", "random_dev_id.csv", "random_dev.csv"),
    "length": ("length_train.csv", "length_dev.csv", "length_dev.csv"),
}


@dataclass(frozen=True)
class Row:
    """A caption as words and its facts in reading order; `gold` is what a metric compares with."""

    words: tuple[str, ...]
    facts: tuple[Fact, ...]
    gold: tuple[Fact, ...] = ()
    long: bool = False
    """The length split's criterion: ten tokens or more and three facts or more in the file."""


def facts_in(graph: str) -> tuple[Fact, ...]:
    """The facts of the text form `( a , b , c ) , ( d )`, each once."""
    facts = (tuple(part.strip() for part in fact.strip(" ()").split(",")) for fact in re.split(r"\)\s*,\s*\(", graph))
    return tuple(dict.fromkeys(facts))


def read(data: Path, split: str, limit: int | None = None) -> tuple[list[Row], list[Row]]:
    """The training and development rows of a split; with a limit, the first of each file."""
    if split not in FILES:
        raise InputError(f"no split is called {split!r}", f"one of {', '.join(FILES)}")
    train, dev, gold = (_read(data / name, limit) for name in FILES[split])
    return (
        [_row(caption, graph, graph) for caption, graph in train],
        [_row(caption, graph, plain_graph) for (caption, graph), (_, plain_graph) in zip(dev, gold, strict=True)],
    )


def hold_out(rows: Sequence[Row], count: int, seed: int, split: str, part: int = 0) -> tuple[list[Row], list[Row]]:
    """Training rows and a held-out part: any rows of the random split, long ones (the proxy) of the length split.

    Parts 0, 1, ... of one seed have no row in common: what was chosen on one can be confirmed on another. A row that
    differs from a held-out one in its spaces alone is not learned from either.
    """
    fit = [i for i, row in enumerate(rows) if split == "random" or row.long]
    chosen = set(np.random.default_rng(seed).permutation(fit)[part * count : (part + 1) * count].tolist())
    kept_back = {rows[i].words for i in chosen}
    return [row for row in rows if row.words not in kept_back], [rows[i] for i in sorted(chosen)]


def _read(path: Path, limit: int | None) -> list[tuple[str, str]]:
    if not path.exists():
        raise InputError(f"{path} is not there", "the FACTUAL files as released", "--data FOLDER")
    with path.open(encoding="utf-8", newline="") as file:
        return [(line["caption"], line["scene_graph"]) for line in islice(csv.DictReader(file), limit)]


def _row(caption: str, graph: str, gold: str) -> Row:
    words = words_in(caption)
    facts = facts_of(tokens_of(in_reading_order(facts_in(graph), words)))
    long = len(caption.split()) >= 10 and graph.count("(") >= 3
    return Row(words, tuple(facts), tuple(dict.fromkeys(plain(fact) for fact in facts_in(gold))), long)
