"""What is seen of targets and distractors? Their features, each distinct room rendered and encoded once.

Rooms are given by their ids, and nothing but the rendered picture reaches the encoder; or as uint8 pictures, which are
encoded as they are.
"""

from collections.abc import Sequence
from dataclasses import dataclass
from functools import cache
from typing import Any

import numpy as np
from numpy.typing import NDArray

from grice.encoders.rooms import SIDE, Features, RoomEncoder, check_pictures, load
from grice.errors import InputError
from grice.scenes.context import contexts, room_ids
from grice.scenes.render.compose import rooms
from grice.scenes.render.trace import GEOMETRIES

AT_ONCE = 512
"""Pictures held at a time: those of a test set would take 184 MB."""


@dataclass(frozen=True)
class Views:
    """Targets and their distractors as rows of a table of features; distractor j belongs to target `owner[j]`."""

    features: Features
    targets: NDArray[np.int64]
    distractors: NDArray[np.int64]
    owner: NDArray[np.int64]

    def __len__(self) -> int:
        return len(self.targets)


class Sight:
    """An encoder that looks at rooms; it remembers those of the last call, which agents of one benchmark share."""

    def __init__(self, encoder: RoomEncoder) -> None:
        self.encoder = encoder
        self._ids, self._known = np.zeros(0, np.int64), np.zeros((0, encoder.size), np.float32)

    def views(self, targets: Any, distractors: Any = None) -> Views:
        """Ids or pictures, one or a list; for each target a distractor, a list of them, or None."""
        if is_pictures(targets):
            return self._of_pictures(targets, distractors)
        given = contexts(targets, distractors)
        features, rows = self.rooms(np.concatenate([given.targets, given.distractors]))
        return Views(features, rows[: len(given)], rows[len(given) :], given.owner)

    def candidates(self, candidates: Sequence[Any]) -> tuple[Features, NDArray[np.int64], NDArray[np.int64]]:
        """Lists of candidates, ids or pictures: features, the row of each candidate, and how many each list has."""
        sizes = np.array([len(listed) for listed in candidates], np.int64)
        flat = [one for listed in candidates for one in listed]
        if flat and is_pictures(flat):
            return self.encoder.encode(check_pictures(_stacked(flat))), np.arange(len(flat)), sizes
        return *self.rooms(room_ids(flat, "candidate")), sizes

    def rooms(self, ids: NDArray[np.int64]) -> tuple[Features, NDArray[np.int64]]:
        """The features of the distinct rooms, and the row of each id."""
        distinct, rows = np.unique(ids, return_inverse=True)
        features = np.empty((len(distinct), self.encoder.size), np.float32)
        _, at, before = np.intersect1d(distinct, self._ids, assume_unique=True, return_indices=True)
        features[at] = self._known[before]
        new = np.setdiff1d(np.arange(len(distinct)), at, assume_unique=True)
        # Rooms of one geometry side by side: the renderer prepares each geometry once.
        new = new[np.argsort(distinct[new] % GEOMETRIES, kind="stable")]
        for start in range(0, len(new), AT_ONCE):
            some = new[start : start + AT_ONCE]
            features[some] = self.encoder.encode(rooms(distinct[some]))
        self._ids, self._known = distinct, features
        return features, rows.reshape(-1).astype(np.int64)

    def _of_pictures(self, targets: Any, distractors: Any) -> Views:
        one = isinstance(targets, np.ndarray) and targets.ndim == 3
        own = _stacked([targets] if one else list(targets))
        listed = _grouped(distractors, len(own), one)
        sizes = np.array([len(some) for some in listed], np.int64)
        others = [picture for some in listed for picture in some]
        together = np.concatenate([own, _stacked(others)]) if others else own
        rows = np.arange(len(together))
        features = self.encoder.encode(check_pictures(together))
        return Views(features, rows[: len(own)], rows[len(own) :], np.repeat(np.arange(len(own)), sizes))


@cache
def sight(encoder: str) -> Sight:
    """The sight of a shipped encoder, one per process."""
    return Sight(load(encoder))


def is_pictures(given: Any) -> bool:
    """Whether rooms are given as pictures and not as ids."""
    if isinstance(given, np.ndarray):
        return given.ndim >= 3
    return isinstance(given, Sequence) and len(given) > 0 and isinstance(given[0], np.ndarray) and given[0].ndim >= 3


def _grouped(given: Any, count: int, one: bool) -> list[list[Any]]:
    """The distractors of each target as a list of pictures."""
    if given is None:
        return [[] for _ in range(count)]
    if one and (isinstance(given, np.ndarray) or (given and np.ndim(given[0]) == 3)):
        given = [[given] if np.ndim(given) == 3 else list(given)]
    if not isinstance(given, Sequence | np.ndarray) or len(given) != count:
        shown = len(given) if hasattr(given, "__len__") else type(given).__name__
        raise InputError(f"{count} targets and {shown} lists of distractors", "one list of pictures per target")
    return [[] if some is None else [some] if np.ndim(some) == 3 else list(some) for some in given]


def _stacked(pictures: Sequence[Any]) -> NDArray[Any]:
    """Pictures as one array; those of unequal shape are refused."""
    shapes = {np.shape(picture) for picture in pictures}
    if len(shapes) > 1 or (shapes and shapes != {(SIDE, SIDE, 3)}):
        wrong = next(shape for shape in shapes if shape != (SIDE, SIDE, 3))
        raise InputError(
            f"a picture of shape {wrong}", f"uint8 of shape ({SIDE}, {SIDE}, 3)", "grice.scenes.render.rooms([118308])"
        )
    return np.stack([np.asarray(picture) for picture in pictures])
