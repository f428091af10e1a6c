"""Paired tests find a difference that is there, keep still where there is none, and mind clusters."""

from itertools import product
from typing import Any

import numpy as np
import pytest

import grice
from grice import InputError
from grice.statistics.bootstrap import interval
from grice.statistics.paired import bootstrap, randomisation


def mean(sums: np.ndarray) -> np.ndarray:
    return sums[..., 0] / sums[..., 1]


def rows(values: np.ndarray) -> np.ndarray:
    return np.stack([values, np.ones(len(values))], axis=1)


def test_a_constant_gain_is_certain_and_a_swap_never_reaches_it() -> None:
    second = np.random.default_rng(0).random(60)
    found = bootstrap(rows(second + 0.1), rows(second), mean, samples=500)
    assert found.difference == pytest.approx(0.1)
    assert found.interval == pytest.approx((0.1, 0.1))
    assert found.p < 0.01
    assert randomisation(rows(second + 0.1), rows(second), mean, samples=500) < 0.01


@pytest.mark.parametrize("test", ["bootstrap", "randomisation"])
def test_under_no_difference_small_p_is_as_rare_as_it_says(test: str) -> None:
    rng = np.random.default_rng(1)
    ps = []
    for trial in range(150):
        common = rng.normal(size=100)
        one, other = (rows(common + rng.normal(size=100)) for _ in range(2))
        if test == "bootstrap":
            ps.append(bootstrap(one, other, mean, samples=300, seed=trial).p)
        else:
            ps.append(randomisation(one, other, mean, samples=300, seed=trial))
    assert 0.01 <= np.mean(np.array(ps) < 0.1) <= 0.19


@pytest.mark.parametrize("scale", [1e-9, 1.0, 1e8])
@pytest.mark.parametrize("count", [1, 2, 5, 9])
def test_of_few_items_all_swaps_are_made_and_p_is_exact(count: int, scale: float) -> None:
    gains = scale * np.random.default_rng(count).normal(0.5, 1, count).round(1)
    other = scale * np.random.default_rng(count).random(count).round(2)
    every = np.array([np.dot(signs, gains) for signs in product([1, -1], repeat=count)])
    exact = (np.abs(every) >= abs(gains.sum()) * (1 - 1e-9)).mean()
    assert randomisation(rows(other + gains), rows(other), mean, samples=1000) == pytest.approx(exact)
    drawn = randomisation(rows(other + gains), rows(other), mean, samples=2**count - 1 or 1)
    assert 0 < drawn <= 1


def test_of_many_items_the_p_of_drawn_swaps_nears_that_of_all() -> None:
    gains = np.array([3.0, 1.0, 2.0, -1.0, 0.5, 0.25, 2.0, -0.5, 1.0, 1.5, -2.0, 0.75, 1.0, -1.0, 0.5])
    exact = randomisation(gains, np.zeros(15), samples=2**15)
    drawn = randomisation(gains, np.zeros(15), samples=20_000)
    assert drawn != exact
    assert drawn == pytest.approx(exact, abs=0.005)


def test_copies_of_an_item_in_one_cluster_add_no_certainty() -> None:
    gains = np.random.default_rng(2).normal(0.3, 1, 40)
    alone = bootstrap(rows(gains), rows(np.zeros(40)), mean, samples=4000)
    copied = np.repeat(gains, 9)
    clusters = np.repeat(np.arange(40), 9).tolist()
    together = bootstrap(rows(copied), rows(np.zeros(360)), mean, clusters, samples=4000)
    blind = bootstrap(rows(copied), rows(np.zeros(360)), mean, samples=4000)
    width = [b.interval.high - b.interval.low for b in (alone, together, blind)]
    assert width[1] == pytest.approx(width[0], rel=0.1)
    assert width[2] == pytest.approx(width[0] / 3, rel=0.1)


def test_systems_of_different_sizes_are_refused() -> None:
    with pytest.raises(InputError, match="same items"):
        bootstrap(rows(np.ones(3)), rows(np.ones(4)), mean)
    with pytest.raises(InputError, match="clusters"):
        bootstrap(rows(np.ones(3)), rows(np.ones(3)), mean, clusters=["a"])


def test_items_of_two_scores_are_compared_by_their_means() -> None:
    rng = np.random.default_rng(6)
    one, other = rng.random(80), rng.random(80)
    by_rows = bootstrap(rows(one), rows(other), mean)
    for compute in (None, np.mean):
        assert bootstrap(one, other, compute) == by_rows
        assert randomisation(one, other, compute) == randomisation(rows(one), rows(other), mean)
    assert by_rows.difference == pytest.approx(one.mean() - other.mean())
    assert by_rows.interval.low < by_rows.difference < by_rows.interval.high
    assert 0.01 < by_rows.p < 1


def test_the_interval_is_that_of_the_differences_of_items() -> None:
    rng = np.random.default_rng(7)
    one = rng.normal(size=200)
    other = one + rng.normal(0, 0.3, 200)
    found = bootstrap(one, other, samples=4000)
    plain = (one - other)[rng.integers(200, size=(4000, 200))].mean(axis=1)
    assert found.interval == pytest.approx(tuple(np.quantile(plain, [0.025, 0.975])), abs=0.005)


def test_the_interval_of_a_difference_covers_it_as_often_as_it_says() -> None:
    rng = np.random.default_rng(11)
    hits = 0
    for trial in range(200):
        other = rng.normal(size=60)
        low, high = bootstrap(other + rng.normal(0.2, 0.5, 60), other, samples=300, seed=trial, level=0.9).interval
        hits += low <= 0.2 <= high
    assert 0.82 <= hits / 200 <= 0.96


def test_one_item_is_too_few_and_the_result_says_so() -> None:
    found = bootstrap([0.9], [0.1])
    assert found.difference == pytest.approx(0.8)
    assert np.isnan([*found.interval, found.p]).all()
    assert "too few to resample: 1" in found.note
    one_image = bootstrap([0.9, 0.8, 0.7], [0.1, 0.2, 0.3], clusters=["a"] * 3)
    assert np.isnan(one_image.p)
    undefined = bootstrap([np.nan] * 3, [0.1] * 3)
    assert np.isnan(undefined.p)
    assert "defined in none" in undefined.note
    assert bootstrap([0.9, 0.8], [0.1, 0.2]).note == ""


@pytest.mark.parametrize("count", [2, 4, 8])
def test_few_items_are_never_more_certain_than_all_their_swaps(count: int) -> None:
    gains = np.linspace(1, 1.1, count)
    assert bootstrap(gains, np.zeros(count)).p == pytest.approx(2 / 2**count)
    assert randomisation(gains, np.zeros(count)) == pytest.approx(2 / 2**count)


@pytest.mark.parametrize("clustered", [False, True])
def test_neither_the_order_of_items_nor_of_merging_changes_a_bit(clustered: bool) -> None:
    rng = np.random.default_rng(12)
    one, other = rng.random((50, 3)), rng.random((50, 3))
    clusters = np.repeat(np.arange(10), 5) if clustered else np.arange(50)
    ratio = lambda sums: sums[:, 0] / sums[:, 1]  # noqa: E731
    expected = bootstrap(one, other, ratio, clusters.tolist()), randomisation(one, other, ratio, clusters.tolist())
    for _ in range(4):
        order = rng.permutation(50)
        a, b, c = one[order], other[order], clusters[order].tolist()
        assert (bootstrap(a, b, ratio, c), randomisation(a, b, ratio, c)) == expected


def test_many_items_are_drawn_a_few_resamples_at_a_time(monkeypatch: pytest.MonkeyPatch) -> None:
    gains = np.random.default_rng(0).integers(-3, 5, 40).astype(float)
    whole = bootstrap(gains, np.zeros(40)), randomisation(gains, np.zeros(40))
    monkeypatch.setattr("grice.statistics.bootstrap.CELLS", 100)
    monkeypatch.setattr("grice.statistics.paired.CELLS", 100)
    assert (bootstrap(gains, np.zeros(40)), randomisation(gains, np.zeros(40))) == whole


@pytest.mark.parametrize("compute", [np.median, lambda _: 0.5])
def test_a_function_that_gives_no_value_per_resample_is_refused(compute: Any) -> None:
    for test in (bootstrap, randomisation):
        for items in (np.arange(4.0), rows(np.arange(4.0))):
            with pytest.raises(InputError, match="one number for each row"):
                test(items, items[::-1], compute)


@pytest.mark.parametrize(
    ("options", "said"),
    [
        ({"samples": 0}, "samples = 0"),
        ({"seed": -1}, "seed = -1"),
        ({"clusters": 5}, "clusters 5"),
        ({"clusters": [[1], [2], [3]]}, "clusters"),
        ({"first": "abc"}, "statistics 'abc'"),
        ({"first": []}, "the same items"),
        ({"first": [], "second": []}, "no items"),
    ],
)
def test_settings_that_make_no_sense_are_refused(options: dict[str, Any], said: str) -> None:
    for test in (bootstrap, randomisation):
        with pytest.raises(InputError, match=said):
            test(**({"first": [1.0, 2.0, 3.0], "second": [1.0, 1.0, 1.0]} | options))
    with pytest.raises(InputError, match="level = 2"):
        bootstrap([1.0, 2.0], [2.0, 1.0], level=2)


@pytest.mark.parametrize("metric", ["bleu", "rouge"])
def test_a_score_hands_over_what_is_resampled(metric: str) -> None:
    references = [["a dog runs"], ["a black cat sleeps"], ["two men talk"], ["a red ball"], ["the sea"]]
    good, bad = ["a dog runs", "a cat sleeps", "two men", "a ball", "the sea"], ["a dog", "a car", "men", "a", "sea"]
    one, two = (grice.score(said, references=references, metrics=metric)[metric] for said in (good, bad))
    (own, compute), (others, _) = one.summable(), two.summable()
    paired = bootstrap(own, others, compute)
    assert paired.difference == pytest.approx(one.value - two.value)
    assert paired.interval.low <= paired.difference <= paired.interval.high
    assert interval(own, compute) == one.interval()
    with pytest.raises(InputError, match="add up"):
        grice.score(good, metrics="diversity", parser="rules")["diversity"].summable()
