"""Pairs are uniform, share what they must, and are never a scene with itself."""

from collections import deque
from typing import Any

import numpy as np
import pytest

from grice import InputError
from grice.scenes import rooms
from grice.scenes.context import (
    RANDOM,
    SIMILAR,
    TEST_SETS,
    Shared,
    contexts,
    contrastive,
    draw_test_sets,
    redundant,
    sample,
)


def test_thirteen_sets_share_their_features_and_hold_no_self_pair() -> None:
    drawn = draw_test_sets(2000, seed=3)
    assert [len(sets) for sets in drawn.values()] == [6, 4, 3]
    for category, sets in drawn.items():
        for name, pairs in sets.items():
            shared = redundant(pairs.targets, pairs.distractors)
            matching = TEST_SETS[category][name]
            for feature in matching.features:
                assert shared[:, rooms.FEATURES.index(feature)].all()
            assert (shared.sum(1) >= max(len(matching.features), matching.random)).all()
            assert (pairs.targets != pairs.distractors).all()


def test_z_is_distributed_as_for_uniform_pairs() -> None:
    # Expected for independent uniform features: 6 - 3/10 - 1/8 - 1/4 - 1/15 = 5.258, P(z = 6) = .446.
    pairs = sample(40_000, RANDOM, seed=1)
    z = contrastive(pairs.targets, pairs.distractors).sum(1)
    assert abs(z.mean() - 5.258) < 0.02
    assert abs((z == 6).mean() - 0.9**3 * (7 / 8) * (3 / 4) * (14 / 15)) < 0.01
    # Three random features shared: 3 * (1 - mean of the six match probabilities).
    similar = sample(40_000, SIMILAR, seed=1)
    assert abs(contrastive(similar.targets, similar.distractors).sum(1).mean() - 2.63) < 0.02


def test_no_value_of_the_distractor_is_favoured() -> None:
    pairs = sample(30_000, Shared(("shape",)), seed=5)
    for column, size in enumerate(rooms.SIZES):
        share = np.bincount(rooms.features(pairs.distractors)[:, column], minlength=size) / len(pairs)
        assert np.abs(share - 1 / size).max() < 0.02
    assert len(np.unique(pairs.distractors)) > 0.95 * len(pairs)


def test_a_pool_is_drawn_from_uniformly_and_only_from_it() -> None:
    pool = [0, 1, 2, 60, 61, 479_999]  # 479,999 shares no shape with the others: it can be no target
    pairs = sample(30_000, Shared(("shape",)), seed=2, pool=pool)
    assert set(pairs.targets) | set(pairs.distractors) == {0, 1, 2, 60, 61}
    counts = np.unique(np.stack([pairs.targets, pairs.distractors]), axis=1, return_counts=True)[1]
    assert len(counts) == 5 * 4
    assert np.abs(counts / len(pairs) - 1 / 20).max() < 0.01


def test_the_same_seed_gives_the_same_pairs() -> None:
    first, again, other = (sample(50, SIMILAR, seed) for seed in (7, 7, 8))
    assert (first.targets == again.targets).all()
    assert (first.distractors == again.distractors).all()
    assert (first.targets != other.targets).any()


def test_random_features_are_those_that_the_pool_can_share() -> None:
    # These two differ in all three hues: of the twenty triples only the other three can be shared.
    pool = [0, 48_000 + 4_800 + 480]
    pairs = sample(50, SIMILAR, pool=pool)
    assert redundant(pairs.targets, pairs.distractors).tolist() == [[False] * 3 + [True] * 3] * 50
    with pytest.raises(InputError, match="at least two that share 3 features"):
        sample(5, SIMILAR, pool=[0, 479_999])


@pytest.mark.parametrize(
    ("call", "said"),
    [
        (lambda: sample(-1), "count = -1"),
        (lambda: sample(2.0), "count = 2.0"),
        (lambda: sample(None), "count = None"),
        (lambda: sample(5, seed=-1), "seed = -1"),
        (lambda: sample(5, seed=None), "seed = None"),
        (lambda: sample(5, seed="x"), "seed = 'x'"),
        (lambda: sample(5, None), "which features pairs share"),
        (lambda: sample(5, "shape"), "which features pairs share"),
        (lambda: sample(5, pool=[]), "a pool of 0 ids"),
        (lambda: sample(5, pool=7), "a pool of 1 ids"),
        (lambda: sample(5, pool=[3, 3]), "a pool of 1 ids\nneeded: at least two$"),
        (lambda: sample(5, pool=["a"]), "image ids"),
        (lambda: sample(5, pool=[[1], [2, 3]]), "image ids"),
        (lambda: draw_test_sets(-1), "count = -1"),
        (lambda: draw_test_sets(3, seed=-1), "seed = -1"),
        (lambda: Shared("shape"), "names in a tuple"),
        (lambda: Shared(None), "names in a tuple"),
        (lambda: Shared((1,)), "names in a tuple"),
        (lambda: Shared(random="two"), "random = 'two'"),
        (lambda: Shared(random=-1), "random = -1"),
        (lambda: Shared(random=6), "all six"),
        (lambda: Shared(("shape",), random=2), "one or the other"),
        (lambda: contrastive([1, 2, 3], [4, 5]), "as many distractors as targets"),
        (lambda: redundant(True, 4), "image ids True"),
    ],
)
def test_arguments_that_cannot_be_used_are_refused(call: Any, said: str) -> None:
    with pytest.raises(InputError, match=said):
        call()


def test_impossible_requests_say_so() -> None:
    with pytest.raises(InputError, match="at least two"):
        sample(1, Shared(("shape",)), pool=[0, 15])
    with pytest.raises(InputError, match="no feature is called colour"):
        Shared(("colour",))
    with pytest.raises(InputError, match="all six"):
        Shared(rooms.FEATURES)


def test_contexts_hold_any_number_of_distractors_however_they_are_written() -> None:
    ragged = contexts([0, 1, 2], [[480, 60], None, 15])
    assert ragged.distractors.tolist() == [480, 60, 15]
    assert ragged.owner.tolist() == [0, 0, 2]
    for targets, distractors in (
        ([0, 1], np.array([[5, 6], [7, 8]])),
        (np.array([0, 1], np.uint8), [[5, 6], (7, 8)]),
        (deque([0, 1]), ([5, 6], np.array([7, 8]))),
        ((i for i in (0, 1)), [{5, 6}, [7, 8]]),
    ):
        found = contexts(targets, distractors)
        assert (found.targets.tolist(), found.distractors.tolist()) == ([0, 1], [5, 6, 7, 8])
    assert contexts(0, [5, 6]).sizes.tolist() == contexts(np.array(0), [[5, 6]]).sizes.tolist() == [2]
    assert len(contexts([], [])) == 0


def test_which_sets_of_features_are_enough_agrees_with_trying_each() -> None:
    pairs = sample(60, SIMILAR, seed=2)
    found = contexts(pairs.targets[:20], [pairs.distractors[i::20][: i % 4].tolist() for i in range(20)])
    enough = found.sufficient()
    for row in range(20):
        differs = found.differs[found.owner == row]
        assert (found.contrastive()[row] == (differs.any(0) if len(differs) else True)).all()
        for number in range(64):
            chosen = [i for i in range(6) if number >> i & 1]
            expected = differs[:, chosen].any(1).all() if len(differs) else number == 63
            assert enough[row, number] == expected


@pytest.mark.parametrize(
    ("targets", "distractors", "complaint"),
    [
        ({0, 1}, None, "targets as a set"),
        ("0", None, "targets as a str"),
        ([0, 1], {5, 6}, "one list per target"),
        ([0], [[float("nan")]], "distractor nan"),
        ([0], [[480, float("nan")]], "distractor nan"),
        ([0], [["480"]], "distractor '480'"),
        ([0.0], None, "target 0.0"),
        ([True], None, "target True"),
        ([[0]], None, r"shape \(1, 1\)"),
        ([0, [1, 2]], None, "different lengths"),
        ([0], [[480_000]], "image id 480000"),
        ([0], [[10**30]], "a whole number from 0 to 479999|type object"),
        ([5], [[4, 5]], "target 5 is its own distractor"),
        (np.zeros((1, 64, 64, 3), np.uint8), None, "as images"),
    ],
)
def test_what_is_no_context_is_refused(targets: object, distractors: object, complaint: str) -> None:
    with pytest.raises(InputError, match=complaint):
        contexts(targets, distractors)
