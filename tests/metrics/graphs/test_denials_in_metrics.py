"""A denial is told from an assertion by every metric of graphs, and graphs without denials score as they did."""

import numpy as np
import pytest

import grice
from grice import SceneGraph
from grice.metrics import Faithfulness, SetMatch, SoftSpice, Spice
from grice.metrics.graphs.contradictions import contradictions
from handmade import Directions, cosine


def graph(said: str, denied: str = "") -> SceneGraph:
    statements = SceneGraph.from_text(said).statements if said else ()
    return SceneGraph(statements, denied=SceneGraph.from_text(denied).statements if denied else ())


BLACK, NOT_BLACK = graph("( dog , is , black )"), graph("( dog )", "( dog , is , black )")


def score(metric: object, candidate: SceneGraph, *references: SceneGraph) -> dict[str, float]:
    result = grice.score([candidate], [list(references)], metrics=metric)  # type: ignore[arg-type]
    (one,) = result.scores.values()
    return {name: float(one[name].items[0]) for name in one.names}


@pytest.mark.parametrize("references", ["pooled", "max", "merged"])
def test_spice_matches_denials_with_denials_alone(references: str) -> None:
    metric = Spice(references=references)
    assert score(metric, NOT_BLACK, NOT_BLACK)["spice"] == 1
    # dog and not-black against dog and black: one of two matches on either side.
    assert score(metric, NOT_BLACK, BLACK)["spice"] == 0.5
    assert score(metric, BLACK, NOT_BLACK)["spice"] == 0.5
    assert score(metric, graph("", "( sofa )"), graph("", "( couch )"))["spice"] == 1
    assert score(metric, graph("", "( sofa )"), graph("( couch )"))["spice"] == 0


def test_spice_counts_and_names_contradictions() -> None:
    result = grice.score(
        [BLACK, NOT_BLACK, NOT_BLACK, BLACK], [[NOT_BLACK], [BLACK], [NOT_BLACK], [BLACK]], metrics="spice"
    )
    assert result["spice"].table().column("contradictions").to_pylist() == [1, 1, 0, 0]
    assert "contradiction: (dog, black) of the prediction against not (dog, black) of the reference" in result[
        "spice"
    ].explain(0)
    assert "contradiction" not in result["spice"].explain(3)
    assert "not (dog, black)" in result["spice"].explain(1)


def test_set_match_asks_for_the_same_denials() -> None:
    assert score(SetMatch(), NOT_BLACK, NOT_BLACK)["setmatch"] == 1
    assert score(SetMatch(), NOT_BLACK, graph("( dog )"))["setmatch"] == 0
    assert score(SetMatch(), graph("( dog )"), NOT_BLACK)["setmatch"] == 0
    assert "extra: not ( dog , is , black )" in grice.score([NOT_BLACK], [["( dog )"]], metrics="setmatch")[
        "setmatch"
    ].explain(0)


def test_softspice_compares_denials_with_denials() -> None:
    encoder = Directions({"dog": 0, "black dog": 20, "dark dog": 50, "cat": 60})
    metric = SoftSpice(encoder=encoder)
    assert score(metric, NOT_BLACK, NOT_BLACK)["softspice"] == 1
    # "dog" is met, the denial meets none.
    assert score(metric, NOT_BLACK, graph("( dog )"))["softspice"] == 0.5
    # "dog" is met, "black dog" is denied by the reference.
    assert score(metric, BLACK, NOT_BLACK)["softspice"] == 0.5
    near = graph("( dog )", "( dog , is , dark )")
    assert score(metric, NOT_BLACK, near)["softspice"] == pytest.approx((1 + cosine(30)) / 2)
    assert score(metric, graph("", "( cat )"), graph("", "( cat )"))["softspice"] == 1
    assert score(metric, SceneGraph(), graph("", "( cat )"))["softspice"] == 0
    both = SoftSpice(encoder=encoder, bidirectional=True)
    assert score(both, NOT_BLACK, NOT_BLACK)["softspice"] == 1
    assert score(both, NOT_BLACK, BLACK)["softspice"] == pytest.approx(0.75)
    assert "which the reference denies" in grice.score([BLACK], [[NOT_BLACK]], metrics=metric)["softspice"].explain(0)


def test_faithfulness_punishes_contradictions_and_no_unstated_denial() -> None:
    metric = Faithfulness(near=None)
    scene = graph("( dog , is , black ) , ( dog , on , mat )", "( cars )")
    denied = score(metric, graph("( dog )", "( dog , is , black )"), scene)
    assert (denied["faithfulness"], denied["contradicted"]) == (0.5, 0.5)
    agreed = score(metric, graph("( dog )", "( cars )"), scene)
    assert (agreed["faithfulness"], agreed["contradicted"]) == (1, 0)
    unstated = score(metric, graph("( dog )", "( elephants )"), scene)
    assert (unstated["faithfulness"], unstated["absent"]) == (1, 0)
    invented = score(metric, graph("( dog , on , mat ) , ( cars )"), scene)
    assert invented["contradicted"] == 0.25
    # "No animals" is refuted by a dog.
    assert score(metric, graph("( mat )", "( animal )"), scene)["contradicted"] == 0.5
    assert score(metric, graph("( mat )", "( puppy )"), scene)["contradicted"] == 0


@pytest.mark.parametrize(
    ("candidate", "reference", "found"),
    [
        (BLACK, NOT_BLACK, 1),
        (NOT_BLACK, BLACK, 1),
        (BLACK, BLACK, 0),
        (NOT_BLACK, NOT_BLACK, 0),
        (graph("( dog , is , white )"), NOT_BLACK, 0),
        (graph("", "( cars )"), graph("( cars , on , street )"), 1),
        (graph("( street )", "( cars , on , street )"), graph("( cars , in , garage ) , ( street )"), 0),
        (graph("( man )", "( man , with , shirt )"), graph("( man , wear , shirt )"), 1),
        (graph("( man )", "( man , wear , shirt )"), graph("( man , hold , shirt )"), 0),
        (graph("( bench )", "( person , sit on , bench )"), graph("( woman , sit on , bench )"), 1),
        # "No red cars" speaks of red cars only.
        (graph("( street )", "( cars , on , street ) , ( cars , is , red )"), graph("( cars , on , street )"), 0),
        (
            graph("( street )", "( cars , on , street ) , ( cars , is , red )"),
            graph("( cars , on , street ) , ( cars , is , red )"),
            1,
        ),
        (graph("", "( person , sit on , deck )"), graph("( people , sit on , deck )"), 1),
        (graph("", "( person , stand on , deck )"), graph("( people , sit on , deck )"), 0),
        (graph("( vase )", "( flowers , in , vase )"), graph("( flowers , stand in , vase )"), 1),
        (graph("( vase )", "( flowers , stand in , vase )"), graph("( flowers , in , vase )"), 0),
        (graph("( vase )", "( vase , have , flowers )"), graph("( flowers , stand in , vase )"), 1),
        (graph("( street )", "( cars , on , street )"), graph("( street , have , cars )"), 1),
        (graph("( street )", "( street , have , cars ) , ( cars , is , red )"), graph("( cars , on , street )"), 0),
        (
            graph("( street )", "( street , have , cars ) , ( cars , is , red )"),
            graph("( cars , on , street ) , ( cars , is , red )"),
            1,
        ),
        # "Contain" ends in the letters of a preposition, and is none.
        (graph("( fruit )", "( fruit , have , bowl )"), graph("( bowl , contain , fruit )"), 0),
        (graph("( bowl )", "( something , in , bowl )"), graph("( apples , lie in , bowl )"), 1),
    ],
)
def test_contradictions(candidate: SceneGraph, reference: SceneGraph, found: int) -> None:
    assert len(contradictions(candidate, reference)) == found
    turned = contradictions(reference, candidate)
    assert {(one.said, one.denied, not one.by_candidate) for one in turned} == {
        (one.said, one.denied, one.by_candidate) for one in contradictions(candidate, reference)
    }


def test_a_caption_that_denies_its_reference_is_below_one_that_leaves_it_out() -> None:
    captions = ["the dog is not black", "a dog", "a black dog"]
    result = grice.score(captions, [["a black dog"]] * 3, metrics=["spice", "faithfulness"], parser="rules")
    assert list(np.argsort(result["spice"].items)) == [0, 1, 2]
    assert result["faithfulness"]["contradicted"].items[0] == 0.5
