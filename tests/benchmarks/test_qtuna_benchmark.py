"""The QTUNA benchmark in small: its tables are there, its published numbers are the thesis's own counts."""

from collections.abc import Callable
from pathlib import Path

import pytest

from grice.benchmarks import qtuna, reconstruction


def test_the_published_percentages_are_the_swaps_the_thesis_counted() -> None:
    # Swaps over answers times size, recomputed from the thesis: 12, 16 and 12 answers in A, 12 each in B.
    counted = {
        ("people", 4): (4, 48), ("people", 9): (9, 144), ("people", 20): (36, 240),
        ("qdg-ia", 9): (17, 144), ("qdg-ia", 20): (44, 240), ("qdg-greedy", 4): (1, 48), ("qdg-greedy", 9): (12, 144),
        ("qdg-ia", 6): (1, 72), ("qdg-ia", 10): (12, 120), ("qdg-ia", 16): (20, 192),
        ("qdg-greedy", 10): (10, 120), ("qdg-greedy", 16): (15, 192),
    }  # fmt: skip
    for (speaker, size), (swaps, of) in counted.items():
        assert reconstruction.THESIS[speaker][size] == pytest.approx(100 * swaps / of, abs=0.006)


def test_every_table_is_made_in_small(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(qtuna, "LARGEST", 3)
    monkeypatch.setattr(qtuna, "RUNS", 1)
    monkeypatch.setattr(qtuna, "SPEAKERS", qtuna.SPEAKERS[1:3])
    monkeypatch.setattr(reconstruction, "SCENES_DRAWN", 2)
    findings, round_trip, thesis = qtuna.run(seeds=1)
    assert {row[1] for row in findings.rows} == {"qdg-greedy", "complete short"}
    assert all(row[-1] for row in round_trip.rows)
    by_size = {(row[0], row[1]): row for row in findings.rows}
    assert by_size[4, "complete short"][4] == 1
    assert len(thesis.rows) == 12
    assert all(0 <= row[3] <= 100 for row in thesis.rows)


@pytest.mark.long
def test_simulated_readers_agree_with_the_thesis(corpus: Callable[[str], Path]) -> None:
    people = {size: qtuna._people(corpus("qtuna"), size) for size in qtuna.SIZES}
    (table,) = reconstruction.tables(qtuna._human(people), seed=0, seeds=50)
    note = table.notes[0]
    assert float(note.partition("r = ")[2][:5]) >= 0.95
    off = {row[1]: abs(row[4]) for row in table.rows if row[0] == "people"}
    assert off[4] <= 5
    assert off[20] <= 5
