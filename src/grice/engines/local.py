"""What is a job? A verb as a pure function over batches, run here or in several processes: results in order.

A job is pure: `prepare` takes one pass over the corpus where a verb needs that, `work` turns a batch into a result and
knows nothing of who runs it (`engines.workers`).
"""

from collections.abc import Callable, Iterable, Iterator
from contextlib import closing
from dataclasses import dataclass
from functools import partial
from typing import Any, Protocol, TypeVar

from grice.engines.workers import Died, share
from grice.errors import InputError, WorkerDied

Batch = TypeVar("Batch", contravariant=True)
Result = TypeVar("Result", covariant=True)


class Job(Protocol[Batch, Result]):
    """A verb: what it must know of the whole corpus, and what it does to a batch."""

    @property
    def prepares(self) -> bool: ...

    def prepare(self, batches: Iterable[Batch]) -> Any: ...

    def unite(self, one: Any, other: Any) -> Any: ...

    def work(self, batch: Batch, prepared: Any) -> Result: ...


@dataclass(frozen=True)
class Each:
    """A verb that needs to know nothing of the corpus and adds nothing up: one pure function from batch to batch."""

    function: Callable[[Any], Any]
    prepares: bool = False

    def prepare(self, batches: Iterable[Any]) -> None:
        """Nothing."""

    def unite(self, one: Any, other: Any) -> None:
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
    with closing(share(partial(_done, job, prepared), batches, processes, ordered=True)) as shared:
        for _, made in shared:
            if isinstance(made, Died):
                raise WorkerDied(made.reason)
            yield made


def _done(job: Any, prepared: Any, batch: Any) -> Any:
    return job.work(batch, prepared)
