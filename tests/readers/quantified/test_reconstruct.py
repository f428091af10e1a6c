"""From worlds to answers: every pick rule does what it says, and swaps are those of the thesis."""

import numpy as np
import pytest

import grice
from grice.readers.quantified.reconstruction import PICKS, outcome, reconstruct
from grice.scenes.quantified import swaps

TEXT = "All objects are blue and most are squares."


@pytest.mark.parametrize("pick", PICKS)
def test_a_pick_rule_is_a_distribution_over_the_worlds(pick: str) -> None:
    said = grice.read(TEXT, 9)
    chances = PICKS[pick](said)
    assert chances.shape == (len(said.worlds),)
    assert chances.sum() == pytest.approx(1)
    assert (chances >= 0).all()


def test_minimum_risk_has_no_rival_of_fewer_expected_swaps() -> None:
    said = grice.read("Some objects are blue circles.", 6)
    answer = reconstruct(said, "minimum-risk")[0]
    risks = [float(said.weights @ swaps(said.worlds, world)) for world in said.worlds]
    assert float(said.weights @ swaps(said.worlds, answer)) == pytest.approx(min(risks))


def test_the_balanced_answer_is_the_most_even_world() -> None:
    said = grice.read("Mix of red and blue squares and circles", 20)
    assert reconstruct(said, "balanced").tolist() == [[5, 5, 5, 5]]


def test_drawn_answers_come_to_the_expected_swaps() -> None:
    said, truth = grice.read(TEXT, 9), (7, 0, 2, 0)
    drawn = reconstruct(said, "uniform", error=0.2, seed=1, times=20_000)
    expected = outcome(said, truth, "uniform", error=0.2)
    assert swaps(drawn, np.array(truth)).mean() == pytest.approx(expected.swaps, rel=0.05)
    assert (swaps(drawn, np.array(truth)) == 0).mean() == pytest.approx(expected.exact, abs=0.02)


def test_the_same_seed_gives_the_same_answers() -> None:
    said = grice.read(TEXT, 9)
    first, second = (reconstruct(said, "weighted", 0.1, seed=3, times=50) for _ in range(2))
    assert (first == second).all()


def test_the_maximum_is_the_size_less_the_smallest_count() -> None:
    result = outcome(grice.read("Mix of red and blue squares and circles", 20), (5, 6, 4, 5))
    assert result.most == 16


@pytest.mark.parametrize(("pick", "error"), [("best", 0.0), ("uniform", 1.5), ("uniform", -0.1)])
def test_bad_settings_are_input_errors(pick: str, error: float) -> None:
    with pytest.raises(grice.InputError):
        reconstruct(grice.read(TEXT, 9), pick, error)
