"""A trained parser at work: weights from a folder, onnxruntime, no torch."""

from grice.door import lazy

__getattr__, __dir__ = lazy(
    __name__,
    {name: f"grice.readers.graphs.network.{name}" for name in ("grammar", "model", "search")}
    | {"NetworkParser": "grice.readers.graphs.network.parser:NetworkParser"},
)
