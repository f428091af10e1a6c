"""Are these the right weights? A folder of a network's files and the manifest that pins each by its sha256.

Nothing is downloaded, and a file that is not what its checksum says is refused before it is read.
"""

import hashlib
import json
from collections.abc import Mapping, Sequence
from pathlib import Path
from typing import Any

from grice.errors import InputError

MANIFEST = "manifest.json"


def check(folder: Path, files: Sequence[str], network: str, fix: str = "") -> str:
    """Check every file of a network against its manifest; returns the checksum of them all."""
    manifest = folder / MANIFEST
    if not manifest.is_file():
        raise InputError(f"{folder} holds no {MANIFEST}", f"a folder with {network}", fix)
    try:
        listed: dict[str, str] = json.loads(manifest.read_text("utf-8"))["sha256"]
        wanted = {name: listed[name] for name in files}
    except (ValueError, KeyError, TypeError) as error:
        raise InputError(f"{manifest} lists no checksums ({error})", f"the sha256 of {', '.join(files)}") from None
    for name, right in wanted.items():
        path = folder / name
        if not path.is_file():
            raise InputError(f"{folder} lacks {name}", f"all of {', '.join(files)}")
        found = sha256(path)
        if found != right:
            raise InputError(f"{path} has the sha256 {found}", right, "copy or export the folder again")
    return hashlib.sha256("".join(wanted.values()).encode()).hexdigest()


def write(folder: Path, files: Sequence[str], about: Mapping[str, Any]) -> None:
    """Pin the files of a folder; written last, so that a folder with a manifest is whole."""
    pinned = {"sha256": {name: sha256(folder / name) for name in files}}
    (folder / MANIFEST).write_text(json.dumps(dict(about) | pinned, indent=2) + "\n", "utf-8")


def sha256(path: Path) -> str:
    with path.open("rb") as file:
        return hashlib.file_digest(file, "sha256").hexdigest()


def about(folder: Path) -> dict[str, Any]:
    """What the manifest of a folder says of its network, the checksums left out."""
    said: dict[str, Any] = json.loads((folder / MANIFEST).read_text("utf-8"))
    return {name: value for name, value in said.items() if name != "sha256"}
