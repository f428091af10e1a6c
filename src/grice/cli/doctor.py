"""`grice doctor`: what is installed, what is missing, how to get it."""

import platform
from importlib import metadata

from grice.cli.output import emit
from grice.extras import EXTRAS, missing
from grice.version import __version__

CORE = ("numpy", "pyarrow", "onnxruntime", "tokenizers", "typer", "rich", "lark", "pillow", "scipy")


def command() -> None:
    """Say what is installed, what is missing and how to get it."""
    rows = [
        {"part": "grice", "state": __version__, "for": "everything below", "to get it": ""},
        {"part": "python", "state": platform.python_version(), "for": "3.11 or newer", "to get it": ""},
    ]
    rows += [
        {
            "part": name,
            "state": version(name),
            "for": "the core",
            "to get it": "" if installed(name) else f"pip install {name}",
        }
        for name in CORE
    ]
    for extra, (_, purpose) in EXTRAS.items():
        absent = missing(extra)
        rows.append(
            {
                "part": f"grice[{extra}]",
                "state": f"missing: {', '.join(absent)}" if absent else "installed",
                "for": purpose,
                "to get it": f"pip install 'grice[{extra}]'" if absent else "",
            }
        )
    emit(rows)


def installed(name: str) -> bool:
    return version(name) != "missing"


def version(name: str) -> str:
    try:
        return metadata.version(name)
    except metadata.PackageNotFoundError:
        return "missing"
