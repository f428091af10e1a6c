"""The encoder benchmark: times that fit together, and phrases that are embedded once."""

import pytest

from grice.benchmarks.encoders import speed
from grice.benchmarks.graphs import synthetic
from grice.encoders.minilm import fingerprint


def test_known_phrases_cost_next_to_nothing_and_ratios_are_ratios_of_times() -> None:
    table = speed("a test", synthetic(30, seed=0))
    times = {row[0]: row[1] for row in table.rows}
    default, large, first, integers, again = times.values()
    assert again < first / 5
    assert integers < first
    for _, ms, to_default, to_large in table.rows:
        assert to_default == pytest.approx(default / ms)
        assert to_large == pytest.approx(large / ms)
    assert "one thread" in table.notes[0]
    assert f"encoder:all-MiniLM-L6-v2@{fingerprint()}" in table.signature
