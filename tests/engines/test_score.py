"""`grice.score` takes what people have, and refuses what would be misread, in words."""

import pickle
from collections import deque

import numpy as np
import pyarrow as pa
import pytest

import grice
from grice.engines.score import resolve

REFERENCES = [["a dog"], ["a cat"]]


@pytest.mark.parametrize(
    "predictions",
    [
        ["a dog", "a cat"],
        ("a dog", "a cat"),
        deque(["a dog", "a cat"]),
        np.array(["a dog", "a cat"]),
        np.array(["a dog", "a cat"], object),
        pa.array(["a dog", "a cat"]),
        pa.chunked_array([["a dog"], ["a cat"]]),
        iter(["a dog", "a cat"]),
        (text for text in ("a dog", "a cat")),
        {"x": "a dog", "y": "a cat"}.values(),
    ],
    ids=lambda given: type(given).__name__,
)
def test_any_ordered_column_will_do(predictions: object) -> None:
    assert grice.score(predictions, REFERENCES, metrics="rouge")["rouge"].items.tolist() == [1, 1]


@pytest.mark.parametrize(
    ("given", "message"),
    [
        ({"predictions": {"a dog", "a cat"}}, "predictions is a set"),
        ({"predictions": {"a": "a dog"}}, "predictions by id and references as a list"),
        ({"predictions": np.array("a dog")}, "predictions is a ndarray"),
        ({"predictions": b"a dog"}, "predictions is a bytes"),
        ({"predictions": pa.table({"caption": ["a dog", "a cat"]})}, r"predictions is a table \(Table\)"),
        ({"references": pa.table({"caption": ["a dog", "a cat"]})}, r"references is a table \(Table\)"),
        ({"predictions": [["a dog"], ["a cat"]]}, r"predictions of type list(.|\n)*one\[0\] for one"),
        (
            {"predictions": REFERENCES, "references": ["a dog", "a cat"]},
            "of type list(.|\n)*predictions come before references",
        ),
        ({"predictions": [b"a dog", b"a cat"]}, r"predictions of type bytes(.|\n)*decode"),
        ({"predictions": [1, 2]}, "predictions of type int: 1"),
        ({"references": [1, 2]}, "references of type int: 1"),
        ({"targets": ["118308", "7"], "distractors": [[1], [2]], "metrics": "pragmatics"}, "targets of type str"),
        ({"metrics": None}, "metrics=None"),
        ({"metrics": 5}, "metrics=5"),
        ({"metrics": "spice5"}, "no metric is called 'spice5'"),
        ({"unreadable": "ignore"}, "unreadable='ignore'"),
        ({"processes": 0}, "processes"),
        ({"parser": "none such"}, "no parser is called 'none such'"),
    ],
)
def test_what_cannot_be_meant_is_refused(given: dict, message: str) -> None:
    call = {"predictions": ["a dog", "a cat"], "references": REFERENCES, "metrics": "spice"} | given
    with pytest.raises(grice.InputError, match=message):
        grice.score(**call)


def test_names_of_metrics_are_forgiving() -> None:
    result = grice.score(["a dog"], [["a dog"]], metrics=["ROUGE", "Bleu"])
    assert list(result) == ["rouge", "bleu"]
    for names in ("rouge, bleu", ["rouge,bleu"], "rouge,bleu,ROUGE", ["rouge", "rouge", "bleu"]):
        assert list(grice.score(["a dog"], [["a dog"]], metrics=names)) == ["rouge", "bleu"]
    result = grice.score(["( a dog )"], [["( dogs )"]], metrics="spice:lemmatise=no,spice:lemmatise=yes")
    assert "lemmatise:no" in result.signature


@pytest.mark.parametrize("library", ["pandas", "polars"])
def test_a_whole_frame_is_not_scored_by_the_names_of_its_columns(library: str) -> None:
    frame = pytest.importorskip(library).DataFrame({"caption": ["a dog"], "references": ["a dog"]})
    with pytest.raises(grice.InputError, match=r"is a table \(DataFrame\)(.|\n)*try: grice.interop.frames.score"):
        grice.score(frame, frame, metrics="rouge")
    assert grice.score(frame["caption"], frame["references"], metrics="rouge")["rouge"].value == 1


def test_what_belongs_to_a_lone_prediction_may_be_a_column_of_one() -> None:
    for references in ("a dog", ["a dog", "a cat"], [["a dog", "a cat"]]):
        assert grice.score("a dog", references, metrics="rouge")["rouge"].items.tolist() == [1]
    plain = grice.score("a red ball", targets=118308, distractors=[3], metrics="pragmatics")["pragmatics"].values
    listed = grice.score("a red ball", targets=[118308], distractors=[[3]], metrics="pragmatics")["pragmatics"].values
    assert str(plain) == str(listed)


def test_one_bad_prediction_among_good_ones_costs_itself_alone() -> None:
    score = grice.score(["a dog", 7], REFERENCES, metrics="rouge")["rouge"]
    assert score.items.tolist() == [1, 0]
    assert "of type int" in score.unreadable[1]


def test_a_result_without_a_scored_item_says_so_first() -> None:
    shown = repr(grice.score(["a dog"], [[]], metrics="rouge"))
    assert shown.startswith("none of the 1 items could be scored: there is no reference")


@pytest.mark.parametrize("distractors", [float("nan"), [float("nan")], [[float("nan")]], ["x"], [None], [{}], [[1.5]]])
def test_distractors_that_are_no_rooms_drop_their_row(distractors: object) -> None:
    given = distractors if isinstance(distractors, list) else [distractors]
    score = grice.score(["a block"], targets=[0], distractors=given, metrics="pragmatics")["pragmatics"]
    assert "not an image id" in score.errors[0] or "no distractor" in score.errors[0]


def test_a_setting_that_a_metric_lacks_is_named_with_those_it_has() -> None:
    from grice.metrics import METRICS

    with pytest.raises(grice.InputError, match=r"spice with colour[\s\S]*lemmatise, synonyms, references, parser"):
        METRICS.make("spice", colour="red")


def test_a_result_shows_its_numbers_and_signatures() -> None:
    result = grice.score(["a dog", ""], [["a dog"], ["a cat"]], metrics=["rouge", "bleu"])
    shown = repr(result)
    assert ["rouge", "rouge", "0.500", "2"] in [line.split()[:4] for line in shown.splitlines()]
    assert "1 unreadable, counted as worst" in shown
    assert result.signature in shown


def test_the_users_metric_is_not_changed_by_a_call() -> None:
    metric = grice.metrics.Rouge()
    grice.score([""], [["a"]], metrics=metric, unreadable="drop")
    assert metric.unreadable == "worst"


def test_dictionaries_by_id_are_joined_in_the_order_of_the_predictions() -> None:
    said = {7: ["a bus"], 42: [{"caption": "a dog runs"}]}
    wanted = {42: ["a dog runs", "a hound"], 1: ["never asked"], 7: [{"caption": "a red bus"}]}
    found = grice.score(said, wanted, metrics="rouge")["rouge"].items
    assert (
        found.tolist()
        == grice.score(["a bus", "a dog runs"], [["a red bus"], wanted[42]], metrics="rouge")["rouge"].items.tolist()
    )
    for given, message in (({9: ["a"]}, "no references for id 9"), ({7: ["a", "b"]}, "2 predictions for id 7")):
        with pytest.raises(grice.InputError, match=message):
            grice.score(given, wanted, metrics="rouge")


def test_ids_of_python_and_of_json_are_one() -> None:
    assert grice.score({1: ["a dog"]}, {"1": ["a dog"], "2": ["a cat"]}, metrics="rouge")["rouge"].value == 1
    with pytest.raises(grice.InputError, match="no references for id 'x'; their ids are 1, 2"):
        grice.score({"x": "a dog"}, {1: ["a dog"], 2: ["a dog"]}, metrics="rouge")


def test_references_may_be_iterators() -> None:
    found = grice.score(iter(["a dog"]), iter([iter(["a cat", "a dog"])]), metrics="rouge")
    assert found["rouge"].value == 1


def test_metrics_with_the_same_encoder_share_what_it_has_embedded() -> None:
    given = [grice.metrics.SoftSpice(), grice.metrics.Sentence(), grice.metrics.Grice()]
    soft, exact, whole = resolve(given).values()
    assert soft.encoder is whole.encoder is given[0].encoder
    assert exact.encoder is not soft.encoder
    assert given[2].encoder is not soft.encoder  # the user's own object is left as it was
    one, other = pickle.loads(pickle.dumps((soft, whole)))
    assert one.encoder is other.encoder
