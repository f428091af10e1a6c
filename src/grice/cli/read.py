"""`grice read`: which scenes does a quantified description allow?"""

from functools import partial
from pathlib import Path
from typing import TYPE_CHECKING

import typer

from grice.cli.input import COLUMN, FORMATS, layout
from grice.cli.output import emit, say, show, to_people
from grice.errors import InputError
from grice.files import open_rows
from grice.files.formats import names_file
from grice.files.spool import STANDARD_INPUT
from grice.scenes.quantified import Domain, domain_of, named
from grice.tables import Table

if TYPE_CHECKING:
    from grice.files.columns import Layout

SHOWN = 12
MOST_COLUMNS = 6
"""With more kinds than this, a column for each would not fit a terminal."""


def command(
    text: str = typer.Argument(help=f"A description, or a file with one per row: {FORMATS}."),
    size: int | None = typer.Option(
        None, "--size", "-n", help="How many objects there are; a file may have a column size instead."
    ),
    reading: str = typer.Option("pragmatic", help="pragmatic (what people mean) or literal (plain logic)."),
    counts_: str = typer.Option("", "--counts", help="The true scene, to say how far the guess is off: 2,0,0,2."),
    domain: str = typer.Option(
        "", help="As in 'colour=blue,red,green; shape=square,circle'; the last gives the nouns."
    ),
    column: list[str] = COLUMN,
    out: Path | None = typer.Option(None, "--out", "-o", help="Write a row per text here (.jsonl, .csv, .parquet)."),
    processes: int = typer.Option(1, min=1, help="How many processes share the work."),
    force: bool = typer.Option(False, "--force", help="Overwrite the output file."),
) -> None:
    """Read a quantified description: what each clause means, which scenes are left, which one to guess.

    In a file: a column text and, unless --size is given, a column size.
    """
    kinds = domain_of(domain)
    path = Path(text) if text == STANDARD_INPUT or names_file(text) else None
    if path is not None:
        if counts_:
            raise InputError("--counts with a file", "one text", "grice score FILE --metrics reconstruction")
        _file(path, size, reading, kinds, layout(column, "text"), out, force, processes)
        return
    if column:
        raise InputError("--column with one text", "a file of descriptions", "grice read TEXTS.csv --column answer")
    if out:
        raise InputError("--out with one text", "a file of descriptions", f"grice read TEXTS.csv --out {out}")
    _one(text, size, reading, kinds, counts_)


def _one(text: str, size: int | None, reading: str, domain: Domain, truth: str) -> None:
    from grice.readers.quantified.reading import read
    from grice.scenes.quantified import counts

    scene = counts(truth, domain, size) if truth else None
    size = sum(scene) if scene and size is None else size
    if size is None:
        raise InputError("no size", "how many objects there are", f'grice read "{text[:40]}" --size 4')
    said = read(text, size, reading, domain)  # type: ignore[call-overload]
    off: dict[str, float | bool | None] = {}
    if scene is not None:
        # A sample that lacks the scene does not say whether the text allows it.
        off = {"swaps": said.swaps(scene), "allowed": said.allows(scene) or (None if said.sampled else False)}
    if not to_people():
        listed = (
            {"allows": [named(world.tolist(), domain) for world in said.worlds]} if len(said.worlds) <= SHOWN else {}
        )
        emit([said.to_json() | listed | off])
        return
    clauses = [
        (c.text.strip(" ,;"), c.meaning if c.understood else "(not understood)", c.removed, "; ".join(c.notes))
        for c in said.clauses
    ]
    absent = [f"not mentioned, so taken to be absent: {', '.join(said.absent)}"] if said.absent else []
    show(Table("what it says", ("clause", "meaning", "scenes removed", "notes"), clauses, absent))
    order = (-said.weights).argsort(kind="stable")[:SHOWN]
    many = len(domain.kinds) > MOST_COLUMNS
    rows = [[*_shown(said.worlds[i].tolist(), domain, many), float(said.weights[i])] for i in order]
    more = len(said.worlds) - len(rows)
    kinds = ("scene",) if many else domain.plural_kinds
    notes = [f"and {more} more"] if more else []
    show(Table(f"scenes it allows: {len(said.worlds)}", (*kinds, "weight"), rows, notes))
    if said.sampled:
        say("there are too many scenes of this size to enumerate: these come from a sample")
    if scene is not None:
        allowed = {True: "yes", False: "no", None: "not in the sample"}[off["allowed"]]  # type: ignore[index]
        say(f"expected swaps to the scene: {off['swaps']:.2f}; allowed: {allowed}")


def _shown(scene: list[int], domain: Domain, many: bool) -> list[int] | list[str]:
    """A cell for each kind, or, of many kinds, one that names those that are there."""
    return [", ".join(f"{n} {kind}" for kind, n in named(scene, domain).items() if n)] if many else scene


def _file(
    path: Path,
    size: int | None,
    reading: str,
    domain: Domain,
    layout: "Layout",
    out: Path | None,
    force: bool,
    processes: int,
) -> None:
    from grice.cli.streaming import FEW, stream
    from grice.engines.local import Each
    from grice.engines.read import COLUMNS, read_batch
    from grice.meaning.reading import MODES

    if reading not in MODES:
        raise InputError(f"reading {reading!r}", f"one of {', '.join(MODES)}")
    source = open_rows(path, COLUMNS, FEW, keep=True, layout=layout)
    stream(
        path,
        source,
        Each(partial(read_batch, size=size, mode=reading, domain=domain)),  # type: ignore[arg-type]
        "read",
        out,
        force,
        show=out is None,
        columns=("row", "text", "understood", "worlds", "guess"),
        processes=processes,
    )
