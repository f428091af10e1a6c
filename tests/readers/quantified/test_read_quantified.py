"""What people write is read as they meant it: worked descriptions with the counts they state."""

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

import grice
from grice.meaning.reading import NOTHING
from grice.readers.quantified.tokens import Vocabulary
from grice.scenes.quantified import DEFAULT, Domain, worlds

BS, RS, BC, RC = range(4)


def scenes(text: str, size: int, reading: str = "pragmatic") -> set[tuple[int, ...]]:
    said = grice.read(text, size, reading)
    assert said.understood, [c.text for c in said.clauses if not c.understood]
    return {tuple(world) for world in said.worlds.tolist()}


EXACT = [
    (4, "There are only blue squares.", (4, 0, 0, 0)),
    (9, "All red squares", (0, 9, 0, 0)),
    (4, "All objects are squares. Half of them are red.", (2, 2, 0, 0)),
    (4, "All objects are blue, half are squares.", (2, 0, 2, 0)),
    (4, "Half of the objects are blue squares. The other half are red circles.", (2, 0, 0, 2)),
    (4, "There are three blue circles and one red square.", (0, 1, 3, 0)),
    (9, "All the objects are blue and there are 2 circles", (7, 0, 2, 0)),
    (4, "There is one of each possible type of figure.", (1, 1, 1, 1)),
    (4, "All objects are circles. A quarter of the objects is blue.", (0, 0, 1, 3)),
    (4, "No circles, half red", (2, 2, 0, 0)),
    (4, "All squares of which half is red.", (2, 2, 0, 0)),
    (9, "While two items are blue squares the rest are red circles.", (2, 0, 0, 7)),
    (4, "A single red square with the rest blue circles.", (0, 1, 3, 0)),
    (9, "All objects are red circles, except for two blue squares.", (2, 0, 0, 7)),
    (9, "All objects are blue, and all but one objects are squares.", (8, 0, 1, 0)),
    (20, "There are three red circles, all others are blue.", (0, 0, 17, 3)),
    (20, "All circles are blue", (0, 0, 20, 0)),
    (4, "75% of the objects are squares, 25% are circles. All objects are blue.", (3, 0, 1, 0)),
    (4, "Three out of four objects are blue circles, the rest is a red square", (0, 1, 3, 0)),
    (20, "Three of 20 are blue squares. The others are red circles.", (3, 0, 0, 17)),
    (20, "There are 3 red circles in the box%2C the rest are blue", (0, 0, 17, 3)),
    (4, "Halfof them are bleu sqaures, the rest red circels", (2, 0, 0, 2)),
    (9, "There are five more red circles than blue squares", (2, 0, 0, 7)),
    (4, "All of the boxes are blue, all of the dots are red and there are as many dots as boxes", (2, 0, 0, 2)),
    (4, "one blue and one red square, a blue ball and a red ball", (1, 1, 1, 1)),
]


@pytest.mark.parametrize(("size", "text", "scene"), EXACT, ids=[text[:40] for _, text, _ in EXACT])
def test_an_exact_description_leaves_its_scene_alone(size: int, text: str, scene: tuple[int, ...]) -> None:
    assert scenes(text, size) == {scene}


GUESSES = [
    (9, "All objects are red and two thirds are square", (0, 6, 0, 3)),
    (
        9,
        "Two thirds of the objects are blue circles, the rest: a blue square, a red square, a red circle",
        (1, 1, 6, 1),
    ),
    (9, "There are lots of red circles and a couple of blue squares", (2, 0, 0, 7)),
    (9, "Most objects are blue circles and there are two red squares and two blue ones", (2, 2, 5, 0)),
    (20, "There is an even split of red and blue squares and circles.", (5, 5, 5, 5)),
]


@pytest.mark.parametrize(("size", "text", "scene"), GUESSES, ids=[text[:40] for _, text, _ in GUESSES])
def test_a_sensible_reader_guesses_the_scene(size: int, text: str, scene: tuple[int, ...]) -> None:
    said = grice.read(text, size)
    assert said.understood
    assert said.guess == scene


CONSTRAINTS = [
    (4, "Most of them are squares, all blue", lambda w: (w[BS] > 2) & (w[BS] + w[BC] == 4)),
    (9, "Most of them are red circles. Some of them are blue circles", lambda w: (w[RC] > 4) & (w[BS] + w[RS] == 0)),
    (20, "Mix of red and blue squares and circles", lambda w: min(w) >= 1),
    (20, "red circles and squares", lambda w: (w[BS] + w[BC] == 0) & (w[RS] >= 1) & (w[RC] >= 1)),
    (20, "More red than blue", lambda w: w[RS] + w[RC] > w[BS] + w[BC]),
    (9, "almost all objects are blue squares except a couple of blue circles", lambda w: 2 <= w[BC] == 9 - w[BS] <= 3),
    (20, "two red squares and one red bullet, all the other objects are blue", lambda w: w[RS] == 2 and w[RC] == 1),
    (20, "all but 3 of the shapes are blue", lambda w: w[BS] + w[BC] == 17),
]  # fmt: skip


@pytest.mark.parametrize(("size", "text", "meant"), CONSTRAINTS, ids=[text[:40] for _, text, _ in CONSTRAINTS])
def test_every_world_meets_what_a_description_says(size: int, text: str, meant: object) -> None:
    assert all(meant(world) for world in scenes(text, size))  # type: ignore[operator]


def test_half_of_nine_is_read_loosely_and_says_so() -> None:
    said = grice.read("Half the objects are red while half are blue", 9)
    assert said.understood
    assert {int(world[RS] + world[RC]) for world in said.worlds} <= {4, 5}
    literal = grice.read("Half of the objects are red.", 9, "literal")
    assert any("loosely" in note for clause in literal.clauses for note in clause.notes)
    assert len(literal.worlds)


def test_a_contradiction_is_reported_and_never_empties_the_worlds() -> None:
    said = grice.read("All objects are red. All objects are blue.", 9)
    assert len(said.worlds)
    assert not said.consistent


def test_what_is_not_understood_is_shown_with_its_place() -> None:
    text = "All objects are blue. Colourless green ideas sleep furiously."
    said = grice.read(text, 4)
    assert not said.understood
    lost = [clause for clause in said.clauses if not clause.understood]
    assert "sleep" in text[lost[0].span[0] : lost[-1].span[1]]
    assert {tuple(world[[RS, RC]]) for world in said.worlds} == {(0, 0)}


@pytest.mark.parametrize("reading", ["pragmatic", "literal"])
@pytest.mark.parametrize(
    "text",
    ["This one took me a moment.", "I like turtles.", "same as before", "Of the squares, I like them.", "Nice picture!",
     "There are four objects.", "All of them."],
)  # fmt: skip
def test_a_text_that_says_nothing_of_the_scene_is_not_understood(text: str, reading: str) -> None:
    said = grice.read(text, 4, reading)  # type: ignore[call-overload]
    assert said.silent
    assert not said.understood
    assert all(NOTHING in clause.notes for clause in said.clauses)
    assert len(said.worlds) == len(worlds(4))


def test_a_clause_that_says_nothing_does_no_harm_beside_others() -> None:
    said = grice.read("I like this one. Half are red.", 4)
    assert said.understood
    assert not said.silent
    assert said.worlds.tolist() == grice.read("Half are red.", 4).worlds.tolist()


def test_a_literal_reading_has_no_implicature_and_an_open_world() -> None:
    literal = scenes("All circles are blue.", 4, "literal")
    assert literal == {tuple(w) for w in worlds(4).tolist() if w[RC] == 0}
    most = scenes("Most of the objects are red.", 4, "literal")
    assert (0, 4, 0, 0) in most
    assert (0, 4, 0, 0) not in scenes("Most of the objects are red.", 4)


def test_clauses_say_how_many_worlds_they_removed() -> None:
    said = grice.read("All objects are squares. Half of them are red.", 4)
    assert [clause.removed for clause in said.clauses] == [30, 4]
    assert len(worlds(4)) - sum(c.removed for c in said.clauses) == len(said.worlds)


def test_the_guess_is_the_weightiest_world_and_weights_sum_to_one() -> None:
    said = grice.read("All objects are blue and most are squares", 9)
    assert said.guess == (7, 0, 2, 0)
    assert said.weights.sum() == pytest.approx(1)
    assert said.swaps((7, 0, 2, 0)) < said.swaps((2, 0, 7, 0))


def test_a_list_of_texts_gives_a_list_of_readings() -> None:
    said = grice.read(["All blue squares", "All red circles"], [4, 9])
    assert [one.guess for one in said] == [(4, 0, 0, 0), (0, 0, 0, 9)]


def test_three_colours_and_three_shapes() -> None:
    domain = Domain(colour=("blue", "red", "green"), shape=("square", "circle", "triangle"))
    said = grice.read("Half of the objects are green triangles, the rest are red circles.", 6, domain=domain)
    assert said.understood
    assert domain.kinds[int(np.argmax(said.guess))] in ("green triangle", "red circle")
    assert sorted(said.guess)[-2:] == [3, 3]
    assert len(said.worlds) == 1


def test_past_enumeration_a_sample_of_worlds_is_read() -> None:
    said = grice.read("Half of the objects are blue squares, the rest are red circles.", 1000)
    assert said.sampled
    assert said.guess == (500, 0, 0, 500)


@pytest.mark.parametrize(
    ("text", "size", "reading"),
    [
        ("Half are red", 0, "pragmatic"),
        ("Half are red", 1, "pragmatic"),
        ("Half are red", 2.5, "pragmatic"),
        ("Half are red", -3, "pragmatic"),
        ("Half are red", 4, "poetic"),
        ("Les cercles sont bleus et les carrés rouges", 4, "pragmatic"),
        ("", 4, "pragmatic"),
        (12, 4, "pragmatic"),
    ],
)
def test_bad_input_is_an_input_error(text: object, size: object, reading: str) -> None:
    with pytest.raises(grice.InputError):
        grice.read(text, size, reading)  # type: ignore[call-overload]


@pytest.mark.parametrize(
    ("text", "size", "needed"),
    [
        ("All red", "4", "a whole number of objects"),
        ("All red", 4.0, "a whole number of objects"),
        (["All red", "All blue"], "4", "a whole number of objects"),
        (None, 4, "a text"),
        ("All red", [4, 9], "one size, or one for each text"),
    ],
)
def test_what_cannot_be_read_is_answered_with_what_is_needed(text: object, size: object, needed: str) -> None:
    with pytest.raises(grice.InputError) as refused:
        grice.read(text, size)  # type: ignore[call-overload]
    assert refused.value.needed.startswith(needed)


@given(st.lists(st.sampled_from(sorted(Vocabulary(DEFAULT).phrases)), min_size=1, max_size=9))
@settings(max_examples=60, deadline=None)
def test_no_jumble_of_known_words_breaks_the_reader(words: list[str]) -> None:
    try:
        said = grice.read(" ".join(words), 5)
    except grice.InputError:
        return
    assert len(said.worlds)
    assert said.weights.sum() == pytest.approx(1)


SHAPES = Domain(shape=("square", "circle", "star"))


def test_a_kind_is_not_taken_for_absent_by_grace_of_a_round_number() -> None:
    said = grice.read("Half of the objects are circles. A quarter of the objects are squares.", 8, domain=SHAPES)
    assert said.allows((2, 4, 2))
    compared = (
        "There are four times as many red circles as blue squares. There are five more red circles than red squares."
    )
    assert grice.read(compared, 16).guess == (2, 3, 3, 8)


def test_the_rest_is_of_what_its_own_sentence_divides() -> None:
    text = "A quarter of the objects are red. Half of the objects are circles, the rest are squares."
    assert {(w[BS] + w[RS], w[BC] + w[RC]) for w in scenes(text, 4)} == {(2, 2)}
    text = "A quarter of the objects are stars. Half are circles, the rest are squares."
    assert grice.read(text, 4, domain=SHAPES).guess == (1, 2, 1)


def test_a_ratio_that_is_not_whole_is_said_in_words() -> None:
    said = grice.read("The ratio of red to blue is 3:2.", 10)
    assert {w[RS] + w[RC] for w in map(tuple, said.worlds.tolist())} >= {6}
    assert "three to two" in said.clauses[0].meaning


@pytest.mark.parametrize(
    "text",
    [
        "There are 5 blue circles, squares in red, 1 in blue and 2 circles in blue.",
        "A bunch of blue circles, a red are blue.",
        "Half of them are blue squares and the % of all shapes are red.",
    ],
)
def test_broken_english_never_breaks_the_reader(text: str) -> None:
    assert len(grice.read(text, 9).worlds)
