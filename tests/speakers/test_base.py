"""Every speaker keeps the same contract: by name, one or many targets, any number of distractors, seeds; and
`grice.describe` draws from the same registry."""

import subprocess
import sys
from collections import deque
from typing import Any

import numpy as np
import pytest

import grice
from grice.errors import InputError
from grice.scenes.quantified import Domain
from grice.speakers.base import DEFAULTS, SPEAKERS, TRAINED, load

TARGETS: dict[str, list[Any]] = {"rooms": [118308, 0, 5], "quantified": [(2, 0, 0, 2), (1, 2, 0, 1), (4, 0, 0, 0)]}
RIVALS: dict[str, list[Any]] = {
    "rooms": [[235786], [], [480, 60, 15]],
    "quantified": [[(1, 1, 1, 1)], None, [(0, 4, 0, 0), (3, 1, 0, 0)]],
}


@pytest.mark.parametrize("name", SPEAKERS)
def test_every_speaker_takes_any_number_of_distractors_and_repeats_itself(name: str) -> None:
    speaker = load(name)
    assert (speaker.name, speaker.family) == (name, SPEAKERS[name].family)
    targets, rivals = TARGETS[speaker.family], RIVALS[speaker.family]
    said = speaker(targets=targets, distractors=rivals, seed=3)
    assert len(said) == 3
    assert all(str(one) for one in said)
    assert said == speaker.speak(targets, rivals, 3) == speaker.speak(deque(targets), tuple(rivals), 3)
    assert len(speaker(targets)) == 3
    assert speaker([]) == []
    (lone,) = speaker(targets[0], rivals[0], 3)
    assert lone == said[0]


@pytest.mark.parametrize("name", SPEAKERS)
def test_every_speaker_refuses_what_it_cannot_use_with_a_reason(name: str) -> None:
    speaker = load(name)
    targets, rivals = TARGETS[speaker.family], RIVALS[speaker.family]
    for arguments in (
        (targets, rivals, -1),
        (targets, rivals, 0.5),
        (targets, rivals[:2]),
        (set(targets), rivals),
        (7.5, None),
        (np.array(0.5), None),
        (targets, [[float("nan")], [], []]),
        (targets, [[targets[0]], [], []]),
        # Pictures are for those who look at them, and of one size.
        (np.zeros((2, 64, 64 if name not in TRAINED else 32, 3), np.uint8), None),
    ):
        with pytest.raises(InputError):
            speaker.speak(*arguments)


def test_images_are_refused_by_speakers_that_see_no_pixels() -> None:
    with pytest.raises(InputError, match="targets as images"):
        load("minimal")([np.zeros((64, 64, 3), np.uint8)])


@pytest.mark.parametrize("name", SPEAKERS)
def test_a_wrong_option_is_answered_with_those_there_are(name: str) -> None:
    with pytest.raises(InputError, match=f"speaker {name} with volume\n") as refused:
        load(name, volume=11)
    wanted = {"minimal": "its options: variant", "complete": "its options: domain, style", "oracle-six": "no options"}
    assert wanted.get(name, "options") in str(refused.value)


@pytest.mark.parametrize(
    ("name", "options"),
    [
        ("qdg-ia", {"promotion": "none"}),
        ("complete", {"style": "long"}),
        ("short", {"variant": "new"}),
        ("rsa-quantified", {"alpha": 0}),
    ],
)
def test_a_wrong_value_of_an_option_is_refused_before_anything_is_said(name: str, options: dict[str, Any]) -> None:
    with pytest.raises(InputError, match=str(next(iter(options.values())))):
        load(name, **options)


def test_names_are_found_in_other_spellings_and_unknown_ones_answered() -> None:
    assert load("QDG_Greedy").name == "qdg-greedy"
    with pytest.raises(InputError, match="oracle-six"):
        load("parrot")
    assert all(SPEAKERS[name].family == family for family, name in DEFAULTS.items())
    assert all(entry.about for entry in SPEAKERS.values())


def test_describe_of_rooms() -> None:
    assert grice.describe(118308, distractors=[235786]) == load("minimal")([118308], [[235786]])[0]
    both = grice.describe([0, 5], "oracle-best", seed=4, distractors=[[480, 60], 7])
    assert both == [load("oracle-best")(0, [480, 60], 4)[0], load("oracle-best")(5, 7, 5)[0]]
    assert grice.describe(0, load("oracle-shape")) == "a block"
    with pytest.raises(InputError, match="options only where the speaker is given by name"):
        grice.describe(0, load("oracle-shape"), variant="fixed")
    with pytest.raises(InputError, match="2 scenes and 1 lists"):
        grice.describe([0, 5], "minimal", distractors=[[7]])


@pytest.mark.parametrize("name", ["best", "oracle-six", "minimal"])
@pytest.mark.parametrize("scene", [(2, 0, 0, 2), {"blue squares": 2, "red circles": 2}, "2,0,0,2"])
def test_counts_are_no_ids_of_rooms(name: str, scene: Any) -> None:
    with pytest.raises(InputError, match=f"speaker {name}, which describes rooms\nneeded: for counts one of qdg-ia"):
        grice.describe(scene, speaker=name)


def test_the_id_of_a_room_is_no_counts() -> None:
    with pytest.raises(InputError, match="room 118308 and speaker complete, which describes counts") as refused:
        grice.describe(118308, speaker="complete")
    assert refused.value.fix == 'speaker="minimal"'


def test_one_scene_by_name() -> None:
    said = grice.describe({"blue squares": 2, "red circles": 2}, speaker="qdg-greedy", seed=0)
    assert said.text.startswith("Half of the objects are ")
    assert said.scene == (2, 0, 0, 2)
    assert said.complete
    assert said.complete_logically
    assert [one.name for one in said.statements] == ["half_rest"]


@pytest.mark.parametrize("speaker", ["qdg-ia", "qdg-greedy", "complete"])
def test_a_list_gives_what_its_scenes_give_with_following_seeds(speaker: str) -> None:
    scenes = [(3, 4, 7, 6), "2,0,0,2", {"red circles": 9}]
    together = grice.describe(scenes, speaker, seed=5)
    assert [one.text for one in together] == [grice.describe(s, speaker, seed=5 + i).text for i, s in enumerate(scenes)]
    assert [one.text for one in grice.describe(np.array([[3, 4, 7, 6]]), speaker, seed=5)] == [together[0].text]
    assert grice.describe([], speaker) == []


def test_everything_a_description_knows_goes_into_json() -> None:
    found = grice.describe((7, 0, 2, 0), "qdg-ia", seed=1).to_json()
    assert found["left_open"] == len(grice.describe((7, 0, 2, 0), "qdg-ia", seed=1).left_open) > 0
    assert found["scene"] == {"blue squares": 7, "red squares": 0, "blue circles": 2, "red circles": 0}
    assert {"pattern", "arguments", "numbers", "text"} == set(found["statements"][0])


def test_another_domain() -> None:
    domain = Domain(colour=("green", "pink"), animal=("mouse/mice", "ox/oxen", "fox"))
    said = grice.describe({"pink mice": 2, "green foxes": 3}, "complete", domain=domain)
    assert said.text == "There are two pink mice, the rest are green foxes."


@pytest.mark.parametrize(
    ("arguments", "options", "complaint"),
    [
        (((2, 0, 0, 2), "qdg"), {}, "no speaker is called 'qdg'"),
        (((2, 0, 0, 2), "qdg-greedy"), {"style": "short"}, "qdg-greedy with style"),
        (((2, 0, 0, 2), "complete", -1), {}, "seed = -1"),
        (({2, 0, 1, 3},), {}, "a scene as a set"),
        (((2, 0, 0, -2),), {}, "-2 red circles"),
        (([(2, 0, 0, 2), (1, 0, 0)],), {}, "3 counts"),
    ],
)
def test_bad_input(arguments: tuple[object, ...], options: dict[str, object], complaint: str) -> None:
    with pytest.raises(InputError, match=complaint):
        grice.describe(*arguments, **options)  # type: ignore[call-overload]


def test_words_do_not_depend_on_the_process() -> None:
    code = "import grice; [print(grice.describe((3, 4, 7, 6), s, 3)) for s in ('qdg-ia', 'qdg-greedy', 'complete')]"
    runs = {subprocess.run([sys.executable, "-c", code], capture_output=True, text=True).stdout for _ in range(2)}
    assert len(runs) == 1
    assert "objects" in runs.pop()


@pytest.mark.parametrize("scene", ["118308", None, "abc", b"2,0,0,2", 1.5])
def test_what_is_no_scene_is_answered_with_ids_of_rooms_as_well(scene: object) -> None:
    with pytest.raises(InputError, match=r"the id of a room.*\n.*grice\.describe\(118308\)"):
        grice.describe(scene)  # type: ignore[call-overload]
