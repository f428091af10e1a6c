"""How much longer does twice as much take? In processor time, the best of a few, so that other work does not matter."""

import gc
import time
from collections.abc import Callable
from typing import Any


def growth(work: Callable[[Any], object], make: Callable[[int], Any], size: int, rounds: int = 3) -> float:
    """The time of `work` on something twice as large over its time on something of that size."""
    small, large = make(size), make(2 * size)
    work(small)
    return _best(work, large, rounds) / max(_best(work, small, rounds), 1e-4)


def _best(work: Callable[[Any], object], given: Any, rounds: int) -> float:
    times = []
    for _ in range(rounds):
        gc.collect()
        gc.disable()
        try:
            start = time.process_time()
            work(given)
            times.append(time.process_time() - start)
        finally:
            gc.enable()
    return min(times)
