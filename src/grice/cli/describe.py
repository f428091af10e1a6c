"""`grice describe`: a scene of coloured shapes in words."""

from pathlib import Path

import typer

from grice.cli.output import emit, to_people
from grice.errors import InputError
from grice.files import open_rows
from grice.scenes.quantified import DEFAULT, Domain, counts


def command(
    file: Path | None = typer.Argument(None, help="CSV, JSONL or Parquet with a scene a row, instead of --counts."),
    counts_: list[str] = typer.Option(
        [], "--counts", help='A scene: 2,0,0,2 (order as in --domain) or "blue squares=2,red circles=2". May repeat.'
    ),
    speaker: str = typer.Option("qdg-greedy", help="qdg-ia, qdg-greedy or complete."),
    seed: int = typer.Option(0, help="Same seed, same words; scene i of several is described with seed + i."),
    size: int | None = typer.Option(None, help="How many objects there are, to check the counts against."),
    style: str | None = typer.Option(None, help="complete: short, legible or vague."),
    promotion: str | None = typer.Option(None, help="qdg-ia: released or thesis."),
    variant: str | None = typer.Option(None, help="qdg-ia, qdg-greedy: fixed or released."),
    domain: str = typer.Option(
        "", help="Attributes and values, as in 'colour=blue,red,green; shape=square,circle'; the last gives the nouns."
    ),
    out: Path | None = typer.Option(None, "--out", "-o", help="Write a row per scene here (.jsonl, .csv, .parquet)."),
    force: bool = typer.Option(False, "--force", help="Overwrite the output file."),
) -> None:
    """Say what is in a scene of coloured shapes.

    Counts are in the order blue squares, red squares, blue circles, red circles unless --domain says otherwise: the
    first attribute runs fastest.
    """
    from grice.speakers.describe import describe, load

    options = {
        name: given for name, given in (("style", style), ("promotion", promotion), ("variant", variant)) if given
    }
    kinds = parse_domain(domain)
    if bool(file) == bool(counts_):
        raise InputError("both a file and --counts" if file else "no scene", "a file of scenes, or --counts 2,0,0,2")
    if file:
        _file(file, load(speaker, domain=kinds, **options), kinds, seed, out, force)
        return
    if out:
        raise InputError("--out with --counts", "a file of scenes", f"grice describe SCENES.csv --out {out}")
    described = describe([counts(scene, kinds, size) for scene in counts_], speaker, seed, domain=kinds, **options)
    if to_people():
        emit(
            {
                "text": said.text,
                "complete": "yes" if said.complete else "no",
                "by logic alone": "yes" if said.complete_logically else f"no, {len(said.left_open)} other scenes fit",
            }
            for said in described
        )
    else:
        emit(said.to_json() for said in described)


def parse_domain(text: str) -> Domain:
    """`colour=blue,red; shape=square,circle` as a domain."""
    if not text.strip():
        return DEFAULT
    attributes: dict[str, list[str]] = {}
    for part in filter(str.strip, text.split(";")):
        name, equals, values = part.partition("=")
        listed = [value.strip() for value in values.split(",") if value.strip()]
        if not equals or not listed or name.strip() in attributes:
            raise InputError(
                f"the domain {part.strip()!r}",
                "attribute=value,value",
                "--domain 'colour=blue,red; shape=square,circle'",
            )
        attributes[name.strip()] = listed
    return Domain(**attributes)


def _file(file: Path, speak: object, domain: Domain, seed: int, out: Path | None, force: bool) -> None:
    from grice.cli.streaming import stream
    from grice.engines.describe import check_columns, columns, describe_batch
    from grice.engines.local import Each

    source = open_rows(file, columns(domain))
    check_columns(source.columns, domain, file)
    stream(
        file,
        source,
        Each(lambda batch: describe_batch(batch, speak, domain, seed)),  # type: ignore[arg-type]
        "described",
        out,
        force,
        show=out is None,
        columns=("row", "text", "complete", "complete_logically"),
    )
