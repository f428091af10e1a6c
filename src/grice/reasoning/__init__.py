"""Speakers and readers that think of each other: rational speech acts, both ways (Frank & Goodman 2012)."""

from grice.door import lazy

__getattr__, __dir__ = lazy(
    __name__,
    {
        "listener": "grice.reasoning.quantified:listener",
        "quantified": "grice.reasoning.quantified",
        "speaker": "grice.reasoning.quantified:speaker",
    },
)
