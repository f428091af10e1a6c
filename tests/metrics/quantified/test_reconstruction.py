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
        predictions=["All blue squares", "xyzzy plugh", "All blue squares", "All blue squares", ""],
        targets=[(4, 0, 0, 0), (3, 1, 0, 0), (-1, 2, 2, 1), (1, 2), (2, 1, 1, 0)],
        metrics=["reconstruction"],
    )
    assert sorted(result.errors) == [2, 3]
    assert result.errors[2] == "-1 blue squares; needed: a whole number, 0 or more"
    assert result.errors[3].startswith("2 counts; needed: one count for each of")
    assert sorted(result.unreadable) == [1, 4]
    score = result["reconstruction"]
    assert score["exact"].value == pytest.approx(1 / 3)
    # The farthest answer from (3, 1, 0, 0) shares nothing with it: all four objects would have to change.
    assert score["swaps"].items[[0, 1, 4]].tolist() == [0, 4, 4]
    assert score["swap_rate"].items[[0, 1, 4]].tolist() == [0, 1, 1]


def test_a_text_that_says_nothing_of_the_scene_counts_as_the_worst_however_near_the_guess() -> None:
    # Of no scene in particular, the guess is the most even one.
    assert grice.read("This one took me a moment.", 4).guess == (1, 1, 1, 1)
    texts = ["This one took me a moment.", "This one took me a moment. One of each."]
    result = grice.score(predictions=texts, targets=[(1, 1, 1, 1)] * 2, metrics=["reconstruction"])
    assert list(result.unreadable) == [0]
    assert "nothing of the scene" in result.unreadable[0]
    score = result["reconstruction"]
    assert {name: score[name].items.tolist() for name in ("swaps", "exact", "understood")} == {
        "swaps": [3, 0], "exact": [0, 1], "understood": [0, 1]
    }  # fmt: skip


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


NINE = "colour=blue,red,green; shape=square,circle,triangle"


def test_three_colours_and_shapes_are_scored_from_a_file(tmp_path: Path, grice: Callable[..., object]) -> None:
    file = tmp_path / "texts.jsonl"
    scene = {"green circles": 3, "red triangles": 1}
    rows = [
        {"prediction": "Three green circles and one red triangle.", "counts": scene},
        {"prediction": "Three green circles and one red triangle.", "counts": [0, 0, 0, 0, 0, 3, 0, 1, 0]},
        {"prediction": "All of the objects are green circles.", "counts": "green circles=3,red triangles=1"},
        {"prediction": "All of the objects are green circles.", "counts": "purple circles=4"},
    ]
    file.write_text("\n".join(map(json.dumps, rows)), "utf-8")
    ran = grice("score", file, "--metrics", "reconstruction", "--domain", NINE)
    assert ran.returncode == 0, ran.stderr
    assert "'purple circles' is not a kind of this domain" in ran.stderr
    values = {row["value"]: row["score"] for row in map(json.loads, ran.stdout.splitlines())}
    assert values["swaps"] == pytest.approx(1 / 3)
    ran = grice("score", file, "--metrics", "sentence", "--domain", NINE)
    assert ran.returncode == 2
    assert "--domain with sentence" in ran.stderr


def test_an_answer_is_given_where_the_rule_leaves_nothing_to_chance() -> None:
    for pick, answer in (("prototype", [2, 0, 0, 2]), ("uniform", None)):
        score = grice.score(["Half are red circles."], targets=[(2, 0, 0, 2)], metrics=Reconstruction(pick=pick))
        found = score["reconstruction"].table().column("answer").to_pylist()[0]
        assert (found is None) == (answer is None)
        assert found is None or sum(found) == 4


def test_of_a_sample_it_is_not_said_that_the_scene_is_excluded() -> None:
    texts = ["Most of the objects are blue squares.", "There are 613 blue squares, the rest are red circles."]
    score = grice.score(texts, targets=[(613, 127, 131, 129), (613, 0, 0, 387)], metrics="reconstruction")
    found = score["reconstruction"]
    assert found.table().column("sampled").to_pylist() == [True, True]
    assert found["allowed"].value == 1
    assert found.defined["allowed"] == 1


def test_one_of_a_kind_is_named_in_the_singular() -> None:
    said = "One is a blue square, the others are red circles."
    found = grice.score([said], targets=[(1, 0, 0, 3)], metrics="reconstruction")["reconstruction"].explain(0)
    assert "the scene: 1 blue square, 3 red circles" in found
    assert "1 world left" in found
