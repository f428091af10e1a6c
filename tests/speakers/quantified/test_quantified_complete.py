"""The complete speaker: true, alone in what it allows, as short as can be, and readable."""

import re
from itertools import combinations

import numpy as np
import pytest

from grice.errors import InputError
from grice.scenes.quantified import DEFAULT, Domain, rank, worlds
from grice.speakers.quantified.complete import LARGEST, complete
from grice.speakers.quantified.inventory import STYLES, inventory
from grice.words.numbers import NUMBER_WORDS

SIX = Domain(colour=("blue", "red", "green"), shape=("square", "circle"))
NINE = Domain(colour=("blue", "red", "green"), shape=("square", "circle", "triangle"))
NUMBER = re.compile(rf"\b({'|'.join(NUMBER_WORDS)}|\d+)\b")


def scenes(size: int, limit: int = 10_000, domain: Domain = DEFAULT) -> list[tuple[int, ...]]:
    every = worlds(size, domain)
    if len(every) > limit:
        every = every[np.random.default_rng(size).choice(len(every), limit, replace=False)]
    return [tuple(scene) for scene in every.tolist()]


@pytest.mark.parametrize("style", ["short", "legible"])
@pytest.mark.parametrize("size", [2, 3, 5, 9, 13, 17, 20])
def test_no_other_scene_is_left_by_plain_logic(style: str, size: int) -> None:
    for scene in scenes(size, 80):
        said = complete(scene, DEFAULT, style=style)  # type: ignore[arg-type]
        assert len(said.left_open) == 0
        assert said.complete_logically
        assert said.complete
        assert said.proven
        assert len(said.statements) <= 3
        assert all(one.holds([scene], pragmatic=True)[0] for one in said.statements)


@pytest.mark.parametrize(("size", "most"), [(4, 1.35), (9, 1.80), (20, 2.45)])
def test_short_is_as_short_as_promised(size: int, most: float) -> None:
    lengths = [len(complete(scene, DEFAULT).statements) for scene in scenes(size, 400)]
    assert np.mean(lengths) <= most


def test_fewest_and_cheapest_agree_with_trying_every_combination() -> None:
    for scene in scenes(5):
        offered = inventory(5, DEFAULT, "short").options(scene, rank(scene))
        target = 1 << rank(scene)
        best = None
        for length in range(1, 4):
            fitting = []
            for chosen in combinations(offered, length):
                left = chosen[0].allowed
                for option in chosen[1:]:
                    left &= option.allowed
                if left == target:
                    fitting.append(sum(option.cost for option in chosen))
            if fitting:
                best = length, min(fitting)
                break
        said = complete(scene, DEFAULT)
        costs = {option.said: option.cost for option in offered}
        assert best is not None
        assert (len(said.statements), sum(costs[one] for one in said.statements)) == (best[0], pytest.approx(best[1]))


@pytest.mark.parametrize(("size", "share"), [(9, 0.0), (10, 0.0), (16, 0.015), (20, 0.035)])
def test_legible_avoids_numbers_above_four(size: int, share: float) -> None:
    texts = [complete(scene, DEFAULT, style="legible").text for scene in scenes(size)]
    large = [any(int(NUMBER_WORDS.get(n, n)) > 4 for n in NUMBER.findall(text)) for text in texts]
    assert np.mean(large) <= share


@pytest.mark.parametrize(("size", "ceiling"), [(9, 0.945), (10, 0.87), (16, 0.79), (20, 0.70)])
def test_vague_has_no_number_and_is_complete_where_it_can_be(size: int, ceiling: float) -> None:
    said = [complete(scene, DEFAULT, style="vague") for scene in scenes(size, 300)]
    assert not any(NUMBER.search(one.text) for one in said)
    assert np.mean([one.complete_logically for one in said]) >= ceiling


def test_vague_says_what_it_leaves_open() -> None:
    left = [one for one in (complete(s, DEFAULT, style="vague") for s in scenes(20, 200)) if not one.complete_logically]
    assert left
    for said in left:
        row = inventory(20, DEFAULT, "vague").options(said.scene, rank(said.scene))
        together = np.ones(len(worlds(20)), dtype=bool)
        for option in row:
            together &= option.said.holds(worlds(20))
        assert len(said.left_open) == together.sum() - 1 > 0


@pytest.mark.parametrize(
    ("scene", "style", "text"),
    [
        ((0, 0, 20, 0), "short", "All of the objects are blue circles."),
        ((2, 0, 0, 2), "short", "Half of the objects are blue squares, the other half are red circles."),
        ((2, 0, 0, 7), "short", "There are two blue squares, the rest are red circles."),
        ((1, 1, 1, 1), "short", "There is one object of each kind."),
        ((0, 0, 17, 3), "legible", "There are three red circles, the rest are blue circles."),
        ((5, 5, 5, 5), "vague", "There are equally many objects of each kind."),
        ((0, 6, 0, 3), "vague", "A third of the objects are red circles, the rest are red squares."),
    ],
)
def test_texts(scene: tuple[int, ...], style: str, text: str) -> None:
    assert complete(scene, DEFAULT, style=style).text == text  # type: ignore[arg-type]


def test_it_never_says_that_all_possible_objects_are_shown() -> None:
    assert not any("all_comb" in names for names, _, _ in STYLES.values())


def test_several_numbers_become_one_list_and_a_rest_comes_first() -> None:
    texts = [complete(scene, DEFAULT).text for scene in scenes(20, 300)]
    assert any(re.search(r"There are \w+ [\w ]+, \w+ [\w ]+ and \w+ ", text) for text in texts)
    assert not any(re.search(r"\. .*the rest", text) for text in texts)


@pytest.mark.parametrize(("domain", "size"), [(SIX, 4), (SIX, 9), (NINE, 4)])
@pytest.mark.parametrize("style", ["short", "legible"])
def test_three_colours_and_three_shapes(domain: Domain, size: int, style: str) -> None:
    for scene in scenes(size, 12, domain):
        said = complete(scene, domain, style=style)  # type: ignore[arg-type]
        assert len(said.left_open) == 0
        assert len(said.statements) < len(domain.kinds)


def test_beyond_what_can_be_searched_every_kind_is_counted() -> None:
    scene = (40, 1, 0, 80)
    said = complete(scene, DEFAULT)
    assert len(worlds(121)) > LARGEST
    assert said.text == "There is one red square, 40 blue squares and 80 red circles."
    assert len(said.left_open) == 0
    assert said.proven is None
    with pytest.raises(InputError, match="style vague"):
        complete(scene, DEFAULT, style="vague")


def test_an_unknown_style_is_refused() -> None:
    with pytest.raises(InputError, match="style 'long'"):
        complete((2, 0, 0, 2), DEFAULT, style="long")  # type: ignore[arg-type]
