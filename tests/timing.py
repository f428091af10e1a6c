"""How much longer does twice as much take? In processor time, the best of a few, so that other work does not matter."""

import gc
import time
from collections.abc import Callable
from typing import Any


def growth(work: Callable[[Any], object], make: Callable[[int], Any], size: int, tries: int = 4) -> float:
    """The time of `work` on something twice as large over its time on something of that size: the least of several
    tries, for noise only ever adds; work that is quadratic gives four every time."""
    small, large = make(size), make(2 * size)
    work(small)
    found = []
    for _ in range(tries):
        found.append(_best(work, large) / max(_best(work, small), 1e-4))
        if found[-1] < 2.4:
            break
    return min(found)


def _best(work: Callable[[Any], object], given: Any, rounds: int = 2) -> float:
    times = []
    gc.disable()
    try:
        for _ in range(rounds):
            start = time.process_time()
            work(given)
            times.append(time.process_time() - start)
    finally:
        gc.enable()
    return min(times)
