"""The parser's tables say what was measured here, and what was recorded elsewhere."""

import pytest

from grice.benchmarks import parser


@pytest.mark.long
def test_tables_of_the_rule_parser(corpus) -> None:
    speed, quality = parser.run("rules", corpus("factual/random_dev.csv").parent)
    measured = {row[0]: row[1] for row in speed.rows}
    assert measured["seconds to the first answer of `grice parse`, cold start"] > 0
    one = measured["captions per second, rules, one core, its own time"]
    assert measured["times Flan-T5-base, one core"] == pytest.approx(one / parser.RECORDED_T5)
    assert "recorded elsewhere" in speed.notes[0]
    rows = {row[0]: row for row in quality.rows}
    assert rows["rules, dev"][1] == 1000
    assert 50 < rows["rules, dev, no near-duplicate in train"][2] < rows["rules, dev"][2] < 70


def test_made_up_captions_are_as_long_as_real_ones() -> None:
    captions = parser.made_up(500, 0)
    assert captions == parser.made_up(500, 0)
    assert 5 < sum(len(caption.split()) for caption in captions) / 500 < 9
