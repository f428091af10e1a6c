"""The benchmark of scene graph metrics runs without a corpus, and SPICE is ten times as fast as recorded."""

import pytest

from grice.benchmarks.graphs import RECORDED, run, speed, synthetic


@pytest.mark.long
def test_spice_takes_a_tenth_of_the_published_time() -> None:
    (table,) = run(seed=1)
    times = {row["metric"]: row["ms per pair"] for row in table.records()}
    assert times["spice, plain"] * 10 <= RECORDED
    assert times["spice, lemmatised"] * 10 <= RECORDED


def test_pairs_are_the_same_for_the_same_seed() -> None:
    assert synthetic(20, 3) == synthetic(20, 3)
    assert synthetic(20, 3) != synthetic(20, 4)
    assert speed(synthetic(5, 0)).columns[0] == "metric"
