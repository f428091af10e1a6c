"""Which parts do many graphs have? An index of scene graphs that a search goes through.

An `Index` holds the parts of many graphs: one vector for each distinct part, and for each graph which parts it has. Of
a folder on disk nothing is loaded as a whole: vectors and parts are mapped and gone through in blocks, so a million
graphs cost a search a few blocks of memory. The score of a graph is the mean over the query's parts of the largest
cosine with one of the graph's parts; all cosines of a block come from one matrix product.
"""

import json
from collections.abc import Callable, Iterable, Sequence
from dataclasses import dataclass
from itertools import islice
from pathlib import Path
from typing import Any

import numpy as np
import pyarrow as pa
from numpy.typing import NDArray

from grice.encoders.base import TextEncoder, Vectors, described
from grice.encoders.loading import MINILM, load
from grice.errors import InputError
from grice.meaning.graph import SceneGraph
from grice.meaning.tuples import parts
from grice.readers.graphs.given import graphs_of

BLOCK = 65_536
"""Vectors, and graphs, that are looked at together."""
BATCH = 4096
"""Graphs that are read and embedded together while an index is built."""
ABOUT = "index.json"
"""Written last, so that a folder with it is whole."""
_FORMAT = 1


@dataclass(frozen=True, eq=False)
class Index:
    """Graphs made ready for search; row 0 of `vectors` is zero and stands for what a graph without parts has."""

    vectors: NDArray[np.floating[Any]]
    members: NDArray[np.int32]
    starts: NDArray[np.int64]
    texts: Any
    """The graphs in FACTUAL's text form, an Arrow array."""
    encoder: str

    def __len__(self) -> int:
        return len(self.starts) - 1

    def graph(self, place: int) -> SceneGraph:
        text = self.texts[place].as_py()
        return SceneGraph.from_text(text) if text else SceneGraph()

    @classmethod
    def of(cls, graphs: Iterable[SceneGraph | str], encoder: str | TextEncoder = MINILM) -> "Index":
        """An index in memory."""
        chosen = load(encoder)
        places: dict[str, int] = {"": 0}
        members: list[int] = []
        starts = [0]
        texts: list[str] = []
        for graph in read_graphs(graphs):
            members += [places.setdefault(part, len(places)) for part in parts(graph)] or [0]
            starts.append(len(members))
            texts.append(str(graph))
        vectors = chosen.encode(list(places))
        vectors[0] = 0
        column = pa.array(texts, pa.large_string())
        return cls(vectors, np.array(members, np.int32), np.array(starts, np.int64), column, described(chosen))

    @classmethod
    def build(
        cls,
        graphs: Iterable[SceneGraph | str],
        folder: str | Path,
        encoder: str | TextEncoder = MINILM,
        step: Callable[[int], object] = lambda _: None,
    ) -> "Index":
        """An index on disk, made from a stream of graphs: of vectors, only those of one batch are ever in memory."""
        chosen = load(encoder)
        folder = Path(folder)
        folder.mkdir(parents=True, exist_ok=True)
        (folder / ABOUT).unlink(missing_ok=True)
        places: dict[str, int] = {"": 0}
        stream, starts = iter(graphs), [0]
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
                known = len(places)
                for graph in batch:
                    held = [places.setdefault(part, len(places)) for part in parts(graph)] or [0]
                    members.write(np.array(held, np.int32).tobytes())
                    starts.append(starts[-1] + len(held))
                new = list(islice(places, known, None))
                if new:
                    # Past the memory of the encoder, which would keep every vector.
                    vectors.write(chosen.encoder.encode(new).astype(np.float16).tobytes())
                texts.write_batch(
                    pa.record_batch([pa.array([str(g) for g in batch], pa.large_string())], schema=schema)
                )
                step(len(batch))
        np.array(starts, np.int64).tofile(folder / "starts.bin")
        _finish(folder, described(chosen), len(starts) - 1, len(places), len(nothing))
        return cls.open(folder)

    def save(self, folder: str | Path) -> None:
        """Write an index that is in memory to a folder, vectors in half precision."""
        folder = Path(folder)
        folder.mkdir(parents=True, exist_ok=True)
        with (folder / "vectors.bin").open("wb") as out:
            for start in range(0, len(self.vectors), BLOCK):
                out.write(self.vectors[start : start + BLOCK].astype(np.float16).tobytes())
        self.members.astype(np.int32).tofile(folder / "members.bin")
        self.starts.astype(np.int64).tofile(folder / "starts.bin")
        table = pa.table({"graph": self.texts})
        with pa.OSFile(str(folder / "graphs.arrow"), "wb") as sink, pa.ipc.new_file(sink, table.schema) as writer:
            writer.write_table(table)
        _finish(folder, self.encoder, len(self), *self.vectors.shape)

    @classmethod
    def open(cls, folder: str | Path) -> "Index":
        """Map the index of a folder; nothing is read until it is searched."""
        folder = Path(folder)
        try:
            about = json.loads((folder / ABOUT).read_text("utf-8"))
            vectors = np.memmap(folder / "vectors.bin", np.float16, "r", shape=(about["parts"], about["width"]))
            starts = np.memmap(folder / "starts.bin", np.int64, "r", shape=(about["graphs"] + 1,))
            members = np.memmap(folder / "members.bin", np.int32, "r", shape=(int(starts[-1]),))
            texts = pa.ipc.open_file(pa.memory_map(str(folder / "graphs.arrow"))).read_all().column("graph")
            sound = about["format"] == _FORMAT and len(texts) == about["graphs"]
        except (OSError, ValueError, KeyError, TypeError, pa.ArrowInvalid) as error:
            raise InputError(
                f"{folder} is no index of scene graphs: {error}", "a folder that Index.build wrote"
            ) from None
        if not sound:
            raise InputError(f"{folder} holds an index that does not fit together", "a folder that Index.build wrote")
        return cls(vectors, members, starts, texts, about["encoder"])

    def scores(self, query: Sequence[int], vectors: Vectors) -> NDArray[np.float32]:
        """Queries as runs of `vectors` that begin at `query`, against every graph: shape (queries, graphs)."""
        cosines = np.empty((len(vectors), len(self.vectors)), np.float32)
        for start in range(0, len(self.vectors), BLOCK):
            block = np.asarray(self.vectors[start : start + BLOCK], np.float32)
            np.matmul(vectors, block.T, out=cosines[:, start : start + len(block)])
        lengths = np.diff([*query, len(vectors)])
        found = np.empty((len(query), len(self)), np.float32)
        for first in range(0, len(self), BLOCK):
            starts = np.asarray(self.starts[first : first + BLOCK + 1])
            members = np.asarray(self.members[starts[0] : starts[-1]])
            best = np.maximum.reduceat(cosines[:, members], starts[:-1] - starts[0], axis=1)
            found[:, first : first + len(starts) - 1] = np.add.reduceat(best, query, axis=0) / lengths[:, None]
        return found


def _finish(folder: Path, encoder: str, graphs: int, parts: int, width: int) -> None:
    about = {"format": _FORMAT, "encoder": encoder, "graphs": graphs, "parts": parts, "width": width}
    (folder / ABOUT).write_text(json.dumps(about) + "\n", "utf-8")


def read_graphs(given: Iterable[SceneGraph | str]) -> list[SceneGraph]:
    """Graphs as they are, graph texts and captions read; what cannot be read is an error here."""
    listed = list(given)
    known, _ = graphs_of([one for one in listed if isinstance(one, str)])
    found: list[SceneGraph] = []
    for one in listed:
        graph = known[one] if isinstance(one, str) else one
        if not isinstance(graph, SceneGraph):
            raise InputError(f"{one!r} {graph}", "a caption, a scene graph or its text")
        found.append(graph)
    return found
