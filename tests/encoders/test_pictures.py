"""Images come as paths, PIL images or arrays; a bad one costs its row."""

from pathlib import Path

import numpy as np
import pytest
from PIL import Image

from grice.encoders.images import encode_pictures
from grice.errors import InputError
from handmade import Directions, cosine, picture


def test_every_way_to_give_an_image_gives_the_same_vector(tmp_path: Path) -> None:
    path = tmp_path / "image.png"
    Image.fromarray(picture(60)).save(path)
    images = [path, str(path), picture(60), Image.fromarray(picture(60)), Image.open(path).convert("RGBA")]
    vectors, errors = encode_pictures(Directions({}), images)
    assert errors == [None] * 5
    np.testing.assert_allclose(vectors[:, 0], cosine(60), atol=1e-6)


def test_a_bad_image_costs_its_row_and_says_why(tmp_path: Path) -> None:
    (tmp_path / "text.png").write_text("no image")
    images = [picture(0), tmp_path / "absent.png", tmp_path / "text.png", np.zeros((2, 2)), 7]
    vectors, errors = encode_pictures(Directions({}), images)
    assert errors[0] is None
    assert vectors[0].tolist() == [1, 0]
    for error, reason in zip(errors[1:], ("no image", "cannot be read", "uint8", "int"), strict=True):
        assert error is not None
        assert reason in error


def test_only_bad_images_give_errors_and_no_crash(tmp_path: Path) -> None:
    vectors, errors = encode_pictures(Directions({}), [tmp_path / "absent.png"])
    assert vectors.shape == (1, 0)
    assert errors[0] is not None


def test_a_path_given_often_is_read_once(tmp_path: Path) -> None:
    path = tmp_path / "image.png"
    Image.fromarray(picture(30)).save(path)
    seen: list[object] = []

    class Counting(Directions):
        def images(self, images):  # type: ignore[no-untyped-def]
            seen.extend(images)
            return super().images(images)

    encode_pictures(Counting({}), [path] * 100)
    assert len(seen) == 1


def test_no_image_text_encoder_is_assumed() -> None:
    from grice.metrics import METRICS

    with pytest.raises(InputError, match="image_encoder="):
        METRICS.make("clipscore")
