"""What bytes are there in the files that people give? Tables, JSON and packed files, whole or damaged.

A file is its name and its bytes as Latin-1 text, which JSON can hold.
"""

import csv
import gzip
import io
import json
from collections.abc import Callable, Mapping
from random import Random
from typing import Any

import pyarrow as pa
import pyarrow.parquet as pq

from fuzzing import english
from fuzzing.odd_texts import ODD, damaged, noise, odd
from fuzzing.written_graphs import any_value

NAMES = ("prediction", "caption", "text", "references", "reference", "ref1", "ref2", "image_id", "id",
         "target_id", "target",
         "distractor_ids", "row", "error", "", "score", "prediction")  # fmt: skip
_ENDINGS = (
    ".csv",
    ".tsv",
    ".jsonl",
    ".json",
    ".parquet",
    ".txt",
    ".csv.gz",
    ".jsonl.gz",
    ".gz",
    ".JSON",
    ".ndjson",
    ".pq",
    ".xlsx",
    "",
)
_KINDS = (pa.string(), pa.large_string(), pa.int64(), pa.int8(), pa.float64(), pa.bool_(), pa.binary(),
          pa.timestamp("us"), pa.date32(),
          pa.list_(pa.string()), pa.list_(pa.int64()), pa.struct([("caption", pa.string())]),
          pa.dictionary(pa.int32(), pa.string()), pa.null(),
          pa.decimal128(20, 3), pa.map_(pa.string(), pa.int64()), pa.timestamp("ns", "UTC"), pa.time64("us"),
          pa.duration("s"))  # fmt: skip


def file(random: Random) -> list[str]:
    """A file: its ending, and its bytes."""
    ending = random.choice(tuple(_MAKERS))
    data = _MAKERS[ending](random)
    if random.random() < 0.4:
        data = _spoilt(random, data)
    if random.random() < 0.08:
        data, ending = gzip.compress(data, 1), f"{ending}.gz"
        data = _spoilt(random, data) if random.random() < 0.3 else data
    if random.random() < 0.04:
        ending = random.choice(_ENDINGS)
    return [ending, data.decode("latin-1")]


def _spoilt(random: Random, data: bytes) -> bytes:
    """Bytes changed, cut, repeated or taken away."""
    made = bytearray(data)
    for _ in range(random.choice((1, 1, 2, 5))):
        start = random.randrange(len(made) + 1)
        end = start + random.randrange(8)
        match random.randrange(6):
            case 0:
                made[start:end] = b""
            case 1 | 2:
                made[start : start + 1] = bytes([random.randrange(256)])
            case 3:
                made[start:start] = random.choice(ODD).encode("utf-8", "surrogatepass")
            case 4:
                made[start:end] = made[start:end] * random.randrange(1, 5)
            case _:
                del made[start if random.random() < 0.3 else max(0, len(made) - 4) :]
    return bytes(made)


def _cell(random: Random) -> Any:
    kind = random.random()
    if kind < 0.5:
        return english.caption(random)[:80]
    if kind < 0.7:
        return random.choice((1, 42, 118308, -1, 2**63, 1.5))
    return noise(random) if kind < 0.85 else any_value(random)


def _header(random: Random) -> list[str]:
    names = ["prediction", "references"] if random.random() < 0.7 else []
    names += [random.choice(NAMES) if random.random() < 0.9 else noise(random, 4) for _ in range(random.randrange(4))]
    random.shuffle(names)
    return names


def _delimited(mark: str) -> Callable[[Random], bytes]:
    def made(random: Random) -> bytes:
        names = _header(random)
        out = io.StringIO()
        style = random.choice((csv.QUOTE_MINIMAL, csv.QUOTE_ALL))
        rows = csv.writer(out, delimiter=mark if random.random() < 0.9 else random.choice(";|\t,"), quoting=style,
                          lineterminator=random.choice(("\n", "\r\n", "\n", "\r")))  # fmt: skip
        rows.writerow(names)
        for _ in range(random.randrange(5)):
            wide = len(names) if random.random() < 0.9 else random.randrange(6)
            rows.writerow([_flat(_cell(random)) for _ in range(wide)])
        return out.getvalue().encode("utf-8", "surrogatepass")

    return made


def _flat(cell: Any) -> str:
    return cell if isinstance(cell, str) else json.dumps(cell)


def _row(random: Random) -> Any:
    if random.random() < 0.04:
        return any_value(random)
    made = {name: _cell(random) for name in _header(random)}
    if "references" in made and random.random() < 0.6:
        made["references"] = [_cell(random) for _ in range(random.randrange(3))]
    return made


def _dumped(random: Random, value: Any) -> str:
    return json.dumps(value, ensure_ascii=random.random() < 0.5, indent=random.choice((None, None, None, 1)))


def _lines(random: Random) -> bytes:
    rows = [json.dumps(_row(random), ensure_ascii=random.random() < 0.5) for _ in range(random.randrange(5))]
    return random.choice(("\n", "\n", "\r\n", "\n\n", " ")).join(rows).encode("utf-8", "surrogatepass")


def _document(random: Random) -> bytes:
    """A list of rows, COCO's captions, or dictionaries of pycocoevalcap."""
    some = range(random.randrange(4))
    match random.randrange(6):
        case 0 | 1:
            whole: Any = [_row(random) for _ in some]
        case 2:
            whole = {"annotations": [_annotation(random) for _ in some], "images": any_value(random)}
        case 3:
            whole = {_key(random): _captions(random) for _ in some}
        case 4:
            whole = {name: {_key(random): _captions(random) for _ in some} for name in ("gts", "res")}
        case _:
            whole = any_value(random, 3)
    text = _dumped(random, whole)
    return (damaged(random, text) if random.random() < 0.1 else text).encode("utf-8", "surrogatepass")


def _key(random: Random) -> str:
    return random.choice(("1", "42", "x", odd(random)))


def _annotation(random: Random) -> Any:
    made: Mapping[str, Any] = {"image_id": _cell(random), "caption": _cell(random), "id": 1}
    return made if random.random() < 0.9 else any_value(random)


def _captions(random: Random) -> Any:
    if random.random() < 0.1:
        return any_value(random)
    return [{"caption": _cell(random)} if random.random() < 0.4 else _cell(random) for _ in range(random.randrange(3))]


def _plain(random: Random) -> bytes:
    return "\n".join(english.caption(random) for _ in range(random.randrange(5))).encode("utf-8", "surrogatepass")


def _parquet(random: Random) -> bytes:
    names, rows = _header(random), random.randrange(4)
    columns = [_column(random, rows) for _ in names]
    out = io.BytesIO()
    pq.write_table(
        pa.Table.from_arrays(columns, names=[name.encode("utf-8", "ignore").decode() for name in names]),
        out,
        row_group_size=random.choice((1, 2, 100)),
        compression=random.choice(("none", "snappy", "zstd")),
        store_schema=random.random() < 0.5,
    )
    return out.getvalue()


def _column(random: Random, rows: int) -> pa.Array:
    kind = random.choice(_KINDS) if random.random() < 0.5 else pa.string()
    if kind == pa.string():
        cells = [_flat(_cell(random)).encode("utf-8", "replace").decode() for _ in range(rows)]
        return pa.array([cell if random.random() < 0.9 else None for cell in cells], kind)
    if pa.types.is_temporal(kind):
        wide = kind.bit_width
        return pa.array(
            [random.choice((0, 1, -1, 2 ** (wide - 2))) for _ in range(rows)], pa.int32() if wide == 32 else pa.int64()
        ).view(kind)
    samples: dict[pa.DataType, Any] = {
        pa.int64(): 42, pa.int8(): -1, pa.float64(): float("nan"), pa.bool_(): True, pa.binary(): b"\xff\x00",
        pa.null(): None,
        pa.list_(pa.string()): ["a dog", None], pa.list_(pa.int64()): [1, 2], pa.struct([("caption",
        pa.string())]): {"caption": "a"},
        pa.decimal128(20, 3): 1, pa.map_(pa.string(), pa.int64()): [("a", 1)],
    }  # fmt: skip
    return pa.array([samples.get(kind, "a dog") if random.random() < 0.8 else None for _ in range(rows)], kind)


_MAKERS: dict[str, Callable[[Random], bytes]] = {
    ".csv": _delimited(","),
    ".tsv": _delimited("\t"),
    ".jsonl": _lines,
    ".json": _document,
    ".parquet": _parquet,
    ".txt": _plain,
}
