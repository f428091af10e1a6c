"""`grice report`: run the main tables, show them and write them as one HTML page."""

from pathlib import Path

import typer

from grice.cli.output import emit_tables, progress, say
from grice.files.writer import refuse_overwrite
from grice.report import SECTIONS


def command(
    out: Path = typer.Option(Path("out/report.html"), help="Where the page goes."),
    force: bool = typer.Option(False, help="Overwrite the page."),
    seed: int = typer.Option(0, help="Seed of whatever is sampled."),
) -> None:
    """Run the main tables, print them, and write them with their figures as one self-contained HTML page."""
    from grice.report.page import Section, page
    from grice.tables import Table

    refuse_overwrite(out, force)
    sections: list[Section] = []
    with progress("report", total=len(SECTIONS)) as step:
        for name, entry in SECTIONS.items():
            say(f"running: {entry.about}")
            sections.append(Section(entry.about, SECTIONS.load(name)(seed), name))
            step()
    for section in sections:
        emit_tables(part for part in section.parts if isinstance(part, Table))
    out.parent.mkdir(parents=True, exist_ok=True)
    out.write_text(page("Grice report", sections), "utf-8")
    say(f"wrote {out.resolve()}")
