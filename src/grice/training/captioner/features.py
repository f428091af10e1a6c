"""What do the networks see of a room? Its picture through a frozen image encoder: a table of features, once per room.

Rooms are rendered in several processes and encoded on the device, where the table stays: a batch is a list of rows. A
table can be kept on disk and is then read instead; it says of which encoder it is.
"""

from collections.abc import Callable, Iterator, Mapping, Sequence
from concurrent.futures import ProcessPoolExecutor
from dataclasses import dataclass
from multiprocessing import get_context
from pathlib import Path
from typing import Any

import numpy as np
import torch
from numpy.typing import NDArray

from grice.encoders.rooms import FOLDER, LAYERS, SIDE, SIZES, check_pictures, weights_of
from grice.errors import InputError
from grice.networks import manifest
from grice.networks.convolutions import width
from grice.networks.tensors import read_tensors, write_tensors
from grice.scenes import render, rooms
from grice.scenes.render.trace import GEOMETRIES
from grice.training.captioner import lite0
from grice.training.captioner.convolutions import restored

PIXELS = "pixels"
_COARSE = 16
"""The side of a picture of the encoder `pixels`."""
FILE = "features.safetensors"
AT_ONCE = 4096


@dataclass(frozen=True)
class Encoder:
    """A frozen encoder: what it is called, the first digits of its weights' checksum, pictures to features."""

    name: str
    fingerprint: str
    size: int
    encode: Callable[[NDArray[np.uint8], str], Any]

    def about(self) -> dict[str, Any]:
        """What a manifest says of it."""
        return {"encoder": self.name, "fingerprint": self.fingerprint, "size": self.size}


def encoder(name: str, folder: Path | None = None) -> Encoder:
    """The encoder of a name, from the weights that Grice ships or from a folder; `pixels` has none."""
    if name == PIXELS:
        return Encoder(PIXELS, "none", 3 * _COARSE**2, _pixels)
    if name not in LAYERS:
        raise InputError(f"no encoder of rooms is called {name!r}", f"one of {', '.join([*LAYERS, PIXELS])}")
    weights, fingerprint = weights_of(folder or FOLDER / name, f"the encoder {name}")
    module = restored(LAYERS[name], weights, SIDE, SIZES[name])

    def encode(pictures: NDArray[np.uint8], device: str) -> Any:
        return lite0.features(module, check_pictures(pictures), device)

    return Encoder(name, fingerprint, width(LAYERS[name]), encode)


def _pixels(pictures: NDArray[np.uint8], device: str) -> Any:
    """The picture itself, coarse: for trials, because it costs nothing."""
    values = torch.from_numpy(check_pictures(pictures)).to(device).permute(0, 3, 1, 2).float() / 255
    return torch.nn.functional.adaptive_avg_pool2d(values, _COARSE).flatten(1)


@dataclass(frozen=True)
class FeatureTable:
    """The features of rooms on the device, a row for each id of `ids`, which are sorted."""

    ids: NDArray[np.int64]
    values: Any
    about: Mapping[str, Any]

    def rows(self, ids: NDArray[np.int64]) -> NDArray[np.int64]:
        """The rows of these rooms."""
        found = np.searchsorted(self.ids, ids)
        missing = self.ids[np.minimum(found, len(self.ids) - 1)] != ids
        if missing.any():
            absent = np.asarray(ids)[missing][0]
            raise InputError(
                f"the features of {missing.sum()} rooms are missing, room {absent} among them",
                f"a table made for these rooms; it has {len(self.ids)}",
                "leave `cache` out of [features]: the rooms are then rendered and encoded",
            )
        return found

    def of(self, ids: NDArray[np.int64]) -> Any:
        """The features of these rooms."""
        return self.values[torch.from_numpy(self.rows(ids)).to(self.values.device)]

    def save(self, folder: Path) -> None:
        """Keep the table in a folder."""
        folder.mkdir(parents=True, exist_ok=True)
        write_tensors(folder / FILE, {"ids": self.ids, "values": self.values.cpu().numpy()})
        manifest.write(folder, [FILE], dict(self.about))


def tabulate(
    ids: NDArray[np.int64], by: Sequence[Encoder], device: str = "cpu", processes: int = 1
) -> list[FeatureTable]:
    """Render rooms, each distinct one once, and encode them: a table for each encoder."""
    distinct = np.unique(rooms.check(ids))
    values = [torch.empty(len(distinct), one.size, device=device) for one in by]
    for places, pictures in rendered(distinct, processes):
        here = torch.from_numpy(places).to(device)
        for one, table in zip(by, values, strict=True):
            table[here] = one.encode(pictures, device)
    return [FeatureTable(distinct, table, one.about()) for one, table in zip(by, values, strict=True)]


def rendered(ids: NDArray[np.int64], processes: int = 1) -> Iterator[tuple[NDArray[np.int64], NDArray[np.uint8]]]:
    """Pictures of rooms, many at a time, with their places in `ids`; each place comes once."""
    # Neighbours share their geometry, which is what rendering must prepare.
    order = np.argsort(ids % GEOMETRIES, kind="stable")
    parts = [order[start : start + AT_ONCE] for start in range(0, len(order), AT_ONCE)]
    if processes == 1 or len(parts) == 1:
        yield from ((part, render.rooms(ids[part])) for part in parts)
        return
    if len(ids) > GEOMETRIES:
        render.build(processes)
    with ProcessPoolExecutor(processes, get_context("fork")) as pool:
        yield from zip(parts, pool.map(render.rooms, [ids[part] for part in parts]), strict=True)


def kept(folder: Path, by: Encoder, device: str = "cpu") -> FeatureTable:
    """The table that a folder keeps; one of another encoder is refused."""
    fix = "leave `cache` out of [features], or write it with --keep-features"
    if not folder.is_dir():
        raise InputError(f"the feature cache {folder} does not exist", "a folder with a table of features", fix)
    manifest.check(folder, [FILE], "a table of features", fix)
    about = {name: value for name, value in manifest.about(folder).items() if name in by.about()}
    if about != by.about():
        given = " ".join(str(value) for value in about.values())
        raise InputError(
            f"the features of {folder} are of the encoder {given}",
            " ".join(str(value) for value in by.about().values()),
            fix,
        )
    tensors = read_tensors(folder / FILE)
    return FeatureTable(np.array(tensors["ids"]), torch.from_numpy(np.array(tensors["values"])).to(device), about)
