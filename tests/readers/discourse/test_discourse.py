"""Paragraphs become one graph: each object once, every pronoun with what it means, nothing lost without a word.

The graphs of single sentences are given, as a parser of sentences would give them, so what is tested is the merging.
The merged graphs were worked out by hand.
"""

import tomllib
from collections.abc import Sequence
from pathlib import Path

import pytest

import grice
from grice.meaning.graph_statements import Attribute, Exists, Node, Relation
from grice.readers.base import CONTENTS, Parsed, SentenceParser
from grice.readers.discourse.merging import read_texts
from grice.readers.discourse.sentences import split
from grice.readers.graphs.spans import ground
from grice.words.split import Passage, words_of_text

PARAGRAPHS = {
    entry["name"]: entry
    for entry in tomllib.loads(Path(__file__).with_name("paragraphs.toml").read_text("utf-8"))["paragraph"]
}


class Given:
    """A parser that knows the graphs of its sentences."""

    name = fingerprint = "given"
    language, most_words = "en", 60

    def __init__(self, graphs: dict[str, str]) -> None:
        self.graphs = graphs

    def __call__(self, sentences: Sequence[str]) -> list[grice.SceneGraph]:
        found = []
        for sentence in sentences:
            graph = grice.SceneGraph.from_text(self.graphs[sentence.rstrip(";")], identifiers=True)
            found.append(grice.SceneGraph(ground(graph.statements, words_of_text(sentence)), sentence))
        return found


@pytest.mark.parametrize("name", PARAGRAPHS)
def test_a_paragraph_is_one_graph(name: str) -> None:
    sentences, whole = PARAGRAPHS[name]["sentences"], " , ".join(PARAGRAPHS[name]["whole"])
    joiner = "; " if name.startswith("bare") else " "
    text = joiner.join(sentence for sentence, _ in sentences)
    graph = grice.parse(text, Given(dict(sentences)))
    assert graph == grice.SceneGraph.from_text(whole, identifiers=True), graph.to_text(True)
    assert not graph.problems
    for node in graph.nodes:
        assert node.span is not None, node
        assert text[slice(*node.span)].lower() in (node.name, *PARAGRAPHS[name].get("carried", ()))
    for one in graph.attributes:
        assert one.span is not None
        assert text[slice(*one.span)] == one.value


def test_what_could_not_be_used_is_reported() -> None:
    text = "A train is at the station. Beautiful! She waves at the people."
    graphs = {"A train is at the station.": "( train , at , station )", "Beautiful!": ""}
    given = Given(graphs | {"She waves at the people.": "( she , v:wave at , people )"})
    graph = grice.parse(text, given, content="all")
    assert graph.facts == (("train", "at", "station"), ("woman", "wave at", "people"))
    lost = "characters 38 to 62: 'she' refers to nothing that was mentioned"
    assert graph.problems == ("characters 27 to 37: nothing could be read from 'Beautiful!'", lost)
    assert grice.parse(text, given).problems == (lost,), "praise is meant to say nothing"


def test_a_sentence_that_names_a_thing_and_says_nothing_is_reported() -> None:
    given = Given({"A train is at the station.": "( train , at , station )", "The dog barks at a cat.": ""})
    (problem,) = grice.parse("A train is at the station. The dog barks at a cat.", given).problems
    assert problem == "characters 27 to 50: nothing could be read from 'The dog barks at a cat.'"


def test_rules_and_merging_together() -> None:
    text = "A man rides a horse. He wears a black hat. The horse is brown. Two dogs follow the man. They are small."
    assert grice.parse(text, "rules") == grice.SceneGraph.from_text(
        "( man , v:ride , horse ) , ( hat , is , black ) , ( man , v:wear , hat ) , ( horse , is , brown )"
        " , ( dogs , is , 2 ) , ( dogs , v:follow , man ) , ( dogs , is , small )",
        identifiers=True,
    )


@pytest.mark.parametrize(
    ("text", "sentences"),
    [
        ("A dog. A cat!", ["A dog.", "A cat!"]),
        ("Mr. Smith has 2.5 apples. He eats.", ["Mr. Smith has 2.5 apples.", "He eats."]),
        ('He says "stop." Then he goes', ['He says "stop."', "Then he goes"]),
        ("a man ; a dog\n\nthe sky", ["a man ;", "a dog", "the sky"]),
        ("what?! ... no", ["what?!", "no"]),
        ("  one  ", ["one"]),
        (
            "Mr. Gray waits at St. Anne's at 5.30 p.m. in the rain. It is approx. 4 ft. tall.",
            ["Mr. Gray waits at St. Anne's at 5.30 p.m. in the rain.", "It is approx. 4 ft. tall."],
        ),
        (
            "A shop on Oak St. The door is red. No. It is pink.",
            ["A shop on Oak St.", "The door is red.", "No.", "It is pink."],
        ),
        ("A U.S. flag. Made in the U.S. The pole is high.", ["A U.S. flag.", "Made in the U.S.", "The pole is high."]),
        ("- a car\n* a bus\n\u2022 a van\n1. two vans\n2) a bike", ["a car", "a bus", "a van", "two vans", "a bike"]),
        ("1. a man 2. a dog 3. a cat", ["a man", "a dog", "a cat"]),
        ("dog is brown | dog has a collar", ["dog is brown", "dog has a collar"]),
        (
            "A girl in a pink\ndress holds a\r\nkite. It is\nred.",
            ["A girl in a pink\ndress holds a\r\nkite.", "It is\nred."],
        ),
        ("A dog\r\nred ball\rthe sky\u2028a tree", ["A dog", "red ball", "the sky", "a tree"]),
        ('"Look at the dog!" says the boy. "It ran."', ['"Look at the dog!" says the boy.', '"It ran."']),
        (
            "a man rides a wave A surfer in the sea It is blue",
            ["a man rides a wave", "A surfer in the sea", "It is blue"],
        ),
        ("Vitamin A is in the orange box", ["Vitamin A is in the orange box"]),
        ("a sign that says One way", ["a sign that says One way"]),
        ("the cover of The times", ["the cover of The times"]),
        (
            "A street at night\u2026 A taxi \u2014 yellow \u2014 waits",
            ["A street at night\u2026", "A taxi \u2014 yellow \u2014 waits"],
        ),
    ],
)
def test_sentences(text: str, sentences: list[str]) -> None:
    found = split(words_of_text(text), 60)
    assert [sentence.text for sentence in found] == sentences
    assert [text[slice(*sentence.span)] for sentence in found] == sentences


def test_a_long_sentence_is_cut_before_a_clause_rather_than_inside_one() -> None:
    text = (
        "a man in a hat and a coat looks at a dog with a ball while a boy in a blue jacket and black pants runs to it"
    )
    assert [part.text for part in split(words_of_text(text), 20)] == [
        text[: text.index(" while")],
        text[text.index("while") :],
    ]


def test_each_sentence_that_was_cut_is_named_with_its_own_parts() -> None:
    long = " and ".join(f"a cat looks at a dog near tree {i}" for i in range(16))
    text = f"{long}. A bird sings. {long}."
    problems = [problem for problem in grice.parse(text, "rules").problems if "too long" in problem]
    assert [problem.partition(":")[0] for problem in problems] == [
        f"characters 0 to {len(long) + 1}",
        f"characters {len(text) - len(long) - 1} to {len(text)}",
    ]


def test_a_long_sentence_is_cut_at_clauses_and_no_word_is_lost() -> None:
    text = ", and ".join(f"a big dog number {i} runs" for i in range(40))
    parts = split(words_of_text(text), 30)
    assert len(parts) > 5
    assert all(part.cut_from and len(part.words) <= 30 for part in parts)
    assert [w for part in parts for w in part.words] == list(words_of_text(text).words)


class Asked(SentenceParser):
    """A parser that notes what each sentence is read for."""

    name = fingerprint = "asked"
    language, most_words, contents = "en", 6, CONTENTS

    def __init__(self) -> None:
        self.asked: dict[str, str] = {}

    def read(self, sentences: Sequence[Passage], content: str = "all") -> list[Parsed]:
        for sentence in sentences:
            self.asked.setdefault(sentence.text, content)
        return [Parsed((Exists(Node("dog")),)) for _ in sentences]


@pytest.mark.parametrize(("content", "many", "few"), [(None, "visual", "all"), ("all",) * 3, ("visual",) * 3])
def test_longer_texts_of_several_sentences_are_read_for_what_is_visible(
    content: str | None, many: str, few: str
) -> None:
    parser = Asked()
    texts = ["A dog runs. How lovely! " * 10, "A cat sits. How nice!", "A dog runs.", "a cat and a man " * 18]
    read_texts([words_of_text(text) for text in texts[:1]], parser, content)
    assert parser.asked == dict.fromkeys(["A dog runs.", "How lovely!"], many)
    parser.asked.clear()
    read_texts([words_of_text(text) for text in texts[1:]], parser, content)
    assert len(parser.asked) > 3
    assert set(parser.asked.values()) == {few}


class Drawing(SentenceParser):
    """A parser that draws the first thing a sentence says, and of all that it says has every fact."""

    name = fingerprint = "drawing"
    language, most_words, contents = "en", 40, CONTENTS
    said = (
        Relation(Node("boats"), Node("water"), "", "on"),
        Exists(Node("bridge")),
        Relation(Node("sky"), Node("image"), "", "in"),
        Attribute(Node("mood"), "calm"),
    )

    def read(self, sentences: Sequence[Passage], content: str = "all") -> list[Parsed]:
        return [Parsed(self.said if content == "all" else self.said[:1]) for _ in sentences]


def test_a_short_text_says_all_but_moods() -> None:
    short, long = "We can see boats on water. There is a bridge.", "We see boats on water. " * 20
    texts = [words_of_text(text) for text in (short, long)]
    all_that_is_seen = (("boats", "on", "water"), ("bridge",), ("sky", "in", "image"))
    assert [graph.facts for graph in read_texts(texts, Drawing())] == [all_that_is_seen, (("boats", "on", "water"),)]
    assert read_texts(texts[:1], Drawing(), "all")[0].facts == (*all_that_is_seen, ("mood", "is", "calm"))


@pytest.mark.parametrize(
    ("sentences", "facts"),
    [
        (
            {
                "In the heart of a green landscape, a fire hydrant stands as a sentinel.": "",
                "Its body is yellow.": "( it , v:have , body ) , ( body , is , yellow )",
            },
            {("fire hydrant", "have", "body"), ("body", "is", "yellow")},
        ),
        (
            {
                "The field is wide.": "( field , is , wide )",
                "On the left, there is a metal pole.": "",
                "A bird feeder is attached to it.": "( bird feeder , pv:attach to , it )",
            },
            {("field", "is", "wide"), ("bird feeder", "attach to", "pole")},
        ),
        (
            {
                "Flowers dot the field.": "( flowers , v:dot , field )",
                "In the distance, a group of trees rises up against the sky.": "",
                "Their bark is gray.": "( they , v:have , bark ) , ( bark , is , gray )",
            },
            {("flowers", "dot", "field"), ("trees", "have", "bark"), ("bark", "is", "gray")},
        ),
        (
            {
                "A skier in black pants stands on the slope.": "( skier , v:wear , pants ) , ( pants , is , black )",
                "There are goggles over their eyes.": "( they , v:have , eyes ) , ( goggles , over , eyes )",
            },
            {
                ("skier", "wear", "pants"),
                ("pants", "is", "black"),
                ("skier", "have", "eyes"),
                ("goggles", "over", "eyes"),
            },
        ),
        (
            {
                "A brown bear sits on a rock.": "( bear , is , brown ) , ( bear , v:sit on , rock )",
                "Its coat is thick.": "( coat , is , thick ) , ( it , v:have , coat )",
                "It looks at a bird.": "( it , v:look at , bird )",
            },
            {
                ("bear", "is", "brown"),
                ("bear", "sit on", "rock"),
                ("coat", "is", "thick"),
                ("bear", "have", "coat"),
                ("bear", "look at", "bird"),
            },
        ),
    ],
)
def test_a_pronoun_takes_up_the_subject_even_of_a_sentence_that_says_nothing(
    sentences: dict[str, str], facts: set[tuple[str, ...]]
) -> None:
    assert set(grice.parse(" ".join(sentences), Given(sentences)).facts) == facts


def test_what_a_sentence_only_names_is_no_object_of_the_graph() -> None:
    sentences = {"A hydrant stands as a sentinel.": "", "The sky is blue.": "( sky , is , blue )"}
    assert [node.name for node in grice.parse(" ".join(sentences), Given(sentences)).nodes] == ["sky"]


def test_a_full_stop_without_a_space_ends_a_sentence_before_a_capital() -> None:
    text = "It fills the frame.The U.S. flag waves at example.com.An old man walks."
    assert [one.text for one in split(words_of_text(text), 40)] == [
        "It fills the frame.",
        "The U.S. flag waves at example.com.",
        "An old man walks.",
    ]


def test_the_emphasis_of_markdown_belongs_to_no_word() -> None:
    text = "There is:\n* a **red ball**\n* *two* `cups`"
    graph = grice.parse(text, "rules")
    assert graph.facts == (("ball", "is", "red"), ("cups", "is", "2"))
    assert [text[slice(*node.span)] for node in graph.nodes if node.span] == ["ball", "cups"]


class Visual(SentenceParser):
    """A parser that knows the graphs of its sentences, and what is visual."""

    name = fingerprint = "visual"
    language, most_words, contents = "en", 60, CONTENTS

    def __init__(self, graphs: dict[str, str]) -> None:
        self.graphs = graphs

    def read(self, sentences: Sequence[Passage], content: str = "all") -> list[Parsed]:  # noqa: ARG002
        graphs = [grice.SceneGraph.from_text(self.graphs[one.text], identifiers=True) for one in sentences]
        return [Parsed(ground(graph.statements, one)) for graph, one in zip(graphs, sentences, strict=True)]


CAPS = {
    "A boy wears a baseball cap.": "( boy , v:wear , baseball cap )",
    "The cap is red.": "( cap , is , red )",
    "Two individuals watch him.": "( individuals , is , 2 ) , ( individuals , v:watch , him )",
    "A man holds another cap.": "( man , v:hold , cap )",
    "What a lovely day!": "",
}


def test_what_is_drawn_of_a_text_has_the_shorter_of_two_names() -> None:
    text = " ".join(CAPS)
    graph = read_texts([words_of_text(text)], Visual(CAPS), "visual")[0]
    assert graph == grice.SceneGraph.from_text(
        "( cap:1 , is , baseball ) , ( boy , v:wear , cap:1 ) , ( cap:1 , is , red ) , ( people , is , 2 ) , "
        "( people , v:watch , boy ) , ( man , v:hold , cap )",
        identifiers=True,
    ), graph.to_text(identifiers=True)
    assert [text[slice(*one.span)] for one in graph.attributes if one.span] == ["baseball", "red"]
    assert not graph.problems


def test_all_that_is_said_keeps_the_names_of_a_text() -> None:
    graph = read_texts([words_of_text(" ".join(CAPS))], Visual(CAPS), "all")[0]
    assert ("boy", "wear", "baseball cap") in graph.facts
    assert ("individuals", "is", "2") in graph.facts
    assert graph.problems[0].endswith("nothing could be read from 'What a lovely day!'")


def test_what_is_absent_is_said_though_nobody_could_draw_it() -> None:
    class Drawn(Visual):
        """Draws nothing of a sentence that denies."""

        def read(self, sentences: Sequence[Passage], content: str = "all") -> list[Parsed]:
            read = super().read(sentences)
            pairs = zip(read, sentences, strict=True)
            denied = [Parsed(denied=one.statements) if " no " in text.text else one for one, text in pairs]
            return [Parsed() if content == "visual" and one.denied else one for one in denied]

    sentences = {"A man stands on a street.": "( man , v:stand on , street )", "There are no cars.": "( cars )"}
    graph = read_texts([words_of_text(" ".join(sentences))], Drawn(sentences))[0]
    assert graph.facts == (("man", "stand on", "street"),)
    assert graph.denied_facts == (("cars",),)
