"""Is this the same run? What a run was started with, as JSON: to continue it, all of it must be the same.

A caller lists what identifies its run: recipe, seed, length, and digests of data and weights. It is written into every
checkpoint and into the record of the trained network.
"""

import json
from collections.abc import Iterable, Mapping
from hashlib import sha256
from pathlib import Path
from typing import Any

from grice.errors import InputError

Identity = Mapping[str, Any]
ANOTHER = "--out with another folder"


def digest(contents: Iterable[bytes]) -> dict[str, str]:
    """A checksum of bytes in their order, as an identity has it."""
    total = sha256()
    for content in contents:
        total.update(content)
    return {"sha256": total.hexdigest()}


def require_same(path: Path, before: Identity, now: Identity) -> None:
    """Refuse to continue in `path` a run that was started as another one."""
    now = json.loads(json.dumps(now))
    other = [name for name in {**before, **now} if before.get(name) != now.get(name)]
    if other:
        changed = ", ".join(_change(name, before.get(name), now.get(name)) for name in other)
        raise InputError(
            f"{path} belongs to another run: {changed}", "the options and data it was started with", ANOTHER
        )


def _change(name: str, before: Any, now: Any) -> str:
    return f"{name} changed" if isinstance(before or now, dict) else f"{name} was {before} and is {now}"
