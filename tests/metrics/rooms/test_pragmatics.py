"""The pragmatic metrics give the paper's numbers, the oracles' rows, and an error for every row that is none."""

from fractions import Fraction

import numpy as np
import pytest

import grice
from grice import InputError
from grice.metrics.base import Rows
from grice.metrics.rooms.pragmatics import Pragmatics, formulas
from grice.metrics.rooms.profile import mention_order, redundancy_profile, size_before_colour
from grice.metrics.tally import Tally
from grice.scenes import rooms
from grice.scenes.context import draw_test_sets, sample
from grice.speakers.base import load
from grice.speakers.rooms.oracles import say

# d, e (k-1), e (z-1), r, od, k over one / two / three matched features: measured with an independent implementation on
# 200,000 pairs a set.
ORACLES = {
    "oracle-six": [(1, .324, .001, 0, .001, 6), (1, .488, .005, 0, .005, 6), (1, .673, .041, 0, .041, 6)],
    "oracle-best": [(1, 1, 1, 1, 1, 1)] * 3,
    "oracle-every": [(1, .001, .001, 1, .001, 4.38), (1, .004, .004, 1, .004, 3.56), (1, .04, .04, 1, .04, 2.63)],
    "oracle-three": [(.992, .396, .651, .5, .129, 3), (.97, .584, .685, .5, .302, 3), (.889, .76, .727, .5, .495, 3)],
    "oracle-one": [(.731, 1, 1, .833, .731, 1), (.593, 1, 1, .833, .593, 1), (.439, 1, 1, .833, .439, 1)],
    "oracle-shape": [(.626, 1, 1, .778, .626, 1), (.312, 1, 1, .71, .312, 1), (.376, 1, 1, .815, .376, 1)],
}  # fmt: skip


@pytest.mark.parametrize("name", ORACLES)
def test_oracle_captioners_reproduce_their_rows(name: str) -> None:
    sets = draw_test_sets(1500, seed=11)
    for expected, (_, group) in zip(ORACLES[name], sets.items(), strict=True):
        rows = []
        for i, pairs in enumerate(group.values()):
            captions = load(name)(pairs.targets, pairs.distractors, seed=i)
            scores = [
                grice.score(captions, targets=pairs.targets, distractors=pairs.distractors, metrics=metric)[
                    "pragmatics"
                ]
                for metric in (Pragmatics(), Pragmatics(efficiency="table"))
            ]
            values = scores[0].values
            rows.append([values["d"], values["e"], scores[1]["e"].value, values["r"], values["od"], values["k"]])
        # A proportion over 4,500 pairs or more has a standard error of at most .0075; k one of at most .02.
        assert np.abs(np.nanmean(rows, axis=0) - expected)[:5].max() < 0.022
        assert abs(np.nanmean(rows, axis=0)[5] - expected[5]) < 0.06


def one(caption: str, target: int, *distractors: int, **settings: str) -> dict[str, float]:
    metric = Pragmatics(**settings)  # type: ignore[arg-type]
    return grice.score([caption], targets=[target], distractors=[list(distractors)], metrics=metric)[
        "pragmatics"
    ].values


@pytest.mark.parametrize("caption", ["neither red nor tiny", "it is not red", "neither red nor tiny, no green wall"])
def test_relevance_stays_within_its_bounds_where_true_denials_rule_nothing_out(caption: str) -> None:
    # The two differ in five features; each denial is true of both, so more is said in vain than is redundant.
    found = grice.score([caption], targets=[278382], distractors=[[190651]], metrics="pragmatics")["pragmatics"]
    assert (found["z"].value, found["c"].value) == (5, 0)
    assert found["r"].value == 0


def test_formulas_are_those_of_section_2_2() -> None:
    for c in range(4):
        for k in range(max(c, 1), 7):
            for z in range(max(c, 1), 6):
                found = formulas(*(np.array([v]) for v in (c > 0, c, k, z, 1)), "paper")  # type: ignore[arg-type]
                e = 1 if k == c == 1 else 1 - Fraction(c - 1, k - 1) if k > 1 else None
                assert found["od"][0] == (c == 1)
                assert found["r"][0] == pytest.approx(float(1 - Fraction(k - c, 6 - z)))
                if c:
                    assert found["e"][0] == pytest.approx(float(e))  # type: ignore[arg-type]
                else:
                    assert np.isnan(found["e"][0])


def test_the_three_efficiencies_differ_as_documented() -> None:
    # z = 5, c = 2, k = 2: the paper's formula gives 0, the script .75; z = 2, c = 2, k = 6: .8 and 0.
    target, five = 0, 0 + 48_000 + 4_800 + 480 + 60 + 1
    two_said = say([target], np.array([[True, True, False, False, False, False]]))[0]
    assert one(two_said, target, five)["e"] == 0
    assert one(two_said, target, five, efficiency="table")["e"] == pytest.approx(0.75)
    assert one(two_said, target, five, efficiency="script")["e"] == pytest.approx(0.75)
    everything = say([target], np.ones((1, 6), bool))[0]
    assert one(everything, target, 48_000 + 4_800)["e"] == pytest.approx(0.8)
    assert one(everything, target, 48_000 + 4_800, efficiency="script")["e"] == 0
    nothing = grice.score(["a block", "red floor"], targets=[0, 0], distractors=[48_000, 48_000],
                          metrics=[Pragmatics(efficiency=e) for e in ("paper", "table", "script")])  # type: ignore[arg-type]  # fmt: skip
    assert [score["e"].value for score in nothing.values()] == [1, 1, 0.5]


def test_relevance_is_undefined_where_everything_differs_and_that_is_counted() -> None:
    other = 48_000 + 4_800 + 480 + 60 + 15 + 1
    score = grice.score(["a block"] * 2, targets=[0, 0], distractors=[other, 48_000], metrics="pragmatics")[
        "pragmatics"
    ]
    assert np.isnan(score["r"].items[0])
    assert score.defined["r"] == 1
    assert score.defined["d"] == 2
    assert score["r"].value == score["r"].items[1]


def test_false_features_are_apart_unless_asked_for() -> None:
    caption, target, distractor = "a tiny green ball", 0, 480  # scene 0 is a tiny red block
    apart, inside = (one(caption, target, distractor, mentions=m) for m in ("true", "all"))
    assert (apart["k"], apart["false"]) == (1, 2)
    assert (inside["k"], inside["false"]) == (3, 2)


def test_several_distractors_must_all_be_ruled_out() -> None:
    scale, shape = 60, 15
    assert one("a tiny object", 0, scale)["d"] == 1
    half = grice.score(["a tiny object"], targets=[0], distractors=[[scale, shape]], metrics="pragmatics")["pragmatics"]
    assert half.value == 0
    assert half.table().column("open").to_pylist() == [[1]]
    both = one("a tiny block", 0, scale, shape)
    assert (both["d"], both["od"], both["e"], both["z"]) == (1, 1, 1, 2)
    # One feature would have been enough for both distractors: two contrastive mentions are one too many.
    wasteful = one("a tiny red object", 0, 60 + 480, 120 + 480)
    assert (wasteful["d"], wasteful["od"]) == (1, 0)


def test_bad_rows_cost_one_row_each() -> None:
    rows = [
        ("a block", 0, [1], None),
        (None, 0, [1], "missing"),
        (3.5, 0, [1], "not text"),
        (float("nan"), 0, [1], "missing"),
        ("a block", 480_000, [1], "479999"),
        ("a block", "x", [1], "not an image id"),
        ("a block", 0, [], "no distractor"),
        ("a block", 0, [0], "its own distractor"),
        ("a block", 0, None, "not an image id"),
        ("", 0, [1], "empty"),
        ("a block", 0, 1.5, "not an image id"),
    ]
    score = grice.score(*[[row[0] for row in rows]], targets=[row[1] for row in rows],
                        distractors=[row[2] for row in rows], metrics="pragmatics")["pragmatics"]  # fmt: skip
    unread = {1, 2, 3, 9}
    for i, (*_, message) in enumerate(rows):
        said = score.unreadable if i in unread else score.errors
        assert (i in said) is (message is not None)
        assert message is None or message in said[i]
    assert set(score.unreadable) == unread
    assert np.isnan(score.items).tolist() == [i in score.errors for i in range(len(rows))]
    assert score.defined["d"] == 5
    # Nothing said singles nothing out: the worst of d, r and od, while efficiency stays undefined.
    assert [score[name].items[9] for name in ("d", "r", "od", "k", "false")] == [0, 0, 0, 0, 0]
    assert np.isnan(score["e"].items[9])


def test_how_items_are_batched_changes_nothing() -> None:
    pairs = sample(300, seed=4)
    captions = load("short")(pairs.targets, seed=4)
    rows = Rows(captions, targets=pairs.targets.tolist(), distractors=pairs.distractors[:, None].tolist())
    whole, parts, merged = (Tally(Pragmatics()) for _ in range(3))
    whole.update(rows, keep=True)
    for start in range(0, 300, 7):
        part = Tally(Pragmatics())
        part.update(rows.slice(start, start + 7), start, keep=True)
        parts.update(rows.slice(start, start + 7), start, keep=True)
        merged.merge(part)
    expected = whole.compute()
    for tally in (parts, merged):
        found = tally.compute()
        assert found.values == expected.values
        assert found.null == expected.null
        assert found.table().equals(expected.table())
        assert found.interval() == expected.interval()


def test_the_null_model_is_the_mean_over_random_captions() -> None:
    pairs = sample(400, seed=9)
    rng = np.random.default_rng(0)
    k = rng.integers(1, 7, size=400)
    drawn = []
    for _ in range(30):
        marks = rng.random((400, 6)).argsort(1).argsort(1) < k[:, None]
        drawn.append(grice.score(say(pairs.targets, marks), targets=pairs.targets, distractors=pairs.distractors,
                                 metrics="pragmatics")["pragmatics"])  # fmt: skip
    for name in ("d", "r", "od", "c"):
        simulated = np.mean([score.values[name] for score in drawn])
        assert drawn[0].null[name] == pytest.approx(simulated, abs=0.02)


def test_intervals_hold_the_value_and_shrink_with_more_items() -> None:
    widths = []
    for count in (100, 3000):
        pairs = sample(count, seed=2)
        captions = load("oracle-one")(pairs.targets, pairs.distractors)
        score = grice.score(captions, targets=pairs.targets, distractors=pairs.distractors, metrics="pragmatics")
        low, high = score["pragmatics"].interval()
        assert low <= score["pragmatics"].value <= high
        # The interval of a proportion: about 1.96 standard errors either way.
        p = score["pragmatics"].value
        assert high - low == pytest.approx(2 * 1.96 * np.sqrt(p * (1 - p) / count), rel=0.25)
        widths.append(high - low)
    assert widths[1] < widths[0] / 4


def test_the_redundancy_profile_counts_by_hand() -> None:
    # Scene 0 is a tiny red block; pairs differ in the scale alone, so shape and hue are redundant.
    score = grice.score(["a block", "a red block", "a tiny object", "red wall"], targets=[0] * 4, distractors=[60] * 4,
                        metrics="pragmatics")["pragmatics"]  # fmt: skip
    rows = {row["feature"]: row for row in redundancy_profile(score).to_pylist()}
    assert rows["shape"]["mentioned"] == 0.5
    assert rows["object_hue"]["mentioned"] == 0.25
    assert rows["shape"]["mentioned where r < 1"] == pytest.approx(2 / 3)
    assert rows["scale"]["redundant"] == 0


def test_order_of_mention_and_of_adjectives() -> None:
    captions = ["a tiny red block on orange floor", "red tiny block", "the block is tiny"]
    orange = 48_000
    score = grice.score(captions, targets=[orange] * 3, distractors=[0] * 3, metrics="pragmatics")["pragmatics"]
    assert size_before_colour(score) == (0.5, 2)
    places = {row["feature"]: row["mean place"] for row in mention_order(score).to_pylist()}
    assert places["scale"] == pytest.approx((1 + 2 + 2) / 3)
    assert places["shape"] == pytest.approx((3 + 3 + 1) / 3)
    assert places["floor_hue"] == 4


def test_signatures_say_every_setting() -> None:
    assert str(Pragmatics(rule="strict", contrast="phrase").signature) == (
        f"pragmatics|rule:strict|efficiency:paper|contrast:phrase|mentions:true|vocabulary:released|grice:{grice.__version__}"
    )


@pytest.mark.parametrize("setting", [{"rule": "loose"}, {"efficiency": "best"}, {"vocabulary": "mine"}])
def test_unknown_settings_are_refused(setting: dict) -> None:
    with pytest.raises(InputError):
        Pragmatics(**setting)


def test_explanations_name_every_mention() -> None:
    score = grice.score("A tiny green block, zork", targets=0, distractors=60, metrics="pragmatics")["pragmatics"]
    text = score.explain(0)
    for part in (
        "'tiny': scale, contrastive",
        "'green': object_hue, false",
        "'block': shape, redundant",
        "zork",
        "d 1",
    ):
        assert part in text


def test_values_stay_in_their_bounds_on_a_real_mixture() -> None:
    pairs = sample(2000, seed=6)
    captions = [c for kind in ("exhaustive", "short", "minimal") for c in load(kind)(pairs.targets[:600], seed=1)]
    wrong = (pairs.targets[:1800] * 7 + 13) % rooms.COUNT  # most captions are now partly false
    score = grice.score(captions, targets=wrong, distractors=pairs.distractors[:1800], metrics="pragmatics")[
        "pragmatics"
    ]
    for value in score.tally.metric.values:
        items = score[value.name].items
        items = items[~np.isnan(items)]
        assert ((items >= value.lowest) & (items <= value.highest)).all()
