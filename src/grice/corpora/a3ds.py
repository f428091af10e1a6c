"""What is A3DS (Tsvilodub & Franke 2023)? 22.56 million captions and the pairs of its test sets, made here.

Captions come as a stream of Arrow batches, image by image in grammar order, so that they are never all in memory. The
card has the sha256 of all captions of every published grammar, and `build` keeps no file that differs.
"""

import hashlib
from collections.abc import Callable, Iterator, Sequence
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path

import numpy as np
import pyarrow as pa
import pyarrow.parquet
from numpy.typing import ArrayLike

from grice import checks
from grice.corpora.cards import Card
from grice.errors import GriceError, InputError
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
    sha256={
        "exhaustive, released": "a1ae1a70f60d7df5569dc81472f7de042ee7d9e7320f3dd3bb75bda9eed79f87",
        "exhaustive, fixed": "74a7222495ad88de6fe6e675ab10c079b6fe6999589b1d6b912b5ff312e49ef9",
        "short, released": "76a5d8f6b3d91145aa9be66259f3b1292248deb333f0fe204e77bc37d1a7102d",
        "short, fixed": "7c0b9d6ef77d41b55ab4851a8d3f45fe56c663e35693804d093fc7bd4e58ed15",
    },
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
    """Every caption of the ids (default: all 480,000), in batches of images: id, template number, caption."""
    images_per_batch = checks.count(images_per_batch, "images_per_batch", least=1)
    chosen = np.arange(rooms.COUNT) if ids is None else rooms.check(ids).reshape(-1)
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
    if isinstance(kinds, str) or not kinds:
        raise InputError(f"kinds {checks.quoted(kinds)}", "a list of grammars", 'kinds=["exhaustive", "short"]')
    folder = _folder(out, "Parquet files")
    paths = {kind: folder / f"a3ds-{kind}-{variant}.parquet" for kind in kinds}
    for kind, path in paths.items():
        templates(kind, variant)
        refuse_overwrite(path, force)
    folder.mkdir(parents=True, exist_ok=True)

    def write(kind: str) -> int:
        digest, right = hashlib.sha256(), CARD.sha256.get(f"{kind}, {variant}")
        with Writer(paths[kind], force) as writer:
            for batch in batches(kind, variant):
                writer.write(batch)
                digest.update(text_of(batch))
                step(batch.num_rows)
            if right is not None and digest.hexdigest() != right:
                raise GriceError(
                    f"the {kind} captions made here have the sha256 {digest.hexdigest()}\nneeded: {right}\n"
                    "try: pip install --force-reinstall grice, as a file of this installation has been changed"
                )
        return writer.rows

    # Arrow releases the interpreter lock while it joins, copies and compresses, so two threads fill two cores.
    with ThreadPoolExecutor(2) as threads:
        return dict(zip(paths.values(), threads.map(write, kinds), strict=True))


def text_of(batch: pa.RecordBatch) -> memoryview:
    """The captions of a batch as UTF-8, one after another."""
    captions = batch.column("caption")
    _, offsets, data = captions.buffers()
    ends = np.frombuffer(offsets, np.int32)[captions.offset : captions.offset + len(captions) + 1]
    return memoryview(data)[int(ends[0]) : int(ends[-1])]


def write_pairs(
    out: str | Path, sets: str = "test", size: int = 7500, seed: int = 0, force: bool = False
) -> dict[Path, int]:
    """Write id files (set, target_id, distractor_id): the 13 test sets, or random or similar pairs, one CSV each."""
    size, seed = checks.count(size, "size", least=1), checks.seed(seed)
    if sets == "test":
        named = {
            f"{category}-{name}".replace(" ", "-"): pairs
            for category, group in draw_test_sets(size, seed).items()
            for name, pairs in group.items()
        }
    elif sets in ("random", "similar"):
        named = {sets: sample(size, SIMILAR if sets == "similar" else RANDOM, seed)}
    else:
        raise InputError(f"pair sets {checks.quoted(sets)}", "test, random or similar")
    folder = _folder(out, "id files")
    paths = {name: folder / f"pairs-{name}.csv" for name in named}
    for path in paths.values():
        refuse_overwrite(path, force)
    folder.mkdir(parents=True, exist_ok=True)
    for name, pairs in named.items():
        with Writer(paths[name], force) as writer:
            writer.write(_table(name, pairs))
    return dict.fromkeys(paths.values(), size)


def _folder(out: str | Path, what: str) -> Path:
    folder = Path(out)
    if folder.exists() and not folder.is_dir():
        raise InputError(f"{folder} is a file", f"a folder for the {what}")
    return folder


def _table(name: str, pairs: Pairs) -> pa.RecordBatch:
    return pa.record_batch(
        [pa.array([name] * len(pairs)), pa.array(pairs.targets), pa.array(pairs.distractors)],
        names=["set", "target_id", "distractor_id"],
    )
