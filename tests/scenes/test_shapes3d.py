"""3DShapes ids, features, labels and words agree with each other for all 480,000 scenes."""

import csv
from itertools import islice, product

import numpy as np
import pytest

from grice import InputError
from grice.scenes import shapes3d


def test_ids_count_through_all_scenes_with_orientation_fastest() -> None:
    counted = islice(product(*(range(size) for size in shapes3d.SIZES)), 0, None, 997)
    ids = np.arange(0, shapes3d.COUNT, 997)
    assert shapes3d.features(ids).tolist() == [list(row) for row in counted]


def test_features_and_labels_lead_back_to_every_id() -> None:
    ids = np.arange(shapes3d.COUNT)
    assert (shapes3d.ids(shapes3d.features(ids)) == ids).all()
    assert (shapes3d.ids_of_labels(shapes3d.labels(ids)) == ids).all()


def test_labels_are_those_of_the_original_file() -> None:
    # The published label file stores these floats, rounding noise included.
    labels = shapes3d.labels(np.arange(shapes3d.COUNT))
    assert np.unique(labels[:, 0]).tolist()[3] == 0.30000000000000004
    assert np.unique(labels[:, 3]).tolist() == np.linspace(0.75, 1.25, 8).tolist()
    assert np.unique(labels[:, 5])[[0, 7, 14]].tolist() == [-30.0, 0.0, 30.0]


def test_a_scene_by_name_is_the_scene_by_id() -> None:
    scene = shapes3d.scene(118308)
    assert scene.phrases == {
        "floor_hue": "yellow",
        "wall_hue": "light green",
        "object_hue": "medium blue",
        "scale": "middle-sized",
        "shape": "pill",
        "orientation": "near the right corner",
    }
    assert shapes3d.scene(**scene.phrases) == scene
    assert shapes3d.scene(**dict(zip(shapes3d.FEATURES, scene.indexes, strict=True))) == scene


def test_released_words_are_shared_and_fixed_words_are_not() -> None:
    assert len(set(shapes3d.vocabulary("released")["orientation"])) == 11
    for feature, size in zip(shapes3d.FEATURES, shapes3d.SIZES, strict=True):
        assert len(set(shapes3d.vocabulary("fixed")[feature])) == size


def test_the_scenes_of_the_real_images_have_the_labels_of_their_file(corpus) -> None:
    with corpus("shapes3d/labels.csv").open() as file:
        rows = list(csv.DictReader(file))
    assert len(rows) == 14
    for row in rows:
        scene = shapes3d.scene(int(row["id"]))
        assert [int(row[f"{feature}_idx"]) for feature in shapes3d.FEATURES] == list(scene.indexes)
        assert np.allclose([float(row[feature]) for feature in shapes3d.FEATURES], list(scene.labels.values()))


@pytest.mark.parametrize("wrong", [-1, 480_000, 1.5, "red", None, [0, 480_000]])
def test_what_is_no_id_is_refused(wrong: object) -> None:
    with pytest.raises(InputError):
        shapes3d.features(wrong)  # type: ignore[arg-type]


def test_unknown_words_are_answered_with_the_known_ones() -> None:
    with pytest.raises(InputError, match="block, cylinder, ball, pill"):
        shapes3d.scene(floor_hue=0, wall_hue=0, object_hue=0, scale=0, shape="cone", orientation=0)
    with pytest.raises(InputError, match="several values"):
        shapes3d.scene(floor_hue=0, wall_hue=0, object_hue=0, scale=0, shape=0, orientation="close to the middle")
    with pytest.raises(InputError, match="orientation not given"):
        shapes3d.scene(floor_hue=0, wall_hue=0, object_hue=0, scale=0, shape=0)
