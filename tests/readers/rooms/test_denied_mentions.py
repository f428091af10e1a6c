"""What a caption of a room denies is judged the right way round, and singles nothing out as what it is not."""

import itertools

import numpy as np
import pytest

import grice
from grice.readers.rooms import listen, mentions_of
from grice.readers.rooms.reading import read_mentions
from grice.scenes import rooms

PLAIN = {"floor_hue": "cyan", "wall_hue": "pink", "object_hue": "yellow", "scale": 0, "shape": "ball", "orientation": 7}


def room(**features: object) -> int:
    return rooms.scene(**{**PLAIN, **features}).id  # type: ignore[arg-type]


RED_BLOCK, BLUE_BLOCK = room(object_hue="red", shape="block"), room(object_hue="dark blue", shape="block")
RED_BALL, BLUE_BALL = room(object_hue="red"), room(object_hue="dark blue")


def score(caption: str, target: int, *distractors: int) -> dict[str, float]:
    found = grice.score([caption], targets=[target], distractors=[list(distractors)], metrics="pragmatics")[
        "pragmatics"
    ]
    return {name: float(found[name].items[0]) for name in ("d", "c", "k", "false")}


@pytest.mark.parametrize(
    ("caption", "denied"),
    [
        ("not a red block", ["red", "block"]),
        ("no red ball", ["red", "ball"]),
        ("the ball that isn't red", ["red"]),
        ("the ball is not red", ["red"]),
        ("a ball, not red, on a cyan floor", ["red"]),
        ("a ball that is neither red nor blue", ["red", "blue"]),
        ("the floor is not green but the wall is pink", ["green"]),
        ("it doesn't have a red ball on a cyan floor", ["red", "ball"]),
        ("a ball without a red wall", ["red"]),
        ("a block that is not in the left corner", ["in the left corner"]),
        ("no ball or block", ["ball", "block"]),
        ("a red block", []),
        ("not only a red block", []),
    ],
)
def test_what_is_denied(caption: str, denied: list[str]) -> None:
    assert [one.text for one in mentions_of(caption) if one.denied] == denied


def test_heads_are_found_through_a_negation() -> None:
    for caption in ("the ball on cyan floor is not red", "the ball on cyan floor isn't red", "a wall that isn't red"):
        *_, red = mentions_of(caption)
        assert (red.text, red.head) == ("red", "wall" if "wall" in caption else "object")


def test_a_denial_of_the_target_is_false_and_singles_nothing_out() -> None:
    assert score("not a red block", RED_BLOCK, BLUE_BLOCK) == {"d": 0, "c": 0, "k": 0, "false": 1}
    assert score("a red block", RED_BLOCK, BLUE_BLOCK) == {"d": 1, "c": 1, "k": 2, "false": 0}
    red, block = mentions_of("not a red block", RED_BLOCK, BLUE_BLOCK)
    assert (red.status, block.status) == ("false", "false")


def test_a_true_denial_rules_out_what_it_denies_and_is_not_false_where_the_scene_lacks_it() -> None:
    assert score("not a red block", BLUE_BLOCK, RED_BLOCK) == {"d": 1, "c": 1, "k": 1, "false": 0}
    assert score("not a red block", BLUE_BLOCK, BLUE_BALL) == {"d": 0, "c": 0, "k": 1, "false": 0}
    assert score("not a red block", BLUE_BALL, RED_BALL) == {"d": 0, "c": 0, "k": 2, "false": 0}
    assert score("the ball that isn't red", BLUE_BALL, RED_BALL) == {"d": 1, "c": 1, "k": 2, "false": 0}
    assert score("the ball that isn't red", RED_BALL, BLUE_BALL) == {"d": 0, "c": 0, "k": 1, "false": 1}


def test_explanations_and_tables_say_what_is_denied() -> None:
    found = grice.score(["not a red block"], targets=[BLUE_BLOCK], distractors=[[RED_BLOCK]], metrics="pragmatics")
    assert "'red': denied, object_hue, contrastive" in found["pragmatics"].explain(0)
    (row,) = found["pragmatics"].table().column("mentions").to_pylist()
    assert [one["denied"] for one in row] == [True, True]


def test_a_listener_excludes_what_is_denied() -> None:
    candidates = [RED_BLOCK, BLUE_BALL]
    assert [choice.place for choice in listen(["not a red block", "no ball", "it is not blue"], [candidates] * 3)] == [
        1,
        0,
        0,
    ]
    assert listen(["not a red block"], [[BLUE_BLOCK, RED_BALL]])[0].place is None
    assert listen(["the ball that isn't red"], [[RED_BALL, BLUE_BALL, RED_BLOCK]])[0].place == 1


def test_listener_and_truth_agree_with_plain_logic_over_many_rooms() -> None:
    values = {"red": 1, "yellow": 2}
    scenes = [room(object_hue=hue, shape=shape) for hue, shape in itertools.product(values, ("ball", "block"))]
    facts = list(itertools.product(values, ("ball", "block")))
    for caption, denied in {
        "not a red block": lambda hue, shape: hue == "red" and shape == "block",
        "it isn't red": lambda hue, shape: hue == "red",  # noqa: ARG005
        "no red or yellow ball": lambda hue, shape: shape == "ball",  # noqa: ARG005
        "no red ball or yellow block": lambda hue, shape: (hue, shape) in (("red", "ball"), ("yellow", "block")),
        "neither a ball nor a red block": lambda hue, shape: shape == "ball" or hue == "red",
    }.items():
        (choice,) = listen([caption], [scenes])
        assert choice.fitting == tuple(i for i, fact in enumerate(facts) if not denied(*fact)), caption
        for target, fact in zip(scenes, facts, strict=True):
            other = next(scene for scene in scenes if scene != target)
            assert (score(caption, target, other)["false"] > 0) == denied(*fact), (caption, fact)


def test_batches_do_not_matter_and_captions_without_negation_deny_nothing() -> None:
    captions = ["not a red block", "a red block", "the ball that isn't red on a pink floor", "", "no", "not"]
    together = read_mentions(captions)
    alone = [read_mentions([caption]) for caption in captions]
    assert together.denied.tolist() == [flag for one in alone for flag in one.denied.tolist()]
    assert not read_mentions(["a tiny red block on green floor", "the wall is blue"]).denied.any()
    assert len(np.unique(read_mentions(["not red", "not red"]).denial)) == 2
