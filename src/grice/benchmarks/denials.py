"""Does a parser keep apart what a caption says and what it denies? Captions with denials of many kinds, by their words.

A row has a caption, what must be `denied` and what must be `asserted`, each as words that stand together in one fact,
whatever the predicate: "cyclist glove" is (cyclist, wear, gloves) as well as (cyclist, with, gloves). A fact that keeps
the word which qualifies it, such as (diver, about to jump, cliff), asserts nothing that is denied.
"""

from collections.abc import Iterable, Sequence
from pathlib import Path

from grice.corpora.captions import CARD
from grice.corpora.lines import records
from grice.meaning.graph_statements import Fact
from grice.readers.base import Parser
from grice.readers.graphs.parsing import described, parse
from grice.tables import Table
from grice.words.morphology import base_forms

FILE = "denials.jsonl"
COLUMNS = ("captions", "n", "to deny", "denied", "asserted", "to assert", "found", "denied instead")
QUALIFYING = frozenset(["about", "far", "almost", "nearly", "miss", "lose", "lack", "pretend", "unaccompanied"])
STAND_INS = {"person": frozenset(["person", "people", "nobody"]), "thing": frozenset(["something", "nothing"])}


def table(path: Path, parser: Parser) -> Table:
    """A row for each part of a file."""
    lines = list(records(path, {"caption": str, "part": str, "denied": list, "asserted": list}, CARD.how))
    graphs = parse([row["caption"] for row in lines], parser, content="all")
    rows: list[list[object]] = []
    for part in dict.fromkeys(row["part"] for row in lines):
        counts = [0] * (len(COLUMNS) - 1)
        for row, graph in zip(lines, graphs, strict=True):
            if row["part"] == part:
                found = (1, *judged(row["denied"], row["asserted"], graph.facts, graph.denied_facts))
                counts = [total + one for total, one in zip(counts, found, strict=True)]
        rows.append([part, *counts])
    return Table(
        "Denials of many kinds: what must be denied, and what must not be",
        COLUMNS,
        rows,
        notes=("An earlier parser was mended on the part first.",),
        signature=f"parser:{described(parser)}",
    )


def judged(
    denied: Sequence[str], asserted: Sequence[str], facts: Iterable[Fact], refused: Iterable[Fact]
) -> tuple[int, int, int, int, int, int]:
    """Of what must be denied: how many, found, asserted; of what must be asserted: how many, found, denied instead."""
    said, not_so = ([_words(fact) for fact in some] for some in (facts, refused))
    plain = [words for words in said if not words & QUALIFYING]
    qualified = [words for words in said if words & QUALIFYING]
    lost = [key for key in asserted if not _stands(key, said)]
    return (
        len(denied),
        sum(_stands(key, [*not_so, *qualified]) for key in denied),
        sum(_stands(key, plain) for key in denied),
        len(asserted),
        len(asserted) - len(lost),
        sum(_stands(key, not_so) for key in lost),
    )


def _stands(key: str, facts: Iterable[frozenset[str]]) -> bool:
    wanted = [STAND_INS.get(word, frozenset([word])) for word in key.split()]
    return any(all(words & one for one in wanted) for words in facts)


def _words(fact: Fact) -> frozenset[str]:
    """The words of a fact in all their base forms."""
    said = {word for field in fact for word in field.lower().split()}
    return frozenset(said).union(*(base_forms(word, part) for word in said for part in ("noun", "verb", "adj")))
