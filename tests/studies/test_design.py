"""A study file means what it says, or the error names the place; templates run as they are."""

from pathlib import Path

import pytest

from grice import InputError
from grice.studies.design import made, read
from grice.studies.items import items_of
from grice.studies.templates import TEMPLATES, template

PLAIN = {
    "title": "t",
    "task": "reconstruction",
    "participants": {"count": 2},
    "consent": {"text": "c"},
    "instructions": {"text": "i"},
    "materials": [{"scenes": [[1, 1, 1, 1]], "producers": ["qdg-ia"]}],
}


@pytest.mark.parametrize(
    ("changed", "message"),
    [
        ({"task": "recontruction"}, "no task is called 'recontruction'"),
        ({"participants": {"count": "2"}}, "participants.count = '2'"),
        ({"participants": {"count": True}}, "participants.count = True"),
        ({"participants": {}}, "participants has no 'count'"),
        ({"participants": {"count": 0}}, "participants.count = 0"),
        ({"participants": {"count": 2, "oder": "random"}}, "participants has 'oder'"),
        ({"participants": {"count": 2, "order": "descending"}}, "participants.order = 'descending'"),
        ({"materials": []}, "no \\[\\[materials\\]\\]"),
        ({"materials": [{"views": 0}]}, "views = 0"),
        ({"materials": [{}, {}]}, "two materials of the group 'all'"),
        ({"materials": [{"sizes": [4, 9], "each": [3]}]}, "1 numbers in each for 2 sizes"),
        ({"check": [{"question": "?", "choices": ["a", "b"], "right": "c"}]}, "'c' is none of its choices"),
        ({"questions": [{"name": "x", "label": "X", "kind": "choice"}]}, "a choice of 0"),
        ({"consent": {"text": "c", "note_pasted": True}}, "of which the consent text says nothing"),
        ({"digest": "x"}, "has 'digest'"),
    ],
)
def test_what_a_file_cannot_mean_is_refused_with_its_place(changed: dict, message: str) -> None:
    with pytest.raises(InputError, match=message):
        made(PLAIN | changed)


@pytest.mark.parametrize(
    ("materials", "message"),
    [
        ({"scenes": [[1, 1]], "producers": ["qdg-ia"]}, "2 counts"),
        ({"scenes": "moon", "producers": ["qdg-ia"]}, "scenes = 'moon'"),
        ({"scenes": "qtuna", "producers": []}, "no producers"),
        ({"scenes": "qtuna", "producers": ["minimal"]}, "producer 'minimal'"),
        ({"scenes": "qtuna", "producers": ["human"]}, "without a corpus"),
        ({"scenes": "qtuna", "sizes": [4], "each": [11], "producers": ["qdg-ia"]}, "11 QTUNA scenes"),
    ],
)
def test_materials_that_cannot_be_made_say_what_is_needed(materials: dict, message: str) -> None:
    with pytest.raises(InputError, match=message):
        items_of(made(PLAIN | {"materials": [materials]}))


def test_a_missing_file_names_the_command_that_writes_one(tmp_path: Path) -> None:
    with pytest.raises(InputError, match="grice study new"):
        read(tmp_path / "none.toml")


def test_the_reconstruction_template_is_the_promised_study(tmp_path: Path) -> None:
    path = tmp_path / "study.toml"
    path.write_text(template("reconstruction"))
    design = read(path)
    items = [item for item in items_of(design) if not item.gold]
    assert len({item.scene for item in items}) == 30
    assert {item.producer for item in items} == {"qdg-ia", "qdg-greedy"}
    assert {item.views for item in items} == {4}
    assert design.participants.count == 20
    assert design.url == f"sqlite:///{tmp_path / 'study.sqlite'}"


def test_the_thesis_template_has_its_numbers_of_pairs(tmp_path: Path, corpus) -> None:
    path = tmp_path / "study.toml"
    path.write_text(template("thesis", str(corpus("qtuna"))))
    items = [item for item in items_of(read(path)) if not item.gold]
    pairs = {group: [item for item in items if item.group == group] for group in "AB"}
    assert {group: len(found) for group, found in pairs.items()} == {"A": 30, "B": 36}
    assert {group: {item.views for item in found} for group, found in pairs.items()} == {"A": {4}, "B": {2}}
    assert sum(item.producer == "human" for item in pairs["A"]) == 10
    assert all(sum(item.truth["counts"]) == item.size for item in items)


@pytest.mark.parametrize("name", TEMPLATES)
def test_every_template_is_a_study_file(name: str, tmp_path: Path) -> None:
    path = tmp_path / "study.toml"
    path.write_text(template(name, "corpus"))
    assert read(path).title


def test_the_same_seed_gives_the_same_materials() -> None:
    table = PLAIN | {"materials": [{"scenes": "random", "sizes": [6], "each": [5], "producers": ["qdg-ia"]}]}
    assert items_of(made(table)) == items_of(made(table))
    assert items_of(made(table)) != items_of(made(table | {"seed": 1}))
