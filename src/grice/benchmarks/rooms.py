"""How faithful are our rooms, how fast are they made, and can a model trained on them read the originals?

There is no published table to recompute; the yardstick is a folder of real 3DShapes pictures with a `labels.csv`.
"""

import csv
import os
import tempfile
import time
from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import dataclass
from functools import cached_property
from pathlib import Path
from typing import Annotated

import numpy as np
import typer
from numpy.typing import NDArray
from PIL import Image, UnidentifiedImageError

from grice.benchmarks.options import Seed
from grice.benchmarks.picture_reader import PENALTY, PICTURES, learn
from grice.errors import InputError
from grice.progress import step
from grice.scenes import render, rooms
from grice.scenes.render.layers import version
from grice.tables import Table

TARGET_MEAN, TARGET_WORST = 1.2, 2.0
TARGET_SPEED, TARGET_BUILD = 20_000, 60


@dataclass(frozen=True)
class RealPictures:
    """Real pictures, the ids of the rooms they show, and our pictures of the same rooms."""

    ids: NDArray[np.int64]
    images: NDArray[np.uint8]

    @cached_property
    def rendered(self) -> NDArray[np.uint8]:
        made: NDArray[np.uint8] = render.rooms(self.ids)
        return made


def run(
    *,
    real: Annotated[
        str, typer.Option(help="Folder of real pictures with labels.csv; without it, GRICE_DATA/shapes3d.")
    ] = "",
    seed: Seed = 0,
) -> list[Table]:
    """Fidelity and reading on real pictures, where there are some, and speed. Without `real`, GRICE_DATA/shapes3d."""
    folder = Path(real) if real else find()
    pictures = real_pictures(folder) if folder is not None else None
    tables = [fidelity(pictures)] if pictures is not None else []
    step()
    tables.append(reading(pictures, seed))
    step()
    tables.append(speed(seed))
    return tables


def find() -> Path | None:
    """The folder of real pictures that GRICE_DATA names, if there is one."""
    data = os.environ.get("GRICE_DATA")
    folder = Path(data) / "shapes3d" if data else None
    return folder if folder is not None and (folder / "labels.csv").is_file() else None


def real_pictures(folder: Path) -> RealPictures:
    """The pictures of a folder: `labels.csv` with a column id, and a PNG of 64 x 64 named by each id."""
    try:
        with (folder / "labels.csv").open(encoding="utf-8", newline="") as table:
            rows = list(csv.DictReader(table))
        ids = rooms.check([int(row["id"]) for row in rows])
        images = [np.asarray(Image.open(folder / f"{id}.png").convert("RGB")) for id in ids.tolist()]
    except (OSError, KeyError, ValueError, UnidentifiedImageError) as error:
        raise InputError(
            f"{folder} cannot be read: {error}", "labels.csv with a column id, and ID.png for each"
        ) from None
    wrong = [id for id, image in zip(ids.tolist(), images, strict=True) if image.shape != (64, 64, 3)]
    if wrong or not images:
        given = f"picture {wrong[0]} is not 64 x 64" if wrong else f"{folder} has no pictures"
        raise InputError(given, "original pictures of 64 x 64 pixels")
    return RealPictures(ids, np.stack(images))


def fidelity(pictures: RealPictures) -> Table:
    """Absolute differences on the scale of 0 to 255, picture by picture and over all."""
    gaps = np.abs(pictures.rendered.astype(np.int16) - pictures.images)
    rows = [[str(id), *_summary(gap), ""] for id, gap in zip(pictures.ids.tolist(), gaps, strict=True)]
    means = gaps.mean(axis=(1, 2, 3))
    rows.append(["mean", *_summary(gaps), f"at most {TARGET_MEAN}"])
    rows.append(["worst", float(means.max()), *[None] * 6, f"at most {TARGET_WORST}"])
    return Table(
        "rooms: mean absolute difference from the originals, of 255",
        ("id", "all", "red", "green", "blue", "within 2 %", "over 20 %", "PSNR dB", "target"),
        rows,
        notes=("within 2: share of values at most 2 levels off; over 20: share more than 20 levels off",),
        signature=f"rooms:{version()}",
    )


def _summary(gaps: NDArray[np.int16]) -> list[float]:
    channels = gaps.reshape(-1, 3)
    shares = [100 * float((gaps <= 2).mean()), 100 * float((gaps > 20).mean())]
    noise = 10 * np.log10(255**2 / max(1e-9, float(np.square(gaps.astype(np.float64)).mean())))
    return [float(gaps.mean()), *channels.mean(axis=0).tolist(), *shares, float(noise)]


def reading(pictures: RealPictures | None, seed: int) -> Table:
    """Accuracy per feature of a reader fitted to rendered rooms alone."""
    reader = learn(seed=seed)
    fresh = np.random.default_rng(seed + 1).choice(rooms.COUNT, 2000, replace=False)
    rows = [["rendered, 2000 others", *reader.accuracy(render.rooms(fresh), fresh).tolist()]]
    if pictures is not None:
        rows.append([f"real, {len(pictures.ids)}", *reader.accuracy(pictures.images, pictures.ids).tolist()])
    return Table(
        "rooms: features read by a reader fitted to rendered rooms alone (accuracy)",
        ("pictures", *rooms.FEATURES),
        rows,
        notes=(f"ridge regression on patches and edges of {PICTURES:,} rendered rooms",),
        signature=f"rooms:{version()}|reader:ridge|pictures:{PICTURES}|penalty:{PENALTY:g}|seed:{seed}",
    )


def speed(seed: int) -> Table:
    """Building all geometries from nothing on two cores, then pictures per second on one."""
    with _empty_cache():
        start = time.perf_counter()
        built = render.build(workers=2)
        seconds = time.perf_counter() - start
    rows: list[list[object]] = [[f"build {built} geometries on two cores, s", seconds, f"under {TARGET_BUILD}"]]
    render.rooms(np.arange(480))
    rng = np.random.default_rng(seed)
    for many in (1_000, 4_000, 16_000):
        rates = [many / _seconds(rng.choice(rooms.COUNT, many, replace=False)) for _ in range(3)]
        rows.append([f"pictures per second, {many} at random", float(np.median(rates)), f"at least {TARGET_SPEED}"])
    return Table(
        "rooms: speed",
        ("what", "measured", "target"),
        rows,
        notes=("one core, median of three batches; other work on the machine slows it",),
        signature=f"rooms:{version()}",
    )


def _seconds(ids: NDArray[np.int64], batch: int = 1_000) -> float:
    """How long rooms take in batches, as a training loop would ask for them."""
    start = time.perf_counter()
    for first in range(0, len(ids), batch):
        render.rooms(ids[first : first + batch])
    return time.perf_counter() - start


@contextmanager
def _empty_cache() -> Iterator[None]:
    """Work with an empty cache folder for a while."""
    before = os.environ.get("GRICE_CACHE")
    with tempfile.TemporaryDirectory() as folder:
        os.environ["GRICE_CACHE"] = folder
        try:
            yield
        finally:
            os.environ.pop("GRICE_CACHE")
            if before is not None:
                os.environ["GRICE_CACHE"] = before
