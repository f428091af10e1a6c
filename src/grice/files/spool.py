"""How is input read twice that can be had only once, or is packed? It is put on the disk, and removed when nobody needs
it. What a message calls such a copy is where it came from.
"""

import gzip
import re
import shutil
import sys
import tempfile
import zlib
from pathlib import Path
from typing import IO

from grice.errors import InputError
from grice.files.formats import FORMATS, HEAD, PACKED, ending_of

STANDARD_INPUT = "-"
_GZIP = b"\x1f\x8b"
_URL = re.compile(r"([a-zA-Z][\w+.-]+):/+(?=.)")
"""How a URL begins, also where a path has made one slash of two; a drive of Windows has one letter."""


class Copy(type(Path())):  # type: ignore[misc]
    """The path of a copy, which is shown as the name of what was copied."""

    shown: str
    is_piped: bool

    @classmethod
    def of(cls, name: str, path: Path, is_piped: bool) -> "Copy":
        made: Copy = cls(path)
        made.shown, made.is_piped, made._place = name, is_piped, str(path)
        return made

    def __fspath__(self) -> str:
        return str(getattr(self, "_place", None) or super().__str__())

    def __str__(self) -> str:
        # A path derived from this one has no other name.
        return str(getattr(self, "shown", None) or super().__str__())


def on_disk(path: str | Path) -> "tuple[Path, tempfile.TemporaryDirectory[str] | None]":
    """A file that can be read twice: the path itself, or a copy of what the pipe there gives, and what holds it."""
    path = path if isinstance(path, Path) else Path(path)
    if isinstance(path, Copy):
        return path, None
    if elsewhere := _URL.match(str(path)):
        url = str(path).replace(elsewhere[0], f"{elsewhere[1]}://", 1)
        raise InputError(
            f"{url} is not on this disk", "a file that is, or Parquet and --parts FOLDER, which reads URLs"
        )
    piped = str(path) == STANDARD_INPUT
    packed = path.suffix.lower() == PACKED and path.is_file()
    if not piped and not packed and (not path.exists() or path.is_file() or path.is_dir()):
        return path, None
    try:
        if piped:
            path = Path("standard input")
            return _unpacked(*_copied(sys.stdin.buffer, str(path), ""))
        if packed:
            with gzip.open(path, "rb") as file:
                return _copied(file, str(path), Path(path.stem).suffix.lower())
        with path.open("rb") as pipe:
            return _unpacked(*_copied(pipe, str(path), path.suffix.lower()))
    except (gzip.BadGzipFile, EOFError, zlib.error) as error:
        raise InputError(f"{path} cannot be unpacked: {error}", "a whole gzip file") from None
    except OSError as error:
        raise InputError(f"{path} cannot be read: {error.strerror}", "a file, or - for standard input") from None


def _unpacked(
    copy: Copy, folder: "tempfile.TemporaryDirectory[str]"
) -> "tuple[Path, tempfile.TemporaryDirectory[str]]":
    """What a pipe gave, unpacked where it is packed: it has no name that says so."""
    with copy.open("rb") as file:
        if file.read(len(_GZIP)) != _GZIP:
            return copy, folder
    with folder, gzip.open(copy, "rb") as opened:
        return _copied(opened, str(copy), "")


def _copied(pipe: IO[bytes] | gzip.GzipFile, name: str, ending: str) -> "tuple[Copy, tempfile.TemporaryDirectory[str]]":
    head = pipe.read(HEAD)
    folder = tempfile.TemporaryDirectory(prefix="grice-")
    copy = Copy.of(name, Path(folder.name) / f"input{ending if ending in FORMATS else ending_of(head)}", not ending)
    try:
        with copy.open("wb") as file:
            file.write(head)
            shutil.copyfileobj(pipe, file)
    except BaseException:
        folder.cleanup()
        raise
    return copy, folder
