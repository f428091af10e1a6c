"""Text to meaning, and from meaning to the scenes it allows or the target it points at."""

from grice.door import lazy

__getattr__, __dir__ = lazy(
    __name__,
    {
        "quantified": "grice.readers.quantified",
        "reconstruct": "grice.readers.reconstruct",
        "read": "grice.readers.quantified.reading:read",
    },
)
