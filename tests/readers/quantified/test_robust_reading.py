"""Words that say nothing of amounts do no harm, words that may do are never passed over, and time follows length."""

from contextlib import suppress

import numpy as np
import pytest

import grice
from grice.readers.quantified.rules import match
from grice.readers.quantified.scope import Scope
from grice.readers.quantified.settling import agreeing
from grice.readers.quantified.tokens import Vocabulary
from grice.scenes.quantified import DEFAULT, Domain, worlds
from timing import growth

HARMLESS = [
    "Half of the objects {} are red, the rest are blue.",
    "Half of the objects are {} red, the rest are blue.",
    "{} half of the objects are red, the rest are blue.",
    "Half of the objects are red, the rest are blue {}.",
]


@pytest.mark.parametrize("frame", HARMLESS)
@pytest.mark.parametrize("word", ["apparently", "on the page", "gleaming", "in the left corner", "honestly"])
def test_a_word_that_carries_no_amount_kind_or_relation_changes_nothing(frame: str, word: str) -> None:
    plain = grice.read(" ".join(frame.format("").split()), 4)
    said = grice.read(frame.format(word), 4)
    assert said.understood
    assert said.worlds.tolist() == plain.worlds.tolist()


def test_a_word_left_out_is_noted() -> None:
    said = grice.read("Half of the objects gleam red.", 4)
    assert any("gleam" in note for clause in said.clauses for note in clause.notes)


@pytest.mark.parametrize("word", ["green", "triangular", "greenish", "blorpy", "seven unicorns and"])
def test_a_word_that_may_be_a_kind_or_an_amount_is_never_passed_over(word: str) -> None:
    said = grice.read(f"Half of the objects are {word} red circles.", 4)
    assert not said.understood


def test_a_clause_with_an_unknown_word_is_read_as_far_as_it_can_be() -> None:
    said = grice.read("All objects are red. Half of the blorpy squares are blorpy.", 4)
    assert not said.understood
    assert {world[0] + world[2] for world in said.worlds.tolist()} == {0}


@pytest.mark.parametrize(
    "text",
    [
        "All objects are blue%2C half are squares%2E",
        "All%20objects%20are%20blue%3B%20half%20are%20squares",
        "All objects are blue%0AHalf are squares",
    ],
)
def test_percent_encoding_is_undone(text: str) -> None:
    said = grice.read(text, 4)
    assert said.understood
    assert said.guess == (2, 0, 2, 0)


COUNTS = [
    "there are {} red circles",
    "{}% are red",
    "{}/2 of them are red",
    "{} times as many red circles as blue circles",
    "all but {} are red",
    "half are red {}",
    "there are {} more red circles than blue circles",
    "{}:{} red to blue",
]


@pytest.mark.parametrize("number", ["2147483648", "1000000000000000000", "9" * 4301])
@pytest.mark.parametrize("text", COUNTS)
def test_no_number_is_too_large_to_be_read(text: str, number: str) -> None:
    with suppress(grice.InputError):
        assert len(grice.read(text.replace("{}", number), 4).worlds)


LONG = [
    ("half are red", ","),
    ("red", " and red circles"),
    ("either red", " or blue"),
    ("half are red", " and half are blue"),
    ("a", "-b"),
    ("half are red", " more than"),
    ("one red circle", ", one blue square"),
    ("red", " in the"),
    ("red (", "("),
]


@pytest.mark.parametrize(("start", "more"), LONG, ids=[more.strip() for _, more in LONG])
def test_time_grows_with_the_length_of_a_text_and_no_faster(start: str, more: str) -> None:
    def work(text: str) -> None:
        match.cache_clear()
        with suppress(grice.InputError):
            grice.read(text, 4)

    # Twice as long: about twice the time, where a square would be four times and a cube eight.
    assert growth(work, lambda times: start + more * times, 120) < 3.2


def test_a_domain_of_three_attributes_is_read() -> None:
    domain = Domain(size=("small", "large"), colour=("blue", "green"), shape=("square", "star"))
    said = grice.read("All objects are small green stars except for one large blue square.", 5, domain=domain)
    assert said.understood
    assert sorted(said.guess)[-2:] == [1, 4]
    assert said.guess[domain.kinds.index("small green star")] == 4


def test_values_of_a_domain_come_before_the_words_of_english() -> None:
    domain = Domain(colour=("few", "red"), shape=("square", "circle"))
    assert Vocabulary(domain).phrases["few"] == "ADJ"
    assert Vocabulary(DEFAULT).phrases["few"] == "FEW"


@pytest.mark.parametrize(
    ("text", "size", "scene"),
    [
        ("All squares are blue except the one that is red. No circles.", 4, (3, 1, 0, 0)),
        ("All shapes are blue circles, except for the one red square.", 4, (0, 1, 3, 0)),
        ("Half of the objects are red circles. The other half are opposite in colour and shape.", 4, (2, 0, 0, 2)),
        ("Half of the objects are red circles. The other half are blue.", 4, (0, 0, 2, 2)),
    ],
)
def test_definite_exceptions_and_contrasts(text: str, size: int, scene: tuple[int, ...]) -> None:
    said = grice.read(text, size)
    assert said.understood
    assert said.allows(scene)


@pytest.mark.parametrize(
    ("text", "scene"),
    [
        ("half squares half circles. 5 squares are blue 5 are red, 4 circles ae blue and 6 ar red", (5, 5, 4, 6)),
        ("Twelve objects are red, eight are blue. The blue objects are split evenly into four squares and four circles."
         " The red objects are five squares and seven circles.", (4, 5, 4, 7)),
    ],
)  # fmt: skip
def test_numbers_that_settle_one_scene_need_no_further_reading(text: str, scene: tuple[int, ...]) -> None:
    said = grice.read(text, 20)
    assert said.understood
    assert said.worlds.tolist() == [list(scene)]
    assert any("settles" in note for clause in said.clauses for note in clause.notes)


@pytest.mark.parametrize(
    "more",
    [
        "a zebra with seven heads",
        "five of them gleaming sideways to nine",
        "excepting the odd blorp",
    ],
)
def test_what_is_foreign_or_excepted_or_does_not_fit_the_numbers_is_never_taken_for_a_repetition(more: str) -> None:
    assert grice.read("Two blue squares and two red circles.", 4).understood
    assert not grice.read(f"Two blue squares and two red circles. {more}.", 4).understood


def test_a_count_is_of_all_objects_or_of_some_that_are_named() -> None:
    scope = Scope(DEFAULT, 4, literal=False)
    blue, squares = scope.having("colour", "blue"), scope.having("shape", "square")
    every = worlds(4)
    fits = every[agreeing([(2, squares), (3, blue)], [], every, scope)].tolist()
    assert [2, 1, 1, 0] in fits  # two blue squares of three blue objects
    assert [1, 1, 2, 0] in fits  # two squares in all
    assert [3, 0, 1, 0] not in fits  # no set of squares has two


@pytest.mark.parametrize(
    "options",
    [{"size": None}, {"domain": None}, {"domain": "x"}, {"prototypes": None}, {"reading": np.array(["a", "b"])}],
    ids=repr,
)
def test_options_of_wrong_types_are_refused(options: dict[str, object]) -> None:
    given = {"size": 4, **options}
    with pytest.raises(grice.InputError):
        grice.read(["half are red"], **given)  # type: ignore[call-overload]


@pytest.mark.parametrize("options", [{"error": "x"}, {"pick": np.array([["a"]])}, {"error": float("nan")}], ids=repr)
def test_settings_of_the_reconstruction_are_refused(options: dict[str, object]) -> None:
    with pytest.raises(grice.InputError):
        grice.metrics.Reconstruction(**options)  # type: ignore[arg-type]
