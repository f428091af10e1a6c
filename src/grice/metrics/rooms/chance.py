"""What would blind luck get? A speaker that truly mentions k features of the target, drawn at random.

The null model beside every pragmatic table: expectations over all subsets of k of the six features, exact, no sampling.
"""

from math import comb

import numpy as np
from numpy.typing import NDArray

from grice.scenes.rooms import FEATURES

NAMES = ("d", "e", "e.defined", "r", "r.defined", "od", "c", "captions")
_SUBSETS = np.arange(1 << len(FEATURES))
_SIZE = np.array([int(s).bit_count() for s in _SUBSETS])


def expected(
    differs: NDArray[np.bool_],
    owner: NDArray[np.int64],
    k: NDArray[np.int64],
    needed: NDArray[np.int64],
    efficiency: str,
    good: NDArray[np.bool_],
) -> NDArray[np.float64]:
    """Per caption the expected `NAMES`: d, e and its weight, r and its weight, od, c, and 1; 0 for captions not good.

    `differs` are the contrastive features of every distractor, `k` how many features each caption mentions.
    """
    bits = differs @ (1 << np.arange(len(FEATURES)))
    union = np.zeros(len(k), np.int64)
    np.bitwise_or.at(union, owner, bits)
    z = _SIZE[union]
    total = np.zeros((len(k), len(NAMES)))
    for subset, size in zip(_SUBSETS.tolist(), _SIZE.tolist(), strict=True):
        here = np.flatnonzero(good & (k == size))
        if not len(here):
            continue
        missed = np.zeros(len(k), bool)
        missed[owner[bits & subset == 0]] = True
        hit, at_least, there = ~missed[here], needed[here], z[here]
        c = _SIZE[union[here] & subset]
        below = (size if efficiency == "paper" else there) - at_least
        with np.errstate(divide="ignore", invalid="ignore"):
            e = np.where(below > 0, 1 - (c - at_least) / below, 1.0)
            r = 1 - (size - c) / (len(FEATURES) - there)
        some = there < len(FEATURES)
        weigh = np.ones(len(here), bool) if efficiency == "script" else hit
        found = (hit, np.where(hit, e, 0.0), weigh, np.where(some, r, 0.0), some, hit & (c == at_least), c)
        share = 1 / comb(len(FEATURES), size)
        for column, part in enumerate((*found, np.ones(len(here)))):
            total[here, column] += share * part
    return total


def values(total: NDArray[np.float64]) -> dict[str, float]:
    """The expected values of the random speaker over a corpus."""
    d, e, e_over, r, r_over, od, c, count = np.asarray(total).tolist()
    parts = {"d": (d, count), "e": (e, e_over), "r": (r, r_over), "od": (od, count), "c": (c, count)}
    return {name: top / below if below else float("nan") for name, (top, below) in parts.items()} | {"false": 0.0}
