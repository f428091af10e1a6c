"""The metric grice is its evidence, sees who does what and what is denied, and says what is wrong and missing."""

from collections.abc import Sequence

import numpy as np
import pytest
from numpy.typing import NDArray

import grice
from grice import InputError, SceneGraph
from grice.metrics import Grice
from grice.metrics.graphs.bindings import bindings, clashes
from grice.metrics.graphs.miscounts import miscounted
from grice.metrics.graphs.support import unfounded
from grice.metrics.texts.grice import BOUND, EVIDENCE, WEIGHTS
from grice.readers.graphs import parsing

REFERENCES = [
    "a brown dog catches a red frisbee in the park",
    "a dog leaps for a frisbee on the grass",
    "brown dog jumping to catch a frisbee",
]


@pytest.fixture(autouse=True)
def rules(monkeypatch: pytest.MonkeyPatch) -> None:
    """Captions are read by rules, so that the network's weights are not needed."""
    monkeypatch.setitem(parsing.LANGUAGES, "en", "rules")


@pytest.fixture(scope="module")
def metric() -> Grice:
    return Grice()


def one(caption: str, references: list[str], metric: Grice):
    return grice.score([caption], [references], metrics=metric)["grice"]


def test_the_score_is_the_weighted_sum_of_its_evidence(metric: Grice) -> None:
    found = one("a frisbee catches a red dog", REFERENCES, metric)
    evidence = np.array([found.values[name] for name in EVIDENCE])
    assert (evidence[BOUND:] > 0).any()
    evidence[BOUND:] *= evidence[0]  # what is bound otherwise weighs as much as the texts are alike
    assert found.value == pytest.approx(np.dot(WEIGHTS, evidence))
    assert sum(WEIGHTS[:2]) == pytest.approx(1)


def test_the_sentence_is_compared_with_the_centre_of_the_references(metric: Grice) -> None:
    caption = "a dog runs"
    vectors = metric.encoder.encode([caption, *REFERENCES]) - metric.constants.sentence
    vectors /= np.linalg.norm(vectors, axis=1, keepdims=True)
    centre = vectors[1:].mean(axis=0)
    found = one(caption, REFERENCES, metric)
    assert found.values["sentence"] == pytest.approx(vectors[0] @ centre / np.linalg.norm(centre), abs=1e-6)
    # The same reference three times is one reference.
    thrice = one(caption, REFERENCES[:1] * 3, metric)
    assert [thrice.values[name] for name in EVIDENCE] == pytest.approx(
        [one(caption, REFERENCES[:1], metric).values[name] for name in EVIDENCE], abs=1e-6
    )


def test_a_better_caption_scores_higher(metric: Grice) -> None:
    captions = [REFERENCES[1], "a dog runs in a park with a ball", "two women drink tea at a table"]
    items = grice.score(captions, [REFERENCES] * 3, metrics=metric)["grice"].items
    assert list(np.argsort(-items)) == [0, 1, 2]


@pytest.mark.parametrize(
    ("true", "false", "evidence"),
    [
        ("a red car and a blue bus", "a blue car and a red bus", "properties"),
        ("two dogs and a cat", "a dog and two cats", "properties"),
        ("a dog chases a cat", "a cat chases a dog", "turned"),
        ("bears sit on a couch", "a couch is placed on bears", "turned"),
        ("a man runs and a dog sleeps near a house", "a dog runs and a man sleeps near a house", "unfounded"),
        ("the dog is black", "the dog is not black", "contradicted"),
        ("three dogs in a yard", "two dogs in a yard", "miscounted"),
    ],
)
def test_the_same_words_bound_otherwise_count_against(true: str, false: str, evidence: str, metric: Grice) -> None:
    right, wrong = one(true, [true], metric), one(false, [true], metric)
    assert right.values[evidence] == 0
    assert wrong.values[evidence] > 0
    assert wrong.value < right.value


def test_a_number_counts_against_as_far_as_references_have_another_and_none_has_it() -> None:
    three, four, birds, dogs = (
        SceneGraph.from_text(text)
        for text in ("( ducks , is , 3 )", "( ducks , is , 4 )", "( birds )", "( dogs , is , 3 )")
    )
    two = SceneGraph.from_text("( ducks , is , 2 ) , ( ducks , in , pond )")
    assert miscounted(two, [three, four, birds, dogs]) == (0.5, ["2 duck (3, 4)"])
    assert miscounted(two, [three, two, four]) == (0, [])
    assert miscounted(two, [birds, dogs]) == (0, [])
    # A kind of them: two birds are not three ducks.
    assert miscounted(SceneGraph.from_text("( birds , is , 2 )"), [three])[0] == 1


def test_other_words_for_the_same_bind_alike() -> None:
    graphs = [
        "( car , is , red ) , ( bus , is , blue )",
        "( bus , is , blue ) , ( car , is , red ) , ( car , near , tree )",
    ]
    one, other = (bindings(SceneGraph.from_text(text)) for text in graphs)
    assert clashes(one, [other]).properties == clashes(one, [other]).roles == 0
    turned = bindings(SceneGraph.from_text("( car , is , blue ) , ( bus , is , red )"))
    found = clashes(turned, [one])
    assert found.properties == 4  # two bonds of each that the other has otherwise
    assert set(found.shown) == {"blue car", "red bus"}


def test_a_bond_that_one_reference_has_does_not_clash() -> None:
    red, blue = (bindings(SceneGraph.from_text(f"( car , is , {colour} )")) for colour in ("red", "blue"))
    assert clashes(red, [blue, red]).shown == ()
    assert clashes(red, [blue]).shown == ("red car",)


def test_a_symmetric_relation_may_be_turned_round() -> None:
    near, turned = (bindings(SceneGraph.from_text(text)) for text in ("( cat , near , dog )", "( dog , near , cat )"))
    assert clashes(near, [turned]).turned == 0


def test_another_verb_with_the_same_preposition_is_turned_round_as_well() -> None:
    texts = "( bears , sit on , couch )", "( couch , place on , bears )", "( bears , lie on , couch )"
    said, turned, alike = (bindings(SceneGraph.from_text(text)) for text in texts)
    assert clashes(turned, [said]).turned == 2  # each has it otherwise than the other
    assert clashes(alike, [said]).turned == 0


def test_a_tall_glass_on_a_table_is_no_clash_where_another_reference_has_two_glasses_on_it() -> None:
    references = "( glass , is , tall ) , ( glass , have , beer )", "( glasses , is , 2 ) , ( glasses , on , table )"
    caption = bindings(SceneGraph.from_text("( glass , is , tall ) , ( glass , on , table )"))
    one, other = (bindings(SceneGraph.from_text(text)) for text in references)
    both = bindings(SceneGraph.from_text(" , ".join(references).replace("glasses", "glass")))
    assert clashes(caption, [one, other]).properties == 0
    assert clashes(caption, [both]).properties == 0


def test_a_relation_is_founded_as_far_as_its_less_alike_thing_is() -> None:
    def cosines(some: Sequence[str], others: Sequence[str]) -> NDArray[np.float64]:
        return np.array([[0.6 if (a, b) == ("sofa", "bench") else 0.1 for b in others] for a in some])

    known = [SceneGraph.from_text("( puppy , sit on , bench )"), SceneGraph.from_text("( man , with , hat )")]
    captions = {
        "( dog , lie on , bench )": 0.0,  # a puppy is a dog, and what joins them is left open
        "( dog , lie on , sofa )": 0.4,
        "( bench , on , dog )": 0.9,  # the other way round
        "( dog , is , brown )": 0.0,
    }
    found = [unfounded(SceneGraph.from_text(text), known, cosines)[0] for text in captions]
    assert found == pytest.approx(list(captions.values()))
    assert unfounded(SceneGraph.from_text("( bench , on , dog )"), known, cosines)[1] == [("bench", "on", "dog")]


def test_an_item_is_explained_within_a_terminal(metric: Grice) -> None:
    told = one("a dog sleeps on a blue sofa", REFERENCES, metric).explain(0)
    assert "sofa" in told
    assert "frisbee" in told
    assert "sentence" in told
    assert max(map(len, told.splitlines())) < 80


def test_a_score_depends_neither_on_batch_nor_on_the_order_of_references(metric: Grice) -> None:
    captions = ["a dog in a park", "a man with a frisbee", "grass"]
    together = grice.score(captions, [REFERENCES] * 3, metrics=metric)["grice"].items
    alone = [one(caption, REFERENCES[::-1], metric).value for caption in captions]
    assert together == pytest.approx(alone, abs=1e-6)


def test_a_row_without_text_is_the_worst(metric: Grice) -> None:
    found = grice.score(["a dog", "", 3, "a cat"], [REFERENCES] * 4, metrics=metric)["grice"]
    assert set(found.unreadable) == {1, 2}
    assert found.items[[1, 2]].tolist() == [0, 0]
    assert (found.items[[0, 3]] > 0).all()


@pytest.mark.parametrize(
    ("caption", "references", "low", "high"),
    [
        (REFERENCES[0], REFERENCES[:1], 0.999, 1),
        (REFERENCES[0].upper(), REFERENCES[:1], 0.9, 1),
        (" ".join([f"{REFERENCES[0]} ."] * 40), REFERENCES, 0.3, 1),  # longer than the encoder reads at a time
        (REFERENCES[1], [" ".join([f"{REFERENCES[0]} ."] * 40)], 0.3, 1),
        ("quarterly tax report figures", REFERENCES, 0, 0.2),
        ("12345", REFERENCES, 0, 0.2),
        ("running", REFERENCES, 0, 0.4),
    ],
)
def test_what_is_odd_still_gets_a_sensible_score(
    caption: str, references: list[str], low: float, high: float, metric: Grice
) -> None:
    found = one(caption, references, metric)
    assert not found.errors
    assert low <= found.value <= high


def test_what_stands_beyond_a_window_counts(metric: Grice) -> None:
    long = " ".join(["a dog runs ."] * 80)
    with_end = one(f"{long} a red frisbee flies .", REFERENCES, metric)
    assert with_end.values["recall"] > one(long, REFERENCES, metric).values["recall"]


@pytest.mark.parametrize(("references", "says"), [([], "no reference"), (["", None], "reference is empty")])
def test_references_none_of_which_can_be_read_drop_their_row(references: list[str], says: str, metric: Grice) -> None:
    found = grice.score(["a dog", "a dog"], [references, REFERENCES], metrics=metric)["grice"]
    assert says in found.errors[0]
    assert np.isnan(found.items[0])


@pytest.mark.parametrize("bad", ["", "le chien est très grand et beau"])
def test_a_reference_that_cannot_be_read_is_left_out_of_words_and_graphs_alike(bad: str, metric: Grice) -> None:
    found = grice.score(["a dog", "a dog"], [[REFERENCES[0], bad], REFERENCES[:1]], metrics=metric)["grice"]
    assert found.items[0] == found.items[1]
    assert list(found.left_out) == [0]


def test_the_signature_names_edition_windows_and_other_weights(metric: Grice) -> None:
    assert "|edition:v2.1|" in str(metric.signature)
    assert "|windows:256|" in str(metric.signature)
    assert "edition:v2.1" not in str(Grice(weights=(1, 0, 0, 0, 0, 0, 0, 0, 0), encoder=metric.encoder).signature)


def test_weights_of_another_number_are_refused() -> None:
    with pytest.raises(InputError, match="9 numbers"):
        Grice(weights=(1, 2))
