"""3DShapes ids, features, labels and words agree with each other for all 480,000 scenes."""

import csv
from collections.abc import Callable
from itertools import islice, product
from typing import Any

import numpy as np
import pytest

from grice import InputError
from grice.scenes import rooms


def test_ids_count_through_all_scenes_with_orientation_fastest() -> None:
    counted = islice(product(*(range(size) for size in rooms.SIZES)), 0, None, 997)
    ids = np.arange(0, rooms.COUNT, 997)
    assert rooms.features(ids).tolist() == [list(row) for row in counted]


def test_features_lead_back_to_every_id() -> None:
    ids = np.arange(rooms.COUNT)
    assert (rooms.ids(rooms.features(ids)) == ids).all()


def test_labels_are_those_of_the_original_file() -> None:
    # The published label file stores these floats, rounding noise included.
    labels = rooms.labels(np.arange(rooms.COUNT))
    assert np.unique(labels[:, 0]).tolist()[3] == 0.30000000000000004
    assert np.unique(labels[:, 3]).tolist() == np.linspace(0.75, 1.25, 8).tolist()
    assert np.unique(labels[:, 5])[[0, 7, 14]].tolist() == [-30.0, 0.0, 30.0]


def test_a_scene_by_name_is_the_scene_by_id() -> None:
    scene = rooms.scene(118308)
    assert scene.phrases == {
        "floor_hue": "yellow",
        "wall_hue": "light green",
        "object_hue": "medium blue",
        "scale": "middle-sized",
        "shape": "pill",
        "orientation": "near the right corner",
    }
    assert rooms.scene(**scene.phrases) == scene
    assert rooms.scene(**dict(zip(rooms.FEATURES, scene.indexes, strict=True))) == scene


def test_released_words_are_shared_and_fixed_words_are_not() -> None:
    assert len(set(rooms.vocabulary("released")["orientation"])) == 11
    for feature, size in zip(rooms.FEATURES, rooms.SIZES, strict=True):
        assert len(set(rooms.vocabulary("fixed")[feature])) == size


def test_the_scenes_of_the_real_images_have_the_labels_of_their_file(corpus) -> None:
    with corpus("shapes3d/labels.csv").open() as file:
        rows = list(csv.DictReader(file))
    assert len(rows) == 14
    for row in rows:
        scene = rooms.scene(int(row["id"]))
        assert [int(row[f"{feature}_idx"]) for feature in rooms.FEATURES] == list(scene.indexes)
        assert np.allclose([float(row[feature]) for feature in rooms.FEATURES], list(scene.labels.values()))


NO_IDS = [-1, 480_000, 1.5, "red", "7", None, True, float("nan"), float("inf"), 10**30, 10**5000, {}, object()]
OF_IDS = [rooms.scene, rooms.features, rooms.labels, rooms.phrases, rooms.check]


@pytest.mark.parametrize("function", OF_IDS, ids=lambda function: function.__name__)
@pytest.mark.parametrize("wrong", NO_IDS, ids=lambda one: type(one).__name__)
def test_what_is_no_id_is_refused(wrong: Any, function: Callable[[Any], object]) -> None:
    with pytest.raises(InputError, match=r"image id(.|\n)*whole number|the six features"):
        function(wrong)


@pytest.mark.parametrize(
    "wrong", [[0, 480_000], [[0, 1], [2]], [0, None], [0.0, 1.0], [True, False], ["5"], [2**64 - 1]]
)
def test_a_list_with_what_is_no_id_is_refused(wrong: Any) -> None:
    with pytest.raises(InputError, match="image id"):
        rooms.features(wrong)
    with pytest.raises(InputError, match="image id"):
        rooms.scene(wrong)


def test_no_ids_have_no_features() -> None:
    assert rooms.features([]).shape == (0, 6)
    assert rooms.ids(np.empty((0, 6))).shape == (0,)


@pytest.mark.parametrize(
    "wrong",
    [
        5,
        None,
        "abcdef",
        [0] * 5,
        [0.0] * 6,
        [True] * 6,
        [10, 0, 0, 0, 0, 0],
        [-1] * 6,
        [10**30] * 6,
        [[0] * 6, [0] * 5],
    ],
)
def test_what_are_no_feature_indexes_is_refused(wrong: Any) -> None:
    with pytest.raises(InputError, match="feature ind"):
        rooms.ids(wrong)


@pytest.mark.parametrize(
    "wrong", [-1, 4, 1.0, True, None, float("nan"), 10**5000, [0], "sphere"], ids=lambda one: type(one).__name__
)
def test_what_is_no_value_of_a_feature_is_answered_with_those_there_are(wrong: Any) -> None:
    names: dict[str, Any] = dict.fromkeys(rooms.FEATURES, 0) | {"shape": wrong}
    with pytest.raises(InputError, match=r"shape (.|\n)*an index from 0 to 3 or one of: block"):
        rooms.scene(**names)


@pytest.mark.parametrize("wrong", ["new", None, ["released"], 3])
def test_an_unknown_wording_is_answered_with_the_known(wrong: Any) -> None:
    with pytest.raises(InputError, match="released, fixed"):
        rooms.vocabulary(wrong)


def test_unknown_words_are_answered_with_the_known_ones() -> None:
    with pytest.raises(InputError, match="block, cylinder, ball, pill"):
        rooms.scene(floor_hue=0, wall_hue=0, object_hue=0, scale=0, shape="cone", orientation=0)
    with pytest.raises(InputError, match="several values"):
        rooms.scene(floor_hue=0, wall_hue=0, object_hue=0, scale=0, shape=0, orientation="close to the middle")
    with pytest.raises(InputError, match="orientation not given"):
        rooms.scene(floor_hue=0, wall_hue=0, object_hue=0, scale=0, shape=0)
