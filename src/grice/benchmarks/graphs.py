"""How fast are the scene graph metrics beside the published evaluator, and (with its data) are the numbers equal?

Speed is per pair of graphs already in memory, in processor time, the best of several runs, beside what was recorded of
the published package (PyPI: FactualSceneGraph; `grice benchmark speed` measures it). With `data`, the folder of
FACTUAL with the evaluator's vectors, the pairs are those of the vectors and three more tables are made.
"""

import json
from collections.abc import Callable, Sequence
from functools import partial
from pathlib import Path
from time import process_time
from typing import Annotated, Any

import numpy as np
import typer

from grice.benchmarks.options import Seed
from grice.corpora import factual
from grice.engines.score import score
from grice.errors import InputError
from grice.meaning.graph import SceneGraph
from grice.metrics.base import Metric
from grice.metrics.graphs.setmatch import SetMatch
from grice.metrics.graphs.spice import Spice
from grice.metrics.texts.diversity import PARTS, Diversity
from grice.progress import step
from grice.tables import Table

RUNS = 7
RECORDED = 0.19
"""Milliseconds per pair of the published SPICE, the faster end of what was recorded on two cores (0.19 to 0.26)."""
SAMPLE = 3600
_OBJECTS = (
    "man",
    "woman",
    "dog",
    "cat",
    "horse",
    "car",
    "bus",
    "tree",
    "table",
    "plate",
    "sofa",
    "shirt",
    "hat",
    "ball",
)
_ATTRIBUTES = ("red", "white", "small", "large", "wooden", "2", "3", "black", "green", "sitting")
_PREDICATES = ("on", "in", "wear", "hold", "next to", "sit on", "stand in", "have", "behind", "ride")
Pair = tuple[str, list[str]]


def run(
    *,
    data: Annotated[Path | None, typer.Option(help="Folder of FACTUAL; without it, only speed is measured.")] = None,
    seed: Seed = 0,
) -> list[Table]:
    """Speed; with `data` also parity with the evaluator's vectors, MR to plain, and the diversity of Table 1."""
    vectors = evaluator_vectors(data) if data else []
    pairs: list[Pair] = [(v["candidate"], v["references"]) for v in vectors] or synthetic(400, seed)
    tables = [speed(pairs)]
    step()
    if data:
        tables += [parity(vectors), conversion(data), diversity(data, seed)]
        step(3)
    return tables


def speed(pairs: Sequence[Pair]) -> Table:
    """Time per pair from graphs in memory, beside the recorded time of the published function."""
    predictions = [SceneGraph.from_text(candidate) for candidate, _ in pairs]
    references = [[SceneGraph.from_text(text) for text in texts] for _, texts in pairs]
    settings: dict[str, Metric] = {
        "spice, plain": Spice(lemmatise=False),
        "spice, lemmatised": Spice(),
        "setmatch, lemmatised": SetMatch(),
    }
    rows: list[tuple[str, float, float | None]] = [("published spice, plain", RECORDED, 1.0)]
    for name, metric in settings.items():
        seconds = best_time(partial(score, predictions, references, metrics=metric))
        ms = 1e3 * seconds / len(pairs)
        rows.append((name, ms, RECORDED / ms if name.startswith("spice") else None))
    return Table(
        "Scene graph metrics: milliseconds per pair",
        ("metric", "ms per pair", "times the published"),
        rows,
        (
            f"{len(pairs)} pairs, best of {RUNS} runs, processor time of one core. The published package: recorded "
            "elsewhere, 0.19 to 0.26 ms.",
        ),
        str(Spice(lemmatise=False).signature),
    )


def parity(vectors: Sequence[dict[str, Any]]) -> Table:
    """On how many of the evaluator's vectors we get its number."""
    made = []
    for key, lemmatise in (("plain", False), ("lemmatised", True)):
        metrics = {
            "set_match": SetMatch(lemmatise=lemmatise),
            "spice": Spice(lemmatise=lemmatise),
            "spice_no_synonyms": Spice(lemmatise=lemmatise, synonyms=False),
        }
        for field, metric in metrics.items():
            items = score([v["candidate"] for v in vectors], [v["references"] for v in vectors], metrics=metric)[
                metric.name
            ].items
            wanted = np.array([v[key][field] for v in vectors]) / 100
            equal = int((abs(items - wanted) <= 0.001).sum())
            made.append((f"{field}, {key}", float(wanted.mean()), float(items.mean()), equal, len(vectors)))
    return Table(
        "Parity with the published evaluator", ("metric", "published mean", "our mean", "equal to 0.001", "pairs"), made
    )


def conversion(data: Path) -> Table:
    """FACTUAL-MR to the plain graph, against the released plain graphs."""
    plain = {
        (i.image_id, i.region_id, i.caption): i
        for name in ("random_train", "random_dev")
        for i in factual.load(data / f"{name}.csv")
    }
    rows = [i for i in factual.load(data / "mr_random_train_dev.csv") if (i.image_id, i.region_id, i.caption) in plain]
    equal = sum(
        i.error is None and set(i.graph.facts) == set(plain[i.image_id, i.region_id, i.caption].graph.facts)
        for i in rows
    )
    return Table(
        "FACTUAL-MR to plain graphs",
        ("rows", "equal as sets", "share", "MR that cannot be read"),
        [(len(rows), equal, equal / len(rows), sum(i.error is not None for i in rows))],
        ("A reference conversion agrees on 0.999 of all 40,369 rows; docs/factual.md lists the rest.",),
    )


def diversity(data: Path, seed: int) -> Table:
    """Table 1 of the paper, on all graphs and on a sample of the size that gives its numbers."""
    graphs = [i.graph for name in ("random_train", "random_dev") for i in factual.load(data / f"{name}.csv")]
    chosen = np.random.default_rng(seed).permutation(len(graphs))[:SAMPLE]
    sets = {f"{SAMPLE} graphs": [graphs[i] for i in chosen], f"{len(graphs)} graphs": graphs}
    made: list[tuple[Any, ...]] = [("paper", "all labels", 2.37, 12.59, 15.02)]
    for name, some in sets.items():
        for over in ("labels", *PARTS):
            found = score(some, metrics=Diversity(over=over))["diversity"].values
            made.append((name, over, found["yules_i"], 100 * found["ttr"], found["mtld"]))
    return Table(
        "Lexical diversity of FACTUAL's graphs (Li et al. 2023, Table 1)",
        ("graphs", "over", "Yule's I", "TTR, per cent", "MTLD"),
        made,
        ("Yule's I and TTR fall as a corpus grows; the paper's three values are those of about 3,600 graphs.",),
        str(Diversity().signature),
    )


def synthetic(count: int, seed: int) -> list[Pair]:
    """Pairs of small graphs, the candidate an edited reference, so that speed can be measured without a corpus."""
    rng = np.random.default_rng(seed)

    def fact() -> str:
        subject, other = rng.choice(_OBJECTS, 2)
        if rng.random() < 0.4:
            return f"( {subject} , is , {rng.choice(_ATTRIBUTES)} )"
        return f"( {subject} , {rng.choice(_PREDICATES)} , {other} )"

    made: list[Pair] = []
    for _ in range(count):
        facts = [fact() for _ in range(rng.integers(1, 4))]
        kept = [f if rng.random() < 0.7 else fact() for f in facts]
        made.append((" , ".join(kept), [" , ".join(facts)]))
    return made


def evaluator_vectors(data: Path) -> list[dict[str, Any]]:
    path = Path(data) / "evaluator_vectors.jsonl"
    if not path.exists():
        raise InputError(f"{path} does not exist", "the folder of FACTUAL with the evaluator's vectors")
    return [json.loads(line) for line in path.read_text("utf-8").splitlines()]


def best_time(work: Callable[[], Any], runs: int = RUNS) -> float:
    """Seconds of processor time, the best of some runs after one to warm up."""
    work()
    times = []
    for _ in range(runs):
        start = process_time()
        work()
        times.append(process_time() - start)
    return min(times)
