"""Does a metric notice one wrong word? The true caption must score above its foil (Shekhar et al. 2017).

Accuracy with one and with four references, as Li et al. (2023, Tables 5 and 6) have it. A tie is no success: the share
of ties stands beside, for a metric that cannot tell the two apart is not the same as one that tells them wrongly.
"""

from collections.abc import Callable, Mapping, Sequence
from pathlib import Path

import numpy as np
from numpy.typing import NDArray

from grice.benchmarks.captions import NOT_HERE, judge
from grice.benchmarks.table import Table
from grice.corpora import foil
from grice.errors import InputError
from grice.metrics.base import Rows
from grice.statistics.bootstrap import interval

REFERENCES = (1, 4)
PAIRS = 1000
PUBLISHED: Mapping[str, tuple[float | None, float | None]] = {
    "spice": (76.69, 86.88),
    "softspice": (85.66, 91.61),
    "SPICE with SPICE-Parser (paper)": (76.31, 87.02),
    "SoftSPICE with SPICE-Parser (paper)": (78.53, 86.77),
    "SoftSPICE(img) (paper)": (88.12, 92.31),
    "BERTScore (paper)": (86.70, 90.49),
    "BERTScore + SoftSPICE(img) (paper)": (90.50, 94.64),
    "CLIPScore (paper)": (86.85, 86.85),
    "RefCLIPScore (paper)": (90.94, 92.40),
    "RefCLIPScore + SoftSPICE(img) (paper)": (90.69, 94.01),
}
"""On FOIL-COCO with the paper's parser."""


def run(
    *, data: Path | None = None, pairs: int = PAIRS, seed: int = 0, step: Callable[..., object] = lambda *_: None
) -> list[Table]:
    """Accuracy and ties of every metric, for one and for four references."""
    if data is None:
        raise InputError(
            "foil without --data", "the FOIL file, or any corpus with several captions an image", foil.CARD.how
        )
    corpus = foil.read(data, seed)
    chosen = corpus.pairs
    if len(chosen) > pairs:
        drawn = np.random.default_rng(seed).choice(len(chosen), pairs, replace=False)
        chosen = [chosen[i] for i in sorted(drawn.tolist())]
    return [table(chosen, many, corpus.official, seed, step) for many in REFERENCES]


def table(pairs: Sequence[foil.Pair], references: int, official: bool, seed: int, step: Callable[..., object]) -> Table:
    """Both captions of every pair against the same references."""
    refs = [list(pair.references[:references]) for pair in pairs]
    rows = Rows([pair.caption for pair in pairs] + [pair.foil for pair in pairs], refs + refs)
    judged = judge(rows, step)
    column = REFERENCES.index(references)
    made = []
    for name, scores in judged.scores.items():
        true, false = scores[: len(pairs)], scores[len(pairs) :]
        wins = (true > false).astype(np.float64)
        ties = float((true == false).mean())
        bounds = interval(np.stack([wins, np.ones(len(wins))], axis=1), _share, seed=seed)
        shown = f"[{100 * bounds.low:.1f}, {100 * bounds.high:.1f}]"
        half = 100 * (float(wins.mean()) + ties / 2)
        made.append(
            [name, 100 * float(wins.mean()), shown, 100 * ties, half, PUBLISHED.get(name, (None, None))[column]]
        )
    made.sort(key=lambda row: -float(str(row[1])))
    made += [[name, None, None, None, None, both[column]] for name, both in PUBLISHED.items() if "(paper)" in name]
    fewer = sum(len(some) < references for some in refs)
    origin = "FOIL-COCO" if official else "foils made here, a noun by its sibling in WordNet, not those of the paper"
    return Table(
        f"FOIL: true caption above its foil, {references} reference{'s' * (references > 1)}, per cent",
        ("metric", "accuracy", "95 %", "ties", "ties as half", "paper"),
        made,
        notes=(
            f"{len(pairs)} pairs: {origin}." + (f" {fewer} have fewer references." if fewer else ""),
            "Ties count as failures in the accuracy.",
            NOT_HERE,
            *judged.left_out,
        ),
        signature=f"{judged.signature}|pairs:{len(pairs)}|references:{references}|official:{official}|seed:{seed}",
    )


def _share(sums: NDArray[np.float64]) -> NDArray[np.float64]:
    found: NDArray[np.float64] = sums[..., 0] / sums[..., 1]
    return found
