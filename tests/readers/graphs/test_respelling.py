"""Misspelt words are read as what was meant, where they stand; names, rare words and compounds are left alone."""

from functools import cache

import pytest

import grice
from grice.readers.graphs.network.model import ParserNetwork
from grice.readers.graphs.network.respelling import Respelling
from grice.readers.graphs.parsing import shipped
from grice.words.split import words_of_text


@cache
def respelling() -> Respelling:
    return Respelling(ParserNetwork(shipped()).table)


def read(text: str) -> str:
    return " ".join(respelling().of(words_of_text(text)).words)


@pytest.mark.parametrize(
    ("written", "meant"),
    [
        ("a yung man plaing giutar", "a young man playing guitar"),
        ("teh elefant drinks watter", "the elephant drinks water"),
        ("a builing and gren gras", "a building and green grass"),
        ("wemen togehter infront of a restarant", "women together in front of a restaurant"),
        ("a girl w/ a balloon", "a girl with a balloon"),
        ("A DOG ON TEH SIDWALK", "a dog on the sidewalk"),
        ("Choclate cake", "chocolate cake"),
        ("Alot of peopel", "a lot of people"),
        ("elefant", "elephant"),
        ("a black-and-tan hound", "a black and tan hound"),
        ("a sweet-and-sour dish", "a sweet and sour dish"),
    ],
)
def test_the_word_that_was_meant_is_read(written: str, meant: str) -> None:
    assert read(written) == meant


@pytest.mark.parametrize(
    "text",
    [
        "an axolotl dozes beside a whippet",
        "the man dont wear a hat and isnt tall",
        "a racecar in the backrow",
        "a lady named Marien walks with Gren",
        "two pavers and a resurfacer",
        "an otter, a skort and a selfie",
        "zorp quib glim",
        "a mother-and-child statue",
        *("chili con carne beside a fleur de lis", "pasta al dente", "the eau de parfum", "a risotto alla marinara"),
        *("Hund", "Nuit", "hund", "Chien", "Haus on a hill", "Bonne on table", "Personne on a bench"),
    ],
)
def test_what_is_no_mistake_or_beyond_guessing_is_left_alone(text: str) -> None:
    assert read(text) == " ".join(words_of_text(text).words)


@pytest.mark.parametrize(
    ("text", "facts"),
    [
        ("a 猫 on a chair", {("thing", "on", "chair")}),
        ("a woman holds a кот", {("woman", "hold", "thing")}),
    ],
)
def test_a_word_in_another_script_is_some_thing_and_that_is_said(text: str, facts: set[tuple[str, ...]]) -> None:
    graph = grice.parse(text)
    assert set(graph.facts) == facts
    assert "in another script" in graph.problems[0]


def test_a_mended_word_keeps_its_place() -> None:
    text = "an elefant infront of a wal"
    elephant = grice.parse(text).nodes[0]
    assert elephant.name == "elephant"
    assert elephant.span is not None
    assert text[slice(*elephant.span)] == "elefant"
    assert {one.predicate for one in grice.parse(text).relations} == {"in front of"}
