"""A design with more answers finds more; what has no power is refused."""

from pathlib import Path

import pytest
from small_studies import design

from grice import InputError
from grice.studies.design import made
from grice.studies.power import power


def test_more_readers_find_differences_of_sizes_more_often(tmp_path: Path) -> None:
    scenes = "[[2, 0, 0, 2], [1, 1, 1, 1], [3, 3, 1, 2], [1, 6, 2, 0], [3, 4, 7, 6], [4, 5, 4, 7], [5, 6, 4, 5]]"
    found = {}
    for count, views in ((4, 2), (8, 8)):
        table = power(design(tmp_path / f"{views}.toml", count=count, views=views, scenes=scenes), runs=8)
        found[views] = {row["what"]: row for row in table.records()}
    small, large = (found[views]["sizes differ in deviation"] for views in (2, 8))
    assert small["studies"] == 8
    assert small["share with p < .05"] <= large["share with p < .05"]
    assert large["share with p < .05"] > 0.5


def test_power_says_what_a_design_cannot_show(tmp_path: Path) -> None:
    """Scenes of one size; a description each for people, who read one producer then."""
    table = power(design(tmp_path / "alone.toml", count=6, views=1), runs=1)
    assert [row["what"] for row in table.records()] == ["producers differ in swap share"]
    assert any("6 of 6 participants get items of one producer only" in note for note in table.notes)


def test_power_is_for_reconstruction() -> None:
    table = {
        "title": "t",
        "task": "production",
        "participants": {"count": 2},
        "consent": {"text": "c"},
        "instructions": {"text": "i"},
        "materials": [{"scenes": [[1, 1, 1, 1]]}],
    }
    with pytest.raises(InputError, match="power of the task 'production'"):
        power(made(table))
