"""Intervals from sums of products: the same as of a mean's textbook interval, unknown where items are few."""

import numpy as np
import pytest

import grice
from grice.statistics.parametric import LEAST, interval


def products(rows: np.ndarray) -> np.ndarray:
    with_ones = np.column_stack([np.ones(len(rows)), rows])
    return with_ones.T @ with_ones


def mean(sums: np.ndarray) -> np.ndarray:
    return sums[:, 0] / sums[:, 1]


def test_a_mean_has_the_interval_of_its_standard_error() -> None:
    items = np.random.default_rng(1).gamma(2.0, size=5000)
    rows = np.column_stack([items, np.ones_like(items)])
    low, high = interval(products(rows), mean)
    error = 1.96 * items.std() / np.sqrt(len(items))
    assert (low, high) == pytest.approx((items.mean() - error, items.mean() + error), abs=0.05 * error)
    assert interval(products(rows), mean) == (low, high)
    assert interval(products(rows), mean, seed=1) != (low, high)


def test_a_ratio_varies_as_its_parts_do_together() -> None:
    """Of a numerator that is half of the denominator in every item nothing is unsure, however much both vary."""
    lengths = np.random.default_rng(2).integers(1, 30, 400)
    low, high = interval(products(np.column_stack([lengths / 2, lengths])), mean)
    assert low == pytest.approx(0.5, abs=1e-6)
    assert high == pytest.approx(0.5, abs=1e-6)


def test_what_never_varies_stays_and_nothing_is_drawn_below_what_there_is() -> None:
    rare = np.zeros((5000, 3))
    rare[:2, 0], rare[:, 2] = 1.0, 0.3
    low, high = interval(products(rare), lambda sums: sums[:, 0], least=rare.min(axis=0))
    assert (low, round(high)) == (0.0, 5)
    assert interval(products(rare), lambda sums: sums[:, 1]) == (0.0, 0.0)
    assert interval(products(rare), lambda sums: sums[:, 2]) == pytest.approx((1500, 1500), rel=1e-12)


def test_a_quotient_of_what_is_the_same_for_every_item_does_not_vary() -> None:
    defined = (np.random.default_rng(0).random(5000) < 0.37).astype(float)
    other = np.random.default_rng(1).random(5000)
    assert interval(products(np.column_stack([defined, defined, other])), mean) == (1.0, 1.0)
    assert interval(products(np.column_stack([-3 * defined, defined, other])), mean) == pytest.approx(
        (-3, -3), abs=1e-13
    )


def test_few_items_have_no_interval() -> None:
    rows = np.column_stack([np.arange(LEAST - 1.0), np.ones(LEAST - 1)])
    assert all(np.isnan(interval(products(rows), mean)))
    many = np.column_stack([np.arange(100.0), np.ones(100)])
    assert all(np.isnan(interval(products(many), mean, items=LEAST - 1)))
    with pytest.raises(grice.InputError, match="level"):
        interval(products(many), mean, level=2)
