"""What does the network say comes next? The two graphs of an exported parser in onnxruntime, and their folder.

`reader.onnx` reads a batch of captions once, `step.onnx` gives the probabilities of one more piece, `pieces.npz` holds
the vectors of pieces, `manifest.json` the sha256 of each file. Every operation works row by row (activations are
quantised with a scale per row), so what a caption gets does not depend on its neighbours.
"""

import hashlib
import json
import os
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Any

import numpy as np
from numpy.typing import NDArray

from grice.errors import InputError
from grice.networks.manifest import sha256
from grice.readers.graphs.pieces import Vocabulary, load_tokenizer

MANIFEST = "manifest.json"
FILES = ("reader.onnx", "step.onnx", "pieces.npz", "vocabulary.json", "tokenizer.json")
_MEMORY = {"states": 0, "keys": 1, "values": 1, "copy_keys": 0, "visible": 0, "source_out": 0}
"""What a step sees of the captions, and which axis counts captions."""
Floats = NDArray[np.float32]


@dataclass(frozen=True)
class State:
    """Captions under way: what a step sees of them and the keys and values of the pieces so far."""

    memory: Mapping[str, NDArray[Any]]
    past: Floats

    def take(self, rows: Sequence[int] | NDArray[np.int64], memory: bool = True) -> "State":
        """The state of some captions, in the order given, a caption as often as it is named; or of their past alone."""
        chosen = np.asarray(rows, np.int64)
        past = np.take(self.past, chosen, axis=2)
        if not memory:
            return State(self.memory, past)
        return State({name: np.take(array, chosen, axis=_MEMORY[name]) for name, array in self.memory.items()}, past)


class Model:
    """An exported parser, loaded; several threads may use it at once."""

    def __init__(self, folder: Path) -> None:
        self.folder = folder
        self.fingerprint = check(folder)
        about = json.loads((folder / "vocabulary.json").read_text("utf-8"))
        lacking = [name for name in ("pieces", "outputs", "layers", "heads", "width") if name not in about]
        if lacking:
            raise InputError(
                f"{folder / 'vocabulary.json'} lacks {', '.join(lacking)}", "a folder of grice train export"
            )
        self.about: dict[str, Any] = about
        # A folder without words was exported before words were kept whole; it is read without that.
        self.vocabulary = Vocabulary(about["pieces"], about["outputs"], load_tokenizer(folder), about.get("words", ()))
        with np.load(folder / "pieces.npz", allow_pickle=False) as file:
            self._numbers, self._scale = file["numbers"], file["scale"].astype(np.float32)
        self._reader, self._step = (_session(folder / name) for name in FILES[:2])
        self._empty = (2, about["layers"], 0, about["heads"], 0, about["width"] // about["heads"])

    def read(self, source: NDArray[np.int64], source_out: NDArray[np.int64]) -> State:
        """Encode captions of one length, padded with 0."""
        visible = source != 0
        found = self._reader.run(None, {"embedded": self._look_up(source), "visible": visible})
        memory = dict(zip(("states", "keys", "values", "copy_keys"), found, strict=True))
        shape = (*self._empty[:2], len(source), *self._empty[3:])
        return State(memory | {"visible": visible, "source_out": source_out}, np.zeros(shape, np.float32))

    def step(self, last: NDArray[np.int64], place: int, state: State) -> tuple[Floats, State]:
        """The probability of each output after one more piece, and the state then."""
        given = {"embedded": self._look_up(last), "place": np.array([place]), "past": state.past, **state.memory}
        chances, past = self._step.run(None, given)
        return chances, State(state.memory, past)

    def _look_up(self, rows: NDArray[np.int64]) -> Floats:
        found: Floats = self._numbers[rows].astype(np.float32) * self._scale[rows]
        return found


def check(folder: Path) -> str:
    """Check every file of an exported parser against its manifest; returns the checksum of them all."""
    manifest = folder / MANIFEST
    if not manifest.is_file():
        raise InputError(
            f"{folder} holds no {MANIFEST}",
            "a folder with an exported parser",
            f"grice train export {folder} --out EXPORTED, where it holds trained weights",
        )
    try:
        listed: dict[str, str] = json.loads(manifest.read_text("utf-8"))["sha256"]
        wanted = {name: listed[name] for name in FILES}
    except (ValueError, KeyError, TypeError) as error:
        raise InputError(f"{manifest} lists no checksums ({error})", f"the sha256 of {', '.join(FILES)}") from None
    for name, right in wanted.items():
        path = folder / name
        if not path.is_file():
            raise InputError(f"{folder} lacks {name}", f"all of {', '.join(FILES)}")
        found = sha256(path)
        if found != right:
            raise InputError(f"{path} has the sha256 {found}", right, "copy or export the folder again")
    return hashlib.sha256("".join(wanted.values()).encode()).hexdigest()


def cores() -> int:
    """How many cores this process may use."""
    return len(os.sched_getaffinity(0)) if hasattr(os, "sched_getaffinity") else os.cpu_count() or 1


def _session(path: Path) -> Any:
    import onnxruntime

    options = onnxruntime.SessionOptions()
    # The products of a step are small: batches side by side use several cores better than threads inside a product.
    options.intra_op_num_threads = 1
    options.inter_op_num_threads = 1
    options.log_severity_level = 3
    return onnxruntime.InferenceSession(str(path), options, providers=["CPUExecutionProvider"])
