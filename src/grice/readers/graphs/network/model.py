"""What does the network say comes next? The two ONNX graphs of an exported parser, and their folder.

`reader.onnx` reads a batch of captions once, `step.onnx` gives the probabilities of one more piece, `pieces.npz` holds
the vectors of pieces, `manifest.json` the sha256 of each file. Every operation works row by row (activations are
quantised with a scale per row), so a caption's numbers do not depend on its neighbours.
"""

import json
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Any

import numpy as np
from numpy.typing import NDArray

from grice.errors import InputError
from grice.networks.manifest import check
from grice.networks.pieces import PAD, Ints, load_tokenizer
from grice.networks.search import Floats
from grice.networks.session import session
from grice.readers.graphs.pieces import SIGNS, GraphPieces

FILES = ("reader.onnx", "step.onnx", "pieces.npz", "vocabulary.json", "tokenizer.json")
_AXIS = {"keys": 1, "values": 1, "past": 2}
"""Which axis counts captions where it is not the first: in graphs that hold all layers in one tensor."""


@dataclass(frozen=True)
class CaptionMemory:
    """Captions being decoded: what a step sees of them, and the keys and values of the pieces so far."""

    seen: Mapping[str, NDArray[Any]]
    past: Mapping[str, Floats]

    def take(self, rows: Sequence[int] | Ints, memory: bool = True) -> "CaptionMemory":
        """The memory of some captions, in the order given, repeats included; or of their past alone."""
        chosen = np.asarray(rows, np.int64)
        return CaptionMemory(_taken(self.seen, chosen) if memory else self.seen, _taken(self.past, chosen))


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
        # An earlier export may lack the later signs.
        signs = [sign for sign in SIGNS if sign in about["pieces"]]
        self.table = GraphPieces(
            about["pieces"], about["outputs"], load_tokenizer(folder), about.get("words", ()), signs
        )
        with np.load(folder / "pieces.npz", allow_pickle=False) as file:
            self._numbers, self._scale = file["numbers"], file["scale"].astype(np.float32)
        self._reader, self._step = (session(folder / name) for name in FILES[:2])
        # Keys and values go in and out by layer, or in one tensor for all layers.
        self._memory = [output.name for output in self._reader.get_outputs()]
        self._past = [given.name for given in self._step.get_inputs() if given.name.startswith("past")]

    def read(self, source: Ints, source_out: Ints) -> CaptionMemory:
        """Encode captions of one length."""
        visible = source != PAD
        found = self._reader.run(None, {"embedded": self._look_up(source), "visible": visible})
        seen = dict(zip(self._memory, found, strict=True)) | {"visible": visible, "source_out": source_out}
        heads, width = self.about["heads"], self.about["width"]
        layers = (2, self.about["layers"]) if self._past == ["past"] else ()
        none = np.zeros((*layers, len(source), heads, 0, width // heads), np.float32)
        return CaptionMemory(seen, dict.fromkeys(self._past, none))

    def step(self, last: Ints, place: int, memory: CaptionMemory) -> tuple[Floats, CaptionMemory]:
        """The probability of each output after one more piece, and the memory then."""
        given = {"embedded": self._look_up(last), "place": np.array([place]), **memory.past, **memory.seen}
        chances, *past = self._step.run(None, given)
        return chances, CaptionMemory(memory.seen, dict(zip(self._past, past, strict=True)))

    def _look_up(self, rows: Ints) -> Floats:
        found: Floats = self._numbers[rows].astype(np.float32) * self._scale[rows]
        return found


def _taken(arrays: Mapping[str, NDArray[Any]], rows: Ints) -> dict[str, NDArray[Any]]:
    return {name: np.take(array, rows, axis=_AXIS.get(name, 0)) for name, array in arrays.items()}
