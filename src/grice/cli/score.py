"""`grice score FILE`: judge the descriptions of a file, row by row and over all."""

from collections.abc import Mapping, Sequence
from contextlib import nullcontext
from pathlib import Path
from typing import TYPE_CHECKING, Any

import typer

from grice.cli.explained import COLUMNS, explained_by, metric_list
from grice.cli.input import CACHE, COLUMN, FORMATS, REMEMBER, SEPARATOR, kept_parses, layout
from grice.cli.output import emit, progress, say
from grice.cli.parts import PARTS, RAY, refuse_others
from grice.errors import InputError

if TYPE_CHECKING:
    from grice.files.columns import Layout

METRICS_OPTION = typer.Option(
    [],
    "--metrics",
    "-m",
    help="Needed: metrics as listed above, comma-separated or each with -m; settings as name:key=value.",
)
REFERENCES_OPTION = typer.Option(
    None, "--references", "-r", help="References in another file: COCO captions, a gts dictionary, a table, or lines."
)
PARSER_OPTION = typer.Option(
    None, help="What reads captions: default, rules, a folder or a hub id.", show_default="default"
)
ENCODER_OPTION = typer.Option(
    None,
    help="What makes vectors of texts: minilm, minilm-int8, a folder or a hub id.",
    show_default="the metric's own",
)
DOMAIN_OPTION = typer.Option(
    "", help="For reconstruction: attributes and values, as in 'colour=blue,red,green; shape=square,circle'."
)
UNREADABLE_OPTION = typer.Option(
    "worst", help="An empty or unreadable prediction gets the worst value, or drops its row: worst or drop."
)
PROCESSES_OPTION = typer.Option(1, min=1, help="How many processes share the work.")


@explained_by(metric_list, COLUMNS)
def command(
    given: str = typer.Argument(
        metavar="FILE",
        help=f"A row per prediction: {FORMATS}; or COCO results, or a dictionary as pycocoevalcap has it (.json).",
    ),
    metrics: list[str] = METRICS_OPTION,
    references: Path | None = REFERENCES_OPTION,
    column: list[str] = COLUMN,
    separator: str | None = SEPARATOR,
    parser: str | None = PARSER_OPTION,
    encoder: str | None = ENCODER_OPTION,
    out: Path | None = typer.Option(None, "--out", "-o", help="Write a row per item here (.jsonl, .csv, .parquet)."),
    parts: Path | None = PARTS,
    domain: str = DOMAIN_OPTION,
    unreadable: str = UNREADABLE_OPTION,
    processes: int = PROCESSES_OPTION,
    ray: int = RAY,
    cache: Path | None = CACHE,
    remember: bool = REMEMBER,
    items: bool = typer.Option(False, "--items", help="Print a row per item instead of the summary."),
    interval: bool = typer.Option(True, help="Bootstrap intervals (95 %) in the summary."),
    force: bool = typer.Option(False, "--force", help="Overwrite the output file."),
) -> None:
    """Judge the descriptions of a file.

    A row with a bad reference or target is reported and left out; the others are scored.
    """
    from grice.cli.streaming import first_pass, listed, stream
    from grice.engines.score import Result, summary
    from grice.engines.score_files import ScoringFile, open_items
    from grice.metrics.tally import Part, Tally, judged_by_some
    from grice.readers.graphs.cache import remembering

    chosen = chosen_metrics(metrics, domain, unreadable, parser, encoder)
    file = Path(given)
    if parts is not None:
        refuse_others(references=references, out=out, items=items, force=force)
        with remembering(kept_parses(cache, remember)):
            _in_parts(given, chosen, parts, layout(column, "prediction", separator), processes, ray, interval)
        return
    source = open_items(
        file, references, list(chosen.values()), layout(column, "prediction", separator), rows_at_once(chosen)
    )
    tallies = {name: Tally(metric) for name, metric in chosen.items()}

    def add(parts: Mapping[str, Part]) -> set[int]:
        for name, part in parts.items():
            tallies[name].add(part)
        return judged_by_some(parts.values())

    with remembering(kept_parses(cache, remember)):
        job = ScoringFile(chosen)
        prepared = first_pass(job, source)
        rows, good = stream(
            file, source, job, "scored", out, force, show=items, processes=processes, prepared=prepared, add=add
        )
    result = Result({name: tally.compute() for name, tally in tallies.items()})
    if unread := [f"row {row}: {text}" for row, text in result.unreadable.items()]:
        say(f"{len(unread)} prediction{'s' * (len(unread) > 1)} could not be read and got the worst value:")
        for line in listed(unread):
            say(line)
    if partly := [f"row {row}: {text}" for row, text in result.left_out.items()]:
        say(f"{len(partly)} row{'s' * (len(partly) > 1)} judged by fewer references than given:")
        for line in listed(partly):
            say(line)
    if not items:
        values = sum(len(score.names) for score in result.values())
        with progress("intervals", values) if interval else nullcontext(lambda *_: None) as step:
            table = summary(result, interval, step)
        emit(
            [dict(zip(table.columns, row, strict=True)) for row in table.rows],
            title=f"{file.name}: {good} of {rows} rows scored",
        )
        for score in result.values():
            say(f"signature: {score.signature}")


def _in_parts(
    given: str, chosen: dict[str, Any], folder: Path, columns_as: "Layout", processes: int, ray: int, interval: bool
) -> None:
    from grice.cli.parts import work_in_parts
    from grice.engines.groups import Task
    from grice.engines.part_files import together
    from grice.engines.score_files import ScoringFile, columns
    from grice.engines.sums import check_adds_up, table
    from grice.metrics.tally import signed

    for metric in chosen.values():
        check_adds_up(metric)
    identity = {"metrics": {name: str(metric.signature) for name, metric in chosen.items()}, "layout": repr(columns_as)}
    task = Task(ScoringFile(chosen), tuple(columns(list(chosen.values()))), identity, rows_at_once(chosen), columns_as)
    groups = work_in_parts(task, given, folder, processes, ray, "scored")
    sums = together(folder, groups)
    emit(table(chosen, sums, interval).records(), title=f"{folder}: over all parts")
    for name, metric in chosen.items():
        say(f"signature: {signed(metric, sums[name].used)}")


def rows_at_once(metrics: Mapping[str, Any]) -> int:
    """Rows of a batch: few where a network reads them, so that the bar moves and a stop costs little."""
    from grice.cli.streaming import FEW
    from grice.files.source import BATCH_ROWS

    slow = any(hasattr(metric, what) for metric in metrics.values() for what in ("parser", "encoder", "parts"))
    return FEW if slow else BATCH_ROWS


def chosen_metrics(
    metrics: Sequence[str], domain: str, unreadable: str, parser: str | None, encoder: str | None
) -> dict[str, Any]:
    """`pragmatics,spice:lemmatise=no` as metric objects; `domain` is for those whose targets are counts."""
    from grice.checks import named
    from grice.engines.metric_names import resolve
    from grice.metrics import METRICS
    from grice.scenes.quantified import domain_of

    names = named(metrics)
    if not names:
        raise InputError("no metric", f"one or more of {', '.join(METRICS)}", "--metrics spice,cider")
    kinds = {"reconstruction": {"domain": domain_of(domain)}} if domain else {}
    found = resolve(names, unreadable, kinds, parser=parser, encoder=encoder)
    if domain and not any(metric.name in kinds for metric in found.values()):
        raise InputError(
            f"--domain with {','.join(names)}", "a metric that reads scenes of shapes", "--metrics reconstruction"
        )
    return found
