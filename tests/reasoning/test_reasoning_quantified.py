"""Speakers and readers that think of each other."""

import pytest

import grice
from grice.errors import InputError
from grice.readers.base import load_listener
from grice.reasoning import listener, speaker
from grice.speakers.base import load


def test_a_reader_who_thinks_of_alternatives_excludes_what_would_have_been_said_better() -> None:
    # Of four objects, "some are red" could be of all four; a speaker would then have said so.
    text, all_red = "There is a red circle.", "All of the objects are red circles."
    plain = grice.read(text, 4, "literal")
    thinking = listener(text, 4, [all_red], reading="literal")
    row = plain.worlds.tolist().index([0, 0, 0, 4])
    assert thinking.weights[row] < plain.weights[row]
    assert thinking.weights.sum() == pytest.approx(1)
    assert (thinking.worlds == plain.worlds).all()


def test_the_speaker_prefers_the_text_its_reader_gets_right() -> None:
    vague, exact = "Some objects are blue squares.", "Half of the objects are blue squares, the rest are red circles."
    best, worse = speaker((2, 0, 0, 2), [vague, exact])
    assert best.text == exact
    assert best.swaps < worse.swaps
    assert best.probability + worse.probability == pytest.approx(1)


def test_a_higher_price_of_words_favours_the_shorter_of_equals() -> None:
    short, long = "All blue squares.", "All of the objects are blue and all of the objects are squares."
    assert speaker((4, 0, 0, 0), [long, short], cost=0.5)[0].text == short


def test_without_texts_the_speakers_of_the_library_are_asked() -> None:
    choices = speaker((3, 3, 1, 2))
    assert choices[0].swaps == 0
    assert sum(choice.probability for choice in choices) == pytest.approx(1)


def test_by_name_the_speaker_says_what_its_reader_gets_right() -> None:
    scenes = [(3, 3, 1, 2), (2, 0, 0, 2)]
    said = load("rsa-quantified")(scenes, seed=1)
    assert [one.text for one in said] == [speaker(scene, seed=1 + i)[0].text for i, scene in enumerate(scenes)]
    assert {one.speaker for one in said} == {"rsa-quantified"}
    others = [(1, 1, 1, 1), (0, 2, 2, 0)]
    (told_apart,) = load("rsa-quantified")([(2, 0, 0, 2)], [others])
    assert told_apart.distractors == tuple(others)
    assert len(told_apart.text) < len(said[1].text)
    assert speaker((2, 0, 0, 2), [told_apart.text], distractors=others)[0].probability == 1


def test_by_name_the_listener_chooses_what_would_have_been_said_so() -> None:
    listen = load_listener("rsa-quantified", reading="literal").listen
    # "Some" is true of both; of all four, one would have said so.
    some, no_text, none, unclear = listen(
        ["There is a red circle.", "zork", "All of the objects are blue.", "There is an object."],
        [[(0, 0, 0, 4), (3, 0, 0, 1)], [(0, 0, 0, 4), (3, 0, 0, 1)], [(0, 0, 0, 4), (0, 4, 0, 0)], [(4, 0, 0, 0)] * 2],
    )
    assert (some.place, some.fitting) == (1, (0, 1))
    assert some.weights[1] > some.weights[0] > 0
    assert sum(some.weights) == pytest.approx(1)
    assert (no_text.place, none.place, unclear.place) == (None, None, None)
    assert "hardly a word" in no_text.reason
    assert "no candidate" in none.reason
    assert "2 candidates are equally likely" in unclear.reason
    with pytest.raises(InputError, match="different sizes"):
        listen(["All red"], [[(2, 0, 0, 2), (1, 0, 0, 2)]])


@pytest.mark.parametrize(("alpha", "cost"), [(0, 0.1), (-1, 0), (1, -0.1)])
def test_bad_settings_are_input_errors(alpha: float, cost: float) -> None:
    with pytest.raises(grice.InputError):
        listener("All blue", 4, alpha=alpha, cost=cost)


def test_a_size_too_large_for_some_speakers_is_left_to_the_others() -> None:
    (only,) = speaker((120, 0, 0, 40))
    assert only.swaps == 0
    assert only.text == "There are 40 red circles and 120 blue squares."


def test_sizes_that_cannot_be_counted_out_are_refused_by_both() -> None:
    with pytest.raises(InputError, match="size 1000 with 4 kinds"):
        listener("All red", 1000)
    with pytest.raises(InputError, match="a size up to 286"):
        speaker((400, 600, 0, 0))
