"""SoftSPICE: the published evaluator's numbers, and the formula worked out by hand."""

import json
from collections.abc import Callable
from pathlib import Path

import numpy as np
import pytest

import grice
from grice.encoders.minilm import fingerprint
from grice.errors import InputError
from grice.meaning.graph import SceneGraph
from grice.meaning.tuples import components, tuples
from grice.metrics.graphs.softspice import SoftSpice
from handmade import Directions, cosine

DEGREES = {"dog": 0, "ball": 90, "red ball": 80, "dog chase ball": 40, "cat": 20, "dogs": 5, "cat chase ball": 50}


def soft(prediction: str, *references: str, **settings: object) -> float:
    metric = SoftSpice(encoder=Directions(DEGREES), **settings)  # type: ignore[arg-type]
    return float(grice.score(prediction, references=list(references), metrics=metric)["softspice"].value)


def test_a_graph_falls_into_objects_attributed_objects_and_relations_each_once() -> None:
    graph = SceneGraph.from_text("( dogs , chase , ball ) , ( ball , is , red ) , ( ball , is , red ) , ( tree )")
    assert components(tuples([graph], lemmatise=False)) == ("ball", "dogs", "dogs chase ball", "red ball", "tree")
    assert components(tuples([graph], lemmatise=True)) == ("ball", "dog", "dog chase ball", "red ball", "tree")


def test_precision_is_the_mean_of_the_best_cosines() -> None:
    # dog: 0 degrees from dog; ball: 10 from red ball; dog chase ball: 40 from both dog and red ball.
    score = soft("( dog , chase , ball )", "( dog )", "( ball , is , red )")
    assert score == pytest.approx((1 + 1 + cosine(40)) / 3)
    score = soft("( ball , is , red )", "( dog , chase , ball )")
    assert score == pytest.approx((1 + cosine(10)) / 2)


def test_both_directions_as_the_published_variant_has_them() -> None:
    # Prediction dog against reference (cat) and (ball): 20 degrees, cos; the other way 20 and 90 degrees.
    p, r = (1 + cosine(20)) / 2, (1 + (cosine(20) + 0) / 2) / 2
    assert soft("( dog )", "( cat )", "( ball )", bidirectional=True) == pytest.approx(2 * p * r / (p + r))


def test_several_references_are_pooled_or_asked_one_by_one() -> None:
    prediction, references = "( dog ) , ( ball )", ("( dog )", "( ball )")
    assert soft(prediction, *references) == pytest.approx(1)
    assert soft(prediction, *references, references="max") == pytest.approx(0.5)
    assert soft(prediction, *references, references="merged") == pytest.approx(1)
    with pytest.raises(InputError, match="pooled, max, merged"):
        SoftSpice(references="best", encoder=Directions({}))


def test_words_are_lemmatised_unless_asked_otherwise() -> None:
    assert soft("( dogs )", "( dog )") == pytest.approx(1)
    assert soft("( dogs )", "( dog )", lemmatise=False) == pytest.approx(cosine(5))


def test_a_graph_that_says_nothing_scores_as_in_spice() -> None:
    metric = SoftSpice(encoder=Directions(DEGREES))
    dog, nothing = SceneGraph.from_text("( dog )"), SceneGraph()
    result = grice.score([nothing, nothing, dog], references=[[nothing], [dog], [nothing]], metrics=metric)
    assert result["softspice"].items.tolist() == [1, 0, 0]


def test_the_details_name_the_component_with_the_least_support() -> None:
    metric = SoftSpice(encoder=Directions(DEGREES))
    result = grice.score(["( dog ) , ( ball )", "( dog"], references=[["( cat )"], ["( dog )"]], metrics=metric)
    first, second = result.table().to_pylist()
    assert (first["components"], first["weakest"]) == (2, "ball")
    assert first["support"] == pytest.approx(cosine(70))
    assert second["softspice"] == -1
    assert second["unreadable"]


def test_the_explanation_pairs_components() -> None:
    metric = SoftSpice(encoder=Directions(DEGREES))
    explained = grice.score("( dog )", references=["( cat )"], metrics=metric)["softspice"].explain(0)
    assert explained == f"softspice = {cosine(20):.4f}\n  {cosine(20):.4f}  dog ~ cat"


def test_what_both_sides_say_needs_no_vector() -> None:
    encoder = Directions({"dog": 0, "ball": 90, "cat": 20})  # others would be a KeyError
    for both in (False, True):
        metric = SoftSpice(encoder=encoder, bidirectional=both)
        same = "( tree , is , green ) , ( dog )"
        result = grice.score([same, "( dog )"], references=[[same], ["( dog )"]], metrics=metric)["softspice"]
        assert result.items.tolist() == [1, 1]
        assert result.explain(0).splitlines()[1:] == [
            f"  1.0000  {part} ~ {part}" for part in ("dog", "green tree", "tree")
        ]
    half = grice.score("( dog ) , ( ball )", references=["( ball ) , ( cat )"], metrics=SoftSpice(encoder=encoder))
    assert half["softspice"].value == pytest.approx((1 + cosine(20)) / 2)


def test_the_default_is_in_integers_and_the_signature_says_so() -> None:
    assert f"|encoder:all-MiniLM-L6-v2-int8@{fingerprint()}|" in str(SoftSpice().signature)
    assert f"|encoder:all-MiniLM-L6-v2@{fingerprint()}|" in str(SoftSpice(encoder="minilm").signature)


def test_the_signature_names_form_and_weights() -> None:
    metric = SoftSpice(bidirectional=True, lemmatise=False, encoder=Directions(DEGREES))
    assert str(metric.signature).startswith(
        "softspice|form:bidirectional|lemmatise:no|references:pooled|case:kept|encoder:directions@byhand|grice:"
    )


def test_the_published_evaluators_numbers(corpus: Callable[[str], Path]) -> None:
    path = corpus("factual/evaluator_vectors.jsonl")
    rows = [json.loads(line) for line in path.read_text("utf-8").splitlines()]
    assert len(rows) == 380
    for setting, lemmatise in (("plain", False), ("lemmatised", True)):
        fast, items = (
            grice.score(
                [row["candidate"] for row in rows],
                references=[row["references"] for row in rows],
                metrics=SoftSpice(lemmatise=lemmatise, encoder=encoder),
            )["softspice"].items
            for encoder in ("minilm-int8", "minilm")
        )
        published = np.array([row[setting]["soft_spice"] for row in rows]) / 100
        # Four or fewer of 380, by processor: those without integer dot products round a little otherwise.
        assert (np.abs(fast - published) < 0.003).mean() >= 0.985
        close = np.abs(items - published) < 0.003
        # The two others hold "vases", whose recorded numbers are those of "va": a noun lemma of a noun lemma.
        different = [rows[i]["candidate"] + str(rows[i]["references"]) for i in np.flatnonzero(~close)]
        assert len(different) == (2 if lemmatise else 0)
        assert all("vases" in text for text in different)


def test_the_published_evaluators_bidirectional_numbers(corpus: Callable[[str], Path]) -> None:
    # Evaluator(lemmatize=False).evaluate(..., method="soft_spice", bidirectional=True) of FactualSceneGraph 0.7.3 with
    # the published weights gave these for the first five pairs and the mean of all; with the same weights no pair of
    # ours differed by 2e-7, and the shipped ones are rounded.
    path = corpus("factual/evaluator_vectors.jsonl")
    rows = [json.loads(line) for line in path.read_text("utf-8").splitlines()]
    items = grice.score(
        [row["candidate"] for row in rows],
        references=[row["references"] for row in rows],
        metrics=SoftSpice(lemmatise=False, bidirectional=True, encoder="minilm"),
    )["softspice"].items
    np.testing.assert_allclose(items[:5], [0.632006, 1.0, 0.586371, 0.952656, 0.706974], atol=3e-4)
    assert items.mean() == pytest.approx(0.904188, abs=1e-4)
