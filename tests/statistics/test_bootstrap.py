"""The bootstrap agrees with theory and with plain resampling."""

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
