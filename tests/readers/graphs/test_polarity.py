"""The guard that tells denials from assertions agrees with annotators, and the rule parser denies what they deny."""

import json
import re
from dataclasses import replace
from pathlib import Path

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

import grice
from grice.meaning.forms.text import indexed
from grice.meaning.graph import SceneGraph
from grice.meaning.graph_statements import Attribute, Node, Relation, Statement
from grice.readers.graphs.polarity import guarded, is_denied, split
from grice.readers.graphs.rules import RuleParser
from grice.words.morphology import lemmatised
from grice.words.split import words_in

CAPTIONS = Path(__file__).parents[3] / "data" / "captions" / "train.jsonl"
ROWS = [json.loads(line) for line in CAPTIONS.read_text("utf-8").splitlines()] if CAPTIONS.exists() else []
LATER = [row for row in ROWS if re.fullmatch(r"W([5-9]|1\d)|R\d", str(row["annotator"]))]
FIRST = [row for row in ROWS if row not in LATER]
needs_captions = pytest.mark.skipif(not ROWS, reason="the annotated captions of the source tree are not here")


def _statements(text: str | None) -> list[Statement]:
    found = SceneGraph.from_text(text).statements if text else ()
    return [_indexed(one) for one in found]


def _indexed(one: Statement) -> Statement:
    if isinstance(one, Relation):
        return replace(one, subject=indexed(one.subject.name), object=indexed(one.object.name))
    return replace(one, node=indexed(one.node.name))


@needs_captions
@pytest.mark.parametrize(
    ("rows", "found", "right", "wrong"),
    [
        # These captions were looked at; of 180 denied facts of the hard ones, which were not, 91 % are found.
        # Prohibitions and negative questions ("No parking", "Isn't he ...?") assert what they deny in form.
        (FIRST, 0.84, 0.91, 0.0025),
        # These were not, and are full of exclusions ("all but one of the kids").
        (LATER, 0.70, 0.78, 0.005),
    ],
    ids=["first", "later"],
)
def test_the_guard_finds_denials_and_leaves_assertions(rows: list, found: float, right: float, wrong: float) -> None:
    said = {True: [0, 0], False: [0, 0]}
    for row in rows:
        words = words_in(row["caption"])
        for key, name in ((False, "graph"), (True, "denied")):
            for one in _statements(row.get(name)):
                said[key][is_denied(one, words)] += 1
    denied = sum(said[True])
    assert denied > 80
    assert said[True][1] / denied >= found
    assert said[True][1] / (said[True][1] + said[False][1]) >= right
    assert said[False][1] / sum(said[False]) <= wrong


@pytest.mark.long
@needs_captions
def test_rules_seldom_assert_what_annotators_deny() -> None:
    rows = [row for row in FIRST if row.get("denied")]
    graphs = grice.parse([row["caption"] for row in rows], "rules")
    asserted = sum(
        bool({_key(fact) for fact in SceneGraph.from_text(row["denied"]).facts} & {_key(fact) for fact in graph.facts})
        for row, graph in zip(rows, graphs, strict=True)
    )
    assert asserted <= 0.065 * len(rows)
    assert sum(bool(graph.denied) for graph in graphs) >= 0.81 * len(rows)
    others = [row["caption"] for row in FIRST if not row.get("denied")]
    # Prohibitions, negative questions and things "missing" or "lost" are not denied by annotators, but by the rules.
    assert sum(bool(graph.denied) for graph in grice.parse(others, "rules")) <= 0.0035 * len(others)


def _key(fact: tuple[str, ...]) -> tuple[str, ...]:
    return tuple(lemmatised(part.partition(":")[0]) for part in fact)


@pytest.mark.parametrize(
    ("caption", "graph", "denied"),
    [
        ("The dog is not black", "( dog )", "( dog , is , black )"),
        ("There are no cars", "", "( cars )"),
        ("no cars on the street", "( street )", "( cars , on , street )"),
        ("a man without a shirt", "( man )", "( man , with , shirt )"),
        ("nobody is sitting on the bench", "( bench )", "( person , v:sit on , bench )"),
        ("a red ball and not a blue one", "( ball , is , red )", "( ball , is , blue )"),
        ("the desk is free of papers", "( desk )", "( desk , with , papers )"),
        ("none of the boys is wearing a hat", "( boys )", "( boys , v:wear , hat )"),
        ("A dog sits on a mat. It isn't black.", "( dog , v:sit on , mat )", "( dog , is , black )"),
        (
            "at least five men hold a couple of kites",
            "( men , is , at least 5 ) , ( kites , is , 2 ) , ( men , v:hold , kites )",
            "",
        ),
        (
            "a dozen eggs in two hundred and five bowls",
            "( eggs , is , 12 ) , ( bowls , is , 205 ) , ( eggs , in , bowls )",
            "",
        ),
    ],
)
def test_rules_read_denials_and_numbers(caption: str, graph: str, denied: str) -> None:
    found = grice.parse(caption, "rules")
    wanted = SceneGraph.from_text(graph, identifiers=True).statements if graph else ()
    not_so = SceneGraph.from_text(denied, identifiers=True).statements if denied else ()
    assert found == SceneGraph(wanted, denied=not_so)


def test_spans_of_denials_and_numbers_are_their_words() -> None:
    text = "Nobody sits on twenty three benches without a hat"
    graph = grice.parse(text, "rules")
    spans = {text[slice(*node.span)] for one in graph.denied for node in one.nodes if node.span}
    assert {"Nobody", "hat"} <= spans
    (amount,) = graph.quantities
    assert amount.span is not None
    assert text[slice(*amount.span)] == "twenty three"


def test_statements_are_split_by_what_the_sentence_denies() -> None:
    dog, mat = Node("dog"), Node("mat")
    black, tall, on = Attribute(dog, "black"), Attribute(dog, "tall"), Relation(dog, mat, "sit", "on")
    assert split([black, tall, on], words_in("the tall dog that sits on a mat is not black")) == ([tall, on], [black])
    assert split([black, tall, on], words_in("the tall black dog sits on a mat")) == ([black, tall, on], [])


def test_the_guard_mends_both_ways_and_leaves_nothing_said_and_denied() -> None:
    knight, sword, shield = Node("knight"), Node("sword"), Node("shield")
    has, lacks = Relation(knight, shield, "have"), Relation(knight, sword, "have")
    words = words_in("the knight has no sword , only a shield")
    assert guarded([], [lacks, has], words) == ([has], [lacks])
    assert guarded([lacks, has], [has], words) == ([has], [lacks])
    guests, crates = Node("guests"), Node("crates")
    sit = Relation(guests, crates, "sit", "on")
    assert guarded([sit], [sit], words_in("in the absence of chairs , guests sit on crates")) == ([sit], [])


@pytest.mark.parametrize(
    ("caption", "denied"),
    [
        ("everyone but the drummer wears a jacket", Relation(Node("drummer"), Node("jacket"), "wear")),
        ("she wears a veil , her helper doesn't", Relation(Node("helper"), Node("veil"), "wear")),
        ("the goat , not the donkey , pulls a cart", Relation(Node("donkey"), Node("cart"), "pull")),
    ],
)
def test_of_what_is_set_apart_the_opposite_is_so(caption: str, denied: Relation) -> None:
    assert is_denied(denied, words_in(caption))


def test_what_says_itself_that_it_is_not_so_is_not_denied() -> None:
    words = words_in("a stool that is missing a leg , except the one with suspenders")
    assert not is_denied(Relation(Node("stool"), Node("leg"), "miss"), words)
    boy = Relation(Node("boy"), Node("suspenders"), "", "in")
    assert not is_denied(boy, words_in("everybody sings except the boy in suspenders"))


SOME = (
    "not no without nobody none of neither nor isn't has a the dog cars black rides wearing eaten on and , 2 dozen it"
)


@given(st.lists(st.sampled_from(SOME.split()), min_size=1, max_size=10))
@settings(max_examples=200, deadline=None)
def test_rules_read_any_words_and_deny_nothing_that_they_say(words: list[str]) -> None:
    (graph,) = RuleParser()([" ".join(words)])
    assert not set(graph.statements) & set(graph.denied)
    assert SceneGraph.from_json(graph.to_json()) == graph
    if not set(words) & {"not", "no", "without", "nobody", "none", "neither", "nor", "isn't"}:
        assert graph.denied == ()
