"""`grice render IDS --out FILE`: pictures of rooms by id, of coloured shapes by count."""

from pathlib import Path

import numpy as np
import typer
from numpy.typing import NDArray

from grice.checks import quoted
from grice.cli.output import progress, say
from grice.errors import InputError
from grice.files.writer import refuse_overwrite, write_whole


def command(
    ids: list[str] = typer.Argument(None, help="Ids of rooms, 0 to 479999; several make a contact sheet."),
    out: Path | None = typer.Option(None, "--out", "-o", help="A .png file; with --counts also .svg."),
    size: int | None = typer.Option(None, help="Pixels of a room's side; 64, the original's, unless --pair (256)."),
    pair: bool = typer.Option(False, "--pair", help="Two ids as target and distractor, side by side."),
    columns: int | None = typer.Option(None, help="Rooms in a row of the contact sheet."),
    counts: str = typer.Option("", help="Shapes instead of rooms: 2,0,0,2 or 'blue squares=2,red circles=2'."),
    seed: int = typer.Option(0, help="Seed for where the shapes lie."),
    safe: bool = typer.Option(False, "--safe", help="Colours and hatching that colour-blind people can tell apart."),
    build: bool = typer.Option(False, "--build", help="Prepare every room now, not when it is first asked for."),
    force: bool = typer.Option(False, "--force", help="Overwrite the file."),
) -> None:
    """Draw rooms of 3DShapes from their ids, or a set of coloured shapes from its counts."""
    if build:
        _build()
        if not ids and not counts:
            return
    if bool(ids) == bool(counts):
        raise InputError("both ids and --counts" if ids else "nothing to draw", "ids of rooms, or --counts")
    if counts and (pair or columns is not None):
        raise InputError(
            f"--counts with {'--pair' if pair else '--columns'}", "ids of rooms for it, or --counts alone: one picture"
        )
    if out is None:
        raise InputError("no file to write", "--out and a name that ends in .png", "--out scene.png")
    endings = (".png", ".svg") if counts else (".png",)
    if out.suffix not in endings:
        raise InputError(f"--out {out}", f"a file name that ends in {' or '.join(endings)}")
    refuse_overwrite(out, force)
    data = _shapes(counts, out.suffix, size, seed, safe) if counts else _rooms(ids, size, pair, columns)
    write_whole(out, data)
    say(f"wrote {out}")


def _build() -> None:
    from grice.files.blobs import cache_folder
    from grice.networks.session import cores
    from grice.scenes import render
    from grice.scenes.render.trace import GEOMETRIES

    with progress("geometries", total=GEOMETRIES) as step:
        made = render.build(workers=cores(), step=step)
    say(f"{made} of {GEOMETRIES} geometries were made, the others were there: {cache_folder() / 'rooms'}")


def _rooms(ids: list[str], size: int | None, pair: bool, columns: int | None) -> bytes:
    from grice.scenes import render

    chosen = numbers(",".join(ids), "ids")
    if pair:
        if len(chosen) != 2:
            raise InputError(f"--pair with {len(chosen)} ids", "two ids, target and distractor")
        picture = render.pair(int(chosen[0]), int(chosen[1]), 256 if size is None else size)
    elif len(chosen) == 1:
        picture = render.rooms(int(chosen[0]), 64 if size is None else size)
    else:
        with progress("rooms", total=len(chosen)) as step:
            picture = render.sheet(chosen, 64 if size is None else size, columns, step)
    data: bytes = render.png(picture)
    return data


def _shapes(text: str, ending: str, size: int | None, seed: int, safe: bool) -> bytes:
    from grice.scenes import render

    drawing = render.counts(_counts(text), seed=seed, safe=safe)
    data: bytes = drawing.svg.encode() if ending == ".svg" else drawing.png(size)
    return data


def _counts(text: str) -> list[int] | dict[str, int]:
    if "=" not in text:
        return [int(n) for n in numbers(text, "--counts")]
    pairs = [part.partition("=") for part in text.split(",") if part.strip()]
    return {name.strip(): int(numbers(count, "--counts")[0]) for name, _, count in pairs}


def numbers(text: str, what: str) -> NDArray[np.int64]:
    """Whole numbers separated by commas."""
    parts = [part.strip() for part in text.split(",") if part.strip()]
    wrong = [part for part in parts if not part.removeprefix("-").isdecimal()]
    if wrong or not parts:
        raise InputError(f"{what} {wrong[0] if wrong else text!r}", "whole numbers, separated by commas")
    try:
        return np.array([int(part) for part in parts], dtype=np.int64)
    except (OverflowError, ValueError):  # Python reads no integer of more than 4,300 digits
        raise InputError(f"{what} {quoted(max(parts, key=len))}", "a smaller number") from None
