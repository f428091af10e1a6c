"""Small networks train on one thread."""

from threads import one_thread

__all__ = ["one_thread"]
