"""One visible training loop, checkpoints with everything, exact resume; used by the parser, captioners and games."""

from grice.door import lazy

__getattr__, __dir__ = lazy(
    __name__,
    {
        "Plan": "grice.training.loop:Plan",
        "train": "grice.training.loop:train",
        "parser": "grice.training.parser",
    },
)
