"""How much of a slow piece of work is done? Who works counts it; who started the work may listen.

A network that reads a batch says `with counted(len(texts), "parsing"): ... beat(3)`, a benchmark says `step()` after
each piece of its work; the command line shows both.
"""

from collections.abc import Callable, Iterator
from contextlib import contextmanager
from contextvars import ContextVar

PULSE = 0.25
"""Seconds between two looks at how far others are."""
Listener = Callable[[float, str], object]
"""Called with how much of the work is done, 1 being all, and what is being done: "parsing 3/500"."""


def _silent(*_: object) -> None:
    """Nobody listens."""


_listener: ContextVar[Listener] = ContextVar("listener", default=_silent)
_stepped: ContextVar[Callable[[int], object]] = ContextVar("stepped", default=_silent)
_counter: ContextVar[Callable[[int], object]] = ContextVar("counter", default=_silent)


@contextmanager
def watched_by(listener: Listener = _silent, stepped: Callable[[int], object] = _silent) -> Iterator[None]:
    """Tell `listener` what is counted in this block, and `stepped` how many pieces of it are done."""
    tokens = _listener.set(listener), _stepped.set(stepped)
    try:
        yield
    finally:
        _listener.reset(tokens[0])
        _stepped.reset(tokens[1])


@contextmanager
def counted(total: int, what: str) -> Iterator[None]:
    """Count what `beat` says is done in this block, at most `total`."""
    done = 0

    def count(many: int) -> None:
        nonlocal done
        done = min(total, done + many)
        report(done / total if total else 1.0, f"{what} {done:,}/{total:,}" if total else "")

    token = _counter.set(count)
    try:
        count(0)
        yield
    finally:
        _counter.reset(token)


@contextmanager
def portion(before: int, many: int, total: int) -> Iterator[None]:
    """What is counted in this block is the work on `many` of `total` things, after those `before` them."""
    listener = _listener.get()
    with watched_by(lambda share, doing: listener((before + many * share) / max(1, total), doing), _stepped.get()):
        yield
    listener((before + many) / max(1, total), "")


def report(share: float, doing: str = "") -> None:
    """Tell who listens how much is done, as it was counted elsewhere."""
    _listener.get()(share, doing)


def beat(many: int = 1) -> None:
    """So many more are done of what is being counted."""
    _counter.get()(many)


def step(pieces: int = 1) -> None:
    """Say that some pieces of work are done, of as many as whoever listens knows of."""
    _stepped.get()(pieces)
