"""Which tensors does this file hold? Safetensors by name, read as they lie and written.

The format is a length (8 bytes, little-endian), a JSON header with type, shape and offsets, and the raw tensors.
"""

import json
from collections.abc import Mapping
from pathlib import Path
from typing import Any

import numpy as np
from numpy.typing import NDArray

from grice.errors import InputError

_TYPES = {"F32": "<f4", "F16": "<f2", "I64": "<i8", "I32": "<i4", "U16": "<u2", "U8": "|u1", "I8": "|i1"}
_NAMES = {np.dtype(code): name for name, code in _TYPES.items()}


def read_tensors(path: Path) -> dict[str, NDArray[Any]]:
    """The tensors of a file by name, mapped and not copied."""
    raw = np.memmap(path, np.uint8, "r")
    try:
        start = 8 + int(raw[:8].view("<u8")[0])
        header = json.loads(raw[8:start].tobytes())
        header.pop("__metadata__", None)
        return {
            name: raw[slice(*(start + place for place in entry["data_offsets"]))]
            .view(_TYPES[entry["dtype"]])
            .reshape(entry["shape"])
            for name, entry in header.items()
        }
    except (ValueError, KeyError, TypeError, AttributeError) as error:
        raise InputError(
            f"{path} cannot be read as safetensors ({error})", "tensors of numbers as safetensors"
        ) from None


def write_tensors(path: Path, tensors: Mapping[str, NDArray[Any]]) -> None:
    """Write tensors by name, the widest types first so that each lies where its type may begin."""
    order = sorted(tensors, key=lambda name: (-tensors[name].itemsize, name))
    header, stop = {}, 0
    for name in order:
        array = tensors[name]
        start, stop = stop, stop + array.nbytes
        header[name] = {"dtype": _NAMES[array.dtype], "shape": list(array.shape), "data_offsets": [start, stop]}
    written = json.dumps(header).encode()
    written += b" " * (-len(written) % 8)
    with path.open("wb") as file:
        file.write(len(written).to_bytes(8, "little") + written)
        for name in order:
            file.write(np.ascontiguousarray(tensors[name]).tobytes())
