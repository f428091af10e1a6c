"""Agreement with ratings is scipy's tau_c and r, however it is summed, and tests find what is there."""

import numpy as np
import pytest
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
