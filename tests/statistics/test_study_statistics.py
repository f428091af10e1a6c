"""Tests of groups, lines and agreement: the thesis's printed numbers, scipy's own, and a paper's worked example."""

import numpy as np
import pytest
from scipy import stats

from grice import InputError
from grice.statistics.agreement import alpha
from grice.statistics.anova import anova, kruskal, levene, permutation, shown_p, tukey, welch
from grice.statistics.mixed import mixed
from grice.statistics.regression import line

# Pel (2020), Tables 4 and 5: the sum over kinds of the standard deviations of every pair, by domain size.
TABLE_4 = {
    4: [0, 0, 0, 0, 0, 0, 0, 0, 1],
    9: [1, 0, 1.915, 0, 0, 2, 2.582, 2.309, 1, 0, 1, 0],
    20: [6.532, 3, 4.435, 2, 2.915, 2, 9.229, 4.817, 8.639],
}
TABLE_5 = {
    6: [1.414, 0, 0, 0, 0, 1.414, 0, 0, 0, 0, 0, 0],
    10: [2.828, 0, 1.414, 0, 0, 0, 0, 0, 0, 0, 0, 0],
    16: [0, 0, 0, 2.828, 2.828, 2.828, 1.414, 2.828, 1.414, 4.243, 1.414, 1.414],
}


def test_the_thesis_analyses_come_out_of_its_printed_tables() -> None:
    a, b = anova(TABLE_4), anova(TABLE_5)
    assert (round(a.statistic, 2), a.df) == (21.92, (2, 27))
    assert a.p == pytest.approx(2.215e-06, rel=1e-3)
    assert (round(b.statistic, 2), b.df) == (8.90, (2, 33))
    assert b.p == pytest.approx(0.00081, abs=5e-6)
    p4 = {pair.groups: pair.p for pair in tukey(TABLE_4)}
    assert p4["4", "9"] == pytest.approx(0.456, abs=1e-3)
    assert p4["4", "20"] == pytest.approx(4.2e-06, rel=0.05)
    assert p4["9", "20"] == pytest.approx(3.4e-05, rel=0.05)
    p5 = {pair.groups: pair.p for pair in tukey(TABLE_5)}
    found = [p5[pair] for pair in (("6", "10"), ("6", "16"), ("10", "16"))]
    assert found == pytest.approx([0.954, 0.0017, 0.0038], abs=5e-4)
    assert levene(TABLE_4).p == pytest.approx(0.0003, abs=1e-4)
    assert levene(TABLE_5).p == pytest.approx(0.03, abs=5e-3)


def test_the_tests_of_groups_agree_with_scipy() -> None:
    rng = np.random.default_rng(0)
    for sizes in ((5, 9, 7), (4, 4), (12, 3, 8, 6)):
        groups = [np.round(rng.normal(i, 1 + i, size), 1) for i, size in enumerate(sizes)]
        assert anova(groups).p == pytest.approx(stats.f_oneway(*groups).pvalue)
        assert levene(groups).p == pytest.approx(stats.levene(*groups, center="median").pvalue)
        assert kruskal(groups).p == pytest.approx(stats.kruskal(*groups).pvalue)
        expected = stats.ttest_ind(groups[0], groups[1], equal_var=False)
        assert welch(groups[0], groups[1]).statistic == pytest.approx(expected.statistic)
        assert welch(groups[0], groups[1]).p == pytest.approx(expected.pvalue)
        theirs = stats.tukey_hsd(*groups)
        for pair in tukey(groups):
            i, j = map(int, pair.groups)
            assert pair.p == pytest.approx(theirs.pvalue[i, j], abs=1e-6)
            interval = theirs.confidence_interval()
            assert (-pair.high, -pair.low) == pytest.approx((interval.low[i, j], interval.high[i, j]))


def test_a_line_agrees_with_scipy_and_has_cohens_word() -> None:
    rng = np.random.default_rng(1)
    x = rng.normal(size=30)
    y = 0.5 - 0.3 * x + rng.normal(size=30)
    mine, theirs = line(x, y), stats.linregress(x, y)
    assert (mine.slope, mine.intercept) == pytest.approx((theirs.slope, theirs.intercept))
    assert (mine.error, mine.p) == pytest.approx((theirs.stderr, theirs.pvalue))
    assert mine.r_squared == pytest.approx(theirs.rvalue**2)
    words = [line([0, 1, 2, 3], [0, a, b, 1]).band for a, b in ((1 / 3, 2 / 3), (1.5, -0.3))]
    assert words == ["substantial", "weak"]
    assert np.isnan(line([1, 1, 1], [1, 2, 3]).slope)
    with pytest.raises(InputError, match="2 points"):
        line([1, 2], [1, 2])


def test_alpha_gives_krippendorffs_own_examples() -> None:
    """Krippendorff (2011), "Computing Krippendorff's Alpha-Reliability", sections C and D."""
    a = [1, 2, 3, 3, 2, 1, 4, 1, 2, None, None, None]
    b = [1, 2, 3, 3, 2, 2, 4, 1, 2, 5, None, 3]
    c = [None, 3, 3, 3, 2, 3, 4, 2, 2, 5, 1, None]
    d = [1, 2, 3, 3, 2, 4, 4, 1, 2, 5, 1, None]
    units = [dict(enumerate(values)) for values in zip(a, b, c, d, strict=True)]
    assert alpha(units) == pytest.approx(0.743, abs=1e-3)
    assert alpha(units, "ordinal") == pytest.approx(0.815, abs=1e-3)
    assert alpha(units, "interval") == pytest.approx(0.849, abs=1e-3)


def test_alpha_is_one_for_agreement_about_zero_for_chance_and_undefined_for_nothing() -> None:
    rng = np.random.default_rng(2)
    assert alpha([{"a": i % 3, "b": i % 3} for i in range(9)]) == 1
    assert abs(alpha([{r: int(rng.integers(3)) for r in "abc"} for _ in range(2000)])) < 0.03
    assert np.isnan(alpha([{"a": 1}, {"b": 2}]))
    assert np.isnan(alpha([{"a": 1, "b": 1}]))
    with pytest.raises(InputError, match="scale 'ratio'"):
        alpha([], "ratio")


def test_permutation_finds_a_difference_and_respects_blocks() -> None:
    rng = np.random.default_rng(3)
    apart = permutation([rng.normal(0, 1, 15), rng.normal(2, 1, 15)], samples=499)
    assert apart.p == 1 / 500
    same = [permutation([rng.normal(size=8), rng.normal(size=8)], samples=99, seed=i).p for i in range(60)]
    assert 0.3 < np.mean(same) < 0.7
    # Two blocks far apart, each all in one group: inside blocks there is nothing to shuffle, so nothing to find.
    blocked = permutation([[0, 0.1, 0.2], [9, 9.1, 9.2]], samples=99, within=[["x"] * 3, ["y"] * 3])
    assert blocked.p == 1


def test_a_mixed_model_finds_the_effect_that_was_put_in() -> None:
    pytest.importorskip("statsmodels", reason="needs the extra stats")
    rng = np.random.default_rng(4)
    people, items = rng.normal(0, 0.5, 20), rng.normal(0, 0.3, 12)
    rows = [(p, i, "ab"[(p + i) % 2]) for p in range(20) for i in range(12)]
    values = [1 + 0.8 * (g == "b") + people[p] + items[i] + rng.normal(0, 0.3) for p, i, g in rows]
    found = mixed(values, [g for *_, g in rows], [p for p, *_ in rows], [i for _, i, _ in rows])
    effect = found.effects[1]
    assert effect.name == "b less a"
    assert effect.estimate == pytest.approx(0.8, abs=0.15)
    assert effect.p < 1e-6
    assert found.participants == pytest.approx(0.5, abs=0.2)
    assert found.items == pytest.approx(0.3, abs=0.15)
    assert found.residual == pytest.approx(0.3, abs=0.05)


@pytest.mark.parametrize(
    ("p", "text"), [(0.0341, "= .034"), (0.0002, "< .001"), (1.0, "= 1.000"), (float("nan"), "undefined")]
)
def test_a_p_is_written_as_a_sentence_has_it(p: float, text: str) -> None:
    assert shown_p(p) == text


def test_groups_that_cannot_be_compared_are_refused() -> None:
    for groups in ([[1, 2]], [[1, 2], []], [[1, float("nan")], [2]]):
        with pytest.raises(InputError):
            anova(groups)
