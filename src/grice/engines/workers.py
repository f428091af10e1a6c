"""Who works through many items on this machine, whatever happens to one of them? Processes that may die.

Each process takes one item at a time. One that dies (killed, out of memory) is replaced, its item is tried once more,
and only that item is given up if it kills again. Results come in the order in which they are ready.
"""

from collections import deque
from collections.abc import Callable, Iterator
from dataclasses import dataclass
from multiprocessing import get_context
from multiprocessing.connection import wait
from typing import Any

from grice import checks

TRIES = 2
"""How often an item may take its process along before it is given up."""


@dataclass(frozen=True)
class Died:
    """An item whose process ended without a result."""

    reason: str


@dataclass
class _Worker:
    process: Any
    pipe: Any
    item: Any = None
    tries: int = 0


def share(function: Callable[[Any], Any], items: list[Any], processes: int = 1) -> Iterator[tuple[Any, Any]]:
    """Each item with what the function makes of it; an exception of the function ends everything and is raised here."""
    if checks.count(processes, "processes", least=1) == 1:
        yield from ((item, function(item)) for item in items)
        return
    waiting = deque((item, 0) for item in items)
    # A fresh interpreter for each: forked ones would share locks and threads of networks that are loaded here.
    context = get_context("spawn")
    workers: list[_Worker] = []
    try:
        workers += [_started(context, function) for _ in range(min(processes, len(items)))]
        for worker in workers:
            _give(worker, waiting)
        while busy := [worker for worker in workers if worker.item is not None]:
            wait([one for worker in busy for one in (worker.pipe, worker.process.sentinel)])
            for worker in busy:
                if worker.pipe.poll():
                    try:
                        good, made = worker.pipe.recv()
                    except EOFError:
                        pass
                    else:
                        if not good:
                            raise made
                        yield worker.item, made
                        _give(worker, waiting)
                        continue
                if worker.process.is_alive():
                    continue
                worker.process.join()
                item, tries, code = worker.item, worker.tries, worker.process.exitcode
                workers[workers.index(worker)] = fresh = _started(context, function)
                if tries < TRIES:
                    waiting.appendleft((item, tries))
                else:
                    yield item, Died(f"signal {-code}" if code and code < 0 else f"status {code}")
                _give(fresh, waiting)
    finally:
        for worker in workers:
            worker.process.terminate()
            worker.process.join()


def _started(context: Any, function: Callable[[Any], Any]) -> _Worker:
    pipe, its_end = context.Pipe()
    process = context.Process(target=_work, args=(function, its_end), daemon=True)
    process.start()
    its_end.close()
    return _Worker(process, pipe)


def _give(worker: _Worker, waiting: "deque[tuple[Any, int]]") -> None:
    worker.item = None
    if waiting:
        worker.item, before = waiting.popleft()
        worker.tries = before + 1
        worker.pipe.send(worker.item)


def _work(function: Callable[[Any], Any], pipe: Any) -> None:
    import signal

    # Ctrl-C goes to every process of a terminal; this one is ended by the one that started it.
    signal.signal(signal.SIGINT, signal.SIG_IGN)
    while True:
        try:
            item = pipe.recv()
        except EOFError:
            return
        try:
            made = True, function(item)
        except Exception as error:
            made = False, error
        pipe.send(made)
