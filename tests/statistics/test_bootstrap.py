"""The bootstrap agrees with theory and with plain resampling, and says what it cannot use."""

from typing import Any

import numpy as np
import pytest

from grice import InputError
from grice.statistics.bootstrap import interval, resample


def mean(sums: np.ndarray) -> np.ndarray:
    return sums[..., 0] / sums[..., 1]


def test_resampling_distinct_rows_is_resampling_items() -> None:
    rng = np.random.default_rng(0)
    values = rng.integers(0, 5, size=200).astype(float)
    rows = np.stack([values, np.ones(200)], axis=1)
    ours = resample(rows, mean, samples=4000, seed=1)
    plain = values[rng.integers(200, size=(4000, 200))].mean(1)
    assert ours.mean() == pytest.approx(plain.mean(), abs=0.01)
    assert ours.std() == pytest.approx(plain.std(), rel=0.05)
    assert ours.std() == pytest.approx(values.std() / np.sqrt(200), rel=0.05)


def test_the_interval_covers_the_truth_as_often_as_it_says() -> None:
    rng = np.random.default_rng(3)
    hits = 0
    for trial in range(200):
        values = (rng.random(80) < 0.3).astype(float)
        low, high = interval(np.stack([values, np.ones(80)], axis=1), mean, level=0.9, samples=300, seed=trial)
        hits += low <= 0.3 <= high
    assert 0.82 <= hits / 200 <= 0.96


def test_same_seed_same_interval_and_no_items_none() -> None:
    rows = np.random.default_rng(0).random((50, 2)) + 1
    assert interval(rows, mean, seed=5) == interval(rows, mean, seed=5)
    assert all(np.isnan(interval(np.zeros((0, 2)), mean)))
    with pytest.raises(InputError, match="between 0 and 1"):
        interval(rows, mean, level=95)


def test_numbers_alone_stand_for_their_mean() -> None:
    values = np.random.default_rng(4).normal(size=70)
    rows = np.stack([values, np.ones(70)], axis=1)
    assert interval(values) == interval(values, np.mean) == interval(values.tolist()) == interval(rows, mean)
    some = np.where(values > 1, np.nan, values)
    kept = np.stack([np.nan_to_num(some), ~np.isnan(some)], axis=1)
    assert interval(some) == interval(kept, mean)


def test_neither_order_nor_batches_change_a_bit() -> None:
    rng = np.random.default_rng(8)
    rows = np.concatenate([rng.random((300, 3)), np.repeat(rng.random((5, 3)), 9, axis=0), [[0.0] * 3, [-0.0] * 3]])
    first = resample(rows, lambda sums: sums[:, 0] / sums[:, 2], samples=200)
    for _ in range(5):
        again = resample(rng.permutation(rows), lambda sums: sums[:, 0] / sums[:, 2], samples=200)
        assert (first == again).all()


def test_draws_a_few_at_a_time_are_the_draws_at_once(monkeypatch: pytest.MonkeyPatch) -> None:
    values = np.random.default_rng(0).integers(
        0, 50, 40
    )  # whole numbers: their sums are exact however they are blocked
    whole = resample(values, samples=100)
    monkeypatch.setattr("grice.statistics.bootstrap.CELLS", 100)
    assert (resample(values, samples=100) == whole).all()


def test_one_item_says_nothing_about_how_items_vary() -> None:
    assert all(np.isnan(interval([0.7])))
    assert all(np.isnan(interval([0.7, np.nan])))
    assert all(np.isnan(interval([np.nan, np.nan])))


@pytest.mark.parametrize("compute", [np.mean, np.median, lambda _: 1.0, lambda sums: sums, lambda sums: sums.sum()])
def test_a_function_that_gives_no_value_per_resample_is_refused(compute: Any) -> None:
    with pytest.raises(InputError, match=r"one number for each row of sums(.|\n)*compute=lambda"):
        interval(np.ones((5, 2)), compute)


@pytest.mark.parametrize(
    ("options", "said"),
    [
        ({"samples": 0}, "samples = 0"),
        ({"samples": 2.5}, "samples = 2.5"),
        ({"samples": None}, "samples = None"),
        ({"seed": -1}, "seed = -1"),
        ({"seed": "a"}, "seed = 'a'"),
        ({"level": 2}, "level = 2"),
        ({"level": None}, "level = None"),
        ({"statistics": "abc"}, "statistics 'abc'"),
        ({"statistics": None}, "statistics None"),
        ({"statistics": [[1, 2], [3]]}, "statistics"),
        ({"statistics": np.ones((2, 2, 2))}, "shape"),
        ({"statistics": np.ones((4, 2))}, "without a function"),
    ],
)
def test_settings_that_make_no_sense_are_refused(options: dict[str, Any], said: str) -> None:
    with pytest.raises(InputError, match=said) as caught:
        interval(**({"statistics": [1.0, 2.0, 3.0]} | options))
    assert caught.value.needed
