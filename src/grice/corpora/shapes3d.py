"""What is 3DShapes (Burgess & Kim 2018)? Pictures and labels of 480,000 rooms, in batches, by split, features fixed.

Pictures come from the renderer, with no download, or from the original `3dshapes.h5` where a user has it (extra `h5`);
both are an `ImageSource`, and everything below works on either.
"""

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from pathlib import Path
from types import TracebackType
from typing import Any, Protocol

import numpy as np
from numpy.typing import ArrayLike, NDArray

from grice import checks
from grice.corpora.cards import Card
from grice.errors import InputError
from grice.extras import require
from grice.scenes import render, rooms

CARD = Card(
    name="shapes3d",
    title="3DShapes: 480,000 rooms with one object, six features each",
    items="480,000 pictures of 64 x 64, six labels each",
    licence="pictures here are rendered by Grice (Apache-2.0); the original file is Apache-2.0",
    citation="Burgess & Kim (2018), 3D Shapes Dataset, github.com/deepmind/3d-shapes",
    how="nothing to download: rendered from the id; grice corpora export shapes3d writes files",
    notes="rendered pictures differ from the originals by well under one grey level in 255 on average (docs/rooms.md)",
)

SPLITS = ("train", "validation", "test")
_PARTS = (384_000, 48_000, 48_000)
_SHAPE = (rooms.COUNT, 64, 64, 3)

Value = int | str | Sequence[int | str]


class ImageSource(Protocol):
    """Where pictures come from: ids in, uint8 (N, 64, 64, 3) out."""

    def images(self, ids: ArrayLike) -> NDArray[np.uint8]: ...


@dataclass(frozen=True)
class Batch:
    """Some rooms: ids, pictures, feature indexes and label values, row by row."""

    ids: NDArray[np.int64]
    images: NDArray[np.uint8]

    @property
    def features(self) -> NDArray[np.int8]:
        return rooms.features(self.ids)

    @property
    def labels(self) -> NDArray[np.float64]:
        return rooms.labels(self.ids)


class Rendered:
    """The renderer as a source."""

    def images(self, ids: ArrayLike) -> NDArray[np.uint8]:
        found: NDArray[np.uint8] = render.rooms(ids)
        return found


class Original:
    """The original `3dshapes.h5`, checked when opened."""

    def __init__(self, path: str | Path) -> None:
        h5py = require("h5py", "h5", "reading 3dshapes.h5")
        if not isinstance(path, str | Path):
            raise InputError(f"the file {checks.quoted(path)}", "the path of 3dshapes.h5")
        self.path = Path(path)
        if not self.path.is_file():
            raise InputError(f"no file {self.path}", "the original 3dshapes.h5; without it pictures are rendered")
        try:
            self._file = h5py.File(self.path, "r")
        except OSError as error:
            raise InputError(f"{self.path} cannot be read as HDF5: {error}", *_GET_AGAIN) from None
        try:
            self._check()
        except BaseException:
            self._file.close()
            raise

    def _check(self) -> None:
        expected = {"images": (_SHAPE, "u"), "labels": ((rooms.COUNT, 6), "f")}
        for name, (shape, kind) in expected.items():
            found = self._file.get(name)
            if getattr(found, "shape", None) != shape or found.dtype.kind != kind:
                what = f"{found.dtype} of shape {found.shape}" if hasattr(found, "shape") else "nothing"
                raise InputError(f"{self.path} holds {what} under {name!r}", f"an array of shape {shape}")
        spread = np.arange(0, rooms.COUNT, 7919)
        if np.abs(self._read("labels", spread) - rooms.labels(spread)).max() > 1e-3:
            raise InputError(f"the labels of {self.path} are not those of 3DShapes", "rooms in the order of their ids")

    def images(self, ids: ArrayLike) -> NDArray[np.uint8]:
        checked = rooms.check(ids)
        found: NDArray[np.uint8] = self._read("images", checked.reshape(-1))
        return found.reshape(*checked.shape, *_SHAPE[1:])

    def _read(self, name: str, ids: NDArray[np.int64]) -> NDArray[Any]:
        """Rows in any order; HDF5 itself wants them sorted and once each."""
        once, back = np.unique(ids, return_inverse=True)
        try:
            rows = self._file[name][once] if len(once) else np.empty((0, *self._file[name].shape[1:]), np.uint8)
        except OSError as error:
            raise InputError(f"{self.path} is broken under {name!r}: {error}", *_GET_AGAIN) from None
        found: NDArray[Any] = np.asarray(rows)[back]
        return found

    def __enter__(self) -> "Original":
        return self

    def __exit__(
        self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None
    ) -> None:
        self._file.close()


_GET_AGAIN = ("the complete 3dshapes.h5 (255 MB)", "download it again, or do without it: pictures are then rendered")


def source(h5: str | Path | None = None) -> ImageSource:
    """The original file if one is given, the renderer otherwise."""
    return Original(h5) if h5 is not None else Rendered()


def select(split: str = "all", fixed: Mapping[str, Value] | None = None) -> NDArray[np.int64]:
    """Ids of a split, in order, of the rooms that have the fixed features.

    `fixed` names features and their values, by index or in words, one or several: `{"shape": "ball", "scale": [0, 1]}`.
    The splits are 80, 10 and 10 per cent of the ids, always the same.
    """
    ids = np.arange(rooms.COUNT, dtype=np.int64)
    if split != "all":
        if not isinstance(split, str) or split not in SPLITS:
            raise InputError(f"split {checks.quoted(split)}", f"all or one of {', '.join(SPLITS)}")
        part = SPLITS.index(split)
        start = sum(_PARTS[:part])
        ids = np.sort(np.random.default_rng(2018).permutation(ids)[start : start + _PARTS[part]])
    if fixed is not None and not isinstance(fixed, Mapping):
        raise InputError(f"fixed {checks.quoted(fixed)}", "features with their values", "fixed={'shape': 'ball'}")
    indexes = rooms.features(ids)
    kept = np.ones(len(ids), dtype=bool)
    for feature, value in (fixed or {}).items():
        if feature not in rooms.FEATURES:
            raise InputError(f"no feature is called {checks.quoted(feature)}", f"one of {', '.join(rooms.FEATURES)}")
        values = list(value) if isinstance(value, Sequence | np.ndarray) and not isinstance(value, str) else [value]
        allowed = [_index(feature, one) for one in values]
        kept &= np.isin(indexes[:, rooms.FEATURES.index(feature)], allowed)
    return ids[kept]


def draw(ids: NDArray[np.int64], many: int, seed: int = 0) -> NDArray[np.int64]:
    """At most `many` of the ids, drawn without replacement, in order."""
    many, rng = checks.whole(many, "a draw of", least=1), checks.generator(seed)
    return ids if many >= len(ids) else np.sort(rng.choice(ids, many, replace=False))


def batches(
    source: ImageSource | None = None,
    *,
    split: str = "all",
    fixed: Mapping[str, Value] | None = None,
    ids: ArrayLike | None = None,
    size: int = 1024,
    shuffle: int | None = None,
) -> Iterator[Batch]:
    """Batches of pictures with their labels; `ids` instead of a split, `shuffle` a seed for a random order."""
    size = checks.count(size, "size", least=1)
    chosen = select(split, fixed) if ids is None else rooms.check(ids).reshape(-1)
    if shuffle is not None:
        chosen = checks.generator(shuffle).permutation(chosen)
    pictures = Rendered() if source is None else source
    if not hasattr(pictures, "images"):
        raise InputError(f"pictures from {checks.quoted(source)}", "a source of pictures", "shapes3d.source(path)")
    for start in range(0, len(chosen), size):
        some = chosen[start : start + size]
        yield Batch(some, pictures.images(some))


def _index(feature: str, value: int | str) -> int:
    if isinstance(value, str) and value.strip().isdecimal() and len(value) < 9:
        value = int(value)
    names: dict[str, Any] = dict.fromkeys(rooms.FEATURES, 0) | {feature: value}
    found: int = getattr(rooms.scene(**names), feature)
    return found
