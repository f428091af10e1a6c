"""Work that is counted while it is done, stopped without waiting, and remembered where that was asked for."""

import time
from collections.abc import Sequence
from pathlib import Path

import pytest

import grice
from grice.engines.local import Each, run
from grice.meaning.graph import SceneGraph
from grice.progress import beat, counted, watched_by
from grice.readers.graphs.cache import parses_in, remembering, remembering_parses, standing_cache
from grice.readers.graphs.rules import rule_parser


class Counting:
    """A parser that keeps what it was asked."""

    name, fingerprint, language, most_words = "counting", "counting-1", "en", 40

    def __init__(self) -> None:
        self.asked: list[str] = []
        self._rules = rule_parser(None, None)

    def __call__(self, sentences: Sequence[str]) -> list[SceneGraph]:
        self.asked += sentences
        return self._rules(sentences)


def slow(seconds: float) -> float:
    time.sleep(seconds)
    return seconds


def half(told: Path) -> bool:
    """Does half of its work, and the other half once that was told; whether it was, within a minute."""
    with counted(2, "counting"):
        beat()
        for _ in range(3000):
            if told.exists():
                break
            time.sleep(0.02)
    return told.exists()


def test_what_is_counted_is_told_and_never_more_than_all() -> None:
    told: list[tuple[float, str]] = []
    with watched_by(lambda *said: told.append(said)), counted(3, "reading"):
        beat(2)
        beat(5)
    beat(1)
    assert told == [(0, "reading 0/3"), (2 / 3, "reading 2/3"), (1, "reading 3/3")]


def test_processes_tell_what_they_have_done_of_a_batch(tmp_path: Path) -> None:
    told: list[float] = []

    def watch(share: float, _: str) -> None:
        told.append(share)
        if share == 1:
            (tmp_path / "both").touch()

    with watched_by(watch):
        assert list(run(Each(half), [tmp_path / "both"] * 2, processes=2)) == [(True, None)] * 2
    assert max(told) <= 2


def test_whoever_stops_does_not_wait_for_what_is_under_way() -> None:
    work = run(Each(slow), [0.0, 600.0, 600.0], processes=2)
    assert next(work) == (0.0, None)
    work.close()


def test_references_that_systems_share_are_parsed_once() -> None:
    parser = Counting()
    references = [["a red ball", "two dogs"], ["a horse"]]
    grice.compare(
        {"a": ["a ball", "a horse"], "b": ["a dog", "a man"]}, references, metrics=["spice"], parser=parser, samples=10
    )
    assert len(parser.asked) == len(set(parser.asked)) == 6


def test_parses_of_a_block_are_kept_in_its_file(tmp_path: Path) -> None:
    file, parser = tmp_path / "parses.sqlite", Counting()
    for _ in range(2):
        grice.score(["a red ball"], [["a ball"]], metrics="spice", parser=parser, cache=file)
    assert len(parser.asked) == 2
    assert parses_in(file) == 2
    with remembering(file):
        grice.parse(["a red ball", "a bus"], parser=parser)
        grice.parse(["a red ball"], parser=parser, cache=False)
    assert parser.asked[2:] == ["a bus", "a red ball"]
    assert standing_cache() is None
    with remembering_parses() as folder:
        assert folder.parent.is_dir()
    assert not folder.parent.exists()


def test_a_job_takes_its_cache_along_to_other_processes(tmp_path: Path) -> None:
    file = tmp_path / "parses.sqlite"
    grice.score(["a red ball"], [["a ball"]], metrics="spice", parser="rules", cache=file, processes=2)
    assert parses_in(file) == 2


def test_a_cache_that_cannot_be_used_is_refused(tmp_path: Path) -> None:
    (tmp_path / "words.txt").write_text("words")
    with pytest.raises(grice.InputError, match="cannot be used as a cache"):
        grice.score(["a"], [["b"]], metrics="spice", parser="rules", cache=tmp_path / "words.txt")
