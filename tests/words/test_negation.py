"""Which words of a sentence are under negation: absent things in capitals, denied words in brackets."""

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from grice.words.negation import positive
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
        ("the dog isn't black or white", "the dog is <black> or <white>"),
        ("no cars on the street", "CARS on the street"),
        ("a man without a shirt or shoes", "a man with A SHIRT or SHOES"),
        ("a man without a hat and a coat", "a man with A HAT and A COAT"),
        ("a man with no hat and a coat", "a man with HAT and a coat"),
        ("nobody is sitting on the bench", "PERSON is <sitting> <on> the bench"),
        ("nothing hangs on the wall", "SOMETHING <hangs> <on> the wall"),
        ("none of the rowers is looking at the coach", "the rowers is <looking> <at> the coach"),
        ("the room has neither curtains nor blinds", "the room has CURTAINS and BLINDS"),
        ("neither of the boys has a hat", "the boys <has> A HAT"),
        ("the groom is not holding the cup", "the groom is <holding> the cup"),
        ("it doesn't look like a wolf", "it <look> <like> a wolf"),
        ("the dog never leaves the yard", "the dog <leaves> the yard"),
        ("the boat has not left the dock", "the boat <leave> the dock"),
        ("a pizza that has not been eaten", "a pizza that is <eaten>"),
        ("the desk is free of papers", "the desk is with PAPERS"),
        ("a street empty of cars and people", "a street with CARS and PEOPLE"),
        ("a fountain devoid of water", "a fountain with WATER"),
        ("a tram lacking windows", "a tram with WINDOWS"),
        ("the dog is black but not tall", "the dog is black but <tall>"),
        ("the cello isn't as tall as the boy", "the cello is as <tall> as the boy"),
        ("the kitten is too small to reach the shelf", "the kitten is too small <reach> the shelf"),
        ("the vase used to hold roses", "the vase <hold> roses"),
        ("the digger has stopped digging", "the digger <dig>"),
        ("her coat is anything but clean", "her coat is <clean>"),
        ("far from barking , the dog lies asleep", "<barking> , the dog lies asleep"),
        ("a scooter whose front wheel is missing", "a scooter whose FRONT WHEEL"),
        ("the potter nowhere in sight", "THE POTTER"),
        ("the statue has lost its left arm", "the statue has <its> <left> <arm>"),
        ("the chair has no back", "the chair has BACK"),
        ("the goat , not the donkey , pulls the cart", "the goat , <the> <donkey> , pulls the cart"),
        ("a pizza minus the olives lies on a board", "a pizza with <the> <olives> lies on a board"),
    ],
)
def test_scopes(text: str, expected: str) -> None:
    assert marked(text) == expected


@pytest.mark.parametrize(
    "text",
    [
        "a dog on a mat",
        "a no parking sign on a pole",
        'a sign that reads "no entry"',
        "a sign saying no dogs",
        "bus no. 5 at the stop",
        "not only a dog but also a cat",
        "a room with nothing but a bed",
        "no fewer than five dogs",
        "a knot in a rope",
        "a knife is used to cut bread",
        "a car stopped at a light",
        "a tent far from any trees",
        "",
    ],
)
def test_what_denies_nothing(text: str) -> None:
    found = positive(words_in(text))
    assert not found.absent | found.denied


def test_positive_words_keep_their_places_in_the_sentence() -> None:
    words = words_in("A blacksmith who isn't wearing a hat stands near no one.")
    found = positive(words)
    assert [words[place] for place in found.places][3] == "isn't"
    assert found.words[3] == "is"
    assert len(found.words) == len(found.places)
    assert found.cues[-1].source == (9, 11)


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
    if not found.cues:
        assert found.words == sentence
        assert not found.absent | found.denied
