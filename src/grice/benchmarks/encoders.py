"""How fast is SoftSPICE beside the published evaluator, and (with its data) does it give the same numbers?

Time is per pair of graphs already in memory, in processor time on one thread, beside what was recorded of the published
package (PyPI: FactualSceneGraph; `grice benchmark speed` measures it). Two sets of pairs: those of the evaluator's
vectors (or made-up ones), and the same references judged with five predictions each, as a caption corpus has them
(Flickr8k-Expert: 5.7 candidates per image, taken from other images).
"""

from collections.abc import Callable, Sequence
from pathlib import Path
from time import process_time
from typing import Annotated, Any

import numpy as np
import typer

from grice.benchmarks.graphs import Pair, evaluator_vectors, synthetic
from grice.benchmarks.options import Seed
from grice.encoders.loading import FAST, MINILM
from grice.encoders.minilm import MiniLM
from grice.engines.score import score
from grice.meaning.graph import SceneGraph
from grice.metrics.base import Rows
from grice.metrics.graphs.softspice import SoftSpice
from grice.progress import step
from grice.tables import Table

RUNS = 3
PREDICTIONS = 5
LONG = 10.0
"""Seconds after which a measurement is not repeated."""
RECORDED = {4: 29.0, 128: 9.5}
"""Milliseconds per pair of the published evaluator at its default batch size and at 128, the faster end of what was
recorded on two cores (29 to 78, and 9.5 to 18)."""


def run(
    *,
    data: Annotated[
        Path | None,
        typer.Option(help="Folder of FACTUAL with the evaluator's vectors; without it, only speed is measured."),
    ] = None,
    seed: Seed = 0,
) -> list[Table]:
    """Speed; with `data`, the folder of FACTUAL with the evaluator's vectors, parity too."""
    vectors = evaluator_vectors(data) if data else []
    pairs: list[Pair] = [(v["candidate"], v["references"]) for v in vectors] or synthetic(400, seed)
    rng = np.random.default_rng(seed)
    chosen = [rng.permutation(len(pairs)) for _ in range(PREDICTIONS)]
    corpus = [
        (pairs[other][0], references) for order in chosen for other, (_, references) in zip(order, pairs, strict=True)
    ]
    tables = []
    for title, some in (("pairs that share little", pairs), (f"{PREDICTIONS} predictions an item", corpus)):
        tables.append(speed(title, some))
        step()
    return [*tables, parity(vectors)] if vectors else tables


def speed(title: str, pairs: Sequence[Pair]) -> Table:
    """Milliseconds per pair, ours and theirs, without lemmas, which in the published package need NLTK's data."""
    rows = Rows([SceneGraph.from_text(c) for c, _ in pairs], [[SceneGraph.from_text(r) for r in rs] for _, rs in pairs])
    networks = {bits: MiniLM(threads=1, integers=bits == 8) for bits in (8, 32)}
    metric = SoftSpice(lemmatise=False, encoder=networks[32])

    def first(bits: int) -> None:
        SoftSpice(lemmatise=False, encoder=networks[bits]).measure(Rows(rows.predictions, rows.references))

    def again() -> None:
        metric.measure(Rows(rows.predictions, rows.references))

    again()
    ours = {
        "grice, phrases seen for the first time": _milliseconds(pairs, first, 32),
        f"the same with {FAST}": _milliseconds(pairs, first, 8),
        "grice, phrases seen before": _milliseconds(pairs, again),
    }
    times = {f"published, batch {batch}": ms for batch, ms in RECORDED.items()} | ours
    spoken = sum(
        len(pair.said) + len(pair.meant)
        for p, r in zip(rows.predictions, rows.references or (), strict=True)
        for pair in metric.compared(p, r)[:1]
    )
    return Table(
        f"SoftSPICE, {title}: milliseconds per pair",
        ("which", "ms per pair", *(f"times batch {batch}" for batch in RECORDED)),
        [(which, ms, *(base / ms for base in RECORDED.values())) for which, ms in times.items()],
        (
            f"{len(pairs)} pairs, {spoken} phrases, {len(metric.encoder)} distinct. Processor time, one thread.",
            "The published package: the faster end of what was recorded elsewhere, on two cores.",
        ),
        str(metric.signature),
    )


def parity(vectors: Sequence[dict[str, Any]]) -> Table:
    """On how many of the evaluator's vectors we get its number."""
    made = []
    settings = [(key, encoder) for key in ("plain", "lemmatised") for encoder in (MINILM, FAST)]
    for key, encoder in settings:
        result = score(
            [v["candidate"] for v in vectors],
            [v["references"] for v in vectors],
            metrics=SoftSpice(lemmatise=key == "lemmatised", encoder=encoder),
        )
        items = result["softspice"].items
        wanted = np.array([v[key]["soft_spice"] for v in vectors]) / 100
        equal = int((abs(items - wanted) <= 0.003).sum())
        made.append((f"softspice, {key}, {encoder}", float(wanted.mean()), float(items.mean()), equal, len(vectors)))
    return Table(
        "Parity with the published evaluator",
        ("metric", "published mean", "our mean", "equal to 0.003", "pairs"),
        made,
        (f'The rest of {MINILM} is "vases", whose recorded numbers are those of "va": docs/encoders.md.',),
    )


def _milliseconds(pairs: Sequence[Pair], work: Callable[..., Any], *arguments: Any) -> float:
    """Per pair: the best of a few runs, of one where a run is long."""
    times: list[float] = []
    while not times or (len(times) < RUNS and sum(times) < LONG):
        start = process_time()
        work(*arguments)
        times.append(process_time() - start)
    return 1e3 * min(times) / len(pairs)
