"""The literal listener chooses where the words decide, and says why where they do not."""

import numpy as np
import pytest

from grice import InputError
from grice.readers.rooms.listener import listen
from grice.scenes.context import sample
from grice.speakers import load


def test_it_chooses_when_one_image_fits() -> None:
    red_block, orange_block = 0, 480
    (choice,) = listen(["a red block"], [[orange_block, red_block]])
    assert choice.place == 1
    assert choice.false == (1, 0)
    assert choice


@pytest.mark.parametrize(
    ("caption", "reason"),
    [("a block", "true of 2 images"), ("a red ball", "false of every image"), ("well well", "mentions nothing")],
)
def test_it_says_when_it_cannot(caption: str, reason: str) -> None:
    (choice,) = listen([caption], [[0, 480]])
    assert choice.place is None
    assert reason in choice.reason


def test_any_number_of_candidates_each_with_its_own_caption() -> None:
    choices = listen(["a ball", "a tiny object", "a pill"], [[0, 15, 30, 45], [60, 0], [45]])
    assert [choice.place for choice in choices] == [2, 1, 0]


def test_it_finds_the_target_of_every_exhaustive_caption_whose_words_differ() -> None:
    pairs = sample(500, seed=8)
    captions = load("exhaustive")(pairs.targets, seed=8)
    choices = listen(captions, np.stack([pairs.distractors, pairs.targets], axis=1).tolist())
    assert np.mean([choice.place == 1 for choice in choices]) > 0.99


def test_lists_of_different_length_are_refused() -> None:
    with pytest.raises(InputError, match="one list per caption"):
        listen(["a", "b"], [[0]])
    with pytest.raises(InputError, match="one caption as a string"):
        listen("a ball", [[0]])
