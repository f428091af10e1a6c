"""Which rows make up the next batch? Data as tensors on the device, in buckets of one shape, in a repeatable order.

A batch is drawn from one bucket, so every step has one of a few fixed shapes and can be replayed as a CUDA graph. The
order of an epoch follows from (seed, epoch) alone: to resume, an epoch and a position are enough.
"""

from collections.abc import Callable, Mapping, Sequence
from typing import Any

import numpy as np
import torch

from grice.errors import InputError

Arrays = Mapping[str, np.ndarray]


class Batches:
    """An endless stream of (bucket, row indexes) over editions of the data.

    `edition(epoch, progress)` gives the buckets of an epoch that begins at this progress of the run, each a mapping of
    names to arrays with one row per example; it may return the same buckets every time, or freshly augmented ones.
    """

    def __init__(
        self, edition: Callable[[int, float], Sequence[Arrays]], size: int, seed: int, device: str = "cpu"
    ) -> None:
        self.edition, self.size, self.seed, self.device = edition, size, seed, device
        self.epoch, self.position, self.opened = 0, 0, 0.0
        self.buckets: list[dict[str, Any]] = []
        self.counts: list[int] = []
        self._order: list[tuple[int, Any]] = []
        self._last: Sequence[Arrays] | None = None
        self._open(0, 0.0)

    def __len__(self) -> int:
        """Batches in the present epoch."""
        return len(self._order)

    def next(self, progress: float = 0.0) -> tuple[int, Any]:
        """The bucket and the row indexes of the next batch, at this progress of the run."""
        if self.position == len(self._order):
            self._open(self.epoch + 1, progress)
        bucket, rows = self._order[self.position]
        self.position += 1
        return bucket, rows

    def state_dict(self) -> dict[str, float]:
        return {"epoch": self.epoch, "position": self.position, "opened": self.opened}

    def load_state_dict(self, state: Mapping[str, float]) -> None:
        self._open(int(state["epoch"]), state["opened"])
        self.position = int(state["position"])

    def _open(self, epoch: int, progress: float) -> None:
        arrays = self.edition(epoch, progress)
        if self.buckets and len(arrays) != len(self.buckets):
            raise ValueError(f"edition {epoch} has {len(arrays)} buckets, the first had {len(self.buckets)}")
        self.counts = [len(next(iter(bucket.values()))) for bucket in arrays]
        if not any(self.counts):
            raise InputError("there is nothing to learn from", "at least one row that fits into a bucket")
        if arrays is not self._last:
            held = self.buckets or [{} for _ in arrays]
            self.buckets = [self._load(bucket, room) for bucket, room in zip(arrays, held, strict=True)]
        self._last = arrays
        self.epoch, self.position, self.opened = epoch, 0, progress
        self._order = self._plan(np.random.default_rng([self.seed, epoch]))

    def _load(self, bucket: Arrays, room: dict[str, Any]) -> dict[str, Any]:
        """Copy an edition into the tensors of the previous one where it fits: a captured step reads those tensors."""
        count = len(next(iter(bucket.values())))
        if not room or len(next(iter(room.values()))) < count:
            rows = count + count // 4 + 256
            room = {
                name: torch.zeros((rows, *a.shape[1:]), dtype=torch.from_numpy(a[:0]).dtype, device=self.device)
                for name, a in bucket.items()
            }
        for name, a in bucket.items():
            room[name][:count].copy_(torch.from_numpy(a))
        return room

    def _plan(self, rng: np.random.Generator) -> list[tuple[int, Any]]:
        """Full batches; the remainder of a bucket makes one more, with the probability of its share of a batch.

        Its rows are repeated to fill the batch, so over many epochs every row counts equally.
        """
        order: list[tuple[int, Any]] = []
        for number, rows in enumerate(self.counts):
            full, rest = divmod(rows, self.size)
            count = full + int(rng.random() < rest / self.size)
            shuffled = np.resize(rng.permutation(rows), count * self.size)
            indexes = torch.from_numpy(shuffled.reshape(count, self.size)).to(self.device)
            order += [(number, indexes[i]) for i in range(count)]
        if not order:
            number = int(np.argmax(self.counts))
            few = np.resize(rng.permutation(self.counts[number]), self.size)
            order = [(number, torch.from_numpy(few).to(self.device))]
        return [order[i] for i in rng.permutation(len(order))]
