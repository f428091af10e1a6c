"""The agents that come with Grice see the original pictures of 3DShapes as well as ours."""

import csv
from pathlib import Path

import numpy as np
import pytest
from PIL import Image

import grice
from grice.readers.base import load_listener
from grice.speakers.base import load

REAL = Path(__file__).parents[4] / "shared" / "data" / "shapes3d"


@pytest.fixture(scope="module")
def real() -> tuple[list[int], np.ndarray]:
    if not REAL.is_dir():
        pytest.skip("the real pictures of 3DShapes are not here (../shared/data/shapes3d)")
    ids = [int(row["id"]) for row in csv.DictReader((REAL / "labels.csv").open())]
    return ids, np.stack([np.asarray(Image.open(REAL / f"{id}.png").convert("RGB")) for id in ids])


@pytest.mark.parametrize(("name", "mentioned"), [("b", 6), ("best", 1)])
def test_real_pictures_are_described_truly(real, name, mentioned) -> None:
    ids, pictures = real
    rivals = [[other] for other in np.roll(ids, -1).tolist()]
    said = load(name)(pictures, list(np.roll(pictures, -1, axis=0)))
    found = grice.score(said, targets=ids, distractors=rivals, metrics="pragmatics")["pragmatics"]
    assert (found["d"].value, found["k"].value, found["false"].value) == (1, mentioned, 0)


def test_a_listener_finds_what_its_speaker_describes(real) -> None:
    _, pictures = real
    others = np.roll(pictures, -1, axis=0)
    said = load("best")(pictures, list(others))
    # Those that the speaker means stand second, so that a listener that takes the first is wrong.
    choices = load_listener("best").listen(said, [[other, own] for own, other in zip(pictures, others, strict=True)])
    assert [choice.place for choice in choices] == [1] * len(pictures)
