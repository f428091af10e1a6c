"""Orders to an image generator are no words of the picture; what stands beside them keeps its place."""

import pytest

import grice
from grice.words.split import clean, words_in, words_of_text

SCENES = ("a heron on a pier", "two foxes in the snow", "a teapot, watercolor")
ORDERS = (
    "--ar 16:9",
    "--w 512 --h 768",
    "--v 5 --stylize 750",
    "--style raw",
    "--uplight",
    "--AR 3:2 --Chaos 20 --seed=42",
    "--foo 7",
    "\u2014ar 2:3",
    "<lora:ink:0.8>",
)


@pytest.mark.parametrize("order", ORDERS)
@pytest.mark.parametrize("scene", SCENES)
def test_orders_are_not_read(scene: str, order: str) -> None:
    for text in (f"{scene} {order}", f"{order} {scene}"):
        assert words_in(text) == words_in(scene)
        assert len(clean(text)) == len(text)
    assert grice.parse(f"{scene} {order}").facts == grice.parse(scene).facts


@pytest.mark.parametrize(
    ("text", "words"),
    [
        ("a (gilded:1.3) cup", "a ( gilded ) cup"),
        ("a [gilded:0.4] cup", "a [gilded ] cup"),
        ("((glowing)) cup", "glowing cup"),
        ("a cup::2 and a spoon::1", "a cup , and a spoon ,"),
        ("a cup :: ink, sepia ::", "a cup , ink , sepia ,"),
    ],
)
def test_a_weight_is_no_word(text: str, words: str) -> None:
    assert " ".join(words_in(text)) == words


@pytest.mark.parametrize("excluded", ["boats", "boats, gulls", "boats and gulls, ropes", "boats,gulls,ropes"])
@pytest.mark.parametrize("after", ["", " --ar 3:2", " --v 5 --q 2"])
def test_what_is_excluded_is_denied_and_nothing_else(excluded: str, after: str) -> None:
    text = f"a heron on a pier --no {excluded}{after}"
    graph = grice.parse(text)
    gone = {node.name for one in graph.denied for node in one.nodes} - {"heron", "pier"}
    assert gone == set(excluded.replace(" and ", ",").replace(" ", "").split(","))
    assert graph.facts == (("heron", "on", "pier"),)
    for one in graph.denied:
        for node in one.nodes:
            assert node.span is not None
            assert text[slice(*node.span)] == node.name


@pytest.mark.parametrize(
    "text",
    [
        "a goat -- old and gray -- sleeps",
        "a goat --old and gray-- sleeps",
        "a goat--old and gray--sleeps",
        "a goat \u2014old and gray\u2014 sleeps",
    ],
)
def test_a_dash_stays_a_dash(text: str) -> None:
    assert words_in(text) == ("a", "goat", ",", "old", "and", "gray", ",", "sleeps")
    assert {("goat", "is", "old"), ("goat", "is", "gray")} <= set(grice.parse(text).facts)


@pytest.mark.parametrize(
    "text", ["at 10:30", "a map (1:50)", "a rule ----", "a 3-4 year old", "pages 3\u20134", "(a cup)"]
)
def test_other_signs_are_left(text: str) -> None:
    found = words_of_text(text)
    assert [text[slice(*span)].replace("\u2013", "-") for span in found.spans] == list(found.words)
    assert found.words[0] == text[0] or text.startswith(found.words[0])
