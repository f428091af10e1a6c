"""A search that is under way is counted caption by caption, also in other threads, and gives up when stopped."""

from concurrent.futures import CancelledError
from threading import Event
from typing import Any

import numpy as np
import pytest

from grice.progress import counted, watched_by
from grice.readers.graphs.network.watched import Watched, searched


class Steps:
    """A network that does nothing, at every step."""

    def step(self, last: Any, place: int, memory: Any) -> tuple[Any, Any]:  # noqa: ARG002
        return last, memory


def told_of(
    work: Any, sizes: list[int], threads: int, stop: Any = lambda _: None, worth: list[int] | None = None
) -> list[int]:
    told: list[int] = []

    def listen(share: float, _: str) -> None:
        told.append(round(share * sum(sizes)))
        stop(told[-1])

    with watched_by(listen), counted(sum(sizes), "parsing"):
        found = searched(work, Steps(), sizes, worth or sizes, threads)  # type: ignore[arg-type]
        assert list(found) == list(range(len(sizes)))
    return told


def shrinking(number: int, network: Watched) -> int:
    """Two steps for as many captions as there are, then one caption fewer at every step."""
    for place, left in enumerate([network.captions, *range(network.captions, 0, -1)]):
        network.step(np.zeros(left, np.int64), place, None)  # type: ignore[arg-type]
    return number


def test_captions_are_counted_as_they_end_and_not_when_their_batch_does() -> None:
    assert told_of(shrinking, [5, 3], threads=1) == [0, 1, 2, 3, 4, 5, 6, 7, 8]
    assert told_of(shrinking, [4], threads=8) == [0, 1, 2, 3, 4]


def test_captions_that_are_looked_at_again_count_for_a_part_of_themselves() -> None:
    assert told_of(shrinking, [8], threads=1, worth=[4]) == [0, 1, 2, 3, 4]


def test_what_other_threads_have_done_is_told_while_they_work() -> None:
    """No batch ends before somebody has heard of the four captions that have ended in the second."""
    heard = Event()

    def work(number: int, network: Watched) -> int:
        network.step(np.zeros(2, np.int64), 0, None)  # type: ignore[arg-type]
        assert heard.wait(60)
        return number

    told = told_of(work, [2, 6], threads=2, stop=lambda done: heard.set() if done else None)
    assert told[0] == 0
    assert told[-1] == 8
    assert 4 in told


def test_whoever_stops_a_search_does_not_wait_for_the_others() -> None:
    begun, ended = Event(), Event()

    def work(number: int, network: Watched) -> int:
        if number == 0:
            assert begun.wait(60)
            return number
        begun.set()
        try:
            while True:
                network.step(np.zeros(1, np.int64), 0, None)  # type: ignore[arg-type]
        except CancelledError:
            ended.set()
            raise

    def stop(done: int) -> None:
        if done:
            raise KeyboardInterrupt

    with pytest.raises(KeyboardInterrupt):
        told_of(work, [3, 3], threads=2, stop=stop)
    assert ended.wait(60)
