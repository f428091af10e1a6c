"""How well does each parser read each set of annotated texts? One table, with numpy, onnxruntime and tokenizers alone.

    python -m lab.measure --parsers EXPORTED ... --sets hard=data/captions/hard.jsonl kinds=data/captions/kinds.jsonl
    python -m lab.measure --parsers EXPORTED --sets late=data/captions/train.jsonl@data/captions/unlearned/late.json

FILE@IDS are the rows of a file whose ids the JSON list IDS names.
SPICE and graphs that are wholly right, per cent, against each annotator and averaged, for a set and each of its kinds;
denied facts (those all annotators agree on) that the parser asserts, and that it finds. `grice benchmark captions` has
the same figures of one parser.
"""

import json
from collections.abc import Sequence
from pathlib import Path

from grice.corpora import captions
from grice.corpora.captions import Annotated
from grice.meaning.tuples import lemmatised_facts
from grice.readers.graphs.network.parser import NetworkParser
from grice.readers.graphs.windows import read_texts
from grice.training.parser.judge import judge
from grice.words.split import words_of_text
from lab.command import command


def annotated(given: str) -> list[Annotated]:
    """The texts of FILE, or of FILE@IDS."""
    file, _, ids = given.partition("@")
    rows = list(captions.load(file))
    if not ids:
        return rows
    chosen = set(json.loads(Path(ids).read_text("utf-8")))
    return [row for row in rows if row.id in chosen]


def measured(parser: NetworkParser, rows: Sequence[Annotated]) -> dict[str, list[float]]:
    """n, SPICE, wholly right, denied facts, asserted and found of them, by kind; "all" for the whole set."""
    graphs = read_texts([words_of_text(row.caption) for row in rows], parser, "all")
    sums: dict[str, list[float]] = {}
    for row, made in zip(rows, graphs, strict=True):
        golds = [gold.facts for gold in row.graphs if gold.facts]
        scores = judge([made.facts] * len(golds), golds)
        agreed = frozenset.intersection(*(lemmatised_facts(gold.denied_facts) for gold in row.graphs))
        asserted = agreed.difference(*(lemmatised_facts(gold.facts) for gold in row.graphs))
        found = [
            len(golds) > 0,
            scores.spice,
            scores.set_match,
            len(agreed),
            len(asserted & lemmatised_facts(made.facts)),
            len(agreed & lemmatised_facts(made.denied_facts)),
        ]
        for kind in dict.fromkeys(("all", row.kind or "all")):
            sums[kind] = [a + b for a, b in zip(sums.get(kind, [0.0] * 6), found, strict=True)]
    return sums


def main() -> None:
    """Print a line for each parser, set and kind."""
    made = command(__doc__)
    made.add_argument("--parsers", type=Path, nargs="+", required=True)
    made.add_argument("--sets", nargs="+", required=True, help="NAME=FILE or NAME=FILE@IDS")
    made.add_argument("--threads", type=int)
    options = made.parse_args()
    for folder in options.parsers:
        parser = NetworkParser(folder, threads=options.threads)
        for given in options.sets:
            name, _, file = given.partition("=")
            rows = annotated(file)
            for kind, (n, spice, right, denied, asserted, found) in measured(parser, rows).items():
                figures = f"{spice / n:6.1f} {right / n:6.1f}  {asserted:.0f} / {found:.0f} of {denied:.0f}"
                print(f"{parser.name[:40]:40} {name:12} {kind:12} {n:5.0f} {figures}", flush=True)


if __name__ == "__main__":
    main()
