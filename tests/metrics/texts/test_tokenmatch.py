"""Greedy token matching: by hand, and by an independent loop over real vectors."""

from math import log
from pathlib import Path

import numpy as np
import pytest

import grice
from grice.errors import InputError
from grice.metrics.texts.tokenmatch import TokenMatch, rarity
from handmade import Directions, cosine

ENCODER = Directions({"a": 0, "b": 30, "c": 90})


def test_precision_recall_and_f_by_hand() -> None:
    # Prediction a, b; reference b, c, c: a is 30 degrees from b, b is b, c is 60 degrees from b.
    score = grice.score(["a b"], references=[["b c c"]], metrics=TokenMatch(encoder=ENCODER))["tokens"]
    p, r = (cosine(30) + 1) / 2, (1 + cosine(60) + cosine(60)) / 3
    assert score["p"].value == pytest.approx(p)
    assert score["r"].value == pytest.approx(r)
    assert score.value == pytest.approx(2 * p * r / (p + r))


def test_each_value_is_the_best_or_the_mean_over_references() -> None:
    # Against "a": p = (1 + cos 30) / 2, r = 1. Against "a c": p the same, r = (1 + cos 60) / 2.
    for how, expected in (("max", 1.0), ("mean", (1 + (1 + cosine(60)) / 2) / 2)):
        metric = TokenMatch(references=how, encoder=ENCODER)
        score = grice.score(["a b"], references=[["a", "a c"]], metrics=metric)["tokens"]
        assert score["r"].value == pytest.approx(expected)
        assert score["p"].value == pytest.approx((1 + cosine(30)) / 2)


def test_rare_words_weigh_more_with_idf(tmp_path: Path) -> None:
    corpus = ["a b", "a", "a c"]
    assert rarity([text.split() for text in corpus]) == {"a": 0, "b": log(2), "c": log(2)}
    (tmp_path / "corpus.txt").write_text("\n".join(corpus))
    for idf in (corpus, tmp_path / "corpus.txt", str(tmp_path / "corpus.txt")):
        metric = TokenMatch(idf=idf, encoder=ENCODER)
        score = grice.score(["a b"], references=[["c"]], metrics=metric)["tokens"]
        assert score["p"].value == pytest.approx(cosine(60))
    assert "|idf:3@" in score.signature
    unseen = Directions({"a": 0, "b": 30, "c": 90, "d": 90})
    score = grice.score(["b d"], references=[["c"]], metrics=TokenMatch(idf=corpus, encoder=unseen))["tokens"]
    assert score["p"].value == pytest.approx((log(2) * cosine(60) + log(4)) / (log(2) + log(4)))


def test_a_text_without_weight_is_an_error_on_its_row() -> None:
    metric = TokenMatch(idf=["a", "a"], encoder=ENCODER)
    result = grice.score(["a", "b"], references=[["b"], ["b"]], metrics=metric)
    assert list(result.errors) == [0]
    assert result["tokens"].items[1] == pytest.approx(1)


def test_no_corpus_is_no_idf() -> None:
    for idf in ("no/such/file", []):
        with pytest.raises(InputError, match="idf"):
            TokenMatch(idf=idf, encoder=ENCODER)


def test_the_explanation_pairs_words() -> None:
    explained = grice.score(["a b"], references=[["b c"]], metrics=TokenMatch(encoder=ENCODER))["tokens"].explain(0)
    assert explained.splitlines()[1:] == ["  a → b 0.866", "  b → b 1.000"]


def test_values_do_not_depend_on_how_rows_are_batched(monkeypatch: pytest.MonkeyPatch) -> None:
    rows = ["a b", "c", "b", "a c b"] * 3, [["a"], ["b c"], ["a", "c"], ["b b"]] * 3
    together = grice.score(rows[0], references=rows[1], metrics=TokenMatch(encoder=ENCODER))["tokens"].items
    monkeypatch.setattr("grice.metrics.texts.tokenmatch.AT_ONCE", 1)
    apart = grice.score(rows[0], references=rows[1], metrics=TokenMatch(encoder=ENCODER))["tokens"].items
    np.testing.assert_array_equal(together, apart)


def test_real_vectors_against_a_plain_loop() -> None:
    prediction, reference = "a man rides a brown horse", "someone on horseback"
    metric = TokenMatch()
    score = grice.score([prediction], references=[[reference]], metrics=metric)["tokens"]
    one, other = metric.encoder.tokens([prediction, reference])
    best = [max(float(np.dot(v, w)) for w in other.vectors) for v in one.vectors]
    assert score["p"].value == pytest.approx(sum(best) / len(best), abs=1e-6)
    best = [max(float(np.dot(v, w)) for v in one.vectors) for w in other.vectors]
    assert score["r"].value == pytest.approx(sum(best) / len(best), abs=1e-6)


def test_no_rounding_leads_beyond_the_bounds() -> None:
    texts = ["a dog", "a red ball", "two men on a bench", "sky", "dogs chase a ball"]
    result = grice.score(texts, references=[[text] for text in texts], metrics=["tokens", "sentence"])
    for name in ("tokens", "sentence"):
        assert result[name].items.max() <= 1
        assert result[name].items.min() > 0.99999
