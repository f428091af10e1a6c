"""The parser's tables say what was measured, and what was not."""

import pytest

from grice.benchmarks import parser
from grice.errors import MissingExtra


def test_tables_of_the_rule_parser(corpus, monkeypatch: pytest.MonkeyPatch) -> None:
    def missing(*_: object) -> tuple[float, float]:
        raise MissingExtra("timing Flan-T5-base", "transformers", "hub")

    monkeypatch.setattr(parser, "flan_t5_rates", missing)
    speed, quality = parser.run("rules", corpus("factual/random_dev.csv").parent)
    measured = {row[0]: row[1] for row in speed.rows}
    assert measured["seconds to the first answer of `grice parse`, cold"] > 0
    assert "pip install 'grice[hub]'" in speed.notes[0]
    rows = {row[0]: row for row in quality.rows}
    assert rows["rules, dev"][1] == 1000
    assert 50 < rows["rules, dev, no near-duplicate in train"][2] < rows["rules, dev"][2] < 70


def test_made_up_captions_are_as_long_as_real_ones() -> None:
    captions = parser.made_up(500, 0)
    assert captions == parser.made_up(500, 0)
    assert 5 < sum(len(caption.split()) for caption in captions) / 500 < 9
