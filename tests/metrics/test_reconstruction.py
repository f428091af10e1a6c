"""The reconstruction metric: swaps as in the thesis, per item and over a corpus, bad rows at the cost of a row."""

import json
from collections.abc import Callable
from pathlib import Path

import pytest

import grice
from grice.metrics import Reconstruction


def test_one_swap_as_in_the_thesis() -> None:
    # Pel (2020, section 3.4): answering (2, 1, 1, 0) for (2, 1, 0, 1) is one swap.
    text = "There are two blue squares, one red square and one blue circle."
    score = grice.score(predictions=[text], targets=[(2, 1, 0, 1)], metrics=["reconstruction"])["reconstruction"]
    assert score["swaps"].value == 1
    assert score["swap_rate"].value == pytest.approx(1 / 4)
    assert score["exact"].value == 0
    assert score["bits"].value == 0


def test_the_true_maximum_is_offered_by_name() -> None:
    text = "There are six blue squares, six red squares, four blue circles and four red circles."
    metric = Reconstruction(divide="maximum")
    score = grice.score(predictions=[text], targets=[(5, 6, 4, 5)], metrics=metric)["reconstruction"]
    assert score["swap_rate"].value == pytest.approx(1 / 16)
    assert "divide:maximum" in score.signature


def test_a_right_description_costs_nothing_and_says_why() -> None:
    score = grice.score(
        predictions=["Half are red circles, the rest blue squares."], targets=[(2, 0, 0, 2)], metrics="reconstruction"
    )["reconstruction"]
    assert (score["swap_rate"].value, score["exact"].value, score["worst"].value) == (0, 1, 0)
    assert "Half of the objects are red circles." in score.explain(0)
    assert score.table().column("answer").to_pylist() == [[2, 0, 0, 2]]


def test_bad_rows_cost_themselves() -> None:
    result = grice.score(
        predictions=["All blue squares", "xyzzy plugh", "All blue squares", "All blue squares"],
        targets=[(4, 0, 0, 0), (4, 0, 0, 0), (-1, 2, 2, 1), (1, 2)],
        metrics=["reconstruction"],
    )
    assert sorted(result.errors) == [1, 2, 3]
    assert result["reconstruction"]["exact"].value == 1


def test_targets_come_from_files_too(tmp_path: Path, grice: Callable[..., object]) -> None:
    file = tmp_path / "texts.csv"
    file.write_text('prediction,counts\nAll blue squares,"4,0,0,0"\nHalf are red circles.,2 0 0 2\n', "utf-8")
    ran = grice("score", file, "--metrics", "reconstruction")
    assert ran.returncode == 0, ran.stderr
    values = {row["value"]: row["score"] for row in map(json.loads, ran.stdout.splitlines())}
    assert values["exact"] == 0.5
    assert values["understood"] == 1


@pytest.mark.parametrize("settings", [{"pick": "best"}, {"divide": "two"}, {"reading": "poetic"}, {"error": 2.0}])
def test_unknown_settings_are_input_errors(settings: dict[str, object]) -> None:
    with pytest.raises(grice.InputError):
        Reconstruction(**settings)  # type: ignore[arg-type]
