"""A pronoun that is an object is read as what it means, though a parser of single sentences has no name for it."""

import tomllib
from collections.abc import Sequence
from pathlib import Path

import pytest

import grice
from grice.meaning.graph_statements import Exists, Statement
from grice.readers.base import ALL, Parsed, SentenceParser
from grice.readers.graphs.parsing import load
from grice.words.morphology import noun_lemma
from grice.words.pronouns import PRONOUNS
from grice.words.split import Passage

TEXTS = tomllib.loads(Path(__file__).with_name("object_pronouns.toml").read_text("utf-8"))["texts"]
ENOUGH = 36
"""Of the 40 texts; 38 are read with the shipped weights, 18 where pronouns are not spelt out."""


class Nameless(SentenceParser):
    """The rules, without a word about pronouns: whatever they say of one is only that the rest is there."""

    name = fingerprint = "nameless"
    language, most_words = "en", 40

    def __init__(self) -> None:
        rules = load("rules")
        assert isinstance(rules, SentenceParser)
        self.rules = rules

    def read(self, sentences: Sequence[Passage], content: str = ALL) -> list[Parsed]:
        found = self.rules.read(sentences, content)
        return [Parsed(_deaf(one.statements), one.problems, _deaf(one.denied)) for one in found]


def _deaf(statements: Sequence[Statement]) -> tuple[Statement, ...]:
    kept: list[Statement] = []
    for one in statements:
        named = [node for node in one.nodes if node.name not in PRONOUNS]
        kept += [one] if len(named) == len(one.nodes) else map(Exists, named)
    return tuple(kept)


FAMILIES = {
    "him": ("A plumber is kneeling on a mat.", "plumber"),
    "her": ("An actress is walking on a carpet.", "actress"),
    "it": ("A yellow tractor stands in a barn.", "tractor"),
    "them": ("Five hikers rest on a rock.", "hikers"),
}
ROLES = {
    "A goose stands behind {}.": ("goose", "stand behind", "{}"),
    "Two gardeners watch {}.": ("gardeners", "watch", "{}"),
    "There is a ladder next to {}.": ("ladder", "next to", "{}"),
    "A pilot is pointing at {}.": ("pilot", "point at", "{}"),
}


@pytest.mark.parametrize("role", ROLES)
@pytest.mark.parametrize("pronoun", FAMILIES)
def test_what_is_done_to_a_pronoun_is_done_to_what_it_means(pronoun: str, role: str) -> None:
    first, meant = FAMILIES[pronoun]
    for parser in ("default", Nameless()):
        graph = grice.parse(f"{first} {role.format(pronoun)}", parser)
        wanted = tuple(part.format(meant) for part in ROLES[role])
        assert wanted in graph.facts, graph
        assert sum(node.name == meant for node in graph.nodes) == 1
        assert not graph.problems


def test_most_texts_worked_out_by_hand_are_read() -> None:
    graphs = grice.parse([text for text, *_ in TEXTS])
    lost = [str(graph) for graph, (_, *wanted) in zip(graphs, TEXTS, strict=True) if not _holds(graph, wanted)]
    assert len(TEXTS) - len(lost) >= ENOUGH, lost


def _holds(graph: grice.SceneGraph, wanted: Sequence[str]) -> bool:
    said = {(noun_lemma(one.subject.head), noun_lemma(one.object.head)): one.predicate for one in graph.relations}
    parts = [relation.split(" | ") for relation in wanted]
    return all(predicate in said.get((noun_lemma(one), noun_lemma(other)), "") for one, predicate, other in parts)


def test_what_is_written_for_a_pronoun_has_no_place_but_the_pronouns() -> None:
    text = "A plumber is tall. A plumber stands behind him."
    graph = grice.parse(text, Nameless())
    (relation,) = graph.relations
    assert (relation.subject.index, relation.object.index) == (1, 0)
    assert relation.subject.span == (21, 28)
    assert relation.object.span == (2, 9)
    assert relation.span is not None
    assert text[slice(*relation.span)] == "stands behind"


def test_them_is_all_that_are_meant() -> None:
    text = "A nun and a boy sit on a wall. A pelican sits between them."
    facts = grice.parse(text).facts
    assert {("pelican", "sit between", "nun"), ("pelican", "sit between", "boy")} <= set(facts)


def test_what_is_denied_of_a_pronoun_is_denied() -> None:
    graph = grice.parse("A beekeeper opens a hive. No dog is near him.")
    assert not any("dog" in fact for fact in graph.facts)
    assert [one.facts for one in graph.denied] == [(("dog", "near", "beekeeper"),)]


@pytest.mark.parametrize(
    ("text", "unsaid"),
    [
        ("A barn at night. A juggler drops a torch and a clown catches it.", "barn"),
        ("A plumber sings. A guard with a parrot behind him waits.", "plumber"),
        ("Six monks sit on a wall. One of them is reading.", "them"),
        ("A mill stands in a valley. It is snowing.", "it"),
        ("A nun waits at a gate. Her suitcase is red.", "her"),
    ],
)
def test_a_pronoun_that_means_something_of_its_own_sentence_is_left(text: str, unsaid: str) -> None:
    graph = grice.parse(text, Nameless())
    late = [one for one in graph.relations if one.span and one.span[0] > text.index(". ")]
    assert not any(unsaid in (one.subject.name, one.object.name) for one in late), graph


def test_a_pronoun_in_a_sentence_of_many_things_is_read() -> None:
    text = "Five hikers rest on a rock. A reporter in a brown coat points at them."
    assert ("reporter", "point at", "hikers") in grice.parse(text).facts


def test_talk_about_the_image_says_nothing_of_a_pronoun() -> None:
    text = "A stone mill stands in a valley. The photo captures it."
    assert set(grice.parse(text).facts) == {("mill", "is", "stone"), ("mill", "stand in", "valley")}


def test_a_subject_pronoun_is_read_as_ever() -> None:
    said = "A nun holds a lantern. She looks at the gate. It is green."
    assert set(grice.parse(said, "rules").facts) == {
        ("nun", "hold", "lantern"),
        ("nun", "look at", "gate"),
        ("gate", "is", "green"),
    }
