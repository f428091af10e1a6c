"""A text of which no word is known is not read, and says so; one word that is known is enough."""

import json
from pathlib import Path

import numpy as np
import pytest

import grice
from grice.readers.graphs.network.parser import MOST_WORDS, NetworkParser
from grice.readers.graphs.parsing import load
from grice.words.split import words_of_text

CAPTIONS = Path(__file__).parents[3] / "data" / "captions"
NOTE = "none of its words is known"


def noted(text: str) -> bool:
    (graph,) = grice.parse([text])
    said = any(NOTE in problem for problem in graph.problems)
    assert not (said and graph.statements)
    return said


def mashed(seed: int, count: int) -> list[str]:
    """Words of neighbouring keys and of syllables that no English word has."""
    rng = np.random.default_rng(seed)
    rows = ("qwertzuiop", "asdfghjkl", "yxcvbnm")
    keys = [row[start : start + 5] for row in rows for start in range(len(row) - 4)]
    return [" ".join(rng.choice(keys, size=rng.integers(2, 6))) for _ in range(count)]


@pytest.mark.parametrize(
    "text",
    [
        "florb florb.",
        "Florb gnasp!",
        "SKREEB VLONT",
        "vlont-gnasp",
        "skreeb 3 gnasp",
        "grr brr",
        "x" * 46,
        *mashed(0, 6),
    ],
)
def test_nonsense_is_noted(text: str) -> None:
    assert noted(text)


def test_what_is_said_of_a_very_long_word_is_short() -> None:
    (graph,) = grice.parse(["a" * 5000])
    assert not graph.facts
    assert len(graph.problems[0]) < 150


@pytest.mark.parametrize(
    "known", ["a florb", "florb kayak", "Kayak florb", "seven florbs, a gnasp", "the VLONT is skreeb"]
)
def test_one_known_word_is_enough(known: str) -> None:
    assert not noted(known)


@pytest.mark.parametrize(
    "named", ["Zinedine Zidane", "Vlont", "NASA", "4711", "3.5", "selfie", "florb", "a \u732b", "caf\u00e9"]
)
def test_names_numbers_and_a_single_new_word_are_left(named: str) -> None:
    assert not noted(named)


def test_the_window_of_a_long_text_is_named() -> None:
    known, nonsense = "A kayak lies on a beach. ", f"{'florb gnasp vlont skreeb ' * 12}florb."
    assert len(nonsense.split()) > MOST_WORDS - len(known.split())
    graph = grice.parse(known + nonsense, content="all")
    assert graph.problems == (f"characters {len(known)} to {len(known + nonsense)}: {NOTE}: 'florb', 'gnasp', 'vlont'",)
    assert "kayak" in {node.name for node in graph.nodes}


def test_captions_are_hardly_ever_taken_for_nonsense() -> None:
    parser = load()
    assert isinstance(parser, NetworkParser)
    rows = [json.loads(line) for file in ("held_out", "hard") for line in (CAPTIONS / f"{file}.jsonl").open("rb")]
    odd = [row["caption"] for row in rows if parser._strange(words_of_text(row["caption"]))]
    assert len(rows) > 700
    assert len(odd) <= 0.002 * len(rows), odd
