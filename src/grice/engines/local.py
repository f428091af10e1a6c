"""Who does the work? This process, or several on this machine: batches in, results out, in order, memory bounded.

A job is pure: `prepare` takes one pass over the corpus where a verb needs that, `work` turns a batch into a result and
knows nothing of who runs it. At most a few batches per process are under way at a time.
"""

from collections import deque
from collections.abc import Callable, Iterable, Iterator
from concurrent.futures import Future, ProcessPoolExecutor
from dataclasses import dataclass
from multiprocessing import get_context
from typing import Any, Protocol, TypeVar

from grice import checks
from grice.errors import InputError

Batch = TypeVar("Batch", contravariant=True)
Result = TypeVar("Result", covariant=True)
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
    with ProcessPoolExecutor(processes, get_context("spawn"), _start, (job, prepared)) as pool:
        try:
            for batch in batches:
                waiting.append(pool.submit(_work, batch))
                if len(waiting) > AHEAD * processes:
                    yield waiting.popleft().result()
            while waiting:
                yield waiting.popleft().result()
        finally:
            for future in waiting:
                future.cancel()


# Set once, when a worker process starts: what it is for. Sending it with every batch would cost more than the work.
_given: tuple[Any, Any] | None = None


def _start(job: Any, prepared: Any) -> None:
    global _given
    _given = (job, prepared)


def _work(batch: Any) -> Any:
    assert _given is not None
    job, prepared = _given
    return job.work(batch, prepared)
