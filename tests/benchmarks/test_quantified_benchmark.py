"""The benchmark of quantified speakers: the promises about speed, length and completeness, on every scene."""

import pytest

from grice.benchmarks import quantified


def test_a_small_run_gives_all_tables(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(quantified, "LARGEST", 6)
    monkeypatch.setattr(quantified, "SCENES_TIMED", 10)
    speed, baselines, complete = quantified.run(runs=2)
    faster = {(row["size"], row["speaker"]): row["times faster"] for row in speed.records()}
    assert faster[20, "qdg-greedy"] >= 20
    assert faster[60, "qdg-greedy"] >= 100
    assert len(baselines.rows) == 6
    assert {row["complete by logic"] for row in complete.records() if row["style"] != "vague"} == {1.0}


@pytest.mark.long
def test_every_scene_up_to_twenty_is_told_apart_in_three_statements() -> None:
    *_, complete = quantified.run(runs=1)
    rows = {(row["size"], row["style"]): row for row in complete.records()}
    assert "21242 descriptions, 21242 of them complete by plain logic, at most 3 statements" in complete.notes[0]
    assert [rows[n, "short"]["statements"] <= most for n, most in ((4, 1.35), (9, 1.80), (20, 2.45))] == [True] * 3
    assert [rows[n, "legible"]["numbers above 4"] <= s for n, s in ((10, 0), (16, 0.015), (20, 0.035))] == [True] * 3
    assert max(row["p95 ms"] for row in rows.values()) <= 2
