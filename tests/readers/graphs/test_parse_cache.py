"""The cache answers for the same text and parser only, survives a crash, and is shared by processes."""

import os
import signal
import sqlite3
import subprocess
import sys
import textwrap
from pathlib import Path

import pytest

import grice
from grice.readers.graphs.cache import Cache
from grice.readers.graphs.rules import RuleParser

CAPTIONS = ["a red ball on the grass", "two dogs", "A man rides a horse. He wears a hat."]


class Counting(RuleParser):
    def __init__(self, fingerprint: str = "counting-1") -> None:
        self.fingerprint, self.asked = fingerprint, 0

    def read(self, sentences, content="all"):
        self.asked += len(sentences)
        return super().read(sentences, content)


def test_a_second_run_asks_the_parser_nothing_and_gives_the_same(tmp_path: Path) -> None:
    file = tmp_path / "parses.sqlite"
    with pytest.raises(grice.InputError, match="there is no folder"):
        grice.parse(CAPTIONS, Counting(), cache=tmp_path / "fodler" / "parses.sqlite")
    first, second, other = Counting(), Counting(), Counting("counting-2")
    once = grice.parse(CAPTIONS, first, cache=file)
    again = grice.parse(CAPTIONS, second, cache=file)
    assert (first.asked, second.asked) == (4, 0)
    assert [g.to_json() for g in again] == [g.to_json() for g in once], "spans and all"
    grice.parse(CAPTIONS, other, cache=file)
    assert other.asked == 4, "another model does not answer for this one"


def test_parses_are_remembered_in_the_cache_folder_only_where_asked(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("GRICE_CACHE", str(tmp_path))
    grice.parse(CAPTIONS, Counting())
    assert not list(tmp_path.iterdir()), "the variable names a folder; it asks for nothing"
    grice.parse(CAPTIONS, Counting(), cache=True)
    repeated, fresh = Counting(), Counting()
    grice.parse(CAPTIONS, repeated, cache=True)
    grice.parse(CAPTIONS, fresh, cache=False)
    assert (repeated.asked, fresh.asked) == (0, 4)
    assert (tmp_path / "parses.sqlite").is_file()


@pytest.mark.parametrize("cache", [5, 1.5, [], "", b"file"])
def test_what_names_no_file_is_refused(cache: object) -> None:
    with pytest.raises(grice.InputError, match="a file name, or True"):
        grice.parse("a dog", "rules", cache=cache)  # type: ignore[call-overload]


def test_a_crash_in_the_middle_of_a_write_leaves_what_was_there(tmp_path: Path) -> None:
    file = tmp_path / "parses.sqlite"
    grice.parse(CAPTIONS, Counting(), cache=file)
    code = textwrap.dedent(
        """
        import sys, time, grice
        from grice.readers.graphs.cache import Cache
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
        from grice.readers.graphs.cache import Cache
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


def test_a_database_of_another_program_is_refused_and_left_as_it_is(tmp_path: Path) -> None:
    file = tmp_path / "notes.sqlite"
    with sqlite3.connect(file) as other:
        other.execute("CREATE TABLE notes (text)")
    other.close()
    before = file.read_bytes()
    with pytest.raises(grice.InputError, match="database of notes"):
        grice.parse(CAPTIONS, Counting(), cache=file)
    assert file.read_bytes() == before


def test_a_broken_cache_is_an_error_that_says_so(tmp_path: Path) -> None:
    file = tmp_path / "parses.sqlite"
    grice.parse(CAPTIONS, Counting(), cache=file)
    whole = file.read_bytes()
    file.write_bytes(whole[:4096] + b"\x55" * (len(whole) - 4096))
    with pytest.raises(grice.InputError, match="cannot be used as a cache"):
        grice.parse(CAPTIONS, Counting(), cache=file)


def test_a_graph_that_cannot_be_read_is_made_again(tmp_path: Path) -> None:
    file = tmp_path / "parses.sqlite"
    once = grice.parse(CAPTIONS, Counting(), cache=file)
    with sqlite3.connect(file) as other:
        other.execute("UPDATE parses SET graph = '{}'")
    other.close()
    second, third = Counting(), Counting()
    assert grice.parse(CAPTIONS, second, cache=file) == once
    grice.parse(CAPTIONS, third, cache=file)
    assert (second.asked, third.asked) == (4, 0)


def test_a_full_disk_costs_time_and_not_work(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    enter = Cache.__enter__

    def small(self: Cache) -> Cache:
        enter(self)._file.execute("PRAGMA max_page_count = 3")
        return self

    monkeypatch.setattr(Cache, "__enter__", small)
    captions = [f"a dog and {i} cats" for i in range(300)]
    with pytest.warns(RuntimeWarning, match="parses could not be kept in .*: database or disk is full"):
        assert len(grice.parse(captions, Counting(), cache=tmp_path / "parses.sqlite")) == 300


def test_a_cache_that_another_process_holds_costs_time_and_not_work(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    file = tmp_path / "parses.sqlite"
    grice.parse(CAPTIONS, Counting(), cache=file)
    monkeypatch.setattr("grice.readers.graphs.cache._PATIENCE", 0.1)
    other = sqlite3.connect(file, isolation_level=None)
    other.execute("BEGIN IMMEDIATE")
    with pytest.warns(RuntimeWarning, match="locked"):
        assert grice.parse([*CAPTIONS, "a cat"], Counting(), cache=file)[-1].facts == (("cat",),)
    other.close()


def test_another_version_of_grice_does_not_answer_for_this_one(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    file = tmp_path / "parses.sqlite"
    grice.parse(CAPTIONS, Counting(), cache=file)
    monkeypatch.setattr("grice.readers.graphs.cache.__version__", "99")
    newer = Counting()
    grice.parse(CAPTIONS, newer, cache=file)
    assert newer.asked == 4


def test_half_a_surrogate_pair_is_remembered_like_any_text(tmp_path: Path) -> None:
    file = tmp_path / "parses.sqlite"
    once = grice.parse(["a \ud800 dog"], Counting(), cache=file)
    again = Counting()
    assert grice.parse(["a \ud800 dog"], again, cache=file) == once
    assert (again.asked, once[0].text) == (0, "a \ud800 dog")


def test_a_file_in_place_of_the_folder_is_named_as_what_it_is(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    (tmp_path / "file").write_text("mine")
    monkeypatch.setenv("GRICE_CACHE", str(tmp_path / "file"))
    with pytest.raises(grice.InputError, match=r"file/parses\.sqlite cannot be used as a cache"):
        grice.parse("a dog", Counting(), cache=True)
    assert (tmp_path / "file").read_text() == "mine"
