"""grice.parse: any text gives an answer or an error on its row, whichever parser reads it."""

import json
from pathlib import Path

import numpy as np
import pyarrow as pa
import pytest

import grice
from grice.meaning.forms.text import statement
from grice.readers.graphs import parsing
from grice.readers.graphs.spans import ground, places
from grice.words.split import words_of_text
from timing import growth

BAD = [None, "", "   ", "\n\t", "...", "🐕🐕", 17, "一只狗在草地上", "собака на траве", "\x00\x01"]
ODD = [
    "dog",
    "a dog 🐕 on grass",
    "a\x00dog\x07on\u200bgrass",
    "A DOG ON GRASS",
    "dog " * 1500,
    "x" * 5000,
    "é à ü dog",
]


def test_one_text_gives_a_graph_and_a_list_a_list() -> None:
    one = grice.parse("a red ball", "rules")
    assert one.facts == (("ball", "is", "red"),)
    assert grice.parse(["a red ball", "a dog"], "rules")[0] == one
    assert grice.parse([], "rules") == []


@pytest.mark.parametrize(
    "texts",
    [
        ("a red ball", None),
        iter(["a red ball", None]),
        np.array(["a red ball", None], object),
        np.array(["a red ball", float("nan")], object),
        pa.array(["a red ball", None]),
        pa.chunked_array([["a red ball"], [None]]),
        pa.array(["a red ball", None]).dictionary_encode(),
    ],
    ids=lambda texts: type(texts).__name__,
)
def test_a_column_of_any_library_is_a_list_of_texts(texts: object) -> None:
    ball, nothing = grice.parse(texts, "rules")  # type: ignore[call-overload]
    assert ball.facts == (("ball", "is", "red"),)
    assert nothing.problems == ("missing",)


@pytest.mark.parametrize(
    "given",
    [
        b"a dog",
        bytearray(b"a dog"),
        {"a dog": 1},
        3,
        np.array("a dog"),
        np.array([["a dog"], ["a cat"]]),
        pa.table({"text": ["a dog"]}),
        pa.scalar("a dog"),
        Path("captions.csv"),
    ],
    ids=lambda given: type(given).__name__,
)
def test_what_is_no_list_of_texts_is_not_taken_apart_in_silence(given: object) -> None:
    with pytest.raises(grice.InputError, match="a text or a list of texts"):
        grice.parse(given, "rules")  # type: ignore[call-overload]


def test_a_set_has_no_order_and_the_name_of_a_file_is_no_description(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    for texts in ({"a dog", "a cat"}, frozenset({"a dog"})):
        with pytest.raises(grice.InputError, match="no order"):
            grice.parse(texts, "rules")
    assert [str(graph) for graph in grice.parse({"a dog": 1, "a cat": 2}.keys(), "rules")] == ["( dog )", "( cat )"]
    monkeypatch.chdir(tmp_path)
    assert grice.parse("captions.csv", "rules"), "no such file: a text like any other"
    Path("captions.csv").write_text("caption\na dog\n", "utf-8")
    with pytest.raises(grice.InputError, match=r"grice parse captions\.csv"):
        grice.parse("captions.csv", "rules")


@pytest.mark.parametrize("options", [{"beams": 0}, {"beams": 65}, {"beams": "4"}, {"beams": 2.5}, {"threads": 0}])
def test_numbers_out_of_range_are_refused_before_anything_is_loaded(options: dict) -> None:
    with pytest.raises(grice.InputError, match="a whole number from 1 to"):
        grice.parse("a dog", **options)


def test_a_parser_may_be_a_path_and_must_be_something_to_call(tmp_path: Path) -> None:
    with pytest.raises(grice.InputError, match=r"holds no manifest\.json"):
        grice.parse("a dog", tmp_path)
    for nothing in (None, 3):
        with pytest.raises(grice.InputError, match="a name, a folder, a hub id"):
            grice.parse("a dog", nothing)  # type: ignore[call-overload]


@pytest.mark.parametrize("parser", ["rules", "learned"])
def test_bad_input_costs_its_row(parser: str, request: pytest.FixtureRequest) -> None:
    chosen = parser if parser == "rules" else str(request.getfixturevalue(parser))
    graphs = grice.parse([*BAD, *ODD, "a red ball"], chosen)
    assert len(graphs) == len(BAD) + len(ODD) + 1
    for given, graph in zip(BAD, graphs, strict=False):
        assert graph.problems, given
        assert not graph.statements, given
    assert graphs[-1].facts == grice.parse("a red ball", chosen).facts
    for graph in graphs:
        json.loads(graph.to_json())


def test_a_lone_bad_text_is_an_error_that_says_why() -> None:
    for text, why in (("", "empty"), ("?!", "no words"), ("🐕🐕", "no words"), ("一只狗", "another script")):
        with pytest.raises(grice.InputError, match=why):
            grice.parse(text, "rules")
    with pytest.raises(grice.InputError, match="a text or a list"):
        grice.parse(None, "rules")  # type: ignore[call-overload]


def test_control_characters_part_words() -> None:
    assert grice.parse("a\x00dog\x07on\u200bgrass", "rules").facts == (("dog", "on", "grass"),)


@pytest.mark.parametrize("parser", ["rules", "default"])
@pytest.mark.parametrize(
    ("text", "plain"),
    [
        ("a 🐕 dog", "a dog"),
        ("👨‍👩‍👧 family at the table ❤️", "family at the table"),
        ("two dogs chase a ball ⚽", "two dogs chase a ball"),
        ("• a cat • a dog", "a cat; a dog"),
    ],
)
def test_emoji_and_bullets_are_no_words(text: str, plain: str, parser: str) -> None:
    graph = grice.parse(text, parser, content="all")
    assert graph.facts == grice.parse(plain, parser, content="all").facts
    assert all(node.implied or text[slice(*node.span)] == node.name for node in graph.nodes)


def test_an_unknown_parser_and_a_language_without_one_say_what_there_is() -> None:
    with pytest.raises(grice.InputError, match=r"(?s)no parser is called 'best'.*rules.*hub id"):
        grice.parse("a dog", "best")
    with pytest.raises(grice.InputError, match="language 'fr'"):
        grice.parse("un chien", language="fr")
    for nowhere in ("", "./nowhere"):
        with pytest.raises(grice.InputError, match=f"no parser is called '{nowhere}'"):
            grice.parse("a dog", nowhere)


def test_without_shipped_weights_the_default_says_what_to_do(monkeypatch: pytest.MonkeyPatch, tmp_path) -> None:
    monkeypatch.setattr(parsing, "files", lambda _: tmp_path)
    with pytest.raises(grice.InputError, match=r"(?s)weights are not in this installation.*--parser rules"):
        grice.parse("a dog")
    with pytest.raises(grice.InputError, match="weights are not in this installation"):
        grice.score(["a dog"], [["a dog"]], metrics="spice")
    assert grice.score(["( dog )"], [["( dog )"]], metrics="spice")["spice"].value == 1


def test_a_parser_of_ones_own_is_used_as_it_is() -> None:
    class Shouting:
        name = fingerprint = "shouting"
        language, most_words = "en", 50

        def __call__(self, sentences: list[str]) -> list[grice.SceneGraph]:
            return [grice.SceneGraph.from_facts([(sentence.upper(),)]) for sentence in sentences]

    assert grice.parse("a dog", Shouting()).facts == (("A DOG",),)


@pytest.mark.parametrize(
    ("field", "text", "where"),
    [
        ("dogs", "two dogs run", [(1, 2)]),
        ("sit", "a dog sits on a mat", [(2, 3)]),
        ("on side of", "a sign on the side of a road", [(2, 6)]),
        ("cellphone", "man with a cell phone", [(3, 5)]),
        ("t-shirt", "a white tshirt", [(2, 3)]),
        ("2", "two cats and 2 dogs", [(3, 4)]),
        ("wheel", "the front wheels", [(2, 3)]),
        ("phone", "he talks about donating", []),
    ],
)
def test_where_a_field_stands(field: str, text: str, where: list[tuple[int, int]]) -> None:
    assert places(field, text.split()) == where


def grounded(facts: list[tuple[str, ...]], text: str) -> grice.SceneGraph:
    statements = [statement(fact, identifiers=True) for fact in facts]
    return grice.SceneGraph(ground(statements, words_of_text(text)), text)


def test_an_attribute_takes_the_place_next_to_its_object() -> None:
    text = "A red car and a red bus"
    graph = grounded([("car", "is", "red"), ("bus", "is", "red"), ("car", "v:chase", "bus")], text)
    assert [one.span for one in graph.attributes] == [(2, 5), (16, 19)]
    assert graph.relations[0].implied


def test_the_owner_of_a_thing_stands_before_its_s() -> None:
    text = "The woman\u2019s hat and the dog's collar"
    graph = grounded([("woman", "v:have", "hat"), ("dog", "v:have", "collar")], text)
    assert [text[slice(*node.span)] for node in graph.nodes if node.span] == ["woman", "hat", "dog", "collar"]


def test_an_error_stays_a_line_however_long_the_text() -> None:
    with pytest.raises(grice.InputError, match=r"and \d+ more") as caught:
        grice.parse("florb gnasp. " * 3_000)
    assert len(str(caught.value)) < 500


@pytest.mark.parametrize(
    "text", ["a dog. ", "the dog sees it. ", "dog, ", "word ", ". ", "he is tall. ", "dog and cat ", ".", "1. a "]
)
def test_twice_as_long_a_text_takes_twice_as_long(text: str) -> None:
    assert growth(lambda long: grice.parse([long], "rules"), lambda size: text * (size // len(text)), 15_000) < 3.2
