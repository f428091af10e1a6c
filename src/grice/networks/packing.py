"""How do matrices of nine bits a weight fit in a file? As whole numbers of steps, the rare large numbers paying for it.

A row of a matrix is a step times integers. Weights are near normal, so small integers are frequent: entropy coding
takes half a bit less than fixed places, and no outlier is cut or sets the scale of a block. An integer is its sign and
its lowest bits, which are as good as random and stored as they are, and a byte for what is above them, which the
Huffman coder inside zstd makes short. What is unpacked is float32; the arithmetic of the network is not touched.
"""

from collections.abc import Mapping
from typing import Any

import numpy as np
import pyarrow as pa
from numpy.typing import NDArray

PARTS = ("step", "bits", "top", "rest")
"""Of a packed matrix: steps by row; signs and lowest bits, a plane each; bytes above them; what full bytes lack."""
_FULL = 255
_SHIFTS = range(9)
_CODEC = "zstd"
_AT_ONCE = 1 << 15


def pack(integers: NDArray[np.int64], step: NDArray[np.float16]) -> dict[str, NDArray[Any]]:
    """The parts of the matrix `integers * step[:, None]`, whose width is a multiple of eight, in the fewest bytes."""
    size = np.abs(integers)
    made = (_parts(integers < 0, size, shift) for shift in _SHIFTS if size.max() >> shift < _FULL + 65_536)
    return {"step": step} | min(made, key=lambda parts: sum(part.nbytes for part in parts.values()))


def unpack(parts: Mapping[str, NDArray[Any]]) -> NDArray[np.float32]:
    """The matrix of these parts."""
    step, planes, top, rest = (parts[name] for name in PARTS)
    rows, columns = planes.shape[1], 8 * planes.shape[2]
    held = np.frombuffer(pa.Codec(_CODEC).decompress(top, decompressed_size=rows * columns), np.uint8)
    held = held.reshape(rows, columns)
    matrix = np.empty((rows, columns), np.float32)
    scale = step.astype(np.float32)[:, None]
    used = 0
    # A few rows at a time: what is made on the way stays in the processor's cache.
    some = max(1, _AT_ONCE // columns)
    for start in range(0, rows, some):
        here = slice(start, start + some)
        number = held[here].astype(np.int32)
        full = np.flatnonzero(held[here] == _FULL)
        number.ravel()[full] += rest[used : used + len(full)]
        used += len(full)
        sign, *lowest = (np.unpackbits(plane, axis=1) for plane in planes[:, here])
        for bit in lowest:
            number <<= 1
            number |= bit
        negative = sign.astype(np.int32)
        number ^= -negative
        number += negative
        np.multiply(number.astype(np.float32), scale[here], out=matrix[here])
    return matrix


def _parts(negative: NDArray[np.bool_], size: NDArray[np.int64], shift: int) -> dict[str, NDArray[Any]]:
    """With so many of the lowest bits stored as they are, the highest of them first."""
    lowest = [(size >> place) & 1 == 1 for place in reversed(range(shift))]
    above = size >> shift
    held = np.minimum(above, _FULL).astype(np.uint8)
    coded = pa.Codec(_CODEC).compress(held.tobytes(), asbytes=True)
    return {
        "bits": np.stack([np.packbits(plane, axis=1) for plane in (negative, *lowest)]),
        "top": np.frombuffer(coded, np.uint8),
        "rest": (above[held == _FULL] - _FULL).astype(np.uint16),
    }
