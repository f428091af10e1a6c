"""`grice doctor`: is everything there, and is it whole? Versions, weights, the cache, extras and how to get them."""

import json
import platform
from collections.abc import Iterator
from importlib import metadata
from pathlib import Path

import typer

import grice
from grice.cli.output import emit
from grice.errors import GriceError
from grice.extras import EXTRAS, missing
from grice.files.blobs import cache_folder
from grice.networks.manifest import MANIFEST, check
from grice.version import __version__

CORE = (
    "numpy",
    "pyarrow",
    "onnxruntime",
    "tokenizers",
    "typer",
    "rich",
    "pillow",
    "jinja2",
    "rapidfuzz",
    "platformdirs",
    "scipy",
    "matplotlib",
)
NETWORKS = {"readers/graphs/weights": "the default parser of captions"}
"""Folders of the package that must hold weights; others that have a manifest are checked as well."""
AGAIN = "pip install --force-reinstall grice"

Row = dict[str, str]


def command() -> None:
    """Say what is installed, whether it is whole, what is missing and how to get it."""
    needed = [*_core(), *_networks(Path(grice.__path__[0]))]
    emit([*needed, _cache(), *_extras()])
    if any(row["to get it"] for row in needed):
        raise typer.Exit(1)


def _core() -> Iterator[Row]:
    yield _row("grice", __version__, "")
    yield _row("python", platform.python_version(), "3.11 or newer")
    for name in CORE:
        try:
            yield _row(name, metadata.version(name), "needed")
        except metadata.PackageNotFoundError:
            yield _row(name, "missing", "needed", f"pip install {name}")


def _networks(package: Path) -> Iterator[Row]:
    """Every folder of weights that the package has or must have, each file against its checksum."""
    found = {path.parent.relative_to(package).as_posix() for path in package.rglob(MANIFEST)}
    for name in sorted(found | set(NETWORKS)):
        folder, purpose = package / name, NETWORKS.get(name, f"weights in grice/{name}")
        try:
            check(folder, _listed(folder), purpose)
            yield _row("weights", f"whole, {_megabytes(folder)}", purpose)
        except GriceError as error:
            yield _row("weights", f"damaged: {str(error).partition(chr(10))[0]}", purpose, AGAIN)


def _listed(folder: Path) -> list[str]:
    """The files that a manifest lists; where it cannot be read, a name that is in none, so that the check fails."""
    try:
        return list(json.loads((folder / MANIFEST).read_text("utf-8"))["sha256"]) or ["weights"]
    except (OSError, ValueError, KeyError, TypeError):
        return ["weights"]


def _cache() -> Row:
    folder = cache_folder()
    state = f"{_megabytes(folder)} in {folder}" if folder.is_dir() else f"empty: {folder}"
    return _row("cache", state, "results kept for reuse; may be deleted")


def _extras() -> Iterator[Row]:
    for extra, (_, purpose) in EXTRAS.items():
        absent = missing(extra)
        state = f"missing: {', '.join(absent)}" if absent else "installed"
        yield _row(f"grice[{extra}]", state, purpose, f"pip install 'grice[{extra}]'" if absent else "")


def _row(part: str, state: str, purpose: str, fix: str = "") -> Row:
    return {"part": part, "state": state, "for": purpose, "to get it": fix}


def _megabytes(folder: Path) -> str:
    size = sum(path.lstat().st_size for path in folder.rglob("*") if path.is_file())
    return f"{size / 1e6:.0f} MB" if size >= 1e6 else f"{size / 1e3:.0f} kB"
