"""Which files were dropped on the page? Bounded in size, number and rows, kept until the explorer ends.

A file is known by the hash of its bytes, so that an address that names it holds again once the same file is dropped.
"""

import gzip
import hashlib
import io
import tempfile
import zlib
from collections import OrderedDict
from dataclasses import dataclass
from pathlib import Path
from threading import Lock

from grice.errors import InputError
from grice.files import FORMATS, open_rows
from grice.files.captions import is_object
from grice.files.formats import PACKED, format_of
from grice.files.joined import open_both, open_captions

MOST_BYTES = 8 * 1024 * 1024
MOST_FILES = 12
MOST_ROWS = 5000


@dataclass(frozen=True)
class Upload:
    """A file that was dropped: where it lies, what it was called, how many rows it holds."""

    id: str
    name: str
    path: Path
    rows: int
    columns: tuple[str, ...]


class Uploads:
    """The files of one explorer; the one that was dropped first goes first."""

    def __init__(self) -> None:
        self._made = tempfile.TemporaryDirectory(prefix="grice-explore-")
        self.folder = Path(self._made.name)
        self._files: OrderedDict[str, Upload] = OrderedDict()
        self._lock = Lock()

    def add(self, name: str, content: bytes) -> Upload:
        """Keep a file, or say why it cannot be used."""
        short = Path(name.replace("\\", "/")).name[:80] or "captions"
        packed = short.lower().endswith(PACKED)
        suffix = Path(short.lower().removesuffix(PACKED)).suffix
        if suffix not in FORMATS:
            raise InputError(
                f"a file called {short!r}", f"one that ends in {', '.join(FORMATS)}, or in these and {PACKED}"
            )
        content = _unpacked(short, content) if packed else content
        if not 0 < len(content) <= MOST_BYTES:
            raise InputError(
                f"{short} has {len(content):,} bytes{' or more, unpacked' * packed}",
                f"from 1 to {MOST_BYTES:,}",
                "grice score FILE",
            )
        id = hashlib.sha256(content).hexdigest()[:16]
        path = self.folder / f"{id}{suffix}"
        path.write_bytes(content)
        try:
            rows, columns = _looked_at(path)
        except InputError as error:
            path.unlink()
            raise InputError(error.given.replace(str(path), short), error.needed, error.fix) from None
        with self._lock:
            self._files[id] = Upload(id, short, path, rows, columns)
            while len(self._files) > MOST_FILES:
                _, old = self._files.popitem(last=False)
                old.path.unlink(missing_ok=True)
        return self._files[id]

    def __getitem__(self, id: str) -> Upload:
        if id not in self._files:
            raise InputError("this file is not here any more", "the file itself", "drop it on the page again")
        return self._files[id]


def _unpacked(name: str, content: bytes) -> bytes:
    """What a packed file holds; not much more than may be kept, for little can be packed that is huge."""
    try:
        with gzip.open(io.BytesIO(content)) as file:
            return file.read(MOST_BYTES + 1)
    except (OSError, EOFError, zlib.error) as error:
        raise InputError(f"{name} cannot be unpacked: {error}", "a whole gzip file") from None


def _looked_at(path: Path) -> tuple[int, tuple[str, ...]]:
    """How many rows a file has, and its columns."""
    format_of(path)
    both = open_both(path)
    table = both.predictions if both else open_captions(path) if is_object(path) else open_rows(path, [])
    rows, columns = sum(batch.num_rows for batch in table), ("prediction", "references") if both else table.names
    if not 0 < rows <= MOST_ROWS:
        raise InputError(f"{path} has {rows:,} rows", f"from 1 to {MOST_ROWS:,} here", "grice score FILE")
    return rows, tuple(columns)
