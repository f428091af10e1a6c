"""A3DS (Tsvilodub & Franke 2023): 22.56 million captions and the pairs of its test sets, made here, nothing fetched.

Captions come as a stream of Arrow batches, image by image in grammar order, so that the whole is never in memory.
"""

from collections.abc import Callable, Iterator, Sequence
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path

import numpy as np
import pyarrow as pa
import pyarrow.parquet
from numpy.typing import ArrayLike

from grice.corpora.cards import Card
from grice.errors import InputError
from grice.files.writer import Writer, refuse_overwrite
from grice.scenes import rooms
from grice.scenes.context import RANDOM, SIMILAR, Pairs, draw_test_sets, sample
from grice.scenes.rooms import Variant
from grice.speakers.rooms.realisation import fill, templates

CARD = Card(
    name="a3ds",
    title="Annotated 3D Shapes",
    items="480,000 rooms; 9,600,000 exhaustive and 12,960,000 short captions",
    licence="grammar and captions: made here, Apache-2.0; 3DShapes labels: Apache-2.0",
    citation="Tsvilodub & Franke (2023). Evaluating pragmatic abilities of image captioners on A3DS. ACL 2023. "
    "Burgess & Kim (2018). 3D Shapes dataset.",
    how="grice corpora build a3ds --out DIR",
    notes="variant=released reproduces the published captions with their flaws; variant=fixed repairs them",
)
SCHEMA = pa.schema([("id", pa.int32()), ("template", pa.int8()), ("caption", pa.string())])
IMAGES_PER_BATCH = 4_800


def count(kinds: Sequence[str]) -> int:
    """How many captions these grammars give over all images."""
    return rooms.COUNT * sum(len(templates(kind)) for kind in kinds)


def batches(
    kind: str = "exhaustive",
    variant: Variant = "released",
    ids: ArrayLike | None = None,
    images_per_batch: int = IMAGES_PER_BATCH,
) -> Iterator[pa.RecordBatch]:
    """Every caption of the ids (default: all 480,000), a batch for so many images: id, template number, caption."""
    chosen = np.arange(rooms.COUNT) if ids is None else np.atleast_1d(rooms.check(ids))
    rules = templates(kind, variant)
    for first in range(0, len(chosen), images_per_batch):
        part = chosen[first : first + images_per_batch]
        captions = pa.concat_arrays([fill(part, rule, variant) for rule in rules])
        by_image = np.arange(len(rules) * len(part)).reshape(len(rules), len(part)).T.ravel()
        yield pa.record_batch(
            [
                pa.array(np.repeat(part, len(rules)).astype(np.int32)),
                pa.array(np.tile(np.arange(len(rules), dtype=np.int8), len(part))),
                captions.take(pa.array(by_image)),
            ],
            schema=SCHEMA,
        )


def build(
    out: str | Path,
    kinds: Sequence[str] = ("exhaustive", "short"),
    variant: Variant = "released",
    force: bool = False,
    step: Callable[[int], object] = lambda _: None,
) -> dict[Path, int]:
    """Write a Parquet file per grammar into a folder; returns each file with its number of captions."""
    folder = Path(out)
    if folder.exists() and not folder.is_dir():
        raise InputError(f"{folder} is a file", "a folder for the Parquet files")
    paths = {kind: folder / f"a3ds-{kind}-{variant}.parquet" for kind in kinds}
    for kind, path in paths.items():
        templates(kind, variant)
        refuse_overwrite(path, force)
    folder.mkdir(parents=True, exist_ok=True)

    def write(kind: str) -> int:
        with Writer(paths[kind], force) as writer:
            for batch in batches(kind, variant):
                writer.write(batch)
                step(batch.num_rows)
        return writer.rows

    # Arrow releases the interpreter lock while it joins, copies and compresses, so two threads fill two cores.
    with ThreadPoolExecutor(2) as threads:
        return dict(zip(paths.values(), threads.map(write, kinds), strict=True))


def write_pairs(
    out: str | Path, sets: str = "test", size: int = 7500, seed: int = 0, force: bool = False
) -> dict[Path, int]:
    """Write id files (set, target_id, distractor_id): the 13 test sets, or random or similar pairs, one CSV each."""
    if size < 1:
        raise InputError(f"{size} pairs", "1 or more")
    if sets == "test":
        named = {
            f"{category}-{name}".replace(" ", "-"): pairs
            for category, group in draw_test_sets(size, seed).items()
            for name, pairs in group.items()
        }
    elif sets in ("random", "similar"):
        named = {sets: sample(size, SIMILAR if sets == "similar" else RANDOM, seed)}
    else:
        raise InputError(f"pair sets {sets!r}", "test, random or similar")
    paths = {name: Path(out) / f"pairs-{name}.csv" for name in named}
    for path in paths.values():
        refuse_overwrite(path, force)
    for name, pairs in named.items():
        with Writer(paths[name], force) as writer:
            writer.write(_table(name, pairs))
    return dict.fromkeys(paths.values(), size)


def _table(name: str, pairs: Pairs) -> pa.RecordBatch:
    return pa.record_batch(
        [pa.array([name] * len(pairs)), pa.array(pairs.targets), pa.array(pairs.distractors)],
        names=["set", "target_id", "distractor_id"],
    )
