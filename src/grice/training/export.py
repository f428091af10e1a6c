"""How does a network leave torch? As ONNX graphs with small weights, checked against torch, with a manifest.

Nothing here is about a particular network. A caller names its modules with example inputs (`OnnxGraph`), gives trial
inputs by which integers are calibrated and the result is checked, and adds the other files that its folder needs.
"""

import warnings
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Any

import numpy as np
import torch
from numpy.typing import NDArray

from grice.errors import InputError
from grice.extras import require
from grice.networks import manifest
from grice.networks.session import session
from grice.training.quantise import as_float16, as_int8, channels

OPSET = 18
FORMS = {"int8": 0.25, "float16": 0.02, "float32": 1e-3}
"""How weights are stored, and how far an exported network may be from torch: the mean total variation distance of its
probabilities. Integers cost up to 0.1, most of it where no output is likely; other weights would give nearly 1."""
Feed = Mapping[str, NDArray[Any]]


@dataclass(frozen=True)
class OnnxGraph:
    """A torch module that becomes one ONNX file: example inputs and outputs by name, and which axes vary in size."""

    file: str
    module: Any
    inputs: Mapping[str, Any]
    outputs: Sequence[str]
    free: Mapping[str, Mapping[int, str]]


def require_form(form: str) -> None:
    """Refuse an unknown form of weights."""
    if form not in FORMS:
        raise InputError(f"no export form is called {form!r}", f"one of {', '.join(FORMS)}")


def write_graph(graph: OnnxGraph, folder: Path) -> None:
    """Write a module as an ONNX file in single precision."""
    require("onnx", "train", "exporting a network")
    math = torch.nn.attention.sdpa_kernel(torch.nn.attention.SDPBackend.MATH)
    with torch.no_grad(), math, warnings.catch_warnings():
        # Shapes that are the same for every caption are traced as numbers, on purpose.
        warnings.simplefilter("ignore", torch.jit.TracerWarning)
        torch.onnx.export(
            graph.module,
            tuple(graph.inputs.values()),
            str(folder / graph.file),
            input_names=list(graph.inputs),
            output_names=list(graph.outputs),
            dynamic_axes=graph.free,
            opset_version=OPSET,
            dynamo=False,
        )


def shrink(file: Path, form: str, feeds: Iterable[Feed]) -> None:
    """Store the weights of an ONNX file in a form; `feeds` are the inputs by which integers are calibrated."""
    if form == "int8":
        as_int8(file, channels(file, feeds))
    elif form == "float16":
        as_float16(file)


def write_table(table: NDArray[np.float32], file: Path, form: str) -> None:
    """Write an embedding as numbers with a scale per row, so that numbers * scale is the vector."""
    if form == "int8":
        scale = np.abs(table).max(1, keepdims=True) / 127.0 + 1e-12
        np.savez(file, numbers=np.rint(table / scale).astype(np.int8), scale=scale.astype(np.float32))
    else:
        kind = np.float16 if form == "float16" else np.float32
        np.savez(file, numbers=table.astype(kind), scale=np.ones((len(table), 1), np.float32))


@torch.no_grad()
def apart(graph: OnnxGraph, folder: Path, feeds: Iterable[Feed], output: str) -> float:
    """How far the probabilities of an exported graph are from torch's: their mean total variation distance."""
    exported, place = session(folder / graph.file), list(graph.outputs).index(output)
    distances = []
    for feed in feeds:
        found = graph.module(*(torch.from_numpy(feed[name]) for name in graph.inputs))
        wanted = (found[place] if isinstance(found, tuple) else found).numpy()
        (ours,) = exported.run([output], dict(feed))
        distances.append(0.5 * np.abs(ours - wanted).sum(-1).mean())
    return float(np.mean(distances))


def require_near(distance: float, form: str, network: str) -> None:
    """Refuse an export that does not compute what the network in torch computes."""
    if not distance <= FORMS[form]:
        given = f"the {form} export of {network} differs from torch: its probabilities by {distance:.3f} on average"
        raise InputError(given, f"at most {FORMS[form]}", "--form float32")


def pin(folder: Path, files: Sequence[str], about: Mapping[str, Any]) -> dict[str, dict[str, Any]]:
    """Write the manifest of an exported folder; the size and the checksum of each file."""
    manifest.write(folder, files, about)
    return {
        name: {"bytes": (folder / name).stat().st_size, "sha256": manifest.sha256(folder / name)}
        for name in sorted(files)
    }
