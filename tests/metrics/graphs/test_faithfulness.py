"""Facts are found supported, contradicted or absent as a reader of the two graphs would say."""

import pytest

import grice
from grice import SceneGraph
from grice.metrics import Faithfulness

SCENE = "( dog , is , brown ) , ( dogs , is , 2 ) , ( cup , on , table ) , ( man , ride , horse ) , ( sofa , is , red )"


def verdicts(said: str, scene: str = SCENE) -> dict[str, str]:
    found = Faithfulness(near=None).verdicts(SceneGraph.from_text(said), [SceneGraph.from_text(scene)])
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
    near = metric.verdicts(SceneGraph.from_text("( puppy )"), [SceneGraph.from_text("( dog )")])
    assert [one.verdict for one in near] == ["supported"]
    against = metric.verdicts(
        SceneGraph.from_text("( shirt , is , red )"), [SceneGraph.from_text("( shirt , is , blue )")]
    )
    assert {one.fact: one.verdict for one in against}["shirt", "red"] == "contradicted"


def test_a_prediction_that_cannot_be_read_is_the_worst() -> None:
    found = grice.score([SCENE, 7], [[SCENE], [SCENE]], metrics=Faithfulness(near=None))["faithfulness"]
    assert found.items.tolist() == [1, 0]
    assert list(found.unreadable) == [1]
    assert not found.errors


LONG = [
    (
        "A brown dog is lying on a blue sofa next to a window. A white cat sleeps on the windowsill. A glass of "
        "water stands on a wooden table.",
        "A brown dog lies on a red sofa beside a window. A white cat is sleeping on the windowsill, and there is "
        "a glass of water on the wooden table.",
        "contradicted",
        ("sofa", "red"),
    ),
    (
        "Two children are playing football in a park. The boy wears a yellow shirt and the girl wears a green "
        "dress. Tall trees stand behind them.",
        "Three children play football in a park. The boy is wearing a yellow shirt, the girl a green dress. There"
        " are tall trees behind them.",
        "contradicted",
        ("child", "3"),
    ),
    (
        "A man in a black jacket is riding a white horse along the beach. Waves are breaking in the background "
        "and the sky is cloudy.",
        "A man wearing a black jacket rides a white horse on the beach. Behind him waves are breaking, and a dog "
        "runs beside the horse. The sky is cloudy.",
        "absent",
        ("dog",),
    ),
    (
        "A kitchen with white cabinets. A red kettle is on the stove. A woman is cutting vegetables on a wooden board.",
        "The kitchen has white cabinets and a red kettle under the stove. A woman cuts vegetables on a wooden board.",
        "contradicted",
        ("kettle", "under", "stove"),
    ),
    (
        "An old man sits on a bench in front of a brick building. He is reading a newspaper. A bicycle leans "
        "against the wall.",
        "A young man is sitting on a bench in front of a brick building, reading a newspaper. A bicycle is "
        "leaning against the wall.",
        "contradicted",
        ("man", "young"),
    ),
    (
        "A train is waiting at the station. A large clock hangs above the platform, where several people stand.",
        "A train is waiting at the station. A large clock hangs below the platform, where several people are standing.",
        "contradicted",
        ("clock", "hang below", "platform"),
    ),
    (
        "A young woman is holding a black umbrella in the rain. A yellow taxi waits at the corner. The street is wet.",
        "A young woman holds a black umbrella in the rain while a yellow taxi waits at the corner. The street is dry.",
        "contradicted",
        ("street", "dry"),
    ),
    (
        "A tabby cat is chasing a small mouse across the kitchen floor. A bowl of milk stands near the door.",
        "A small mouse is chasing a tabby cat across the kitchen floor. Near the door stands a bowl of milk.",
        "contradicted",
        ("mouse", "chase", "cat"),
    ),
    (
        "Four zebras are grazing on dry grass. A giraffe is walking behind them. There is a river in the distance.",
        "Four zebras graze on dry grass. A giraffe walks behind them, and an elephant drinks from the river in "
        "the distance.",
        "absent",
        ("elephant",),
    ),
    (
        "A man is standing on a ladder and painting a wooden fence white. His dog watches from the porch. A "
        "bucket of paint hangs from the ladder.",
        "A man stands on a ladder and paints a metal fence white. His dog is watching from the porch, and a "
        "bucket of paint hangs from the ladder.",
        "contradicted",
        ("fence", "metal"),
    ),
]
"""A scene told at length, a long caption of it with one thing wrong, and the verdict on that."""


@pytest.fixture(scope="module")
def with_vectors() -> Faithfulness:
    return Faithfulness()


@pytest.mark.parametrize(("scene", "caption", "verdict", "planted"), LONG, ids=[" ".join(row[3]) for row in LONG])
def test_one_wrong_thing_in_a_long_caption_is_found(
    scene: str, caption: str, verdict: str, planted: tuple[str, ...], with_vectors: Faithfulness
) -> None:
    found = with_vectors.verdicts(grice.parse(caption), [grice.parse(scene)])
    wrong = {one.fact: one.verdict for one in found if one.verdict != "supported"}
    assert wrong[planted] == verdict
    assert [fact for fact, said in wrong.items() if said == "contradicted" and fact != planted] == []
    assert len(wrong) / len(found) < 0.35  # what is true is mostly found to be
    true = with_vectors.verdicts(grice.parse(scene), [grice.parse(scene)])
    assert {one.verdict for one in true} == {"supported"}


@pytest.mark.parametrize(
    ("said", "scene", "fact", "verdict"),
    [
        (
            "( fence , is , metal )",
            "( fence , is , white )",
            "fence metal",
            "absent",
        ),  # near as a whole, not in its value
        ("( animal )", "( dog )", "animal", "supported"),  # a dog is an animal
        ("( pigeon )", "( animal )", "pigeon", "absent"),  # an animal may be a cat
        ("( floor )", "( kitchen floor )", "floor", "supported"),
        ("( bear )", "( teddy bear )", "bear", "absent"),  # WordNet has it among the toys
        ("( lamp , above , bed )", "( lamp , under , bed )", "lamp above bed", "contradicted"),
        ("( man , stand on , box )", "( man , sit on , box )", "man stand on box", "contradicted"),
        ("( dog , is , lying )", "( dog , is , sleeping )", "dog lying", "absent"),  # it may do both
    ],
)
def test_words_bear_out_what_they_imply_and_no_more(
    said: str, scene: str, fact: str, verdict: str, with_vectors: Faithfulness
) -> None:
    found = with_vectors.verdicts(SceneGraph.from_text(said), [SceneGraph.from_text(scene)])
    assert {" ".join(one.fact): one.verdict for one in found}[fact] == verdict
