"""`grice report`: the main tables and figures as one HTML page, with every table beside it as CSV and LaTeX."""

import time
from pathlib import Path

import typer

from grice.cli.output import progress, say
from grice.files.writer import refuse_overwrite


def command(
    out: Path = typer.Option(Path("out/report.html"), help="Where the page goes; tables go into a folder beside it."),
    data: Path | None = typer.Option(
        None, help="Folder with corpora by name (factual, flickr8k, judgements, qtuna, ...): adds their tables."
    ),
    pairs: int = typer.Option(1500, help="Pairs of rooms in each of the thirteen sets; 7500 in the paper."),
    force: bool = typer.Option(False, help="Overwrite the page and its tables."),
    seed: int = typer.Option(0, help="Seed of whatever is sampled."),
) -> None:
    """Does a caption single out its target, can a reader rebuild the scene, does the meaning match? One page."""
    from grice.benchmarks.progress import heard_by
    from grice.errors import InputError
    from grice.report import SECTIONS, made
    from grice.report.page import Section
    from grice.report.settings import Settings

    if data is not None and not data.is_dir():
        raise InputError(f"--data {data}", "a folder with corpora in folders of their names", "--data ../data")
    refuse_overwrite(out, force)
    settings = Settings(seed=seed, pairs=pairs, data=data)
    sections: list[Section] = []
    seconds: list[float] = []
    for number, (name, entry) in enumerate(SECTIONS.items(), 1):
        say(f"{number} of {len(SECTIONS)}: {entry.about}")
        start = time.perf_counter()
        with progress(name) as step, heard_by(step):
            sections.append(SECTIONS.load(name)(settings))
        seconds.append(time.perf_counter() - start)
    sections.append(made.section(settings, sections, seconds))
    write(out, "What do these descriptions do?", sections, LEAD)


LEAD = (
    "Grice judges descriptions of visual scenes: is it true, does it say enough and no more, is it to the point, can a "
    "reader follow it? Three published studies, run again with every shipped speaker, reader and metric."
)


def write(out: Path, title: str, sections: list, lead: str) -> None:  # type: ignore[type-arg]
    """The page, and its tables in a folder beside it."""
    from grice.report.page import page
    from grice.report.table_folder import write_folder

    out.parent.mkdir(parents=True, exist_ok=True)
    out.write_text(page(title, sections, lead), "utf-8")
    folder = out.with_name(f"{out.stem}-tables")
    count = write_folder(folder, sections)
    say(f"wrote {out.resolve()}, and {count} tables as CSV and LaTeX in {folder}")
