"""`grice parse`: what does a text say is there? Texts or a file in, scene graphs out."""

import os
from collections.abc import Sequence
from functools import partial
from pathlib import Path
from typing import TYPE_CHECKING, Any

import typer

from grice.cli.input import CACHE, COLUMN, FORMATS, REMEMBER, kept_parses, layout
from grice.cli.output import emit, to_people
from grice.cli.parts import PARTS, RAY, refuse_others
from grice.errors import InputError

DOUBTFUL = 0.5
"""The probability below which a person at a terminal is told of it."""

if TYPE_CHECKING:
    from grice.engines.parse import Parse
    from grice.files.columns import Layout
    from grice.meaning.graph import SceneGraph
    from grice.meaning.graph_statements import Statement


def command(
    texts: list[str] = typer.Argument(None, help=f"Texts, or one file with a column text or caption: {FORMATS}."),
    parser: str = typer.Option("default", help="default, rules, a folder, or a hub id."),
    weights: Path | None = typer.Option(None, help="A folder with an exported parser, instead of --parser."),
    form: str = typer.Option("plain", help="plain, ids (voice, verbs, node indexes), mr, or json (all, with spans)."),
    content: str | None = typer.Option(
        None,
        help="visual: what a person would draw; all. By default visual for several sentences of more than 60 words.",
    ),
    language: str = typer.Option("en", help="Which language the texts are in."),
    beams: int | None = typer.Option(None, min=1, max=64, help="Beam width, instead of the parser's own setting."),
    threads: int | None = typer.Option(None, min=1, help="Threads for the network; by default all cores."),
    column: list[str] = COLUMN,
    cache: Path | None = CACHE,
    remember: bool = REMEMBER,
    out: Path | None = typer.Option(None, "--out", "-o", help="Write a row per text here (.jsonl, .csv, .parquet)."),
    parts: Path | None = PARTS,
    processes: int = typer.Option(1, min=1, help="How many processes share the work."),
    ray: int = RAY,
    force: bool = typer.Option(False, "--force", help="Overwrite the output file."),
) -> None:
    """Parse descriptions into scene graphs: the objects, attributes and relations that each one names.

    A text that cannot be parsed is reported; the others are parsed. Texts of up to fifty words are read at once, longer
    ones in windows of whole sentences.
    """
    from grice.engines.parse import check_form
    from grice.networks.session import cores
    from grice.readers.graphs.cache import remembering
    from grice.readers.graphs.parsing import check_content, described, load, parse, unread

    check_form(form)
    check_content(content)
    if not texts:
        raise InputError("no text", "a text in quotes, or a file", 'grice parse "two dogs chase a red ball"')
    if weights is not None and not weights.is_dir():
        raise InputError(f"{weights} is not a folder", "a folder with an exported parser")
    file = _the_file(texts) if parts is None else None
    chosen = str(weights) if weights is not None else parser
    if max(processes, ray) > 1 and threads is None:
        threads = max(1, cores() // max(processes, ray))
    load(chosen, language, beams, threads)
    settings: dict[str, Any] = {
        "parser": chosen,
        "language": language,
        "beams": beams,
        "threads": threads,
        "content": content,
    }
    read: Parse = partial(parse, cache=cache or remember, **settings)  # type: ignore[assignment]
    if parts is not None:
        refuse_others(out=out, force=force)
        if len(texts) > 1:
            raise InputError(f"--parts and {len(texts)} texts", "one Parquet file, or a folder of them")
        identity = {"form": form, **settings, "column": column, "parser": described(load(chosen, language))}
        with remembering(kept_parses(cache, remember)):
            _in_parts(texts[0], read, form, layout(column, "text"), parts, identity, processes, ray)
        return
    if file is not None:
        with remembering(kept_parses(cache, remember)):
            _file(file, read, form, layout(column, "text"), out, force, processes)
        return
    if column:
        raise InputError("--column with texts", "a file of texts", f"grice parse CAPTIONS.csv --column {column[0]}")
    if out is not None:
        raise InputError("--out with texts", "a file of texts", f"grice parse CAPTIONS.csv --out {out}")
    graphs = read(list(texts))
    bad = [trouble for graph in graphs if (trouble := unread(graph))]
    if to_people():
        for text, graph in zip(texts, graphs, strict=True):
            _show(text, graph, form)
    else:
        emit({"text": text, **_row(graph, form)} for text, graph in zip(texts, graphs, strict=True))
    if len(bad) == len(graphs):
        raise InputError(f"none of the {len(graphs)} texts could be parsed: {bad[0]}", "a description")


def _the_file(texts: Sequence[str]) -> Path | None:
    """The file that is given instead of texts, or None; a file name is never parsed as a caption."""
    from grice.files.formats import names_file
    from grice.files.spool import STANDARD_INPUT

    if len(texts) == 1 and os.path.isdir(texts[0]):
        raise InputError(
            f"{texts[0]} is a folder",
            "a file; a text that is not a folder's name; or --parts, with a folder of Parquet files",
            f"grice parse {os.path.join(texts[0], 'CAPTIONS.csv')}",
        )
    named = [text for text in texts if names_file(text) or _exists(text)]
    if not named and len(texts) > 1 and not any(" " in text for text in texts):
        whole = " ".join(texts)
        raise InputError(f"{len(texts)} texts of one word each", "each text in quotes", f'grice parse "{whole}"')
    if named and len(texts) > 1:
        raise InputError(f"{named[0]} is a file, and there are {len(texts)} texts", "texts in quotes, or one file")
    if texts == [STANDARD_INPUT]:
        return Path(STANDARD_INPUT)
    return Path(named[0]) if named else None


def _exists(text: str) -> bool:
    """Whether a text is the name of a file that exists; a name without an extension is taken for a caption."""
    return bool(os.path.splitext(text)[1]) and os.path.isfile(text)


def _row(graph: "SceneGraph", form: str) -> dict[str, object]:
    from grice.engines.parse import row_of

    return {name: value for name, value in row_of(graph, form).items() if value not in (None, [])}


def _show(text: str, graph: "SceneGraph", form: str) -> None:
    """A graph for people: each object with what is said of it, then how objects relate."""
    from rich.console import Console

    from grice.files.json_values import json_line
    from grice.meaning.graph_statements import Attribute

    console = Console(highlight=False)
    console.print(text, style="bold", markup=False)
    if form != "plain":
        made = _row(graph, form).get("graph", "")
        console.print(made if isinstance(made, str) else json_line(made), markup=False, soft_wrap=True)
    else:
        for node in graph.nodes:
            quantity = graph.quantity(node)
            said = [" ".join(filter(None, quantity)) if quantity else ""]
            said += [f"{one.value}{_doubt(one)}" for one in graph.about[node] if isinstance(one, Attribute)]
            mark = " (implied)" if node.implied else ""
            console.print(f"  {node}{mark}  {', '.join(filter(None, said))}".rstrip(), markup=False)
        for one in graph.relations:
            mark = " (implied)" if one.implied else ""
            console.print(f"  {one.subject} → {one.predicate}{mark} → {one.object}{_doubt(one)}", markup=False)
        for fact in graph.denied_facts:
            console.print(f"  not: {' → '.join(fact)}", style="red", markup=False)
    if graph.unread:
        console.print(
            f"  not read: {', '.join(text[low:high] for low, high in graph.unread)}", style="dim", markup=False
        )
    for problem in graph.problems:
        console.print(f"  ! {problem}", style="yellow", markup=False)
    console.print()


def _doubt(statement: "Statement") -> str:
    """How sure the parser was of a statement, where it was not."""
    sure = statement.probability
    return "" if sure is None or sure >= DOUBTFUL else f" ({sure:.0%} sure)"


def _file(
    file: Path, read: "Parse", form: str, layout: "Layout", out: Path | None, force: bool, processes: int
) -> None:
    from grice.cli.streaming import FEW, stream
    from grice.engines.local import Each
    from grice.engines.parse import TEXT, parse_batch
    from grice.files import open_rows

    source = open_rows(file, [TEXT], FEW, keep=True, layout=layout)
    # A terminal has no room for what files and programs are told.
    job = Each(partial(parse_batch, parse=read, form=form, details=out is not None or not to_people()))
    stream(file, source, job, "parsed", out, force, show=out is None, processes=processes)


def _in_parts(
    given: str,
    read: "Parse",
    form: str,
    layout: "Layout",
    folder: Path,
    identity: dict[str, Any],
    processes: int,
    ray: int,
) -> None:
    from grice.cli.parts import work_in_parts
    from grice.cli.streaming import FEW
    from grice.engines.groups import Task
    from grice.engines.local import Each
    from grice.engines.parse import TEXT, parse_batch

    # How many threads or beside how many processes leaves no trace in a graph.
    same = {name: value for name, value in identity.items() if name != "threads"}
    task = Task(Each(partial(parse_batch, parse=read, form=form)), (TEXT,), same, FEW, layout)
    work_in_parts(task, given, folder, processes, ray, "parsed")
