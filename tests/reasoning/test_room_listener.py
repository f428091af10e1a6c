"""A rational listener of rooms: what the speaker did not say counts."""

import numpy as np
import pytest

from grice.errors import InputError
from grice.readers.base import load_listener
from grice.reasoning.room_listener import RationalRoomListener, alternatives
from grice.reasoning.speech_acts import among, chosen, heard
from grice.scenes import rooms
from grice.scenes.context import sample

SAME = {"floor_hue": 0, "wall_hue": 0, "scale": 0, "orientation": 0}
RED_BLOCK, RED_BALL, BLUE_BALL = (
    rooms.scene(object_hue=hue, shape=shape, **SAME).id for hue, shape in ((0, 0), (0, 2), (6, 2))
)


def test_a_caption_that_is_true_of_two_points_at_the_one_that_has_no_better_name() -> None:
    listener = load_listener("rsa")
    (red, ball) = listener.listen(["a red object", "a ball"], [[RED_BLOCK, RED_BALL, BLUE_BALL]] * 2)
    shapes = [rooms.scene(one).phrases["shape"] for one in (RED_BLOCK, RED_BALL)]
    assert (red.place, red.fitting) == (1, (0, 1)), shapes
    assert (ball.place, ball.fitting) == (1, (1, 2))
    assert sum(red.weights) == pytest.approx(1)


def test_whatever_it_chooses_the_literal_listener_allows_and_nothing_said_is_nothing_chosen() -> None:
    pairs = sample(60, seed=4)
    captions = load_speakers(pairs)
    candidates = [[int(a), int(b)] for a, b in zip(pairs.targets, pairs.distractors, strict=True)]
    literal = load_listener("literal").listen(captions, candidates)
    rational = load_listener("rsa").listen(captions, candidates)
    for one, other in zip(literal, rational, strict=True):
        assert one.fitting == other.fitting
        assert other.place is None or other.place in one.fitting
        assert one.place is None or one.place == other.place
    (nothing,) = load_listener("rsa").listen(["hello there"], [candidates[0]])
    assert (nothing.place, nothing.weights) == (None, (0.0, 0.0))


def load_speakers(pairs: object) -> list[str]:
    from grice.speakers.base import load

    said: list[str] = load("oracle-one").speak(pairs.targets, pairs.distractors[:, None], 1)  # type: ignore[attr-defined]
    return said


def test_alternatives_are_one_or_two_features_of_a_candidate_and_each_is_said_once() -> None:
    found = alternatives([RED_BLOCK, RED_BALL])
    assert len(found) == len(set(found))
    assert len(alternatives([RED_BLOCK])) == 6 + 15


def test_speech_acts_follow_the_formula_of_frank_and_goodman() -> None:
    # Glasses and hat: L0 of "glasses" is even between two faces, "hat" picks one; by hand, alpha 1, no cost.
    literal = among(np.array([[1.0, 1.0], [0.0, 1.0]]))
    texts = ["glasses", "hat"]
    assert literal.tolist() == [[0.5, 0.5], [0, 1]]
    assert chosen(literal, texts, 1, 0).T.tolist() == pytest.approx(np.array([[1, 0], [1 / 3, 2 / 3]]))
    assert heard(literal, texts, 1, 0).tolist() == pytest.approx([0.75, 0.25])
    with pytest.raises(InputError, match="alpha 0"):
        RationalRoomListener(alpha=0)
