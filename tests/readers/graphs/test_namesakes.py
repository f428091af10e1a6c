"""Two counted things of one name are two, each with its own number and adjectives."""

import pytest

import grice

PAIRS = [
    ("A box containing three large screws and ten small screws.", ("screws", "3", "large"), ("screws", "10", "small")),
    ("Five yellow tulips and one white tulip in a vase.", ("tulips", "5", "yellow"), ("tulip", "1", "white")),
    ("Four red chairs and two blue chairs stand on a porch.", ("chairs", "4", "red"), ("chairs", "2", "blue")),
    ("A tray with six round cookies and four square cookies.", ("cookies", "6", "round"), ("cookies", "4", "square")),
    ("Two black dogs and three white dogs run on a beach.", ("dogs", "2", "black"), ("dogs", "3", "white")),
    ("Three tall trees and two short trees grow by a lake.", ("trees", "3", "tall"), ("trees", "2", "short")),
    ("Two green bottles and seven brown bottles are full.", ("bottles", "2", "green"), ("bottles", "7", "brown")),
    ("Two old men and three young men play chess.", ("men", "2", "old"), ("men", "3", "young")),
    ("A vase holds one red rose and two pink roses.", ("rose", "1", "red"), ("roses", "2", "pink")),
]


@pytest.mark.parametrize(("caption", "first", "second"), PAIRS, ids=[row[0] for row in PAIRS])
def test_each_of_two_namesakes_has_its_own(caption: str, first: tuple[str, ...], second: tuple[str, ...]) -> None:
    graph = grice.parse(caption)
    counts = {one.number: (one.node.name, one.node.index) for one in graph.quantities}
    values = {one.value: (one.node.name, one.node.index) for one in graph.attributes}
    for name, number, value in (first, second):
        assert counts[number] == values[value]
        assert counts[number][0] == name
    assert counts[first[1]] != counts[second[1]]


def test_what_is_said_of_both_is_said_of_each() -> None:
    graph = grice.parse("Four red chairs and two blue chairs stand on a porch.")
    standing = [(one.subject.name, one.subject.index) for one in graph.relations if one.verb == "stand"]
    assert standing == [("chairs", 0), ("chairs", 1)]


def test_compounds_have_names_of_their_own() -> None:
    graph = grice.parse("Two tennis balls and three golf balls lie on the grass.")
    assert {(one.node.name, one.number) for one in graph.quantities} == {("tennis balls", "2"), ("golf balls", "3")}


RESTS = [
    ("Two of the cups are broken, the rest are whole.", "2", ("cups", "is", "broken")),
    ("Two of the cups are broken, the rest are full.", "2", ("cups", "is", "broken")),
    ("Three of the kids wear hats, the rest wear scarves.", "3", ("kids", "wear", "hats")),
    ("Two of the bikes are locked, the others are not.", "2", ("bikes", "is", "locked")),
    ("Five of the lamps are lit and the rest are dark.", "5", ("lamps", "is", "lit")),
    ("Two of the sheep are black, the rest are white.", "2", ("sheep", "is", "black")),
    ("Three of the boats are white and the rest are blue.", "3", ("boats", "is", "white")),
    ("Six of the apples are green, the others are red.", "6", ("apples", "is", "green")),
]


@pytest.mark.parametrize(("caption", "number", "fact"), RESTS, ids=[row[0] for row in RESTS])
def test_what_is_said_of_a_part_is_said_of_neither_the_whole_nor_the_rest(
    caption: str, number: str, fact: tuple[str, ...]
) -> None:
    graph = grice.parse(caption)
    (part,) = [one.node for one in graph.quantities if one.number == number]
    assert [one.nodes[0] for one in graph.statements if fact in one.facts] == [part]
