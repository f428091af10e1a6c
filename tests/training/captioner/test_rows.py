"""Training never sees a room of the tests; a lesson's pairs share what they should, its captions are true."""

import numpy as np
import pytest

torch = pytest.importorskip("torch", reason="training needs torch: pip install 'grice[train]'")

from grice.errors import InputError  # noqa: E402
from grice.scenes import rooms  # noqa: E402
from grice.scenes.context import draw_test_sets  # noqa: E402
from grice.training.captioner.meaning import Meaning, features_of  # noqa: E402
from grice.training.captioner.rows import Lesson, pool, rows, watched  # noqa: E402
from grice.training.captioner.running import ids_of  # noqa: E402
from grice.training.captioner.wordlist import longest_caption, of_grammars  # noqa: E402


def taught(*lessons: Lesson, seed: int = 0):
    return rows(lessons, pool("games", 4000), of_grammars(), longest_caption(), seed)


def test_pools_tests_and_watched_rooms_are_disjoint() -> None:
    parts = [pool("captions", 60_000), pool("games", 60_000), ids_of(watched(50)), ids_of(draw_test_sets(7500, 0))]
    everything = np.concatenate([np.unique(part) for part in parts])
    assert len(np.unique(everything)) == len(everything)
    assert len(parts[0]) == 60_000


@pytest.mark.parametrize("sharing", [0, 3, 5])
def test_minimal_captions_name_one_feature_that_tells_the_two_apart(sharing: int) -> None:
    found = taught(Lesson("minimal", 500, sharing))
    same = rooms.features(found.targets) == rooms.features(found.distractors)
    assert (same.sum(1) >= sharing).all()
    assert (found.targets != found.distractors).all()
    target, distractor = (features_of(ids, "cpu") for ids in (found.targets, found.distractors))
    values = Meaning(of_grammars()).judge(torch.from_numpy(found.captions), target, distractor).values
    # Pairs that differ in an orientation without words of its own cannot be told apart.
    assert values["literal"].float().mean() > 0.95
    assert (values["k"] == 1).all()
    assert (values["false"] == 0).all()


def test_a_room_alone_has_several_different_captions_all_true() -> None:
    found = taught(Lesson("exhaustive", 100, "alone", captions=5))
    assert (found.targets == found.distractors).all()
    texts = of_grammars().texts(found.captions)
    assert all(len(set(texts[start : start + 5])) == 5 for start in range(0, 100, 5))
    target = features_of(found.targets, "cpu")
    values = Meaning(of_grammars()).judge(torch.from_numpy(found.captions), target, target).values
    assert (values["k"] == 6).all()
    assert (values["false"] == 0).all()


def test_the_same_seed_gives_the_same_rows_and_another_others() -> None:
    one, two, other = (taught(Lesson("short", 200, 2), seed=seed) for seed in (1, 1, 2))
    np.testing.assert_array_equal(one.captions, two.captions)
    assert (one.targets != other.targets).any()


def test_more_images_than_there_are_is_a_mistake() -> None:
    with pytest.raises(InputError, match="images of the pool"):
        pool("captions", 400_000)
