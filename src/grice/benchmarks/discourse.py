"""How well is a paragraph read, and is a false claim in it noticed? DiscoSG and DiscourseFOIL (Lin et al. 2025).

The graph of a paragraph against the one that people drew of it (SPICE, precision, recall, number of facts). Then,
metric by metric, how often a corrected text is above the hallucinated one it was made from.
"""

from collections.abc import Sequence
from pathlib import Path
from typing import Annotated

import numpy as np
import pyarrow as pa
import typer
from numpy.typing import NDArray

from grice.benchmarks.caption_metrics import per_cent
from grice.benchmarks.options import Seed
from grice.checks import named
from grice.corpora import discosg, discourse_foil
from grice.engines.score import score
from grice.errors import InputError
from grice.meaning.graph import SceneGraph
from grice.metrics.graphs.spice import Spice
from grice.progress import step
from grice.readers.base import ALL, VISUAL
from grice.readers.graphs.parsing import DEFAULT, described, load
from grice.readers.graphs.windows import read_texts
from grice.statistics.bootstrap import interval
from grice.tables import Table
from grice.words.split import words_of_text

Floats = NDArray[np.float64]

METRICS = ("spice", "softspice", "faithfulness", "grice", "sentence")
PUBLISHED = {"DiscoSG-Refiner (its test of 100)": 66.3}
"""SPICE of published parsers of paragraphs, per cent."""


def run(
    *,
    data: Annotated[
        Path | None, typer.Option(help="DiscoSG's JSON lines, DiscourseFOIL's, or a folder with either or both.")
    ] = None,
    parser: Annotated[str, typer.Option(help="default, rules, or a folder of weights.")] = DEFAULT,
    metrics: Annotated[
        list[str] | None,
        typer.Option(help="For DiscourseFOIL: metrics, comma-separated.", show_default=",".join(METRICS)),
    ] = None,
    limit: Annotated[int | None, typer.Option(help="At most this many rows of each file.")] = None,
    seed: Seed = 0,
) -> list[Table]:
    """Graphs of paragraphs against gold; corrected texts against hallucinated ones."""
    if data is None:
        raise InputError("discourse without --data", "the files of DiscoSG, or their folder", discosg.CARD.how)
    found = _files(data)
    tables = []
    if found[0] is not None:
        paragraphs = [one for one in discosg.load(found[0]) if one.error is None][:limit]
        tables.append(graphs_table(paragraphs, parser, seed))
        step()
    if found[1] is not None:
        pairs = list(discourse_foil.load(found[1], identical=True))[:limit]
        tables.append(foil_table(pairs, parser, named(metrics or METRICS), seed))
        step()
    return tables


def graphs_table(paragraphs: Sequence[discosg.Paragraph], parser: str, seed: int) -> Table:
    """SPICE of the parser, read for what is visual and for all that is said."""
    if not paragraphs:
        raise InputError("no paragraph with a graph", "rows with caption and scene_graph", discosg.CARD.how)
    gold = [one.graph for one in paragraphs]
    texts = [words_of_text(one.caption) for one in paragraphs]
    size = np.mean([len(one.caption.split()) for one in paragraphs])
    chosen = load(parser)
    contents = {"the parser": VISUAL, "the parser, all that is said": ALL}
    if VISUAL not in getattr(chosen, "contents", (ALL,)):
        contents = {"the parser": ALL}
    rows: list[list[object]] = [
        _measured(name, read_texts(texts, chosen, content), gold, seed) for name, content in contents.items()
    ]
    rows += [[name, value, *[None] * 5] for name, value in PUBLISHED.items()]
    return Table(
        "DiscoSG: the graph of a paragraph against the one people drew, per cent",
        ("read by", "SPICE", "95 %", "precision", "recall", "facts", "gold facts"),
        rows,
        notes=(
            f"{len(paragraphs)} paragraphs of {size:.0f} words; means per paragraph.",
            "The shipped parser has learned from the 300 paragraphs of train.jsonl: on them its row is no measurement "
            "(docs/discourse-measured.md).",
        ),
        signature=f"parser:{described(parser)}|paragraphs:{len(paragraphs)}|seed:{seed}",
    )


def foil_table(pairs: Sequence[discourse_foil.FoilPair], parser: str, metrics: Sequence[str], seed: int) -> Table:
    """How often each metric puts the corrected text first, and how often the others."""
    real = [pair for pair in pairs if pair.corrects]
    if not real:
        raise InputError("no pair whose texts differ", "rows with hallucinated and corrected", discourse_foil.CARD.how)
    texts = [pair.corrected for pair in real] + [pair.hallucinated for pair in real]
    references = [[pair.reference] for pair in real]
    result = score(texts, references * 2, metrics=list(metrics), parser=parser)
    rows: list[list[object]] = []
    for name, judged in result.items():
        true, false = np.split(np.asarray(judged.items, np.float64), 2)
        wins, ties = (true > false).astype(np.float64), float((true == false).mean())
        bounds = interval(np.stack([wins, np.ones(len(wins))], axis=1), _share, seed=seed)
        rows.append(
            [name, 100 * float(wins.mean()), per_cent(bounds), 100 * ties, 100 * (float(wins.mean()) + ties / 2)]
        )
    rows.sort(key=lambda row: -float(str(row[1])))
    same = len(pairs) - len(real)
    return Table(
        "DiscourseFOIL: corrected text above the hallucinated one, per cent",
        ("metric", "accuracy", "95 %", "ties", "ties as half"),
        rows,
        notes=(
            f"{len(real)} pairs, one reference each; {same} more have a correction equal to the text and are no pairs.",
            "Ties count as failures in the accuracy.",
            *([_named(real, result["faithfulness"].table())] if "faithfulness" in metrics else ()),
        ),
        signature=f"{result.signature}|pairs:{len(real)}|seed:{seed}",
    )


def _named(pairs: Sequence[discourse_foil.FoilPair], judged: pa.Table) -> str:
    """Whether what faithfulness does not support of the hallucinated texts is where people corrected them."""
    shown = judged.column("where").to_pylist()[len(pairs) :]
    rows = [(pair.false, claims or []) for pair, claims in zip(pairs, shown, strict=True) if pair.false]
    inside = [[any(one["start"] < high and low < one["end"] for low, high in false) for one in c] for false, c in rows]
    first, few, named = (100 * np.mean([any(hits[:size]) for hits in inside]) for size in (1, 5, None))
    claims = [hit for hits in inside for hit in hits]
    return (
        f"Of {len(rows)} texts with words that people deleted or replaced, the claim that faithfulness names first is "
        f"there in {first:.0f} %, one of the first five in {few:.0f} %, one of all in {named:.0f} %; it names "
        f"{len(claims) / max(1, len(rows)):.1f} claims a text, {100 * sum(claims) / max(1, len(claims)):.0f} % of them "
        "there."
    )


def _files(data: Path) -> tuple[Path | None, Path | None]:
    """DiscoSG's file and DiscourseFOIL's, as far as they are there."""
    if data.is_file():
        is_foil = '"hallucinated"' in data.open(encoding="utf-8").readline()
        return (None, data) if is_foil else (data, None)
    found = [
        next((p for p in (data / f.name, data / f) if p.is_file()), None) for f in (discosg.FILE, discourse_foil.FILE)
    ]
    if not any(found):
        raise InputError(
            f"{data} holds neither {discosg.FILE} nor {discourse_foil.FILE}", "one of them", discosg.CARD.how
        )
    return found[0], found[1]


def _measured(name: str, graphs: Sequence[SceneGraph], gold: Sequence[SceneGraph], seed: int) -> list[object]:
    spice = Spice()
    scores = np.array([spice.match(graph, (one,)).scores for graph, one in zip(graphs, gold, strict=True)])
    bounds = interval(np.stack([scores[:, 0], np.ones(len(scores))], axis=1), _share, seed=seed)
    facts = [float(np.mean([len(graph.facts) for graph in some])) for some in (graphs, gold)]
    return [name, 100 * scores[:, 0].mean(), per_cent(bounds), *(100 * scores[:, 1:].mean(axis=0)), *facts]


def _share(sums: Floats) -> Floats:
    found: Floats = sums[..., 0] / sums[..., 1]
    return found
