"""Do metrics agree with people? Kendall's tau_c and Pearson's r on Flickr8k-Expert (Hodosh et al. 2013).

Over unaggregated ratings, as in Hessel et al. (2021) and Li et al. (2023, Tables 5 and 6); intervals resample whole
images, tests compare every metric with `grice` on the same resamples and by swapping the two within images.
"""

from collections.abc import Mapping
from pathlib import Path
from typing import Annotated, Any

import numpy as np
import typer

from grice.benchmarks.caption_metrics import PUBLISHED, judge, per_cent, pictures
from grice.benchmarks.options import ImageEncoder, Photographs, Seed
from grice.corpora import flickr8k
from grice.errors import InputError
from grice.progress import step
from grice.statistics.correlation import SAMPLES, Agreement, Ratings
from grice.statistics.paired import Paired
from grice.tables import Table

OURS = "grice"
PEOPLE = "mean human rating"
RECORDED: Mapping[str, tuple[float, float]] = {
    PEOPLE: (70.56, 90.84),
    "BLEU-1": (32.33, 46.53),
    "BLEU-4": (30.82, 20.10),
    "ROUGE-L": (32.37, 46.84),
    "CIDEr-D": (43.93, 55.75),
    "sentence, max": (55.18, 72.43),
    "sentence, mean": (55.16, 72.56),
    "tokens p, mean": (55.27, 73.09),
    "tokens f, max": (54.63, 71.58),
    "tokens f, mean": (54.92, 72.14),
}
"""Recorded on all 1,000 images; the paper's numbers are in `caption_metrics.PUBLISHED`."""


def run(
    *,
    data: Annotated[Path | None, typer.Option(help="The JSON file of Flickr8k-Expert.")] = None,
    images: Photographs = None,
    image_encoder: ImageEncoder = None,
    seed: Seed = 0,
) -> list[Table]:
    """Agreement of every metric, and the tests against `grice`."""
    if data is None:
        raise InputError("flickr8k without --data", "the JSON file of Flickr8k-Expert", flickr8k.CARD.how)
    pairs = flickr8k.load(data)
    people = ratings(pairs)
    seen = None if images is None else pictures(images, [pair.image for pair in pairs])
    captions = [pair.caption for pair in pairs]
    judged = judge(captions, [list(pair.references) for pair in pairs], seen, image_encoder)
    found = {name: people.judge(scores) for name, scores in judged.scores.items()}
    found[PEOPLE] = people.judge(np.nanmean(people.ratings, axis=1))
    size = (
        f"{len(pairs)} pairs of {people.clusters} images and {len(set(captions))} captions, "
        f"{int(people.sizes.sum())} ratings"
    )
    signature = f"{judged.signature}|pairs:{len(pairs)}|samples:{SAMPLES}|seed:{seed}"
    tables = [agreement(found, size, judged.left_out, signature, seed)]
    if OURS in found:
        tables += tests(found, seed, signature)
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
            row += [100 * getattr(one, what), per_cent(one.interval(what, seed=seed))]
        rows.append([*row, *RECORDED.get(name, PUBLISHED.get(name, (None, None))[:2])])
    rows += [[f"{name} (paper)", *[None] * 4, *both[:2]] for name, both in PUBLISHED.items() if name not in found]
    return Table(
        "Flickr8k-Expert: agreement with single ratings, times 100",
        ("metric", "tau_c", "95 %", "Pearson", "95 %, r", "recorded tau_c", "recorded Pearson"),
        rows,
        notes=(
            f"{size}. Intervals: bootstrap over images. A + B: harmonic mean.",
            "A metric that gives every caption the same score agrees with nothing: it has no tau_c.",
            "Recorded numbers are on all 1,000 images: on a part, every metric may differ by a point or two.",
            "The weights of grice were fitted on half of these ratings: see docs/captions.md for unseen images.",
            *left_out,
        ),
        signature=signature,
    )


def tests(found: Mapping[str, Agreement], seed: int, signature: str) -> list[Table]:
    """`grice` minus each other metric, image by image: a table for tau_c and one for Pearson's r."""
    compared = {
        name: found[OURS].compare(other, seed=seed) for name, other in found.items() if name not in (OURS, PEOPLE)
    }
    tables = []
    for what, shown in (("tau_c", "tau_c"), ("pearson", "Pearson")):
        rows: list[list[Any]] = []
        for name, one in compared.items():
            paired: Paired = getattr(one, what)
            swapped: float = getattr(one, f"{what}_swapped")
            rows.append([name, 100 * paired.difference, per_cent(paired.interval), paired.p, swapped])
        rows.sort(key=lambda row: np.nan_to_num(row[1], nan=np.inf))
        tables.append(
            Table(
                f"Flickr8k-Expert: {shown} of {OURS} minus that of each metric, times 100",
                ("metric", "gain", "95 %", "p, bootstrap", "p, swapped"),
                rows,
                notes=(f"{SAMPLES} resamples of images, the same for both; {SAMPLES} random swaps within images.",),
                signature=signature,
            )
        )
    return tables
