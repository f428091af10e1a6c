"""The verbs over Arrow batches: one function from a batch to a batch each, run here or on many machines."""

from grice.door import lazy

__getattr__, __dir__ = lazy(
    __name__,
    {
        name: f"grice.engines.{name}"
        for name in ("compare", "compare_files", "describe", "local", "parse", "read", "score", "score_files")
    },
)
