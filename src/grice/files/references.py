"""Which references belong to which key? All texts in one Arrow array, those of a key side by side."""

import re
from collections.abc import Sequence
from dataclasses import dataclass
from functools import cached_property

import numpy as np
import pyarrow as pa
import pyarrow.compute as pc
from numpy.typing import NDArray

from grice.files.columns import ERROR, ROW, Column
from grice.files.source import Source

KEY = Column("image_id", "anything", ("id", "item", "item_id"), required=False)
REFERENCES = Column(
    "references",
    "texts",
    ("reference", "refs", "captions", "caption", "text", "sentence"),
    meaning="what it is judged by",
)
Ints = NDArray[np.int64]
_WHOLE = re.compile(r"^(-?\d+)\.0+$")


@dataclass(frozen=True)
class References:
    """The texts of the key numbered i are `lists[i]`, null where there are none; `numbers` gives the number of a key.

    Without keys, rows are numbered as they stand in their file. `unusable` says which rows hold no references.
    """

    lists: pa.ListArray
    numbers: dict[str, int] | None
    unusable: list[str]

    def __len__(self) -> int:
        return len(self.lists)

    def find(self, keys: Sequence[str | None], first: int = 0) -> Ints:
        """The numbers of keys, or, without keys, of rows from the first on; -1 where there is no such key or row."""
        if self.numbers is None:
            rows = np.arange(first, first + len(keys))
            return np.where(rows < len(self), rows, -1)
        return np.fromiter((-1 if key is None else self._number(key) for key in keys), np.int64, len(keys))

    def _number(self, key: str) -> int:
        assert self.numbers is not None
        found = self.numbers.get(key)
        return self._wholes.get(whole(key), -1) if found is None else found

    @cached_property
    def _wholes(self) -> dict[str, int]:
        """The numbers of keys without the .0 that whole numbers get in tables with gaps."""
        return {whole(key): number for key, number in reversed((self.numbers or {}).items())}

    def of(self, found: Ints) -> pa.ListArray:
        """The references of each number, null where there is none."""
        return self.lists.take(pa.array(found, mask=found < 0)).cast(pa.list_(pa.string()))


def whole(key: str) -> str:
    """A key without the .0 that whole numbers get in tables with gaps."""
    return _WHOLE.sub(r"\1", key)


def gathered(file: Source, keyed: bool) -> References:
    """All references of a file, by the order in which their keys turn up, or row by row."""
    texts, owners = [pa.array([], pa.large_string())], [np.empty(0, np.int64)]
    numbers: dict[str, int] = {}
    unusable: list[str] = []
    rows = 0
    for batch in file:
        rows += batch.num_rows
        usable = pc.is_null(batch.column(ERROR))
        if keyed:
            usable = pc.and_(usable, pc.is_valid(batch.column(KEY.name)))
        if not pc.all(usable).as_py():
            for row in batch.filter(pc.invert(usable)).to_pylist():
                unusable.append(f"{file.path}, row {row[ROW]}: {row[ERROR] or 'has no id'}")
            batch = batch.filter(usable)
        own, said = batch.column(ROW).to_numpy(), batch.column(REFERENCES.name)
        if keyed:
            keys = batch.column(KEY.name).to_pylist()
            own = np.fromiter((numbers.setdefault(key, len(numbers)) for key in keys), np.int64, len(keys))
        if pa.types.is_list(said.type):
            own, said = own[pc.list_parent_indices(said).to_numpy()], said.flatten()
        texts.append(said.cast(pa.large_string()))
        owners.append(own)
    together, owner = pa.concat_arrays(texts), np.concatenate(owners)
    if (np.diff(owner) < 0).any():
        order = np.argsort(owner, kind="stable")
        together, owner = together.take(pa.array(order)), owner[order]
    offsets = np.searchsorted(owner, np.arange((len(numbers) if keyed else rows) + 1)).astype(np.int32)
    lists = pa.ListArray.from_arrays(pa.array(offsets), together, mask=pa.array(np.diff(offsets) == 0))
    return References(lists, numbers if keyed else None, [*file.lost, *unusable])
