"""A file is written whole or not at all, and never over what is read."""

import errno
import os
import signal
import subprocess
import sys
import time
from collections.abc import Callable
from pathlib import Path
from subprocess import CompletedProcess

import pyarrow as pa
import pytest

from grice import InputError
from grice.files import Writer
from grice.files.writer import refuse_overwrite, refuse_place, write_whole

BATCH = pa.record_batch({"x": [1, 2]})


@pytest.mark.parametrize("link", [None, os.symlink, os.link])
def test_an_input_is_not_overwritten_by_force_neither(
    tmp_path: Path, link: Callable[[Path, Path], None] | None
) -> None:
    given, out = tmp_path / "in.csv", tmp_path / "out.csv"
    given.write_text("text\nAll are red circles.\n")
    if link is None:
        out = tmp_path / "." / "in.csv"
    else:
        link(given, out)
    with pytest.raises(InputError, match="is a file that is read"):
        Writer(out, force=True, inputs=[given, tmp_path / "absent.csv"])
    with Writer(tmp_path / "new.csv", inputs=[given]) as writer:
        writer.write(BATCH)


def test_the_command_line_refuses_its_input_as_output(
    tmp_path: Path, grice: Callable[..., CompletedProcess[str]]
) -> None:
    one, two = tmp_path / "one.csv", tmp_path / "two.csv"
    one.write_text("id,prediction\n1,a dog\n")
    two.write_text("id,reference\n1,a dog\n")
    for out in (one, two):
        before = out.read_bytes()
        run = grice("score", one, "--references", two, "-m", "bleu", "-o", out, "--force")
        assert run.returncode == 2
        assert "another name for the output" in run.stderr
        assert out.read_bytes() == before


def test_what_exists_is_refused_in_words(tmp_path: Path) -> None:
    (tmp_path / "out.csv").touch()
    with pytest.raises(InputError) as refused:
        Writer(tmp_path / "out.csv")
    assert str(refused.value).splitlines() == [
        f"{tmp_path / 'out.csv'} already exists",
        "needed: another name, or permission to overwrite it",
        "try: the same command with --force",
    ]


def test_a_termination_signal_leaves_nothing_half_written(tmp_path: Path) -> None:
    given, out = tmp_path / "in.csv", tmp_path / "out.csv"
    given.write_text("text\n" + "Half of the objects are red circles and the rest are blue squares.\n" * 50_000)
    command = [sys.executable, "-m", "grice", "read", str(given), "--size", "4", "--out", str(out)]
    with subprocess.Popen(command, stderr=subprocess.PIPE) as running:
        while not list(tmp_path.glob(".*.partial")) and running.poll() is None:
            time.sleep(0.05)
        assert list(tmp_path.glob(".*.partial"))
        running.send_signal(signal.SIGTERM)
        assert running.wait(60) == 128 + signal.SIGTERM
    assert list(tmp_path.iterdir()) == [given]


def test_a_program_that_ends_without_leaving_the_writer_leaves_nothing(tmp_path: Path) -> None:
    code = (
        "import sys, signal, pyarrow as pa; from grice.files import Writer; "
        "writer = Writer(sys.argv[1]).__enter__(); writer.write(pa.record_batch({'x': [1]})); "
        "assert signal.getsignal(signal.SIGTERM) is signal.SIG_DFL"
    )
    subprocess.run([sys.executable, "-c", code, str(tmp_path / "out.jsonl")], check=True)
    assert not list(tmp_path.iterdir())


@pytest.mark.parametrize("ending", [".jsonl", ".csv", ".parquet"])
def test_a_full_disk_is_named_with_the_file(tmp_path: Path, monkeypatch: pytest.MonkeyPatch, ending: str) -> None:
    """/dev/full takes nothing: what a writer writes to it fails as on a full disk."""
    if not Path("/dev/full").exists():
        pytest.skip("no /dev/full")
    path = tmp_path / f"out{ending}"
    writer = Writer(path)
    monkeypatch.setattr(writer, "_partial", Path("/dev/full"))
    rows = pa.record_batch({"text": [f"caption {i} {'x' * 80}" for i in range(5000)]})
    writer._forget = lambda: None
    with pytest.raises(OSError, match="No space left") as caught:
        _written(writer, rows)
    assert caught.value.filename == str(path)


def _written(writer: Writer, rows: pa.RecordBatch) -> None:
    writer.write(rows)
    writer.__exit__(None, None, None)


def test_a_text_is_written_whole_or_not_at_all(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    path = tmp_path / "page.html"
    write_whole(path, "before é")
    assert path.read_bytes() == "before é".encode()

    def full(self: Path, _: bytes) -> int:
        self.touch()
        raise OSError(errno.ENOSPC, "No space left on device", str(self))

    monkeypatch.setattr(Path, "write_bytes", full)
    with pytest.raises(InputError, match=r"page\.html cannot be written: No space left"):
        write_whole(path, "after")
    assert path.read_text("utf-8") == "before é"
    assert [one.name for one in path.parent.iterdir()] == ["page.html"]


def test_where_nothing_can_be_written_is_known_before_the_work(tmp_path: Path) -> None:
    (tmp_path / "file").write_text("no folder")
    with pytest.raises(InputError, match="cannot be written"):
        refuse_place(tmp_path / "file" / "page.html")
    with pytest.raises(InputError, match="is a folder"):
        refuse_overwrite(tmp_path, force=True)
    with pytest.raises(InputError, match="there is no folder"):
        refuse_place(tmp_path / "new" / "page.html")
    refuse_place(tmp_path / "page.html")
    assert [one.name for one in tmp_path.iterdir()] == ["file"]
