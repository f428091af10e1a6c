"""How much of a slow piece of work is done? Who works counts it; who started the work may listen.

A network that reads a batch says `with counted(len(texts), "parsing"): ... beat(3)`; the command line shows it.
"""

from collections.abc import Callable, Iterator
from contextlib import contextmanager
from contextvars import ContextVar

Listener = Callable[[int, int, str], object]
"""Called with how many things are done, of how many, and what is done to them."""
_listener: ContextVar[Listener] = ContextVar("listener", default=lambda *_: None)
_counter: ContextVar[Callable[[int], object]] = ContextVar("counter", default=lambda _: None)


@contextmanager
def watched_by(listener: Listener) -> Iterator[None]:
    """Tell `listener` what is counted in this block."""
    token = _listener.set(listener)
    try:
        yield
    finally:
        _listener.reset(token)


@contextmanager
def counted(total: int, what: str) -> Iterator[None]:
    """Count what `beat` says is done in this block, at most `total`."""
    done = 0

    def count(many: int) -> None:
        nonlocal done
        done = min(total, done + many)
        _listener.get()(done, total, what)

    token = _counter.set(count)
    try:
        count(0)
        yield
    finally:
        _counter.reset(token)


def report(done: int, total: int, what: str) -> None:
    """Tell who listens what was counted elsewhere."""
    _listener.get()(done, total, what)


def beat(many: int = 1) -> None:
    """So many more are done of what is being counted."""
    _counter.get()(many)
