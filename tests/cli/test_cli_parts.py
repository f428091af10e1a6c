"""`--parts`: a corpus of any size into a folder, from the command line."""

import json
import subprocess
from collections.abc import Callable
from pathlib import Path

import pyarrow.parquet as pq
import pytest

from grouped import written

Run = Callable[..., "subprocess.CompletedProcess[str]"]


def test_score_writes_parts_continues_and_gives_the_values_of_a_plain_run(tmp_path: Path, grice: Run) -> None:
    url, out = written(tmp_path / "captions.parquet", 200), tmp_path / "scores"
    first = grice("score", url, "-m", "pragmatics", "--parts", out)
    assert first.returncode == 0, first.stderr
    again = grice("score", url, "-m", "pragmatics", "--parts", out)
    assert "2 of them by an earlier run" in again.stderr
    plain = grice("score", url, "-m", "pragmatics", "--no-interval")
    wanted = {row["value"]: (row["score"], row["null"]) for row in map(json.loads, plain.stdout.splitlines())}
    for run in (first, again):
        found = {row["value"]: (row["score"], row["null"]) for row in map(json.loads, run.stdout.splitlines())}
        assert {name: score for name, (score, _) in found.items()} == {
            name: score for name, (score, _) in wanted.items()
        }
        assert [null for _, null in found.values()] == pytest.approx([null for _, null in wanted.values()])
    assert pq.read_table(out).num_rows == 200


def test_a_folder_of_another_run_and_a_file_that_is_no_parquet_are_refused(tmp_path: Path, grice: Run) -> None:
    url, out = written(tmp_path / "captions.parquet", 100), tmp_path / "scores"
    grice("score", url, "-m", "pragmatics", "--parts", out)
    other = grice("score", url, "-m", "pragmatics:rule=strict", "--parts", out)
    assert (other.returncode, "another run" in other.stderr) == (2, True)
    (tmp_path / "captions.csv").write_text("prediction\na cat\n")
    csv = grice("score", tmp_path / "captions.csv", "-m", "rouge", "--parts", tmp_path / "new")
    assert (csv.returncode, "a Parquet file" in csv.stderr) == (2, True)
    sequence = grice("score", url, "-m", "diversity:over=words", "--parts", tmp_path / "new")
    assert (sequence.returncode, "add up" in sequence.stderr) == (2, True)
    assert not (tmp_path / "new").exists()
