"""Paired tests find a difference that is there, keep still where there is none, and mind clusters."""

import numpy as np
import pytest

from grice import InputError
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


def test_randomisation_gives_the_exact_p_of_all_swaps() -> None:
    gains = np.array([3.0, 1.0, 2.0, -1.0])
    signs = np.array([[1 - 2 * (i >> j & 1) for j in range(4)] for i in range(16)])
    exact = (abs(signs @ gains) >= abs(gains.sum())).mean()
    p = randomisation(rows(gains), rows(np.zeros(4)), mean, samples=20_000)
    assert p == pytest.approx(exact, abs=0.01)


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
