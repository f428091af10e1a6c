"""What does the network say comes next? The two ONNX graphs of an exported parser, and their folder.

`reader.onnx` reads a batch of captions once, `step.onnx` gives the probabilities of one more piece, `pieces.npz` holds
the vectors of pieces, `manifest.json` the sha256 of each file. Every operation works row by row (activations are
quantised with a scale per row), so a caption's numbers do not depend on its neighbours.
"""

import json
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field, replace
from pathlib import Path
from typing import Any

import numpy as np
from numpy.typing import NDArray

from grice.errors import InputError
from grice.networks.manifest import check
from grice.networks.pieces import PAD, Ints, load_tokenizer
from grice.networks.search import Floats
from grice.networks.session import session
from grice.readers.graphs.pieces import GraphPieces

FILES = ("reader.onnx", "step.onnx", "pieces.npz", "vocabulary.json", "tokenizer.json")
ROOM = 12
"""Pieces allocated at first and added at a time; small, because half of all graphs end within eighteen."""
READ_AT_ONCE = 512
"""Places of captions that are read together: what is made of more on the way leaves the processor's cache."""
Arrays = Mapping[str, NDArray[Any]]


@dataclass(frozen=True)
class CaptionMemory:
    """Captions being decoded: what a step sees of them, and the keys and values of the pieces so far.

    Arrays have room for more rows, and `past` for more pieces, so that a step and a change of rows copy little.
    """

    seen: Arrays
    past: Arrays
    rows: int
    pieces: int = 0
    looks: Floats = field(default_factory=lambda: np.empty((0, 0), np.float32))
    """After a step: how much it looked at each place of the caption."""

    def take(self, rows: Sequence[int], room: int) -> "CaptionMemory":
        """A copy of some rows, before anything is written, with room for so many."""
        seen = {name: np.empty((room, *array.shape[1:]), array.dtype) for name, array in self.seen.items()}
        for name, array in self.seen.items():
            seen[name][: len(rows)] = array[rows]
        past = {name: np.empty((room, *array.shape[1:]), array.dtype) for name, array in self.past.items()}
        return CaptionMemory(seen, past, len(rows))

    def keep(self, rows: Sequence[int], seen: Sequence[int]) -> "CaptionMemory":
        """This memory, used up: its rows of the past, and of what is seen, in the order given, repeats included."""
        for arrays, chosen in ((self.past, np.asarray(rows)), (self.seen, np.asarray(seen))):
            moving = np.flatnonzero(chosen != np.arange(len(chosen)))
            for array in arrays.values():
                known = array[:, :, : self.pieces] if arrays is self.past else array
                known[moving] = known[chosen[moving]]
        return replace(self, rows=len(rows))

    def grown(self) -> "CaptionMemory":
        """This memory, ready for one more piece."""
        past = self.past
        if any(self.pieces == array.shape[2] for array in past.values()):
            past = {}
            for name, array in self.past.items():
                rows, heads, room, width = array.shape
                past[name] = np.empty((rows, heads, room + ROOM, width), array.dtype)
                past[name][: self.rows, :, :room] = array[: self.rows]
        return replace(self, past=past, pieces=self.pieces + 1)

    def given(self) -> dict[str, NDArray[Any]]:
        """What a step is given."""
        return {name: array[: self.rows] for arrays in (self.seen, self.past) for name, array in arrays.items()}


class ParserNetwork:
    """An exported parser, loaded; several threads may use it at once."""

    def __init__(self, folder: Path) -> None:
        fix = f"grice train export {folder} --out EXPORTED, if the folder holds trained weights"
        self.fingerprint = check(folder, FILES, "an exported parser", fix)
        about = json.loads((folder / "vocabulary.json").read_text("utf-8"))
        lacking = [name for name in ("pieces", "outputs", "layers", "heads", "width") if name not in about]
        if lacking:
            raise InputError(
                f"{folder / 'vocabulary.json'} lacks {', '.join(lacking)}", "a folder of grice train export"
            )
        self.about: dict[str, Any] = about
        self.table = GraphPieces(about["pieces"], about["outputs"], load_tokenizer(folder), about.get("words", ()))
        with np.load(folder / "pieces.npz", allow_pickle=False) as file:
            self._numbers, self._scale = file["numbers"], file["scale"].astype(np.float32)
        self._reader, self._step = (session(folder / name) for name in FILES[:2])
        self._memory = [output.name for output in self._reader.get_outputs()]
        self._past = [given.name for given in self._step.get_inputs() if given.name.startswith("past_")]
        outputs = [output.name for output in self._step.get_outputs()]
        self._grown = outputs[2:]
        if "gates" not in self._memory or "looks" not in outputs:
            raise InputError(f"{folder} holds a parser that an earlier version exported", "an export of this one", fix)

    def read(self, source: Ints, source_out: Ints) -> CaptionMemory:
        """Encode captions of one length."""
        visible = source != PAD
        size = max(1, READ_AT_ONCE // source.shape[1])
        parts = [slice(start, start + size) for start in range(0, len(source), size)]
        found = [
            self._reader.run(None, {"embedded": self._look_up(source[part]), "visible": visible[part]})
            for part in parts
        ]
        seen = dict(zip(self._memory, map(np.concatenate, zip(*found, strict=True)), strict=True))
        seen |= {"visible": visible, "source_out": source_out}
        heads, width = self.about["heads"], self.about["width"]
        none = np.empty((len(source), heads, 0, width // heads), np.float32)
        return CaptionMemory(seen, dict.fromkeys(self._past, none), len(source))

    def step(self, last: Ints, place: int, memory: CaptionMemory) -> tuple[Floats, CaptionMemory]:
        """The probability of each output after one more piece, and the memory then, which takes the other's place."""
        memory = memory.grown()
        binding = self._step.io_binding()
        given = memory.given() | {"embedded": self._look_up(last), "place": np.array([place])}
        for name, array in given.items():
            binding.bind_cpu_input(name, array)
        binding.bind_output("chances")
        binding.bind_output("looks")
        # The next keys and values are written beside those before them.
        for name, before in zip(self._grown, self._past, strict=True):
            array = given[before]
            binding.bind_output(name, "cpu", 0, array.dtype, array.shape, array.ctypes.data)
        self._step.run_with_iobinding(binding)
        chances, looks = (output.numpy() for output in binding.get_outputs()[:2])
        return chances, replace(memory, looks=looks)

    def _look_up(self, rows: Ints) -> Floats:
        found: Floats = self._numbers[rows].astype(np.float32) * self._scale[rows]
        return found
