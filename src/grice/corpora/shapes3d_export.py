"""How does 3DShapes become files? A folder of PNGs, NPZ, Parquet with encoded pictures, WebDataset shards.

All are written batch by batch, so memory does not grow with the number of rooms, and get their name only when complete.
"""

import csv
import io
import json
import shutil
import tarfile
import zipfile
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from dataclasses import dataclass
from pathlib import Path
from typing import Any

import numpy as np
import pyarrow as pa
from numpy.typing import ArrayLike, NDArray

from grice import checks
from grice.corpora.shapes3d import Batch, ImageSource, batches
from grice.errors import InputError
from grice.files import Writer
from grice.files.writer import refuse_overwrite
from grice.scenes import render, rooms

Step = Callable[[int], object]

SHARD = 10_000
_BATCH = 1024


@dataclass(frozen=True)
class _Job:
    """Which rooms to write, from which source, how many per shard."""

    ids: NDArray[np.int64]
    source: ImageSource | None
    shard: int
    step: Step

    def batches(self, ids: NDArray[np.int64]) -> Iterator[Batch]:
        for batch in batches(self.source, ids=ids, size=_BATCH):
            yield batch
            self.step(len(batch.ids))


def export(
    out: str | Path,
    format: str,
    ids: ArrayLike,
    source: ImageSource | None = None,
    *,
    shard: int = SHARD,
    force: bool = False,
    step: Step = lambda _: None,
) -> list[Path]:
    """Write rooms to `out`, a folder for png and webdataset, a file for npz and parquet; returns what was written."""
    if not isinstance(format, str) or format not in FORMATS:
        raise InputError(f"format {checks.quoted(format)}", f"one of {', '.join(FORMATS)}")
    chosen = rooms.check(ids).reshape(-1)
    if not len(chosen):
        raise InputError("no rooms to export", "a selection with at least one room", "fewer fixed features")
    shard = checks.count(shard, "shard", least=1)
    path = Path(out)
    ending = {"npz": ".npz", "parquet": ".parquet"}.get(format)
    if ending and path.suffix != ending:
        raise InputError(f"--out {path} for {format}", f"a file name that ends in {ending}")
    if ending or path.is_file() or (path.is_dir() and any(path.iterdir())):
        refuse_overwrite(path, force, folder=not ending)
    if not ending and path.is_file():
        raise InputError(f"{path} is a file", "a folder")
    if ending:
        checks.new_file(path)
    try:
        path.parent.mkdir(parents=True, exist_ok=True)
        return FORMATS[format](path, _Job(chosen, source, shard, step))
    except OSError as error:
        raise InputError(f"{path} cannot be written: {error.strerror or error}", "a folder you may write to") from None


def _png(folder: Path, job: _Job) -> list[Path]:
    """PNGs named by their ids, and labels.csv beside them."""
    with _whole_folder(folder) as partial, (partial / "labels.csv").open("w", encoding="utf-8", newline="") as table:
        rows = csv.writer(table)
        rows.writerow(["id", *(f"{feature}_idx" for feature in rooms.FEATURES), *rooms.FEATURES])
        for batch in job.batches(job.ids):
            for id, image in zip(batch.ids.tolist(), batch.images, strict=True):
                (partial / f"{id}.png").write_bytes(render.png(image))
            rows.writerows(
                [id, *indexes, *labels]
                for id, indexes, labels in zip(
                    batch.ids.tolist(), batch.features.tolist(), batch.labels.tolist(), strict=True
                )
            )
    return [folder]


def _npz(path: Path, job: _Job) -> list[Path]:
    """ids, images, features and labels, as numpy.load reads them."""
    partial = path.with_name(f".{path.name}.partial")
    try:
        with zipfile.ZipFile(partial, "w", zipfile.ZIP_DEFLATED, compresslevel=1) as archive:
            with archive.open("images.npy", "w", force_zip64=True) as entry:
                header = {"descr": "|u1", "fortran_order": False, "shape": (len(job.ids), 64, 64, 3)}
                np.lib.format.write_array_header_1_0(entry, header)
                for batch in job.batches(job.ids):
                    entry.write(batch.images.tobytes())
            tables: dict[str, NDArray[Any]] = {
                "ids": job.ids,
                "features": rooms.features(job.ids),
                "labels": rooms.labels(job.ids),
            }
            for name, table in tables.items():
                with archive.open(f"{name}.npy", "w") as entry:
                    np.lib.format.write_array(entry, table)
        partial.replace(path)
    finally:
        partial.unlink(missing_ok=True)
    return [path]


def _parquet(path: Path, job: _Job) -> list[Path]:
    """A row per room: id, image as {bytes, path} as in the datasets library, index and label of each feature."""
    with Writer(path, force=True) as writer:
        for batch in job.batches(job.ids):
            names = [f"{id}.png" for id in batch.ids.tolist()]
            encoded = pa.array([render.png(image) for image in batch.images], pa.binary())
            columns = {
                "id": pa.array(batch.ids, pa.int32()),
                "image": pa.StructArray.from_arrays([encoded, pa.array(names)], ["bytes", "path"]),
            }
            for i, feature in enumerate(rooms.FEATURES):
                columns[f"{feature}_idx"] = pa.array(batch.features[:, i])
            for i, feature in enumerate(rooms.FEATURES):
                columns[feature] = pa.array(batch.labels[:, i])
            writer.write(pa.record_batch(columns))
    return [path]


def _webdataset(folder: Path, job: _Job) -> list[Path]:
    """Tar shards with a .png and a .json per room."""
    names: list[str] = []
    with _whole_folder(folder) as partial:
        for start in range(0, len(job.ids), job.shard):
            names.append(f"shapes3d-{len(names):06d}.tar")
            with tarfile.open(partial / names[-1], "w", format=tarfile.USTAR_FORMAT) as archive:
                for batch in job.batches(job.ids[start : start + job.shard]):
                    _add_rooms(archive, batch)
    return [folder / name for name in names]


def _add_rooms(archive: tarfile.TarFile, batch: Batch) -> None:
    rows = zip(batch.ids.tolist(), batch.images, batch.features.tolist(), batch.labels.tolist(), strict=True)
    for id, image, indexes, labels in rows:
        described = {"id": id, "indexes": indexes, **dict(zip(rooms.FEATURES, labels, strict=True))}
        _add(archive, f"{id:06d}.png", render.png(image))
        _add(archive, f"{id:06d}.json", json.dumps(described).encode())


def _add(archive: tarfile.TarFile, name: str, data: bytes) -> None:
    """An entry without time or owner, so that the same rooms give the same bytes."""
    entry = tarfile.TarInfo(name)
    entry.size = len(data)
    archive.addfile(entry, io.BytesIO(data))


@contextmanager
def _whole_folder(folder: Path) -> Iterator[Path]:
    """A temporary folder that gets its name, or is merged into an existing folder, when all went well."""
    partial = folder.with_name(f".{folder.name}.partial")
    shutil.rmtree(partial, ignore_errors=True)
    partial.mkdir()
    try:
        yield partial
        folder.mkdir(exist_ok=True)
        for entry in partial.iterdir():
            entry.replace(folder / entry.name)
    finally:
        shutil.rmtree(partial, ignore_errors=True)


FORMATS: dict[str, Callable[[Path, _Job], list[Path]]] = {
    "png": _png,
    "npz": _npz,
    "parquet": _parquet,
    "webdataset": _webdataset,
}
