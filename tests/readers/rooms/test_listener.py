"""The literal listener chooses where the words decide, and says why where they do not."""

import numpy as np
import pytest

from grice import InputError
from grice.readers.base import load_listener
from grice.readers.rooms.listener import listen
from grice.readers.rooms.reading import read_mentions
from grice.readers.rooms.vocabulary import Vocabulary
from grice.scenes.context import sample
from grice.speakers.base import load
from grice.words.readable import problem


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
    with pytest.raises(InputError, match="one list per description"):
        listen(["a", "b"], [[0]])
    with pytest.raises(InputError, match="one description as a string"):
        listen("a ball", [[0]])


def test_by_name_it_is_the_same_listener() -> None:
    listener = load_listener("literal", vocabulary=Vocabulary.load("fixed"))
    assert (listener.name, listener.family) == ("literal", "rooms")
    (choice,) = listener.listen(["a red block"], [[0, 480]])
    assert choice == listen(["a red block"], [[0, 480]])[0]
    assert (choice.fitting, choice.weights) == ((0,), (1.0, 0.0))
    with pytest.raises(InputError, match="listener literal with words"):
        load_listener("literal", words=3)


@pytest.mark.parametrize(
    ("caption", "reason"),
    [
        ("a red \ud800 block", "a lone surrogate"),
        (None, "is missing"),
        (float("nan"), "is missing"),
        (5, "of type int"),
        (b"a red block", "of type bytes"),
        (" ", "is empty"),
    ],
)
def test_a_caption_that_is_no_text_costs_its_choice_alone(caption: object, reason: str) -> None:
    bad, good = listen([caption, "a red block"], [[0, 480], [0, 480]])  # type: ignore[list-item]
    assert bad.place is None
    assert reason in bad.reason
    assert reason in str(problem(caption))
    assert good.place == 0
    assert len(read_mentions([caption, "a red block"])) == (4 if isinstance(caption, bytes) else 2)  # type: ignore[list-item]


def test_text_has_no_problem() -> None:
    assert problem("ein «rotes» 𝔹lock") is None


@pytest.mark.parametrize("candidate", [float("nan"), -1, 480_000, "0", 0.5, None])
def test_candidates_that_are_no_ids_are_refused(candidate: object) -> None:
    with pytest.raises(InputError, match="whole number from 0 to 479999"):
        listen(["a red block"], [[0, candidate]])  # type: ignore[list-item]
