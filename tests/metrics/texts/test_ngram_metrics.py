"""BLEU, ROUGE-L and CIDEr-D give the numbers of their papers, or those worked out by hand from the formulas."""

from math import exp, log, sqrt

import pytest

import grice
from grice.metrics import Bleu, Cider, Rouge
from grice.metrics.texts.bleu import count
from grice.metrics.texts.rouge import rouge_l
from grice.words.ngrams import words


def test_words_keep_hyphens_and_drop_punctuation() -> None:
    assert words("A man's T-shirt , two-tone .") == ["a", "man's", "t-shirt", "two-tone"]


def test_a_word_counts_at_most_as_often_as_in_a_reference() -> None:
    """Papineni et al. (2002), example 2: "the" seven times has a modified precision of 2/7."""
    found = count("the the the the the the the", ["The cat is on the mat.", "There is a cat on the mat."])
    assert found[:1] == [2]
    assert found[4] == 7


def test_bleu_over_a_corpus_adds_counts_up_before_it_divides() -> None:
    predictions = ["a dog runs on grass", "two cats"]
    references = [["a dog runs on the grass"], ["two cats sleep here"]]
    result = grice.score(predictions, references, metrics="bleu")["bleu"]
    # unigrams 5/5 and 2/2, bigrams 3/4 and 1/1, 7 words against 10
    assert result["bleu1"].value == pytest.approx(exp(1 - 10 / 7))
    assert result["bleu2"].value == pytest.approx(sqrt(1 * 4 / 5) * exp(1 - 10 / 7))
    assert result["bleu1"].items == pytest.approx([exp(1 - 6 / 5), exp(1 - 4 / 2)])


def test_predictions_too_short_for_four_words_in_a_row_have_none_right() -> None:
    assert grice.score(["a dog"], [["a dog runs"]], metrics="bleu")["bleu"].value == 0


def test_bleu_takes_the_reference_of_the_nearest_length() -> None:
    long, short = "a b c d e f g h", "a b c"
    assert grice.score(["a b c"], [[long, short]], metrics="bleu")["bleu"]["bleu3"].value == pytest.approx(1)


def test_rouge_l_is_that_of_its_paper() -> None:
    """Lin (2004), section 3.1: S2 shares three words with S1 in order, S3 two."""
    assert rouge_l("police kill the gunman", ["police killed the gunman"])[1:] == (0.75, 0.75)
    assert rouge_l("the gunman kill police", ["police killed the gunman"])[1:] == (0.5, 0.5)
    f, p, r = rouge_l("a b", ["a x y b", "b"])
    assert (p, r) == (1.0, 1.0)
    assert f == pytest.approx(1.0)


def test_cider_of_a_caption_equal_to_its_only_reference_is_ten() -> None:
    references = [["a dog runs on the grass"], ["two cats sleep in a box"]]
    found = grice.score([r[0] for r in references], references, metrics="cider")["cider"]
    assert found.items == pytest.approx([10, 10])


def test_cider_clips_weighs_and_damps_as_its_formula_says() -> None:
    corpus = [["red dog"], ["red cat"], ["blue bird here"]]
    found = grice.score(["dog dog"], [["red dog"]], metrics=Cider(idf=corpus))["cider"].value
    dog, red = log(3), log(3 / 2)
    one = min(2 * dog, dog) * dog / (2 * dog * sqrt(dog**2 + red**2))
    assert found == pytest.approx(10 * one / 4)
    longer = grice.score(["dog dog dog"], [["red dog"]], metrics=Cider(idf=corpus))["cider"].value
    assert longer == pytest.approx(10 * (one * 2 / 3) / 4 * exp(-1 / 72))


def test_cider_with_a_corpus_does_not_depend_on_the_batch_and_without_one_refuses_a_lone_row() -> None:
    predictions, references = ["a dog", "a cat"], [["a dog runs"], ["one cat sits"]]
    metric = Cider(idf=references)
    together = grice.score(predictions, references, metrics=metric)["cider"].items
    alone = [grice.score([p], [r], metrics=metric)["cider"].value for p, r in zip(predictions, references, strict=True)]
    assert together == pytest.approx(alone)
    refused = grice.score(["a dog"], [["a dog runs"]], metrics="cider")["cider"]
    assert "idf" in refused.errors[0]


@pytest.mark.parametrize("metric", [Bleu(), Rouge(), Cider(idf=[["a b"], ["c d"]])], ids=lambda m: m.name)
def test_a_row_that_is_no_text_is_the_worst(metric) -> None:
    found = grice.score(["a b", None, ""], [["a b"], ["a b"], ["a b"]], metrics=metric)[metric.name]
    assert set(found.unreadable) == {1, 2}
    assert found.items[0] > 0
    assert found.items[1:].tolist() == [0, 0]


# Measured once elsewhere with the COCO caption tools' formulas on all 1,000 images: 32.33, 30.82, 32.37 and 43.93. Half
# of the images lies within what the bootstrap over images gives.
@pytest.mark.parametrize(("metric", "value", "tau"), [("bleu", "bleu1", 0.323), ("bleu", "bleu4", 0.308)])
def test_agreement_with_people_is_what_others_found(corpus, metric: str, value: str, tau: float) -> None:
    from grice.benchmarks.flickr8k import ratings
    from grice.corpora import flickr8k

    pairs = flickr8k.load(corpus("flickr8k/expert_half.json"))
    found = grice.score([p.caption for p in pairs], [list(p.references) for p in pairs], metrics=metric)[metric][value]
    assert ratings(pairs).judge(found.items).tau_c == pytest.approx(tau, abs=0.03)
