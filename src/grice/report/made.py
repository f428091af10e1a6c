"""How was this made? Signatures, versions, seeds, hardware, and the time it took."""

import os
import platform
import sys
from collections.abc import Mapping, Sequence
from importlib.metadata import PackageNotFoundError, version
from pathlib import Path

from grice.networks.session import cores
from grice.report.page import Paragraph, Part, Section
from grice.tables import Table
from grice.version import __version__

PACKAGES = ("numpy", "pyarrow", "onnxruntime", "tokenizers", "scipy", "matplotlib", "pillow", "jinja2", "rapidfuzz")


def section(run: Mapping[str, str], sections: Sequence[Section], seconds: Mapping[str, float]) -> Section:
    """The last section: what was run, what would change the numbers, and how long each step took."""
    parts: list[Part] = [
        Paragraph("The same seed and versions give the same numbers. Every table has its signature below it."),
        Table("What was run", ("setting", "value"), list(run.items())),
        Table("On what", ("what", "value"), [*_hardware(), *_versions()]),
        Table("In which time", ("step", "seconds"), _times(seconds)),
        Table("Signatures", ("table", "signature"), _signatures(sections)),
    ]
    return Section("How this was made", parts, "made")


def _hardware() -> list[list[str]]:
    return [
        ["processor", processor()],
        ["cores used", str(cores())],
        ["memory", memory()],
        ["system", f"{platform.system()} {platform.release()}, {platform.machine()}"],
    ]


def _versions() -> list[list[str]]:
    found = [["grice", __version__], ["Python", sys.version.split()[0]]]
    for name in PACKAGES:
        try:
            found.append([name, version(name)])
        except PackageNotFoundError:
            found.append([name, "not installed"])
    return found


def _times(seconds: Mapping[str, float]) -> list[list[str]]:
    spent = {**seconds, "altogether": sum(seconds.values())}
    return [[what, f"{took:.1f}"] for what, took in spent.items()]


def _signatures(sections: Sequence[Section]) -> list[list[str]]:
    return [[table.title, table.signature] for section in sections for table in section.tables if table.signature]


def processor() -> str:
    """The processor's own name where the system tells it."""
    path = Path("/proc/cpuinfo")
    lines = path.read_text("utf-8", "replace").splitlines() if path.is_file() else []
    named = (line.partition(":")[2].strip() for line in lines if line.lower().startswith("model name"))
    return next(named, "") or platform.processor() or platform.machine()


def memory() -> str:
    """How much memory the machine has, where the system tells it."""
    try:
        size = os.sysconf("SC_PAGE_SIZE") * os.sysconf("SC_PHYS_PAGES")
    except (AttributeError, ValueError, OSError):
        return "not known"
    return f"{size / 2**30:.0f} GiB"
