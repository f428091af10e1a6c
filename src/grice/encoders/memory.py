"""Has this string been embedded before? Vectors by text, kept while the process lives and, if asked, in a folder.

In the folder every call that met new strings leaves one Arrow file (columns `text` and `vector`), which later processes
map instead of computing. Files are only ever added, each under its own name, so processes may share a folder.
"""

import os
import uuid
from collections.abc import Sequence
from itertools import chain
from pathlib import Path

import numpy as np
import pyarrow as pa

from grice.encoders.base import TextEncoder, TokenVectors, Vectors, well_formed

LIMIT = 262_144
"""Vectors kept in working memory: 400 MB at 384 numbers each."""


class VectorMemory:
    """A `TextEncoder` around another that asks it for each distinct string once, well formed whatever was given."""

    def __init__(self, encoder: TextEncoder, folder: str | Path | None = None, limit: int = LIMIT) -> None:
        self.encoder, self.limit = encoder, limit
        self.folder = None if folder is None else Path(folder) / f"{_safe(encoder.name)}-{encoder.fingerprint}"
        self._given = folder
        mapped = [] if self.folder is None else [_read(path) for path in sorted(self.folder.glob("*.arrow"))]
        self._mapped = [vectors for _, vectors in mapped]
        self._where = {text: row for row, text in enumerate(chain.from_iterable(texts for texts, _ in mapped))}
        self._first = sum(map(len, self._mapped))
        self._buffer: Vectors = np.empty((0, 0), np.float32)
        self._used = 0
        self._tokens: dict[str, TokenVectors] = {}

    @property
    def name(self) -> str:
        return self.encoder.name

    @property
    def fingerprint(self) -> str:
        return self.encoder.fingerprint

    @property
    def window(self) -> int | None:
        """Pieces that are read at a time, where a longer text is read in windows."""
        return getattr(self.encoder, "window", None)

    @property
    def width(self) -> int:
        """How many numbers a vector has; an encoder that does not say is asked for one."""
        said: int | None = getattr(self.encoder, "width", None)
        return self.encode(["a"]).shape[1] if said is None else said

    def encode(self, texts: Sequence[str]) -> Vectors:
        """One vector per text, in order."""
        texts = [well_formed(text) for text in texts]
        new = self._unknown(texts)
        if new and self._used + len(new) > self.limit:
            self._forget()
            new = self._unknown(texts)
        if new:
            self._keep(new, self.encoder.encode(new))
        rows = np.fromiter((self._where[text] for text in texts), np.int64, len(texts))
        parts = [part for part in (*self._mapped, self._buffer) if part.size]
        found = np.empty((len(rows), max((part.shape[1] for part in parts), default=0)), np.float32)
        start = 0
        for part in parts:
            here = (start <= rows) & (rows < start + len(part))
            found[here] = part[rows[here] - start]
            start += len(part)
        return found

    def tokens(self, texts: Sequence[str]) -> list[TokenVectors]:
        """Token vectors are many: they are kept up to the limit, and never in the folder."""
        texts = [well_formed(text) for text in texts]
        if sum(len(tokens.pieces) for tokens in self._tokens.values()) > self.limit:
            self._tokens.clear()
        new = [text for text in dict.fromkeys(texts) if text not in self._tokens]
        found = self.encoder.tokens(new)
        self._tokens.update(zip(new, found, strict=True))
        # Whoever compares words compares texts too: the second question need not be asked.
        whole = {text: one.text for text, one in zip(new, found, strict=True) if one.text is not None}
        if (fresh := self._unknown(list(whole))) and self._used + len(fresh) <= self.limit:
            self._keep(fresh, np.stack([whole[text] for text in fresh]))
        return [self._tokens[text] for text in texts]

    def pieces(self, texts: Sequence[str]) -> list[tuple[str, ...]]:
        return self.encoder.pieces([well_formed(text) for text in texts])

    def __len__(self) -> int:
        return len(self._where)

    def __reduce__(self) -> tuple[type["VectorMemory"], tuple[TextEncoder, str | Path | None, int]]:
        return VectorMemory, (self.encoder, self._given, self.limit)

    def _unknown(self, texts: Sequence[str]) -> list[str]:
        return [text for text in dict.fromkeys(texts) if text not in self._where]

    def _keep(self, texts: Sequence[str], vectors: Vectors) -> None:
        if self.folder is not None:
            _write(self.folder, texts, vectors)
        stop = self._used + len(texts)
        if stop > len(self._buffer):
            grown = np.empty((max(stop, 2 * len(self._buffer)), vectors.shape[1]), np.float32)
            if self._used:
                grown[: self._used] = self._buffer[: self._used]
            self._buffer = grown
        self._buffer[self._used : stop] = vectors
        first = self._first + self._used
        self._where.update(zip(texts, range(first, first + len(texts)), strict=True))
        self._used = stop

    def _forget(self) -> None:
        """What is in the folder stays; the rest will be computed again when it is met again."""
        self._where = {text: row for text, row in self._where.items() if row < self._first}
        self._used = 0


def _write(folder: Path, texts: Sequence[str], vectors: Vectors) -> None:
    folder.mkdir(parents=True, exist_ok=True)
    column = pa.FixedSizeListArray.from_arrays(pa.array(vectors.ravel()), vectors.shape[1])
    table = pa.table({"text": pa.array(texts, pa.string()), "vector": column})
    partial = folder / f".{uuid.uuid4().hex}"
    with pa.OSFile(str(partial), "wb") as sink, pa.ipc.new_file(sink, table.schema) as writer:
        writer.write_table(table)
    os.replace(partial, folder / f"{partial.name[1:]}.arrow")


def _read(path: Path) -> tuple[list[str], Vectors]:
    with pa.memory_map(str(path)) as source:
        table = pa.ipc.open_file(source).read_all()
    vectors = table.column("vector").combine_chunks()
    return table.column("text").to_pylist(), vectors.flatten().to_numpy().reshape(len(vectors), -1)


def _safe(name: str) -> str:
    return "".join(letter if letter.isalnum() or letter in "-._" else "-" for letter in name)
