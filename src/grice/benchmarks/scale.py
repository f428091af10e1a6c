"""Does the cost stay flat as a corpus grows? Millions of captions through row groups, and Ray beside local processes.

Generated captions of random pairs are scored pragmatically from Parquet into a folder of parts. With flat memory and
linear time, the last tenth of the row groups costs what the first did, and the peak is that of the row groups under
way. With `--parsed`, as many real sentences of a file are parsed by processes and, where Ray is installed, by actors.
"""

import resource
import tempfile
import time
from collections.abc import Generator
from dataclasses import dataclass
from functools import partial
from importlib.util import find_spec
from pathlib import Path
from typing import Annotated, Any

import numpy as np
import pyarrow as pa
import pyarrow.parquet as pq
import typer

from grice.benchmarks.options import Seed
from grice.engines.groups import Share, Task
from grice.engines.groups import run as run_groups
from grice.engines.local import Each
from grice.engines.metric_names import resolve
from grice.engines.on_ray import OnRay
from grice.engines.parse import TEXT, parse_batch
from grice.engines.part_files import together
from grice.engines.score_files import ScoringFile, columns
from grice.engines.workers import share
from grice.errors import InputError
from grice.files.row_groups import RowGroup, row_groups
from grice.progress import step
from grice.readers.graphs.parsing import parse
from grice.scenes.context import sample
from grice.speakers.base import load
from grice.tables import Table

GROUP = 100_000
"""Rows of a row group."""


def run(
    captions: Annotated[int, typer.Option(min=0, help="Captions that are generated and scored.")] = 10_000_000,
    processes: Annotated[int, typer.Option(help="Processes, and actors of Ray.")] = 2,
    parsed: Annotated[Path | None, typer.Option(help="Sentences to parse as well, one on each line.")] = None,
    rounds: Annotated[int, typer.Option(min=1, help="Turns that processes and actors take at the sentences.")] = 2,
    seed: Seed = 0,
) -> list[Table]:
    """Time and memory of a large run; with sentences, what sharing them among actors costs."""
    if not captions and parsed is None:
        raise InputError("no captions", "captions to score, or sentences to parse", "--captions 1000000")
    tables = []
    with tempfile.TemporaryDirectory() as folder:
        if captions:
            tables.append(scored(Path(folder), captions, processes, seed))
        if parsed is not None:
            tables.append(shared(Path(folder), parsed.read_text("utf-8").splitlines(), processes, rounds))
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


def shared(folder: Path, sentences: list[str], processes: int, rounds: int) -> Table:
    """Parse sentences with processes and with actors, in turns, each turn from its start to its last part."""
    read: Any = partial(parse, parser="default", threads=1)
    task = Task(Each(partial(parse_batch, parse=read, form="plain")), (TEXT,), {"verb": "parse"})
    engines = {"processes": Clocked(partial(share, processes=processes))}
    engines |= {"actors of Ray": Clocked(OnRay(processes))} if find_spec("ray") else {}
    for turn, some in enumerate(np.array_split(np.array(sentences, object), rounds)):
        path = folder / f"sentences-{turn}.parquet"
        size = max(1, len(some) // (10 * processes))
        pq.write_table(pa.table({TEXT.name: some.tolist()}), path, row_group_size=size)
        for name, engine in engines.items():
            engine.wall += timed(task, row_groups([str(path)]), folder / f"{name}-{turn}", engine=engine)[-1]
    first = engines["processes"]
    rows = [
        [who, len(sentences) / one.wall, first.wall / one.wall, one.processor, first.processor / one.processor]
        for who, one in engines.items()
    ]
    columns = ("who", "sentences per second", "beside processes", "processor seconds", "processes : this")
    note = "processor seconds are those of the work itself, without the start of processes and of Ray"
    return Table(f"{len(sentences):,} sentences parsed by {processes}, {rounds} turns", columns, rows, [note])


@dataclass
class Clocked:
    """Who shares work, and how long that takes: by the clock, and in processor seconds of those who work."""

    engine: Share
    wall: float = 0.0
    processor: float = 0.0

    def __call__(self, function: Any, items: list[Any]) -> Generator[tuple[Any, Any], None, None]:
        for item, (made, seconds) in self.engine(partial(_clocked, function), items):
            self.processor += seconds
            yield item, made


def _clocked(function: Any, item: Any) -> tuple[Any, float]:
    start = time.process_time()
    made = function(item)
    return made, time.process_time() - start


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


def timed(
    task: Task, groups: list[RowGroup], folder: Path, processes: int = 1, engine: Share | None = None
) -> list[float]:
    """Seconds from the start until each part was there."""
    start, moments = time.perf_counter(), []
    for _ in run_groups(task, groups, folder, processes, engine):
        moments.append(time.perf_counter() - start)
        step()
    return moments


def _peak(whose: int) -> float:
    return resource.getrusage(whose).ru_maxrss / 1000
