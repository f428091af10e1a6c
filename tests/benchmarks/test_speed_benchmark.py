"""Speed is compared line by line, and what was not measured here says so."""

from importlib.resources import files

import pytest

from grice.benchmarks import alternatives, beside, speed
from grice.benchmarks.parser import of_twelve_words
from grice.speakers.rooms.realisation import captions


def test_every_line_has_a_ratio_of_two_speeds(monkeypatch: pytest.MonkeyPatch) -> None:
    # Whatever is installed here, as on a machine that has none of it.
    monkeypatch.setattr(alternatives.Alternative, "installed", False)
    table = beside.beside(8)
    assert {row[1].split(",")[0] for row in table.rows} == {
        "FactualSceneGraph",
        "Flan-T5-base's shape",
        "pycocoevalcap",
        "nltk",
        "QDG as released",
    }
    for *_, ours, theirs, ratio, source in table.rows:
        assert ours > 0
        assert theirs > 0
        assert ratio == pytest.approx(ours / theirs)
        assert source == "recorded, scaled"


def test_rates_and_growth_are_of_the_work_that_was_done() -> None:
    rates = dict(speed.rates(8).rows)
    assert len(rates) == 4
    assert all(rate > 0 for rate in rates.values())
    assert [len(row) for row in speed.growth(16).rows] == [4, 4, 4]


def test_captions_of_twelve_words_have_twelve_words() -> None:
    texts = of_twelve_words(200, 0)
    assert {len(text.split()) for text in texts} == {12}
    assert len(set(texts)) == 200


def test_nltk_says_of_a_room_what_the_grammar_says() -> None:
    pytest.importorskip("nltk")
    grammar = files("grice.speakers.rooms").joinpath("grammars", "exhaustive.grammar").read_text("utf-8")
    (found,) = alternatives.nltk_captions([118308], grammar)()
    assert sorted(found) == sorted(captions(118308))
