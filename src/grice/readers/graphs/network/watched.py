"""How far is a search that is under way, and how is it stopped? A network that is watched from step to step.

Captions that have ended leave their batch, so the size of a step says how many are left.
"""

from collections.abc import Callable, Iterator, Sequence
from concurrent.futures import CancelledError, Future, ThreadPoolExecutor
from typing import TypeVar

from grice.networks.pieces import Ints
from grice.networks.search import Floats
from grice.progress import PULSE, beat
from grice.readers.graphs.network.model import CaptionMemory, ParserNetwork

Result = TypeVar("Result")


class Watched:
    """A network that runs one batch and reports progress; `worth` is the batch's share of the progress bar.
    Once it is `stopped`, it gives up between two steps."""

    def __init__(self, network: ParserNetwork, captions: int, worth: int, tell: bool) -> None:
        self.network, self.captions, self.worth, self.tell = network, captions, worth, tell
        self.left, self.told, self.stopped = captions, 0, False

    def step(self, last: Ints, place: int, memory: CaptionMemory) -> tuple[Floats, CaptionMemory]:
        if self.stopped:
            raise CancelledError
        self.left = min(self.left, len(last))
        if self.tell:
            self.count()
        return self.network.step(last, place, memory)

    def count(self) -> None:
        """Tell who listens how many more captions have ended."""
        done = self.worth * (self.captions - self.left) // self.captions
        if done > self.told:
            beat(done - self.told)
            self.told = done

    def end(self) -> None:
        self.left = 0
        self.count()


def searched(
    work: Callable[[int, Watched], Result],
    network: ParserNetwork,
    sizes: Sequence[int],
    worth: Sequence[int],
    threads: int,
) -> Iterator[Result]:
    """What `work` finds in every batch, in order, as soon as it is known; meanwhile, captions that end are counted.

    A batch is its number and a network; `sizes` says how many captions each has, `worth` for how many they count.
    """
    alone = threads == 1 or len(sizes) < 2
    # Who listens listens to this thread, so the others only note how far they are.
    watched = [Watched(network, size, own, alone) for size, own in zip(sizes, worth, strict=True)]
    if alone:
        for number, one in enumerate(watched):
            found = work(number, one)
            one.end()
            yield found
        return
    with ThreadPoolExecutor(threads) as pool:
        try:
            futures = [pool.submit(work, number, one) for number, one in enumerate(watched)]
            for future, one in zip(futures, watched, strict=True):
                yield _awaited(future, watched)
                one.end()
        except BaseException:
            # Whoever stops the work does not wait for batches that are under way.
            for one in watched:
                one.stopped = True
            pool.shutdown(wait=False, cancel_futures=True)
            raise


def _awaited(future: "Future[Result]", watched: Sequence[Watched]) -> Result:
    while True:
        try:
            return future.result(timeout=PULSE)
        except TimeoutError:
            if future.done():
                raise
            for one in watched:
                one.count()
