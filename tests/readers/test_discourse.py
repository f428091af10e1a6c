"""Paragraphs become one graph: each object once, every pronoun with what it means, nothing lost without a word.

The graphs of single sentences are given, as a parser of sentences would give them, so what is tested is the merging.
The merged graphs were worked out by hand.
"""

import tomllib
from collections.abc import Sequence
from pathlib import Path

import pytest

import grice
from grice.readers.sentences import split
from grice.readers.spans import ground
from grice.readers.words import words_of_text

PARAGRAPHS = {
    entry["name"]: entry
    for entry in tomllib.loads(Path(__file__).with_name("paragraphs.toml").read_text("utf-8"))["paragraph"]
}


class Given:
    """A parser that knows the graphs of its sentences."""

    name = fingerprint = "given"
    language, most_words = "en", 60

    def __init__(self, graphs: dict[str, str]) -> None:
        self.graphs = graphs

    def __call__(self, sentences: Sequence[str]) -> list[grice.SceneGraph]:
        found = []
        for sentence in sentences:
            graph = grice.SceneGraph.from_text(self.graphs[sentence.rstrip(";")], identifiers=True)
            found.append(ground(grice.SceneGraph(graph.statements, sentence), words_of_text(sentence)))
        return found


@pytest.mark.parametrize("name", PARAGRAPHS)
def test_a_paragraph_is_one_graph(name: str) -> None:
    sentences, whole = PARAGRAPHS[name]["sentences"], " , ".join(PARAGRAPHS[name]["whole"])
    joiner = "; " if name.startswith("bare") else " "
    text = joiner.join(sentence for sentence, _ in sentences)
    graph = grice.parse(text, Given(dict(sentences)))
    assert graph == grice.SceneGraph.from_text(whole, identifiers=True), graph.to_text(True)
    assert not graph.problems
    for node in graph.nodes:
        assert node.span is not None, node
        assert text[slice(*node.span)].lower() == node.name
    for one in graph.attributes:
        assert one.span is not None
        assert text[slice(*one.span)] == one.value


def test_what_could_not_be_used_is_reported() -> None:
    text = "A train is at the station. Beautiful! She waves at the people."
    graphs = {"A train is at the station.": "( train , at , station )", "Beautiful!": ""}
    graph = grice.parse(text, Given(graphs | {"She waves at the people.": "( she , v:wave at , people )"}))
    assert graph.facts == (("train", "at", "station"), ("woman", "wave at", "people"))
    assert graph.problems == (
        "characters 27 to 37: nothing could be read from 'Beautiful!'",
        "characters 38 to 62: 'she' refers to nothing that was mentioned",
    )


def test_rules_and_merging_together() -> None:
    text = "A man rides a horse. He wears a black hat. The horse is brown. Two dogs follow the man. They are small."
    assert grice.parse(text, "rules") == grice.SceneGraph.from_text(
        "( man , v:ride , horse ) , ( hat , is , black ) , ( man , v:wear , hat ) , ( horse , is , brown )"
        " , ( dogs , is , 2 ) , ( dogs , v:follow , man ) , ( dogs , is , small )",
        identifiers=True,
    )


@pytest.mark.parametrize(
    ("text", "sentences"),
    [
        ("A dog. A cat!", ["A dog.", "A cat!"]),
        ("Mr. Smith has 2.5 apples. He eats.", ["Mr. Smith has 2.5 apples.", "He eats."]),
        ('He says "stop." Then he goes', ['He says "stop."', "Then he goes"]),
        ("a man ; a dog\n\nthe sky", ["a man ;", "a dog", "the sky"]),
        ("what?! ... no", ["what?!", "no"]),
        ("  one  ", ["one"]),
    ],
)
def test_sentences(text: str, sentences: list[str]) -> None:
    found = split(text, 60)
    assert [sentence.text for sentence in found] == sentences
    assert [text[slice(*sentence.span)] for sentence in found] == sentences


def test_a_long_sentence_is_cut_at_clauses_and_no_word_is_lost() -> None:
    text = ", and ".join(f"a big dog number {i} runs" for i in range(40))
    parts = split(text, 30)
    assert len(parts) > 5
    assert all(part.part and len(words_of_text(part.text).words) <= 30 for part in parts)
    assert [w for part in parts for w in words_of_text(part.text).words] == list(words_of_text(text).words)
