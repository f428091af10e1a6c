"""How fast and how good is a scene graph parser here? Captions per second beside Flan-T5-base, and the dev scores.

Speed is measured as users call it, beside what was recorded for a network of Flan-T5-base's shape
(`grice benchmark speed` measures it). Quality follows the published protocol (Li et al. 2023): Set Match and SPICE
with noun lemmas against plain graphs, also over the rows whose caption has no near-duplicate in the training file.
"""

import subprocess
import sys
import time
from collections.abc import Callable, Sequence
from pathlib import Path
from typing import Annotated

import numpy as np
import typer

from grice.benchmarks.options import Seed, Split
from grice.corpora import factual
from grice.engines.score import score
from grice.networks.session import cores
from grice.progress import step
from grice.readers.base import Parser
from grice.readers.graphs.parsing import DEFAULT, load, parse
from grice.tables import Table

PUBLISHED = (
    ("SPICE's parser (Stanford), random test", 31.96, 69.66),
    ("FACTUAL-T5, random test", 79.44, 92.23),
    ("FACTUAL-T5 pretrained on Visual Genome, random test", 79.77, 92.91),
    ("Flan-T5-base as released, random test", 81.37, 93.27),
)
RECORDED_T5 = 5.65
"""Captions per second on one core with Flan-T5-base's shape: random weights, 20 new tokens, batches of 32."""
RUNS = 3
_THINGS = ("man", "woman", "dog", "ball", "street", "table", "car", "tree", "horse", "window", "plate", "shirt")
_LOOKS = ("red", "small", "old", "white", "wooden", "large", "young", "black")
_LINKS = ("on", "next to", "holding", "in front of", "near", "wearing", "behind")
_COLD = "import sys; from grice.cli.main import main; sys.argv = ['grice', 'parse', *sys.argv[1:]]; main()"


def run(
    parser: Annotated[str, typer.Option(help="Which parser: default, rules, a folder, or a hub id.")] = DEFAULT,
    data: Annotated[Path | None, typer.Option(help="Folder of FACTUAL; without it, only speed is measured.")] = None,
    split: Split = "random",
    beams: Annotated[int | None, typer.Option(help="Beam width, instead of the parser's own setting.")] = None,
    seed: Seed = 0,
) -> list[Table]:
    """Speed and first answer; with `data`, the folder of FACTUAL, also quality on the split's development set."""
    items = list(factual.load(data / f"{split}_dev.csv")) if data else []
    captions = [item.caption for item in items] or made_up(1000, seed)
    tables = [speed(parser, beams, captions)]
    step()
    if data:
        tables.append(quality(load(parser, beams=beams), items, data / f"{split}_train.csv"))
        step()
    return tables


def speed(name: str, beams: int | None, captions: Sequence[str]) -> Table:
    """Captions per second, and seconds to the first answer of the command line."""
    parser, alone = load(name, beams=beams), load(name, beams=beams, threads=1)
    every = _rate(lambda: len(parse(captions, parser)), time.perf_counter, RUNS)
    one = _rate(lambda: len(parse(captions, alone)), time.process_time, 1)
    return Table(
        "Speed of the parser",
        ("what", "measured", "aim"),
        [
            (f"captions per second, {parser.name}, {cores()} cores, wall clock", every, ""),
            (f"captions per second, {parser.name}, one core, its own time", one, ""),
            ("captions per second, Flan-T5-base, one core, recorded", RECORDED_T5, ""),
            ("times Flan-T5-base, one core", one / RECORDED_T5, "at least 25"),
            ("seconds to the first answer of `grice parse`, cold start", cold_start(name), "under 2"),
        ],
        (
            "Flan-T5-base: its shape with random weights, 20 new tokens, batches of 32, recorded elsewhere",
            f"{len(captions)} captions, best of {RUNS} runs; other work on the machine slows the wall clock",
        ),
        parser.fingerprint,
    )


def quality(parser: Parser, items: Sequence[factual.Item], train: Path) -> Table:
    """Set Match and SPICE on all rows, and on those without a near-duplicate in the training file."""
    graphs = parse([item.caption for item in items], parser)
    scores = score(graphs, [[item.graph] for item in items], metrics=["setmatch", "spice"])
    fresh = factual.fresh([item.caption for item in items], (item.caption for item in factual.load(train)))
    rows: list[tuple[object, ...]] = [(name, None, a, b) for name, a, b in PUBLISHED]
    for name, kept in (("dev", np.ones(len(items), bool)), ("dev, no near-duplicate in train", fresh)):
        means = [100 * float(scores[metric].items[kept].mean()) for metric in ("setmatch", "spice")]
        rows.append((f"{parser.name}, {name}", int(kept.sum()), *means))
    return Table(
        "Quality of the parser (Li et al. 2023, Table 3)",
        ("parser", "rows", "Set Match", "SPICE"),
        rows,
        ("The published rows are on the random test set; the rows of this run are on the development set.",),
        scores.signature,
    )


def cold_start(parser: str) -> float:
    """Seconds from nothing to the first answer of the command line."""
    start = time.perf_counter()
    command = [sys.executable, "-c", _COLD, "two dogs chase a ball", "--parser", parser]
    subprocess.run(command, check=True, capture_output=True)
    return time.perf_counter() - start


def made_up(count: int, seed: int) -> list[str]:
    """Captions for timing without a corpus: as long as those of FACTUAL on average."""
    rng = np.random.default_rng(seed)

    def one() -> str:
        caption = f"a {rng.choice(_LOOKS)} {rng.choice(_THINGS)} {rng.choice(_LINKS)} the {rng.choice(_THINGS)}"
        return caption if rng.random() < 0.7 else f"{caption} with {rng.choice(_LOOKS)} {rng.choice(_THINGS)}s"

    return [one() for _ in range(count)]


def of_twelve_words(count: int, seed: int) -> list[str]:
    """Captions for timing without a corpus, each of twelve words: a little longer than those of COCO."""
    rng = np.random.default_rng(seed)
    short, long = ([link for link in _LINKS if len(link.split()) == size] for size in (1, 2))

    def one() -> str:
        things = [f"{rng.choice(_LOOKS)} {rng.choice(_THINGS)}" for _ in range(3)]
        return f"a {things[0]} {rng.choice(short)} a {things[1]} {rng.choice(long)} the {things[2]}"

    return [one() for _ in range(count)]


def _rate(work: Callable[[], int], clock: Callable[[], float], runs: int) -> float:
    """Items per second by a clock, the best of some runs after one to warm up."""
    work()
    best = 0.0
    for _ in range(runs):
        start = clock()
        count = work()
        best = max(best, count / (clock() - start))
    return best
