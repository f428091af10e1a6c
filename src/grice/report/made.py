"""How was this made? Signatures, versions, seeds, hardware, and the time it took."""

import os
import platform
import sys
from collections.abc import Sequence
from importlib.metadata import PackageNotFoundError, version
from pathlib import Path

from grice.networks.session import cores
from grice.report.page import Paragraph, Part, Section
from grice.report.settings import Settings
from grice.tables import Table
from grice.version import __version__

PACKAGES = ("numpy", "pyarrow", "onnxruntime", "tokenizers", "scipy", "matplotlib", "pillow", "jinja2", "rapidfuzz")


def section(settings: Settings, sections: Sequence[Section], seconds: Sequence[float]) -> Section:
    """The last section: what would change the numbers, and what they were made with."""
    parts: list[Part] = [
        Paragraph("The same seed and versions give the same numbers. Every table has its signature below it."),
        Table("What was run", ("setting", "value"), _settings(settings)),
        Table("On what", ("what", "value"), [*_hardware(), *_versions()]),
        Table("In which time", ("section", "seconds"), _times(sections, seconds)),
    ]
    return Section("How this was made", parts, "made")


def _settings(settings: Settings) -> list[list[str]]:
    return [
        ["command", "grice report" + (f" --data {settings.data}" if settings.data else "")],
        ["seed", str(settings.seed)],
        ["pairs of rooms in each of 13 sets", f"{settings.pairs:,} (7,500 in the paper)"],
        ["simulated studies", str(settings.studies)],
        ["scenes of each size", str(settings.scenes)],
    ]


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


def _times(sections: Sequence[Section], seconds: Sequence[float]) -> list[list[str]]:
    spent = zip([*(one.title for one in sections), "altogether"], [*seconds, sum(seconds)], strict=True)
    return [[title, f"{took:.1f}"] for title, took in spent]


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
