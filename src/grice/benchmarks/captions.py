"""How well does a parser read captions as people write them? The project's held-out captions, by kind.

SPICE and graphs that are wholly right (facts as sets, nouns lemmatised, as FACTUAL's evaluator has them), each against
two annotators and averaged; beside them what the annotators reach against each other. Of what is denied: facts that the
parser asserts although the caption denies them, and denied facts that it finds.
"""

from collections.abc import Sequence
from pathlib import Path
from typing import Annotated

import typer

from grice.benchmarks import denials
from grice.corpora import captions
from grice.engines.score import score
from grice.errors import InputError
from grice.meaning.graph import SceneGraph
from grice.meaning.tuples import lemmatised_facts
from grice.metrics.graphs.setmatch import SetMatch
from grice.metrics.graphs.spice import Spice
from grice.progress import step
from grice.readers.graphs.parsing import DEFAULT, described, load, parse
from grice.tables import Table

COLUMNS = (
    *("captions", "kind", "n", "SPICE", "wholly right", "SPICE, annotators", "same, annotators"),
    *("denied facts", "asserted", "found"),
)


def run(
    *,
    data: Annotated[Path | None, typer.Option(help="The folder data/captions of Grice's repository.")] = None,
    parser: Annotated[str, typer.Option(help="default, rules, a folder, or a hub id.")] = DEFAULT,
) -> list[Table]:
    """A row for all captions of a file and one for each kind; other texts and denials where their files are."""
    if data is None:
        raise InputError("captions without --data", "the folder of the project's captions", captions.CARD.how)
    reader = load(parser)
    rows: list[list[object]] = []
    there = [name for name in (captions.KINDS,) if (Path(data) / name).is_file()]
    for name in (captions.HELD_OUT, captions.HARD, *there):
        drawn = [one for one in captions.load(Path(data) / name) if len(one.graphs) > 1]
        made = parse([one.caption for one in drawn], reader, step=step, content="all")
        for kind in ["", *dict.fromkeys(one.kind for one in drawn if one.kind)]:
            chosen = [i for i, one in enumerate(drawn) if kind in ("", one.kind)]
            ours, *theirs = (
                [one[i] for i in chosen] for one in (made, *zip(*(one.graphs for one in drawn), strict=True))
            )
            rows.append([name.removesuffix(".jsonl"), kind or "all", len(chosen), *_row(ours, theirs[0], theirs[1])])
    found = Path(data) / denials.FILE
    return [
        Table(
            "Captions as people write them: graphs beside those of two annotators, per cent",
            COLUMNS,
            rows,
            notes=(
                "SPICE and wholly right: the mean over both annotators. Annotators: the second against the first.",
                "Denied facts: those on which both annotators agree; asserted: the parser says they are so, and no "
                "annotator does of another thing of that name; found: it says they are not.",
            ),
            signature=f"parser:{described(reader)}",
        ),
        *([denials.table(found, reader)] if found.is_file() else []),
    ]


def _row(made: Sequence[SceneGraph], first: Sequence[SceneGraph], second: Sequence[SceneGraph]) -> list[object]:
    ours = [_compared(made, gold) for gold in (first, second)]
    spice, right = (50.0 * sum(values) for values in zip(*ours, strict=True))
    theirs, same = (100.0 * value for value in _compared(second, first))
    denied = asserted = found = 0
    for graph, one, other in zip(made, first, second, strict=True):
        agreed = lemmatised_facts(one.denied_facts) & lemmatised_facts(other.denied_facts)
        # Of two things of one name one may have what the other lacks.
        never = agreed - lemmatised_facts(one.facts) - lemmatised_facts(other.facts)
        denied += len(agreed)
        asserted += len(never & lemmatised_facts(graph.facts))
        found += len(agreed & lemmatised_facts(graph.denied_facts))
    return [spice, right, theirs, same, denied, asserted, found]


def _compared(made: Sequence[SceneGraph], gold: Sequence[SceneGraph]) -> tuple[float, float]:
    """SPICE and the share of graphs that are the same, of graphs that assert something."""
    kept = [i for i, graph in enumerate(gold) if graph.facts]
    result = score(
        predictions=[SceneGraph(made[i].statements) for i in kept],
        references=[[SceneGraph(gold[i].statements)] for i in kept],
        metrics=[Spice(), SetMatch()],
    )
    return float(result["spice"].value), float(result["setmatch"].value)
