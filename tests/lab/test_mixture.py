"""The weights of grice tell better from worse, heed no set that is left out, and never have the wrong sign."""

import numpy as np
import pytest

from grice.metrics.texts.grice import EVIDENCE, WEIGHTS
from lab.judge.mixture import SIGNS, fit, frozen, scored

SPREAD = np.ones(len(EVIDENCE))


def pairs(weights: np.ndarray, seed: int) -> tuple[np.ndarray, np.ndarray]:
    """Differences of evidence of which some weights say that the first is better."""
    rows = np.random.default_rng(seed).normal(size=(4000, len(EVIDENCE)))
    rows *= np.sign(rows @ weights)[:, None]
    return rows, np.full(len(rows), 1 / len(rows))


def test_weights_are_found_again() -> None:
    found = fit({"nebula": pairs(np.array(WEIGHTS), 0), "hat": pairs(np.array(WEIGHTS), 1)}, [], SPREAD)
    assert found @ WEIGHTS / np.linalg.norm(found) / np.linalg.norm(WEIGHTS) > 0.99
    assert frozen(found)[:2].sum() == pytest.approx(1)


def test_a_set_that_is_left_out_and_the_made_test_half_say_nothing() -> None:
    right, wrong = pairs(np.array(WEIGHTS), 0), pairs(-np.array(WEIGHTS), 1)
    alone = fit({"nebula": right}, [], SPREAD)
    np.testing.assert_allclose(fit({"nebula": right, "thumb": wrong, "made": wrong}, ["thumb"], SPREAD), alone)


def test_evidence_for_is_never_weighed_against() -> None:
    found = fit({"nebula": pairs(np.array([1, -1, 1, 1, -1, -1, -1, -1, -1.0]), 0)}, [], SPREAD)
    assert found[1] == found[3] == 0
    assert all(weight * sign >= 0 for weight, sign in zip(found, SIGNS, strict=True))


def test_clashes_weigh_by_likeness_in_the_fit_as_in_the_metric() -> None:
    evidence = np.array([[0.5, 0, 0, 0, 2, 0, 0, 0, 0], [-0.5, 0.4, 0, 0, 2, 0, 0, 0, 0]])
    found = scored(evidence, np.array([1, 1, 0, 0, -0.25, 0, 0, 0, 0]))
    np.testing.assert_allclose(found, [0.25, 0])
