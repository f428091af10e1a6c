"""What a scene graph holds, when two are the same, and what is said of text that is none."""

import pytest

import grice
from grice.meaning.graph import SceneGraph
from grice.meaning.graph_statements import Attribute, Exists, GraphError, Node, Quantity, Relation, label


def dogs() -> SceneGraph:
    """two small dogs chase a red ball"""
    many = Node("dogs", span=(10, 14))
    ball = Node("ball", span=(27, 31))
    return SceneGraph(
        (
            Quantity(many, "2", span=(0, 3)),
            Attribute(many, "small", span=(4, 9)),
            Attribute(ball, "red", span=(23, 26)),
            Relation(many, ball, "chase", span=(15, 20)),
        ),
        text="two small dogs chase a red ball",
    )


def test_facts_and_text_form_of_the_documented_example() -> None:
    assert dogs().facts == (
        ("dogs", "is", "2"),
        ("dogs", "is", "small"),
        ("ball", "is", "red"),
        ("dogs", "chase", "ball"),
    )
    assert str(dogs()) == "( dogs , is , 2 ) , ( dogs , is , small ) , ( ball , is , red ) , ( dogs , chase , ball )"
    assert grice.SceneGraph is SceneGraph


def test_a_lone_object_stands_beside_other_facts_and_case_is_kept() -> None:
    graph = SceneGraph.from_text("( Sky ) , ( man , sit on , Horse )")
    assert graph.facts == (("Sky",), ("man", "sit on", "Horse"))
    assert str(graph) == "( Sky ) , ( man , sit on , Horse )"


def test_spacing_does_not_matter() -> None:
    assert SceneGraph.from_text("(man,sit  on,horse),(sky)") == SceneGraph.from_text(
        "( man , sit on , horse ) , ( sky )"
    )


def test_order_and_spans_do_not_make_graphs_differ() -> None:
    one = SceneGraph.from_text("( a , is , red ) , ( a , on , b )")
    other = SceneGraph.from_text("( a , on , b ) , ( a , is , red )")
    assert one == other
    assert len({one, other}) == 1
    assert str(one) != str(other)
    assert str(one.canonical()) == str(other.canonical())
    assert dogs() == SceneGraph.from_facts(dogs().facts)


def test_two_men_are_two_objects() -> None:
    graph = SceneGraph.from_text("( men , v:watch , men:1 )", identifiers=True)
    assert graph.nodes == (Node("men"), Node("men", 1))
    assert graph.facts == (("men", "watch", "men"),)
    assert graph != SceneGraph.from_text("( men , watch , men )")


def test_identifiers_are_part_of_the_label_unless_asked_for() -> None:
    assert SceneGraph.from_text("( men , pv:watch , men:1 )").facts == (("men", "pv:watch", "men:1"),)


def test_voice_verb_and_preposition_are_told_apart() -> None:
    (relation,) = SceneGraph.from_text("( mug , pv:fill with , tea )", identifiers=True).relations
    assert (relation.verb, relation.preposition, relation.passive) == ("fill", "with", True)
    (relation,) = SceneGraph.from_text("( mug , on side of , tea )").relations
    assert (relation.verb, relation.preposition, relation.passive) == ("", "on side of", False)


@pytest.mark.parametrize(
    ("mr", "facts"),
    [
        ("( 2 , dogs )", "( dogs , is , 2 )"),
        ("( 1gr , people , on , beach )", "( people , is , group of ) , ( people , on , beach )"),
        ("( 2pr , socks , is , white )", "( socks , is , 2 ) , ( socks , is , pair of ) , ( socks , is , white )"),
        ("( 1pr , socks )", "( socks )"),
        ("( man , wear , 1pr , socks )", "( man , wear , socks )"),
        ("( 1pa , roof , p:cover , with , snow )", "( roof , is , part ) , ( roof , cover with , snow )"),
        ("( 2 , wires , p:attach , to , 2 , 2 , wires:1 )", "( wires , is , 2 ) , ( wires , attach to , wires )"),
    ],
)
def test_the_conventional_graph_of_a_meaning_representation(mr: str, facts: str) -> None:
    assert set(SceneGraph.from_mr(mr).facts) == set(SceneGraph.from_text(facts).facts)


@pytest.mark.parametrize(
    ("text", "position", "kept"),
    [
        ("( man , ride , horse", 0, ""),
        ("( sky ) , ( man , ride horse )", 10, "( sky )"),
        ("( man , , horse ) , ( sky )", 8, "( sky )"),
        ("a man ( sky )", 0, "( sky )"),
        ("( sky ) ( sea )", 8, "( sky ) , ( sea )"),
        ("( sky ) ,", 8, "( sky )"),
        ("( ) , ( sea )", 2, "( sea )"),
        ("( sky , ( sea )", 0, "( sea )"),
        ("a man rides a horse", 0, ""),
    ],
)
def test_malformed_text_points_at_the_character_and_lenient_reading_keeps_the_rest(
    text: str, position: int, kept: str
) -> None:
    with pytest.raises(GraphError) as caught:
        SceneGraph.from_text(text)
    assert caught.value.position == position
    mark = str(caught.value).splitlines()[2]
    assert mark.index("^") - 2 == position
    lenient = SceneGraph.from_text(text, lenient=True)
    assert str(lenient) == kept
    assert lenient.problems
    assert lenient.problems[0].startswith(f"character {position}: ")


def test_an_empty_text_is_an_empty_graph() -> None:
    assert SceneGraph.from_text(" ") == SceneGraph()
    assert str(SceneGraph()) == ""


@pytest.mark.parametrize("name", ["", "a,b", "(a", " a", "a  b", "a\nb"])
def test_a_label_that_no_text_form_can_hold_is_refused(name: str) -> None:
    with pytest.raises(GraphError):
        Node(name)
    assert label(name) in ("", "a b", "a")


def test_repeated_statements_count_once() -> None:
    assert SceneGraph((Exists(Node("a")), Exists(Node("a")))).facts == (("a",),)


def test_the_quantity_of_an_object_joins_number_and_unit() -> None:
    graph = SceneGraph.from_text("( socks , is , 2 ) , ( socks , is , pair of ) , ( man , wear , socks )")
    assert graph.quantity(Node("socks")) == ("2", "pr")
    assert graph.quantity(Node("man")) is None
    assert graph.to_mr() == "( man , wear , 2pr , socks )"


def test_graphviz_names_every_object_and_escapes_quotes() -> None:
    dot = SceneGraph((Attribute(Node('6" pipe'), "red"),)).to_dot()
    assert dot.startswith("digraph scene {")
    assert r'label="6\" pipe"' in dot
    assert dot.count("->") == 1


def test_distribution_pairs_equal_numbers_off() -> None:
    graph = SceneGraph.from_mr("( 3 , men , read , 3 , books ) , ( 3 , men , is , tall )").distributed()
    assert graph.to_text(identifiers=True) == (
        "( man , v:read , book ) , ( man:1 , v:read , book:1 ) , ( man:2 , v:read , book:2 ) , "
        "( man , is , tall ) , ( man:1 , is , tall ) , ( man:2 , is , tall )"
    )


def test_distribution_leaves_unequal_numbers_and_other_relations_collective() -> None:
    unequal = SceneGraph.from_mr("( 3 , men , read , 2 , books )")
    assert unequal.distributed() == unequal
    facts = SceneGraph.from_mr("( 2 , men , hold , 2 , cups ) , ( 2 , men , on , bench )").distributed().facts
    assert ("men", "on", "bench") in facts
    assert ("men", "is", "2") in facts
    assert ("cups", "is", "2") not in facts
