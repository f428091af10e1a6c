"""What does a network see in the picture of a room? Two image encoders, without torch, and the features of many rooms.

`lite0` is EfficientNet-Lite0 (Tan & Le 2019; the Lite variant has no squeeze-and-excitation and ReLU6 throughout), with
weights of ImageNet: it has never seen a label of these rooms. `pictures` is a small network trained here on rendered
rooms and their features. Both take uint8 pictures of 64 x 64. What comes out of `pictures` is its last layer, averaged
over places: 256 numbers. Of `lite0` it is the last layer of every stage but the first, and the head: 2048 numbers, as
many as a ResNet-50 gives. Late layers know shapes, early ones colours and places (docs/agents-measured.md).
"""

from collections.abc import Mapping, Sequence
from concurrent.futures import ThreadPoolExecutor
from functools import cache
from pathlib import Path
from typing import Any, Protocol

import numpy as np
from numpy.typing import NDArray

from grice.errors import InputError
from grice.networks import manifest
from grice.networks.convolutions import Convolutions, Layer, shapes, width
from grice.networks.rowwise import restore
from grice.networks.session import cores
from grice.networks.tensors import read_tensors

SIDE = 64
FOLDER = Path(__file__).with_name("weights")
WEIGHTS = "weights.safetensors"
AT_ONCE = 32
"""Pictures in a call of the network: what it computes on the way stays in the processor's cache."""

Features = NDArray[np.float32]


def _lite0() -> tuple[Layer, ...]:
    """Repeats, kernel, first stride, expansion and width of each stage are those of EfficientNet-B0 (Table 1)."""
    stages = (
        (1, 3, 1, 1, 16),
        (2, 3, 2, 6, 24),
        (2, 5, 2, 6, 40),
        (3, 3, 2, 6, 80),
        (3, 5, 1, 6, 112),
        (4, 5, 2, 6, 192),
        (1, 3, 1, 6, 320),
    )
    layers, channels, block = [Layer("stem", 32, 3, 2)], 32, 0
    for repeats, kernel, first, expansion, out in stages:
        for repeat in range(repeats):
            stride, name, inner = first if repeat == 0 else 1, f"block{block}", channels * expansion
            if expansion > 1:
                layers.append(Layer(f"{name}.expand", inner))
            layers.append(Layer(f"{name}.depthwise", inner, kernel, stride, depthwise=True))
            # What a stage ends with; the first of them would make more than 2048 numbers.
            ends = repeat == repeats - 1 and expansion > 1
            layers.append(Layer(f"{name}.project", out, active=False, adds=3 if repeat else 0, pooled=ends))
            channels, block = out, block + 1
    return (*layers, Layer("head", 1280, pooled=True))


_PICTURES = (
    Layer("one", 32, 3, 2),
    Layer("two", 48, 3, 2),
    Layer("two.again", 48, 3, adds=1),
    Layer("three", 96, 3, 2),
    Layer("three.again", 96, 3, adds=1),
    Layer("four", 192, 3, 2),
    Layer("four.again", 192, 3, adds=1),
    Layer("head", 256, pooled=True),
)
LAYERS: Mapping[str, Sequence[Layer]] = {"lite0": _lite0(), "pictures": _PICTURES}
SIZES: Mapping[str, int] = {"lite0": 96, "pictures": SIDE}
"""To which side a picture is enlarged: larger ones tell more and cost their area (docs/agents-measured.md)."""


class RoomEncoder(Protocol):
    """Pictures of rooms to numbers; any object with these will do."""

    name: str
    fingerprint: str
    size: int
    """How many numbers a picture has."""

    def encode(self, pictures: NDArray[np.uint8]) -> Features: ...


class ConvolutionalEncoder:
    """A `RoomEncoder` from its table of layers and weights; `threads` batches run side by side, 0: one per core."""

    def __init__(self, name: str, weights: Mapping[str, NDArray[Any]], fingerprint: str, threads: int = 0) -> None:
        layers = LAYERS[name]
        for tensor, shape in shapes(layers).items():
            found = weights[tensor].shape if tensor in weights else None
            if found != shape:
                given = "no such tensor" if found is None else f"of shape {found}"
                raise InputError(f"{tensor} of encoder {name}: {given}", f"shape {shape}", "export the encoder again")
        self.name, self.fingerprint, self.size = name, fingerprint, width(layers)
        self._network = Convolutions(layers, weights, SIDE, SIZES[name])
        self._threads = threads or cores()

    def encode(self, pictures: NDArray[np.uint8]) -> Features:
        """A row for each picture; it does not depend on the others."""
        checked = check_pictures(pictures)
        found = np.empty((len(checked), self.size), np.float32)
        parts = [slice(start, start + AT_ONCE) for start in range(0, len(checked), AT_ONCE)]
        with ThreadPoolExecutor(self._threads) as pool:
            for part, features in zip(parts, pool.map(lambda part: self._network(checked[part]), parts), strict=True):
                found[part] = features
        return found


def check_pictures(given: Any) -> NDArray[np.uint8]:
    """Pictures as the encoders take them, or an error that says what they must be."""
    pictures = np.asarray(given)
    if pictures.ndim != 4 or pictures.shape[1:] != (SIDE, SIDE, 3) or pictures.dtype != np.uint8:
        raise InputError(
            f"pictures of shape {pictures.shape} and type {pictures.dtype}",
            f"uint8 of shape (n, {SIDE}, {SIDE}, 3)",
            "grice.scenes.render.rooms([118308])",
        )
    return np.ascontiguousarray(pictures)


def weights_of(folder: Path, network: str) -> tuple[dict[str, NDArray[np.float32]], str]:
    """The weights of an encoder's folder and the first digits of their checksum, once it has been found right."""
    pinned = manifest.check(folder, [WEIGHTS], network, "pip install --force-reinstall grice")
    return restore(read_tensors(folder / WEIGHTS)), pinned[:8]


@cache
def load(name: str) -> RoomEncoder:
    """The shipped encoder of a name, made once per process."""
    if name not in LAYERS:
        raise InputError(f"no encoder of rooms is called {name!r}", f"one of {', '.join(LAYERS)}")
    weights, fingerprint = weights_of(FOLDER / name, f"the encoder {name}")
    return ConvolutionalEncoder(name, weights, fingerprint)
