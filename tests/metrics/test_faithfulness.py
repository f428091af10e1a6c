"""Facts are found supported, contradicted or absent as a reader of the two graphs would say."""

import pytest

import grice
from grice import SceneGraph
from grice.metrics import Faithfulness

SCENE = "( dog , is , brown ) , ( dogs , is , 2 ) , ( cup , on , table ) , ( man , ride , horse ) , ( sofa , is , red )"


def verdicts(said: str, scene: str = SCENE) -> dict[str, str]:
    found = Faithfulness(near=None).judge(SceneGraph.from_text(said), [SceneGraph.from_text(scene)])
    return {" ".join(one.fact): one.verdict for one in found}


@pytest.mark.parametrize(
    ("said", "fact", "verdict"),
    [
        ("( dog , is , brown )", "dog brown", "supported"),
        ("( couch , is , red )", "couch red", "supported"),  # a synonym of sofa
        ("( dog , is , white )", "dog white", "contradicted"),
        ("( dog , is , small )", "dog small", "absent"),  # nothing is said of its size
        ("( cat )", "cat", "absent"),
        ("( cup , under , table )", "cup under table", "contradicted"),
        ("( cup , sit under , table )", "cup sit under table", "contradicted"),
        ("( cup , near , table )", "cup near table", "absent"),
        ("( horse , ride , man )", "horse ride man", "contradicted"),
        ("( man , ride , horse )", "man ride horse", "supported"),
        ("( dogs , is , 3 )", "dog 3", "contradicted"),
        ("( cat , is , white )", "cat white", "absent"),  # no cat, so nothing contradicts its colour
    ],
)
def test_a_fact_gets_its_verdict(said: str, fact: str, verdict: str) -> None:
    assert verdicts(said)[fact] == verdict


def test_two_of_a_kind_may_differ() -> None:
    scene = "( ball , is , red ) , ( ball , is , blue )"
    assert verdicts("( ball , is , blue )", scene)["ball blue"] == "supported"


def test_a_relation_that_goes_both_ways_is_not_turned_round() -> None:
    assert verdicts("( b , next to , a )", "( a , next to , b )")["b next to a"] == "absent"


def test_shares_add_up_and_what_the_caption_leaves_out_costs_nothing() -> None:
    said = "( dog , is , white ) , ( cat )"
    found = grice.score([said], [[SCENE]], metrics=Faithfulness(near=None))["faithfulness"]
    assert found.values == pytest.approx(
        {"faithfulness": 1 / 3, "contradicted": 1 / 3, "absent": 1 / 3, "objects": 0.5}
    )
    told = found.explain(0)
    assert "contradicted: (dog, white) ~ (dog, brown)" in told
    assert "absent: (cat)" in told


def test_near_words_support_but_never_against_what_excludes_them() -> None:
    metric = Faithfulness(near=0.6)
    near = metric.judge(SceneGraph.from_text("( puppy )"), [SceneGraph.from_text("( dog )")])
    assert [one.verdict for one in near] == ["supported"]
    against = metric.judge(
        SceneGraph.from_text("( shirt , is , red )"), [SceneGraph.from_text("( shirt , is , blue )")]
    )
    assert {one.fact: one.verdict for one in against}["shirt", "red"] == "contradicted"


def test_what_cannot_be_read_costs_its_row() -> None:
    found = grice.score([SCENE, 7], [[SCENE], [SCENE]], metrics=Faithfulness(near=None))["faithfulness"]
    assert found.items[0] == 1
    assert list(found.errors) == [1]
