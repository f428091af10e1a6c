"""Sentence cosine: by hand, and on real judgements."""

import json
from collections.abc import Callable
from pathlib import Path
from subprocess import CompletedProcess

import numpy as np
import pytest

import grice
from grice.encoders.minilm import fingerprint
from grice.errors import InputError
from grice.metrics.texts.sentence import Sentence
from grice.metrics.texts.tokenmatch import TokenMatch
from handmade import Directions, cosine

ENCODER = Directions({"a": 0, "b": 30, "c": 60})


def test_the_nearest_reference_or_the_mean() -> None:
    for how, expected in (("max", cosine(30)), ("mean", (cosine(30) + cosine(60)) / 2)):
        result = grice.score(["a", "b"], references=[["b", "c"], ["b"]], metrics=Sentence(how, encoder=ENCODER))
        np.testing.assert_allclose(result["sentence"].items, [expected, 1], rtol=1e-6)
    with pytest.raises(InputError, match="max, mean"):
        Sentence("median", encoder=ENCODER)


def test_bad_rows_are_named() -> None:
    result = grice.score(
        ["a", " ", None, "a", "a", "a"],
        references=[["b"], ["b"], ["b"], [], [None], "b"],
        metrics=Sentence(encoder=ENCODER),
    )
    assert result.unreadable == {1: "the prediction is empty", 2: "the prediction is missing"}
    assert result.errors == {3: "there is no reference", 4: "the reference is missing"}
    np.testing.assert_allclose(result["sentence"].items[[0, 5]], cosine(30), rtol=1e-6)


def test_only_bad_rows_give_no_crash() -> None:
    result = grice.score([""], references=[["b"]], metrics=Sentence(encoder=ENCODER))
    assert result["sentence"].items.tolist() == [-1]


def test_the_explanation_lists_references() -> None:
    explained = grice.score(["a"], references=[["b", "c"]], metrics=Sentence(encoder=ENCODER))["sentence"].explain(0)
    assert explained.splitlines()[1:] == ["0.8660  b", "0.5000  c"]


def test_the_command_line_scores_sentences(grice: Callable[..., CompletedProcess[str]], tmp_path: Path) -> None:
    file = tmp_path / "captions.jsonl"
    file.write_text(json.dumps({"prediction": "a dog runs", "references": ["a dog runs", "a red car"]}) + "\n")
    done = grice("score", file, "--metrics", "sentence:references=mean,tokens")
    assert done.returncode == 0, done.stderr
    values = {(row["metric"], row["value"]): row["score"] for row in map(json.loads, done.stdout.splitlines())}
    assert values["tokens", "f"] == pytest.approx(1, abs=1e-6)
    assert 0.5 < values["sentence", "sentence"] < 0.7
    assert f"encoder:all-MiniLM-L6-v2@{fingerprint()}" in done.stderr


@pytest.mark.long
def test_agreement_with_people_on_flickr8k_expert(corpus: Callable[[str], Path]) -> None:
    # Over all 16,992 ratings the recorded tau_c is 55.2 and Pearson's r 72.4-72.6; this half of the images is easier.
    from scipy.stats import kendalltau, pearsonr

    images = json.loads(corpus("flickr8k/expert_half.json").read_text("utf-8")).values()
    rated = [(j["caption"], image["ground_truth"], j["rating"]) for image in images for j in image["human_judgement"]]
    predictions, references, ratings = map(list, zip(*rated, strict=True))
    measured = [
        (Sentence("max"), "sentence", 0.5608, 0.7297),
        (Sentence("mean"), "sentence", 0.5626, 0.7337),
        (TokenMatch("max"), "f", 0.5569, 0.7232),
        (TokenMatch("mean"), "p", 0.5660, 0.7405),
    ]
    for metric, value, tau, r in measured:
        items = grice.score(predictions, references=references, metrics=metric)[metric.name][value].items
        assert kendalltau(items, ratings, variant="c")[0] == pytest.approx(tau, abs=2e-4)
        assert pearsonr(items, ratings)[0] == pytest.approx(r, abs=2e-4)
