"""Harmonic means of two metrics, item by item."""

import numpy as np
import pytest

import grice
from grice.errors import InputError
from grice.metrics.base import harmonic_mean
from grice.metrics.harmonic import Harmonic
from grice.metrics.images.clipscore import RefClipScore
from grice.metrics.images.softspice_img import SoftSpiceImg
from grice.metrics.texts.sentence import Sentence
from handmade import Directions, cosine, picture

ENCODER = Directions({"a": 0, "b": 30, "c": 60})


@pytest.mark.parametrize(
    ("a", "b", "mean"), [(0.5, 1, 2 / 3), (1, 1, 1), (0, 1, 0), (-0.5, 0.8, 0), (-0.5, -0.5, 0), (np.nan, 1, np.nan)]
)
def test_the_mean_of_two_numbers(a: float, b: float, mean: float) -> None:
    np.testing.assert_allclose(harmonic_mean(a, b), mean)
    np.testing.assert_allclose(harmonic_mean(b, a), mean)


def test_two_variants_of_one_metric() -> None:
    metric = Harmonic(Sentence("max", encoder=ENCODER), Sentence("mean", encoder=ENCODER))
    score = grice.score(["a"], references=[["b", "c"]], metrics=metric)["harmonic"]
    most, mean = cosine(30), (cosine(30) + cosine(60)) / 2
    assert score.value == pytest.approx(2 * most * mean / (most + mean))
    assert score["sentence#2"].value == pytest.approx(mean)
    assert "first:sentence,references=max" in score.signature


def test_names_with_settings_for_whichever_takes_them() -> None:
    metric = Harmonic("sentence", "tokens", encoder=ENCODER, idf=["a", "b c"])
    score = grice.score(["a"], references=[["b"]], metrics=metric)["harmonic"]
    assert score.value == pytest.approx(cosine(30))
    with pytest.raises(InputError, match="colour"):
        Harmonic("sentence", "tokens", encoder=ENCODER, colour="red")
    with pytest.raises(InputError, match="two metrics"):
        Harmonic("sentence", "harmonic", encoder=ENCODER)
    with pytest.raises(InputError, match="two metrics"):
        grice.score(["a"], references=[["b"]], metrics="harmonic")


def test_table_6_combines_refclipscore_and_softspice_img() -> None:
    encoder = Directions({"( a )": 0, "( b )": 30, "a": 0, "b": 30})
    parts = RefClipScore(encoder, prompt=""), SoftSpiceImg(image_encoder=encoder, encoder=encoder)
    metric = Harmonic(*parts)
    assert metric.needs == ("references", "images")
    result = grice.score(["( a )"], references=[["( b )"]], images=[picture(60)], metrics=[metric, *parts])
    expected = harmonic_mean(result["refclipscore"].items, result["softspice-img"].items)
    np.testing.assert_allclose(result["harmonic"].items, expected)
    assert 0 < expected[0] < 1


def test_an_error_of_either_is_an_error_of_both() -> None:
    metric = Harmonic(Sentence(encoder=ENCODER), RefClipScore(ENCODER, prompt=""))
    result = grice.score(["a", "a"], references=[["b"], ["b"]], images=[picture(0), "absent.png"], metrics=metric)
    assert list(result.errors) == [1]
    assert np.isnan(result["harmonic"].items[1])
    assert "sentence" in result["harmonic"].explain(0)
