"""Long texts are read in windows of whole sentences, and what the windows say is one graph."""

from collections.abc import Callable, Sequence
from itertools import pairwise

import pytest

import grice
from grice.meaning.graph_statements import Attribute, Node, Quantity, Relation, Statement
from grice.readers.base import Parsed, PassageParser
from grice.readers.graphs.windows import NOTHING, OVERLAP, read_texts, windows
from grice.words.split import Passage, words_of_text

SENTENCES = [f"{'very ' * (i % 7)}old dog number {i} sleeps." for i in range(40)]


class Told(PassageParser):
    """Says of each window what it is told to."""

    name, fingerprint, language, most_words = "told", "1", "en", 5

    def __init__(self, reads: Callable[[Passage], Parsed], one_sentence: bool = False) -> None:
        self.reads, self.one_sentence, self.seen = reads, one_sentence, list[str]()

    def read(self, passages: Sequence[Passage], content: str = "all") -> list[Parsed]:  # noqa: ARG002
        self.seen += [passage.text for passage in passages]
        return [self.reads(passage) for passage in passages]


def node(name: str, passage: Passage, index: int = 0) -> Node:
    start = passage.plain.index(name, passage.span[0])
    return Node(name, index, (start, start + len(name)))


def read(text: str, says: Callable[[Passage], Sequence[Statement]], parser: type[Told] = Told) -> grice.SceneGraph:
    (graph,) = read_texts([words_of_text(text)], parser(lambda passage: Parsed(tuple(says(passage)))))
    return graph


@pytest.mark.parametrize("most", [24, 30, 60])
def test_every_sentence_is_whole_in_a_window_and_in_two_where_they_overlap(most: int) -> None:
    text = words_of_text(" ".join(SENTENCES))
    cut = windows(text, most)
    assert all(len(window.words) <= most for window in cut)
    assert all(any(sentence in window.text for window in cut) for sentence in SENTENCES)
    for before, window in pairwise(cut):
        assert before.span[0] < window.span[0] < before.span[1] < window.span[1], "the last sentence is read again"
        assert any(window.text.startswith(sentence) for sentence in SENTENCES)


def test_a_text_that_fits_is_one_window_and_a_sentence_that_does_not_is_cut_after_a_comma() -> None:
    text = words_of_text("a dog sleeps. a cat, which is red, sits there.")
    assert windows(text, 60) == [text]
    assert [one.text for one in windows(text, 7)] == ["a dog sleeps.", "a cat, which is red,", "sits there."]


def test_a_sentence_of_most_of_a_window_is_not_read_twice() -> None:
    long, short = "word " * OVERLAP + "end.", "a dog sleeps."
    cut = windows(words_of_text(f"{long} {short} {long} {long}"), OVERLAP + 6)
    assert [one.text for one in cut] == [f"{long} {short}", f"{short} {long}", long]


def test_a_parser_of_single_sentences_gets_no_more_at_once() -> None:
    text = "a dog sleeps. a cat sits. . ."
    for one_sentence, wanted in ((False, [text]), (True, ["a dog sleeps.", "a cat sits."])):
        parser = Told(lambda _: Parsed(), one_sentence)
        parser.most_words = 60
        (graph,) = read_texts([words_of_text(text)], parser)
        assert parser.seen == wanted
        assert graph.problems == (NOTHING,)


def test_things_of_one_name_are_one_thing_unless_their_numbers_differ() -> None:
    def says(passage: Passage) -> list[Statement]:
        dogs = node("dogs", passage)
        number, value = passage.words[0], passage.words[-2]
        return [Quantity(dogs, number), Attribute(dogs, value)] if number.isdecimal() else [Attribute(dogs, value)]

    graph = read("2 dogs are red. 3 dogs are old. 2 dogs are wet. the dogs are tall.", says)
    two, three = Node("dogs"), Node("dogs", 1)
    said = [Quantity(two, "2"), Attribute(two, "red"), Attribute(two, "wet"), Attribute(two, "tall")]
    assert set(graph.statements) == {*said, Quantity(three, "3"), Attribute(three, "old")}


def test_two_things_of_a_window_stay_two_and_the_one_at_the_same_words_is_the_same() -> None:
    text = "a man sees a man. he waves."

    def says(passage: Passage) -> list[Statement]:
        first, second = Node("man", 0, (2, 5)), Node("man", 1, (13, 16))
        if passage.span[0] == 0:
            return [Relation(first, second, "see")]
        return [Attribute(Node("man", 0, (13, 16)), "waving")]

    graph = read(text, says)
    assert set(graph.statements) == {Relation(Node("man"), Node("man", 1), "see"), Attribute(Node("man", 1), "waving")}


def test_what_cannot_be_read_is_named_by_its_characters() -> None:
    parser = Told(lambda passage: Parsed(problems=("odd",)) if passage.span[0] else Parsed((Quantity(Node("a"), "2"),)))
    (graph,) = read_texts([words_of_text("a dog sleeps. a cat sits.")], parser)
    assert graph.problems == ("characters 14 to 25: odd",)
