"""Worlds of coloured shapes: how many, in which order, and what is refused."""

from itertools import product
from math import comb
from typing import Any

import numpy as np
import pytest

from grice.errors import InputError
from grice.scenes.quantified import DEFAULT, Domain, counts, rank, size_of_space, swaps, worlds

NINE = Domain(colour=("blue", "red", "green"), shape=("square", "circle", "triangle"))


@pytest.mark.parametrize(("size", "count"), [(4, 35), (6, 84), (9, 220), (10, 286), (16, 969), (20, 1771), (60, 39711)])
def test_as_many_worlds_as_the_thesis_counts(size: int, count: int) -> None:
    assert worlds(size).shape == (count, 4)


@pytest.mark.parametrize("domain", [DEFAULT, NINE, Domain(shape=("square", "circle", "star"))])
def test_worlds_are_all_tuples_with_that_sum(domain: Domain) -> None:
    kinds = len(domain.kinds)
    brute = [tuple(w) for w in product(range(5), repeat=kinds) if sum(w) == 4] if kinds < 9 else None
    found = [tuple(w) for w in worlds(4, domain).tolist()]
    assert len(set(found)) == len(found) == comb(4 + kinds - 1, kinds - 1) == size_of_space(4, domain)
    assert all(sum(w) == 4 and min(w) >= 0 for w in found)
    assert brute is None or found == brute


def test_rank_finds_every_world() -> None:
    assert [rank(w) for w in worlds(9).tolist()] == list(range(220))


def test_worlds_are_cached_and_cannot_be_written() -> None:
    assert worlds(9) is worlds(9)
    with pytest.raises(ValueError, match="read-only"):
        worlds(9)[0, 0] = 1


def test_the_four_kinds_come_in_the_order_everyone_relies_on() -> None:
    assert DEFAULT.plural_kinds == ("blue squares", "red squares", "blue circles", "red circles")


@pytest.mark.parametrize(
    ("property", "kinds"),
    [
        ("red", "0101"),
        ("circle", "0011"),
        ("circles", "0011"),
        ("red circle", "0001"),
        ("object", "1111"),
        ("red objects", "0101"),
    ],
)
def test_members_of_a_property(property: str, kinds: str) -> None:
    assert "".join(str(int(m)) for m in DEFAULT.members(property)) == kinds


def test_any_word_may_name_an_attribute() -> None:
    domain = Domain(self=("a", "b"), property=("c", "d"))
    assert domain.members(self="a", property="d").tolist() == [False, False, True, False]
    with pytest.raises(InputError, match="an attribute without a name"):
        Domain(**{"": ("a", "b")})


@pytest.mark.parametrize("values", [(300,), (150, 150), (2,) * 9, (10,) * 12])
def test_a_domain_of_too_many_kinds_is_refused_with_the_limit(values: tuple[int, ...]) -> None:
    with pytest.raises(InputError, match="at most 256"):
        Domain(**{f"a{i}": [f"v{i}-{j}" for j in range(count)] for i, count in enumerate(values)})


def test_members_by_attribute() -> None:
    assert DEFAULT.members(colour="red").tolist() == [False, True, False, True]
    assert NINE.members("green", shape="triangle").sum() == 1
    with pytest.raises(InputError, match="colour=pink"):
        DEFAULT.members(colour="pink")


def test_names_in_a_domain_without_nouns_and_with_odd_plurals() -> None:
    assert Domain(colour=("red", "blue")).plural_kinds == ("red objects", "blue objects")
    animals = Domain(colour=("black", "white"), animal=("mouse/mice", "fox", "pony"))
    assert animals.plural_kinds[::2] == ("black mice", "black foxes", "black ponies")
    assert animals.normal("white mice") == "white mouse"


@pytest.mark.parametrize(
    "scene",
    [
        (2, 0, 0, 2),
        [2, 0, 0, 2],
        np.array([2, 0, 0, 2]),
        "2,0,0,2",
        "2 0 0 2",
        {"red circles": 2, "blue square": 2},
        {"blue_squares": 2.0, "Red Circles": 2, "red squares": 0},
        "blue squares=2,red circles=2",
        "blue squares: 2; red circle: 2",
        "[2, 0, 0, 2]",
        '{"blue squares": 2, "red circles": 2}',
    ],
)
def test_a_scene_may_be_written_in_many_ways(scene: object) -> None:
    assert counts(scene) == (2, 0, 0, 2)  # type: ignore[arg-type]


@pytest.mark.parametrize(
    ("scene", "complaint"),
    [
        ((2, -1, 0, 2), "-1 red squares"),
        ((2, 0.5, 0, 2), "0.5 red squares"),
        ("2,0.5,0,2", "0.5 red squares"),
        ("two,0,0,2", "'two' blue squares"),
        ((2, 0, 2), "3 counts"),
        ("", "0 counts"),
        ({"green squares": 2}, "'green squares' is not a kind"),
        ({"squares": 2}, "'squares' is not a kind"),
        ({"blue square": 2, "blue squares": 1}, "blue squares twice"),
        ("blue squares=2,blue squares=3", "blue squares=3"),
        ("blue squares=2,3", "'3'"),
        ("[2, 0, 0", "a list of counts"),
        ((0, 0, 0, 0), "size 0"),
        ((1, 0, 0, 0), "size 1"),
        ((3_000_000_000, 0, 0, 2), "at most 10,000,000 objects"),
        ((True, 1, 0, 2), "True blue squares"),
        (7, "a scene 7"),
    ],
)
def test_bad_scenes_are_refused_with_a_reason(scene: object, complaint: str) -> None:
    with pytest.raises(InputError, match=complaint):
        counts(scene)  # type: ignore[arg-type]


def test_counts_must_sum_to_the_size_given() -> None:
    with pytest.raises(InputError, match="sum to 4"):
        counts((2, 0, 0, 2), size=5)


def test_a_space_too_large_to_hold_is_refused_with_its_cost() -> None:
    with pytest.raises(InputError, match=r"allows 1,429,702,652,400 scenes, about 51,469,295 MB"):
        worlds(120, NINE)


def test_swaps_of_the_thesis_example() -> None:
    assert swaps((2, 1, 0, 1), (2, 1, 1, 0)) == 1
    assert swaps(worlds(4), (4, 0, 0, 0)).tolist() == (4 - worlds(4)[:, 0]).tolist()
    with pytest.raises(InputError, match="different sizes"):
        swaps((1, 1, 1, 1), (1, 1, 1, 2))


@pytest.mark.parametrize(
    ("call", "said"),
    [
        (lambda: counts(10**5000), "a scene a value of type int"),
        (lambda: counts([10**5000, 0, 0, 0]), "a scene of size a value of type int"),
        (lambda: counts([float("nan"), 0, 0, 2]), "nan blue squares"),
        (lambda: counts([True, 0, 0, 2]), "True blue squares"),
        (lambda: counts("[" * 100_000), "a list of counts"),
        (lambda: counts("9" * 5000 + ",0,0,1"), "whole number"),
        (lambda: worlds(10**5000), "at most 10,000,000 objects"),
        (lambda: worlds(4.0), "size 4.0"),
        (lambda: swaps([1.5, 0, 0, 2.5], [1, 0, 0, 3]), "whole numbers"),
        (lambda: swaps([10**30, 0, 0, 0], [1, 0, 0, 3]), "whole numbers"),
        (lambda: swaps(None, [1, 0, 0, 3]), "counts None"),
        (lambda: swaps(4, 4), "kinds on the last axis"),
        (lambda: swaps([[1, 2], [3]], [1, 2]), "counts"),
        (lambda: swaps([[1, 3], [2, 2], [4, 0]], [[1, 3], [2, 2]]), "the same number in both"),
        (lambda: swaps([1, 2], [1, 1, 1]), "2 and 3 kinds"),
        (lambda: DEFAULT.members(5), "5 is not a property of this domain"),
        (lambda: DEFAULT.members(["red"]), "is not a property of this domain"),
        (lambda: Domain(colour=5), "a list of words"),
        (lambda: Domain(colour="blue"), "a list of words"),
        (lambda: Domain(colour=[1, 2]), "a list of words"),
        (lambda: Domain(), "a domain without values"),
    ],
)
def test_arguments_of_the_wrong_type_are_refused(call: Any, said: str) -> None:
    with pytest.raises(InputError, match=said):
        call()


def test_an_attribute_may_have_any_name() -> None:
    assert Domain(self=["a", "b"], shape=["square"]).kinds == ("a square", "b square")
