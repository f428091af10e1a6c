"""What does a newcomer see who types the wrong thing, or asks for help on a terminal of 80 columns?"""

import re
import subprocess
import sys
from pathlib import Path

import pytest

from grice import InputError
from grice.cli.main import VERBS, application

ROWS = "id;references;caption;note\n1;a dog||the dog;a dog;x\n"


@pytest.fixture(autouse=True)
def folder(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    (tmp_path / "dogs").mkdir()
    (tmp_path / "semicolons.csv").write_text(ROWS, "utf-8")
    monkeypatch.chdir(tmp_path)


def called(*arguments: str) -> None:
    application(arguments)(arguments, standalone_mode=False)


@pytest.mark.parametrize(
    ("typed", "answer"),
    [
        ("parse dogs", "dogs is a folder.*CAPTIONS.csv"),
        ("parse dogs/ --out x.jsonl", "dogs/ is a folder"),
        ("describe abc", "no id and no file.*ids of rooms.*grice describe 118308"),
        ("score semicolons.csv", "no metric.*spice, softspice.*--metrics spice"),
    ],
)
def test_a_mistake_is_answered_with_what_to_type(typed: str, answer: str) -> None:
    with pytest.raises(InputError) as told:
        called(*typed.split())
    assert re.search(answer, str(told.value), re.S)


def test_every_verb_says_that_a_file_has_other_separators(capsys: pytest.CaptureFixture[str]) -> None:
    for verb in (("parse", "--parser", "rules"), ("score", "-m", "rouge", "--no-interval")):
        called(verb[0], "semicolons.csv", *verb[1:])
        assert "semicolons.csv is read with semicolons" in capsys.readouterr().err


@pytest.mark.parametrize("verb", ["score", "describe", "study"])
def test_help_leaves_nothing_out_on_a_narrow_terminal(
    verb: str, capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("COLUMNS", "80")
    called(verb, "--help")
    shown = capsys.readouterr().out
    assert max(map(len, shown.splitlines())) <= 80
    assert "…" not in shown
    assert not [line for line in shown.splitlines()[1:] if line.endswith("...")]
    assert verb != "score" or (
        "references=ref1,ref2" in shown and "'colour=blue,red,green; shape=square,circle'" in shown
    )


def test_the_list_of_verbs_says_each_in_full(
    capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("COLUMNS", "80")
    called("--help")
    shown = " ".join(capsys.readouterr().out.split())
    assert [line for line in VERBS.values() if line not in shown] == []


@pytest.mark.skipif(not Path("/dev/full").exists(), reason="needs /dev/full")
def test_a_full_disk_behind_a_pipe_is_named() -> None:
    with Path("/dev/full").open("w") as full:
        command = [sys.executable, "-m", "grice", "read", "Half are red circles.", "--size", "4"]
        done = subprocess.run(command, stdout=full, stderr=subprocess.PIPE, text=True, timeout=60)
    assert done.returncode == 1
    assert "standard output cannot be written: No space left on device" in done.stderr
