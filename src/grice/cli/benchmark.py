"""`grice benchmark NAME`: published tables, recomputed.

Every benchmark is a verb of its own. Its options are the parameters of its function, and what each is for stands beside
it there, as `Annotated[int, "how many pairs"]`; only the benchmark that is called is imported.
"""

import inspect
from collections.abc import Callable, Sequence
from importlib import import_module
from pathlib import Path
from typing import Annotated, Any, get_args, get_origin

import typer

from grice.benchmarks import BENCHMARKS
from grice.cli.output import emit, progress, say, show_table, to_people
from grice.files.json_values import json_line
from grice.files.writer import refuse_overwrite
from grice.tables import Table

Words = Sequence[str] | None
"""The type of an option that is given as words with commas between them."""
COMMON = {"seed": "Seed of whatever is sampled.", "data": "Folder or file of the corpus."}
"""What parameters that say nothing of themselves are for."""
Declared = tuple[Any, Any, str]
ALWAYS: dict[str, Declared] = {
    "out": (Path | None, None, "Write the tables with their signatures to this JSON file."),
    "force": (bool, False, "Overwrite the output file."),
}


def application(arguments: Sequence[str]) -> typer.Typer:
    """The benchmarks as verbs: the one that `arguments` call with its options, the others by name."""
    app = typer.Typer(add_completion=False)
    app.callback(invoke_without_command=True)(_all)
    called = next((argument for argument in arguments if not argument.startswith("-")), None)
    for name, (path, shows) in BENCHMARKS.items():
        app.command(name, short_help=shows, help=f"{shows[:1].upper()}{shows[1:]}.")(
            _command(name, path) if name == called else _all
        )
    return app


def show(tables: list[Table]) -> None:
    """Tables for people, rows for programs."""
    for table in tables:
        if to_people():
            show_table(table.title, table.columns, table.rows, "\n".join(table.notes))
        else:
            emit({"table": table.title, **record} for record in table.records())


def _all(context: typer.Context) -> None:
    """Recompute a published table, the paper's number beside ours. Without a name: the list."""
    if context.invoked_subcommand is None:
        emit([{"benchmark": known, "shows": shows} for known, (_, shows) in BENCHMARKS.items()])


def _command(name: str, path: str) -> Callable[..., None]:
    module, _, attribute = path.partition(":")
    function = getattr(import_module(module), attribute)
    taken = {key: _declared(p) for key, p in inspect.signature(function).parameters.items() if key != "step"}
    words = [option for option, (type_, _, _) in taken.items() if type_ == Words]

    def command(out: Path | None, force: bool, **given: Any) -> None:
        if out is not None:
            refuse_overwrite(out, force)
        for option in words:
            given[option] = [word.strip() for word in given[option].split(",")] if given[option] else None
        with progress(f"benchmark {name}") as step:
            tables: list[Table] = function(**given, step=step)
        if out is not None:
            out.parent.mkdir(parents=True, exist_ok=True)
            written = {"benchmark": name, "tables": [table.to_json() for table in tables]}
            out.write_text(json_line(written) + "\n", "utf-8")
            say(f"wrote {out}")
        show(tables)

    options = [_option(option, *about) for option, about in (taken | ALWAYS).items()]
    command.__signature__ = inspect.Signature(options)  # type: ignore[attr-defined]
    return command


def _declared(parameter: inspect.Parameter) -> Declared:
    """The type, the default and the purpose of a parameter."""
    type_, purpose = parameter.annotation, COMMON.get(parameter.name, "")
    if get_origin(type_) is Annotated:
        type_, purpose = get_args(type_)
    return type_, parameter.default, purpose


def _option(name: str, type_: Any, default: Any, purpose: str) -> inspect.Parameter:
    asked: Any = str | None if type_ == Words else type_
    return inspect.Parameter(
        name,
        inspect.Parameter.KEYWORD_ONLY,
        default=default,
        annotation=Annotated[asked, typer.Option(help=purpose)],
    )
