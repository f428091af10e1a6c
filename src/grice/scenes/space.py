"""Which worlds are there to choose from? All of a size where they can be counted out, a sample where they cannot."""

from collections.abc import Iterable

import numpy as np

from grice import checks
from grice.scenes.quantified import DEFAULT, LIMIT, Domain, Worlds, check_size, size_of_space, worlds

SAMPLES = 200_000
"""The most worlds of a sample."""
CELLS = 4_000_000
"""The most counts of a sample: of many kinds fewer worlds are drawn, so that time does not grow with the domain."""


def space(size: int, domain: Domain = DEFAULT, numbers: Iterable[int] = (), seed: int = 0) -> tuple[Worlds, bool]:
    """Worlds of a size, and whether they are but a sample."""
    size = check_size(size)
    if size_of_space(size, domain) <= LIMIT:
        return worlds(size, domain), False
    return sample(size, len(domain.kinds), numbers, checks.generator(seed)), True


def sample(size: int, kinds: int, numbers: Iterable[int], rng: np.random.Generator) -> Worlds:
    """Worlds made of the counts that descriptions speak of: none, a few, simple fractions, the numbers in the text.

    Random counts would almost never be exactly half; these are where the statements of a text can hold.
    """
    parts = {size * k // m for m in (2, 3, 4, 5, 6, 8, 10, 20) for k in range(m + 1)}
    said = {number for k in numbers for number in (k, size - k) if 0 <= number <= size}
    values = np.array(sorted({*range(7), *(size - k for k in range(7)), *parts, *said}))
    samples = min(SAMPLES, CELLS // kinds)
    left = np.full(samples, size)
    columns = np.zeros((samples, kinds), dtype=np.int32)
    orders = np.argsort(rng.random((samples, kinds)), axis=1)
    rows = np.arange(samples)
    for place in range(kinds - 1):
        fitting = np.searchsorted(values, left, side="right")
        chosen = values[(rng.random(samples) * fitting).astype(int)]
        # Many descriptions leave kinds out, and many split what is left evenly.
        chosen = np.where(rng.random(samples) < 0.3, 0, chosen)
        chosen = np.where(rng.random(samples) < 0.2, left // (kinds - place), chosen)
        chosen = np.where(rng.random(samples) < 0.1, rng.integers(0, left + 1), chosen)
        columns[rows, orders[:, place]] = chosen
        left = left - chosen
    columns[rows, orders[:, -1]] = left
    found: Worlds = np.unique(columns, axis=0)
    return found
