"""Set match and SPICE give the published evaluator's numbers, and say what is wrong with what they cannot read."""

import json
from collections.abc import Callable
from pathlib import Path

import numpy as np
import pytest

import grice
from grice import SceneGraph
from grice.meaning.graph_statements import label
from grice.metrics import Metric, SetMatch, Spice
from grice.metrics.base import Rows
from grice.metrics.tally import Tally
from grice.readers.graphs import parsing
from grice.readers.graphs.given import is_graph

VARIANTS = [
    ("plain", "set_match", SetMatch(lemmatise=False)),
    ("plain", "spice", Spice(lemmatise=False)),
    ("plain", "spice_no_synonyms", Spice(lemmatise=False, synonyms=False)),
    ("lemmatised", "set_match", SetMatch()),
    ("lemmatised", "spice", Spice()),
    ("lemmatised", "spice_no_synonyms", Spice(synonyms=False)),
]


@pytest.mark.parametrize(("setting", "field", "metric"), VARIANTS)
def test_parity_with_the_published_evaluator(
    corpus: Callable[[str], Path], setting: str, field: str, metric: Metric
) -> None:
    path = corpus("factual/evaluator_vectors.jsonl")
    vectors = [json.loads(line) for line in path.read_text("utf-8").splitlines()]
    result = grice.score([v["candidate"] for v in vectors], [v["references"] for v in vectors], metrics=metric)
    published = np.array([v[setting][field] for v in vectors]) / 100
    equal = abs(result[metric.name].items - published) <= 0.001
    assert len(vectors) == 380
    assert equal.mean() >= 0.99
    assert not result.errors


def spice(candidate: str, *references: str, **settings: object) -> float:
    return grice.score([candidate], [list(references)], metrics=Spice(**settings))["spice"].value  # type: ignore[arg-type]


def test_spice_counts_objects_attributes_and_relations() -> None:
    # dog, red, dog-red, dog-on-mat, mat against dog, dog-red, dog-under-mat, mat: three of four match on either side.
    assert spice("( dog , is , red ) , ( dog , on , mat )", "( dog , is , red ) , ( dog , under , mat )") == 0.75


def test_synonyms_match_one_to_one() -> None:
    assert spice("( sofa )", "( couch )") == 1
    assert spice("( sofa )", "( couch )", synonyms=False) == 0
    # Only one of two synonyms can have the reference's single object.
    assert spice("( sofa ) , ( lounge )", "( couch )") == pytest.approx(2 / 3)


def test_lemmas_take_every_word_for_a_noun() -> None:
    assert spice("( dogs )", "( dog )", synonyms=False) == 1
    assert spice("( dogs )", "( dog )", synonyms=False, lemmatise=False) == 0


def test_case_is_kept_except_where_wordnet_is_asked() -> None:
    assert spice("( Dog )", "( dog )", synonyms=False) == 0
    assert spice("( Dog )", "( dog )") == 1


def test_references_pooled_one_by_one_or_merged() -> None:
    references = ("( man , on , horse )", "( couch )", "( sofa )")
    assert spice("( couch )", *references) == pytest.approx(2 / 6)
    assert spice("( couch )", *references, references="max") == 1
    assert spice("( sofa )", *references, references="merged") == pytest.approx(2 / 5)


def test_set_match_pools_references_unless_told_otherwise() -> None:
    references = [["( a )", "( b )"]]
    assert grice.score(["( b )"], references, metrics="setmatch")["setmatch"].value == 0
    assert grice.score(["( b ) , ( a )"], references, metrics="setmatch")["setmatch"].value == 1
    assert grice.score(["( b )"], references, metrics=SetMatch(references="max"))["setmatch"].value == 1


@pytest.mark.parametrize(
    ("prediction", "reference", "value"),
    [(SceneGraph(), SceneGraph(), 1), (SceneGraph(), "( a )", 0), ("( a )", SceneGraph(), 0)],
)
@pytest.mark.parametrize("metric", ["spice", "setmatch"])
def test_empty_graphs(prediction: object, reference: object, value: int, metric: str) -> None:
    assert grice.score([prediction], [[reference]], metrics=metric)[metric].value == value


@pytest.mark.parametrize("metric", [Spice(), Spice(references="max"), Spice(references="merged"), SetMatch()])
def test_a_graph_matches_itself_and_batches_do_not_matter(metric: Metric) -> None:
    graphs = [f"( man , hold , thing{i} ) , ( thing{i} , is , {i} )" for i in range(7)]
    same = grice.score(graphs, [[g] for g in graphs], metrics=metric)[metric.name]
    assert same.value == 1
    assert same.interval() == (1, 1)
    rows = Rows(graphs, [[graphs[i - 1]] for i in range(7)])
    whole, parts = Tally(metric), Tally(metric)
    whole.update(rows)
    for start in range(0, 7, 3):
        parts.update(rows.slice(start, start + 3))
    np.testing.assert_equal(whole.compute().values, parts.compute().values)


def test_explanations_name_what_matched_and_how() -> None:
    result = grice.score(
        ["( sofa , is , red ) , ( cat )"], [["( couch , is , red ) , ( dog )"]], metrics=["spice", "setmatch"]
    )
    text = result["spice"].explain(0)
    assert "synonym: (sofa) ~ (couch)" in text
    assert "extra, not in the reference: (cat)" in text
    assert "missing from the prediction: (dog)" in text
    assert "missing: ( couch , is , red )" in result["setmatch"].explain(0)


def test_the_signature_names_every_setting() -> None:
    signature = str(Spice(lemmatise=False, references="max").signature)
    for part in ("spice", "lemmatise:no", "synonyms:wordnet3.0", "references:max", "case:kept"):
        assert part in signature


@pytest.mark.parametrize(
    ("prediction", "reference", "message"),
    [
        ("", "( a )", "prediction is empty"),
        ("( a , b", "( a )", "character 0"),
        ("...", "( a )", "neither a caption nor a scene graph"),
        (7, "( a )", "prediction is of type int"),
    ],
)
def test_a_prediction_that_cannot_be_read_is_the_worst_or_drops_its_row(
    prediction: object, reference: str, message: str
) -> None:
    given = (["( a )", prediction, "( b )", "( a )"], [["( a )"], [reference], ["( c )"], ["( a )"]])
    worst = grice.score(*given, metrics=["spice", "setmatch"])
    assert list(worst.unreadable) == [1]
    assert message in worst.unreadable[1]
    assert worst["spice"].items.tolist() == [1, 0, 0, 1]
    assert worst["spice"].value == 0.5
    assert "1 unreadable, counted as worst" in str(worst)
    dropped = grice.score(*given, metrics=["spice", "setmatch"], unreadable="drop")
    assert list(dropped.errors) == [1]
    assert np.isnan(dropped["spice"].items[1])
    assert dropped["spice"].value == pytest.approx(2 / 3)


def test_a_reference_that_cannot_be_read_drops_its_row() -> None:
    result = grice.score(["( a )", "( a )"], [["( a )"], ["( a ) ( b )"]], metrics="spice")
    assert "reference is not a scene graph" in result.errors[1]
    assert np.isnan(result["spice"].items[1])
    assert result["spice"].value == 1


def test_a_row_without_references_is_an_error() -> None:
    assert "no reference" in grice.score(["( a )"], [[]], metrics="spice").errors[0]


def test_transposed_references_are_recognised() -> None:
    with pytest.raises(grice.InputError, match="transposed"):
        grice.score(["( a )", "( b )", "( c )"], [["( a )", "( b )", "( c )"]] * 2, metrics="spice")
    with pytest.raises(grice.InputError, match="3 predictions and 2 references"):
        grice.score(["( a )", "( b )", "( c )"], [["( a )"], ["( b )"]], metrics="spice")


def test_captions_are_parsed_once_each_for_all_metrics(monkeypatch: pytest.MonkeyPatch) -> None:
    asked: list[str] = []

    def parse(texts: list[str], _: object) -> list[SceneGraph]:
        asked.extend(texts)
        unread = SceneGraph(problems=("no words that I know",))
        return [unread if "bad" in text else SceneGraph.from_facts([(label(text),)]) for text in texts]

    monkeypatch.setattr(parsing, "parse", parse)
    predictions, references = ["a dog", "a cat", "( dog )"], [["a dog"], ["a dog", "a cat (left)"], ["( dog )"]]
    result = grice.score(predictions, references, metrics=["spice", "setmatch", "diversity"])
    assert sorted(asked) == ["a cat", "a cat (left)", "a dog"]
    assert result["setmatch"].items.tolist()[::2] == [1, 1]
    bad = grice.score(["a dog", "bad"], [["a dog"], ["a dog"]], metrics="spice")
    assert bad["spice"].items[0] == 1
    assert "cannot be parsed: no words that I know" in bad.unreadable[1]


def test_a_table_of_several_metrics_names_their_columns() -> None:
    table = grice.score(["( a )"], [["( a )"]], metrics=["spice", "setmatch"]).table()
    assert {"spice", "spice.precision", "spice.recall", "spice.exact", "setmatch"} <= set(table.column_names)


def test_unknown_settings_are_refused() -> None:
    for metric in (Spice, SetMatch):
        with pytest.raises(grice.InputError, match="references='best'"):
            metric(references="best")


@pytest.mark.parametrize(
    ("text", "graph"),
    [
        ("( dog )", True),
        ("( traffic light ) , ( dog , next to , traffic light )", True),
        ("(dog, on, mat), (cat)", True),
        ("( cat", True),
        ("( dog , is", True),
        ("dog ) , ( cat )", True),
        ("( dog , is , red ) and ( cat )", True),
        ("( dog ) , not ( cat )", True),
        ("(From left) Two men shake hands.", False),
        ("(left, center, right) Three men stand in a row", False),
        ("Two men (left), (right) a woman", False),
        ("( a dog )", False),
        ("(A dog, a cat and the mat)", False),
        ("(Two men shake hands", False),
        ("a dog (brown)", False),
    ],
)
def test_a_caption_with_parentheses_is_no_broken_graph(text: str, graph: bool) -> None:
    assert is_graph(text) is graph


@pytest.mark.parametrize(
    ("said", "wanted"),
    [("(From left) Two men shake hands.", "Two men shake hands."), ("( a dog )", "a dog")],
)
def test_captions_with_parentheses_are_read_as_captions(said: str, wanted: str) -> None:
    for pair in ([said], [[wanted]]), ([wanted], [[said]]):
        result = grice.score(*pair, metrics="spice", parser="rules")
        assert not result.errors
        assert not result.unreadable
        assert result["spice"].value > 0.5
