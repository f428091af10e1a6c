"""Where are the tables as files? In a folder beside the page: each as CSV with every digit, and as LaTeX."""

import re
from collections.abc import Sequence
from pathlib import Path

from grice.files.writer import write_whole
from grice.report.page import Section


def write_folder(folder: Path, sections: Sequence[Section]) -> int:
    """Write every table of the sections, named by section, number and title; returns how many there are."""
    folder.mkdir(parents=True, exist_ok=True)
    count = 0
    for section in sections:
        for number, table in enumerate(section.tables, 1):
            title = re.sub(r"[^a-z0-9]+", "-", table.title.lower()).strip("-")[:60].rstrip("-")
            stem = f"{section.anchor}-{number:02}-{title}"
            write_whole(folder / f"{stem}.csv", table.to_csv())
            write_whole(folder / f"{stem}.tex", table.to_latex())
            count += 1
    return count
