"""How fast is it here? Captions scored per second, and the whole A3DS corpus written to disk."""

import resource
import subprocess
import sys
import tempfile
import time
from pathlib import Path

from grice.benchmarks.options import Seed
from grice.corpora import a3ds
from grice.engines.score import score
from grice.progress import step
from grice.scenes.context import sample
from grice.speakers.base import load
from grice.tables import Table

_BUILD = "import sys; from grice.corpora import a3ds; a3ds.build(sys.argv[1])"


def run(seed: Seed = 0) -> list[Table]:
    """Scoring on one core, and building the corpus in a process of its own, with its time and peak memory."""
    rows = [["captions scored per second (one core)", scoring_rate(seed), "at least 50,000"]]
    step()
    seconds, megabytes, captions = build_cost()
    rows += [
        ["seconds to write all captions as Parquet", seconds, "under 60"],
        ["peak memory of that, MB", megabytes, "under 1,000"],
        ["captions written", captions, f"{a3ds.count(('exhaustive', 'short')):,}"],
    ]
    step()
    return [Table("Speed on this machine", ("what", "measured", "aim"), rows)]


def scoring_rate(seed: int = 0, captions: int = 40_000) -> float:
    """Exhaustive captions of random pairs through the pragmatic metrics, per second of processor time."""
    pairs = sample(captions, seed=seed)
    texts = load("exhaustive")(pairs.targets, seed=seed)
    distractors = pairs.distractors[:, None].tolist()
    targets = pairs.targets.tolist()
    start = time.process_time()
    score(texts, targets=targets, distractors=distractors, metrics="pragmatics")
    return captions / (time.process_time() - start)


def build_cost() -> tuple[float, float, int]:
    """Seconds, peak megabytes and captions of a whole build."""
    with tempfile.TemporaryDirectory() as folder:
        start = time.perf_counter()
        subprocess.run([sys.executable, "-c", _BUILD, folder], check=True)
        seconds = time.perf_counter() - start
        captions = sum(_rows(path) for path in Path(folder).glob("*.parquet"))
    peak = resource.getrusage(resource.RUSAGE_CHILDREN).ru_maxrss / 1000
    return seconds, peak, captions


def _rows(path: Path) -> int:
    import pyarrow.parquet as pq

    return int(pq.read_metadata(path).num_rows)
