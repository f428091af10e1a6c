"""SoftSPICE(img): equations 2 and 3 worked out by hand."""

import pytest

import grice
from grice.errors import InputError
from grice.metrics.images.softspice_img import SoftSpiceImg
from handmade import Directions, cosine, picture

TEXT = Directions({"dog": 0, "ball": 60, "cat": 20})
IMAGE = Directions({"dog": 10, "ball": 50, "cat": 0})


def test_equation_3_is_the_harmonic_mean_of_text_and_image() -> None:
    metric = SoftSpiceImg(image_encoder=IMAGE, encoder=TEXT)
    result = grice.score(["( dog ) , ( ball )"], references=[["( cat )"]], images=[picture(40)], metrics=metric)
    text = (cosine(20) + cosine(40)) / 2
    image = (cosine(30) + cosine(10)) / 2
    score = result["softspice-img"]
    assert score["text"].value == pytest.approx(text)
    assert score["image"].value == pytest.approx(image)
    assert score.value == pytest.approx(2 * text * image / (text + image))
    assert score.explain(0).splitlines()[0] == f"softspice-img = {score.value:.4f}"


def test_the_image_may_be_weighted_and_the_signature_says_so() -> None:
    metric = SoftSpiceImg(image_encoder=IMAGE, encoder=TEXT, weight=2.5, lemmatise=False)
    result = grice.score(["( dog )"], references=[["( dog )"]], images=[picture(70)], metrics=metric)
    image = 2.5 * cosine(60)
    assert result["softspice-img"].value == pytest.approx(2 * image / (1 + image))
    assert "|weight:2.5|image_encoder:directions@byhand" in result.signature
    assert "|lemmatise:no|" in result.signature


def test_an_image_that_contradicts_gives_nothing() -> None:
    metric = SoftSpiceImg(image_encoder=IMAGE, encoder=TEXT)
    result = grice.score(["( dog )"], references=[["( dog )"]], images=[picture(130)], metrics=metric)
    assert result["softspice-img"]["image"].value == pytest.approx(cosine(120))
    assert result["softspice-img"].value == 0


def test_a_bad_image_drops_its_row_and_a_bad_graph_is_the_worst() -> None:
    metric = SoftSpiceImg(image_encoder=IMAGE, encoder=TEXT)
    result = grice.score(
        ["( dog )", "( dog )", "( dog"],
        references=[["( dog )"]] * 3,
        images=[picture(10), "absent.png", picture(10)],
        metrics=metric,
    )
    assert "absent.png" in result.errors[1]
    assert set(result.unreadable) == {2}
    assert result["softspice-img"].value == pytest.approx(1 / 2)


def test_without_images_it_says_what_it_needs() -> None:
    metric = SoftSpiceImg(image_encoder=IMAGE, encoder=TEXT)
    with pytest.raises(InputError, match="images="):
        grice.score(["( dog )"], references=[["( dog )"]], metrics=metric)
