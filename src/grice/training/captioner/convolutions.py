"""What is a table of layers as a torch module? The same network as `grice.networks.convolutions`, to train or to run.

While it learns, each convolution is followed by batch normalisation; `folded` gives the plain convolutions that are
stored and run, and `restored` makes the module of them.
"""

from collections.abc import Mapping, Sequence
from typing import Any

import numpy as np
import torch
from numpy.typing import NDArray
from torch import nn
from torch.nn import functional

from grice.networks.convolutions import MEAN, SPREAD, Layer, enlarging, inputs, padding

EPSILON = 1e-3
"""Of batch normalisation, as EfficientNet has it."""


class ConvolutionalNetwork(nn.Module):
    """Pictures (n, given, given, 3), uint8 or float 0..255, to (n, width); `normed` while it learns."""

    def __init__(self, layers: Sequence[Layer], given: int, size: int, normed: bool = False) -> None:
        super().__init__()
        self.layers, self.size = tuple(layers), size
        self.convolutions, self.norms = nn.ModuleList(), nn.ModuleList()
        for layer, channels in inputs(layers):
            groups = channels if layer.depthwise else 1
            self.convolutions.append(
                nn.Conv2d(channels, layer.width, layer.kernel, layer.stride, groups=groups, bias=not normed)
            )
            self.norms.append(nn.BatchNorm2d(layer.width, EPSILON) if normed else nn.Identity())
        enlarge = None if size == given else torch.from_numpy(enlarging(size, given))
        self.register_buffer("enlarge", enlarge, persistent=False)

    def forward(self, pictures: Any) -> Any:
        values = (pictures.permute(0, 3, 1, 2).float() - MEAN) / SPREAD
        if self.enlarge is not None:
            values = self.enlarge @ values @ self.enlarge.T
        outputs: list[Any] = []
        for layer, convolution, norm in zip(self.layers, self.convolutions, self.norms, strict=True):
            first, last = padding(values.shape[-1], layer.kernel, layer.stride)
            values = norm(convolution(functional.pad(values, (first, last, first, last))))
            if layer.active:
                values = functional.relu6(values)
            if layer.adds:
                values = values + outputs[-layer.adds]
            outputs.append(values)
        pooled = [values.mean((2, 3)) for layer, values in zip(self.layers, outputs, strict=True) if layer.pooled]
        return torch.cat(pooled, 1)


@torch.no_grad()
def folded(network: ConvolutionalNetwork) -> dict[str, NDArray[np.float32]]:
    """The weights of the network with its normalisation inside the convolutions, by the names of the table."""
    weights: dict[str, NDArray[np.float32]] = {}
    for layer, convolution, norm in zip(network.layers, network.convolutions, network.norms, strict=True):
        kernel, shift = convolution.weight, convolution.bias
        if isinstance(norm, nn.BatchNorm2d):
            gain = norm.weight / torch.sqrt(norm.running_var + norm.eps)
            kernel, shift = kernel * gain[:, None, None, None], norm.bias - norm.running_mean * gain
        weights[f"{layer.name}.weight"] = kernel.float().cpu().numpy()
        weights[f"{layer.name}.bias"] = shift.float().cpu().numpy()
    return weights


def restored(
    layers: Sequence[Layer], weights: Mapping[str, NDArray[Any]], given: int, size: int
) -> ConvolutionalNetwork:
    """A plain network with stored weights, ready to run and not to learn; a shape that differs is an error."""
    network = ConvolutionalNetwork(layers, given, size)
    state = {
        f"convolutions.{place}.{kind}": torch.from_numpy(np.asarray(weights[f"{layer.name}.{kind}"], np.float32))
        for place, layer in enumerate(layers)
        for kind in ("weight", "bias")
    }
    network.load_state_dict(state, strict=True)
    network.eval().requires_grad_(False)
    return network
