"""`grice score` as a user runs it: good rows scored, bad rows named, nothing lost."""

import csv
import json
import os
from pathlib import Path
from typing import Any

import pyarrow as pa
import pyarrow.parquet as pq
import pytest


@pytest.fixture
def good(tmp_path: Path) -> Path:
    path = tmp_path / "predictions.csv"
    path.write_text("prediction,target_id,distractor_id\na red block,0,480\na block,0,480\n")
    return path


def summary(done) -> dict[str, dict]:
    return {row["value"]: row for row in map(json.loads, done.stdout.splitlines())}


def test_a_summary_in_json_lines_with_intervals_and_chance(good: Path, grice) -> None:
    done = grice("score", good, "--metrics", "pragmatics")
    assert done.returncode == 0, done.stderr
    rows = summary(done)
    assert rows["d"]["score"] == 0.5
    assert rows["d"]["low"] <= 0.5 <= rows["d"]["high"]
    assert rows["d"]["null"] == pytest.approx((1 / 6 + 1 / 3) / 2)
    assert rows["e"]["items"] == 1
    assert "signature: pragmatics|rule:paper" in done.stderr


def test_items_go_to_any_format_and_are_not_overwritten(good: Path, tmp_path: Path, grice) -> None:
    for name in ("out.jsonl", "out.csv", "out.parquet"):
        done = grice("score", good, "--metrics", "pragmatics", "--out", tmp_path / name)
        assert done.returncode == 0, done.stderr
    rows = [json.loads(line) for line in (tmp_path / "out.jsonl").read_text().splitlines()]
    assert [row["d"] for row in rows] == [1, 0]
    assert rows[0]["mentions"][0] == {
        "feature": "object_hue",
        "words": "red",
        "start": 2,
        "end": 5,
        "status": "contrastive",
        "denied": False,
    }
    assert pq.read_table(tmp_path / "out.parquet").to_pylist() == rows
    with (tmp_path / "out.csv").open() as file:
        assert [row["d"] for row in csv.DictReader(file)] == ["1", "0"]
    again = grice("score", good, "--metrics", "pragmatics", "--out", tmp_path / "out.jsonl")
    assert again.returncode == 2
    assert "--force" in again.stderr
    assert grice("score", good, "-m", "pragmatics", "-o", tmp_path / "out.jsonl", "--force").returncode == 0


def test_bad_rows_are_named_and_the_others_scored(tmp_path: Path, grice) -> None:
    path = tmp_path / "mixed.jsonl"
    rows = [
        {"prediction": "a red block", "target_id": 0, "distractor_ids": [480, 960]},
        {"prediction": None, "target_id": 0, "distractor_ids": [480]},
        {"prediction": "a block", "target_id": 480000, "distractor_ids": [480]},
        {"prediction": "a block", "target_id": 0, "distractor_ids": [0]},
    ]
    path.write_text("\n".join(map(json.dumps, rows)) + "\n{broken\n")
    done = grice("score", path, "--metrics", "pragmatics", "--out", tmp_path / "items.jsonl")
    assert done.returncode == 0
    assert summary(done)["d"]["score"] == 0.5
    for part in (
        "2 rows",
        "1 prediction could not be read and got the worst value:",
        "row 1: prediction is missing",
        "row 2: target 480000",
        "own distractor",
        "line 5 is not JSON",
    ):
        assert part in done.stderr
    written = [json.loads(line) for line in (tmp_path / "items.jsonl").read_text().splitlines()]
    assert [row["row"] for row in written] == [0, 1, 2, 3]
    assert written[0]["error"] is None
    assert (written[1]["d"], written[1]["unreadable"]) == (0, "prediction is missing")
    assert written[2]["d"] is None


@pytest.mark.parametrize("form", ["--out", "--parts"])
def test_a_row_counts_where_one_of_several_metrics_judges_it(tmp_path: Path, grice, form: str) -> None:
    """A reference for one metric, and no number of a room for the other."""
    path = tmp_path / "in.parquet"
    said = {"prediction": ["a red ball"], "references": [["a ball"]], "target_id": [480_000]}
    pq.write_table(pa.table(said | {"distractor_ids": [[1]]}), path)
    out = tmp_path / ("out" if form == "--parts" else "out.parquet")
    done = grice("score", path, "-m", "pragmatics,rouge", form, out)
    assert done.returncode == 0, done.stderr
    assert summary(done)["rouge"]["items"] == 1
    (row,) = pq.read_table(out).to_pylist()
    assert row["error"].startswith("pragmatics: target 480000")
    assert "could not be used" not in done.stderr
    done = grice("score", path, "-m", "pragmatics", form, tmp_path / f"alone{out.suffix}")
    assert done.returncode == 2
    assert "could be scored" in done.stderr


@pytest.mark.parametrize(
    ("name", "content", "metrics", "message"),
    [
        ("bad.csv", "prediction,target_id,distractor_id\na,x,1\n", "pragmatics", "none of the 1 rows"),
        ("bad.csv", "caption_text,target\nx,0\n", "pragmatics", "a column prediction"),
        ("bad.csv", "", "pragmatics", "is empty"),
        ("bad.parquet", "hello", "pragmatics", "not a Parquet file"),
        ("ok.csv", "prediction,target_id,distractor_id\na,0,1\n", "fluency", "no metric is called 'fluency'"),
        ("ok.csv", "prediction,target_id,distractor_id\na,0,1\n", "pragmatics:rule=loose", "paper, strict"),
        ("ok.csv", "prediction,target_id,distractor_id\na,0,1\n", "pragmatics:mood=good", "its options: rule"),
        ("ok.csv", "prediction,target_id,distractor_id\na,0,1\n", "pragmatics:strict", "rule=strict"),
    ],
)
def test_what_cannot_be_done_is_said_with_status_2(
    tmp_path: Path, grice, name: str, content: str, metrics: str, message: str
) -> None:
    (tmp_path / name).write_text(content)
    done = grice("score", tmp_path / name, "--metrics", metrics)
    assert done.returncode == 2
    assert message in done.stderr
    assert "Traceback" not in done.stderr


def test_settings_reach_the_metric(good: Path, grice) -> None:
    done = grice("score", good, "--metrics", "pragmatics:rule=strict:efficiency=script")
    assert "rule:strict|efficiency:script" in done.stderr
    assert summary(done)["e"]["items"] == 2


def test_items_can_be_piped(good: Path, grice) -> None:
    done = grice("score", good, "--metrics", "pragmatics", "--items")
    assert [json.loads(line)["od"] for line in done.stdout.splitlines()] == [1, 0]


def test_a_measure_of_the_whole_file_counts_the_rows_it_has_read(tmp_path: Path, grice) -> None:
    path = tmp_path / "graphs.csv"
    path.write_text('prediction,reference\n"( dog , chase , dog )","( dog )"\n"( dog","( dog )"\n"( cat )","( cat )"\n')
    done = grice("score", path, "--metrics", "setmatch,diversity")
    assert done.returncode == 0, done.stderr
    assert "1 prediction could not be read and got the worst value:" in done.stderr
    rows = summary(done)
    # dog, dog, cat, chase: three types of four tokens; one of them used twice.
    assert (rows["ttr"]["score"], rows["ttr"]["items"]) == (0.75, 3)
    assert rows["yules_i"]["score"] == pytest.approx(9 / (4 + 1 + 1 - 3))


def test_the_help_lists_every_metric_the_columns_and_the_formats(grice) -> None:
    from grice.metrics import METRICS

    said = grice("score", "--help", env={**os.environ, "COLUMNS": "80"}).stdout
    lines = [line.split() for line in said.splitlines()]
    for name, entry in METRICS.items():
        assert any(line[:2] == [name, entry.about.split()[0]] for line in lines), name
    assert all(word in said for word in ("references", "target_id", "distractor_ids", "counts", ".gz", "Parquet"))
    assert all(len(line) <= 80 for line in said.splitlines())


def test_lines_of_two_files_are_scored_side_by_side_under_the_names_of_the_file(tmp_path: Path, grice) -> None:
    (tmp_path / "said.txt").write_text("a dog\na cat\n")
    (tmp_path / "wanted.csv").write_text("ref1,ref2\na dog,hound\na bus,bus\n")
    out = tmp_path / "items.jsonl"
    done = grice("score", tmp_path / "said.txt", "-r", tmp_path / "wanted.csv", "-m", "ROUGE-L", "-o", out)
    assert done.returncode == 0, done.stderr
    rows = [json.loads(line) for line in out.read_text().splitlines()]
    assert [row["text"] for row in rows] == ["a dog", "a cat"]
    assert rows[0]["references"] == ["a dog", "hound"]
    assert rows[0]["rouge"] == 1


def test_a_column_keeps_its_name_and_the_others_their_values(tmp_path: Path, grice) -> None:
    (tmp_path / "in.jsonl").write_text('{"said": "a dog", "gold": "a dog", "more": {"x": [1]}, "text": "other"}\n')
    out = tmp_path / "out.jsonl"
    options = ("--column", "said", "--column", "references=gold", "-m", "rouge", "-o", out)
    done = grice("score", tmp_path / "in.jsonl", *options)
    assert done.returncode == 0, done.stderr
    row = json.loads(out.read_text())
    assert (row["said"], row["more"], row["text"], row["rouge"]) == ("a dog", {"x": [1]}, "other", 1)


@pytest.mark.parametrize("cached", [False, True])
def test_who_stops_a_run_is_told_what_is_kept_and_nothing_else(tmp_path: Path, capsys: Any, cached: bool) -> None:
    from grice.cli.streaming import stream
    from grice.engines.local import Each
    from grice.files import Column, open_rows
    from grice.readers.graphs.cache import remembering
    from grice.readers.graphs.parsing import parse

    file, cache = tmp_path / "in.txt", tmp_path / "parses.sqlite"
    file.write_text("a dog\na cat\na bus\n")

    def stopped(batch: Any) -> Any:
        if batch.column("row")[0].as_py() == 2:
            raise KeyboardInterrupt
        parse(batch.column("text").to_pylist(), parser="rules")
        return batch

    source = open_rows(file, [Column("text", "text")], 2)
    with remembering(cache if cached else None), pytest.raises(KeyboardInterrupt):
        stream(file, source, Each(stopped), "parsed", tmp_path / "out.csv")
    said = capsys.readouterr().err.splitlines()
    assert said[0] == f"stopped after 2 rows; {tmp_path / 'out.csv'} was not written"
    assert said[1:] == [f"2 parses are kept in {cache}; the same command reads them from there"] * cached
    assert not list(tmp_path.glob("*out*"))


def test_intervals_tell_how_many_of_the_values_are_done() -> None:
    from grice.engines.score import score, summary

    steps: list[int] = []
    found = score(["a dog", "a cat"], [["a dog"], ["a bus"]], metrics=["rouge", "bleu"])
    summary(found, interval=True, step=steps.append)
    assert steps == [1] * sum(len(one.names) for one in found.values())


def test_options_that_say_nothing_or_too_much_are_told(tmp_path: Path, grice) -> None:
    path = tmp_path / "x.csv"
    path.write_text("prediction,references\na dog,a dog\n")
    empty = grice("score", path, "-m", "rouge", "--separator", "")
    assert (empty.returncode, empty.stderr.splitlines()[0]) == (2, "grice: --separator ''")
    maybe = grice("score", path, "-m", "spice:synonyms=maybe")
    assert maybe.returncode == 2
    assert "on the command line yes or no" in maybe.stderr
    twice = grice("score", path, "-m", "rouge,rouge", "--no-interval")
    assert [json.loads(line)["metric"] for line in twice.stdout.splitlines()] == ["rouge"] * 3
