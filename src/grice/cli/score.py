"""`grice score FILE`: judge the descriptions of a file, row by row and over all."""

from collections.abc import Iterator, Mapping
from pathlib import Path
from typing import Any

import typer

from grice.cli.describe import parse_domain
from grice.cli.output import emit, say
from grice.cli.streaming import stream
from grice.engines.score import named, resolve
from grice.engines.scoring import open_items, score_batch
from grice.errors import InputError
from grice.metrics.base import Metric, Tally


def command(
    file: Path = typer.Argument(
        help="CSV, JSONL or Parquet with a row per prediction; COCO results; a res dictionary."
    ),
    metrics: str = typer.Option(..., "--metrics", "-m", help="Metrics, comma-separated; options as name:key=value."),
    references: Path | None = typer.Option(
        None, "--references", "-r", help="References in another file: COCO captions, a gts dictionary, or a table."
    ),
    out: Path | None = typer.Option(None, "--out", "-o", help="Write a row per item here (.jsonl, .csv, .parquet)."),
    domain: str = typer.Option(
        "", help="reconstruction: attributes and values, as in 'colour=blue,red,green; shape=square,circle'."
    ),
    items: bool = typer.Option(False, "--items", help="Print a row per item instead of the summary."),
    interval: bool = typer.Option(True, help="Bootstrap intervals (95 %) in the summary."),
    force: bool = typer.Option(False, "--force", help="Overwrite the output file."),
) -> None:
    """Judge the descriptions of a file.

    Columns: prediction; for pragmatics target_id and distractor_id or distractor_ids; for reconstruction counts; for
    metrics against references a column references, or --references with a second file, joined by image_id or id.
    Captions and scene graphs do alike. A bad row costs that row: it is reported, the others are scored.
    """
    chosen = chosen_metrics(metrics, domain)
    source = open_items(file, references, list(chosen.values()))
    tallies = {name: Tally(metric, keep=False) for name, metric in chosen.items()}
    rows, good = stream(file, source, lambda batch: score_batch(batch, tallies), "scored", out, force, show=items)
    for note in source.notes:
        say(note)
    if not items:
        emit(summary(tallies, interval), title=f"{file.name}: {good} of {rows} rows scored")
        for tally in tallies.values():
            say(f"signature: {tally.metric.signature}")


def chosen_metrics(text: str, domain: str = "") -> dict[str, Metric]:
    """`pragmatics,spice:lemmatise=no` as metric objects; `domain` is for those whose targets are counts."""
    found: list[Metric] = []
    kinds = {"reconstruction": {"domain": parse_domain(domain)}} if domain else {}
    for entry in filter(None, (part.strip() for part in text.split(","))):
        name, *settings = entry.split(":")
        pairs = [setting.partition("=") for setting in settings]
        if any(not separator for _, separator, _ in pairs):
            raise InputError(f"metric {entry!r}", "name or name:setting=value", "--metrics pragmatics:rule=strict")
        try:
            found.append(named(name, **{key: _setting(value) for key, _, value in pairs}, **kinds.get(name, {})))
        except TypeError:
            raise InputError(
                f"metric {name} has no setting like {', '.join(settings)}", f"see help(grice.metrics) for {name}"
            ) from None
    if domain and not any(metric.name in kinds for metric in found):
        raise InputError(f"--domain with {text}", "a metric that reads scenes of shapes", "--metrics reconstruction")
    return resolve(found)


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


def summary(tallies: Mapping[str, Tally], interval: bool) -> Iterator[dict[str, Any]]:
    """A row per value: the number over the file, its interval, over how many items it is defined."""
    for name, tally in tallies.items():
        score = tally.compute()
        for value in tally.metric.values:
            row: dict[str, Any] = {"metric": name, "value": value.name, "score": score.values[value.name]}
            if score.null:
                row["null"] = score.null.get(value.name)
            if interval:
                low, high = score[value.name].interval()
                row |= {"low": low, "high": high}
            yield row | {"items": score.defined[value.name], "meaning": value.meaning}
