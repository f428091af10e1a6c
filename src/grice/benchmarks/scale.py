"""Does the cost stay flat as a corpus grows? Millions of captions through row groups, and Ray beside local processes.

Generated captions of random pairs are scored pragmatically from Parquet into a folder of parts. With flat memory and
linear time, the last tenth of the row groups costs what the first did, and the peak is that of the row groups under
way. With `--parsed`, as many real sentences of a file are parsed by processes and, where Ray is installed, by actors.
"""

import resource
import tempfile
import time
from importlib.util import find_spec
from pathlib import Path
from typing import Annotated, Any

import numpy as np
import pyarrow as pa
import pyarrow.parquet as pq
import typer

from grice.benchmarks.options import Seed
from grice.engines.groups import Share, Task, together
from grice.engines.groups import run as run_groups
from grice.engines.local import Each
from grice.engines.on_ray import OnRay
from grice.engines.parse import TEXT, parse_batch
from grice.engines.score import resolve
from grice.engines.score_files import ScoringFile, columns
from grice.files.row_groups import RowGroup, row_groups
from grice.progress import step
from grice.scenes.context import sample
from grice.speakers.base import load
from grice.tables import Table

GROUP = 100_000
"""Rows of a row group."""


def run(
    captions: Annotated[int, typer.Option(help="Captions that are generated and scored.")] = 10_000_000,
    processes: Annotated[int, typer.Option(help="Processes, and actors of Ray.")] = 2,
    parsed: Annotated[Path | None, typer.Option(help="Sentences to parse as well, one on each line.")] = None,
    seed: Seed = 0,
) -> list[Table]:
    """Time and memory of a large run; with sentences, what sharing them among actors costs."""
    with tempfile.TemporaryDirectory() as folder:
        tables = [scored(Path(folder), captions, processes, seed)]
        if parsed is not None:
            tables.append(shared(Path(folder), parsed.read_text("utf-8").splitlines(), processes))
    return tables


def scored(folder: Path, captions: int, processes: int, seed: int) -> Table:
    """Write captions, score them, and say what it took."""
    groups = row_groups([generated(folder / "captions.parquet", captions, seed)])
    metrics = resolve("pragmatics")
    task = Task(ScoringFile(metrics), tuple(columns(list(metrics.values()))), {"metrics": "pragmatics"}, 8192)
    moments = timed(task, groups, folder / "scores", processes)
    sums = together(folder / "scores", groups)["pragmatics"].total
    tenth = max(1, len(groups) // 10)
    seconds = moments[-1]
    # The first parts wait for their processes to start, which is no cost of a row.
    early = (moments[2 * tenth - 1] - moments[tenth - 1]) / tenth if len(moments) >= 3 * tenth else float("nan")
    late = (moments[-1] - moments[-1 - tenth]) / tenth if len(moments) > tenth else float("nan")
    rows: list[list[object]] = [
        ["captions scored", captions],
        ["of them discriminative", float(sums["d"] / sums["d.defined"])],
        ["seconds", seconds],
        ["captions per second and process", captions / seconds / processes],
        ["a row group at the end : near the start, time", late / early],
        ["peak memory of the process that shares the work, MB", _peak(resource.RUSAGE_SELF)],
        ["peak memory of a process that works, MB", _peak(resource.RUSAGE_CHILDREN)],
        ["size of the parts, MB", sum(path.stat().st_size for path in (folder / "scores").rglob("*.*")) / 1e6],
    ]
    return Table(f"Row groups of {GROUP:,} captions, {processes} processes", ("what", "measured"), rows)


def shared(folder: Path, sentences: list[str], processes: int) -> Table:
    """Parse sentences with processes and with actors, from the start of both to their last part."""
    from functools import partial

    from grice.readers.graphs.parsing import parse

    path = folder / "sentences.parquet"
    pq.write_table(pa.table({TEXT.name: sentences}), path, row_group_size=max(1, len(sentences) // (10 * processes)))
    read: Any = partial(parse, parser="default", threads=1)
    task = Task(Each(partial(parse_batch, parse=read, form="plain")), (TEXT,), {"verb": "parse"})
    groups = row_groups([str(path)])
    engines: dict[str, Share | None] = {"processes": None}
    engines |= {"actors of Ray": OnRay(processes)} if find_spec("ray") else {}
    found = {name: timed(task, groups, folder / name, processes, engine)[-1] for name, engine in engines.items()}
    rows = [[name, seconds, len(sentences) / seconds, found["processes"] / seconds] for name, seconds in found.items()]
    title = f"{len(sentences):,} sentences parsed by {processes}"
    return Table(title, ("who", "seconds", "sentences per second", "beside processes"), rows)


def generated(path: Path, captions: int, seed: int) -> str:
    """Short captions of random pairs as Parquet, a row group at a time."""
    speak = load("short")
    writer: pq.ParquetWriter | None = None
    for number, first in enumerate(range(0, captions, GROUP)):
        pairs = sample(min(GROUP, captions - first), seed=seed + number)
        batch = pa.record_batch(
            {
                "prediction": speak(pairs.targets, seed=seed + number),
                "target_id": pairs.targets,
                "distractor_ids": pa.ListArray.from_arrays(
                    np.arange(len(pairs) + 1, dtype=np.int32), pairs.distractors
                ),
            }
        )
        if writer is None:
            writer = pq.ParquetWriter(path, batch.schema, compression="zstd")
        writer.write_batch(batch, row_group_size=GROUP)
        step()
    if writer is not None:
        writer.close()
    return str(path)


def timed(task: Task, groups: list[RowGroup], folder: Path, processes: int, engine: Share | None = None) -> list[float]:
    """Seconds from the start until each part was there."""
    start, moments = time.perf_counter(), []
    for _ in run_groups(task, groups, folder, processes, engine):
        moments.append(time.perf_counter() - start)
        step()
    return moments


def _peak(whose: int) -> float:
    return resource.getrusage(whose).ru_maxrss / 1000
