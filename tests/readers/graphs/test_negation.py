"""Which words of a sentence are under negation: absent things in capitals, denied words in brackets."""

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from grice.readers.graphs.negation import positive
from grice.words.split import words_in


def marked(text: str) -> str:
    """The positive form of a sentence: ABSENT things, <denied> words."""
    found = positive(words_in(text))
    return " ".join(
        word.upper() if i in found.absent else f"<{word}>" if i in found.denied else word
        for i, word in enumerate(found.words)
    )


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        ("the dog is not black", "the dog is <black>"),
        ("no cars on the street", "CARS on the street"),
        ("a man without a shirt or shoes", "a man with A SHIRT OR SHOES"),
        ("a man with no hat and a coat", "a man with HAT and a coat"),
        ("nobody is sitting on the bench", "PERSON is sitting on the bench"),
        ("the room has neither curtains nor blinds", "the room has CURTAINS and BLINDS"),
        ("the groom is not holding the cup", "the groom is <holding> the cup"),
        ("a man who isn't wearing a hat", "a man who is <wearing> a HAT"),
        ("the dog doesn't chase the cat", "the dog <chase> the cat"),
        ("the dog never leaves the yard", "the dog <leaves> the yard"),
        ("the dog is black but not tall", "the dog is black but <tall>"),
        ("a fence without paint and a dog", "a fence with PAINT and a dog"),
        ("a knot in a rope", "a knot in a rope"),
        ("bus no. 5 at the stop", "bus no. 5 at the stop"),
        ("", ""),
    ],
)
def test_scopes(text: str, expected: str) -> None:
    assert marked(text) == expected


def test_positive_words_keep_their_places_in_the_sentence() -> None:
    words = words_in("A blacksmith who isn't wearing a hat stands near nobody.")
    found = positive(words)
    assert [words[place] for place in found.places][3] == "isn't"
    assert found.words[3] == "is"
    assert len(found.words) == len(found.places)


WORDS = (
    *(
        "not",
        "no",
        "without",
        "nobody",
        "none",
        "of",
        "neither",
        "nor",
        "isn't",
        "doesn't",
        "never",
        "has",
        "been",
        "is",
    ),
    *(
        "a",
        "the",
        "her",
        "dog",
        "cars",
        "black",
        "tall",
        "rides",
        "wearing",
        "eaten",
        "on",
        "in front of",
        "and",
        "or",
        ",",
    ),
    *("but", "who", ".", "two", "one", "there", "it", "free", "sign", '"', "than", "as", "to", "very", "xyzzy"),
)


@given(st.lists(st.sampled_from(WORDS), max_size=12))
@settings(max_examples=300, deadline=None)
def test_any_words_have_a_positive_form_whose_words_come_from_the_sentence_in_its_order(words: list[str]) -> None:
    sentence = words_in(" ".join(words))
    found = positive(sentence)
    assert list(found.places) == sorted(found.places)
    assert all(0 <= place < len(sentence) for place in found.places)
    assert found.absent | found.denied <= set(range(len(found.words)))
    assert not found.absent & found.denied
    if found.words == sentence:
        assert not found.absent | found.denied
