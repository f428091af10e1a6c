"""What tests of row groups share: a corpus in row groups, a task over it, jobs that are slow or touchy."""

import os
import signal
import time
from dataclasses import dataclass
from pathlib import Path
from typing import Any

import numpy as np
import pyarrow as pa
import pyarrow.parquet as pq

from grice.engines.groups import Task
from grice.engines.metric_names import resolve
from grice.engines.score_files import ScoringFile, columns
from grice.files import Column, extended

TEXT = Column("text", "text", ("caption",))
CAPTIONS = ("a red ball", "a tiny blue block", "", "the pill is green", "a large ball in the middle")


def written(path: Path, rows: int = 500, group: int = 100) -> str:
    """Captions of rooms in row groups; one in five is empty."""
    rng = np.random.default_rng(0)
    table = pa.table(
        {
            "prediction": [CAPTIONS[i % len(CAPTIONS)] for i in range(rows)],
            "target_id": rng.integers(0, 240_000, rows),
            "distractor_ids": [[int(i)] for i in rng.integers(240_000, 480_000, rows)],
            "mine": [f"note {i}" for i in range(rows)],
        }
    )
    pq.write_table(table, path, row_group_size=group)
    return str(path)


def compared(path: Path, rows: int = 300, group: int = 100) -> str:
    """Captions with a reference or two in row groups; no two rows say the same."""
    things = ("dog", "cat", "red ball", "man", "horse", "small cup", "table")
    table = pa.table(
        {
            "prediction": [f"a {things[i % 7]} and {i % 5} {things[i % 3]}s" for i in range(rows)],
            "references": [
                [f"the {things[i % 4]} with {i % 6} {things[i % 5]}s", f"number {i}"][: 1 + i % 2] for i in range(rows)
            ],
        }
    )
    pq.write_table(table, path, row_group_size=group)
    return str(path)


def scoring(batch_rows: int = 64, names: str = "pragmatics") -> Task:
    metrics = resolve(names.split(","))
    return Task(ScoringFile(metrics), tuple(columns(list(metrics.values()))), {"metrics": names}, batch_rows)


def contents(folder: Path) -> dict[str, bytes]:
    """Every file of a folder by its place in it."""
    return {str(path.relative_to(folder)): path.read_bytes() for path in folder.rglob("*") if path.is_file()}


@dataclass(frozen=True)
class Slow:
    """Texts in capitals, not at once."""

    pause: float = 0.1
    prepares = False

    def prepare(self, batches: Any) -> None: ...

    def work(self, batch: pa.RecordBatch, prepared: Any) -> tuple[pa.RecordBatch, None]:  # noqa: ARG002
        time.sleep(self.pause)
        said = [text.upper() if text else None for text in batch.column("text").to_pylist()]
        return extended(batch, {"loud": pa.array(said, pa.string())}), None


@dataclass(frozen=True)
class Touchy:
    """Kills its process, or fails, at a word."""

    prepares = False

    def prepare(self, batches: Any) -> None: ...

    def work(self, batch: pa.RecordBatch, prepared: Any) -> tuple[pa.RecordBatch, None]:  # noqa: ARG002
        for text, error in zip(batch.column("text").to_pylist(), batch.column("error").to_pylist(), strict=True):
            if text == "kill" and not error:
                os.kill(os.getpid(), signal.SIGKILL)
            if text == "fail" and not error:
                raise ZeroDivisionError("a row that nobody thought of")
        return batch, None
