"""The features a caption mentions, as objects a person looks at."""

import pytest

from grice import InputError
from grice.meaning.mentions import Mention
from grice.readers.rooms.mentions import mentions_of as mentions


def test_a_judged_mention_has_span_values_head_feature_and_status() -> None:
    tiny, red, block = mentions("A tiny red block", target=0, distractors=480)
    assert red == Mention("red", 7, 10, "hue", ("red",), "object", "object_hue", "contrastive")
    assert (tiny.status, block.status) == ("redundant", "redundant")


def test_without_a_target_mentions_are_only_read() -> None:
    blue, middle = mentions("a blue object in the middle")
    assert blue.values == ("medium blue", "dark blue")
    assert (blue.feature, blue.status, middle.values) == (None, None, ("in the middle",))


def test_without_distractors_truth_is_still_judged() -> None:
    assert [m.status for m in mentions("a red ball", target=0)] == ["redundant", "false"]


def test_any_number_of_distractors_and_a_reason_for_what_is_no_id() -> None:
    assert [m.status for m in mentions("a tiny red block", 0, [480, 60])] == ["contrastive", "contrastive", "redundant"]
    with pytest.raises(InputError, match="distractor nan"):
        mentions("a red block", 0, [float("nan")])  # type: ignore[list-item]
    with pytest.raises(InputError, match="one of paper, strict"):
        mentions("a red block", 0, 480, rule="loose")  # type: ignore[arg-type]


def test_what_is_no_text_is_refused() -> None:
    with pytest.raises(InputError, match="the caption is missing"):
        mentions(None)  # type: ignore[arg-type]
