"""How does a convolutional network run without torch? A table of layers, written as one onnxruntime graph.

A layer is a convolution with a bias, perhaps ReLU6, perhaps the output of an earlier layer added. Inputs are padded as
TensorFlow pads ("same": as many outputs as inputs divided by the stride, rounded up, the odd pixel after the others),
because the published weights were trained so. Pictures are uint8; what comes out are means over places, a row each.
"""

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from typing import Any

import numpy as np
from numpy.typing import NDArray

from grice.networks.onnx import FLOAT, UINT8, Operation, Tensor, model
from grice.networks.session import session

Array = NDArray[np.float32]

CHANNELS = 3
MEAN, SPREAD = 127.0, 128.0
"""What is taken from a picture's values, and by what they are then divided (EfficientNet-Lite's own preprocessing)."""


@dataclass(frozen=True)
class Layer:
    """A convolution: its weights' name, outputs, kernel and stride; one kernel per channel, or over all channels."""

    name: str
    width: int
    kernel: int = 1
    stride: int = 1
    depthwise: bool = False
    active: bool = True
    adds: int = 0
    """How many layers back the output lies that is added to this one's; 0: none."""
    pooled: bool = False
    """Whether the mean of its output over places is part of what the network gives."""


def width(layers: Sequence[Layer]) -> int:
    """How many numbers a picture has."""
    return sum(layer.width for layer in layers if layer.pooled)


def inputs(layers: Sequence[Layer]) -> Iterator[tuple[Layer, int]]:
    """Each layer with its number of input channels."""
    channels = CHANNELS
    for layer in layers:
        yield layer, channels
        channels = layer.width


def shapes(layers: Sequence[Layer]) -> dict[str, tuple[int, ...]]:
    """The shapes of the weights that a table of layers needs, by name."""
    found: dict[str, tuple[int, ...]] = {}
    for layer, channels in inputs(layers):
        found[f"{layer.name}.weight"] = (layer.width, 1 if layer.depthwise else channels, layer.kernel, layer.kernel)
        found[f"{layer.name}.bias"] = (layer.width,)
    return found


def padding(size: int, kernel: int, stride: int) -> tuple[int, int]:
    """Pixels added before and after a side of this size."""
    total = max((-(-size // stride) - 1) * stride + kernel - size, 0)
    return total // 2, total - total // 2


def enlarging(size: int, given: int) -> Array:
    """The matrix (size, given) that resamples a line of pixels linearly; a centre is half a pixel from its edge."""
    places = np.clip((np.arange(size) + 0.5) * given / size - 0.5, 0, given - 1)
    low = np.minimum(places.astype(np.int64), given - 2)
    matrix = np.zeros((size, given), np.float32)
    matrix[np.arange(size), low] = 1 - (places - low)
    matrix[np.arange(size), low + 1] += places - low
    return matrix


class Convolutions:
    """Pictures uint8 (n, given, given, 3) to float32 (n, width): enlarged to `size`, through the layers, pooled."""

    def __init__(
        self, layers: Sequence[Layer], weights: Mapping[str, Array], given: int, size: int, threads: int = 1
    ) -> None:
        operations, named = graph(layers, weights, given, size)
        pictures = Tensor("pictures", UINT8, ("n", given, given, CHANNELS))
        found = Tensor("found", FLOAT, ("n", width(layers)))
        self._session = session(model(operations, [pictures], [found], named), threads, named)

    def __call__(self, pictures: NDArray[np.uint8]) -> Array:
        found: Array = self._session.run(None, {"pictures": pictures})[0]
        return found


def graph(
    layers: Sequence[Layer], weights: Mapping[str, Array], given: int, size: int
) -> tuple[list[Operation], dict[str, NDArray[Any]]]:
    """The operations of the network and the tensors they name."""
    named: dict[str, NDArray[Any]] = {name: weights[name] for name in shapes(layers)}
    constants = {"mean": MEAN, "spread": SPREAD, "zero": 0.0, "six": 6.0}
    named |= {name: np.array(value, np.float32) for name, value in constants.items()}
    operations = [
        Operation("Cast", ["pictures"], ["values"], {"to": FLOAT}),
        Operation("Transpose", ["values"], ["planes"], {"perm": (0, 3, 1, 2)}),
        Operation("Sub", ["planes", "mean"], ["centred"]),
        Operation("Div", ["centred", "spread"], ["scaled"]),
    ]
    before = "scaled"
    if size != given:
        named |= {"rows": enlarging(size, given), "columns": np.ascontiguousarray(enlarging(size, given).T)}
        operations += [
            Operation("MatMul", ["rows", "scaled"], ["taller"]),
            Operation("MatMul", ["taller", "columns"], ["enlarged"]),
        ]
        before = "enlarged"
    outputs: list[str] = []
    pooled: list[str] = []
    for layer, channels in inputs(layers):
        first, last = padding(size, layer.kernel, layer.stride)
        settings: dict[str, int | float | tuple[int, ...]] = {
            "kernel_shape": (layer.kernel, layer.kernel),
            "strides": (layer.stride, layer.stride),
            "pads": (first, first, last, last),
            "group": channels if layer.depthwise else 1,
        }
        operations.append(
            Operation("Conv", [before, f"{layer.name}.weight", f"{layer.name}.bias"], [layer.name], settings)
        )
        before = layer.name
        if layer.active:
            operations.append(Operation("Clip", [before, "zero", "six"], [f"{layer.name}.active"]))
            before = f"{layer.name}.active"
        if layer.adds:
            operations.append(Operation("Add", [before, outputs[-layer.adds]], [f"{layer.name}.sum"]))
            before = f"{layer.name}.sum"
        outputs.append(before)
        if layer.pooled:
            operations.append(Operation("GlobalAveragePool", [before], [f"{layer.name}.mean"]))
            pooled.append(f"{layer.name}.mean")
        size = -(-size // layer.stride)
    operations += [
        Operation("Concat", pooled, ["pooled"], {"axis": 1}),
        Operation("Flatten", ["pooled"], ["found"], {"axis": 1}),
    ]
    return operations, named
