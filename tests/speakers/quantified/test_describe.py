"""`grice.describe`: one scene or many, any speaker by name."""

import subprocess
import sys

import numpy as np
import pytest

import grice
from grice.errors import InputError
from grice.scenes.quantified import Domain


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
        (((2, 0, 0, 2), "complete", -1), {}, "seed -1"),
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
