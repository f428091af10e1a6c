"""`grice read` as a user runs it."""

import json
from collections.abc import Callable
from pathlib import Path

import pytest

from grice.cli.read import command


def test_one_text_as_a_json_line(grice: Callable[..., object]) -> None:
    ran = grice("read", "Half are red circles, the rest blue squares.", "--size", 4, "--counts", "2,0,0,2")
    assert ran.returncode == 0, ran.stderr
    said = json.loads(ran.stdout)
    assert said["understood"] is True
    assert said["guess"] == {"blue squares": 2, "red squares": 0, "blue circles": 0, "red circles": 2}
    assert said["swaps"] == 0
    assert said["clauses"][0]["span"] == [0, 20]


def test_a_file_of_texts_with_sizes_and_a_bad_row(tmp_path: Path, grice: Callable[..., object]) -> None:
    file, out = tmp_path / "texts.jsonl", tmp_path / "read.jsonl"
    rows = [{"text": "All blue squares", "size": 4}, {"text": "All red", "size": 1}, {"text": "Half red", "size": 6}]
    file.write_text("\n".join(map(json.dumps, rows)), "utf-8")
    ran = grice("read", file, "--out", out)
    assert ran.returncode == 0, ran.stderr
    found = [json.loads(line) for line in out.read_text("utf-8").splitlines()]
    assert [row["understood"] for row in found] == [True, None, True]
    assert found[0]["guess"] == [4, 0, 0, 0]
    assert "size 1" in found[1]["error"]


@pytest.mark.parametrize(
    "arguments",
    [
        ("read", "Half are red"),
        ("read", "Half are red", "--size", "0"),
        ("read", "Half are red", "--size", "4", "--reading", "poetic"),
        ("read", "Bonjour tout le monde", "--size", "4"),
        ("read", "Half are red", "--size", "4", "--counts", "1,1"),
        ("read", "Half are red", "--size", "4", "--counts", "1,1,1,2"),
        ("read", "Half are red", "--counts", "2,-1,1,2"),
        ("read", "missing.csv", "--size", "4"),
    ],
)
def test_bad_input_ends_with_status_two_and_no_traceback(
    arguments: tuple[str, ...], grice: Callable[..., object]
) -> None:
    ran = grice(*arguments)
    assert ran.returncode == 2
    assert ran.stderr.startswith("grice: ")
    assert "Traceback" not in ran.stderr


def test_many_kinds_fit_a_terminal(monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]) -> None:
    monkeypatch.setenv("COLUMNS", "80")
    monkeypatch.setattr("grice.cli.read.to_people", lambda: True)
    command(
        "Half of the objects are green circles, the rest are red triangles.", 4, "pragmatic", "",
        "colour=blue,red,green; shape=square,circle,triangle", None, False,
    )  # fmt: skip
    shown = capsys.readouterr().out
    assert max(map(len, shown.splitlines())) <= 80
    assert "2 green circles, 2 red triangles" in shown
    assert "objects other" in shown


def test_a_scene_that_a_sample_lacks_is_not_said_to_be_excluded(grice: Callable[..., object]) -> None:
    for counts, allowed in (("613,127,131,129", None), ("500,500,0,0", True)):
        ran = grice("read", "At least half of the objects are blue squares.", "--counts", counts)
        assert ran.returncode == 0, ran.stderr
        said = json.loads(ran.stdout)
        assert (said["sampled"], said["allowed"]) == (True, allowed)
