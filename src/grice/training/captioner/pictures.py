"""Can a small network read a room from its picture? The encoder `pictures`, trained on rendered rooms and their labels.

Its 256 pooled numbers are what speakers see; six linear heads, one for each feature, exist only while it learns. Every
picture is changed a little each time it is seen (colours, blur, noise, a row or column shifted), so that the pictures
of the original data set are read as well as ours.
"""

from collections.abc import Callable, Mapping
from dataclasses import dataclass
from typing import Any

import numpy as np
import torch
from numpy.typing import NDArray
from torch import nn
from torch.nn import functional

from grice.encoders.rooms import LAYERS, SIDE, SIZES
from grice.networks.convolutions import width
from grice.networks.rowwise import restore, store
from grice.scenes.rooms import SIZES as VALUES
from grice.training.batches import Arrays, Batches
from grice.training.captioner.convolutions import ConvolutionalNetwork, folded, restored
from grice.training.loop import Plan, Report, train

NAME = "pictures"
TRAINED = "rendered 3DShapes rooms and their six features, no room of the thirteen test sets among them"
RATE, DECAY, BATCH = 3e-3, 0.05, 256
GAIN, SHIFT, NOISE, BLUR = 0.04, 5.0, 4.0, 0.12
"""How far colours are scaled and shifted, the deviation of noise, the most that a neighbour counts in a blurred pixel;
all of 255."""


@dataclass(frozen=True)
class Fitted:
    """A trained encoder: its weights as they will be stored and restored, and how much its heads read of others."""

    weights: dict[str, NDArray[np.float32]]
    heads: dict[str, NDArray[np.float32]]
    accuracy: tuple[float, ...]


class Reader(nn.Module):
    """The encoder and a head for each feature."""

    def __init__(self) -> None:
        super().__init__()
        self.body = ConvolutionalNetwork(LAYERS[NAME], SIDE, SIZES[NAME], normed=True)
        self.head = nn.Linear(width(LAYERS[NAME]), sum(VALUES))

    def forward(self, pictures: Any) -> Any:
        return self.head(self.body(pictures))


def fit(
    pictures: NDArray[np.uint8],
    features: NDArray[np.int64],
    plan: Plan,
    seed: int = 0,
    device: str = "cpu",
    tested: float = 0.05,
    callback: Callable[[Report, Any], None] | None = None,
) -> Fitted:
    """Train on pictures and their features (n, 6); the last share `tested` of them only measures what is read."""
    torch.manual_seed(seed)
    reader = Reader().to(device)
    kept = len(pictures) - max(1, int(len(pictures) * tested))
    rows: list[Arrays] = [{"pictures": pictures[:kept], "features": features[:kept].astype(np.int64)}]
    batches = Batches(lambda _epoch, _progress: rows, min(BATCH, kept), seed, device)

    def loss(batch: Mapping[str, Any]) -> Any:
        scores = reader(augmented(batch["pictures"]))
        parts = scores.float().split(list(VALUES), 1)
        return sum(functional.cross_entropy(part, batch["features"][:, i]) for i, part in enumerate(parts))

    groups = [{"params": list(reader.parameters()), "lr": RATE, "weight_decay": DECAY}]
    average = train(reader, loss, groups, batches, plan, callback)
    with average.applied():
        _settle(reader, batches)
        reader.eval()
        weights = restore(store(folded(reader.body)))
        heads = {"weight": _array(reader.head.weight), "bias": _array(reader.head.bias)}
    found = read(restored(LAYERS[NAME], weights, SIDE, SIZES[NAME]), heads, pictures[kept:], device)
    return Fitted(weights, heads, tuple((found == features[kept:]).mean(0).tolist()))


def augmented(pictures: Any) -> Any:
    """Pictures as another camera might have given them, on their device: float (n, 64, 64, 3), 0..255."""
    values = pictures.float()
    count, device = len(values), values.device

    def drawn(*shape: int) -> Any:
        return torch.rand((count, *shape), device=device)

    rolled = torch.where(drawn(1, 1, 1) < 0.5, values.roll(1, 1), values.roll(1, 2))
    # The first line of a rolled picture is that of the other side; a camera would repeat its neighbour.
    rolled[:, 0], rolled[:, :, 0] = rolled[:, 1], rolled[:, :, 1]
    values = torch.where(drawn(1, 1, 1) < 0.25, rolled, values)
    share = BLUR * drawn(1, 1, 1)
    neighbours = values.roll(1, 1) + values.roll(-1, 1) + values.roll(1, 2) + values.roll(-1, 2)
    values = values + share * (neighbours - 4 * values)
    values = values * (1 + GAIN * (2 * drawn(1, 1, 3) - 1)) + SHIFT * (2 * drawn(1, 1, 3) - 1)
    return (values + NOISE * drawn(1, 1, 1) * torch.randn_like(values)).clamp(0, 255)


@torch.no_grad()
def read(
    module: ConvolutionalNetwork, heads: Mapping[str, NDArray[np.float32]], pictures: NDArray[np.uint8], device: str
) -> NDArray[np.int64]:
    """The features (n, 6) that heads read of pictures through an encoder."""
    module = module.to(device).eval()
    weight, bias = (torch.from_numpy(heads[name]).to(device) for name in ("weight", "bias"))
    found = []
    for start in range(0, len(pictures), 1024):
        scores = module(torch.from_numpy(pictures[start : start + 1024]).to(device)) @ weight.T + bias
        found.append(torch.stack([part.argmax(1) for part in scores.split(list(VALUES), 1)], 1))
    return _array(torch.cat(found)).astype(np.int64)


@torch.no_grad()
def _settle(reader: Reader, batches: Batches, count: int = 50) -> None:
    """Find the statistics of batch normalisation anew: averaged weights were never trained with any."""
    norms = [norm for norm in reader.body.norms if isinstance(norm, nn.BatchNorm2d)]
    for norm in norms:
        norm.reset_running_stats()
        norm.momentum = None
    reader.train()
    for _ in range(count):
        number, rows = batches.next(1.0)
        reader(augmented(batches.buckets[number]["pictures"].index_select(0, rows)))


def _array(tensor: Any) -> NDArray[Any]:
    found: NDArray[Any] = tensor.detach().cpu().numpy()
    return found
