"""Which parts of a caption do its references bear out? Right, unsure, wrong and missing, for a person to read.

A part of the prediction's graph is right where some reference has a part with a cosine of at least 0.7, wrong where
none has one of 0.4, unsure between. A part that at least half of the references have is missing where the prediction
has nothing as near as 0.4. The two bounds serve the eye alone: no score depends on them.
"""

from collections.abc import Sequence
from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

NEAR, FAR = 0.7, 0.4


@dataclass(frozen=True)
class Judged:
    """Parts in words, each with what it was compared with."""

    right: tuple[str, ...]
    unsure: tuple[str, ...]
    wrong: tuple[str, ...]
    missing: tuple[str, ...]


def judge(said: Sequence[str], meant: Sequence[Sequence[str]], cosines: Sequence[NDArray[np.float32]]) -> Judged:
    """Parts said, parts of each reference, and their cosines, one table per reference."""
    right: list[str] = []
    unsure: list[str] = []
    wrong: list[str] = []
    for i, part in enumerate(said):
        best = [
            (float(c[i].max()), others[int(c[i].argmax())]) for c, others in zip(cosines, meant, strict=True) if c.size
        ]
        support, nearest = max(best, default=(0.0, "nothing"))
        into = right if support >= NEAR else wrong if support < FAR else unsure
        into.append(part if nearest == part else f"{part} ({support:.2f}, nearest: {nearest})")
    return Judged(tuple(right), tuple(unsure), tuple(wrong), tuple(_missing(meant, cosines)))


def _missing(meant: Sequence[Sequence[str]], cosines: Sequence[NDArray[np.float32]]) -> list[str]:
    """What half of the references say in the same words and the prediction does not come near to."""
    held: dict[str, list[float]] = {}
    for others, table in zip(meant, cosines, strict=True):
        nearest = table.max(axis=0) if table.size else np.zeros(len(others))
        for part, cosine in zip(others, nearest, strict=True):
            held.setdefault(part, []).append(float(cosine))
    wanted = max(1, (len(meant) + 1) // 2)
    return [
        f"{part} ({len(near)} of {len(meant)} references)"
        for part, near in sorted(held.items(), key=lambda entry: -len(entry[1]))
        if len(near) >= wanted and max(near) < FAR
    ]
