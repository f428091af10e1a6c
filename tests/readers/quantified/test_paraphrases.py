"""The same thing said in other ways is read the same; and what is not about these things is never taken as read."""

import re
import tomllib
from pathlib import Path
from typing import Any

import pytest

import grice

FAMILIES = tomllib.loads(Path(__file__).with_name("paraphrases.toml").read_text("utf-8"))["family"]
SAID = [(family, text) for family in FAMILIES for text in family["texts"]]
OPEN = [(family, text) for family in FAMILIES for text in family.get("open", ())]


def check(family: dict[str, Any], text: str) -> None:
    said = grice.read(text, family["size"])
    assert said.understood, [clause.text for clause in said.clauses if not clause.understood]
    assert said.allows(tuple(family["scene"]))
    meant = compile(family["meant"], "meant", "eval")
    for bs, rs, bc, rc in said.worlds.tolist():
        names = {"bs": bs, "rs": rs, "bc": bc, "rc": rc, "n": family["size"], "min": min, "max": max, "abs": abs}
        names |= {"b": bs + bc, "r": rs + rc, "s": bs + rs, "c": bc + rc}
        assert eval(meant, {"__builtins__": {}}, names), (bs, rs, bc, rc)


@pytest.mark.parametrize(("family", "text"), SAID, ids=[text[:60] for _, text in SAID])
def test_a_paraphrase_leaves_only_the_worlds_it_means(family: dict[str, Any], text: str) -> None:
    check(family, text)


@pytest.mark.xfail(reason="not read as meant yet")
@pytest.mark.parametrize(("family", "text"), OPEN, ids=[text[:60] for _, text in OPEN])
def test_a_paraphrase_that_is_still_open(family: dict[str, Any], text: str) -> None:
    check(family, text)


CLASSES = tomllib.loads(Path(__file__).with_name("classes.toml").read_text("utf-8"))["class"]


def _of_classes(key: str) -> list[tuple[dict[str, Any], str]]:
    """Texts of `classes.toml` with what is meant by each; where nothing is given, its scene and no other."""
    told = [one for kind in CLASSES for one in kind.get(key, ())]
    exactly = "(bs, rs, bc, rc) == {}"
    return [
        ({"size": sum(scene), "scene": scene, "meant": meant or exactly.format(tuple(scene))}, text)
        for scene, meant, text in told
    ]


@pytest.mark.parametrize(("family", "text"), _of_classes("texts"))
def test_a_class_that_was_misread_once_is_read_as_meant(family: dict[str, Any], text: str) -> None:
    check(family, text)


@pytest.mark.xfail(reason="not read as meant yet")
@pytest.mark.parametrize(("family", "text"), _of_classes("open"))
def test_a_class_that_is_still_open(family: dict[str, Any], text: str) -> None:
    check(family, text)


_IMAGINED = tomllib.loads(Path(__file__).with_name("imagined.toml").read_text("utf-8"))
IMAGINED, UNREAD = _IMAGINED["said"], _IMAGINED["open"]


@pytest.mark.parametrize(("scene", "text"), IMAGINED, ids=[text[:60] for _, text in IMAGINED])
def test_an_imagined_description_is_understood_and_allows_its_scene(scene: list[int], text: str) -> None:
    said = grice.read(text, sum(scene))
    assert said.understood, [clause.text for clause in said.clauses if not clause.understood]
    assert said.allows(tuple(scene))


@pytest.mark.xfail(reason="not read as meant yet")
@pytest.mark.parametrize(("scene", "text"), UNREAD, ids=[text[:60] for _, text in UNREAD])
def test_an_imagined_description_that_is_still_open(scene: list[int], text: str) -> None:
    test_an_imagined_description_is_understood_and_allows_its_scene(scene, text)


FOREIGN = [
    (r"\bblue\b", "green"),
    (r"\bsquares?\b", "triangles"),
    (r"\bcircles?\b", "zebras that run"),
    (r"(?=[.!]*$)", ", which glorp the fence"),
    (r"(?=[.!]*$)", " and seven unicorns"),
    (r"^", "Dogs bark. "),
]


@pytest.mark.parametrize(("word", "other"), FOREIGN, ids=[other for _, other in FOREIGN])
def test_words_of_another_world_are_never_taken_as_understood(word: str, other: str) -> None:
    changed = [(re.sub(word, other, text, count=1), text, family["size"]) for family, text in SAID[::7]]
    read = [(text, grice.read(text, size)) for text, old, size in changed if text != old]
    assert len(read) > 20
    assert not [text for text, said in read if said.understood]


def test_an_unknown_noun_for_things_is_read_as_objects_and_the_clause_says_so() -> None:
    said = grice.read("All of the tokens are red squares.", 4)
    assert said.understood
    assert said.guess == (0, 4, 0, 0)
    assert any("tokens" in note for clause in said.clauses for note in clause.notes)


def test_words_that_set_a_topic_and_say_nothing_of_it_are_not_understood() -> None:
    assert not grice.read("All objects are red. Of the squares.", 4).understood


@pytest.mark.parametrize("text", ["All squares are red and no zebras are.", "Three circles are not."])
def test_a_verb_left_out_needs_something_said_before_of_things_that_are_known(text: str) -> None:
    assert not grice.read(text, 9).understood
