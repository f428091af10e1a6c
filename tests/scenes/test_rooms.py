"""3DShapes ids, features, labels and words agree with each other for all 480,000 scenes."""

import csv
from itertools import islice, product

import numpy as np
import pytest

from grice import InputError
from grice.scenes import rooms


def test_ids_count_through_all_scenes_with_orientation_fastest() -> None:
    counted = islice(product(*(range(size) for size in rooms.SIZES)), 0, None, 997)
    ids = np.arange(0, rooms.COUNT, 997)
    assert rooms.features(ids).tolist() == [list(row) for row in counted]


def test_features_and_labels_lead_back_to_every_id() -> None:
    ids = np.arange(rooms.COUNT)
    assert (rooms.ids(rooms.features(ids)) == ids).all()
    assert (rooms.ids_of_labels(rooms.labels(ids)) == ids).all()


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


@pytest.mark.parametrize("wrong", [-1, 480_000, 1.5, "red", None, [0, 480_000]])
def test_what_is_no_id_is_refused(wrong: object) -> None:
    with pytest.raises(InputError):
        rooms.features(wrong)  # type: ignore[arg-type]


def test_unknown_words_are_answered_with_the_known_ones() -> None:
    with pytest.raises(InputError, match="block, cylinder, ball, pill"):
        rooms.scene(floor_hue=0, wall_hue=0, object_hue=0, scale=0, shape="cone", orientation=0)
    with pytest.raises(InputError, match="several values"):
        rooms.scene(floor_hue=0, wall_hue=0, object_hue=0, scale=0, shape=0, orientation="close to the middle")
    with pytest.raises(InputError, match="orientation not given"):
        rooms.scene(floor_hue=0, wall_hue=0, object_hue=0, scale=0, shape=0)
