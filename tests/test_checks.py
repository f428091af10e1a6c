"""What cannot be used as a count, a seed, a level, a choice or texts is refused in plain words, whatever it is."""

from typing import Any

import numpy as np
import pytest

from grice import InputError, checks

NO_NUMBERS = [None, True, np.True_, "3", 2.0, float("nan"), float("inf"), [1], {}, object(), 1j, np.array([1, 2])]


@pytest.mark.parametrize("wrong", [*NO_NUMBERS, -1, -(10**5000)], ids=lambda one: type(one).__name__)
def test_what_is_no_count_and_no_seed_is_refused(wrong: Any) -> None:
    for check in (checks.seed, checks.generator, lambda value: checks.count(value, "samples")):
        with pytest.raises(InputError) as caught:
            check(wrong)
        assert "a whole number, 0 or more" in caught.value.needed
        assert caught.value.fix.endswith(("=0", "=1"))
        assert len(str(caught.value)) < 200


@pytest.mark.parametrize("right", [0, 7, np.int8(7), np.uint64(2**63), np.array(7), 10**30])
def test_whole_numbers_of_any_type_are_taken(right: Any) -> None:
    assert checks.seed(right) == int(right)
    assert type(checks.seed(right)) is int
    assert checks.count(right, "samples") == int(right)


def test_bounds_are_named() -> None:
    with pytest.raises(InputError, match="width = 8000\nneeded: a whole number from 40 to 4,096\ntry: width=40"):
        checks.count(8000, "width", 40, 4096)


def test_a_seed_and_its_generator_draw_the_same() -> None:
    assert checks.generator(3).random() == np.random.default_rng(3).random()
    mine = np.random.default_rng(3)
    assert checks.generator(mine) is mine


@pytest.mark.parametrize("wrong", [0, 1, 2, -0.5, 95, float("nan"), None, "0.95", True, 10**400])
def test_what_is_no_level_is_refused(wrong: Any) -> None:
    with pytest.raises(InputError, match=r"between 0 and 1\ntry: level=0.95"):
        checks.level(wrong)
    assert checks.level(np.float32(0.5)) == 0.5


@pytest.mark.parametrize("wrong", ["abc", ["1", "2"], [1, "2"], [[1, 2], [3]], None, 10**400, {1, 2}, object(), [1j]])
def test_what_is_no_array_of_numbers_is_refused(wrong: Any) -> None:
    with pytest.raises(InputError, match="needed: numbers"):
        checks.numbers(wrong, "scores")


def test_missing_numbers_are_nan() -> None:
    assert checks.numbers([1, None, 2.5], "scores") == pytest.approx([1, np.nan, 2.5], nan_ok=True)
    assert checks.numbers([True, False], "scores").tolist() == [1, 0]


def test_any_value_can_be_shown() -> None:
    class Odd:
        def __repr__(self) -> str:
            raise RuntimeError

    assert checks.quoted(Odd()) == "a value of type Odd"
    assert checks.quoted(10**5000) == "a value of type int"
    assert checks.quoted("x" * 500).endswith("...")
    assert "\n" not in checks.quoted(np.zeros((20, 20)))


@pytest.mark.parametrize(
    "wrong",
    [None, 5, b"max", ["max"], {"max"}, np.array(["max", "mean"]), "Max", object()],
    ids=lambda wrong: type(wrong).__name__,
)
def test_what_is_no_choice_is_refused_however_it_compares(wrong: Any) -> None:
    with pytest.raises(InputError, match=r"references=.*\nneeded: one of max, mean"):
        checks.choice(wrong, "references", ("max", "mean"))
    assert checks.choice("mean", "references", {"max": 1, "mean": 2}) == "mean"


@pytest.mark.parametrize("wrong", [None, 0, "True", np.array([True, False])], ids=str)
def test_a_switch_is_true_or_false(wrong: Any) -> None:
    with pytest.raises(InputError, match="needed: True or False"):
        checks.switch(wrong, "lemmatise")
    assert checks.switch(np.True_, "lemmatise") is True


@pytest.mark.parametrize("wrong", [0, 2**70, checks.MOST_SAMPLES + 1, None])
def test_samples_are_as_many_as_can_be_waited_for(wrong: Any) -> None:
    with pytest.raises(InputError, match="from 1 to 10,000,000"):
        checks.samples(wrong)


@pytest.mark.parametrize("wrong", ["ab", b"ab", {"a": "b"}, 5, None, str, np.array("a"), ["a", None], [b"a"]], ids=str)
def test_what_are_no_texts_is_not_taken_apart(wrong: Any) -> None:
    with pytest.raises(InputError, match=r"^idf = .*\nneeded: texts$"):
        checks.texts(wrong, "idf =", "texts")
    assert checks.texts(iter(["a", "b"]), "idf =", "texts") == ["a", "b"]
    assert checks.texts(np.array(["a"]), "idf =", "texts") == ["a"]
