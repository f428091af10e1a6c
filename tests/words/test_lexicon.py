"""The synonym table says what WordNet 3.0 says, loads at once, and lemmatises as the published protocol does."""

import subprocess
import sys
from importlib.resources import files

import pytest

from grice.words.lexicon import lexicon, synonyms, synsets
from grice.words.morphology import base_forms, gerunds, lemmatised, noun_lemma, singular
from grice.words.numbers import number


def test_every_word_of_wordnet_is_there() -> None:
    table = lexicon()
    words = table.lemmas
    assert len(words) == 147306
    assert words == sorted(words)
    assert all(table.senses(word.decode()) for word in words[::1009])


def test_loading_needs_no_nltk() -> None:
    code = (
        "import sys; from grice.words.lexicon import lexicon\n"
        "lexicon().exceptions; assert not {'nltk', 'sqlite3'} & set(sys.modules)"
    )
    subprocess.run([sys.executable, "-c", code], check=True)


def test_the_licence_travels_with_the_table() -> None:
    text = (files("grice.words") / "wordnet" / "LICENSE").read_text("utf-8")
    assert "WordNet 3.0 Copyright 2006 by Princeton University" in text


# NLTK 3.10 with WordNet 3.0: WordNetLemmatizer().lemmatize(word).
@pytest.mark.parametrize(
    ("word", "lemma"),
    [
        *[("has", "ha"), ("was", "wa"), ("jeans", "jean"), ("men", "men"), ("people", "people"), ("glasses", "glass")],
        *[
            ("geese", "goose"),
            ("feet", "foot"),
            ("boxes", "box"),
            ("wolves", "wolf"),
            ("buses", "bus"),
            ("Dogs", "Dogs"),
        ],
        *[("skis", "ski"), ("women", "woman"), ("sit", "sit"), ("sitting", "sitting"), ("surfboards", "surfboard")],
        *[("assess", "assess"), ("v:holds", "v:holds"), ("sheep:1", "sheep:1"), ("3", "3")],
    ],
)
def test_noun_lemmas_are_those_of_the_published_protocol(word: str, lemma: str) -> None:
    assert noun_lemma(word) == lemma


def test_a_label_is_lemmatised_word_by_word_except_is() -> None:
    assert lemmatised("tennis rackets") == "tennis racket"
    assert lemmatised("is") == "is"


@pytest.mark.parametrize(
    ("one", "other", "same"),
    [
        ("couch", "sofa", True),
        ("ICE", "ice", True),
        ("arugula", "Eruca vesicaria sativa", True),
        ("cellular phone", "cellphone", True),
        ("kids", "kid", True),
        ("ran", "run", True),
        ("handful", "hand", True),
        ("dog", "animal", False),
        ("red", "blue", False),
        ("sit on", "sit on", False),
    ],
)
def test_synonyms_share_a_synset_of_word_or_stem(one: str, other: str, same: bool) -> None:
    assert synonyms(one, other) is same
    assert synonyms(other, one) is same


def test_a_word_wordnet_lacks_has_no_synsets() -> None:
    assert synsets("qwertyish") == frozenset()


def test_base_forms_by_part_of_speech() -> None:
    assert base_forms("riding", "verb") == ("ride", "rid")
    assert base_forms("bigger", "adj") == ("bigger", "big")
    assert base_forms("sat", "verb") == ("sit",)


@pytest.mark.parametrize(
    ("noun", "one"),
    [("men", "man"), ("young women", "young woman"), ("people", "person"), ("knives", "knife"), ("sheep", "sheep")],
)
def test_singular_nouns(noun: str, one: str) -> None:
    assert singular(noun) == one


@pytest.mark.parametrize(
    ("word", "value"), [("two", 2), ("Both", 2), ("twenty-three", 23), ("7", 7), ("several", None)]
)
def test_number_words(word: str, value: int | None) -> None:
    assert number(word) == value


@pytest.mark.parametrize(
    ("verb", "expected"),
    [
        ("run", "running"),
        ("open", "opening"),
        ("lie", "lying"),
        ("dance", "dancing"),
        ("see", "seeing"),
        ("cry", "crying"),
    ],
)
def test_verbs_end_in_ing_as_they_are_spelled(verb: str, expected: str) -> None:
    assert expected in gerunds(verb)
