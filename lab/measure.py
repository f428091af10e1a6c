"""How well does each parser read each set of annotated texts? One table, with numpy, onnxruntime and tokenizers alone.

    python -m lab.measure --parsers EXPORTED ... --sets hard=data/captions/hard.jsonl kinds=data/captions/kinds.jsonl

SPICE and graphs that are wholly right, per cent, against each annotator and averaged, for a set and each of its kinds;
denied facts (those all annotators agree on) that the parser asserts, and that it finds. `grice benchmark captions` has
the same figures of one parser.
"""

import json
from pathlib import Path
from typing import Any

from grice.meaning.graph import SceneGraph
from grice.meaning.tuples import lemmatised_facts, tuples
from grice.metrics.graphs.matching import match, meaning
from grice.readers.graphs.network.parser import NetworkParser
from grice.readers.graphs.windows import read_texts
from grice.words.split import words_of_text
from lab.command import command


def drawn(annotation: dict[str, Any]) -> SceneGraph:
    """The graph of an annotation."""
    said, denied = (
        SceneGraph.from_text(text, identifiers=True).statements if text else ()
        for text in (annotation["graph"], annotation.get("denied") or "")
    )
    return SceneGraph(said, denied=denied)


def against(made: SceneGraph, gold: SceneGraph) -> tuple[float, bool]:
    """SPICE of a graph, and whether it is wholly right."""
    same = lemmatised_facts(made.facts) == lemmatised_facts(gold.facts)
    return 1.0 if same else match(tuples((made,), True), tuples((gold,), True), meaning).scores[0], same


def measured(parser: NetworkParser, rows: list[dict[str, Any]]) -> dict[str, list[float]]:
    """n, SPICE, wholly right, denied facts, asserted and found of them, by kind; "all" for the whole set."""
    graphs = read_texts([words_of_text(row["caption"]) for row in rows], parser, "all")
    sums: dict[str, list[float]] = {}
    for row, made in zip(rows, graphs, strict=True):
        golds = [drawn(one) for one in row.get("annotations") or [row]]
        scores = [against(made, gold) for gold in golds if gold.facts]
        agreed = frozenset.intersection(*(lemmatised_facts(gold.denied_facts) for gold in golds))
        found = [
            len(scores) > 0,
            sum(spice for spice, _ in scores) / max(1, len(scores)),
            sum(right for _, right in scores) / max(1, len(scores)),
            len(agreed),
            len(agreed.difference(*(lemmatised_facts(gold.facts) for gold in golds)) & lemmatised_facts(made.facts)),
            len(agreed & lemmatised_facts(made.denied_facts)),
        ]
        for kind in dict.fromkeys(("all", row.get("kind") or "all")):
            sums[kind] = [a + b for a, b in zip(sums.get(kind, [0.0] * 6), found, strict=True)]
    return sums


def main() -> None:
    """Print a line for each parser, set and kind."""
    made = command(__doc__)
    made.add_argument("--parsers", type=Path, nargs="+", required=True)
    made.add_argument("--sets", nargs="+", required=True, help="NAME=FILE")
    made.add_argument("--threads", type=int)
    options = made.parse_args()
    for folder in options.parsers:
        parser = NetworkParser(folder, threads=options.threads)
        for given in options.sets:
            name, _, file = given.partition("=")
            rows = [json.loads(line) for line in Path(file).read_text("utf-8").splitlines()]
            for kind, (n, spice, right, denied, asserted, found) in measured(parser, rows).items():
                figures = f"{100 * spice / n:6.1f} {100 * right / n:6.1f}  {asserted:.0f} / {found:.0f} of {denied:.0f}"
                print(f"{parser.name[:40]:40} {name:12} {kind:12} {n:5.0f} {figures}", flush=True)


if __name__ == "__main__":
    main()
