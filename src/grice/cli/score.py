"""`grice score FILE`: judge the descriptions of a file, row by row and over all."""

from collections.abc import Mapping
from pathlib import Path
from typing import Any

import typer

from grice.cli.output import emit, say
from grice.errors import InputError


def command(
    file: Path = typer.Argument(
        help="CSV, JSONL or Parquet with a row per prediction; COCO results; a res dictionary; - for a pipe."
    ),
    metrics: str = typer.Option(..., "--metrics", "-m", help="Metrics, comma-separated; options as name:key=value."),
    references: Path | None = typer.Option(
        None, "--references", "-r", help="References in another file: COCO captions, a gts dictionary, or a table."
    ),
    parser: str | None = typer.Option(
        None, help="What reads captions: default, rules, a folder or a hub id.", show_default="default"
    ),
    encoder: str | None = typer.Option(
        None, help="What makes vectors of texts: minilm, minilm-int8, a folder or a hub id.", show_default="minilm"
    ),
    out: Path | None = typer.Option(None, "--out", "-o", help="Write a row per item here (.jsonl, .csv, .parquet)."),
    domain: str = typer.Option(
        "", help="For reconstruction: attributes and values, as in 'colour=blue,red,green; shape=square,circle'."
    ),
    unreadable: str = typer.Option(
        "worst", help="An empty or unreadable prediction gets the worst value, or drops its row: worst or drop."
    ),
    processes: int = typer.Option(1, help="How many processes share the work."),
    items: bool = typer.Option(False, "--items", help="Print a row per item instead of the summary."),
    interval: bool = typer.Option(True, help="Bootstrap intervals (95 %) in the summary."),
    force: bool = typer.Option(False, "--force", help="Overwrite the output file."),
) -> None:
    """Judge the descriptions of a file.

    Columns: prediction; for pragmatics target_id and distractor_id or distractor_ids; for reconstruction counts; for
    metrics against references a column references, or --references with a second file, joined by image_id or id.
    Predictions and references may be captions or scene graphs. A row with a bad reference or target is reported and
    left out; the others are scored.
    """
    from grice.cli.streaming import first_pass, listed, stream
    from grice.engines.score import Result, summary
    from grice.engines.score_files import ScoringFile, open_items
    from grice.metrics.tally import Part, Tally

    chosen = chosen_metrics(metrics, domain, unreadable, parser, encoder)
    source = open_items(file, references, list(chosen.values()))
    job = ScoringFile(chosen)
    prepared = first_pass(job, source)
    tallies = {name: Tally(metric) for name, metric in chosen.items()}

    def add(parts: Mapping[str, Part]) -> None:
        for name, part in parts.items():
            tallies[name].add(part)

    rows, good = stream(
        file, source, job, "scored", out, force, show=items, processes=processes, prepared=prepared, add=add
    )
    for note in source.notes:
        say(note)
    result = Result({name: tally.compute() for name, tally in tallies.items()})
    if unread := [f"row {row}: {text}" for row, text in result.unreadable.items()]:
        say(f"{len(unread)} prediction{'s' * (len(unread) > 1)} could not be read and got the worst value:")
        for line in listed(unread):
            say(line)
    if not items:
        table = summary(result, interval)
        emit(
            [dict(zip(table.columns, row, strict=True)) for row in table.rows],
            title=f"{file.name}: {good} of {rows} rows scored",
        )
        for score in result.values():
            say(f"signature: {score.signature}")


def chosen_metrics(text: str, domain: str, unreadable: str, parser: str | None, encoder: str | None) -> dict[str, Any]:
    """`pragmatics,spice:lemmatise=no` as metric objects; `domain` is for those whose targets are counts."""
    from grice.engines.score import resolve
    from grice.metrics import METRICS
    from grice.scenes.quantified import domain_of

    found = []
    shared = {name: value for name, value in (("parser", parser), ("encoder", encoder)) if value is not None}
    kinds = {"reconstruction": {"domain": domain_of(domain)}} if domain else {}
    for entry in filter(None, (part.strip() for part in text.split(","))):
        name, *settings = entry.split(":")
        pairs = [setting.partition("=") for setting in settings]
        if any(not separator for _, separator, _ in pairs):
            raise InputError(f"metric {entry!r}", "name or name:setting=value", "--metrics pragmatics:rule=strict")
        own = {key: _setting(value) for key, _, value in pairs} | kinds.get(name, {})
        found.append(METRICS.make(name, shared, **own))
    if domain and not any(metric.name in kinds for metric in found):
        raise InputError(f"--domain with {text}", "a metric that reads scenes of shapes", "--metrics reconstruction")
    return resolve(found, unreadable)


def _setting(value: str) -> str | bool | int | float:
    words: dict[str, bool] = {"yes": True, "true": True, "no": False, "false": False}
    if value.lower() in words:
        return words[value.lower()]
    for number in (int, float):
        try:
            return number(value)
        except ValueError:
            continue
    return value
