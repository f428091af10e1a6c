"""What was computed once and may be kept: checked blobs in the user's cache folder.

A blob carries the version it was made for and a checksum. One that is missing, stale or broken reads as None, so that
its owner makes it again; it appears whole or not at all, so processes that write the same one at once do no harm.
"""

import hashlib
import json
import os
import tempfile
from pathlib import Path

_MARK = "grice cache 1"


def cache_folder() -> Path:
    """GRICE_CACHE, or where this system keeps what can be made again."""
    if chosen := os.environ.get("GRICE_CACHE"):
        return Path(chosen).expanduser()
    # Here, because where GRICE_CACHE is set nothing else is needed: rooms are rendered on machines made for training.
    from platformdirs import user_cache_dir

    return Path(user_cache_dir("grice", appauthor=False))


def recall(name: str, version: str) -> bytes | None:
    """A blob as it was kept for this version, or None if there is none that can be trusted."""
    try:
        head, _, data = (cache_folder() / name).read_bytes().partition(b"\n")
        stated = json.loads(head)
    except (OSError, ValueError):
        return None
    return data if stated == _header(version, data) else None


def keep(name: str, version: str, data: bytes) -> bool:
    """Keep a blob for the next process; False where the folder cannot be written, which costs only time."""
    path = cache_folder() / name
    try:
        path.parent.mkdir(parents=True, exist_ok=True)
        handle, partial = tempfile.mkstemp(prefix=f".{path.name}.", dir=path.parent)
    except OSError:
        return False
    try:
        with os.fdopen(handle, "wb") as file:
            file.write(json.dumps(_header(version, data)).encode() + b"\n")
            file.write(data)
        os.replace(partial, path)
    except OSError:
        Path(partial).unlink(missing_ok=True)
        return False
    return True


def _header(version: str, data: bytes) -> dict[str, str | int]:
    return {"format": _MARK, "version": version, "bytes": len(data), "sha256": hashlib.sha256(data).hexdigest()}
