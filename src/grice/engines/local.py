"""Who does the work? This process, or several on this machine: batches in, results out, in order, memory bounded.

A job is pure: `prepare` takes one pass over the corpus where a verb needs that, `work` turns a batch into a result and
knows nothing of who runs it. At most a few batches per process are under way at a time.
"""

import pickle
import signal
from collections import deque
from collections.abc import Callable, Iterable, Iterator
from concurrent.futures import Future, ProcessPoolExecutor
from dataclasses import dataclass
from multiprocessing import active_children, get_context
from typing import Any, Protocol, TypeVar

from grice import checks
from grice.errors import InputError
from grice.networks.session import share_cores
from grice.progress import report, watched_by

Batch = TypeVar("Batch", contravariant=True)
Result = TypeVar("Result", covariant=True)
PULSE = 0.25
"""Seconds between two looks at what processes have done."""
AHEAD = 2
"""Batches under way for each process."""


class Job(Protocol[Batch, Result]):
    """A verb: what it must know of the whole corpus, and what it does to a batch."""

    @property
    def prepares(self) -> bool: ...

    def prepare(self, batches: Iterable[Batch]) -> Any: ...

    def work(self, batch: Batch, prepared: Any) -> Result: ...


@dataclass(frozen=True)
class Each:
    """A verb that needs to know nothing of the corpus and adds nothing up: one pure function from batch to batch."""

    function: Callable[[Any], Any]
    prepares: bool = False

    def prepare(self, batches: Iterable[Any]) -> None:
        """Nothing."""

    def work(self, batch: Any, prepared: Any) -> tuple[Any, None]:  # noqa: ARG002
        return self.function(batch), None


def prepared_for(job: Job[Batch, Result], batches: Iterable[Batch]) -> Any:
    """What the job must know of the whole corpus; `batches` must be readable again afterwards."""
    if not job.prepares:
        return None
    if iter(batches) is batches:
        raise InputError("batches that can be read once", "a list or a file")
    return job.prepare(batches)


def run(
    job: Job[Batch, Result], batches: Iterable[Batch], prepared: Any = None, processes: int = 1
) -> Iterator[Result]:
    """The result of every batch, in order."""
    if checks.count(processes, "processes", least=1) == 1:
        yield from (job.work(batch, prepared) for batch in batches)
        return
    waiting: deque[Future[Result]] = deque()
    # A fresh interpreter for each: forked ones would share locks and threads of networks that are loaded here.
    context = get_context("spawn")
    done, given = context.Value("d", 0.0), 0
    others = {process.pid for process in active_children()}
    # As bytes: what a job holds is made when it is read, and a network counts the cores when it is made.
    pool = ProcessPoolExecutor(processes, context, _start, (pickle.dumps((job, prepared)), done, processes))
    try:
        for batch in batches:
            waiting.append(pool.submit(_work, batch))
            if len(waiting) > AHEAD * processes:
                yield _awaited(waiting.popleft(), done, given)
                given += 1
        while waiting:
            yield _awaited(waiting.popleft(), done, given)
            given += 1
    except BaseException:
        # Whoever stops the work does not wait for batches that are under way.
        for process in active_children():
            if process.pid not in others:
                process.terminate()
        raise
    finally:
        pool.shutdown(cancel_futures=True)


def _awaited(future: "Future[Result]", done: Any, given: int) -> Result:
    """The result of a batch; meanwhile, what the processes have done of the batches that are not given out yet."""
    while True:
        try:
            return future.result(timeout=PULSE)
        except TimeoutError:
            if future.done():
                raise
            report(round(100 * (done.value - given)), 100, "")


# Set once, when a worker process starts: what it is for. Sending it with every batch would cost more than the work.
_given: tuple[Any, Any, Any] | None = None


def _start(job: bytes, done: Any, processes: int) -> None:
    global _given
    share_cores(processes)
    _given = (*pickle.loads(job), done)
    # Ctrl-C goes to every process of a terminal; this one is ended by the one that started it.
    signal.signal(signal.SIGINT, signal.SIG_IGN)


def _work(batch: Any) -> Any:
    assert _given is not None
    job, prepared, done = _given
    said = 0.0

    def tell(share: float) -> None:
        nonlocal said
        if share > said:
            with done.get_lock():
                done.value += share - said
            said = share

    with watched_by(lambda some, total, _: tell(some / total if total else 0.0)):
        made = job.work(batch, prepared)
    tell(1.0)
    return made
