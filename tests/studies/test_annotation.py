"""Forms and graphs, ranked choices, closed lists, and files that our loaders and the training take."""

import csv
import json
from pathlib import Path

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

import grice
from grice import InputError, SceneGraph
from grice.corpora import factual
from grice.studies.annotation_form import checked, compared, facts_of, form_of, graph_of, merged
from grice.studies.predicate_ranking import MOST, ranked
from grice.studies.predicates import closed_lists, k_means, lists, written
from grice.words.split import words_in, words_of_text

CAPTION = "two small dogs chase a red ball without a leash and it rolls"
FORM = {
    "objects": [
        {"name": "dogs", "words": [2, 3], "number": "2", "unit": "", "mentions": []},
        {"name": "ball", "words": [6, 7], "mentions": [[11, 12]], "box": [0.1, 0.2, 0.3, 0.4]},
        {"name": "leash", "words": [9, 10]},
    ],
    "attributes": [{"object": 0, "value": "small", "words": [1, 2]}, {"object": 1, "value": "red", "words": [5, 6]}],
    "relations": [
        {"subject": 0, "object": 1, "verb": "chase", "preposition": ""},
        {"subject": 0, "object": 2, "verb": "", "preposition": "with", "denied": True},
    ],
}


def test_a_form_becomes_the_graph_that_it_says() -> None:
    graph = graph_of(FORM, CAPTION)
    assert set(graph.facts) == {
        ("dogs", "is", "2"),
        ("dogs", "is", "small"),
        ("ball", "is", "red"),
        ("dogs", "chase", "ball"),
    }
    assert [CAPTION[slice(*node.span)] for node in graph.nodes if node.span] == ["dogs", "ball"]
    assert "dogs not with leash" in facts_of(FORM, CAPTION)
    assert graph.denied_facts == (("dogs", "with", "leash"),)


def test_what_a_caption_denies_survives_the_form_and_the_written_forms() -> None:
    for caption, fact in (
        ("a street without cars", "cars"),
        ("the dog is not black", "black"),
        ("there are no cars", "cars"),
    ):
        graph = grice.parse(caption, parser="rules")
        again = graph_of(checked(form_of(graph, caption), caption), caption)
        assert again.denied == graph.denied
        assert again == graph
        assert fact in str(again.denied_facts)
        assert any(" not " in one for one in facts_of(form_of(graph, caption), caption))
        assert "not (" in again.to_mr()


@pytest.mark.parametrize(
    "text",
    [
        "( men , v:watch , men:1 )",
        "( dogs , is , 2 ) , ( dogs , is , small ) , ( dogs , v:chase , ball ) , ( ball , is , red )",
        "( cup , pv:fill with , water ) , ( cup , on , table )",
        "( men , is , group of ) , ( men , is , 3 )",
        "( x )",
    ],
)
def test_a_graph_becomes_a_form_and_the_same_graph_again(text: str) -> None:
    graph = SceneGraph.from_text(text, identifiers=True)
    caption = "some words that say so"
    assert set(graph_of(form_of(graph, caption), caption).facts) == set(graph.facts)
    assert graph_of(form_of(graph, caption), caption).to_mr() == graph.canonical().to_mr() or len(graph.statements) > 1


def test_graphs_of_a_real_corpus_survive_the_form(corpus) -> None:
    path = corpus("factual/random_dev_id.csv")
    for number, item in enumerate(factual.load(path)):
        if number == 400:
            break
        form = checked(form_of(item.graph, item.caption), item.caption)
        again = graph_of(form, item.caption)
        assert set(again.facts) == set(item.graph.facts), item.caption
        assert {(r.verb, r.preposition, r.passive) for r in again.relations} == {
            (r.verb, r.preposition, r.passive) for r in item.graph.relations
        }


@pytest.mark.parametrize(
    ("change", "message"),
    [
        ({"objects": [{"name": "", "words": [0, 1]}]}, "no name"),
        ({"objects": [{"name": "dogs", "number": "some"}]}, "no quantity"),
        ({"objects": [{"name": "dogs", "number": "1", "unit": "xx"}]}, "no unit"),
        ({"attributes": [{"object": 9, "value": "red"}]}, "not there"),
        ({"attributes": [{"object": True, "value": "red"}]}, "not there"),
        ({"relations": [{"subject": 0, "object": 1, "verb": "", "preposition": ""}]}, "neither verb nor preposition"),
        ({"objects": [{}] * 61}, "61 entries"),
        ({"objects": ["x"]}, "1 entries"),
    ],
)
def test_a_form_that_cannot_be_meant_is_refused(change: dict, message: str) -> None:
    with pytest.raises(InputError, match=message):
        checked({"objects": FORM["objects"], "attributes": [], "relations": []} | change, CAPTION)


def test_what_a_page_sends_beyond_the_form_is_left_out() -> None:
    odd = {"name": "Dogs (2)", "words": [5, 99], "box": [0, 2, 0, 0], "mentions": ["x", [1, 2]], "secret": 1}
    found = checked({"objects": [odd], "more": 1}, CAPTION)
    (one,) = found["objects"]
    assert (one["name"], one["words"], one["box"], one["mentions"]) == ("dogs 2", None, None, [[1, 2]])
    assert "secret" not in one
    assert set(found) == {"objects", "attributes", "relations"}


def test_two_annotators_are_compared_fact_by_fact_and_merged() -> None:
    other = {
        **FORM,
        "attributes": FORM["attributes"][:1],
        "relations": [{"subject": 0, "object": 1, "verb": "run", "preposition": "to"}],
    }
    facts = {fact: (one, two) for fact, one, two in compared(FORM, other, CAPTION)}
    assert facts["dogs is small"] == (True, True)
    assert facts["ball is red"] == (True, False)
    assert facts["dogs run to ball"] == (False, True)
    whole = merged([FORM, other], CAPTION)
    assert set(facts_of(whole, CAPTION)) == set(facts)
    assert facts_of(merged([FORM, FORM], CAPTION), CAPTION) == facts_of(FORM, CAPTION)


def test_the_chosen_predicate_is_nearly_always_among_the_twenty_even_without_the_parser(corpus) -> None:
    closed, found, wanted = lists(), 0, 0
    for number, item in enumerate(factual.load(corpus("factual/random_dev_id.csv"))):
        if number == 60:
            break
        for relation in item.graph.relations:
            ends = [_where(node.name, item.caption) for node in relation.nodes]
            names = (relation.subject.name, relation.object.name)
            best = ranked(item.caption, *ends, names, closed.verbs, closed.prepositions, SceneGraph())
            wanted += 1
            assert max(len(best.verbs), len(best.prepositions)) <= MOST
            found += (not relation.verb or relation.verb in best.verbs) and (
                not relation.preposition or relation.preposition in best.prepositions
            )
    assert found / wanted > 0.8


def _where(name: str, caption: str) -> tuple[int, int] | None:
    words, wanted = words_in(caption), name.split()
    for i in range(len(words) - len(wanted) + 1):
        if list(words[i : i + len(wanted)]) == wanted:
            return i, i + len(wanted)
    return None


def test_what_the_parser_proposes_comes_first_and_is_filled_in() -> None:
    graph = SceneGraph.from_text("( cup , pv:fill with , water )", identifiers=True)
    best = ranked("a cup filled with water", (1, 2), (4, 5), ("cup", "water"), ("have", "fill"), ("on", "with"), graph)
    assert (best.verb, best.preposition, best.passive) == ("fill", "with", True)
    assert (best.verbs[0], best.prepositions[0]) == ("fill", "with")


def test_closed_lists_keep_the_commonest_of_each_cluster(tmp_path: Path) -> None:
    said = ["run to"] * 6 + ["sprint to"] * 2 + ["eat"] * 5 + ["devour"] * 1 + ["sit on"] * 4
    graphs = [SceneGraph.from_facts([("a", one, "b")]) for one in said]
    found = closed_lists(graphs, verbs=3, prepositions=10)
    assert set(found.verbs) == {"run", "eat", "sit"}
    assert found.merged == {"sprint": "run", "devour": "eat"}
    assert found.prepositions == ("to", "on")
    path = tmp_path / "predicates.toml"
    path.write_text(written(found))
    assert "# also: sprint" in written(found)
    assert lists(str(path)).verbs == found.verbs
    with pytest.raises(InputError, match="no closed lists"):
        lists(str(tmp_path / "none.toml"))


def test_k_means_finds_directions_that_are_there() -> None:
    rng = np.random.default_rng(0)
    centres = np.eye(5, 16, dtype=np.float32)
    vectors = np.repeat(centres, 30, axis=0) + rng.normal(0, 0.1, (150, 16)).astype(np.float32)
    vectors /= np.linalg.norm(vectors, axis=1, keepdims=True)
    where = k_means(vectors, 5, np.ones(150))
    found = {frozenset(np.flatnonzero(where == cluster).tolist()) for cluster in range(5)}
    assert found == {frozenset(range(30 * cluster, 30 * cluster + 30)) for cluster in range(5)}


def test_the_shipped_lists_hold_each_label_once() -> None:
    found = lists()
    assert len(set(found.verbs)) == len(found.verbs) > 250
    assert "next to" in found.prepositions
    assert words_of_text(" ".join(found.verbs)).words


def test_an_annotated_corpus_is_read_by_the_loaders_and_by_the_training(tmp_path: Path) -> None:
    from grice.studies.corpus import accepted, write
    from grice.studies.design import read
    from grice.studies.store import Store
    from grice.studies.templates import template
    from grice.training.parser.rows import FILES, read_rows

    path = tmp_path / "study.toml"
    path.write_text(template("annotation"))
    store = Store(read(path))
    annotators = [store.person(store.join()) for _ in range(2)]
    expert = store.person(store.invite(1, "expert")[0])
    store.begin(expert)
    store.step(expert, "items")
    expert = store.by_id(expert.id)
    for number in range(5):
        for who, person in enumerate(annotators):
            place = store.next(person)
            words = words_in(place.item.shown["caption"])
            form = checked(
                {"objects": [{"name": words[-1], "words": [len(words) - 1, len(words)]}]}, place.item.shown["caption"]
            )
            if number == 0 and who:
                form["attributes"] = [{"object": 0, "value": "green", "words": None, "denied": False}]
            store.answer(store.by_id(person.id), place.item.id, {"form": form})
    # Captions come to annotators in different orders: a difference is in one or two captions.
    agreed = accepted(store)
    assert 3 <= len(agreed) < 5
    assert len(accepted(store, unchecked=True)) == 5
    assert store.take(expert)
    place = store.next(expert)
    assert len(store.answers_to(place.item.id)) == 2
    store.answer(
        expert,
        place.item.id,
        {"form": {"objects": [{"name": "expert's", "words": None}], "attributes": [], "relations": []}},
    )
    assert accepted(store)[place.item.id].facts == (("expert's",),)
    files = write(store, tmp_path / "corpus", dev=0.4, unchecked=True)
    assert {file.name for file in files} >= set(FILES["random"])
    learnable = tmp_path / "corpus" / "captions.jsonl"
    given = [json.loads(line) for line in learnable.read_text("utf-8").splitlines()]
    found = {store.items[one].shown["caption"]: graph for one, graph in accepted(store, unchecked=True).items()}
    assert {row["caption"] for row in given} == set(found)
    for row in given:
        assert SceneGraph.from_text(row["graph"], identifiers=True) == SceneGraph(found[row["caption"]].statements)
        denied = SceneGraph.from_text(row.get("denied", ""), identifiers=True).statements if "denied" in row else ()
        assert denied == found[row["caption"]].denied, "what a caption denies is learned too"
    assert len(given) == files.pop(learnable) == 5
    for file, rows in files.items():
        items = list(factual.load(file))
        assert len(items) == rows
        assert all(item.error is None and item.graph.nodes for item in items)
    left_out: list[str] = []
    learned, reported = read_rows(tmp_path / "corpus", "random", say=left_out.append)
    assert (len(learned), len(reported), left_out) == (3, 2, [])
    with (tmp_path / "corpus" / "random_train_id.csv").open() as file_:
        assert next(csv.reader(file_)) == ["image_id", "region_id", "caption", "scene_graph"]
    store.close()


def test_an_item_goes_to_one_expert_and_only_when_all_annotators_are_done(tmp_path: Path) -> None:
    from grice.studies.design import read
    from grice.studies.store import Store
    from grice.studies.templates import template

    path = tmp_path / "study.toml"
    path.write_text(template("annotation"))
    store = Store(read(path))
    one, two = (store.person(store.join()) for _ in range(2))
    experts = [store.person(token) for token in store.invite(2, "expert")]
    form = {"form": {"objects": [{"name": "x", "words": None}], "attributes": [], "relations": []}}
    first = store.next(one).item.id
    store.answer(one, first, form)
    assert not store.take(experts[0])
    while (place := store.next(two)) is not None:
        store.answer(two, place.item.id, form)
    assert store.take(experts[0])
    assert not store.take(experts[1])
    assert store.next(experts[0]).item.id == first
    store.close()


JSON = st.recursive(
    st.none() | st.booleans() | st.integers() | st.floats(allow_nan=False) | st.text(max_size=8),
    lambda inner: (
        st.lists(inner, max_size=4)
        | st.dictionaries(
            st.sampled_from(
                [
                    "objects",
                    "attributes",
                    "relations",
                    "name",
                    "words",
                    "number",
                    "unit",
                    "object",
                    "subject",
                    "value",
                    "verb",
                ]
            ),
            inner,
            max_size=6,
        )
    ),
    max_leaves=25,
)


@settings(max_examples=300, deadline=None)
@given(JSON)
def test_whatever_a_page_sends_is_a_graph_or_a_refusal(sent: object) -> None:
    try:
        found = checked(sent, CAPTION)
    except InputError:
        return
    assert checked(found, CAPTION) == found
    assert facts_of(found, CAPTION) is not None
