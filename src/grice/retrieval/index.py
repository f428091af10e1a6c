"""Which parts do many graphs have? An index of scene graphs to search in.

An `Index` holds the parts of many graphs: one vector for each distinct part, and for each graph which parts it has. An
index on disk is never loaded as a whole: vectors and parts are memory-mapped and read in blocks, so that a search of a
million graphs takes a few blocks of memory. The score of a graph is the mean over the query's parts of the largest
cosine with one of the graph's parts; all cosines of a block come from one matrix product.

A graph that cannot be read keeps its place, is never found, and is listed in `Index.errors`.
"""

import json
from array import array
from collections.abc import Callable, Iterable, Sequence
from dataclasses import dataclass, field
from itertools import islice
from pathlib import Path
from typing import Any

import numpy as np
import pyarrow as pa
from numpy.typing import NDArray

from grice import checks
from grice.encoders.base import TextEncoder, Vectors, described
from grice.encoders.loading import MINILM, load
from grice.errors import InputError
from grice.meaning.graph import SceneGraph
from grice.meaning.tuples import parts
from grice.readers.graphs.given import graphs_of

BLOCK = 65_536
"""Vectors, and graphs, in one block."""
BATCH = 4096
"""Graphs that are parsed and embedded together while an index is built."""
CELLS = 1 << 24
"""Cosines in memory at a time: 64 MB."""
ABOUT = "index.json"
"""Written last, so that a folder that has it is complete."""
NEEDED = "a caption, a scene graph or its text"
_FORMAT = 2


@dataclass(frozen=True, eq=False)
class Index:
    """Graphs ready for search; row 0 of `vectors` is zero, the part of a graph that has none."""

    vectors: NDArray[np.floating[Any]]
    members: NDArray[np.int32]
    starts: NDArray[np.int64]
    texts: Any
    """The graphs in FACTUAL's text form, an Arrow array."""
    encoder: str
    """Name and fingerprint of the encoder that made the vectors."""
    errors: dict[int, str] = field(default_factory=dict)
    """The graphs that could not be read: place to what is wrong."""

    def __len__(self) -> int:
        return len(self.starts) - 1

    def graph(self, place: int) -> SceneGraph:
        text = self.texts[place].as_py()
        return SceneGraph.from_text(text) if text else SceneGraph()

    @classmethod
    def of(cls, graphs: Iterable[SceneGraph | str], encoder: str | TextEncoder = MINILM) -> "Index":
        """An index in memory."""
        chosen, collected = load(encoder), _Collected()
        members: list[int] = []
        texts: list[str] = []
        for graph in read_graphs(graphs):
            members += collected.add(graph)
            texts.append("" if isinstance(graph, str) else str(graph))
        vectors = chosen.encode(list(collected.places))
        vectors[0] = 0
        column = pa.array(texts, pa.large_string())
        starts = np.array(collected.starts, np.int64)
        return cls(vectors, np.array(members, np.int32), starts, column, described(chosen), collected.errors)

    @classmethod
    def build(
        cls,
        graphs: Iterable[SceneGraph | str],
        folder: str | Path,
        encoder: str | TextEncoder = MINILM,
        step: Callable[[int], object] = lambda _: None,
    ) -> "Index":
        """An index on disk, made from a stream of graphs; only the vectors of one batch are ever in memory."""
        chosen, collected = load(encoder), _Collected()
        folder, stream = _emptied(folder), iter(graphs)
        schema = pa.schema([("graph", pa.large_string())])
        with (
            (folder / "vectors.bin").open("wb") as vectors,
            (folder / "members.bin").open("wb") as members,
            pa.OSFile(str(folder / "graphs.arrow"), "wb") as sink,
            pa.ipc.new_file(sink, schema) as texts,
        ):
            nothing = np.zeros_like(chosen.encode([""])[0], np.float16)
            vectors.write(nothing.tobytes())
            while batch := read_graphs(islice(stream, BATCH)):
                known = len(collected.places)
                for graph in batch:
                    members.write(np.array(collected.add(graph), np.int32).tobytes())
                new = list(islice(collected.places, known, None))
                if new:
                    # Not through the encoder's memory, which would keep every vector.
                    vectors.write(chosen.encoder.encode(new).astype(np.float16).tobytes())
                column = pa.array(["" if isinstance(g, str) else str(g) for g in batch], pa.large_string())
                texts.write_batch(pa.record_batch([column], schema=schema))
                step(len(batch))
        np.array(collected.starts, np.int64).tofile(folder / "starts.bin")
        _finish(folder, described(chosen), (len(collected.places), len(nothing)), collected.starts, collected.errors)
        return cls.open(folder)

    def save(self, folder: str | Path) -> None:
        """Write an index that is in memory to a folder, vectors in half precision."""
        folder = _emptied(folder)
        with (folder / "vectors.bin").open("wb") as out:
            for start in range(0, len(self.vectors), BLOCK):
                out.write(self.vectors[start : start + BLOCK].astype(np.float16).tobytes())
        self.members.astype(np.int32).tofile(folder / "members.bin")
        self.starts.astype(np.int64).tofile(folder / "starts.bin")
        table = pa.table({"graph": self.texts})
        with pa.OSFile(str(folder / "graphs.arrow"), "wb") as sink, pa.ipc.new_file(sink, table.schema) as writer:
            writer.write_table(table)
        _finish(folder, self.encoder, self.vectors.shape, self.starts, self.errors)

    @classmethod
    def open(cls, folder: str | Path) -> "Index":
        """Memory-map the index of a folder; nothing is read until it is searched."""
        folder = Path(folder)
        try:
            about = json.loads((folder / ABOUT).read_text("utf-8"))
            if about["format"] != _FORMAT:
                raise ValueError(f"format {about['format']}, not {_FORMAT}")
            vectors = np.memmap(folder / "vectors.bin", np.float16, "r").reshape(about["parts"], about["width"])
            starts = np.memmap(folder / "starts.bin", np.int64, "r").reshape(about["graphs"] + 1)
            members = np.memmap(folder / "members.bin", np.int32, "r") if starts[-1] else np.empty(0, np.int32)
            texts = pa.ipc.open_file(pa.memory_map(str(folder / "graphs.arrow"))).read_all().column("graph")
            if (len(vectors), len(members), len(texts)) != (about["parts"], starts[-1], about["graphs"]):
                raise ValueError("its files do not fit together")
            encoder = f"{about['encoder']}@{about['fingerprint']}"
            errors = {int(place): str(error) for place, error in about["errors"].items()}
        except (OSError, ValueError, KeyError, TypeError, AttributeError, RecursionError, pa.ArrowInvalid) as error:
            raise InputError(
                f"{folder} is not an index of scene graphs: {checks.quoted(error)}",
                "a folder that Index.build wrote",
                "Index.build(graphs, folder)",
            ) from None
        return cls(vectors, members, starts, texts, encoder, errors)

    def scores(self, query: Sequence[int], vectors: Vectors) -> NDArray[np.float32]:
        """The scores of queries, runs of `vectors` that begin at `query`, with every graph: shape (queries, graphs).

        The largest cosines of a query are added up in the order of its parts, however many are computed together.
        """
        lengths = np.diff([*query, len(vectors)])
        owners = np.repeat(np.arange(len(query)), lengths)
        found = np.zeros((len(query), len(self)), np.float32)
        # As many query parts at a time as there is memory for their cosines, with all parts and with those of a block.
        widest = max(len(self.vectors), len(self.members) * BLOCK // max(len(self), BLOCK), 1)
        together = max(1, CELLS // widest)
        for first in range(0, len(vectors), together):
            cosines = self._cosines(vectors[first : first + together])
            for start in range(0, len(self), BLOCK):
                starts = np.asarray(self.starts[start : start + BLOCK + 1])
                members = np.asarray(self.members[starts[0] : starts[-1]])
                best = np.maximum.reduceat(cosines[:, members], starts[:-1] - starts[0], axis=1)
                for owner, row in zip(owners[first : first + together].tolist(), best, strict=True):
                    found[owner, start : start + len(row)] += row
        np.divide(found, lengths[:, None], out=found, casting="same_kind")
        return found

    def _cosines(self, vectors: Vectors) -> Vectors:
        """The cosines of some vectors with every part: shape (vectors, parts)."""
        cosines = np.empty((len(vectors), len(self.vectors)), np.float32)
        for start in range(0, len(self.vectors), BLOCK):
            block = np.asarray(self.vectors[start : start + BLOCK], np.float32)
            np.matmul(vectors, block.T, out=cosines[:, start : start + len(block)])
        # By rounding, a vector may be more than entirely like itself.
        return np.clip(cosines, -1.0, 1.0, out=cosines)


class _Collected:
    """Graphs collected one by one: the number of each distinct part, where the parts of each graph begin, errors."""

    def __init__(self) -> None:
        self.places: dict[str, int] = {"": 0}
        self.starts = array("q", [0])
        self.errors: dict[int, str] = {}

    def add(self, graph: SceneGraph | str) -> list[int]:
        """The numbers of a graph's parts; for one that has none or cannot be read, the part that matches nothing."""
        if isinstance(graph, str):
            self.errors[len(self.starts) - 1] = graph
        said = () if isinstance(graph, str) else parts(graph)
        held = [self.places.setdefault(part, len(self.places)) for part in said] or [0]
        self.starts.append(self.starts[-1] + len(held))
        return held


def read_graphs(given: Iterable[Any]) -> list[SceneGraph | str]:
    """Graphs as they are, captions and the texts of graphs read; where one cannot be read, what is wrong with it."""
    try:
        listed = list(given)
    except TypeError:
        raise InputError(f"{checks.quoted(given)} as graphs", f"a list, each item {NEEDED}") from None
    known, _ = graphs_of([one for one in listed if isinstance(one, str)])
    return [
        one
        if isinstance(one, SceneGraph)
        else known[one]
        if isinstance(one, str)
        else f"is {checks.quoted(one)}, not {NEEDED}"
        for one in listed
    ]


def _emptied(folder: str | Path) -> Path:
    """A folder to write to, which is not an index until it is finished."""
    path = Path(folder)
    try:
        path.mkdir(parents=True, exist_ok=True)
        (path / ABOUT).unlink(missing_ok=True)
    except OSError as error:
        raise InputError(f"{path} cannot be written: {error.strerror}", "a folder you may write to") from None
    return path


def _finish(
    folder: Path,
    encoder: str,
    shape: tuple[int, ...],
    starts: Sequence[int] | NDArray[np.int64],
    errors: dict[int, str],
) -> None:
    name, _, fingerprint = encoder.rpartition("@")
    about = {
        "format": _FORMAT,
        "encoder": name,
        "fingerprint": fingerprint,
        "graphs": len(starts) - 1,
        "parts": shape[0],
        "width": shape[1],
        "errors": errors,
    }
    (folder / ABOUT).write_text(json.dumps(about) + "\n", "utf-8")
