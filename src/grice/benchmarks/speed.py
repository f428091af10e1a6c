"""How fast is it here? Beside other programs, by caption, as the work grows, and how much memory it takes.

Everything but the corpus that is written is processor time of one core, so that other work on the machine matters
little, and every ratio is of two times measured in one run, or of one and a record scaled to this machine
(`benchmarks.alternatives`). Captions are made up, none of them twice where there is enough to say.
"""

import json
import resource
import subprocess
import sys
import tempfile
import time
from collections.abc import Callable
from pathlib import Path
from typing import Annotated

import typer

from grice.benchmarks.beside import beside
from grice.benchmarks.options import Seed
from grice.benchmarks.parser import of_twelve_words
from grice.benchmarks.timing import REFERENCES, items, judging, kinds_of_text, parsing, seconds
from grice.corpora import a3ds
from grice.engines.score import score
from grice.progress import step
from grice.scenes.context import sample
from grice.speakers.base import load
from grice.tables import Table

ROOMS = 100
"""Captions of rooms for each that a network reads: they take so much less time."""
_BUILD = "import sys; from grice.corpora import a3ds; a3ds.build(sys.argv[1])"
_SCORE = (
    "import sys, json, grice; said = json.load(sys.stdin);"
    "grice.score(said, [said[:5]] * len(said), metrics=['spice', 'softspice', 'grice'])"
)


def run(
    captions: Annotated[int, typer.Option(help="Captions that are read for a line of the tables.", min=8)] = 512,
    seed: Seed = 0,
) -> list[Table]:
    """Ours beside others, captions per second, growth, memory; and the whole A3DS corpus written."""
    return [beside(captions, seed), rates(captions, seed), growth(captions, seed), memory(captions, seed)]


def rates(captions: int, seed: int = 0) -> Table:
    """Captions per second of one core, by what is done to them."""
    rows: list[tuple[str, float]] = []
    for what, texts in kinds_of_text(captions, seed).items():
        rows.append((f"{what} parsed", 1 / parsing(texts)))
    said, meant = items(captions // (1 + REFERENCES) + 1, seed)
    spent = seconds(judging(said, meant))
    rows.append(
        (
            f"captions and references read and scored: spice, softspice, grice, {REFERENCES} references",
            len(said) * (1 + REFERENCES) / spent,
        )
    )
    rows.append(("captions of rooms scored pragmatically", scoring_rate(seed, ROOMS * captions)))
    step()
    return Table("Captions per second of one core", ("what", "captions per second"), rows)


def growth(captions: int, seed: int = 0) -> Table:
    """How the time grows where the work is doubled, and doubled again: 2 and 4 where it grows in proportion."""
    rows = []
    works: dict[str, Callable[[int], float]] = {
        "captions of twelve words parsed": lambda n: parsing(of_twelve_words(n, seed)) * n,
        "spice, softspice and grice": lambda n: seconds(judging(*items(max(1, n // (1 + REFERENCES)), seed))),
        "captions of rooms scored pragmatically": lambda n: ROOMS * n / scoring_rate(seed, ROOMS * n),
    }
    for what, work in works.items():
        times = [work(size) for size in (captions // 4, captions // 2, captions)]
        rows.append((what, times[0], times[1] / times[0], times[2] / times[0]))
        step()
    return Table(
        "How the time grows",
        ("what", f"seconds for N = {captions // 4}", "2 N : N", "4 N : N"),
        rows,
        (f"Less than 2 and 4 where words and phrases repeat; rooms are {ROOMS} N.",),
    )


def memory(captions: int, seed: int = 0) -> Table:
    """Time and peak memory of processes of their own, the one that takes less first: a peak is that of all before."""
    spent, written = build_cost()
    rows: list[tuple[str, object, str]] = [
        ("captions of A3DS written as Parquet", written, f"{a3ds.count(('exhaustive', 'short')):,}"),
        ("seconds of that, wall clock", spent, "under 60"),
        ("peak memory of that, MB", _peak(), "under 1,000"),
    ]
    step()
    said = json.dumps(of_twelve_words(captions, seed))
    subprocess.run([sys.executable, "-c", _SCORE], input=said, text=True, check=True)
    rows.append((f"peak memory of spice, softspice and grice of {captions} captions, MB", _peak(), "under 1,500"))
    step()
    return Table("A whole corpus, and memory", ("what", "measured", "aim"), rows)


def scoring_rate(seed: int = 0, captions: int = 40_000) -> float:
    """Exhaustive captions of random pairs through the pragmatic metrics, per second of processor time."""
    pairs = sample(captions, seed=seed)
    texts = load("exhaustive")(pairs.targets, seed=seed)
    distractors = pairs.distractors[:, None].tolist()
    targets = pairs.targets.tolist()
    return captions / seconds(lambda: score(texts, targets=targets, distractors=distractors, metrics="pragmatics"), 1)


def build_cost() -> tuple[float, int]:
    """Seconds and captions of a whole build, in a process of its own."""
    with tempfile.TemporaryDirectory() as folder:
        start = time.perf_counter()
        subprocess.run([sys.executable, "-c", _BUILD, folder], check=True)
        spent = time.perf_counter() - start
        return spent, sum(_rows(path) for path in Path(folder).glob("*.parquet"))


def _peak() -> float:
    return resource.getrusage(resource.RUSAGE_CHILDREN).ru_maxrss / 1000


def _rows(path: Path) -> int:
    import pyarrow.parquet as pq

    return int(pq.read_metadata(path).num_rows)
