"""Do groups differ? One-way analysis of variance, Tukey's comparisons, and tests for when its assumptions fail.

Fisher's F and Tukey's honestly significant difference (Tukey-Kramer where groups are unequal) assume equal variances,
which Levene's test about the medians (Brown & Forsythe 1974) asks about; Kruskal & Wallis (1952) compare ranks, Welch
(1947) two groups of unequal variances, and a permutation test assumes only that groups are exchangeable.
"""

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from itertools import combinations, pairwise
from typing import Any

import numpy as np
from numpy.typing import ArrayLike, NDArray

from grice import checks
from grice.errors import InputError

Floats = NDArray[np.float64]
Groups = Mapping[Any, ArrayLike] | Sequence[ArrayLike]


@dataclass(frozen=True)
class Test:
    """A test statistic, its degrees of freedom and p; `effect` is the size of the effect where the test has one."""

    __test__ = False  # not a test of pytest's

    name: str
    statistic: float
    p: float
    df: tuple[float, ...] = ()
    effect: float = float("nan")
    effect_name: str = ""

    def __str__(self) -> str:
        df = f"({', '.join(f'{one:g}' for one in self.df)})" if self.df else ""
        effect = f", {self.effect_name} = {self.effect:.2f}" if self.effect_name else ""
        return f"{self.name}{df} = {self.statistic:.2f}, p {shown_p(self.p)}{effect}"


@dataclass(frozen=True)
class Comparison:
    """Two groups of several: the difference of their means (second less first), its interval and adjusted p."""

    groups: tuple[str, str]
    difference: float
    low: float
    high: float
    p: float


def anova(groups: Groups) -> Test:
    """One-way analysis of variance: F, and eta squared, the share of the variance that lies between groups."""
    from scipy.stats import f

    _, values = _checked(groups)
    everything = np.concatenate(values)
    between = sum(len(v) * (v.mean() - everything.mean()) ** 2 for v in values)
    within = sum(((v - v.mean()) ** 2).sum() for v in values)
    above, below = len(values) - 1, len(everything) - len(values)
    if below < 1:
        raise InputError(f"{len(values)} groups of {len(everything)} values", "more values than groups")
    ratio = _over(between / above, within / below)
    p = float(f.sf(ratio, above, below)) if ratio == ratio else float("nan")
    return Test("F", ratio, p, (above, below), _over(between, between + within), "eta²")


def tukey(groups: Groups, level: float = 0.95) -> list[Comparison]:
    """Tukey's honestly significant differences of all pairs of groups."""
    from scipy.stats import studentized_range

    level = checks.level(level)
    names, values = _checked(groups)
    below = sum(map(len, values)) - len(values)
    if below < 1:
        raise InputError(f"{len(values)} groups of {sum(map(len, values))} values", "more values than groups")
    spread = sum(((v - v.mean()) ** 2).sum() for v in values) / below
    critical = float(studentized_range.ppf(level, len(values), below))
    found = []
    for a, b in combinations(range(len(values)), 2):
        difference = float(values[b].mean() - values[a].mean())
        error = float(np.sqrt(spread / 2 * (1 / len(values[a]) + 1 / len(values[b]))))
        p = float(studentized_range.sf(abs(_over(difference, error)), len(values), below)) if error else float("nan")
        half = critical * error
        found.append(Comparison((names[a], names[b]), difference, difference - half, difference + half, p))
    return found


def levene(groups: Groups) -> Test:
    """Are the variances equal? Levene's test about the medians."""
    _, values = _checked(groups)
    found = anova([np.abs(v - np.median(v)) for v in values])
    return Test("W", found.statistic, found.p, found.df)


def kruskal(groups: Groups) -> Test:
    """Do groups differ in rank? Kruskal-Wallis H, ties corrected, and epsilon squared."""
    from scipy.stats import chi2, rankdata

    _, values = _checked(groups)
    sizes = [len(v) for v in values]
    ranks, n = rankdata(np.concatenate(values)), sum(sizes)
    starts = np.cumsum([0, *sizes])
    sums = [ranks[a:b].sum() ** 2 / (b - a) for a, b in pairwise(starts.tolist())]
    _, ties = np.unique(ranks, return_counts=True)
    corrected = 1 - float((ties**3 - ties).sum()) / (n**3 - n)
    h = _over(12 / (n * (n + 1)) * float(sum(sums)) - 3 * (n + 1), corrected)
    df = len(values) - 1
    return Test("H", h, float(chi2.sf(h, df)) if h == h else float("nan"), (df,), h / (n - 1), "epsilon²")


def welch(one: ArrayLike, other: ArrayLike) -> Test:
    """Do two groups differ, variances not assumed equal? Welch's t and Cohen's d with the pooled deviation."""
    from scipy.stats import t as student

    _, (a, b) = _checked([one, other])
    if min(len(a), len(b)) < 2:
        raise InputError(f"groups of {len(a)} and {len(b)} values", "two values or more in each")
    va, vb = a.var(ddof=1) / len(a), b.var(ddof=1) / len(b)
    t = _over(float(a.mean() - b.mean()), float(np.sqrt(va + vb)))
    df = _over((va + vb) ** 2, va**2 / (len(a) - 1) + vb**2 / (len(b) - 1))
    pooled = np.sqrt(((len(a) - 1) * a.var(ddof=1) + (len(b) - 1) * b.var(ddof=1)) / (len(a) + len(b) - 2))
    p = float(2 * student.sf(abs(t), df)) if t == t else float("nan")
    return Test("t", t, p, (df,), _over(float(a.mean() - b.mean()), float(pooled)), "d")


def permutation(
    groups: Groups,
    samples: int = 9999,
    seed: int = 0,
    statistic: Callable[[Sequence[Floats]], float] | None = None,
    within: Groups | None = None,
) -> Test:
    """How often do shuffled labels give as large a statistic (by default F)? p counts the observed labelling too.

    `within` names a block for each value, shaped as `groups` are: labels are then shuffled inside blocks alone, as
    answers of one participant should be.
    """
    samples, rng = checks.samples(samples), checks.generator(seed)
    _, values = _checked(groups)
    measure = statistic or (lambda found: anova(found).statistic)
    everything, cuts = np.concatenate(values), np.cumsum([len(v) for v in values])[:-1]
    blocks = np.zeros(len(everything), np.int64)
    if within is not None:
        listed = list(within.values()) if isinstance(within, Mapping) else list(within)
        flat = [str(one) for names in listed for one in np.asarray(names, dtype=object).tolist()]
        if len(flat) != len(everything):
            raise InputError(f"{len(flat)} blocks for {len(everything)} values", "a block for each value")
        blocks = np.unique(flat, return_inverse=True)[1]
    order = np.argsort(blocks, kind="stable")
    observed, reached = measure(values), 0
    for _ in range(samples):
        shuffled = everything.copy()
        keys = rng.random(len(everything))
        shuffled[order] = everything[np.lexsort((keys, blocks))]
        reached += measure(np.split(shuffled, cuts)) >= observed - 1e-12
    return Test("permuted F" if statistic is None else "permuted", observed, (reached + 1) / (samples + 1))


def shown_p(p: float) -> str:
    """A p as a sentence has it: "= .034", "< .001"."""
    if p != p:
        return "undefined"
    return "< .001" if p < 0.001 else "= " + f"{p:.3f}".replace("0.", ".", 1)


def _checked(groups: Groups) -> tuple[list[str], list[Floats]]:
    named = groups if isinstance(groups, Mapping) else dict(enumerate(groups))
    values = [checks.numbers(one, "values").ravel() for one in named.values()]
    if len(values) < 2 or not all(map(len, values)):
        raise InputError(f"{sum(map(bool, map(len, values)))} groups with values", "two groups or more, none empty")
    if not all(np.isfinite(one).all() for one in values):
        raise InputError("values that are not finite", "numbers; leave out what is missing")
    return [str(name) for name in named], values


def _over(above: float, below: float) -> float:
    return float(above / below) if below else float("nan") if not above else float("inf")
