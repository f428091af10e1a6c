"""What takes longer than an answer may? Files are judged beside the page, which asks how far it is."""

from collections import OrderedDict
from collections.abc import Callable, Hashable
from dataclasses import dataclass
from threading import Lock, Thread
from typing import Any

from grice.errors import GriceError, InputError

MOST_KEPT = 8
MOST_RUNNING = 2


@dataclass
class Job:
    """Work that is under way or done: how many steps of how many, and what came of it."""

    total: int
    done: int = 0
    result: Any = None
    error: GriceError | None = None
    finished: bool = False

    def step(self, many: int) -> None:
        self.done += many


class Jobs:
    """Work by key, each done once; the oldest that is finished is forgotten first."""

    def __init__(self) -> None:
        self._jobs: OrderedDict[Hashable, Job] = OrderedDict()
        self._lock = Lock()

    def get(self, key: Hashable, total: int, work: Callable[[Callable[[int], object]], Any]) -> Job:
        """The job of a key, begun if it is new; `work` is called with a function that counts its steps."""
        with self._lock:
            if key in self._jobs:
                return self._jobs[key]
            if sum(not job.finished for job in self._jobs.values()) >= MOST_RUNNING:
                raise InputError("other files are being judged", "a little patience", "again in a moment")
            for old in [key for key, job in self._jobs.items() if job.finished][: -MOST_KEPT + 1]:
                del self._jobs[old]
            job = self._jobs[key] = Job(total)
        Thread(target=_run, args=(job, work), daemon=True).start()
        return job


def _run(job: Job, work: Callable[[Callable[[int], object]], Any]) -> None:
    try:
        job.result = work(job.step)
    except GriceError as error:
        job.error = error
    except Exception as error:  # a thread's failure must reach the page, not only the terminal
        job.error = GriceError(f"something went wrong here: {type(error).__name__}")
        raise
    finally:
        job.finished = True
