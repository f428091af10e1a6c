"""Agreement with ratings is scipy's tau_c and r, however it is summed, and tests find what is there."""

from typing import Any

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from scipy.stats import kendalltau, pearsonr

from grice import InputError
from grice.statistics.correlation import Ratings, pearson, tau_c


@pytest.fixture
def study() -> tuple[np.ndarray, np.ndarray, list[int]]:
    """60 items of 20 images; three raters who see the truth through noise."""
    rng = np.random.default_rng(5)
    truth = rng.normal(size=60)
    ratings = np.clip(np.round(truth[:, None] + rng.normal(0, 0.7, (60, 3)) + 2.5), 1, 4)
    return truth, ratings, np.repeat(np.arange(20), 3).tolist()


def flat(scores: np.ndarray, ratings: np.ndarray) -> tuple[np.ndarray, np.ndarray]:
    return np.repeat(scores, ratings.shape[1]), ratings.ravel()


def test_over_unaggregated_ratings_both_are_scipys(study) -> None:
    truth, ratings, images = study
    for scores in (truth, np.round(truth, 0)):
        found = Ratings(ratings, images).judge(scores)
        x, y = flat(scores, ratings)
        assert found.tau_c == pytest.approx(kendalltau(x, y, variant="c").statistic, abs=1e-12)
        assert found.pearson == pytest.approx(pearsonr(x, y).statistic, abs=1e-12)
        assert tau_c(x, y) == pytest.approx(found.tau_c)
        assert pearson(x, y) == pytest.approx(found.pearson)


def test_a_missing_rating_is_left_out(study) -> None:
    truth, ratings, images = study
    ratings = ratings.copy()
    ratings[::4, 1] = np.nan
    found = Ratings(ratings, images).judge(truth)
    x, y = flat(truth, ratings)
    there = ~np.isnan(y)
    assert found.tau_c == pytest.approx(kendalltau(x[there], y[there], variant="c").statistic)
    assert found.pearson == pytest.approx(pearsonr(x[there], y[there]).statistic)


def test_a_resample_of_images_is_the_value_of_the_repeated_images(study) -> None:
    truth, ratings, images = study
    found = Ratings(ratings, images).judge(truth)
    draws = np.random.default_rng(7).multinomial(20, np.full(20, 1 / 20), size=5)
    rows = [np.repeat(np.arange(60), drawn[np.array(images)]) for drawn in draws]
    plain = [kendalltau(*flat(truth[r], ratings[r]), variant="c").statistic for r in rows]
    assert found.draws("tau_c", 5, seed=7) == pytest.approx(plain)
    linear = [pearsonr(*flat(truth[r], ratings[r])).statistic for r in rows]
    assert found.draws("pearson", 5, seed=7) == pytest.approx(linear)


def test_a_swap_within_images_is_what_moving_the_scores_gives(study) -> None:
    truth, ratings, images = study
    noisy = truth + np.random.default_rng(2).normal(0, 1.0, 60)
    people = Ratings(ratings, images)
    comparison = people.judge(truth).compare(people.judge(noisy), samples=400)
    from scipy.stats import rankdata

    one, two = rankdata(truth), rankdata(noisy)
    swapped = np.random.default_rng(0).integers(0, 2, (400, 20))[:, images].astype(bool)
    null = []
    for s in swapped[:60]:
        first, second = np.where(s, two, one), np.where(s, one, two)
        null.append(people.judge(first).tau_c - people.judge(second).tau_c)
    share = np.mean(np.abs(null) >= comparison.tau_c.difference)
    assert comparison.tau_c_swapped == pytest.approx(share, abs=0.05)
    assert comparison.tau_c.difference > 0
    assert comparison.tau_c.p < 0.05
    assert comparison.pearson.interval.low < comparison.pearson.difference < comparison.pearson.interval.high


def test_a_metric_is_no_better_than_itself(study) -> None:
    truth, ratings, images = study
    people = Ratings(ratings, images)
    same = people.judge(truth).compare(people.judge(3 * truth + 1), samples=50)
    assert same.tau_c.difference == same.tau_c_swapped - 1 == 0
    assert same.pearson.difference == pytest.approx(0)


def test_scores_that_do_not_vary_agree_with_nothing(study) -> None:
    truth, ratings, images = study
    people = Ratings(ratings, images)
    flat_scores = people.judge(np.ones(60))
    assert np.isnan(flat_scores.tau_c)
    assert np.isnan(flat_scores.interval().low)
    assert np.isnan(people.judge(truth).compare(flat_scores, samples=20).tau_c_swapped)


def test_scores_that_do_not_fit_are_refused(study) -> None:
    truth, ratings, images = study
    people = Ratings(ratings, images)
    with pytest.raises(InputError, match="60 items"):
        people.judge(truth[:5])
    with pytest.raises(InputError, match="without a score"):
        people.judge(np.where(truth > 0, np.nan, truth))


FLOATS = st.floats(-1e150, 1e150, allow_subnormal=False)
PAIRS = st.lists(st.tuples(FLOATS, FLOATS), min_size=2, max_size=30)


@settings(max_examples=200, deadline=None)
@given(PAIRS, st.sampled_from([0.0, 1.0, 1e8, -1e12]))
def test_both_are_scipys_for_any_numbers(pairs: list[tuple[float, float]], offset: float) -> None:
    x, y = np.array(pairs).T
    x = x + offset
    if len(set(x)) < 2 or len(set(y)) < 2:
        assert np.isnan(pearson(x, y))
        assert np.isnan(tau_c(x, y))
        return
    assert tau_c(x, y) == pytest.approx(kendalltau(x, y, variant="c").statistic, abs=1e-12)
    found = pearson(x, y)
    assert -1 <= found <= 1
    exact = _exact_pearson(x.tolist(), y.tolist())
    assert found == pytest.approx(exact, abs=1e-9)


def _exact_pearson(x: list[float], y: list[float]) -> float:
    """In fractions, so that nothing is lost but in the last square root."""
    from decimal import Decimal, localcontext
    from fractions import Fraction

    def centred(values: list[float]) -> list[Fraction]:
        listed = [Fraction(value) for value in values]
        return [value - sum(listed) / len(listed) for value in listed]

    one, other = centred(x), centred(y)
    xy = sum(a * b for a, b in zip(one, other, strict=True))
    square = xy * xy / (sum(a * a for a in one) * sum(b * b for b in other))
    with localcontext() as context:
        context.prec = 60
        root = (Decimal(square.numerator) / Decimal(square.denominator)).sqrt()
    return float(root) * (1 if xy > 0 else -1)


@pytest.mark.parametrize("offset", [0.0, 1e8, 1e15, -1e12])
@pytest.mark.parametrize("scale", [1.0, 2.0**-20, 2.0**500, 2.0**-500])
def test_an_offset_or_a_scale_changes_no_correlation(offset: float, scale: float) -> None:
    rng = np.random.default_rng(1)
    x, ratings = rng.integers(0, 9, 40).astype(float), rng.integers(1, 5, (40, 3)).astype(float)
    plain = Ratings(ratings, np.repeat(np.arange(10), 4).tolist()).judge(x)
    moved = Ratings(ratings, np.repeat(np.arange(10), 4).tolist()).judge((x + offset) * scale)
    assert moved.pearson == pytest.approx(plain.pearson, abs=1e-12)
    assert moved.tau_c == plain.tau_c
    assert moved.draws("pearson", 50) == pytest.approx(plain.draws("pearson", 50), abs=1e-12)
    assert pearson((x + offset) * scale, ratings[:, 0]) == pytest.approx(
        pearsonr(x, ratings[:, 0]).statistic, abs=1e-12
    )


@pytest.mark.parametrize("value", [0.0, 0.1, 1 / 3, 1e8 + 0.1, 7e-300, -3e200])
@pytest.mark.parametrize("count", [2, 3, 10, 999])
def test_constant_scores_have_no_correlation_whatever_they_are(value: float, count: int) -> None:
    varying = np.arange(float(count))
    assert np.isnan(pearson(np.full(count, value), varying))
    assert np.isnan(pearson(varying, np.full(count, value)))
    for scores, ratings in ((np.full(count, value), varying), (varying, np.full(count, value))):
        found = Ratings(ratings).judge(scores)
        assert np.isnan([found.pearson, found.tau_c, *found.interval("pearson", samples=20)]).all()


def test_a_resample_without_variation_is_undefined_and_the_others_are_right() -> None:
    scores = np.array([1e8, 1e8, 1e8, 1e8 + 1, 1e8 + 3])
    ratings = np.array([1.0, 2.0, 4.0, 2.0, 3.0])
    draws = Ratings(ratings).judge(scores).draws("pearson", 200, seed=3)
    drawn = np.random.default_rng(3).multinomial(5, np.full(5, 1 / 5), size=200)
    for weights, value in zip(drawn, draws, strict=True):
        x, y = np.repeat(scores, weights), np.repeat(ratings, weights)
        if len(set(x)) < 2 or len(set(y)) < 2:
            assert np.isnan(value)
        else:
            assert value == pytest.approx(pearsonr(x - 1e8, y).statistic, abs=1e-9)
    assert 0 < np.isnan(draws).sum() < 100


def test_an_item_that_nobody_rated_has_no_say(study) -> None:
    truth, ratings, _ = study
    more = np.vstack([np.round(ratings), np.full((5, 3), np.nan)])
    few = np.where(truth > 0, 1.0, 0.0)
    found = Ratings(more).judge(np.concatenate([few, np.arange(5) * 10.0]))
    assert found.tau_c == Ratings(ratings).judge(few).tau_c
    assert found.pearson == pytest.approx(Ratings(ratings).judge(few).pearson)


def test_a_pair_that_lacks_one_side_is_left_out() -> None:
    x, y = [1.0, 2.0, np.nan, 4.0, 5.0], [2.0, np.nan, 1.0, 3.0, 9.0]
    assert pearson(x, y) == pytest.approx(pearsonr([1, 4, 5], [2, 3, 9]).statistic)
    assert tau_c(x, y) == pytest.approx(kendalltau([1, 4, 5], [2, 3, 9], variant="c").statistic)
    assert np.isnan(pearson([1.0], [2.0]))
    assert np.isnan(tau_c([], []))


@pytest.mark.parametrize(
    ("call", "said"),
    [
        (lambda people: people.judge(np.arange(60.0)).interval("spearman"), "one of tau_c, pearson"),
        (lambda people: people.judge(np.arange(60.0)).draws("r"), "one of tau_c, pearson"),
        (lambda people: people.judge(np.arange(60.0)).interval(level=2), "between 0 and 1"),
        (lambda people: people.judge(np.arange(60.0)).interval(samples=0), "samples = 0"),
        (lambda people: people.judge(np.arange(60.0)).interval(seed=-1), "seed = -1"),
        (lambda people: people.judge(np.arange(60.0)).compare(None), "the same ratings"),
        (lambda people: people.judge(np.arange(60.0)).compare(Ratings([1, 2]).judge([1, 2])), "the same ratings"),
        (lambda people: people.judge("abc"), "scores 'abc'"),
        (lambda people: people.judge([None] * 60), "without a score"),
        (lambda people: people.judge(np.full(60, np.inf)), "without a score"),
        (lambda _: Ratings([[np.nan, np.nan]]), "nothing but NaN"),
        (lambda _: Ratings([[np.inf, 1.0]]), "infinite"),
        (lambda _: Ratings([["good"]]), "ratings"),
        (lambda _: Ratings([]), "one row per item"),
        (lambda _: Ratings([1, 2], clusters=["a"]), "1 clusters for 2 items"),
        (lambda _: pearson([1, 2], [1, 2, 3]), "one length"),
        (lambda _: tau_c("ab", [1, 2]), "observations 'ab'"),
    ],
)
def test_what_cannot_be_judged_is_refused_with_what_is_needed(study, call: Any, said: str) -> None:
    _, ratings, images = study
    with pytest.raises(InputError, match=said):
        call(Ratings(ratings, images))
