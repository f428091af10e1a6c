"""How does an LSTM take a step without torch? One product with the recurrent weights; all else is prepared before.

Gates are in the order input, forget, content, output (Hochreiter & Schmidhuber 1997, with forget gates). What images
and words add to the gates never changes, so callers compute it once and hand it in.
"""

from collections.abc import Callable

import numpy as np
from numpy.typing import NDArray

from grice.networks.onnx import FLOAT, Operation, Tensor, model
from grice.networks.session import session

Array = NDArray[np.float32]
Product = Callable[[Array], Array]


def product(matrix: Array) -> Product:
    """Rows to rows times a matrix (given, wanted), on one thread.

    onnxruntime packs the matrix once, and calls side by side use several cores; numpy's threads would wait for each
    other at every step.
    """
    weights = {"matrix": np.ascontiguousarray(matrix)}
    edges = Tensor("given", FLOAT, ("n", matrix.shape[0])), Tensor("found", FLOAT, ("n", matrix.shape[1]))
    written = model([Operation("MatMul", ["given", "matrix"], ["found"])], edges[:1], edges[1:], weights)
    run = session(written, 1, weights)

    def times(rows: Array) -> Array:
        found: Array = run.run(None, {"given": rows})[0]
        return found

    return times


def lstm_step(given: Array, hidden: Array, cell: Array, recurrent: Product) -> tuple[Array, Array]:
    """The next state (hidden, cell) of rows: `given` is the inputs' share of the gates, biases and all; `recurrent`
    multiplies with the matrix (width, 4 width)."""
    gates = recurrent(hidden)
    gates += given
    width = hidden.shape[1]
    # A sigmoid is a tanh of half its argument, and numpy computes tanh with vector instructions.
    gates[:, : 2 * width] *= 0.5
    gates[:, 3 * width :] *= 0.5
    np.tanh(gates, out=gates)
    entry, forget, content, out = (gates[:, i * width : (i + 1) * width] for i in range(4))
    for gate in (entry, forget, out):
        gate *= 0.5
        gate += 0.5
    entry *= content
    cell = forget * cell
    cell += entry
    return out * np.tanh(cell), cell
