"""The QTUNA benchmark in small: its tables are there, its published numbers are the thesis's own counts."""

from collections.abc import Callable
from pathlib import Path

import numpy as np
import pytest

from grice.benchmarks import pel2020, qtuna, simulated_readers
from grice.corpora.qtuna import SCENES
from grice.errors import InputError


def test_the_published_percentages_are_the_swaps_the_thesis_counted() -> None:
    # Swaps over answers times size, recomputed from the thesis: 12, 16 and 12 answers in A, 12 each in B.
    counted = {
        ("people", 4): (4, 48), ("people", 9): (9, 144), ("people", 20): (36, 240),
        ("qdg-ia", 9): (17, 144), ("qdg-ia", 20): (44, 240), ("qdg-greedy", 4): (1, 48), ("qdg-greedy", 9): (12, 144),
        ("qdg-ia", 6): (1, 72), ("qdg-ia", 10): (12, 120), ("qdg-ia", 16): (20, 192),
        ("qdg-greedy", 10): (10, 120), ("qdg-greedy", 16): (15, 192),
    }  # fmt: skip
    for (speaker, size), (swaps, of) in counted.items():
        assert pel2020.THESIS[speaker][size] == pytest.approx(100 * swaps / of, abs=0.006)


def test_every_table_is_made_in_small(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(qtuna, "LARGEST", 3)
    monkeypatch.setattr(qtuna, "RUNS", 1)
    monkeypatch.setattr(qtuna, "SPEAKERS", qtuna.SPEAKERS[1:3])
    monkeypatch.setattr(pel2020, "SCENES_DRAWN", 2)
    findings, round_trip, thesis = qtuna.run(seeds=1)
    assert {row[1] for row in findings.rows} == {"qdg-greedy", "complete short"}
    assert all(row[-1] for row in round_trip.rows)
    by_size = {(row[0], row[1]): row for row in findings.rows}
    assert by_size[4, "complete short"][4] == 1
    assert len(thesis.rows) == 12
    assert all(0 <= row[3] <= 100 for row in thesis.rows)


def test_texts_of_other_writers_are_read_with_their_scenes(tmp_path: Path) -> None:
    path = tmp_path / "texts.jsonl"
    path.write_text(
        '{"writer": "a", "counts": [2, 0, 2, 0], "text": "All blue, half squares"}\n'
        '{"writer": "b", "counts": [2, 2, 0, 0], "text": "All of them are zebras"}\n'
        '{"writer": "b", "counts": [4, 0, 0, 0], "text": "Les carrés sont bleus"}\n'
        '{"writer": "b", "counts": [0, 9, 0, 0], "text": "Nine blue circles"}\n',
        "utf-8",
    )
    (table,) = qtuna.run(texts=path)
    rows = {row[0]: dict(zip(table.columns, row, strict=True)) for row in table.rows}
    assert (rows[4]["writers"], rows[4]["rows"]) == (2, 3)
    assert rows[4]["understood"] == pytest.approx(1 / 3)
    assert rows[4]["consistent"] == 1
    assert rows[9]["consistent"] == 0


def test_a_file_of_texts_without_counts_is_refused(tmp_path: Path) -> None:
    path = tmp_path / "texts.csv"
    path.write_text("writer,text\na,All blue\n", "utf-8")
    with pytest.raises(InputError):
        qtuna.run(texts=path)


def test_scenes_of_other_sizes_are_drawn_as_the_setting_says() -> None:
    drawn = {how: np.array(pel2020.scenes(16, how, seed=3)) for how in pel2020.DRAWS}
    assert all(some.shape == (pel2020.SCENES_DRAWN, 4) for some in drawn.values())
    assert all((some.sum(axis=1) == 16).all() for some in drawn.values())
    assert (drawn["anew"] == drawn["one draw"]).all()
    # Objects drawn one by one are nearly even and leave no kind out; QTUNA's scenes mostly leave out one or two.
    assert drawn["by object"].std() < drawn["anew"].std() < drawn["as in QTUNA"].std()
    assert len(pel2020.scenes(9, "anew", seed=3)) == 10


def test_the_algorithms_own_reader_is_as_unsure_as_they_claim_to_be() -> None:
    """Where the released code claims to be complete, a reader with its conditions makes no error; and only there."""
    setting = pel2020.Setting(pick=pel2020.OWN)
    for name in ("qdg-ia", "qdg-greedy"):
        for (size, _), scene in SCENES.items():
            if size == 9:
                off = pel2020._share(setting, name, scene, seed=1)
                assert (off == 0) == setting.speak(name, scene, seed=1).complete


def test_a_study_of_the_size_of_the_thesis_counts_whole_swaps() -> None:
    """Its cells are k swaps over the answers times the size, as the published ones are."""
    found = pel2020.study(pel2020.Setting(), seed=0)
    for cell, (_, size) in zip(found.tolist(), pel2020.CELLS, strict=True):
        few, times = pel2020.STUDIED[size]
        swaps = cell / 100 * few * times * size
        assert swaps == pytest.approx(round(swaps))


@pytest.mark.long
def test_every_reader_that_was_tried_has_its_row(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(pel2020, "SCENES_DRAWN", 2)
    (table,) = simulated_readers.run(seeds=1)
    assert len(table.rows) == len(simulated_readers.READERS) + len(simulated_readers.OTHERS)
    assert all(-1 <= row[2] <= 1 and row[5] < 30 for row in table.rows)


@pytest.mark.long
def test_simulated_readers_agree_with_the_thesis(corpus: Callable[[str], Path]) -> None:
    people = {size: qtuna.people_said(corpus("qtuna"), size) for size in qtuna.SIZES}
    (table,) = pel2020.tables(qtuna.understood_by_size(people), seed=0, seeds=50)
    algorithms = np.array([row[3] for row in table.rows if row[0] != "people"])
    # No better than 0.94 on average, whatever single draws of scenes give; a study this small cannot tell more.
    assert pel2020.correlation(algorithms) >= 0.92
    # At four objects every reader of the thesis made the same error on one text; a reader who makes none is 5 off.
    assert all(abs(row[4]) <= 6 for row in table.rows if row[0] == "people")
