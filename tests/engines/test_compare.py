"""`grice.compare`: values over the same items, paired tests corrected for many, refusals of items that do not pair."""

from itertools import product

import numpy as np
import pytest

import grice
from grice import InputError
from grice.engines.comparison import Comparison
from grice.statistics.paired import bootstrap, randomisation
from grice.statistics.several import holm

REFERENCES = [["a dog runs after a ball"], ["a man rides a horse"], ["two cups on a table"], ["a red bus"]]
OURS = ["a dog runs after a ball", "a man rides a cow", "two cups on a table", "a bus"]
THEIRS = ["a dog", "a man rides a horse", "cups", "a red bus"]


def scored(predictions: list[str], **options: object) -> grice.engines.score.Result:
    given = {"references": REFERENCES, "metrics": ["rouge", "bleu"]} | options
    return grice.score(predictions, **given)


@pytest.fixture
def comparison() -> Comparison:
    return scored(OURS).compare(scored(THEIRS), names=("ours", "theirs"))


def test_holm_against_the_example_worked_by_hand() -> None:
    # Four tests: 4 x .005, 3 x .01 and 2 x .03 rise; 1 x .04 may not fall below 2 x .03.
    assert holm([0.01, 0.04, 0.03, 0.005]).tolist() == pytest.approx([0.03, 0.06, 0.06, 0.02])
    assert holm([0.9, 0.8]).tolist() == [1.0, 1.0]
    given = holm([np.nan, 0.02, 0.01])
    assert np.isnan(given[0])
    assert given[1:].tolist() == pytest.approx([0.02, 0.02])


def test_holm_never_lets_a_false_alarm_in_more_often_than_said() -> None:
    rng = np.random.default_rng(0)
    alarms = [holm(rng.random(6)).min() < 0.1 for _ in range(2000)]
    assert 0.07 < np.mean(alarms) < 0.125


def test_differences_and_p_are_those_of_the_items(comparison: Comparison) -> None:
    ours, theirs = scored(OURS)["rouge"], scored(THEIRS)["rouge"]
    test = next(one for one in comparison.tests if one.value == "rouge")
    gains = ours.items - theirs.items
    assert test.found.difference == pytest.approx(gains.mean())
    every = np.array([np.dot(signs, gains) for signs in product([1, -1], repeat=4)])
    assert test.found.p == pytest.approx((np.abs(every) >= abs(gains.sum()) - 1e-12).mean())
    assert comparison.intervals["rouge"]["ours"] == ours.interval()
    assert [one.adjusted for one in comparison.tests] == holm([one.found.p for one in comparison.tests]).tolist()


def test_the_bootstrap_is_there_too_and_tests_corpus_values_from_their_sums() -> None:
    ours, theirs = scored(OURS), scored(THEIRS)
    found = ours.compare(theirs, test="bootstrap", values=["bleu.bleu1"]).tests[0].found
    (one, compute), (other, _) = ours["bleu"]["bleu1"].summable(), theirs["bleu"]["bleu1"].summable()
    assert found == bootstrap(one, other, compute)
    assert found.difference == pytest.approx(ours["bleu"]["bleu1"].value - theirs["bleu"]["bleu1"].value)


def test_three_systems_are_tested_by_twos_and_corrected_together() -> None:
    found = grice.compare({"a": OURS, "b": THEIRS, "c": OURS}, references=REFERENCES, metrics=["rouge", "bleu"])
    assert {(one.first, one.second) for one in found.tests} == {("a", "b"), ("a", "c"), ("b", "c")}
    assert len(found.tests) == 6
    same = [one for one in found.tests if (one.first, one.second) == ("a", "c")]
    assert [(one.found.difference, one.found.p) for one in same] == [(0.0, 1.0)] * 2


def test_items_that_one_system_lost_count_for_none() -> None:
    options = {"metrics": "rouge", "unreadable": "drop"}
    ours, theirs = scored(OURS, **options), scored(["", *THEIRS[1:]], **options)
    found = ours.compare(theirs)
    assert found.rows.tolist() == [1, 2, 3]
    expected = ours["rouge"].items[1:].mean() - theirs["rouge"].items[1:].mean()
    assert found.tests[0].found.difference == pytest.approx(expected)
    assert found.scores["rouge"]["first"].value == pytest.approx(ours["rouge"].items[1:].mean())
    assert any("1 of 4 items" in note for note in found.notes)


def test_items_judged_by_fewer_references_are_counted() -> None:
    references = [["a dog", ""], ["a cat"]]
    one, other = (grice.score(said, references, metrics=["bleu"]) for said in (["a dog", "a cat"], ["a cow", "a cat"]))
    assert any("1 of 2 items are judged by fewer references" in note for note in one.compare(other).notes)


def test_items_of_one_image_stay_together() -> None:
    ours, theirs = scored(OURS)["rouge"], scored(THEIRS)["rouge"]
    images = ["x", "x", "y", "y"]
    found = scored(OURS).compare(scored(THEIRS), values="rouge", clusters=images).tests[0].found
    assert found.p == randomisation(ours.items, theirs.items, clusters=images)


def test_the_items_that_differ_most_come_first_and_are_explained(
    comparison: Comparison,
) -> None:
    found = comparison.differing("rouge")
    gaps = np.abs(scored(OURS)["rouge"].items - scored(THEIRS)["rouge"].items)
    assert [one.item for one in found] == np.argsort(-gaps, kind="stable")[:3].tolist()
    assert found[0].spread == pytest.approx(gaps.max())
    said = comparison.explain(found[0].item, "rouge")
    assert all(text in said for text in (OURS[found[0].item], THEIRS[found[0].item], "reference: ", "rouge = "))


def test_tables_hold_the_numbers_in_every_form(comparison: Comparison) -> None:
    for_people, for_programs = comparison.tables(), comparison.tables(people=False)
    value = comparison.scores["rouge"]["ours"].value
    assert f"{value:.3f} [" in for_people[0].to_text()
    assert f"{value:.3f} [" in for_people[0].to_latex()
    assert str(value) in for_programs[0].to_csv()
    assert "why" in for_programs[2].columns
    assert all(len(line) <= 80 for table in for_people for line in table.to_text().splitlines())
    assert str(comparison) == repr(comparison)


def test_the_best_has_the_fewest_of_what_should_be_few() -> None:
    told = {"exact": ["Half are red circles, the rest blue squares."], "vague": ["There are circles."]}
    found = grice.compare(told, targets=[(2, 0, 0, 2)], metrics="reconstruction")
    assert found.best == {"reconstruction.swap_rate": "exact"}
    assert found.scores["reconstruction.swap_rate"]["exact"].value == 0


def test_a_value_that_is_no_sum_has_a_difference_and_no_test() -> None:
    found = scored(OURS, metrics=grice.metrics.Diversity(over="words"), references=None).compare(
        scored(THEIRS, metrics=grice.metrics.Diversity(over="words"), references=None), values="diversity.ttr"
    )
    assert np.isnan(found.tests[0].found.p)
    assert "no paired test" in str(found)


@pytest.mark.parametrize(
    ("other", "options", "message"),
    [
        (lambda: grice.score(["a"], [["b"]], metrics=["rouge", "bleu"]), {}, "first has 4 items and second has 1"),
        (lambda: scored(THEIRS, references=REFERENCES[::-1]), {}, "item 0 has other references"),
        (lambda: scored(THEIRS, metrics="rouge"), {}, "first is scored by rouge, bleu, second by rouge\n"),
        (lambda: scored(THEIRS), {"names": ("a", "a")}, "2 different names"),
        (lambda: scored(THEIRS), {"values": "rouge.speed"}, "no value is called 'rouge.speed'"),
        (lambda: scored(THEIRS), {"test": "t"}, "test='t'"),
        (lambda: scored(THEIRS), {"clusters": [1]}, "1 clusters for 4 items"),
        (lambda: THEIRS, {}, "a result of grice.score"),
    ],
)
def test_what_does_not_pair_is_refused(other: object, options: dict[str, object], message: str) -> None:
    with pytest.raises(InputError, match=message):
        scored(OURS).compare(other(), **options)  # type: ignore[operator]


def test_settings_must_agree() -> None:
    one = scored(OURS, metrics=grice.metrics.Spice(parser="rules"))
    other = scored(THEIRS, metrics=grice.metrics.Spice(parser="rules", references="max"))
    with pytest.raises(InputError, match="the same settings"):
        one.compare(other)
