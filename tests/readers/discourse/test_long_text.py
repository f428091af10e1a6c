"""Whatever a long text looks like, its graph says where everything stands, loses no word and survives every form."""

import re

import numpy as np
import pytest

import grice
from grice.readers.discourse.merging import read_texts
from grice.readers.discourse.sentences import split
from grice.readers.graphs.parsing import load
from grice.words.split import clean, words_of_text
from timing import growth

SENTENCES = (
    *("a man in a red shirt rides a brown horse", "two small dogs chase a ball", "a woman and a boy sit on a bench"),
    *("the sky is blue", "a dog next to another dog", "three men stand behind the bus", "a cat sleeps on the old sofa"),
    *("a bowl with a spoon in it", "the woman 's hat is white", "a sign that says stop", "a surfer in a black wetsuit"),
    *("He is tall", "She has a red bag", "It is brown", "They are small", "His hat is blue", "Their dog is asleep"),
    *("One is black and the other is white", "The other man waves", "The animal sleeps", "The two dogs run"),
    *("Both are old", "Its tail is long", "One of them wears a hat", "The man looks at himself", "The people smile"),
)
JOINTS = (
    ". ",
    ".\n",
    "\r\n",
    "; ",
    " | ",
    "! ",
    "? ",
    "... ",
    "\u2026 ",
    ".\r\n\r\n",
    "\u2028",
    "\n- ",
    '." ',
    ") ",
    " ",
)
GUISES = (
    "{}",
    "{}",
    "{}",
    "\u201c{}\u201d",
    "({})",
    "\U0001f642 {}",
    "{} 3.5 cm",
    "\u0130 {}",
    "\u200b{}",
    "caf\u00e9 {}",
)


def made(seed: int, count: int) -> list[str]:
    """Texts of up to eight sentences, in all sorts of dress."""
    rng = np.random.default_rng(seed)
    texts = []
    for _ in range(count):
        chosen = [str(rng.choice(GUISES)).format(rng.choice(SENTENCES)) for _ in range(rng.integers(1, 9))]
        dress = (str, str.upper, str.capitalize, lambda text: text.replace(" ", "\u00a0 "))
        texts.append("".join(dress[rng.integers(4)](text) + str(rng.choice(JOINTS)) for text in chosen))
    return texts


def letters(text: str) -> str:
    return re.sub(r"[\W_]", "", clean(text))


@pytest.fixture(scope="module", params=["rules", "default"])
def read(request: pytest.FixtureRequest) -> tuple[str, list[str], list[grice.SceneGraph]]:
    texts = made(1, 250 if request.param == "rules" else 50)
    passages = [words_of_text(text) for text in texts]
    return request.param, texts, read_texts(passages, load(request.param), "all")


def test_everything_has_its_place_or_is_marked_as_implied(read) -> None:
    _, texts, graphs = read
    for text, graph in zip(texts, graphs, strict=True):
        assert graph.text == text
        for one in (*graph.nodes, *graph.quantities, *graph.attributes, *graph.relations):
            assert (one.span is None) == one.implied, (text, one)
            said = clean(text[slice(*one.span)]) if one.span else "-"
            assert said.strip() == (said or None), (text, one)


def test_every_sentence_is_read_or_named(read) -> None:
    parser, texts, graphs = read
    single = iter(grice.parse([sentence.text for text in texts for sentence in split(words_of_text(text), 40)], parser))
    for text, graph in zip(texts, graphs, strict=True):
        sentences = split(words_of_text(text), 40)
        assert letters("".join(sentence.text for sentence in sentences)) == letters(text)
        for sentence in sentences:
            assert text[slice(*sentence.span)] == sentence.text
            where = f"characters {sentence.span[0]} to {sentence.span[1]}"
            # What says nothing alone ("both are red") may say something of what was named before it.
            told = any(
                one.span and sentence.span[0] <= one.span[0] < sentence.span[1]
                for one in (*graph.attributes, *graph.relations)
            )
            named = any(p.startswith(where) for p in graph.problems)
            assert next(single).statements or len(sentences) == 1 or told or named


def test_identifiers_are_counted_without_a_gap_and_survive_every_form(read) -> None:
    _, _, graphs = read
    assert any(node.index for graph in graphs for node in graph.nodes)
    for graph in graphs:
        names = {(node.name, node.index) for node in graph.nodes}
        assert all((name, index - 1) in names for name, index in names if index)
        assert grice.SceneGraph.from_json(graph.to_json()).to_json() == graph.to_json()
        assert grice.SceneGraph.from_text(graph.to_text(identifiers=True), identifiers=True) == graph
        assert grice.SceneGraph.from_mr(graph.to_mr()).to_mr() == graph.to_mr()


def test_a_long_text_does_not_depend_on_its_batch(read) -> None:
    parser, texts, graphs = read
    order = np.random.default_rng(2).permutation(len(texts))[:30]
    again = read_texts([words_of_text(texts[i]) for i in order], load(parser), "all")
    assert [graph.to_json() for graph in again] == [graphs[i].to_json() for i in order]


def test_twice_as_many_sentences_take_twice_as_long() -> None:
    def made(size: int) -> str:
        rng = np.random.default_rng(3)
        return " ".join(f"{rng.choice(SENTENCES)} {i}.".capitalize() for i in range(size))

    assert len(grice.parse(made(900), "rules").nodes) > 500
    assert growth(lambda text: grice.parse(text, "rules"), made, 450) < 3.2
