"""Which weights make one score of the evidence? Fitted on all sets but one, judged on that one, for each set in turn.

    python -m lab.judge.mixture DATA CACHE

`DATA` has `judgements`, `contrasts` and `flickr8k`; the evidence of every row is measured once and kept in `CACHE`.
Every set becomes differences of evidence between what people rate higher, or what is true, and the other; weights are
those of a logistic regression on the differences, each set with its share, none of the wrong sign. Made foils and made
triples (caption, rewording, swap) of the training half of the images stand in for a set of contrasts that is left out.
"""

from collections.abc import Mapping, Sequence
from pathlib import Path

import numpy as np
from numpy.typing import NDArray

from grice.benchmarks.judgements import right
from grice.corpora import made_contrasts
from grice.engines.score import score
from grice.metrics.texts.grice import EVIDENCE, Grice, terms
from grice.metrics.texts.sentence import Sentence
from grice.readers.graphs.cache import FILE, remembering
from grice.statistics.paired import Paired, bootstrap
from lab.command import command
from lab.judge.figures import JUDGED, Sets

Floats = NDArray[np.float64]
SHARES = {
    "nebula": 1.0,
    "thumb": 1.0,
    "flickr8k": 1.0,
    "pascal50s": 1.0,
    "sugarcrepepp": 0.29,
    "hat": 0.14,
    "nocaps": 0.1,
    "learned": 0.14,
    "triples": 0.29,
}
"""What each set weighs: people's judgements come first (docs/grice-measured.md: what the share of contrasts costs)."""
SIGNS = (1, 1, 1, -1, -1, -1, -1, -1, -1)
"""Of each kind of evidence: for or against."""
ONLY_FITTED = ("learned", "triples")
"""What is made for the fit, and gives no figure."""
PAIRS = 6000
"""Pairs of ratings drawn of a set."""
RIDGE = 1e-3


def differences(sets: Sets, evidence: Floats, seed: int = 0) -> dict[str, tuple[Floats, Floats]]:
    """Per set, evidence of the better less that of the worse, and what each difference weighs; they sum to one."""
    rng = np.random.default_rng(seed)
    found: dict[str, tuple[Floats, Floats]] = {}
    for name, place in sets.where.items():
        here = evidence[place]
        if name in sets.rated:
            ratings = np.nanmean(sets.rated[name].ratings, axis=1)
            one, other = rng.integers(len(ratings), size=(2, 2 * PAIRS))
            up = ratings[one] > ratings[other]
            made = here[one[up][:PAIRS]] - here[other[up][:PAIRS]]
        elif name == "pascal50s":
            first, second = np.split(here, 2)
            made = (first - second) * np.where(sets.preferred.better == 0, 1, -1)[:, None]
        elif name in ("sugarcrepepp", "triples"):
            true, false, back, wrong = np.split(here, 4)
            made = np.concatenate([true - false, back - wrong])
        elif name == "hat":
            right, wrong = here[~sets.hallucinated], here[sets.hallucinated]
            made = (right[:, None] - wrong[None]).reshape(-1, here.shape[1])
        else:
            true, false = np.split(here, 2)
            made = true - false
        weights = np.ones(len(made))
        if name == "sugarcrepepp":  # swaps are few: half of the weight is theirs
            swaps = np.tile([triple.kind.startswith("swap") for triple in sets.triples], 2)
            weights = np.where(swaps, 1 / max(1, swaps.sum()), 1 / max(1, (~swaps).sum()))
        keep = ~np.isnan(made).any(axis=1)
        found[name] = made[keep], weights[keep] / weights[keep].sum()
    return found


def fit(made: Mapping[str, tuple[Floats, Floats]], left_out: Sequence[str], spread: Floats) -> Floats:
    """The weights that tell the better from the worse on all sets but some; `spread` makes the penalty fair."""
    from scipy.optimize import minimize

    names = [name for name in SHARES if name in made and name not in left_out and name != "made"]
    rows = np.concatenate([made[name][0] for name in names]) / spread
    shares = np.concatenate([SHARES[name] * made[name][1] for name in names])

    def loss(weights: Floats) -> tuple[float, Floats]:
        margin = rows @ weights
        slope = -shares / (1 + np.exp(margin))
        value = float(shares @ np.logaddexp(0, -margin) + RIDGE * weights @ weights)
        return value, rows.T @ slope + 2 * RIDGE * weights

    bounds = [(0, None) if sign > 0 else (None, 0) for sign in SIGNS]
    found = minimize(loss, np.zeros(rows.shape[1]), jac=True, method="L-BFGS-B", bounds=bounds)
    return np.asarray(found.x / spread, np.float64)


def frozen(weights: Floats) -> Floats:
    """Scaled so that a prediction that is its one reference has 1."""
    return np.asarray(weights / weights[:2].sum(), np.float64)


def scored(evidence: Floats, weights: Floats) -> Floats:
    """The score of every row, as the metric gives it."""
    return np.clip(np.nan_to_num(terms(evidence)) @ weights, 0, 1)


def left_out(sets: Sets, evidence: Floats) -> Floats:
    """Scores of every row by weights that were fitted without its set."""
    made = differences(sets, terms(evidence))
    spread = np.nanstd(terms(evidence), axis=0) + 1e-9
    found = np.zeros(len(evidence))
    for name, place in sets.where.items():
        weights = frozen(fit(made, [name], spread))
        found[place] = scored(evidence[place], weights)
        if name not in ONLY_FITTED:
            print(f"  without {name:14s} {' '.join(f'{weight:.3f}' for weight in weights)}", flush=True)
    return found


def gains(sets: Sets, scores: Floats, baseline: Floats, samples: int = 1000, seed: int = 0) -> None:
    """Print by how much scores agree better with people than others do, with the interval over images."""
    for name, people in sets.people.items():
        one, other = (people.judge(some[sets.where[name]]) for some in (scores, baseline))
        _show_gain(name, one.compare(other, samples=samples, seed=seed).tau_c)
    won, lost = (right(some[sets.where["pascal50s"]], sets.preferred) for some in (scores, baseline))
    _show_gain("pascal50s", bootstrap(won, lost, clusters=sets.preferred.images, samples=samples, seed=seed))


def _show_gain(name: str, found: Paired) -> None:
    low, high = found.interval.low, found.interval.high
    print(f"  {name:12s} {100 * found.difference:+.1f} ({100 * low:.1f} to {100 * high:.1f})", flush=True)


def with_made(sets: Sets, data: Path) -> Sets:
    """The sets, and what is made of the training half for the fit alone."""
    rows, where = list(sets.rows), dict(sets.where)
    images = made_contrasts.images(data)
    learned, triples = made_contrasts.make(images, "train", each=150), made_contrasts.triples(images)
    order = ((1, 0), (2, 0), (0, 1), (2, 1))
    added = {
        "triples": [(triple[one], [triple[other]]) for one, other in order for triple in triples],
        "learned": [(getattr(foil, part), list(foil.references)) for part in ("caption", "foil") for foil in learned],
    }
    for name, some in added.items():
        where[name] = slice(len(rows), len(rows) + len(some))
        rows += some
    return Sets(rows, where, sets.rated, sets.preferred, sets.triples, sets.marked, sets.made)


def measured(sets: Sets, cache: Path) -> tuple[Floats, Floats]:
    """The evidence of every row, measured by the metric itself, and its sentence cosine.

    Each set is kept in a file, and so are the parses, which other kinds of evidence can be measured with.
    """
    cache.mkdir(parents=True, exist_ok=True)
    parts = []
    for name, place in sets.where.items():
        path = cache / f"{name}.npy"
        if not path.exists():
            rows = sets.rows[place]
            with remembering(cache / FILE):
                found = score([row[0] for row in rows], [row[1] for row in rows], metrics=[Grice(), Sentence("mean")])
            columns = [*(found["grice"][one].items for one in EVIDENCE), found["sentence"].items]
            np.save(path, np.stack(columns, axis=1))
        parts.append(np.load(path))
    every = np.concatenate(parts)
    return every[:, :-1], every[:, -1]


def report(sets: Sets, evidence: Floats, baseline: Floats) -> Floats:
    """Print each kind of evidence alone, every fold, and the weights fitted on everything, which are returned."""
    shown = [name for name in sets.where if name not in ONLY_FITTED]
    show("sentence cosine", sets.figures(baseline, shown))
    for name, column, sign in zip(EVIDENCE, evidence.T, SIGNS, strict=True):
        show(name, sets.figures(sign * np.nan_to_num(column), shown))
    scores = left_out(sets, evidence)
    show("each set left out", sets.figures(scores, shown))
    gains(sets, scores, baseline)
    design = terms(evidence)
    weights = frozen(fit(differences(sets, design), [], np.nanstd(design, axis=0) + 1e-9))
    show("fitted on all", sets.figures(scored(evidence, weights), shown))
    print("weights", dict(zip(EVIDENCE, weights.round(3).tolist(), strict=True)))
    return weights


def show(name: str, figures: Mapping[str, float]) -> None:
    judged = [figures[one] for one in JUDGED if one in figures]
    mean = f"mean {np.mean(judged):.2f}  " if judged else ""
    print(f"{name:18s} {mean}{' '.join(f'{key} {value:.1f}' for key, value in figures.items())}", flush=True)


def main() -> None:
    """Measure, fit and print."""
    parser = command(__doc__)
    parser.add_argument("data", type=Path)
    parser.add_argument("cache", type=Path)
    given = parser.parse_args()
    sets = with_made(Sets.load(given.data), given.data)
    report(sets, *measured(sets, given.cache))


if __name__ == "__main__":
    main()
