"""grice parse: texts and files, forms, errors."""

import json
import os
import re
import signal
import subprocess
import sys
import time
from pathlib import Path

import pytest


def rows(done) -> list[dict]:
    return [json.loads(line) for line in done.stdout.splitlines()]


def test_texts_from_a_pipe(grice) -> None:
    done = grice("parse", "a red ball", "", "two dogs on grass", "--parser", "rules")
    assert done.returncode == 0, done.stderr
    assert rows(done) == [
        {"text": "a red ball", "graph": "( ball , is , red )"},
        {"text": "", "error": "empty"},
        {"text": "two dogs on grass", "graph": "( dogs , is , 2 ) , ( dogs , on , grass )"},
    ]


def test_a_text_without_quotes_is_not_five_texts(grice) -> None:
    done = grice("parse", "a", "dog", "on", "a", "mat", "--parser", "rules")
    assert done.returncode == 2
    assert "5 texts of one word each" in done.stderr
    assert 'grice parse "a dog on a mat"' in done.stderr
    assert not done.stdout


@pytest.mark.parametrize(
    ("form", "graph"),
    [
        ("plain", "( cup , fill with , tea )"),
        ("ids", "( cup , pv:fill with , tea )"),
        ("mr", "( cup , p:fill , with , tea )"),
    ],
)
def test_forms(grice, form: str, graph: str) -> None:
    assert rows(grice("parse", "cup filled with tea", "--parser", "rules", "--form", form))[0]["graph"] == graph


def test_json_holds_spans(grice) -> None:
    (row,) = rows(grice("parse", "a red ball", "--parser", "rules", "--form", "json"))
    assert row["graph"]["nodes"] == [{"name": "ball", "span": [6, 10]}]


def test_a_file_is_streamed_and_bad_rows_are_reported(grice, tmp_path: Path) -> None:
    (tmp_path / "in.csv").write_text("id,caption,other\n1,a red ball,x\n2,,x\n3,一只狗,x\n4,a dog,x\n", "utf-8")
    out = tmp_path / "out.jsonl"
    done = grice("parse", tmp_path / "in.csv", "--parser", "rules", "--out", out, "--cache", tmp_path / "c.sqlite")
    assert done.returncode == 0, done.stderr
    written = [json.loads(line) for line in out.read_text("utf-8").splitlines()]
    assert [row["graph"] for row in written] == ["( ball , is , red )", None, None, "( dog )"]
    assert written[1]["error"] == "text is missing"
    assert "another script" in written[2]["error"]
    assert "2 rows could not be used" in done.stderr
    assert "columns kept as they are: " in done.stderr
    again = grice("parse", tmp_path / "in.csv", "--parser", "rules", "--out", out)
    assert again.returncode == 2
    assert "--force" in again.stderr


@pytest.mark.parametrize(
    ("arguments", "message"),
    [
        ((), "no text"),
        (("a dog", "--form", "xml", "--parser", "rules"), "plain, ids, mr, json"),
        (("a dog", "--weights", "/nowhere"), "is not a folder"),
        (("", "--parser", "rules"), "none of the 1 texts"),
        (("a dog", "--parser", "rules", "--out", "x.csv"), "a file of texts"),
        (("nothing.csv", "--parser", "rules"), "does not exist"),
        (("one.csv", "two.csv", "--parser", "rules"), "one file"),
    ],
)
def test_mistakes_end_with_status_two(grice, arguments: tuple, message: str) -> None:
    done = grice("parse", *arguments)
    assert done.returncode == 2
    assert message in done.stderr
    assert "Traceback" not in done.stderr


def test_a_pipe_is_read_like_a_file() -> None:
    command = [sys.executable, "-m", "grice", "parse", "-", "--parser", "rules"]
    done = subprocess.run(command, input="text,year\na red ball,1999\n", capture_output=True, text=True, check=True)
    row = json.loads(done.stdout)
    assert (row["graph"], row["year"]) == ("( ball , is , red )", "1999")


def test_a_file_of_another_kind_is_not_read_as_the_words_of_its_name(grice, tmp_path: Path) -> None:
    for name, wrong in (("captions.doc", "ending .doc"), ("captions.csv.gz", "cannot be unpacked")):
        (tmp_path / name).write_text("a dog\n")
        done = grice("parse", tmp_path / name, "--parser", "rules")
        assert done.returncode == 2
        assert wrong in done.stderr
        assert not done.stdout
    mixed = grice("parse", "a dog", tmp_path / "captions.txt", "--parser", "rules")
    assert mixed.returncode == 2
    assert "one file" in mixed.stderr
    (tmp_path / "dog").touch()
    assert rows(grice("parse", "dog", "--parser", "rules", cwd=tmp_path))[0]["graph"] == "( dog )"


def test_help_loads_nothing_that_only_work_needs() -> None:
    code = (
        "import sys; from grice.cli.main import application; sys.argv[1:] = ['parse', '--help']\n"
        "try: application(sys.argv[1:])()\n"
        "except SystemExit: print([m for m in ('numpy', 'pyarrow', 'onnxruntime') if m in sys.modules])"
    )
    done = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=True)
    assert done.stdout.splitlines()[-1] == "[]"


def test_an_output_that_cannot_be_written_is_known_before_the_work(grice, tmp_path: Path) -> None:
    (tmp_path / "in.csv").write_text("text\na dog\n")
    (tmp_path / "folder.csv").mkdir()
    (tmp_path / "file").touch()
    for out, why in (
        (tmp_path / "folder.csv", "is a folder"),
        (tmp_path / "file" / "out.csv", "cannot be written: "),
        (Path("/proc/out.csv"), "cannot be written: "),
    ):
        done = grice("parse", tmp_path / "in.csv", "--parser", "rules", "--out", out, "--force")
        assert (done.returncode, "Traceback" in done.stderr) == (2, False), done.stderr
        assert why in done.stderr
    assert not list(tmp_path.glob(".*partial"))


@pytest.mark.skipif(not Path("/dev/full").exists(), reason="needs /dev/full")
@pytest.mark.parametrize("texts", [1, 3000])
def test_a_full_disk_is_a_line_and_no_traceback(texts: int) -> None:
    command = [sys.executable, "-m", "grice", "parse", *["a dog"] * texts, "--parser", "rules"]
    with open("/dev/full", "w") as full:
        done = subprocess.run(command, stdout=full, stderr=subprocess.PIPE, text=True)
    assert done.returncode == 1
    said = ["grice: standard output cannot be written: No space left on device", "needed: room on the disk"]
    assert done.stderr.splitlines() == said


@pytest.mark.parametrize("encoding", ["latin-1", "utf-8:strict", "ascii"])
def test_rows_are_utf_8_in_any_locale(encoding: str) -> None:
    texts = [os.fsencode("a café 🐕 dog"), b"a \xff dog"]
    command = [sys.executable, "-m", "grice", "parse", *texts, "--parser", "rules"]
    environment = os.environ | {"PYTHONIOENCODING": encoding, "PYTHONUTF8": "1"}
    done = subprocess.run(command, capture_output=True, env=environment)
    assert done.returncode == 0, done.stderr
    said = [json.loads(line)["text"] for line in done.stdout.decode("utf-8").splitlines()]
    assert said == ["a café 🐕 dog", "a \udcff dog"]


def test_a_run_that_is_stopped_says_how_far_it_came_and_what_is_kept(tmp_path: Path) -> None:
    lines = [f"a red ball and {i} dogs\n" for i in range(50_000)]
    (tmp_path / "in.csv").write_text("text\n" + "".join(lines))
    arguments = ["parse", tmp_path / "in.csv", "--parser", "rules", "--out", tmp_path / "out.csv"]
    arguments += ["--cache", tmp_path / "parses.sqlite"]
    command = [sys.executable, "-m", "grice", *map(str, arguments)]
    # With the interpreter's own handler, though a shell may have started the tests in its background.
    run = subprocess.Popen(
        command, stderr=subprocess.PIPE, text=True, preexec_fn=lambda: signal.signal(signal.SIGINT, signal.SIG_DFL)
    )
    while not (tmp_path / "parses.sqlite-wal").exists() and run.poll() is None:
        time.sleep(0.02)
    run.send_signal(signal.SIGINT)
    _, said = run.communicate(timeout=60)
    assert run.returncode == 130
    assert "stopped after " in said
    assert "out.csv was not written" in said
    assert "kept in" in said
    assert str(tmp_path / "parses.sqlite") in said
    assert "Traceback" not in said
    assert {path.suffix for path in tmp_path.iterdir()} <= {".csv", ".sqlite", ".sqlite-wal", ".sqlite-shm"}
    assert not (tmp_path / "out.csv").exists()


def test_a_terminal_gets_a_table_that_no_bar_writes_over(tmp_path: Path) -> None:
    pty = pytest.importorskip("pty")
    (tmp_path / "in.csv").write_text("text\na red ball\n")
    ours, theirs = pty.openpty()
    command = [sys.executable, "-m", "grice", "parse", str(tmp_path / "in.csv"), "--parser", "rules"]
    environment = os.environ | {"TERM": "xterm", "COLUMNS": "80"}
    subprocess.run(command, stdout=theirs, stderr=theirs, stdin=theirs, env=environment, check=True)
    os.close(theirs)
    shown = re.sub(r"\x1b\[[\d;]*m", "", os.read(ours, 100_000).decode("utf-8")).splitlines()
    assert shown[0].split() == ["text", "row", "graph", "denied", "problems", "error"]
    assert shown[1].startswith("a red ball")


def test_parses_are_remembered_in_the_cache_folder_when_asked(grice, tmp_path: Path) -> None:
    environment = os.environ | {"GRICE_CACHE": str(tmp_path)}
    plain = grice("parse", "a red ball", "--parser", "rules", env=environment)
    assert plain.returncode == 0
    assert not list(tmp_path.iterdir())
    asked = grice("parse", "a red ball", "--parser", "rules", "--remember", env=environment)
    assert rows(asked) == rows(plain)
    assert (tmp_path / "parses.sqlite").is_file()
