"""The generators write rows in the guide's form, whose words the caption licenses, and known rows exactly."""

import importlib
import json
import re
from pathlib import Path

import numpy as np
import pytest

from lab.generators import words
from lab.generators.__main__ import GENERATORS, main
from lab.generators.frames import compose, sentence_case
from lab.generators.scene import Scene

NAMES = tuple(GENERATORS)
NUMBER_WORDS = {word: str(number) for number, word in enumerate(words.NUMBERS)} | {
    "couple": "2",
    "both": "2",
    "dozen": "12",
}
# What the guide itself puts in: who "nobody" is, what "nothing" is, where (L), (R) and (C) are.
GIVEN = {"person", "people", "something", "left", "right", "center"}


def facts(text: str) -> list[tuple[str, ...]]:
    if not text:
        return []
    assert text.startswith("( "), text
    assert text.endswith(" )"), text
    return [tuple(fact.split(" , ")) for fact in text[2:-2].split(" ) , ( ")]


def things(told: list[tuple[str, ...]]) -> set[str]:
    return {
        name for fact in told for name in ((fact[0], fact[2]) if len(fact) == 3 and fact[1] != "is" else (fact[0],))
    }


def licensed(word: str, caption: set[str]) -> bool:
    if word in caption or word in GIVEN or word in {NUMBER_WORDS.get(other) for other in caption}:
        return True
    singular = {plural: noun for noun, plural in words.IRREGULAR_PLURALS.items()}
    if words.IRREGULAR_PLURALS.get(word) in caption or singular.get(word) in caption:
        return True
    return any(word[:3] == other[:3] and abs(len(word) - len(other)) <= 4 for other in caption)


@pytest.fixture(scope="module", params=NAMES)
def made(request):
    return request.param, GENERATORS[request.param](400, np.random.default_rng(3))


def test_every_row_has_the_form_of_the_data(made):
    name, rows = made
    for row in rows:
        assert set(row) == {"caption", "graph", "denied", "kind"}
        assert row["kind"] == name
        assert row["graph"]
        assert not re.search(r"[{}<>\[\]|]|  | [.,]", row["caption"]), row["caption"]
        for text in (row["graph"], row["denied"]):
            assert text == text.lower()
            for fact in facts(text):
                assert len(fact) in (1, 3), row
                assert all(field == field.strip() and field for field in fact), row
        assert len(set(facts(row["graph"]))) == len(facts(row["graph"])), row


def test_every_graph_is_read_by_the_library(made):
    grice = pytest.importorskip("grice")
    for row in made[1]:
        for text in filter(None, (row["graph"], row["denied"])):
            grice.SceneGraph.from_text(text, identifiers=True)


def test_every_word_of_a_name_or_attribute_is_licensed_by_the_caption(made):
    for row in made[1]:
        caption = set(re.findall(r"[^\W_]+", row["caption"].lower()))
        for fact in facts(row["graph"]) + facts(row["denied"]):
            for field in (fact[0], fact[2]) if len(fact) == 3 else fact:
                for word in re.findall(r"[^\W_]+", re.sub(r":\d$", "", field)):
                    assert licensed(word, caption), (word, row)


def test_a_second_thing_stands_beside_the_first(made):
    for row in made[1]:
        named = things(facts(row["graph"]) + facts(row["denied"]))
        for name in named:
            if match := re.fullmatch(r"(.+):(\d)", name):
                before = match[1] if match[2] == "1" else f"{match[1]}:{int(match[2]) - 1}"
                assert before in named, row


def test_nothing_is_both_asserted_and_denied(made):
    for row in made[1]:
        assert not set(facts(row["graph"])) & set(facts(row["denied"])), row


def test_a_thing_stands_alone_only_where_nothing_else_is_said_of_it(made):
    for row in made[1]:
        told = facts(row["graph"])
        alone = {fact[0] for fact in told if len(fact) == 1}
        assert not alone & things([fact for fact in told if len(fact) == 3]), row


def test_articles_agree_with_the_next_sound(made):
    vowel = r"\b[Aa] (?=[aeio]|u(?!ni|se)|hour|8|11\b|18\b)(?!one\b)"
    for row in made[1]:
        text = re.sub(r"[\"“'].*?[\"”']", "", row["caption"])
        assert not re.search(vowel, text), row["caption"]
        assert not re.search(r"\b[Aa]n (?=[bcdfgjklmnpqrstvwxyz])", text), row["caption"]


def test_rows_are_repeatable_and_distinct(made):
    name, rows = made
    assert rows == GENERATORS[name](400, np.random.default_rng(3))
    assert len({row["caption"] for row in rows}) >= 0.95 * len(rows)
    assert all(5 <= len(row["caption"].split()) <= 60 for row in rows)


@pytest.mark.parametrize("name", NAMES)
def test_a_generator_mixes_many_frames(name):
    frames = importlib.import_module(f"lab.generators.{name}").FRAMES
    assert len({caption for caption, _, _ in frames}) == len(frames) >= 25


def test_the_command_writes_that_many_of_each(tmp_path):
    main([str(tmp_path / "rows.jsonl"), "--count", "7", "--seed", "1"])
    rows = [json.loads(line) for line in (tmp_path / "rows.jsonl").read_text(encoding="utf-8").splitlines()]
    assert [row["kind"] for row in rows] == [name for name in NAMES for _ in range(7)]


class Pinned(Scene):
    """A scene whose words are given; what is not given is drawn as ever."""

    def __init__(self, rng: np.random.Generator, given: list[str]) -> None:
        super().__init__(rng)
        self.given = given

    def pick(self, options):
        for word in self.given:
            if word in options and word not in self.used:
                self.used.add(word)
                return word
        return super().pick(options)


@pytest.mark.parametrize("name", NAMES)
def test_known_descriptions_have_the_graphs_the_guide_gives_them(name):
    """Ten rows of each, annotated by hand: `frame` is how the frame begins, `words` what it is filled with."""
    lines = (Path(__file__).parent / "generated_rows.jsonl").read_text(encoding="utf-8").splitlines()
    expected = [row for row in map(json.loads, lines) if row["kind"] == name]
    assert len(expected) >= 10
    frames = importlib.import_module(f"lab.generators.{name}").FRAMES
    for row in expected:
        begun = [frame for frame in frames if frame[0].startswith(row["frame"])]
        for seed in range(20000):
            scene = Pinned(np.random.default_rng(seed), row["words"].split(", "))
            caption, graph, denied = compose([begun[seed % len(begun)]], scene)
            if sentence_case(caption) == row["caption"]:
                assert (graph, denied) == (row["graph"], row["denied"])
                break
        else:
            pytest.fail(f"no seed writes {row['caption']!r}, but {sentence_case(caption)!r}")
