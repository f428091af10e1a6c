"""Texts in other languages and scripts are told from English, and no English text is taken for one."""

import csv
import json
import tomllib
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any

import pytest

import grice
from grice.words.language import foreign

WRITTEN = tomllib.loads((Path(__file__).parent / "foreign.toml").read_text("utf-8"))
SCRIPTS = WRITTEN.pop("scripts")


@pytest.mark.parametrize("language", WRITTEN)
def test_captions_in_other_languages_are_refused(language: str) -> None:
    found = [foreign(text) for text in WRITTEN[language]]
    assert len(found) == 20
    assert sum(why is not None for why in found) >= 18


def test_most_are_called_by_their_language() -> None:
    right = sum(language in (foreign(text) or "") for language, texts in WRITTEN.items() for text in texts)
    assert right >= 0.85 * sum(map(len, WRITTEN.values()))


@pytest.mark.parametrize("script", SCRIPTS)
def test_other_scripts_are_named(script: str) -> None:
    for text in SCRIPTS[script]:
        assert f"another script than English uses ({script})" in (foreign(text) or "")


@pytest.mark.parametrize(
    "text",
    [
        *("dog", "brown", "chicken tacos", "two dogs", "man in red", "a", "no", "STOP", "ALTO", "un", "ein"),
        *("Rio de Janeiro", "Taj Mahal", "São Paulo skyline", "Rue de la Paix", "Café du Monde", "El Niño storm"),
        *("los angeles", "Vincent van Gogh style sky", "Beyoncé concert stage", "Casa Batlló facade", "MIT students"),
        *(
            "carne asada",
            "crème brûlée",
            "coq au vin",
            "petit fours",
            "soup du jour",
            "jalapeño poppers",
            "salsa verde",
        ),
        *("dia de los muertos skull painting", "con artist", "die cast car", "et cetera", "in situ"),
        *("asdf qwer zxcv", "teh dgo runing", "a dgo un a hat", "Xqzt vbnm plkj", "lol omg brb"),
        "a sign that says no estacionar en la calle por favor",
        'a bakery called "Das Brot und die Butter" with a blue door',
        "A man reads the newspaper Le Monde in a café.",
        *("Pokémon cards on a table", "André on a train", "Zoë on a bike", "Škoda on a road", "Häagen-Dazs on a table"),
        *(
            "L'Oréal shampoo bottle on a table",
            "crème brûlée on a plate",
            "猫 on a chair",
            "Noël and François on table",
        ),
    ],
)
def test_names_dishes_signs_typing_errors_and_nonsense_are_not_refused(text: str) -> None:
    assert foreign(text) is None


FILES = (
    *("judgements/nebula.jsonl", "judgements/thumb.jsonl", "judgements/pascal50s.jsonl", "contrasts/hat.jsonl"),
    *("contrasts/sugarcrepepp.jsonl", "contrasts/nocaps_foil.jsonl", "discosg/train.jsonl", "dsg/tuples.jsonl"),
    *("discosg/discourse_foil.jsonl", "real/captions.jsonl", "flickr8k/expert_half.json", "factual/random_dev.csv"),
    *("qtuna/raw_n=4.txt", "qtuna/raw_n=9.txt", "qtuna/raw_n=20.txt"),
)
SKIPPED = frozenset(["graph", "factual", "denied", "id", "image", "source", "sg", "tuples", "scene_graph", "kind"])


@pytest.mark.parametrize("name", FILES)
def test_no_caption_of_the_corpora_is_refused(name: str, corpus: Callable[[str], Path]) -> None:
    texts = set(_texts(corpus(name)))
    assert len(texts) > 200
    assert [text for text in texts if foreign(text)] == []


def _texts(path: Path) -> Iterator[str]:
    with path.open(encoding="utf-8", errors="replace") as file:
        if path.suffix == ".csv":
            yield from (row["caption"] for row in csv.DictReader(file))
        elif path.suffix == ".txt":
            yield from (line.rstrip("\n").split("\t")[-1] for line in file)
        else:
            yield from _strings([json.loads(line) for line in file] if path.suffix == ".jsonl" else json.load(file))


def _strings(value: Any) -> Iterator[str]:
    if isinstance(value, str) and not value.startswith("("):
        yield value
    elif isinstance(value, list):
        for one in value:
            yield from _strings(one)
    elif isinstance(value, dict):
        yield from _strings([one for key, one in value.items() if key not in SKIPPED])


def test_a_text_in_another_language_is_an_error_on_its_row() -> None:
    german, english = grice.parse(["ein Hund rennt", "a dog runs on grass"], "rules")
    assert not german.statements
    assert "German" in german.problems[0]
    assert english.statements
    result = grice.score(["ein Hund rennt", "a dog"], [["a dog"], ["a dog"]], metrics="spice", parser="rules")
    assert result["spice"].items.tolist() == [0, 1]
    assert "German" in result.unreadable[0]
