"""`grice report`: run the main tables, show them and write them as one HTML page."""

from importlib import import_module
from pathlib import Path

import typer

from grice.cli.benchmark import show
from grice.cli.output import progress, say
from grice.files.writer import refuse_overwrite
from grice.report import SECTIONS
from grice.report.page import Section, page


def command(
    out: Path = typer.Option(Path("out/report.html"), help="Where the page goes."),
    force: bool = typer.Option(False, help="Overwrite the page."),
    seed: int = typer.Option(0, help="Seed of whatever is sampled."),
) -> None:
    """Run the main tables, print them, and write them with their figures as one self-contained HTML page."""
    refuse_overwrite(out, force)
    sections: list[Section] = []
    with progress("report", total=len(SECTIONS)) as step:
        for title, path in SECTIONS.items():
            say(f"running: {title}")
            module, _, attribute = path.partition(":")
            section = Section(title)
            getattr(import_module(module), attribute)(section, seed=seed)
            sections.append(section)
            step()
    for section in sections:
        show(section.tables)
    out.parent.mkdir(parents=True, exist_ok=True)
    out.write_text(page("Grice report", sections), "utf-8")
    say(f"wrote {out.resolve()}")
