"""What can be typed, and what goes by which name? `python -m lab.write_reference` writes docs/reference.

`commands.md` has every verb of the command line with its arguments and options, `names.md` the registries (metrics,
speakers, listeners, parsers, benchmarks, tasks and templates of studies), `python.md` the public functions with their
signatures and docstrings. A test fails where the pages are not what the code says: run this command again.
"""

import ast
import inspect
import textwrap
from collections.abc import Iterator, Mapping
from pathlib import Path
from typing import Any

import typer

import grice
from grice.benchmarks import BENCHMARKS
from grice.cli.main import VERBS, application
from grice.metrics import METRICS
from grice.readers.base import LISTENERS, PARSERS
from grice.registry import Registry
from grice.speakers.base import SPEAKERS
from grice.studies.tasks import TASKS
from grice.studies.templates import TEMPLATES
from lab.command import command

FOLDER = Path(__file__).resolve().parent.parent / "docs" / "reference"
WRITTEN = "*Written from the code by `python -m lab.write_reference`; do not edit by hand.*\n"
REGISTRIES: Mapping[str, tuple[str, Registry]] = {
    "Metrics": ('`grice.score(..., metrics=["spice"])`, `grice score --metrics spice`', METRICS),
    "Speakers": ('`grice.describe(scene, speaker="minimal")`, `grice describe --speaker minimal`', SPEAKERS),
    "Listeners": ('`grice.readers.base.load_listener("literal")`', LISTENERS),
    "Parsers": ('`grice.parse(text, parser="rules")`, `grice parse --parser rules`', PARSERS),
    "Benchmarks": ("`grice benchmark a3ds`", BENCHMARKS),
    "Tasks of studies": ('`task = "reference"` in the file of a study', TASKS),
}


def pages() -> dict[str, str]:
    """The text of every page by its name."""
    return {"commands.md": _commands(), "names.md": _names(), "python.md": _python()}


def _commands() -> str:
    lines = [
        "# Commands",
        "",
        WRITTEN,
        "Tables on a terminal, JSON lines in a pipe; exit status 2 for a mistake in the input. `grice --version` shows",
        "the version, `grice VERB --help` what stands here.",
        "",
        "| verb | what it does |",
        "|---|---|",
        *(f"| [`grice {verb}`](#grice-{verb}) | {about} |" for verb, about in VERBS.items()),
        "",
    ]
    for verb in VERBS:
        lines += _command((verb,), 2)
    return "\n".join(lines).rstrip() + "\n"


def _command(path: tuple[str, ...], level: int) -> Iterator[str]:
    """The section of a command, then those of its subcommands."""
    found: Any = typer.main.get_command(application(path))
    for name in path:
        found = found.commands[name]
    arguments = [one for one in found.params if not one.opts[0].startswith("-")]
    options = [one for one in found.params if one.opts[0].startswith("-") and one.name != "help"]
    subcommands = list(getattr(found, "commands", ()))
    usage = [f"grice {' '.join(path)}", *("[OPTIONS]" if options else "",), *map(_placeholder, arguments)]
    yield from (f"{'#' * level} grice {' '.join(path)}", "")
    yield from (_paragraphs(found.help or VERBS.get(path[-1], "")), "")
    if subcommands:
        yield from (", ".join(f"[`{name}`](#grice-{'-'.join(path)}-{name})" for name in subcommands), "")
    else:
        yield from ("```text", " ".join(filter(None, usage)), "```", "")
    if arguments or options:
        yield from ("| | | default |", "|---|---|---|")
        yield from (f"| `{_placeholder(one)}` | {_cell(one.help)} | |" for one in arguments)
        yield from (f"| {_spelled(one)} | {_cell(one.help)} | {_default(one)} |" for one in options)
        yield ""
    for name in subcommands:
        yield from _command((*path, name), level + 1)


def _placeholder(argument: Any) -> str:
    word = argument.name.upper().rstrip("_") + ("..." if argument.nargs == -1 else "")
    return word if argument.required else f"[{word}]"


def _spelled(option: Any) -> str:
    names = ", ".join(f"`{name}`" for name in option.opts)
    return names + (f" / `{option.secondary_opts[0]}`" if option.secondary_opts else "")


def _default(option: Any) -> str:
    if option.required:
        return "needed"
    if isinstance(option.show_default, str):
        return f"`{option.show_default}`"
    value = option.default
    if callable(value) or value is None or value is False or value == "" or value == [] or value == ():
        return ""
    return "on" if value is True else f"`{value}`"


def _cell(text: str | None) -> str:
    return " ".join((text or "").split()).replace("|", "\\|")


def _paragraphs(text: str) -> str:
    return "\n\n".join(textwrap.fill(" ".join(part.split()), 118) for part in inspect.cleandoc(text).split("\n\n"))


def _names() -> str:
    lines = ["# What goes by which name", "", WRITTEN]
    for title, (how, registry) in REGISTRIES.items():
        lines += [f"## {title}", "", how, "", "| name | of | what it is |", "|---|---|---|"]
        for name, entry in registry.items():
            linked = f"[`{name}`]({_metric_page(name)})" if registry is METRICS else f"`{name}`"
            lines.append(f"| {linked} | {entry.family} | {_cell(entry.about)} |")
        lines.append("")
    lines += ["## Templates of studies", "", "`grice study new --template reference`", "", "| name | what it is |"]
    lines += ["|---|---|", *(f"| `{name}` | {_cell(about)} |" for name, about in TEMPLATES.items())]
    return "\n".join(lines).rstrip() + "\n"


def _metric_page(name: str) -> str:
    own = f"../metrics/{name}.md"
    return own if (FOLDER / own).exists() else f"../{name}.md"


def _python() -> str:
    lines = [
        "# Python",
        "",
        WRITTEN,
        "`import grice` costs no more than importing numpy; what is named below is imported when it is first used.",
        "Every function that takes one item takes a list too.",
        "",
    ]
    for name in filter(lambda name: inspect.isfunction(getattr(grice, name)), dir(grice)):
        lines += [f"## grice.{name}", "", *_function(getattr(grice, name))]
    for name, made in {"grice.SceneGraph": grice.SceneGraph, "grice.metrics.Score": grice.metrics.Score}.items():
        lines += [f"## {name}", "", _paragraphs(made.__doc__ or ""), ""]
        lines += ["| | |", "|---|---|", *_members(made), ""]
    packages = [name for name in dir(grice) if inspect.ismodule(getattr(grice, name)) and not name.startswith("_")]
    lines += ["## Packages", "", "| package | question |", "|---|---|"]
    lines += [f"| `grice.{name}` | {_summary(getattr(grice, name))} |" for name in sorted(packages)]
    return "\n".join(lines).rstrip() + "\n"


def _function(function: Any) -> list[str]:
    return ["```text", _signature(function), "```", "", _paragraphs(function.__doc__ or ""), ""]


def _signature(function: Any) -> str:
    """The signature as the source has it: `inspect` shows types otherwise in every version of Python."""
    tree = ast.parse(textwrap.dedent(inspect.getsource(function))).body[0]
    assert isinstance(tree, ast.FunctionDef)
    returned = f" -> {ast.unparse(tree.returns)}" if tree.returns else ""
    short = f"{tree.name}({ast.unparse(tree.args)}){returned}"
    if len(short) <= 100:
        return short
    parts = [ast.unparse(one) for one in _parameters(tree.args)]
    return f"{tree.name}(\n    " + ",\n    ".join(parts) + f",\n){returned}"


def _parameters(given: ast.arguments) -> Iterator[ast.arguments]:
    """Each parameter with its default, as arguments of its own."""
    none = {"posonlyargs": [], "kwonlyargs": [], "kw_defaults": [], "defaults": []}
    positional = [*given.posonlyargs, *given.args]
    defaults: list[ast.expr | None] = [None] * (len(positional) - len(given.defaults)) + list(given.defaults)
    for one, default in zip(positional, defaults, strict=True):
        yield ast.arguments(**{**none, "args": [one], "defaults": [default] if default else []})
    if given.vararg or given.kwonlyargs:
        yield ast.arguments(**{**none, "args": [ast.arg("*" + (given.vararg.arg if given.vararg else ""))]})
    for one, default in zip(given.kwonlyargs, given.kw_defaults, strict=True):
        yield ast.arguments(**{**none, "args": [one], "defaults": [default] if default else []})
    if given.kwarg:
        yield ast.arguments(**{**none, "args": [], "kwarg": given.kwarg})


def _members(made: type) -> Iterator[str]:
    for name, member in vars(made).items():
        about = inspect.getdoc(member.fget if isinstance(member, property) else member) if name[0] != "_" else None
        if about and (callable(member) or isinstance(member, property | classmethod | staticmethod)):
            call = "" if isinstance(member, property) else "()"
            yield f"| `{name}{call}` | {_cell(about.partition(chr(10) * 2)[0])} |"


def _summary(module: Any) -> str:
    return _cell((module.__doc__ or "").strip().partition("\n\n")[0])


def main() -> None:
    """Write the pages."""
    command(__doc__).parse_args()
    FOLDER.mkdir(exist_ok=True)
    for name, text in pages().items():
        (FOLDER / name).write_text(text, "utf-8")
        print(f"wrote {FOLDER / name}")


if __name__ == "__main__":
    main()
