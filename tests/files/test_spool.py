"""Input that comes once is read as often as is wanted, and leaves nothing behind."""

import gc
import gzip
import io
import os
import threading
from collections.abc import Callable
from importlib.util import find_spec
from pathlib import Path
from subprocess import CompletedProcess

import pytest

from grice import InputError
from grice.files import Column, open_pair, open_rows
from grice.files.row_groups import row_groups
from grice.files.spool import on_disk


@pytest.fixture(autouse=True)
def temporary(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    folder = tmp_path / "temporary"
    folder.mkdir()
    monkeypatch.setattr("tempfile.tempdir", str(folder))
    return folder


@pytest.mark.parametrize(
    "content",
    [
        b"prediction,id\na dog,1\n",
        b"prediction\tid\na dog\t1\n",
        b'{"prediction": "a dog", "id": 1}\n',
        b'\xef\xbb\xbf[{"prediction": "a dog", "id": 1}]',
        gzip.compress(b'{"prediction": "a dog", "id": 1}\n', mtime=0),
    ],
)
def test_standard_input_and_named_pipes(
    tmp_path: Path, temporary: Path, monkeypatch: pytest.MonkeyPatch, content: bytes
) -> None:
    pipe = tmp_path / "pipe"
    os.mkfifo(pipe)
    threading.Thread(target=pipe.write_bytes, args=(content,)).start()
    monkeypatch.setattr("sys.stdin", io.TextIOWrapper(io.BytesIO(content)))
    for path in ("-", pipe):
        source = open_rows(path, [Column("prediction"), Column("id", "anything")])
        for _ in range(2):
            assert [row for batch in source for row in batch.to_pylist()] == [
                {"prediction": "a dog", "id": "1", "row": 0, "error": None}
            ]
    del source
    gc.collect()
    assert not list(temporary.iterdir())


def test_a_pipe_that_is_packed_in_part_says_so(temporary: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    cut = gzip.compress(b"prediction\n" + os.urandom(20_000))[:-3000]
    monkeypatch.setattr("sys.stdin", io.TextIOWrapper(io.BytesIO(cut)))
    with pytest.raises(InputError, match="standard input cannot be unpacked"):
        on_disk("-")
    gc.collect()
    assert not list(temporary.iterdir())


def test_predictions_from_a_pipe_are_joined(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    (tmp_path / "r.csv").write_text("id,reference\n1,a dog\n")
    monkeypatch.setattr("sys.stdin", io.TextIOWrapper(io.BytesIO(b"id,prediction\n1,a cat\n")))
    joined = open_pair("-", tmp_path / "r.csv")
    for _ in range(2):
        assert [batch.column("references").to_pylist() for batch in joined] == [[["a dog"]]]


def test_the_command_line_reads_a_pipe(grice: Callable[..., CompletedProcess[str]]) -> None:
    run = grice("read", "-", "--size", 4, input="text,who\nAll are red circles.,me\n")
    assert run.returncode == 0, run.stderr
    assert '"who": "me"' in run.stdout
    assert '"clauses": [{' in run.stdout


@pytest.mark.parametrize("given", ["s3://bucket/x.parquet", Path("https://host/x.csv.gz")])
def test_a_url_is_named_as_it_was_given_and_no_file_of_this_disk(given: str | Path) -> None:
    url = str(given).replace(":/", "://") if isinstance(given, Path) else given
    with pytest.raises(InputError, match=f"^{url} is not on this disk\nneeded: .* --parts"):
        on_disk(given)


@pytest.mark.parametrize(
    ("url", "message"),
    [
        ("s3://bucket/x.parquet", "Install s3fs to access S3\nneeded: .*\ntry: pip install s3fs"),
        ("nowhere://x.parquet", "Protocol not known"),
    ],
)
def test_a_place_that_fsspec_cannot_reach_is_told_with_what_to_install(url: str, message: str) -> None:
    pytest.importorskip("fsspec", reason="needs fsspec")
    if url.startswith("s3") and find_spec("s3fs"):
        pytest.skip("s3fs is installed")
    with pytest.raises(InputError, match=f"{url} cannot be reached: {message}"):
        row_groups([url])
