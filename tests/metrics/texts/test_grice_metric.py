"""The metric grice is its evidence, sees who does what and what is denied, and says what is wrong and missing."""

import numpy as np
import pytest

import grice
from grice import InputError, SceneGraph
from grice.metrics import Grice
from grice.metrics.graphs.bindings import bindings, clashes
from grice.metrics.texts.grice import EVIDENCE, WEIGHTS
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
    found = one("a dog jumps for a frisbee", REFERENCES, metric)
    assert found.value == pytest.approx(np.dot(WEIGHTS, [found.values[name] for name in EVIDENCE]))
    assert sum(WEIGHTS[:3]) == pytest.approx(1)


def test_a_better_caption_scores_higher(metric: Grice) -> None:
    captions = [REFERENCES[1], "a dog runs in a park with a ball", "two women drink tea at a table"]
    items = grice.score(captions, [REFERENCES] * 3, metrics=metric)["grice"].items
    assert list(np.argsort(-items)) == [0, 1, 2]


@pytest.mark.parametrize(
    ("true", "false", "evidence"),
    [
        ("a red car and a blue bus", "a blue car and a red bus", "properties"),
        ("two dogs and a cat", "a dog and two cats", "properties"),
        ("a dog chases a cat", "a cat chases a dog", "roles"),
        ("the dog is black", "the dog is not black", "contradicted"),
    ],
)
def test_the_same_words_bound_otherwise_count_against(true: str, false: str, evidence: str, metric: Grice) -> None:
    right, wrong = one(true, [true], metric), one(false, [true], metric)
    assert right.values[evidence] == 0
    assert wrong.values[evidence] > 0
    assert wrong.value < right.value


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
    assert clashes(near, [turned]).roles == 0


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


@pytest.mark.parametrize(("references", "says"), [([], "no reference"), (["", REFERENCES[0]], "reference is empty")])
def test_a_reference_that_cannot_be_read_drops_its_row(references: list[str], says: str, metric: Grice) -> None:
    found = grice.score(["a dog", "a dog"], [references, REFERENCES], metrics=metric)["grice"]
    assert says in found.errors[0]
    assert np.isnan(found.items[0])


def test_the_signature_names_edition_windows_and_other_weights(metric: Grice) -> None:
    assert "|edition:v2|" in str(metric.signature)
    assert "|windows:256|" in str(metric.signature)
    assert "edition:v2" not in str(Grice(weights=(1, 0, 0, 0, 0, 0, 0), encoder=metric.encoder).signature)


def test_weights_that_are_not_seven_are_refused() -> None:
    with pytest.raises(InputError, match="7 numbers"):
        Grice(weights=(1, 2))
