"""Who works through many items on this machine, whatever happens to one of them? This process, or several that may die.

Each process takes one item at a time; a few are ready for it, and no more are read ahead, so memory is bounded. One
that dies (killed, out of memory) is replaced, its item is tried once more, and only that item is given up if it kills
again.
"""

import gc
import os
import pickle
import signal
import traceback
from collections.abc import Callable, Generator, Iterable, Iterator
from contextlib import contextmanager
from dataclasses import dataclass
from multiprocessing import get_context
from queue import Empty, SimpleQueue
from threading import Lock, Thread
from typing import Any

from grice import checks
from grice.networks.session import cores, share_cores
from grice.progress import PULSE, report, watched_by

TRIES = 2
"""How often an item may take its process along before it is given up."""
AHEAD = 2
"""Items for each process that are under way or wait for an earlier one."""
KEPT_FREE = {"MALLOC_MMAP_THRESHOLD_": 1 << 25, "MALLOC_TRIM_THRESHOLD_": 1 << 30}
"""Bytes that glibc's malloc keeps for itself: batch after batch needs arrays of the same sizes, and memory that goes
back comes again as pages that the kernel has to clear, which took a twentieth of all time."""
PRODUCTS = ("OPENBLAS_NUM_THREADS", "MKL_NUM_THREADS")
"""Who says how many threads share a product of numpy: for small ones, two take five times as long as one."""
SELDOM = 100
"""How many passes over young objects go before one over all: graphs and caches hardly ever hold each other in a circle,
and looking for circles among all that lives took a fiftieth of the time."""
_STARTING = Lock()


@dataclass(frozen=True)
class Died:
    """An item whose process ended without a result."""

    reason: str


def share(
    function: Callable[[Any], Any], items: Iterable[Any], processes: int = 1, ordered: bool = False
) -> Generator[tuple[Any, Any], None, None]:
    """Each item with what the function makes of it, as soon as it is ready or in the order of the items.

    An exception of the function ends everything and is raised here.
    """
    if checks.count(processes, "processes", least=1) == 1:
        yield from ((item, function(item)) for item in items)
        return
    waiting, ready = iter(enumerate(items)), dict[int, tuple[Any, Any]]()
    workers = [_Worker(function, processes) for _ in range(processes)]
    taken, made = SimpleQueue[Any](), SimpleQueue[Any]()
    given, asked = 0, 0
    try:
        while True:
            while asked <= given + AHEAD * processes and (entry := next(waiting, None)) is not None:
                if asked < processes:
                    Thread(target=workers[asked].serve, args=(taken, made), daemon=True).start()
                taken.put(entry)
                asked += 1
            if given == asked:
                return
            try:
                number, item, good, result = made.get(timeout=PULSE)
            except Empty:
                report(len(ready) + sum(worker.done for worker in workers))
                continue
            if not good:
                raise result
            ready[number] = item, result
            while ready and (not ordered or given in ready):
                yield ready.pop(given if ordered else number)
                given += 1
    finally:
        # Whoever stops the work does not wait for items that are under way.
        for worker in workers:
            worker.stop()
        for _ in workers:
            taken.put(None)


class _Worker:
    """A process with one end of a pipe, started when there is an item for it and again when it has died."""

    def __init__(self, function: Callable[[Any], Any], processes: int) -> None:
        self._function, self._processes, self._lock, self._stopped = function, processes, Lock(), False
        # A fresh interpreter: a forked one would share locks and threads of networks that are loaded here.
        self._context = get_context("spawn")
        self._done = self._context.Value("d", 0.0, lock=False)
        self._process: Any = None
        self._pipe: Any = None

    @property
    def done(self) -> float:
        """How much of its item is done, from 0 to 1."""
        return float(self._done.value)

    def serve(self, taken: "SimpleQueue[Any]", made: "SimpleQueue[Any]") -> None:
        """Have the process work on what is taken until there is nothing or it is stopped; runs in a thread."""
        if hasattr(signal, "pthread_sigmask"):
            # Ctrl-C goes to every process of a terminal; one that starts inherits that its thread does not hear it.
            signal.pthread_sigmask(signal.SIG_BLOCK, {signal.SIGINT})
        while (entry := taken.get()) is not None:
            number, item = entry
            try:
                answer = self._tried(item)
            except Exception as error:  # what cannot be sent to another process
                answer = False, error
            if self._stopped:
                return
            # Before it is handed on: what is counted as made must not be counted as under way as well.
            self._done.value = 0.0
            made.put((number, item, *answer))

    def stop(self) -> None:
        with self._lock:
            self._stopped = True
            if self._process is not None:
                self._process.terminate()
                self._process.join()

    def _started(self) -> bool:
        with self._lock:
            if not self._stopped and (self._process is None or not self._process.is_alive()):
                self._pipe, its_end = self._context.Pipe()
                # As bytes: what a function holds is made when it is read, and networks count the cores then.
                arguments = (pickle.dumps(self._function), self._processes, its_end, self._done)
                self._process = self._context.Process(target=_work, args=arguments, daemon=True)
                with _environment(self._processes):
                    self._process.start()
                its_end.close()
            return not self._stopped

    def _tried(self, item: Any) -> tuple[bool, Any]:
        """Whether the function did not fail, and what it made or raised."""
        reason = ""
        for _ in range(TRIES):
            if not self._started():
                break
            try:
                self._pipe.send(item)
                good, made = self._pipe.recv()
            except (EOFError, OSError):
                self._process.join()
                code = self._process.exitcode
                reason = f"signal {-code}" if code and code < 0 else f"status {code}"
            else:
                return good, made
        return True, Died(reason)


@contextmanager
def _environment(processes: int) -> Iterator[None]:
    """What a process has to find when it starts, since libraries ask but once; what the user has set stays."""
    wanted = KEPT_FREE | dict.fromkeys(PRODUCTS, max(1, cores() // processes))
    with _STARTING:
        new = {name: str(value) for name, value in wanted.items() if name not in os.environ}
        os.environ.update(new)
        try:
            yield
        finally:
            for name in new:
                del os.environ[name]


def _work(function: bytes, processes: int, pipe: Any, done: Any) -> None:
    share_cores(processes)
    gc.set_threshold(*gc.get_threshold()[:2], SELDOM)
    work = pickle.loads(function)

    def tell(share: float, _: str) -> None:
        done.value = max(done.value, share)

    while True:
        try:
            item = pipe.recv()
        except EOFError:
            return
        try:
            with watched_by(tell):
                made = True, work(item)
        except Exception as error:
            error.add_note(f"in a process that worked:\n{traceback.format_exc()}")
            made = False, error
        try:
            pipe.send(made)
        except BrokenPipeError:
            return
        except Exception as error:  # what was made cannot be sent
            pipe.send((False, error))
