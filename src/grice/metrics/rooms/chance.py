"""What would blind luck get? A speaker that truly mentions k features of the target, drawn at random.

The null model beside every pragmatic table: expectations over all subsets of k of the six features, exact, no sampling.
"""

from math import comb

import numpy as np
from numpy.typing import NDArray

from grice.scenes.rooms import FEATURES

COLUMNS = 8
_SUBSETS = np.arange(1 << len(FEATURES))
_SIZE = np.array([int(s).bit_count() for s in _SUBSETS])


def sums(
    differs: NDArray[np.bool_],
    owner: NDArray[np.int64],
    k: NDArray[np.int64],
    needed: NDArray[np.int64],
    efficiency: str,
    good: NDArray[np.bool_],
) -> NDArray[np.float64]:
    """Expected d, e (and its weight), r (and its weight), od, c, and the number of captions, summed over good captions.

    `differs` are the contrastive features of every distractor, `k` how many features each caption mentions.
    """
    bits = differs @ (1 << np.arange(len(FEATURES)))
    union = np.zeros(len(k), np.int64)
    np.bitwise_or.at(union, owner, bits)
    z = _SIZE[union]
    total = np.zeros(COLUMNS)
    for subset, size in zip(_SUBSETS.tolist(), _SIZE.tolist(), strict=True):
        here = good & (k == size)
        if not here.any():
            continue
        share = here / comb(len(FEATURES), size)
        missed = np.zeros(len(k), bool)
        missed[owner[bits & subset == 0]] = True
        c = _SIZE[union & subset]
        hit = ~missed
        below = (size if efficiency == "paper" else z) - needed
        with np.errstate(divide="ignore", invalid="ignore"):
            e = np.where(below > 0, 1 - (c - needed) / below, 1.0)
            r = 1 - (size - c) / (len(FEATURES) - z)
        some = z < len(FEATURES)
        weigh = np.ones(len(k), bool) if efficiency == "script" else hit
        total += [
            (share * hit).sum(),
            (share * np.where(hit, e, 0.0)).sum(),
            (share * weigh).sum(),
            (share * np.where(some, r, 0.0)).sum(),
            (share * some).sum(),
            (share * (hit & (c == needed))).sum(),
            (share * c).sum(),
            share.sum(),
        ]
    return total


def values(total: NDArray[np.float64]) -> dict[str, float]:
    """The expected values of the random speaker over a corpus."""
    d, e, e_over, r, r_over, od, c, count = total.tolist()
    parts = {"d": (d, count), "e": (e, e_over), "r": (r, r_over), "od": (od, count), "c": (c, count)}
    return {name: top / below if below else float("nan") for name, (top, below) in parts.items()} | {"false": 0.0}
