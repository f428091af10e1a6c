"""Row groups: the same output whoever works on them, whatever is killed, and whatever one of them does."""

import json
import os
import signal
import subprocess
import sys
from dataclasses import replace
from pathlib import Path
from typing import Any

import numpy as np
import pyarrow as pa
import pyarrow.parquet as pq
import pytest

import grice
from grice.engines.groups import Task, carefully, first_pass, run
from grice.engines.local import Each
from grice.engines.part_files import FAILED, Failed, Finished, part_of, together
from grice.errors import InputError
from grice.files import Column
from grice.files.row_groups import row_groups
from grice.progress import watched_by
from grouped import TEXT, Slow, Touchy, compared, contents, scoring, written


def made(folder: Path) -> list[dict[str, Any]]:
    rows: list[dict[str, Any]] = pq.read_table(folder).to_pylist()
    return rows


def test_the_parts_hold_every_row_in_order_with_the_values_that_score_gives(tmp_path: Path) -> None:
    url = written(tmp_path / "captions.parquet")
    groups = row_groups([url])
    done = list(run(scoring(), groups, tmp_path / "out"))
    assert [one.rows for one in done if isinstance(one, Finished)] == [100] * 5
    rows = made(tmp_path / "out")
    assert [row["row"] for row in rows] == list(range(500))
    assert [row["mine"] for row in rows] == [f"note {i}" for i in range(500)]
    table = pq.read_table(url)
    wanted = grice.score(
        table["prediction"].to_pylist(),
        targets=table["target_id"].to_pylist(),
        distractors=table["distractor_ids"].to_pylist(),
        metrics="pragmatics",
    )["pragmatics"]
    np.testing.assert_array_equal([row["d"] for row in rows], wanted.items)
    sums = together(tmp_path / "out", groups)["pragmatics"].total
    assert {name: pytest.approx(value) for name, value in wanted.values.items()} == wanted.metric.compute(sums)


def test_two_processes_write_the_same_bytes_as_one(tmp_path: Path) -> None:
    groups = row_groups([written(tmp_path / "captions.parquet", 300)])
    list(run(scoring(), groups, tmp_path / "one"))
    list(run(scoring(), groups, tmp_path / "two", processes=2))
    assert contents(tmp_path / "one") == contents(tmp_path / "two")


def test_the_first_pass_is_shared_and_rarities_are_those_of_all_rows(tmp_path: Path) -> None:
    url = compared(tmp_path / "captions.parquet")
    groups, table, read = row_groups([url]), pq.read_table(url), []
    for processes in (1, 2):
        task = first_pass(scoring(names="cider"), groups, processes, step=read.append)
        list(run(task, groups, tmp_path / str(processes), processes))
    assert read == [100] * 6
    assert contents(tmp_path / "1") == contents(tmp_path / "2")
    wanted = grice.score(table["prediction"], table["references"], metrics="cider")["cider"]
    np.testing.assert_array_equal([row["cider"] for row in made(tmp_path / "2")], wanted.items)


def test_a_row_group_that_cannot_be_read_has_no_say_in_the_first_pass(tmp_path: Path) -> None:
    url = compared(tmp_path / "captions.parquet")
    groups = row_groups([url])
    gone = replace(groups[1], url=str(tmp_path / "captions.csv"))
    (tmp_path / "captions.csv").write_text("no row group")
    whole, less = (first_pass(scoring(names="cider"), some).prepared for some in (groups, [groups[0], gone, groups[2]]))
    assert (whole["cider"].items, less["cider"].items) == (300, 200)


@pytest.mark.parametrize(
    ("metrics", "value"), [("pragmatics", "d"), ("bleu", "bleu2"), ("bleu", "bleu4"), ("rouge", "rouge")]
)
def test_intervals_of_sums_are_those_of_the_bootstrap(tmp_path: Path, metrics: str, value: str) -> None:
    url = written(tmp_path / "in.parquet", 2000) if metrics == "pragmatics" else compared(tmp_path / "in.parquet", 2000)
    groups, table = row_groups([url]), pq.read_table(url)
    list(run(scoring(names=metrics), groups, tmp_path / "out"))
    given = {"targets": "target_id", "distractors": "distractor_ids", "references": "references"}
    columns = {name: table[column] for name, column in given.items() if column in table.column_names}
    score = grice.score(table["prediction"], metrics=metrics, **columns)[metrics]
    wanted = score[value].interval(samples=4000)
    found = together(tmp_path / "out", groups)[metrics].interval(score.metric, value)
    assert tuple(found) == pytest.approx(tuple(wanted), abs=0.1 * (wanted.high - wanted.low))


def test_a_row_group_under_way_tells_how_many_of_its_rows_are_done(tmp_path: Path) -> None:
    groups = row_groups([compared(tmp_path / "in.parquet")])
    told: list[float] = []
    with watched_by(lambda share, _: told.append(share)):
        list(run(scoring(batch_rows=25, names="rouge,bleu"), groups, tmp_path / "out"))
    eighths = [1, 2, 2, 3, 4, 4, 5, 6, 6, 7, 8, 8]  # of four batches, each metric and then the batch
    assert told == [one / 8 for one in eighths] * 3


KILLED = """
import sys, time
from pathlib import Path
from grouped import Slow, TEXT
from grice.engines.groups import Task, run
from grice.files.row_groups import row_groups
class Stuck(Slow):
    def work(self, batch, prepared):
        time.sleep(600 if batch.column("text")[0].as_py() == "caption 250" else 0)
        return super().work(batch, prepared)
for one in run(Task(Stuck(0), (TEXT,), {"job": "slow"}, 50), row_groups([sys.argv[1]]), Path(sys.argv[2])):
    print(one.group.number, flush=True)
"""


def test_a_killed_run_continues_and_ends_in_the_same_bytes(tmp_path: Path) -> None:
    pq.write_table(
        pa.table({"text": [f"caption {i}" for i in range(600)]}), tmp_path / "in.parquet", row_group_size=100
    )
    url, out = str(tmp_path / "in.parquet"), tmp_path / "killed"
    root = Path(__file__).parents[2]
    process = subprocess.Popen(
        [sys.executable, "-c", KILLED, url, str(out)], cwd=root / "tests", stdout=subprocess.PIPE, text=True
    )
    assert process.stdout is not None
    for _ in range(2):
        process.stdout.readline()
    process.send_signal(signal.SIGKILL)
    process.wait()
    finished = {path.name: path.stat().st_mtime_ns for path in out.glob("part-*.parquet")}
    assert len(finished) == 2  # and half of the third
    task = Task(Slow(0), (TEXT,), {"job": "slow"}, 50)
    list(run(task, row_groups([url]), out))
    assert {name: (out / name).stat().st_mtime_ns for name in finished} == finished
    list(run(task, row_groups([url]), tmp_path / "whole"))
    assert contents(out) == contents(tmp_path / "whole")


def test_a_folder_of_another_run_is_refused(tmp_path: Path) -> None:
    groups = row_groups([written(tmp_path / "captions.parquet", 100)])
    list(run(scoring(), groups, tmp_path / "out"))
    other = Task(Slow(0), (Column("text", "text", ("prediction",)),), {"job": "slow"})
    with pytest.raises(InputError, match="holds another run"):
        list(run(other, groups, tmp_path / "out"))
    (tmp_path / "mine").mkdir()
    (tmp_path / "mine" / "thesis.txt").write_text("do not lose me")
    with pytest.raises(InputError, match="is not empty"):
        list(run(scoring(), groups, tmp_path / "mine"))


def test_a_corrupt_row_group_costs_itself_alone(tmp_path: Path) -> None:
    path = tmp_path / "captions.parquet"
    url = written(path)
    groups = row_groups([url])
    chunk = pq.ParquetFile(path).metadata.row_group(2).column(0)
    raw = bytearray(path.read_bytes())
    start = chunk.dictionary_page_offset or chunk.data_page_offset
    raw[start : start + chunk.total_compressed_size] = os.urandom(chunk.total_compressed_size)
    path.write_bytes(raw)
    done = list(run(scoring(), groups, tmp_path / "out"))
    failed = [one for one in done if isinstance(one, Failed)]
    assert [one.group.number for one in failed] == [2]
    assert {row["row"] for row in made(tmp_path / "out")} == {*range(200), *range(300, 500)}
    (line,) = (tmp_path / "out" / FAILED).read_text().splitlines()
    assert json.loads(line)["number"] == 2
    assert not list((tmp_path / "out").rglob(".*"))


def test_a_row_that_fails_goes_out_with_its_error_and_costs_no_other() -> None:
    texts = [f"caption {i}" for i in range(20)]
    texts[13] = "fail"
    batch = pa.record_batch({"text": texts, "row": list(range(20)), "error": pa.nulls(20, pa.string())})
    parts = [found for found, _ in carefully(Touchy(), batch, None)]
    table = pa.Table.from_batches(parts)
    assert table["row"].to_pylist() == list(range(20))
    errors = table["error"].to_pylist()
    assert [i for i, error in enumerate(errors) if error] == [13]
    assert "ZeroDivisionError" in errors[13]


def test_a_process_that_dies_costs_its_row_group_alone(tmp_path: Path) -> None:
    texts = [f"caption {i}" for i in range(60)]
    texts[25] = "kill"
    pq.write_table(pa.table({"text": texts}), tmp_path / "in.parquet", row_group_size=20)
    groups = row_groups([str(tmp_path / "in.parquet")])
    done = list(run(Task(Touchy(), (TEXT,), {"job": "touchy"}), groups, tmp_path / "out", processes=2))
    assert sorted(one.group.number for one in done if isinstance(one, Finished)) == [0, 2]
    (failed,) = [one for one in done if isinstance(one, Failed)]
    assert failed.group.number == 1
    assert "signal 9" in failed.reason


def test_parts_of_several_files_are_numbered_over_all(tmp_path: Path) -> None:
    urls = [written(tmp_path / name, 150) for name in ("a.parquet", "b.parquet")]
    groups = row_groups(urls)
    assert [(group.number, group.first, group.rows) for group in groups] == [
        (0, 0, 100),
        (1, 100, 50),
        (0, 150, 100),
        (1, 250, 50),
    ]
    list(run(Task(Each(lambda batch: batch), (Column("prediction", "text"),), {}), groups, tmp_path / "out"))
    assert [row["row"] for row in made(tmp_path / "out")] == list(range(300))
    assert part_of(tmp_path / "out", groups[2]).is_file()


def test_a_run_that_is_stopped_leaves_nothing_half_written(tmp_path: Path) -> None:
    texts = pa.table({"text": [f"caption {i}" for i in range(400)]})
    pq.write_table(texts, tmp_path / "in.parquet", row_group_size=100)
    groups = row_groups([str(tmp_path / "in.parquet")])
    task = Task(Slow(0.3), (TEXT,), {"job": "slow"}, 10)
    under_way = []

    def stop(share: float, _: str) -> None:
        if share > 0.1:
            under_way.extend((tmp_path / "out").glob(".*.partial"))
            raise KeyboardInterrupt

    with watched_by(stop), pytest.raises(KeyboardInterrupt):
        list(run(task, groups, tmp_path / "out", processes=2))
    assert under_way
    assert not list((tmp_path / "out").rglob(".*"))
