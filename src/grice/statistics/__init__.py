"""How sure are we? Resampling and tests over per-item statistics."""

from grice.door import lazy

__getattr__, __dir__ = lazy(
    __name__,
    {
        name: f"grice.statistics.{name}"
        for name in ("agreement", "anova", "bootstrap", "correlation", "mixed", "paired", "regression", "several")
    },
)
