"""Points inside a word end nothing: initials and titles are one word, at their place, and the sentence goes on."""

import pytest

import grice
from grice.readers.graphs.sentences import sentences_in
from grice.words.split import words_of_text


@pytest.mark.parametrize(
    ("text", "words"),
    [
        ("A T.V. on a shelf", "a t.v. on a shelf"),
        ("a t.v on a shelf", "a t.v on a shelf"),
        ("the U.S.A. flag.", "the u.s.a. flag ."),
        ("at 10 a.m. in a park", "at 10 a.m. in a park"),
        ("Dr. Okafor and Mrs. Li wave.", "dr. okafor and mrs. li wave ."),
        ("a dog.A cat", "a dog . a cat"),
        ("a 1.5 m fence", "a 1.5 m fence"),
        ("the end of the st.", "the end of the st ."),
        ("a man... a boy", "a man . . . a boy"),
    ],
)
def test_points_inside_a_word_belong_to_it(text: str, words: str) -> None:
    found = words_of_text(text)
    assert " ".join(found.words) == words
    for word, (low, high) in zip(found.words, found.spans, strict=True):
        assert word == text[low:high].lower()


@pytest.mark.parametrize("first", ["a t.v.", "the d.j.", "Dr.", "The U.S."])
def test_a_sentence_goes_on_after_an_abbreviation(first: str) -> None:
    assert len(sentences_in(words_of_text(f"{first} Okafor waves"))) == 1


def test_what_has_points_is_a_thing_with_its_place() -> None:
    graph = grice.parse("An old T.V. stands near Mrs. Okafor.")
    assert {node.name: node.span for node in graph.nodes} == {"t.v.": (7, 11), "mrs. okafor": (24, 35)}
