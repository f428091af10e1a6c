"""CLIPScore and RefCLIPScore: the formulas worked out by hand."""

import json
from pathlib import Path

import numpy as np
import pytest
from PIL import Image

import grice
from grice.engines.score_files import ScoringFile, columns
from grice.files import open_rows
from grice.metrics.images.clipscore import ClipScore, RefClipScore
from handmade import Directions, cosine, picture

ENCODER = Directions(
    {"A photo depicts a dog": 10, "A photo depicts a cat": 40, "A photo depicts a hen": 70, "a dog": 0}
)


def test_clipscore_is_two_and_a_half_cosines_and_never_negative() -> None:
    result = grice.score(
        ["a dog", "a dog", "a cat"], images=[picture(10), picture(70), picture(200)], metrics=ClipScore(ENCODER)
    )
    np.testing.assert_allclose(result["clipscore"].items, [2.5, 2.5 * cosine(60), 0], atol=1e-6)


def test_prompt_and_weight_can_be_set_and_are_in_the_signature() -> None:
    metric = ClipScore(ENCODER, weight=1, prompt="")
    assert grice.score(["a dog"], images=[picture(60)], metrics=metric)["clipscore"].value == pytest.approx(0.5)
    assert "weight:1|prompt:|encoder:directions@byhand" in str(metric.signature)


def test_refclipscore_is_the_harmonic_mean_with_the_nearest_reference() -> None:
    result = grice.score(
        ["a dog"], references=[["a hen", "a cat"]], images=[picture(70)], metrics=RefClipScore(ENCODER)
    )
    image, text = 2.5 * cosine(60), cosine(30)
    score = result["refclipscore"]
    assert score.value == pytest.approx(2 * image * text / (image + text))
    assert score["text"].value == pytest.approx(text)
    assert score["clipscore"].value == pytest.approx(image)


def test_the_best_possible_values_are_the_declared_bounds() -> None:
    result = grice.score(
        ["a dog"], references=[["a dog"]], images=[picture(10)], metrics=[ClipScore(ENCODER), RefClipScore(ENCODER)]
    )
    for score in result.values():
        assert score.value == pytest.approx(score.tally.metric.values[0].highest)


def test_rows_that_cannot_be_judged_are_named_and_the_rest_scored() -> None:
    result = grice.score(
        ["a dog", "", "a dog"],
        references=[["a cat"], ["a cat"], []],
        images=[picture(10)] * 3,
        metrics=RefClipScore(ENCODER),
    )
    assert result.unreadable == {1: "the prediction is empty"}
    assert result.errors == {2: "there is no reference"}
    assert result["refclipscore"]["clipscore"].value == pytest.approx(2.5 / 2)


def test_a_file_names_its_images_in_a_column(tmp_path: Path) -> None:
    Image.fromarray(picture(70)).save(tmp_path / "image.png")
    rows = [{"prediction": "a dog", "image": str(tmp_path / "image.png")}, {"prediction": "a dog", "image": "no.png"}]
    (tmp_path / "rows.jsonl").write_text("\n".join(map(json.dumps, rows)))
    metric = ClipScore(ENCODER)
    (batch,) = open_rows(tmp_path / "rows.jsonl", columns([metric]))
    first, second = ScoringFile({"clipscore": metric}).work(batch, None)[0].to_pylist()
    assert first["clipscore"] == pytest.approx(2.5 * cosine(60), abs=1e-6)
    assert "no.png" in second["error"]
