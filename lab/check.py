"""Which rows of an annotation file could no parser learn? One line for each fault, none where all is well.

    python -m lab.check MINE.jsonl --known data/captions/train.jsonl data/captions/held_out.jsonl ...

A row is at fault where its graph cannot be read, says a word that its text does not license, both asserts and denies a
fact, has a second thing of a name without a first, is longer than the network reads, or where its text stands twice, in
the file or in those that are known.
"""

import json
from collections.abc import Iterator
from pathlib import Path
from typing import Any

from grice.meaning.graph_statements import name_and_index
from grice.networks.pieces import runs_of
from grice.readers.graphs.linear import Fact
from grice.readers.graphs.network.licence import Licences
from grice.readers.graphs.network.parser import NetworkParser
from grice.readers.graphs.numerals import in_digits
from grice.training.parser.rows import facts_in, is_graph
from grice.words.split import words_of_text
from lab.command import command

SHIPPED = Path("src/grice/readers/graphs/weights")
MOST_WORDS = 110


class Checker:
    """What the words of the shipped parser say of rows."""

    def __init__(self, folder: Path = SHIPPED) -> None:
        self._table = NetworkParser(folder, threads=1)._network.table
        self._licences = Licences(self._table)

    def faults(self, row: dict[str, Any]) -> Iterator[str]:
        """What is wrong with one row."""
        words = in_digits(words_of_text(row["caption"])).words
        if len(words) > MOST_WORDS:
            yield f"{len(words)} words, at most {MOST_WORDS}"
        texts = [row["graph"], row.get("denied") or ""]
        if not any(texts):
            return
        for text in filter(None, texts):
            if not is_graph(text):
                yield f"cannot be read: {text}"
                return
        asserted, denied = (facts_in(text) if text else () for text in texts)
        for fact in set(asserted) & set(denied):
            yield f"both asserted and denied: {fact}"
        facts = (*asserted, *denied)
        names = {name for fact in facts for name in (fact[0], *fact[2:])}
        for name in sorted(names):
            base, index = name_and_index(name)
            if index and (base if index == 1 else f"{base}:{index - 1}") not in names:
                yield f"{name} without the one before it"
        for fact in facts:
            yield from self._unlicensed(fact, words)

    def _unlicensed(self, fact: Fact, words: tuple[str, ...]) -> Iterator[str]:
        licence = self._licences.of(words)
        pieces = {piece for word in words for run in runs_of(self._table, [word]) for piece in run}
        fields = [(fact[0], licence.said)]
        if len(fact) == 3:
            fields.append((fact[2], licence.said))
            fields += [(fact[1], licence.predicates)] if fact[1] != "is" else []
        for field, allowed in fields:
            for word in name_and_index(field)[0].split():
                run = tuple(next(iter(runs_of(self._table, [word])), ()))
                if run not in allowed and not pieces.issuperset(run):
                    yield f"{word!r} of {fact} is not in the text"


def main() -> None:
    """Print the faults and how many rows are without."""
    made = command(__doc__)
    made.add_argument("file", type=Path)
    made.add_argument("--known", type=Path, nargs="*", default=())
    options = made.parse_args()
    seen = {json.loads(line)["caption"] for file in options.known for line in file.read_text("utf-8").splitlines()}
    checker, good, rows = Checker(), 0, 0
    for number, line in enumerate(options.file.read_text("utf-8").splitlines(), 1):
        row = json.loads(line)
        rows += 1
        faults = list(checker.faults(row))
        if row["caption"] in seen:
            faults.append("a text that is already there")
        seen.add(row["caption"])
        good += not faults
        for fault in faults:
            print(f"line {number}: {fault}")
    print(f"{good} of {rows} rows without a fault")


if __name__ == "__main__":
    main()
