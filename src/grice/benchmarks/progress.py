"""How far has a benchmark come? It calls `step()` after each piece of work; the caller may listen."""

from collections.abc import Callable, Iterator
from contextlib import contextmanager
from contextvars import ContextVar

_listener: ContextVar[Callable[[int], object]] = ContextVar("listener", default=lambda _: None)


def step(pieces: int = 1) -> None:
    """Say that some pieces of work are done."""
    _listener.get()(pieces)


@contextmanager
def heard_by(listener: Callable[[int], object]) -> Iterator[None]:
    """Call `listener` with every step in this block."""
    token = _listener.set(listener)
    try:
        yield
    finally:
        _listener.reset(token)
