"""How does a network run? One onnxruntime session on the CPU, set up in one place."""

import os
from collections.abc import Mapping
from pathlib import Path
from typing import Any

import numpy as np
from numpy.typing import NDArray

CORES = "GRICE_CORES"
"""The environment variable that says how many cores networks may use."""


def session(
    model: Path | bytes, threads: int = 1, weights: Mapping[str, NDArray[Any]] | None = None, optimise: bool = True
) -> Any:
    """A session of an ONNX file or its bytes.

    One thread by default: the products of a decoding step are small, and batches side by side use several cores better
    than threads inside a product; 0 are as many as there are cores. `weights` are those the model names and does
    not hold, read where they lie. `optimise=False` runs a graph as it was written.
    """
    import onnxruntime

    options = onnxruntime.SessionOptions()
    options.intra_op_num_threads = threads or cores()
    options.inter_op_num_threads = 1
    options.log_severity_level = 3
    # Threads that wait in a loop take the processor from other work: on a busy machine two were slower than one.
    options.add_session_config_entry("session.intra_op.allow_spinning", "0")
    if not optimise:
        options.graph_optimization_level = onnxruntime.GraphOptimizationLevel.ORT_DISABLE_ALL
    values = {
        name: onnxruntime.OrtValue.ortvalue_from_numpy(np.asarray(array)) for name, array in (weights or {}).items()
    }
    options.add_external_initializers(list(values), list(values.values()))
    given = str(model) if isinstance(model, Path) else model
    made = onnxruntime.InferenceSession(given, options, providers=["CPUExecutionProvider"])
    # onnxruntime neither copies the weights nor keeps them alive.
    made.weights = values
    return made


def cores() -> int:
    """How many cores this process may use: all it is let, or its share of them where others work beside it."""
    every = len(os.sched_getaffinity(0)) if hasattr(os, "sched_getaffinity") else os.cpu_count() or 1
    given = os.environ.get(CORES, "")
    return min(every, max(1, int(given))) if given.isdecimal() else every


def share_cores(processes: int) -> None:
    """Take one of so many shares of the cores, in a process that works beside others: threads of each on all cores
    would only wait for one another."""
    os.environ[CORES] = str(max(1, cores() // processes))
