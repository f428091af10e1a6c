"""Do metrics agree with people? Kendall's tau_c and Pearson's r on Flickr8k-Expert (Hodosh et al. 2013).

Over unaggregated ratings, as Hessel et al. (2021) and Li et al. (2023, Tables 5 and 6) have it; intervals resample
whole images, tests compare every metric with `grice` on the same resamples and by swapping the two within images.
"""

from collections.abc import Callable, Mapping
from pathlib import Path

import numpy as np

from grice.benchmarks.captions import NOT_HERE, judge
from grice.benchmarks.table import Table
from grice.corpora import flickr8k
from grice.errors import InputError
from grice.metrics.base import Rows
from grice.statistics.bootstrap import Interval
from grice.statistics.correlation import SAMPLES, Agreement, Ratings

OURS = "grice"
PEOPLE = "mean human rating (upper bound)"
RECORDED: Mapping[str, tuple[float, float]] = {
    PEOPLE: (70.56, 90.84),
    "BLEU-1": (32.33, 46.53),
    "BLEU-4": (30.82, 20.10),
    "ROUGE-L": (32.37, 46.84),
    "CIDEr-D": (43.93, 55.75),
    "spice": (45.12, 60.78),
    "softspice": (53.35, 69.52),
    "sentence, max": (55.18, 72.43),
    "sentence, mean": (55.16, 72.56),
    "tokens p, mean": (55.27, 73.09),
    "tokens f, max": (54.63, 71.58),
    "tokens f, mean": (54.92, 72.14),
}
"""On all 1,000 images: spice and softspice are the paper's with FACTUAL-T5, the others were measured once elsewhere."""
PUBLISHED: Mapping[str, tuple[float, float]] = {
    "SPICE with SPICE-Parser (paper)": (44.77, 60.11),
    "SoftSPICE with SPICE-Parser (paper)": (51.90, 68.12),
    "SoftSPICE(img) (paper)": (54.85, 70.55),
    "BERTScore (paper)": (36.71, 49.81),
    "BERTScore + SoftSPICE(img) (paper)": (51.08, 65.80),
    "CLIPScore (paper)": (51.44, 64.86),
    "RefCLIPScore (paper)": (53.00, 67.67),
    "RefCLIPScore + SoftSPICE(img) (paper)": (57.37, 73.40),
}
"""Li et al. (2023), Tables 5 and 6, on all 1,000 images; the last is the best published, text and image together."""


def run(*, data: Path | None = None, seed: int = 0, step: Callable[..., object] = lambda *_: None) -> list[Table]:
    """Agreement of every metric, and the tests against `grice`."""
    if data is None:
        raise InputError("flickr8k without --data", "the JSON file of Flickr8k-Expert", flickr8k.CARD.how)
    pairs = flickr8k.read(data)
    people = ratings(pairs)
    rows = Rows([pair.caption for pair in pairs], [list(pair.references) for pair in pairs])
    judged = judge(rows, step)
    found = {name: people.judge(scores) for name, scores in judged.scores.items()}
    found[PEOPLE] = people.judge(np.nanmean(people.ratings, axis=1))
    size = (
        f"{len(pairs)} pairs of {people.clusters} images and {len(set(rows.predictions))} captions, "
        f"{int(people.sizes.sum())} ratings"
    )
    tables = [agreement(found, size, judged.left_out, f"{judged.signature}|samples:{SAMPLES}|seed:{seed}", seed)]
    if OURS in found:
        tables.append(tests(found, seed, judged.signature))
    step()
    return tables


def ratings(pairs: list[flickr8k.Judged]) -> Ratings:
    """All ratings as a table; where raters are fewer, the rest is NaN."""
    table = np.full((len(pairs), max(len(pair.ratings) for pair in pairs)), np.nan)
    for row, pair in zip(table, pairs, strict=True):
        row[: len(pair.ratings)] = pair.ratings
    return Ratings(table, [pair.image_id for pair in pairs])


def agreement(found: Mapping[str, Agreement], size: str, left_out: tuple[str, ...], signature: str, seed: int) -> Table:
    """One row per metric, what was recorded on all images beside it, then published rows that cannot be run here."""
    rows: list[list[object]] = []
    for name, one in sorted(found.items(), key=lambda entry: -np.nan_to_num(entry[1].tau_c, nan=-1.0)):
        row: list[object] = [name]
        for what in ("tau_c", "pearson"):
            row += [100 * getattr(one, what), _shown(one.interval(what, seed=seed))]
        rows.append([*row, *RECORDED.get(name, (None, None))])
    rows += [[name, None, None, None, None, *numbers] for name, numbers in PUBLISHED.items()]
    return Table(
        "Flickr8k-Expert: agreement with single ratings, times 100",
        ("metric", "tau_c", "95 %", "Pearson", "95 %, r", "recorded tau_c", "recorded Pearson"),
        rows,
        notes=(
            f"{size}. Intervals: bootstrap over images.",
            "A metric that gives every caption the same score agrees with nothing: it has no tau_c.",
            "Recorded numbers are of all 1,000 images: those of a part may lie a point or two off for every metric.",
            "The weights of grice were fitted on a half of these ratings: see docs/captions.md for unseen images.",
            NOT_HERE,
            *left_out,
        ),
        signature=signature,
    )


def tests(found: Mapping[str, Agreement], seed: int, signature: str) -> Table:
    """`grice` less each other metric, image by image."""
    rows = []
    for name, other in found.items():
        if name in (OURS, PEOPLE):
            continue
        compared = found[OURS].compare(other, seed=seed)
        row: list[object] = [name]
        for paired, p in (
            (compared.tau_c, compared.tau_c_swapped),
            (compared.pearson, compared.pearson_swapped),
        ):
            row += [100 * paired.difference, _shown(paired.interval), paired.p, p]
        rows.append(row)
    rows.sort(key=lambda row: np.nan_to_num(float(str(row[1])), nan=np.inf))
    measures = [f"{what}{suffix}" for suffix in ("", ", r") for what in ("gain", "95 %", "p bootstrap", "p swapped")]
    return Table(
        f"Flickr8k-Expert: {OURS} less each metric, times 100",
        ("metric", *measures),
        rows,
        notes=(f"tau_c, then Pearson (r). {SAMPLES} resamples of images, the same for both; {SAMPLES} random swaps.",),
        signature=f"{signature}|samples:{SAMPLES}|seed:{seed}",
    )


def _shown(interval: Interval) -> str:
    return "–" if interval.low != interval.low else f"[{100 * interval.low:.1f}, {100 * interval.high:.1f}]"
