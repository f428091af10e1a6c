"""Paragraphs are compared sentence by sentence, captions as ever."""

import numpy as np
import pytest

import grice
from grice.encoders.base import unit
from grice.meaning.graph import SceneGraph
from grice.metrics.texts.grice import Grice
from grice.metrics.texts.paragraphs import likeness, likeness_to_all, may_have_several, sentences

KITCHEN = "A white cat sits on a table. Two red cups stand beside it. A man in a blue shirt reads a newspaper."


@pytest.fixture(scope="module")
def metric() -> Grice:
    return Grice()


def judged(prediction: str, references: list[str], metric: Grice) -> dict[str, float]:
    found = grice.score([prediction], [references], metrics=[metric])["grice"]
    assert not found.errors
    return {name: found[name].items[0] for name in ("grice", "sentence", "properties", "roles")}


def test_each_sentence_has_the_statements_made_in_it() -> None:
    graph = grice.parse(KITCHEN)
    parts = sentences(KITCHEN, graph)
    assert [part.text for part in parts] == [f"{sentence.strip('.')}." for sentence in KITCHEN.split(". ")]
    assert sorted(fact for part in parts for fact in part.graph.facts) == sorted(graph.facts)
    assert ("cups", "is", "red") in parts[1].graph.facts
    assert {fact[0] for fact in parts[2].graph.facts} == {"man", "shirt"}


def test_a_statement_without_a_place_belongs_to_every_sentence() -> None:
    graph = SceneGraph.from_text("( cat , on , table ) , ( cat , is , white )")
    assert [part.graph for part in sentences(KITCHEN, graph)] == [graph] * 3


@pytest.mark.parametrize(
    ("text", "several"),
    [("A dog runs.", False), ("a dog", False), ("A dog runs. A cat sits", True), ("a dog; a cat", True)],
)
def test_one_look_tells_captions_from_paragraphs(text: str, several: bool) -> None:
    assert may_have_several(text) == several
    assert (len(sentences(text, SceneGraph())) > 1) == several


def test_of_single_sentences_likeness_is_the_cosine_with_the_centre() -> None:
    vectors = unit(np.random.default_rng(0).normal(size=(4, 8)) + 1)
    text, references = vectors[0], vectors[1:]
    centre = references.sum(axis=0) / np.linalg.norm(references.sum(axis=0))
    assert likeness(vectors[:1], vectors[1:2]) == pytest.approx(float(text @ vectors[1]))
    assert likeness_to_all(vectors[:1], [one[None] for one in references]) == pytest.approx(float(text @ centre))


def test_a_paragraph_is_itself_in_any_order_of_its_sentences(metric: Grice) -> None:
    turned = " ".join(f"{sentence.strip('.')}." for sentence in reversed(KITCHEN.split(". ")))
    assert judged(KITCHEN, [KITCHEN], metric)["grice"] == pytest.approx(1)
    assert judged(turned, [KITCHEN], metric)["sentence"] == pytest.approx(1)


def test_one_false_sentence_of_three_is_seen(metric: Grice) -> None:
    false = KITCHEN.replace("Two red cups stand", "A bicycle stands")
    truth, wrong = (judged(text, [KITCHEN], metric) for text in (KITCHEN, false))
    assert wrong["sentence"] < 0.9
    assert wrong["grice"] < truth["grice"] - 0.1


def test_what_other_sentences_give_to_other_things_is_no_clash(metric: Grice) -> None:
    """The same colour on other things in another sentence; within one sentence it is a clash."""
    reference = "A red car is parked near a wall. A blue bus waits at the light."
    further = "A red car is parked near a wall. The sky is blue and the bus waits at the light."
    swapped = "A blue car is parked near a wall. A red bus waits at the light."
    assert judged(further, [reference], metric)["properties"] < judged(swapped, [reference], metric)["properties"]
    assert judged(swapped, [reference], metric)["properties"] > 0


def test_a_paragraph_beside_a_single_sentence_is_compared_as_a_whole(metric: Grice) -> None:
    reference = "a cat on a table and a man who reads"
    vectors = unit(metric.encoder.encode([KITCHEN, reference]) - metric.constants.sentence)
    expected = float(vectors[0] @ vectors[1])
    assert judged(KITCHEN, [reference], metric)["sentence"] == pytest.approx(expected)
    assert judged(KITCHEN, [reference, KITCHEN], metric)["sentence"] != pytest.approx(1)
