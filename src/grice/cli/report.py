"""`grice report`: the published studies, or a file of one's own, as one HTML page with its tables beside it."""

import time
from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from pathlib import Path
from typing import TYPE_CHECKING

import typer

from grice.checks import named
from grice.cli.input import CACHE, REMEMBER, kept_parses
from grice.cli.output import progress, say
from grice.errors import InputError
from grice.files.writer import refuse_overwrite, refuse_place, write_whole

if TYPE_CHECKING:
    from grice.report.page import Section

LEAD = (
    "Grice judges descriptions of visual scenes: is it true, does it say enough and no more, is it to the point, can a "
    "reader follow it? Three published studies, run again with every shipped speaker, reader and metric."
)


def command(
    file: Path | None = typer.Argument(
        None, help="Descriptions of your own (CSV, JSONL, Parquet, COCO): the report is about them."
    ),
    references: Path | None = typer.Option(None, "--references", "-r", help="Their references, in another file."),
    against: Path | None = typer.Option(None, help="Another system's descriptions of the same items, to compare with."),
    metrics: list[str] = typer.Option(
        [], "--metrics", "-m", help="Metrics, comma-separated or each with -m.", show_default="what fits"
    ),
    out: Path = typer.Option(Path("report.html"), help="Where the page goes; tables go into a folder beside it."),
    data: Path | None = typer.Option(
        None, help="Folder with corpora by name (factual, flickr8k, judgements, qtuna, ...): adds their tables."
    ),
    pairs: int = typer.Option(1500, min=1, help="Pairs of rooms in each of the thirteen sets; 7500 in the paper."),
    force: bool = typer.Option(False, help="Overwrite the page and its tables."),
    seed: int = typer.Option(0, help="Seed of whatever is sampled."),
    cache: Path | None = CACHE,
    remember: bool = REMEMBER,
) -> None:
    """Without FILE: does a caption single out its target, can a reader rebuild the scene, does the meaning match?

    With FILE: a summary, distributions, the best and the worst items explained, and a comparison with --against.
    """
    from grice.cli.streaming import tell_kept
    from grice.readers.graphs.cache import remembering

    given = {"--references": references, "--against": against, "--metrics": metrics or None}
    alone = [name for name, value in given.items() if value is not None]
    if file is None and alone:
        raise InputError(
            f"{alone[0]} without a file", "a file of descriptions", f"grice report mine.csv {alone[0]} ..."
        )
    if file is not None and data is not None:
        raise InputError("--data with a file of descriptions", "--data alone, or the file alone")
    if data is not None and not data.is_dir():
        raise InputError(f"--data {data}", "a folder with corpora in folders of their names", "--data ../data")
    if out.suffix not in (".html", ".htm"):
        raise InputError(f"--out {out}", "a name that ends in .html", f"--out {out.with_suffix('.html')}")
    refuse_overwrite(out, force)
    refuse_place(out)
    with remembering(kept_parses(cache, remember)) as kept:
        try:
            if file is None:
                _studies(out, data, pairs, seed)
            else:
                _own(file, references, against, metrics, out, seed)
        except KeyboardInterrupt:
            say("stopped; nothing was written")
            if kept:
                tell_kept()
            raise


def _studies(out: Path, data: Path | None, pairs: int, seed: int) -> None:
    from grice.door import resolved
    from grice.report import SECTIONS
    from grice.report.settings import Settings

    settings = Settings(seed=seed, pairs=pairs, data=data)
    sections: list[Section] = []
    seconds: dict[str, float] = {}
    for number, (name, entry) in enumerate(SECTIONS.items(), 1):
        say(f"{number} of {len(SECTIONS)}: {entry.about}")
        total = resolved(f"{entry.path.partition(':')[0]}:steps")(settings)
        with _timed(seconds, entry.about), progress(name, total):
            sections.append(SECTIONS.load(name)(settings))
    _write(out, "Do these descriptions do their job?", sections, LEAD, settings.rows(), seconds)


def _own(file: Path, references: Path | None, against: Path | None, metrics: list[str], out: Path, seed: int) -> None:
    from grice.cli.score import chosen_metrics
    from grice.readers.graphs.cache import remembering_parses
    from grice.report.file_scores import ROWS, fitting, judge, read
    from grice.report.own_file import sections

    seconds: dict[str, float] = {}
    wanted = ",".join(named(metrics) or fitting(file, references))
    files = [file, *([against] if against is not None else [])]
    say(f"judging {' and '.join(map(str, files))} by {wanted}")
    chosen = chosen_metrics([wanted], "", "worst", None, None)
    items = read(files, references, chosen)
    for note in items.notes:
        say(note)
    total = sum(map(len, items.systems.values()))
    with _timed(seconds, "judging"), remembering_parses(), progress("rows", total, ROWS) as step:
        own, *others = judge(items, chosen, step)
    with _timed(seconds, "explaining"), progress("explaining"):
        made = sections(own, others[0] if others else None, seed)
    title = f"What do the descriptions of {file.name} do?"
    run = {"file": str(file), "metrics": wanted, "seed": str(seed)}
    run |= {"references": str(references)} if references else {}
    run |= {"against": str(against)} if against else {}
    _write(out, title, made, "", run, seconds)


@contextmanager
def _timed(seconds: dict[str, float], what: str) -> Iterator[None]:
    start = time.perf_counter()
    yield
    seconds[what] = time.perf_counter() - start


def _write(
    out: Path, title: str, sections: "Sequence[Section]", lead: str, run: dict[str, str], seconds: dict[str, float]
) -> None:
    """The page, and its tables in a folder beside it."""
    from grice.report import made
    from grice.report.page import page
    from grice.report.table_folder import write_folder

    every = [*sections, made.section(run, sections, seconds)]
    write_whole(out, page(title, every, lead))
    folder = out.with_name(f"{out.stem}-tables")
    count = write_folder(folder, every)
    say(f"wrote {out.resolve()}, and {count} tables as CSV and LaTeX in {folder}")
