"""The shapes that other libraries expect: thin adapters, each for one library.

    pycocoevalcap   `scorer("spice").compute_score(gts, res)`: needs nothing else
    capevalkit      `metric("grice")` for `capevalkit.evaluate_metric`
    frames          `score(frame, ...)` and `parse(frame, ...)`: pandas or polars in, the same out
    graphs          networkx, GraphViz, and the graphs that a detector made of images
    torchmetrics    `GriceMetric("spice")`: update, compute, sums over processes
    evaluate        `GriceModule("spice").compute(predictions=, references=)`, for `evaluate.combine` too

The last two subclass what their library has: `from grice.interop.evaluate import GriceModule`.
"""

from grice.door import lazy

__getattr__, __dir__ = lazy(
    __name__, {name: f"grice.interop.{name}" for name in ("capevalkit", "frames", "graphs", "pycocoevalcap")}
)
