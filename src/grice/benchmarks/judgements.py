"""Do metrics agree with people, on four sets that differ in kind? Nebula, THumB, Pascal-50S and Flickr8k-Expert.

tau_c and tau_b over ratings (of Flickr8k-Expert single ones, of the others the one score given), accuracy over
preferences by the kind of pair (Vedantam et al. 2015). Intervals resample images; every metric is compared with
sentence cosine on the same resamples and by swapping the two within images.
"""

from collections.abc import Mapping, Sequence
from pathlib import Path
from typing import Annotated, Any

import numpy as np
import typer
from numpy.typing import NDArray

from grice.benchmarks.caption_metrics import CaptionScores, judge, per_cent
from grice.benchmarks.options import Seed
from grice.corpora import judgements
from grice.corpora.judgements import KINDS, Preferred, Rated
from grice.errors import InputError
from grice.progress import step
from grice.statistics.bootstrap import interval
from grice.statistics.correlation import SAMPLES, Ratings
from grice.statistics.paired import bootstrap, randomisation
from grice.tables import Table

BASELINE = "sentence, mean"
PUBLISHED_AS = {"nebula": "nebula", "flickr8k": "flickr8k-ex"}
"""Our sets as the file of published figures names them."""
ROW = {"bleu": "BLEU-4", "rouge": "ROUGE-L", "cider": "CIDEr-D", "spice": "spice"}
"""Published metrics that have a row here, by its name."""
TITLES = {"nebula": "Nebula", "thumb": "THumB 1.0", "pascal50s": "Pascal-50S", "flickr8k": "Flickr8k-Expert"}


def run(
    *,
    data: Annotated[Path | None, typer.Option(help="Folder of the sets: nebula.jsonl, thumb.jsonl, ...")] = None,
    flickr: Annotated[Path | None, typer.Option(help="The JSON file of Flickr8k-Expert, if it lies elsewhere.")] = None,
    only: Annotated[str | None, typer.Option(help="One of the sets, by name.")] = None,
    seed: Seed = 0,
) -> list[Table]:
    """A table for each set, and one that lays the sets side by side."""
    if data is None:
        raise InputError("judgements without --data", "the folder of the sets of judgements", judgements.CARD.how)
    if only is not None and only not in TITLES:
        raise InputError(f"--only {only}", f"one of {', '.join(TITLES)}")
    sets = [one for one in judgements.load(data, flickr) if only in (None, one.name)]
    if not sets:
        raise InputError(f"--only {only}, which {data} does not hold", f"one of {', '.join(TITLES)} that is there")
    published = judgements.published(data)
    tables, headline = [], {}
    for one in sets:
        if isinstance(one, Rated):
            table, values = rated(one, judge(one.captions, one.references), published, seed)
        else:
            captions, references = judgements.both(one)
            table, values = preferred(one, judge(captions, references), seed)
        tables.append(table)
        headline[one.name] = values
        step()
    return [*tables, overview(headline)] if len(sets) > 1 else tables


def rated(
    one: Rated, judged: CaptionScores, published: Sequence[Mapping[str, Any]], seed: int
) -> tuple[Table, dict[str, float]]:
    """tau_c with its interval, tau_b, Pearson's r, and the gain in tau_c over sentence cosine."""
    people = Ratings(one.ratings, one.images)
    found = {name: people.judge(scores) for name, scores in judged.scores.items()}
    recorded = figures(published, one.name)
    rows: list[list[object]] = []
    for name, agreement in sorted(found.items(), key=lambda entry: -np.nan_to_num(entry[1].tau_c, nan=-1.0)):
        gain: list[object] = [None, None, None]
        if BASELINE in found and name != BASELINE:
            compared = agreement.compare(found[BASELINE], seed=seed)
            gain = [100 * compared.tau_c.difference, per_cent(compared.tau_c.interval), compared.tau_c_swapped]
        row = [name, 100 * agreement.tau_c, per_cent(agreement.interval("tau_c", seed=seed))]
        row += [100 * tau_b(agreement.scores, one.ratings), 100 * agreement.pearson, *gain]
        rows.append([*row, *recorded.pop(name, (None, None))])
    rows += [[f"{name} (paper)", *[None] * 7, *both] for name, both in recorded.items()]
    columns = ("metric", "tau_c", "95 %", "tau_b", "Pearson", "gain in tau_c", "95 %, gain", "p, swapped")
    table = Table(
        f"{TITLES[one.name]}: agreement with people, times 100",
        (*columns, "published tau_c", "published tau_b"),
        rows,
        notes=(
            f"{len(one.captions)} captions of {people.clusters} images. Intervals: bootstrap over images, {SAMPLES}.",
            f"Gain: over {BASELINE}, on the same resamples; p of swapping the two within images.",
            "Published figures are on the whole set, and of metrics with other encoders and images.",
            *judged.left_out,
        ),
        signature=f"{judged.signature}|{one.name}:{len(one.captions)}|samples:{SAMPLES}|seed:{seed}",
    )
    return table, {name: 100 * agreement.tau_c for name, agreement in found.items()}


def preferred(one: Preferred, judged: CaptionScores, seed: int) -> tuple[Table, dict[str, float]]:
    """Accuracy by kind of pair and in the mean of kinds, and the gain over sentence cosine."""
    kinds = [kind for kind in KINDS if kind in one.kinds]
    wins = {name: right(scores, one) for name, scores in judged.scores.items()}
    chosen = {kind: np.array([k == kind for k in one.kinds]) for kind in kinds}

    def statistics(won: NDArray[np.float64]) -> NDArray[np.float64]:
        return np.column_stack([column for here in chosen.values() for column in (won * here, here.astype(float))])

    def mean_of_kinds(sums: NDArray[np.float64]) -> NDArray[np.float64]:
        with np.errstate(invalid="ignore", divide="ignore"):
            found: NDArray[np.float64] = np.nanmean(sums[:, 0::2] / sums[:, 1::2], axis=1)
        return found

    rows: list[list[object]] = []
    values = {}
    for name, won in wins.items():
        by_kind = [100 * float(won[here].mean()) for here in chosen.values()]
        values[name] = float(np.mean(by_kind))
        bounds = interval(statistics(won), mean_of_kinds, samples=SAMPLES, seed=seed)
        gain: list[object] = [None, None, None]
        if BASELINE in wins and name != BASELINE:
            sides = statistics(won), statistics(wins[BASELINE])
            paired = bootstrap(*sides, mean_of_kinds, one.images, SAMPLES, seed)
            swapped = randomisation(*sides, mean_of_kinds, one.images, SAMPLES, seed)
            gain = [100 * paired.difference, per_cent(paired.interval), swapped]
        rows.append([name, *by_kind, values[name], per_cent(bounds), *gain])
    rows.sort(key=lambda row: -float(str(row[1 + len(kinds)])))
    table = Table(
        f"{TITLES[one.name]}: the preferred caption scores higher, per cent",
        ("metric", *kinds, "mean", "95 %", "gain", "95 %, gain", "p, swapped"),
        rows,
        notes=(
            f"{len(one.images)} pairs. HC: two people; HI: one of another image; HM: person, machine; MM: machines.",
            f"A tie counts half. Gain: over {BASELINE}, whole images resampled or swapped.",
            *judged.left_out,
        ),
        signature=f"{judged.signature}|{one.name}:{len(one.images)}|samples:{SAMPLES}|seed:{seed}",
    )
    return table, values


def overview(headline: Mapping[str, Mapping[str, float]]) -> Table:
    """Sets side by side, and their mean less that of sentence cosine."""
    names = [name for name in next(iter(headline.values())) if all(name in values for values in headline.values())]
    means = {name: float(np.mean([values[name] for values in headline.values()])) for name in names}
    rows = [
        [name, *(values[name] for values in headline.values()), means[name], means[name] - means.get(BASELINE, np.nan)]
        for name in sorted(names, key=lambda name: -np.nan_to_num(means[name], nan=-1.0))
    ]
    columns = ("metric", *(TITLES[name] for name in headline), "mean", f"less {BASELINE}")
    return Table("Judgements: tau_c, and accuracy on Pascal-50S, times 100", columns, rows)


def right(scores: NDArray[np.float64], one: Preferred) -> NDArray[np.float64]:
    """1 where the preferred caption scores higher, 0.5 where both score the same."""
    first, second = scores[: len(one.images)], scores[len(one.images) :]
    sign = np.sign(first - second) * np.where(one.better == 0, 1, -1)
    return np.asarray((sign + 1) / 2, np.float64)


def tau_b(scores: NDArray[np.float64], ratings: NDArray[np.float64]) -> float:
    """Kendall's tau_b over single ratings; nan where either does not vary."""
    from scipy.stats import kendalltau

    each = np.repeat(scores, ratings.shape[1])
    there = ~np.isnan(ratings.ravel())
    return float(kendalltau(each[there], ratings.ravel()[there], variant="b").statistic)


def figures(published: Sequence[Mapping[str, Any]], name: str) -> dict[str, tuple[float | None, float | None]]:
    """Published tau_c and tau_b of a set, by the name of the row."""
    return {
        ROW.get(entry["metric"], str(entry.get("score_name", entry["metric"]))): (
            entry["correlations"].get("kendall_tau_c"),
            entry["correlations"].get("kendall_tau_b"),
        )
        for entry in published
        if entry["data"] == PUBLISHED_AS.get(name)
    }
