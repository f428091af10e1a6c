"""Denials, numbers and paragraphs through the parser that ships: what is asserted, what is denied, what is left out."""

import pytest

import grice
from grice.errors import InputError


@pytest.mark.parametrize(
    ("caption", "never", "denied"),
    [
        ("The dog is not black", ("dog", "is", "black"), ("dog", "is", "black")),
        ("There are no cars", ("cars",), ("cars",)),
        ("A man without a shirt stands on the beach", ("man", "wear", "shirt"), ("man", "wear", "shirt")),
        ("There are no cars on the street", ("cars", "on", "street"), ("cars", "on", "street")),
    ],
)
def test_what_a_caption_denies_is_not_asserted(caption: str, never: tuple[str, ...], denied: tuple[str, ...]) -> None:
    graph = grice.parse(caption)
    assert never not in graph.facts
    assert denied in graph.denied_facts
    assert "not" not in str(graph)
    for statement in graph.denied:
        assert all(graph.text[slice(*node.span)] for node in statement.nodes if node.span)


@pytest.mark.parametrize(
    ("caption", "number"),
    [
        ("Twenty-three people wait in line", "23"),
        ("a dozen eggs in a basket", "12"),
        ("half a dozen cups on a tray", "6"),
        ("two hundred and five sheep on a hill", "205"),
        ("1,200 runners on a bridge", "1200"),
    ],
)
def test_numbers_are_read_whole_and_where_they_stand(caption: str, number: str) -> None:
    (quantity,) = grice.parse(caption).quantities
    assert quantity.number == number
    assert quantity.span is not None
    assert quantity.span[0] == 0


@pytest.mark.parametrize(
    ("caption", "facts"),
    [
        ("7 sheep on a hill", {("sheep", "is", "7"), ("sheep", "on", "hill")}),
        ("A shelf with ten books", {("books", "is", "10"), ("shelf", "with", "books")}),
        ("twelve eggs", {("eggs", "is", "12")}),
        ("20 red balloons", {("balloons", "is", "20"), ("balloons", "is", "red")}),
        ("no more than 40 people in the hall", {("people", "is", "at most 40"), ("people", "in", "hall")}),
    ],
)
def test_every_thing_that_is_counted_has_its_number(caption: str, facts: set[tuple[str, ...]]) -> None:
    assert set(grice.parse(caption).facts) == facts


@pytest.mark.parametrize(
    ("caption", "whole", "part", "said"),
    [
        ("Three of the five chairs are red", "5", "3", "red"),
        ("Five of the twelve eggs are cracked.", "12", "5", "cracked"),
    ],
)
def test_a_part_of_a_number_of_things_is_told_apart_from_them_all(
    caption: str, whole: str, part: str, said: str
) -> None:
    graph = grice.parse(caption)
    (them_all,) = [one.node for one in graph.quantities if one.number == whole]
    (some,) = [one.node for one in graph.quantities if one.number == part]
    assert (them_all.index, some.index) == (0, 1)
    about = [one for one in (*graph.attributes, *graph.relations) if said in str(one.facts)]
    assert [one.nodes[0] for one in about] == [some]


def test_what_somebody_does_is_not_taken_for_a_thing_that_is_absent() -> None:
    graph = grice.parse("Man wearing headphones but no shirt lifts weights in a garage gym.")
    assert graph.denied_facts == (("man", "wear", "shirt"),)
    assert ("man", "lift", "weights") in graph.facts


PARAGRAPH = (
    "The image captures a serene scene at dusk. A black dog lies on a wooden deck. It wears a red collar. "
    "The composition creates a warm and inviting atmosphere that adds a touch of magic."
)


def test_a_paragraph_gives_what_a_person_would_draw_of_it() -> None:
    graph = grice.parse(PARAGRAPH)
    assert ("dog", "is", "black") in graph.facts
    assert ("dog", "wear", "collar") in graph.facts
    names = {node.name for node in graph.nodes}
    assert not names & {"atmosphere", "touch", "composition", "image", "magic"}
    assert not graph.problems
    everything = grice.parse(PARAGRAPH, content="all")
    assert len(everything.facts) >= len(graph.facts)


def test_a_text_that_only_names_things_is_read_for_all_of_them() -> None:
    assert grice.parse("a cat; a dog").facts == (("cat",), ("dog",))
    told = grice.parse(["a cat; a dog"], content="visual")[0].facts
    assert len(told) < 2, "asked for what is told of things, hardly anything is"


@pytest.mark.parametrize("text", ["A cat. A dog.", PARAGRAPH])
def test_the_mark_of_a_text_is_never_written(text: str) -> None:
    assert "<" not in str(grice.parse([text], content="visual")[0])


def test_an_unknown_content_is_refused() -> None:
    with pytest.raises(InputError, match="'visual'"):
        grice.parse("a dog", content="nice")


def test_a_cache_keeps_what_a_text_was_read_for_apart(tmp_path) -> None:
    file = tmp_path / "cache.sqlite"
    everything = grice.parse(PARAGRAPH, content="all", cache=file)
    assert grice.parse(PARAGRAPH, content="visual", cache=file) == grice.parse(PARAGRAPH, content="visual")
    assert grice.parse(PARAGRAPH, content="all", cache=file) == everything


@pytest.mark.parametrize(
    ("caption", "amount"),
    [("Three or four gulls circle above a boat", "3 or 4"), ("fifteen to twenty flamingos in a lagoon", "15 to 20")],
)
def test_a_range_is_one_amount(caption: str, amount: str) -> None:
    graph = grice.parse(caption)
    assert [one.value for one in graph.attributes] == [amount]
    assert not graph.quantities


@pytest.mark.parametrize(
    ("caption", "absent"),
    [
        ("a man without a shirt", "shirt"),
        ("The street has no cars.", "cars"),
        ("A cake with no candles", "candles"),
        ("no cars on the street", "cars"),
        ("blue sky with no clouds", "clouds"),
        ("an empty room without any furniture", "furniture"),
    ],
)
def test_what_is_absent_is_denied_though_annotators_leave_it_out(caption: str, absent: str) -> None:
    graph = grice.parse(caption)
    (fact,) = graph.denied_facts
    assert absent in fact
    assert not any(absent in asserted for asserted in graph.facts)


@pytest.mark.parametrize(
    ("text", "fact"),
    [
        ("Two girls sit on a bench. The younger one is crying.", ("girl", "is", "crying")),
        (
            "A train is arriving at the station. Several people are standing on the platform.",
            ("train", "arrive at", "station"),
        ),
        ("There are three cups. One is broken.", ("cup", "is", "broken")),
    ],
)
def test_no_sentence_of_a_short_text_is_passed_over(text: str, fact: tuple[str, ...]) -> None:
    assert fact in grice.parse(text).facts


def test_praise_and_image_talk_are_left_out_of_a_short_text() -> None:
    text = "A dog sleeps on a rug. The photo has a calm mood. The overall composition is balanced."
    assert grice.parse(text).facts == (("dog", "sleep on", "rug"),)
