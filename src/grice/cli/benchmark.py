"""`grice benchmark NAME`: published tables, recomputed."""

import inspect
from importlib import import_module
from pathlib import Path
from typing import Any

import typer

from grice.benchmarks import BENCHMARKS
from grice.benchmarks.table import Table
from grice.cli.output import emit, progress, say, show_table, to_people
from grice.errors import InputError
from grice.files.write import json_line, refuse_overwrite


def command(
    name: str = typer.Argument("", help="Which benchmark; without a name, the list."),
    out: Path | None = typer.Option(None, help="Write the tables with their signatures to this JSON file."),
    force: bool = typer.Option(False, help="Overwrite the output file."),
    seed: int | None = typer.Option(None, help="Seed of whatever is sampled."),
    runs: int | None = typer.Option(None, help="quantified: seeds for each QTUNA scene (100 recorded)."),
    pairs: int | None = typer.Option(
        None, help="a3ds: pairs per test set (7500 in the paper); foil, retrieval: how many."
    ),
    data: Path | None = typer.Option(None, help="The corpus: folder or file of FACTUAL, Flickr8k-Expert, FOIL, QTUNA."),
    parser: str | None = typer.Option(None, help="parser, factual: which one; default the one that is shipped."),
    split: str | None = typer.Option(None, help="parser, factual, retrieval: random or length."),
    beams: int | None = typer.Option(None, help="parser: search wider than its own setting."),
    study: Path | None = typer.Option(None, help="factual: human judgements (columns parser, complete, correct)."),
    captioners: str | None = typer.Option(None, help="a3ds: which captioners, comma-separated; default all."),
    real: str | None = typer.Option(None, help="rooms: folder of real pictures with labels.csv."),
    seeds: int | None = typer.Option(None, help="qtuna, readers: how many seeds to simulate."),
) -> None:
    """Recompute a published table, the paper's number beside ours."""
    if not name:
        emit([{"benchmark": known, "shows": shows} for known, (_, shows) in BENCHMARKS.items()])
        return
    if out is not None:
        refuse_overwrite(out, force)
    chosen = [entry.strip() for entry in captioners.split(",")] if captioners else None
    options = {"seed": seed, "pairs": pairs, "runs": runs, "captioners": chosen, "data": data, "real": real}
    tables = run(name, options | {"parser": parser, "split": split, "beams": beams, "study": study, "seeds": seeds})
    if out is not None:
        out.parent.mkdir(parents=True, exist_ok=True)
        out.write_text(json_line({"benchmark": name, "tables": [table.to_json() for table in tables]}) + "\n", "utf-8")
        say(f"wrote {out}")
    show(tables)


def run(name: str, options: dict[str, Any]) -> list[Table]:
    """Run a benchmark with the options it takes."""
    if name not in BENCHMARKS:
        raise InputError(f"no benchmark is called {name!r}", f"one of {', '.join(BENCHMARKS)}")
    module, _, attribute = BENCHMARKS[name][0].partition(":")
    function = getattr(import_module(module), attribute)
    given = {option: value for option, value in options.items() if value is not None}
    unknown = [option for option in given if option not in inspect.signature(function).parameters]
    if unknown:
        raise InputError(f"benchmark {name} with --{unknown[0]}", "the options this benchmark takes", "leave it out")
    with progress(f"benchmark {name}") as step:
        tables: list[Table] = function(**given, step=step)
    return tables


def show(tables: list[Table]) -> None:
    """Tables for people, rows for programs."""
    for table in tables:
        if to_people():
            show_table(table.title, table.columns, table.rows, "\n".join(table.notes))
        else:
            emit({"table": table.title, **record} for record in table.records())
