"""The cache answers for the same text and parser only, survives a crash, and is shared by processes."""

import os
import signal
import subprocess
import sys
import textwrap
import time
from pathlib import Path

import pytest

import grice
from grice.readers.cache import Cache
from grice.readers.rules import RuleParser

CAPTIONS = ["a red ball on the grass", "two dogs", "A man rides a horse. He wears a hat."]


class Counting(RuleParser):
    def __init__(self, fingerprint: str = "counting-1") -> None:
        self.fingerprint, self.asked = fingerprint, 0

    def __call__(self, sentences):
        self.asked += len(sentences)
        return super().__call__(sentences)


def test_a_second_run_asks_the_parser_nothing_and_gives_the_same(tmp_path: Path) -> None:
    file = tmp_path / "folder" / "parses.sqlite"
    first, second, other = Counting(), Counting(), Counting("counting-2")
    once = grice.parse(CAPTIONS, first, cache=file)
    again = grice.parse(CAPTIONS, second, cache=file)
    assert (first.asked, second.asked) == (4, 0)
    assert [g.to_json() for g in again] == [g.to_json() for g in once], "spans and all"
    grice.parse(CAPTIONS, other, cache=file)
    assert other.asked == 4, "another model does not answer for this one"


def test_the_environment_can_name_the_folder(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("GRICE_CACHE", str(tmp_path))
    grice.parse(CAPTIONS, Counting())
    repeated = Counting()
    grice.parse(CAPTIONS, repeated)
    assert repeated.asked == 0


def test_a_crash_in_the_middle_of_a_write_leaves_what_was_there(tmp_path: Path) -> None:
    file = tmp_path / "parses.sqlite"
    grice.parse(CAPTIONS, Counting(), cache=file)
    code = textwrap.dedent(
        """
        import sys, time, grice
        from grice.readers.cache import Cache
        with Cache(sys.argv[1], "counting-1") as cache:
            cache._file.execute("BEGIN IMMEDIATE")
            for i in range(5000):
                graph = grice.SceneGraph.from_facts([(f"thing {i}",)]).to_json()
                cache._file.execute("INSERT INTO parses VALUES (?, ?)", (cache._key(f"text {i}"), graph))
            print("half", flush=True)
            time.sleep(60)
        """
    )
    child = subprocess.Popen([sys.executable, "-c", code, file], stdout=subprocess.PIPE, text=True)
    assert child.stdout is not None
    assert child.stdout.readline().strip() == "half"
    os.kill(child.pid, signal.SIGKILL)
    child.wait()
    with Cache(file, "counting-1") as cache:
        assert len(cache.get(CAPTIONS)) == 3
        assert not cache.get([f"text {i}" for i in range(5000)])
        cache.put({"new": grice.SceneGraph.from_facts([("dog",)])})
        assert cache.get(["new"])["new"].facts == (("dog",),)


def test_two_processes_write_at_once(tmp_path: Path) -> None:
    code = textwrap.dedent(
        """
        import sys, grice
        from grice.readers.cache import Cache
        for part in range(20):
            with Cache(sys.argv[1], "f") as cache:
                texts = [f"{sys.argv[2]} {part} {i}" for i in range(20)]
                cache.put({text: grice.SceneGraph.from_facts([(text,)]) for text in texts})
        """
    )
    file = tmp_path / "parses.sqlite"
    children = [subprocess.Popen([sys.executable, "-c", code, file, name]) for name in ("one", "two")]
    assert [child.wait() for child in children] == [0, 0]
    with Cache(file, "f") as cache:
        texts = [f"{name} {part} {i}" for name in ("one", "two") for part in range(20) for i in range(20)]
        assert len(cache.get(texts)) == 800


def test_a_file_that_is_no_cache_is_refused_and_kept(tmp_path: Path) -> None:
    file = tmp_path / "notes.txt"
    file.write_text("my notes, for nobody to overwrite" * 100)
    with pytest.raises(grice.InputError, match="cannot be used as a cache"):
        grice.parse(CAPTIONS, Counting(), cache=file)
    assert file.read_text().startswith("my notes")


def test_a_remembered_corpus_is_fast(tmp_path: Path) -> None:
    captions = [f"a red ball and {i} dogs" for i in range(3000)]
    file = tmp_path / "parses.sqlite"
    grice.parse(captions, "rules", cache=file)
    start = time.process_time()
    assert len(grice.parse(captions, "rules", cache=file)) == 3000
    assert time.process_time() - start < 3.0
