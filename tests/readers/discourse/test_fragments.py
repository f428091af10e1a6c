"""What is no sentence is read for what it says: texts that break off, captions with labels, lists and hashtags."""

import pytest

from grice.readers.discourse.sentences import split
from grice.words.split import words_in, words_of_text


def sentences(text: str) -> list[str]:
    return [" ".join(one.words) for one in split(words_of_text(text), 40)]


@pytest.mark.parametrize(
    ("text", "read"),
    [
        ("a cat on a", "a cat"),
        ("A man riding a", "a man riding"),
        ("Two girls in front of the", "two girls"),
        ("A boy doing a trick on his", "a boy doing a trick"),
        ("Sheep graze on a hill while a", "sheep graze on a hill"),
        ("a bowl of", "a bowl"),
        ("a woman without a", "a woman"),
        ("a carton with vitamin A", "a carton with vitamin a"),
        ("A man looks at her", "a man looks at her"),
        ("What is the boy standing on", "what is the boy standing on"),
        ("the", "the"),
    ],
)
def test_a_text_that_breaks_off_ends_where_a_sentence_can(text: str, read: str) -> None:
    assert sentences(text) == [read]


@pytest.mark.parametrize(
    ("text", "read"),
    [
        ("Photo: a cat on a mat", "a cat on a mat"),
        ("Alt text: a hand", "a hand"),
        ("Fig. 3: an anchor", "an anchor"),
        ("Image may contain: person, tree", "person , tree"),
        ("Lunch: soup and bread", "lunch : soup and bread"),
        ("a photo: two cats", "a photo : two cats"),
        ("Photo:", "photo :"),
    ],
)
def test_a_label_is_no_part_of_a_caption(text: str, read: str) -> None:
    assert sentences(text) == [read]


@pytest.mark.parametrize(
    ("text", "words"),
    [
        ("#sunset #beach", "sunset , beach"),
        ("walking my #dog in the park", "walking my dog in the park"),
        ("tea by the sea #beach #tea", "tea by the sea , beach , tea"),
        ("the #1 player at @anna's", "the #1 player at anna's"),
        ("desk / laptop \u2013 mug + spoon", "desk , laptop , mug , spoon"),
        ("black/white, 5\u20136 dogs", "black/white , 5-6 dogs"),
    ],
)
def test_tags_and_lists_are_parted_by_commas_and_keep_their_places(text: str, words: str) -> None:
    assert " ".join(words_in(text)) == words
    passage = words_of_text(text)
    assert len(passage.plain) == len(text)
