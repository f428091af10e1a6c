"""How do the matrices of a small network fit in a quarter of their size? Whole numbers from -127 to 127, a scale a row.

A row is what makes one output: of a matrix, of a convolution's kernels. What is restored is float32, so the arithmetic
of the network is not touched; whoever trains on the restored weights' answers sees exactly what runs later.
"""

from collections.abc import Mapping
from typing import Any

import numpy as np
from numpy.typing import NDArray

LEVELS = 127
INTEGERS, SCALE = ".q", ".scale"


def store(tensors: Mapping[str, NDArray[Any]]) -> dict[str, NDArray[Any]]:
    """Tensors as they are stored: `NAME.q` and `NAME.scale` for each that has rows, vectors as they are."""
    stored: dict[str, NDArray[Any]] = {}
    for name, tensor in tensors.items():
        values = np.asarray(tensor, np.float32)
        if values.ndim < 2:
            stored[name] = values
            continue
        scale = np.abs(values).reshape(len(values), -1).max(1) / LEVELS
        spread = np.where(scale > 0, scale, 1).astype(np.float32).reshape(-1, *[1] * (values.ndim - 1))
        stored[name + INTEGERS] = np.rint(values / spread).astype(np.int8)
        stored[name + SCALE] = scale.astype(np.float32)
    return stored


def restore(stored: Mapping[str, NDArray[Any]]) -> dict[str, NDArray[np.float32]]:
    """The tensors of `store` in float32, by their own names."""
    restored: dict[str, NDArray[np.float32]] = {}
    for name, held in stored.items():
        if name.endswith(INTEGERS):
            plain = name.removesuffix(INTEGERS)
            scale = stored[plain + SCALE].reshape(-1, *[1] * (held.ndim - 1))
            restored[plain] = held.astype(np.float32) * scale.astype(np.float32)
        elif not (name.endswith(SCALE) and name.removesuffix(SCALE) + INTEGERS in stored):
            restored[name] = np.array(held, np.float32)
    return restored
