"""The metric grice is its three evidences, says what is right, wrong and missing, and agrees with people."""

import numpy as np
import pytest

import grice
from grice import InputError
from grice.metrics import Grice
from grice.metrics.texts.grice import EVIDENCE, WEIGHTS, nouns
from grice.readers.graphs import parsing

REFERENCES = [
    "a brown dog catches a red frisbee in the park",
    "a dog leaps for a frisbee on the grass",
    "brown dog jumping to catch a frisbee",
]


@pytest.fixture
def rules(monkeypatch: pytest.MonkeyPatch) -> None:
    """Captions are read by rules, so that the network's weights are not needed."""
    monkeypatch.setitem(parsing.LANGUAGES, "en", "rules")


@pytest.fixture(scope="module")
def metric() -> Grice:
    return Grice()


@pytest.mark.usefixtures("rules")
def test_the_score_is_the_weighted_mean_of_its_evidence(metric: Grice) -> None:
    found = grice.score(["a dog jumps for a frisbee"], [REFERENCES], metrics=metric)["grice"]
    parts = [found.values[name] for name in EVIDENCE]
    assert found.value == pytest.approx(np.dot(WEIGHTS, parts))
    assert sum(WEIGHTS) == pytest.approx(1)


@pytest.mark.usefixtures("rules")
def test_a_better_caption_scores_higher_by_every_evidence(metric: Grice) -> None:
    captions = [REFERENCES[1], "a dog runs in a park with a ball", "two women drink tea at a table"]
    found = grice.score(captions, [REFERENCES] * 3, metrics=metric)["grice"]
    for name in found.names:
        assert list(np.argsort(-found[name].items)) == [0, 1, 2], name


@pytest.mark.usefixtures("rules")
def test_an_item_is_explained_by_what_is_right_wrong_and_missing(metric: Grice) -> None:
    told = grice.score(["a dog sleeps on a sofa"], [REFERENCES], metrics=metric)["grice"].explain(0)
    lines = {line.strip().partition(":")[0]: line for line in told.splitlines()}
    assert "dog" in lines["right"]
    assert "sofa" in lines["wrong"]
    assert "frisbee (3 of 3 references)" in lines["missing"]
    assert "(sentence)" in lines["grice = " + told.splitlines()[0].partition("= ")[2]]


@pytest.mark.usefixtures("rules")
def test_a_score_depends_neither_on_batch_nor_on_the_order_of_references(metric: Grice) -> None:
    captions = ["a dog in a park", "a man with a frisbee", "grass"]
    together = grice.score(captions, [REFERENCES] * 3, metrics=metric)["grice"].items
    alone = [grice.score([c], [REFERENCES[::-1]], metrics=metric)["grice"].value for c in captions]
    assert together == pytest.approx(alone, abs=1e-6)


@pytest.mark.usefixtures("rules")
def test_a_row_without_text_is_the_worst(metric: Grice) -> None:
    found = grice.score(["a dog", "", 3, "a cat"], [REFERENCES] * 4, metrics=metric)["grice"]
    assert set(found.unreadable) == {1, 2}
    assert found.items[[1, 2]].tolist() == [0, 0]
    assert (found.items[[0, 3]] > 0).all()


@pytest.mark.usefixtures("rules")
@pytest.mark.parametrize(
    ("caption", "references", "low", "high"),
    [
        (REFERENCES[0], REFERENCES[:1], 0.999, 1),  # the same
        (REFERENCES[0].upper(), REFERENCES[:1], 0.9, 1),
        (" ".join([f"{REFERENCES[0]} ."] * 24), REFERENCES, 0.5, 1),  # longer than the encoder reads
        (REFERENCES[1], [" ".join([f"{REFERENCES[0]} ."] * 24)], 0.4, 1),
        ("quarterly tax report figures", REFERENCES, 0, 0.1),
        ("12345", REFERENCES, 0, 0.1),
        ("running", REFERENCES, 0, 0.3),  # no noun
    ],
)
def test_what_is_odd_still_gets_a_sensible_score_from_0_to_1(
    caption: str, references: list[str], low: float, high: float, metric: Grice
) -> None:
    found = grice.score([caption], [references], metrics=metric)["grice"]
    assert not found.errors
    assert low <= found.value <= high
    assert 0 <= found.value <= 1
    assert found.explain(0).count("\n") == 4


@pytest.mark.usefixtures("rules")
def test_below_nothing_is_nothing_and_said(metric: Grice) -> None:
    sentence_alone = Grice(weights=(1, 0, 0), encoder=metric.encoder)
    found = grice.score(["running"], [REFERENCES], metrics=sentence_alone)["grice"]
    assert found["sentence"].value < 0
    assert found.value == 0
    assert "for what follows is less" in found.explain(0)


@pytest.mark.usefixtures("rules")
@pytest.mark.parametrize(
    ("caption", "references", "says"),
    [
        ("", REFERENCES, "empty"),
        ("...", REFERENCES, "holds no word"),
        ("一只狗在公园里接飞盘", REFERENCES, "another script"),
        ("ein brauner Hund springt", REFERENCES, "German"),
    ],
)
def test_a_caption_that_cannot_be_read_is_the_worst(
    caption: str, references: list[str], says: str, metric: Grice
) -> None:
    found = grice.score([caption, "a dog"], [references, REFERENCES], metrics=metric)["grice"]
    assert says in found.unreadable[0]
    assert found.items[0] == 0
    assert found.value == found.items[1] / 2 > 0
    assert "counts as the worst" in found.explain(0)


@pytest.mark.usefixtures("rules")
@pytest.mark.parametrize(("references", "says"), [([], "no reference"), (["", REFERENCES[0]], "reference is empty")])
def test_a_reference_that_cannot_be_read_drops_its_row(references: list[str], says: str, metric: Grice) -> None:
    found = grice.score(["a dog", "a dog"], [references, REFERENCES], metrics=metric)["grice"]
    assert says in found.errors[0]
    assert np.isnan(found.items[0])
    assert found.value == found.items[1] > 0
    assert found.explain(0).startswith("error: ")


def test_nouns_come_from_the_lexicon_and_join_their_pieces(metric: Grice) -> None:
    text = "a snowboarder is jumping over the wooden fence"
    (tokens,) = metric.encoder.tokens([text])
    chosen = "".join(p for p, yes in zip(tokens.pieces, nouns(text, tokens), strict=True) if yes).replace("##", "")
    assert chosen == "snowboarderfence"
    (bare,) = metric.encoder.tokens(["quickly"])
    assert nouns("quickly", bare).all()


def test_weights_that_are_not_three_are_refused() -> None:
    with pytest.raises(InputError, match="three numbers"):
        Grice(weights=(1, 2))


@pytest.mark.long
def test_on_half_of_flickr8k_it_beats_sentence_cosine_by_more_than_two_points(corpus) -> None:
    from grice.benchmarks.flickr8k import ratings
    from grice.corpora import flickr8k

    try:
        parsing.shipped()
    except InputError as error:
        pytest.skip(str(error))
    pairs = flickr8k.load(corpus("flickr8k/expert_half.json"))
    rows = [pair.caption for pair in pairs], [list(pair.references) for pair in pairs]
    result = grice.score(*rows, metrics=["grice", "sentence"])
    people = ratings(pairs)
    ours, cosine = (people.judge(result[name].items) for name in ("grice", "sentence"))
    assert ours.tau_c > 0.59
    assert ours.pearson > 0.76
    compared = ours.compare(cosine)
    assert compared.tau_c.interval.low > 0.02
    assert compared.tau_c_swapped < 0.01
