"""A text is cleaned and split once, its statements are typed from the start, and one graph is made of them."""

import pytest

import grice
from grice.meaning.graph_statements import Exists, Node, Quantity, Relation
from grice.readers.base import PARSERS, Parsed, PassageParser
from grice.readers.graphs import linear
from grice.readers.graphs.parsing import described, load
from grice.readers.graphs.rules import RuleParser
from grice.readers.graphs.sentences import sentences_in
from grice.words import split as splitting
from grice.words.split import words_of_text

TEXT = "Two small dogs chase a red ball. They are brown. It's on the grass."


@pytest.mark.parametrize("parser", ["rules", "default"])
def test_a_text_is_cleaned_once_and_becomes_one_graph(parser: str, monkeypatch: pytest.MonkeyPatch) -> None:
    loaded = load(parser)
    cleaned: list[str] = []
    made: list[grice.SceneGraph] = []
    clean, check = splitting.clean, grice.SceneGraph.__post_init__
    monkeypatch.setattr(splitting, "clean", lambda text: cleaned.append(text) or clean(text))
    monkeypatch.setattr(grice.SceneGraph, "__post_init__", lambda graph: made.append(graph) or check(graph))
    graphs = grice.parse([TEXT, "a dog"], loaded)
    assert cleaned == [TEXT, "a dog"]
    assert [id(graph) for graph in made] == [id(graph) for graph in graphs]


@pytest.mark.parametrize("parser", ["rules", "default"])
def test_no_text_form_is_written_or_read_on_the_way(parser: str, monkeypatch: pytest.MonkeyPatch) -> None:
    loaded = load(parser)

    def refuse(*_: object, **__: object) -> None:
        raise AssertionError("a text form inside")

    for name in ("statement", "indexed", "read", "gathered"):
        monkeypatch.setattr(f"grice.meaning.forms.text.{name}", refuse)
    monkeypatch.setattr(linear, "identified", refuse)
    assert len(grice.parse(TEXT, loaded).facts) > 3


@pytest.mark.parametrize(
    ("caption", "statement"),
    [
        ("cup filled with tea", Relation(Node("cup"), Node("tea"), "fill", "with", passive=True)),
        ("a bunch of keys", Quantity(Node("keys"), unit="gr")),
        ("a man next to another man", Relation(Node("man"), Node("man", 1), preposition="next to")),
        # "Like" is no preposition of FACTUAL's closed list, so that it belongs to the verb.
        ("a dog looking like a cat", Relation(Node("dog"), Node("cat"), "look like")),
    ],
)
def test_rules_say_what_they_mean(caption: str, statement: Quantity | Relation) -> None:
    assert RuleParser()([caption])[0].statements == (statement,)


@pytest.mark.parametrize(
    ("row", "statement"),
    [
        ("dog <verb> chase after <object> ball", Relation(Node("dog"), Node("ball"), "chase after")),
        ("cup <passive> fill with <object> tea", Relation(Node("cup"), Node("tea"), "fill", "with", True)),
        ("man <relation> next to <object> man <:1>", Relation(Node("man"), Node("man", 1), preposition="next to")),
        ("door <verb> close to <object> street", Relation(Node("door"), Node("street"), "close to")),
        ("dogs <is> 2", Quantity(Node("dogs"), "2")),
        ("birds <is> group of", Quantity(Node("birds"), unit="gr")),
    ],
)
def test_a_row_of_the_network_is_a_statement_and_a_fact_of_training_the_same(row: str, statement: object) -> None:
    (clause,) = linear.clauses_of(row.split())
    assert linear.statement_of(clause) == statement
    (fact,) = linear.facts_of(row.split())
    assert linear.tokens_of([fact]) == row.split()
    assert linear.plain(fact) == linear.plain_fact(clause)
    assert grice.SceneGraph((linear.statement_of(clause),)) == grice.SceneGraph.from_text(
        f"( {' , '.join(fact)} )", identifiers=True
    )


def test_a_parser_without_identifiers_tells_verb_from_preposition_by_the_closed_list() -> None:
    (clause,) = linear.clauses_of(["man", "<relation>", "sit", "on", "<object>", "bench"])
    assert linear.statement_of(clause, identifiers=False) == Relation(Node("man"), Node("bench"), "sit", "on")
    assert linear.statement_of(clause) == Relation(Node("man"), Node("bench"), preposition="sit on")


@pytest.mark.parametrize("row", ["! <is> red", "car <is> -", "car <relation> - <object> bus", "a <verb> on <object> !"])
def test_a_symbol_is_no_object_and_nothing_that_is_said_of_one(row: str) -> None:
    (clause,) = linear.clauses_of(row.split())
    with pytest.raises(grice.InputError, match="the symbol"):
        linear.statement_of(clause)


def test_sentences_are_passages_with_their_places_in_the_text() -> None:
    text = "a dog. | Two CATS\u2026 (It's a caf\u00e9)"
    found = sentences_in(words_of_text(text))
    assert [one.words for one in found] == [
        ("a", "dog", "."),
        ("two", "cats", "."),
        ("(", "it's", "a", "caf\u00e9", ")"),
    ]
    for one in found:
        assert one.source == text
        assert one.words == words_of_text(one.text).words
        assert [text[low:high].lower().replace("\u2026", ".") for low, high in one.spans] == list(one.words)


def test_every_registered_parser_is_loaded_by_its_name() -> None:
    for name in PARSERS:
        parser = load(name)
        assert parser.name == name
        assert load(parser) is parser


def test_a_description_says_which_parser_and_which_answers(monkeypatch: pytest.MonkeyPatch) -> None:
    for name in PARSERS:
        said = described(name)
        assert said == described(load(name))
        assert said.partition("@")[0] == name
        assert len(said.partition("@")[2]) == 8
    assert described(load("default", beams=3)) not in (described("default"), described("rules"))
    before = described("rules")
    monkeypatch.setattr(RuleParser, "fingerprint", "rules-99")
    assert described("rules").startswith("rules@")
    assert described("rules") != before


def test_a_callable_that_is_no_parser_is_told_what_it_lacks() -> None:
    with pytest.raises(grice.InputError, match=r"without name, fingerprint, language, most_words"):
        grice.parse("a dog", lambda sentences: sentences)  # type: ignore[call-overload]


def test_a_parser_of_passages_needs_one_method() -> None:
    class Nouns(PassageParser):
        name = fingerprint = "nouns"
        language, most_words = "en", 20

        def read(self, sentences, content="all"):  # noqa: ARG002
            return [Parsed((Exists(Node(one.words[-1])),)) for one in sentences]

    assert grice.parse("a red ball", Nouns()).facts == (("ball",),)
    assert Nouns()(["a red ball"])[0].text == "a red ball"
