"""Where are the tables as files? In a folder beside the page: each as CSV with every digit, and as LaTeX."""

import re
from collections.abc import Sequence
from pathlib import Path

from grice.report.page import Section


def write_folder(folder: Path, sections: Sequence[Section]) -> int:
    """Write every table of the sections, named by section, number and title; returns how many there are."""
    folder.mkdir(parents=True, exist_ok=True)
    count = 0
    for section in sections:
        for number, table in enumerate(section.tables, 1):
            title = re.sub(r"[^a-z0-9]+", "-", table.title.lower()).strip("-")[:60].rstrip("-")
            stem = f"{section.anchor}-{number:02}-{title}"
            (folder / f"{stem}.csv").write_text(table.to_csv(), "utf-8")
            (folder / f"{stem}.tex").write_text(table.to_latex(), "utf-8")
            count += 1
    return count
