"""`grice compare A B ...`: which of several systems is better, on the same items, and where do they differ?"""

from collections import Counter
from pathlib import Path

import typer

from grice.checks import named
from grice.cli.explained import explained_by, metric_list
from grice.cli.input import CACHE, COLUMN, FORMATS, REMEMBER, SEPARATOR, kept_parses, layout
from grice.cli.output import emit_tables, progress, say, show, to_people
from grice.cli.score import (
    DOMAIN_OPTION,
    ENCODER_OPTION,
    METRICS_OPTION,
    PARSER_OPTION,
    PROCESSES_OPTION,
    REFERENCES_OPTION,
    UNREADABLE_OPTION,
    chosen_metrics,
    rows_at_once,
)
from grice.errors import InputError


@explained_by(metric_list)
def command(
    files: list[str] = typer.Argument(
        help=f"Two or more files of predictions: {FORMATS}. NAME=FILE gives a system its name."
    ),
    metrics: list[str] = METRICS_OPTION,
    references: Path | None = REFERENCES_OPTION,
    values: list[str] = typer.Option(
        [], help="What is compared, as spice.recall,bleu.bleu1; all for all.", show_default="each metric's first"
    ),
    test: str = typer.Option("permutation", help="permutation or bootstrap; p are corrected together (Holm)."),
    common: bool = typer.Option(False, "--common", help="Compare the ids that all files have, and leave out others."),
    most: int = typer.Option(3, "--most", help="Items to show for each value, those that differ most."),
    explain: bool = typer.Option(True, help="Say why systems differ on these items."),
    samples: int = typer.Option(1000, help="Samples of the tests and intervals."),
    seed: int = typer.Option(0, help="Same seed, same p."),
    column: list[str] = COLUMN,
    separator: str | None = SEPARATOR,
    parser: str | None = PARSER_OPTION,
    encoder: str | None = ENCODER_OPTION,
    domain: str = DOMAIN_OPTION,
    unreadable: str = UNREADABLE_OPTION,
    processes: int = PROCESSES_OPTION,
    cache: Path | None = CACHE,
    remember: bool = REMEMBER,
    out: Path | None = typer.Option(
        None, "--out", "-o", help="Write the tables here: .csv, .json, .md, .tex, .html or .txt."
    ),
    force: bool = typer.Option(False, "--force", help="Overwrite the output file."),
) -> None:
    """Compare systems on the same items: values with intervals, paired tests, and the items that differ most.

    Items are paired by id or image_id where every file has one, by row otherwise; files that do not hold the same
    items are refused. Several items of one id are kept together in the tests.
    """
    from grice.cli.streaming import tell_kept
    from grice.cli.table_files import FOR_PROGRAMS, check_destination, write_tables
    from grice.engines.compare import ALL, check_test, compare
    from grice.engines.compare_files import pair, score_pairs
    from grice.files.writer import refuse_input
    from grice.readers.graphs.cache import remembering, remembering_parses

    systems = named_files(files)
    check_test(test)
    if out is not None:
        refuse_input(out, [*systems.values(), *([references] if references else [])])
        check_destination(out, force)
    chosen = chosen_metrics(metrics, domain, unreadable, parser, encoder)
    paired = pair(systems, references, chosen, layout(column, "prediction", separator), common)
    for note in paired.notes:
        say(note)
    at_once = rows_at_once(chosen)
    total = sum(len(rows) for rows in paired.systems.values())
    with remembering(kept_parses(cache, remember)) as kept, remembering_parses():
        try:
            with progress("rows", total, at_once) as step:
                results = score_pairs(paired, chosen, processes, at_once, step)
        except KeyboardInterrupt:
            say("stopped; nothing was written")
            if kept:
                tell_kept()
            raise
        wanted = ALL if (listed := named(values)) == [ALL] else listed
        with progress("tests"):
            found = compare(
                results,
                test=test,
                values=wanted,
                clusters=paired.clusters,
                names=paired.names,
                samples=samples,
                seed=seed,
            )
            tables = found.tables(most, people=to_people())
        if out is not None:
            written = found.tables(most, people=out.suffix not in FOR_PROGRAMS)
            for path in write_tables(out, ", ".join(systems), written, verb="compare"):
                say(f"wrote {path}")
        if not to_people():
            emit_tables(tables)
            for note in found.notes:
                say(note)
        else:
            for table in tables if not explain else tables[:2]:
                show(table)
            if explain and most:
                for value in found.values:
                    for one in found.differing(value, most):
                        said = ", ".join(f"{system} {score:.3f}" for system, score in one.scores.items())
                        print(f"{value}: {said}")
                        print(found.explain(one.item, value), end="\n\n")
        say(f"signature: {found.signature}")


def named_files(given: list[str]) -> dict[str, Path]:
    """Files by the names of their systems: as given, or the shortest part of the path that tells them apart."""
    if len(given) < 2:
        raise InputError(
            f"{len(given)} file{'s' * (len(given) != 1)} to compare",
            "two or more files of predictions",
            "grice compare ours.json theirs.json --references captions.json --metrics spice",
        )
    named, paths = {}, []
    for entry in given:
        name, equals, file = entry.partition("=")
        if equals and name and not Path(entry).exists():
            if name in named:
                raise InputError(f"two systems called {name}", "a name of its own for each")
            named[name] = Path(file)
        else:
            paths.append(Path(entry))
    for path in paths:
        twice = [other for other in paths if other == path]
        if len(twice) > 1:
            raise InputError(f"{path} twice", "a file for each system")
    depth = 1
    while max(Counter(_short(path, depth) for path in paths).values(), default=1) > 1 and depth < 20:
        depth += 1
    return {_short(path, depth): path for path in paths} | named


def _short(path: Path, depth: int) -> str:
    stem = path.name.removesuffix(".gz")
    bare = path.with_name(stem).with_suffix("")
    return "/".join(bare.parts[-depth:])
