"""Graphs that a detector made of images: objects by number, what is unsure left out, found by captions."""

import numpy as np
import pytest

import grice
from grice import InputError, SceneGraph
from grice.interop import graphs


def test_objects_of_one_label_are_different_things() -> None:
    found = graphs.detected(
        ["man", "man", "horse"],
        pairs=[(0, 2), (1, 0)],
        predicates=["riding", "looking at"],
        attributes=[[], ["tall"], []],
    )
    assert set(found.facts) == {("man", "riding", "horse"), ("man", "looking at", "man"), ("man", "is", "tall")}
    assert [str(node) for node in found.nodes] == ["man:1", "man", "horse"]
    assert found.relations[1].preposition == "at"


def test_what_the_detector_is_not_sure_of_is_left_out() -> None:
    found = graphs.detected(
        np.array(["dog", "cat", "sofa"]),
        pairs=np.array([[0, 2], [1, 2]]),
        predicates=["on", "on"],
        scores=np.array([0.9, 0.2, 0.8]),
        relation_scores=[0.4, 0.9],
        least=0.5,
    )
    assert found == SceneGraph.from_text("( dog ) , ( sofa )")


def test_captions_find_the_images_they_fit() -> None:
    images = [
        graphs.detected(["man", "horse"], [(0, 1)], ["riding"]),
        graphs.detected(["cup", "table"], [(0, 1)], ["on"], attributes=[["red"], []]),
    ]
    said = [SceneGraph.from_text("( mug , on , table )"), SceneGraph.from_text("( person , ride , horse )")]
    found = grice.search(said, images, k=1)
    assert [hits[0].place for hits in found] == [1, 0]


def test_graphs_go_to_networkx_and_graphviz_and_back() -> None:
    pytest.importorskip("networkx", reason="needs networkx")
    graph = graphs.detected(["dog", "ball"], [(0, 1)], ["chase"])
    assert graphs.from_networkx(graphs.to_networkx(graph)) == graph
    assert '[label="chase"]' in graphs.to_dot(graph)


@pytest.mark.parametrize(
    ("options", "message"),
    [
        ({"pairs": [(0, 1)]}, "0 predicates"),
        ({"pairs": [(0, 5)], "predicates": ["on"]}, "two numbers of objects, from 0 to 1"),
        ({"scores": [0.5]}, "1 scores"),
        ({"attributes": [["red"]]}, "1 attributes"),
    ],
)
def test_what_does_not_fit_together_is_refused(options: dict[str, object], message: str) -> None:
    with pytest.raises(InputError, match=message):
        graphs.detected(["dog", "ball"], **options)
