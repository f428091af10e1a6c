"""Which references belong to which key? All texts in one Arrow array, those of a key side by side."""

from collections.abc import Iterable, Sequence
from dataclasses import dataclass, field

import numpy as np
import pyarrow as pa
import pyarrow.compute as pc
from numpy.typing import NDArray

Ints = NDArray[np.int64]


@dataclass(frozen=True)
class References:
    """The texts of the key numbered i are `texts[offsets[i]:offsets[i + 1]]`; `numbers` gives the number of a key.

    Without keys, rows are numbered as they stand in their file.
    """

    texts: pa.LargeStringArray
    offsets: Ints
    numbers: dict[str, int] | None

    def __len__(self) -> int:
        return len(self.offsets) - 1

    def find(self, keys: Sequence[str | None], first: int = 0) -> Ints:
        """The numbers of keys, or, without keys, of rows from the first on; -1 where there is no such key or row."""
        if self.numbers is None:
            rows = np.arange(first, first + len(keys))
            return np.where(rows < len(self), rows, -1)
        return np.fromiter((self.numbers.get(key or "", -1) for key in keys), np.int64, len(keys))

    def lists(self, found: Ints) -> pa.ListArray:
        """The references of each number, null where there is none."""
        starts = self.offsets[found]
        counts = np.where(found < 0, 0, self.offsets[found + 1] - starts)
        ends = np.cumsum(counts)
        # The place of the j-th text of an item is its start plus j.
        places = np.repeat(starts - (ends - counts), counts) + np.arange(ends[-1] if len(ends) else 0)
        texts = self.texts.take(pa.array(places)).cast(pa.string())
        offsets = np.concatenate([[0], ends]).astype(np.int32)
        return pa.ListArray.from_arrays(pa.array(offsets), texts, mask=pa.array(counts == 0))


@dataclass
class Gathering:
    """References as they are read: texts, and the number of the key of each."""

    keyed: bool
    texts: list[pa.Array] = field(default_factory=list)
    owners: list[Ints] = field(default_factory=list)
    numbers: dict[str, int] = field(default_factory=dict)
    rows: int = 0

    def add(self, keys: Iterable[str], rows: Ints, texts: pa.Array) -> None:
        """Texts, or lists of them, of some keys, which stand in these rows of their file."""
        number = self.numbers
        own = np.fromiter((number.setdefault(key, len(number)) for key in keys), np.int64) if self.keyed else rows
        if pa.types.is_list(texts.type):
            own = own[pc.list_parent_indices(texts).to_numpy()]
            texts = texts.flatten()
        self.texts.append(texts.cast(pa.large_string()))
        self.owners.append(own)

    def done(self) -> References:
        """All of them in order of their keys."""
        texts = pa.concat_arrays(self.texts) if self.texts else pa.array([], pa.large_string())
        owners = np.concatenate(self.owners) if self.owners else np.empty(0, np.int64)
        if (np.diff(owners) < 0).any():
            order = np.argsort(owners, kind="stable")
            texts, owners = texts.take(pa.array(order)), owners[order]
        size = len(self.numbers) if self.keyed else self.rows
        offsets = np.searchsorted(owners, np.arange(size + 1)).astype(np.int64)
        return References(texts, offsets, self.numbers if self.keyed else None)
