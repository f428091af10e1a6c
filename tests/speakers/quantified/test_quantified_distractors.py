"""With distractors of its own a scene is told apart from those alone; with many kinds nothing takes forever."""

import numpy as np
import pytest

from grice.errors import InputError
from grice.scenes.quantified import Domain, worlds
from grice.speakers.base import load

NAMES = ("qdg-ia", "qdg-greedy", "complete")


@pytest.mark.parametrize("name", NAMES)
@pytest.mark.parametrize("size", [4, 9])
def test_what_is_complete_leaves_no_distractor(name: str, size: int) -> None:
    every = worlds(size)
    rng = np.random.default_rng(size)
    for seed in range(20):
        chosen = rng.choice(len(every), 2 + seed % 6, replace=False)
        target, *others = (tuple(scene) for scene in every[chosen].tolist())
        (said,) = load(name)([target], [others], seed)
        left = [other for other in others if all(one.holds([other])[0] for one in said.statements)]
        assert sorted(map(tuple, said.left_open.tolist())) == sorted(left)
        assert said.complete_logically == (len(said.left_open) == 0)
        assert all(one.holds([target], pragmatic=True)[0] for one in said.statements)
        if name == "complete":
            assert said.complete
            assert len(said.statements) <= len(load(name)([target])[0].statements)


@pytest.mark.parametrize("name", NAMES)
def test_all_other_scenes_as_distractors_are_as_none_given(name: str) -> None:
    target, *others = (tuple(scene) for scene in worlds(4)[::-1].tolist())
    (plain,), (against) = load(name)([target], seed=3), load(name)([target], [others], 3)
    assert plain.text == against[0].text
    assert plain.complete == against[0].complete


def test_distractors_are_written_like_scenes() -> None:
    forms = [
        [(1, 1, 1, 1)],
        (1, 1, 1, 1),
        "1,1,1,1",
        [{"blue squares": 1, "red squares": 1, "blue circles": 1, "red circles": 1}],
    ]
    texts = {load("complete")([(2, 0, 0, 2)], [form])[0].text for form in forms}
    assert texts == {"Half of the objects are blue squares."}
    assert load("complete")("2,0,0,2", [(1, 1, 1, 1)])[0].text in texts
    assert load("complete")((2, 0, 0, 2), [[(1, 1, 1, 1)]])[0].text in texts


@pytest.mark.parametrize(
    ("targets", "distractors", "complaint"),
    [
        ([(2, 0, 0, 2)], [[(2, 0, 0, 2)]], "2,0,0,2 is its own distractor"),
        ([(2, 0, 0, 2)], [[(2, 0, 0, 3)]], "4 objects and a distractor of 5"),
        ([(2, 0, 0, 2)], [], "1 targets and 0 lists"),
        ([(2, 0, 0, 2)], [[7]], "1 counts|a scene 7"),
        ({(2, 0, 0, 2)}, None, "targets as a set"),
        (4, None, "targets as a int"),
    ],
)
def test_bad_distractors_are_refused(targets: object, distractors: object, complaint: str) -> None:
    with pytest.raises(InputError, match=complaint):
        load("complete")(targets, distractors)


@pytest.mark.parametrize("values", [(256,), (16, 16), (2,) * 8])
def test_hundreds_of_kinds_are_counted_out_or_refused(values: tuple[int, ...]) -> None:
    domain = Domain(**{f"a{i}": [f"v{i}x{j}" for j in range(count)] for i, count in enumerate(values)})
    scene = {domain.kinds[0]: 1, domain.kinds[5]: 1}
    (said,) = load("complete", domain=domain)([scene])
    assert said.complete
    assert said.proven is None
    for name in ("qdg-ia", "qdg-greedy"):
        with pytest.raises(InputError, match="more than 25,000 statements"):
            load(name, domain=domain)([scene])
