"""`grice corpora`: what there is, how to get it, how to build it."""

from pathlib import Path
from typing import Literal

import typer

from grice.checks import named
from grice.cli.output import emit, progress, say
from grice.errors import InputError

app = typer.Typer(add_completion=False, no_args_is_help=True, help="Real data: what there is, how to get or build it.")


@app.command("list")
def list_() -> None:
    """The corpora Grice knows."""
    from grice.corpora.cards import cards

    emit({"corpus": c.name, "items": c.items, "licence": c.licence, "how": c.how} for c in cards())


@app.command()
def show(name: str = typer.Argument(help="A corpus, as `grice corpora list` names it.")) -> None:
    """The card of one corpus: what it is, whose, how to cite it."""
    from grice.corpora.cards import card

    emit({"field": key, "value": value} for key, value in card(name).rows())


@app.command()
def statistics(
    name: str = typer.Argument(help="A corpus of scene graphs: factual, visual_genome."),
    data: Path = typer.Option(help="The file or folder that holds it."),
) -> None:
    """Labels and occurrences in a corpus of scene graphs (Li et al. 2023, Table 2)."""
    from grice.corpora import factual, visual_genome

    counted = {"factual": factual.statistics, "visual_genome": visual_genome.statistics}
    if name not in counted:
        raise InputError(f"corpus {name!r} has no statistics", f"one of {', '.join(counted)}")
    emit(counted[name](data))


@app.command()
def build(
    name: str = typer.Argument(help="A corpus that can be built: a3ds."),
    out: Path = typer.Option(help="Folder for the Parquet files."),
    kind: list[str] = typer.Option(
        ["exhaustive", "short"],
        help="a3ds: which grammars, comma-separated; repeatable.",
        show_default="exhaustive,short",
    ),
    variant: Literal["released", "fixed"] = typer.Option("released", help="a3ds: which wording."),
    force: bool = typer.Option(False, help="Overwrite files that exist."),
) -> None:
    """Build a corpus from scratch as Parquet."""
    if name != "a3ds":
        raise InputError(f"corpus {name!r} cannot be built", "a3ds")
    from grice.corpora import a3ds

    kinds = named(kind)
    with progress("captions", total=a3ds.count(kinds)) as step:
        written = a3ds.build(out, kinds, variant=variant, force=force, step=step)
    emit({"file": str(path), "captions": captions} for path, captions in written.items())


@app.command()
def pairs(
    out: Path = typer.Option(help="Folder for the id files."),
    sets: str = typer.Option("test", help="test (the 13 test sets), random, or similar."),
    size: int = typer.Option(7500, help="Pairs in each set."),
    seed: int = typer.Option(0, help="Same seed, same pairs."),
    force: bool = typer.Option(False, help="Overwrite files that exist."),
) -> None:
    """Write target and distractor ids for reference games on 3DShapes rooms."""
    from grice.corpora import a3ds

    written = a3ds.write_pairs(out, sets, size, seed, force)
    emit({"file": str(path), "pairs": count} for path, count in written.items())
    say(f"seed {seed}: the same command gives the same pairs")


@app.command()
def export(
    name: str = typer.Argument(help="A corpus that can be exported: shapes3d."),
    out: Path = typer.Option(help="Folder (png, webdataset) or file (.npz, .parquet)."),
    format: str = typer.Option("png", help="png, npz, parquet or webdataset."),
    ids: list[str] = typer.Option([], help="Ids, comma-separated, instead of a split; repeatable."),
    split: str = typer.Option("all", help="all, train, validation or test."),
    fix: list[str] = typer.Option([], help="Keep these values of a feature, as shape=ball or scale=0,1; repeatable."),
    limit: int | None = typer.Option(None, help="At most this many rooms, drawn with the seed."),
    seed: int = typer.Option(0, help="Seed of the draw."),
    h5: Path | None = typer.Option(None, help="The original 3dshapes.h5, instead of rendering."),
    shard: int = typer.Option(10_000, help="webdataset: rooms in a shard."),
    force: bool = typer.Option(False, "--force", help="Overwrite files that exist."),
) -> None:
    """Write the pictures and labels of a corpus as files."""
    if name != "shapes3d":
        raise InputError(f"corpus {name!r} cannot be exported", "shapes3d")
    from grice.cli.render import numbers
    from grice.corpora import shapes3d
    from grice.corpora.shapes3d_export import export as write

    fixed = [entry.partition("=") for entry in fix]
    if any(not values for _, _, values in fixed):
        wrong = next(entry for entry in fix if not entry.partition("=")[2])
        raise InputError(f"--fix {wrong!r}", "a feature and its value", "--fix shape=ball")
    values: dict[str, list[str]] = {}
    for feature, _, listed in fixed:
        values.setdefault(feature.strip(), []).extend(value.strip() for value in listed.split(","))
    chosen = numbers(",".join(ids), "--ids") if ids else shapes3d.select(split, values)
    if limit is not None:
        chosen = shapes3d.draw(chosen, limit, seed)
    with progress("rooms", total=len(chosen)) as step:
        written = write(out, format, chosen, shapes3d.source(h5), shard=shard, force=force, step=step)
    emit({"written": str(path)} for path in written)
    say(f"{len(chosen)} rooms from {h5 or 'the renderer'}")
