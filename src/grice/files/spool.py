"""How is input read twice that can be had only once? It is put on the disk, and removed when nobody needs it."""

import shutil
import sys
import tempfile
from pathlib import Path
from typing import IO

from grice.errors import InputError
from grice.files.formats import FORMATS, ending_of

STANDARD_INPUT = "-"
_HEAD = 4096


def on_disk(path: str | Path) -> "tuple[Path, tempfile.TemporaryDirectory[str] | None]":
    """A file that can be read twice: the path itself, or a copy of what the pipe there gives, and what holds it."""
    path = Path(path)
    if str(path) != STANDARD_INPUT and (not path.exists() or path.is_file() or path.is_dir()):
        return path, None
    if str(path) == STANDARD_INPUT:
        return _copied(sys.stdin.buffer, "")
    try:
        with path.open("rb") as pipe:
            return _copied(pipe, path.suffix.lower())
    except OSError as error:
        raise InputError(f"{path} cannot be read: {error.strerror}", "a file, or - for standard input") from None


def _copied(pipe: IO[bytes], ending: str) -> "tuple[Path, tempfile.TemporaryDirectory[str]]":
    head = pipe.read(_HEAD)
    folder = tempfile.TemporaryDirectory(prefix="grice-")
    copy = Path(folder.name) / f"input{ending if ending in FORMATS else ending_of(head)}"
    try:
        with copy.open("wb") as file:
            file.write(head)
            shutil.copyfileobj(pipe, file)
    except BaseException:
        folder.cleanup()
        raise
    return copy, folder
