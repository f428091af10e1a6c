"""Does a metric notice one wrong word? The true caption must score above its foil (Shekhar et al. 2017).

Accuracy with one and with four references, as in Li et al. (2023, Tables 5 and 6). A tie is not a success; the share of
ties is shown as well, because a metric that cannot tell the two apart is not the same as one that gets them wrong.
"""

from collections.abc import Sequence
from pathlib import Path
from typing import Annotated

import numpy as np
import typer
from numpy.typing import NDArray

from grice.benchmarks.caption_metrics import PUBLISHED, judge, per_cent, pictures
from grice.benchmarks.options import ImageEncoder, Photographs, Seed
from grice.corpora import foil
from grice.errors import InputError
from grice.statistics.bootstrap import interval
from grice.tables import Table

REFERENCES = (1, 4)
PAIRS = 1000


def run(
    *,
    data: Annotated[
        Path | None, typer.Option(help="FOIL's JSON file, or any corpus with several captions of an image.")
    ] = None,
    references: Annotated[
        Path | None, typer.Option(help="COCO captions (captions_val2014.json) as references of FOIL's pairs.")
    ] = None,
    images: Photographs = None,
    image_encoder: ImageEncoder = None,
    pairs: Annotated[int, typer.Option(help="How many pairs, drawn at random.")] = PAIRS,
    seed: Seed = 0,
) -> list[Table]:
    """Accuracy and ties of every metric, for one and for four references."""
    if data is None:
        raise InputError(
            "foil without --data", "the FOIL file, or any corpus with several captions per image", foil.CARD.how
        )
    if pairs < 1:
        raise InputError(f"--pairs {pairs}", "at least one")
    corpus = foil.load(data, seed, references)
    if references is not None and not corpus.official:
        raise InputError("--references with a corpus from which foils are made", "FOIL's own file with --data")
    chosen = corpus.pairs
    if len(chosen) > pairs:
        drawn = np.random.default_rng(seed).choice(len(chosen), pairs, replace=False)
        chosen = [chosen[i] for i in sorted(drawn.tolist())]
    seen = None if images is None else pictures(images, [pair.image for pair in chosen])
    return [table(chosen, many, corpus.official, seed, seen, image_encoder) for many in REFERENCES]


def table(
    pairs: Sequence[foil.Pair],
    references: int,
    official: bool,
    seed: int,
    images: Sequence[str] | None = None,
    image_encoder: str | None = None,
) -> Table:
    """Both captions of every pair against the same references."""
    refs = [list(pair.references[:references]) for pair in pairs]
    captions = [pair.caption for pair in pairs] + [pair.foil for pair in pairs]
    judged = judge(captions, refs + refs, [*images, *images] if images else None, image_encoder)
    column = 2 + REFERENCES.index(references)
    made = []
    for name, scores in judged.scores.items():
        true, false = scores[: len(pairs)], scores[len(pairs) :]
        wins = (true > false).astype(np.float64)
        ties = float((true == false).mean())
        bounds = interval(np.stack([wins, np.ones(len(wins))], axis=1), _share, seed=seed)
        half = 100 * (float(wins.mean()) + ties / 2)
        beside = PUBLISHED[name][column] if name in PUBLISHED else None
        made.append([name, 100 * float(wins.mean()), per_cent(bounds), 100 * ties, half, beside])
    made.sort(key=lambda row: -float(str(row[1])))
    made += [
        [f"{name} (paper)", *[None] * 4, four[column]] for name, four in PUBLISHED.items() if name not in judged.scores
    ]
    fewer = sum(len(some) < references for some in refs)
    origin = (
        "FOIL-COCO"
        if official
        else "foils made here by replacing a noun with its sibling in WordNet, not those of the paper"
    )
    return Table(
        f"FOIL: true caption above its foil, {references} reference{'s' * (references > 1)}, per cent",
        ("metric", "accuracy", "95 %", "ties", "ties as half", "paper"),
        made,
        notes=(
            f"{len(pairs)} pairs: {origin}." + (f" {fewer} have fewer references." if fewer else ""),
            "Ties count as failures in the accuracy.",
            *judged.left_out,
        ),
        signature=f"{judged.signature}|pairs:{len(pairs)}|references:{references}|official:{official}|seed:{seed}",
    )


def _share(sums: NDArray[np.float64]) -> NDArray[np.float64]:
    found: NDArray[np.float64] = sums[..., 0] / sums[..., 1]
    return found
