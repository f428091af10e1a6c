"""`grice benchmark NAME`: published tables, recomputed.

Every benchmark is a subcommand: an ordinary Typer function that returns tables. This file prints them and writes them
where `--out` says. Only the benchmark that is called is imported.
"""

from collections.abc import Sequence
from pathlib import Path
from typing import Annotated, Any

import typer

from grice.benchmarks import BENCHMARKS
from grice.cli.input import REMEMBER, kept_parses
from grice.cli.output import emit, emit_tables, progress, say
from grice.cli.repeated import Command
from grice.cli.table_files import check_destination, write_tables


def application(arguments: Sequence[str]) -> typer.Typer:
    """The benchmarks as subcommands: the one that `arguments` call with its options, the others by name only."""
    app = typer.Typer(add_completion=False)
    app.callback(invoke_without_command=True)(_list)
    called = next((argument for argument in arguments if not argument.startswith("-")), None)
    for name, entry in BENCHMARKS.items():
        long = f"{entry.about[:1].upper()}{entry.about[1:]}."
        if name == called:
            app.command(name, cls=_Benchmark, short_help=entry.about, help=long)(BENCHMARKS.load(name))
        else:
            app.command(name, short_help=entry.about, help=long)(_list)
    return app


def _list(context: typer.Context) -> None:
    """Recompute a published table, the paper's number beside ours. Without a name: the list."""
    if context.invoked_subcommand is None:
        emit([{"benchmark": name, "shows": entry.about} for name, entry in BENCHMARKS.items()])


def _destination(
    out: Annotated[
        Path | None,
        typer.Option(help="Write the tables to this file: .json with signatures, .csv, .md, .tex, .html or .txt."),
    ] = None,
    force: Annotated[bool, typer.Option(help="Overwrite the output file.")] = False,
    cache: Annotated[
        Path | None, typer.Option(help="A file that keeps parses for later runs; times of parsing are then not those.")
    ] = None,
    remember: bool = REMEMBER,
) -> None:
    """The options that every benchmark has besides its own."""


class _Benchmark(Command):
    """A command whose function returns tables: they are printed, and written where `--out` says."""

    def __init__(self, *arguments: Any, params: list[Any] | None = None, **options: Any) -> None:
        app = typer.Typer(add_completion=False)
        app.command()(_destination)
        shared = typer.main.get_command(app).params
        super().__init__(*arguments, params=[*(params or ()), *shared], **options)

    def invoke(self, ctx: Any) -> None:
        from grice.readers.graphs.cache import remembering

        given, force, cache, remember = (ctx.params.pop(name) for name in ("out", "force", "cache", "remember"))
        out = None if given is None else Path(given)
        if out is not None:
            check_destination(out, force)
        with remembering(kept_parses(cache, remember)), progress(f"benchmark {self.name}"):
            tables = super().invoke(ctx)
        if out is not None:
            for path in write_tables(out, str(self.name), tables):
                say(f"wrote {path}")
        emit_tables(tables)
