"""What a graph says, its caption says: words from nowhere cannot be written, and what is implied is marked."""

import json
from collections.abc import Sequence
from functools import cache
from pathlib import Path

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

import grice
from grice.meaning.graph_statements import Attribute, Relation
from grice.networks.pieces import runs_of
from grice.readers.graphs.network.licence import ALWAYS, IMPLIED, Licences
from grice.readers.graphs.network.model import ParserNetwork
from grice.readers.graphs.numerals import in_digits
from grice.readers.graphs.parsing import shipped
from grice.words.split import words_in, words_of_text

CAPTIONS = Path(__file__).parents[3] / "data" / "captions"


@cache
def licences() -> Licences:
    return Licences(ParserNetwork(shipped()).table)


def allowed(caption: str, word: str, predicate: bool = False) -> bool:
    licence = licences().of(words_in(caption))
    runs = {tuple(run) for run in runs_of(licences()._table, [word])}
    return runs <= (licence.predicates if predicate else licence.said)


@pytest.mark.parametrize(
    ("caption", "word"),
    [
        ("two dogs", "dogs"),
        ("two dogs", "dog"),
        ("two dogs", "2"),
        ("a woman sits", "sit"),
        ("a man whittles a stick", "whittle"),
        ("a boy yawns", "yawning"),
        ("a guy in a hat", "person"),
        ("a snowboot", "snow"),
        ("a snowboot", "boot"),
        ("a flash light", "flashlight"),
        ("a bowl on the refridgerator", "refrigerator"),
        ("the knifes", "knives"),
        ("multi colored kites", "multi-colored"),
        ("a dark haired man", "hair"),
    ],
)
def test_a_caption_licenses_its_words_their_forms_and_their_normalisations(caption: str, word: str) -> None:
    assert allowed(caption, word)


@pytest.mark.parametrize(
    ("caption", "word"),
    [
        ("Two boxers attacking each other", "elephants"),
        ("Two boxers attacking each other", "fight"),
        ("people wave goodbye", "surf"),
        ("a man in a red shirt", "wear"),
        ("a horse by a hose", "house"),
    ],
)
def test_a_name_or_an_attribute_from_nowhere_is_not_licensed(caption: str, word: str) -> None:
    assert not allowed(caption, word)


def test_predicates_may_imply_what_no_word_says() -> None:
    assert allowed("a man in a red shirt", "wear", predicate=True)
    assert allowed("leg of the man", "have", predicate=True)
    assert not allowed("leg of the man", "kick", predicate=True)


def _unfounded(graph: grice.SceneGraph, words: Sequence[str]) -> list[str]:
    """Words of a graph that its caption does not license."""
    licence = licences().of(words)
    names = [part for node in graph.nodes for part in node.name.split()]
    names += [part for one in graph.statements if isinstance(one, Attribute) for part in one.value.split()]
    predicates = [part for one in graph.statements if isinstance(one, Relation) for part in one.predicate.split()]
    fields = ((names, licence.said), (predicates, licence.predicates))
    own = {tuple(run) for run in runs_of(licences()._table, words)}
    return [
        word
        for listed, licensed in fields
        for word in listed
        if not {tuple(run) for run in runs_of(licences()._table, [word])} <= licensed | own
    ]


def test_graphs_of_unseen_captions_hold_no_word_from_nowhere() -> None:
    rows = [json.loads(line) for line in (CAPTIONS / "hard.jsonl").read_text("utf-8").splitlines()][::3]
    captions = [row["caption"] for row in rows]
    graphs = grice.parse(captions, content="all")
    assert sum(len(graph.facts) for graph in graphs) > 2 * len(captions)
    assert not {
        word
        for graph, text in zip(graphs, captions, strict=True)
        for word in _unfounded(graph, in_digits(words_of_text(text)).words)
    }


@settings(max_examples=40, deadline=None)
@given(
    st.lists(
        st.sampled_from(["zorp", "quib", "dog", "red", "on", "a", "not", "7", "-", "glim's"]), min_size=1, max_size=9
    )
)
def test_nonsense_gives_nothing_that_it_does_not_say(words: list[str]) -> None:
    (graph,) = grice.parse([" ".join(words)], content="all")
    said = {part for node in graph.nodes for part in node.name.replace("-", " ").split()}
    assert said <= {form for word in words for form in (word, word.removesuffix("'s"), "s")} | ALWAYS | IMPLIED


def test_what_no_word_says_is_marked() -> None:
    (wears,) = grice.parse("a man in a red shirt").relations
    assert wears.verb == "wear"
    assert wears.implied
