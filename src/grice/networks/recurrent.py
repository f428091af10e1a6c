"""How does an LSTM take a step in numpy? One product with the recurrent weights; all else is prepared before.

Gates are in the order input, forget, content, output (Hochreiter & Schmidhuber 1997, with forget gates). What images
and words add to the gates never changes, so callers compute it once and hand it in.
"""

import numpy as np
from numpy.typing import NDArray

Array = NDArray[np.float32]


def lstm_step(given: Array, hidden: Array, cell: Array, recurrent: Array) -> tuple[Array, Array]:
    """The next state (hidden, cell) of rows: `given` is the inputs' share of the gates, biases and all; `recurrent` is
    the matrix (width, 4 width)."""
    gates = hidden @ recurrent
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
