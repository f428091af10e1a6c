"""Rows go where standard output goes, also from an interactive shell, where standard error is the terminal."""

import json
import os
import subprocess
import sys
import threading
from collections.abc import Iterator
from contextlib import contextmanager, suppress
from dataclasses import dataclass
from pathlib import Path

import pytest

pty = pytest.importorskip("pty", reason="needs a pseudo-terminal")

CAPTIONS = "caption,ref1,ref2\n" + "a red ball,a red ball on grass,a ball\ntwo dogs run,dogs run,two dogs\n" * 3
TEXTS = "text,size\nHalf of the objects are red circles.,4\nAll objects are blue squares.,3\n"
STUDY = """
title = "A small study"
task = "reconstruction"
seed = 1
[participants]
count = 4
[consent]
text = "You may stop at any time."
[instructions]
text = "Give four numbers."
[[materials]]
group = "A"
views = 2
scenes = [[2, 0, 0, 2], [1, 1, 1, 1], [3, 0, 1, 0]]
producers = ["qdg-ia", "qdg-greedy"]
"""
PRINTING = (
    ("parse captions.csv --parser rules", ""),
    ("parse - --parser rules", CAPTIONS),
    ("parse dogs --parser rules", ""),
    ("score captions.csv -m rouge", ""),
    ("score captions.csv -m rouge --items", ""),
    ("score captions.csv -m cider --items --processes 2", ""),
    ("compare captions.csv others.csv -m rouge --samples 20", ""),
    ("describe rooms.csv", ""),
    ("describe 118308 --against 235786", ""),
    ("read texts.csv", ""),
    ("read - --size 4", TEXTS),
    ("corpora list", ""),
    ("corpora export shapes3d --ids 1,2 --out rooms --force", ""),
    ("benchmark", ""),
    ("study power study.toml --runs 2", ""),
    ("doctor", ""),
)
TERMINAL = {"TERM": "xterm", "COLUMNS": "100"}


@dataclass(frozen=True)
class AtATerminal:
    """What a command left where its rows were sent, and what its user saw meanwhile."""

    status: int
    rows: bytes
    screen: str


@contextmanager
def terminal() -> Iterator[tuple[int, list[bytes]]]:
    """A terminal for a command's standard error, and what is on its screen once the block is left."""
    ours, theirs = pty.openpty()
    screen: list[bytes] = []

    def watch() -> None:
        with suppress(OSError):  # how Linux says that nobody holds the other end any more
            while some := os.read(ours, 65536):
                screen.append(some)

    # What nobody reads would fill the terminal and stop the command.
    watching = threading.Thread(target=watch, daemon=True)
    watching.start()
    try:
        yield theirs, screen
    finally:
        os.close(theirs)
        watching.join()
        os.close(ours)


def at_a_terminal(typed: str, given: str, folder: Path) -> AtATerminal:
    """`grice ... > rows.jsonl`, typed at a terminal."""
    with terminal() as (error, screen), (folder / "rows.jsonl").open("wb") as rows:
        done = subprocess.run(
            [sys.executable, "-m", "grice", *typed.split()],
            cwd=folder,
            env=os.environ | TERMINAL,
            input=given.encode(),
            stdout=rows,
            stderr=error,
            check=False,
            timeout=300,
        )
    return AtATerminal(done.returncode, (folder / "rows.jsonl").read_bytes(), b"".join(screen).decode())


@pytest.fixture
def folder(tmp_path: Path) -> Path:
    """A folder with a small file for every verb."""
    (tmp_path / "captions.csv").write_text(CAPTIONS)
    (tmp_path / "others.csv").write_text(CAPTIONS.replace("a red ball,", "a ball,"))
    (tmp_path / "rooms.csv").write_text("target_id,distractor_ids\n118308,235786\n7,8\n")
    (tmp_path / "texts.csv").write_text(TEXTS)
    (tmp_path / "study.toml").write_text(STUDY)
    return tmp_path


@pytest.mark.parametrize(("typed", "given"), PRINTING)
def test_rows_that_are_redirected_at_a_terminal_are_those_of_a_script(
    typed: str, given: str, folder: Path, grice
) -> None:
    in_a_script = grice(*typed.split(), cwd=folder, input=given)
    assert in_a_script.returncode == 0, in_a_script.stderr
    expected = in_a_script.stdout.splitlines()
    assert expected
    done = at_a_terminal(typed, given, folder)
    assert done.status == 0, done.screen
    assert [_timeless(line) for line in done.rows.decode().splitlines()] == [_timeless(line) for line in expected]
    assert not any(line in done.screen for line in expected), "rows are on the screen"


def _timeless(line: str) -> dict[str, object]:
    """A row without the values that are another each time."""
    return {name: value for name, value in json.loads(line).items() if not isinstance(value, float)}


def test_whoever_reads_only_the_first_row_leaves_no_trace_of_an_error(folder: Path) -> None:
    (folder / "many.csv").write_text("text\n" + "a red ball\n" * 3_000)
    command = [sys.executable, "-m", "grice", "parse", "many.csv", "--parser", "rules"]
    with (
        terminal() as (error, screen),
        subprocess.Popen(
            command, cwd=folder, env=os.environ | TERMINAL, stdout=subprocess.PIPE, stderr=error
        ) as running,
    ):
        assert running.stdout is not None
        first = running.stdout.readline()
        running.stdout.close()
        running.wait(timeout=300)
    assert json.loads(first)["graph"] == "( ball , is , red )"
    assert b"Traceback" not in b"".join(screen)
