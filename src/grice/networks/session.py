"""How does a network run? One onnxruntime session on the CPU, set up in one place."""

import os
from pathlib import Path
from typing import Any


def session(model: Path | bytes, threads: int = 1) -> Any:
    """A session of an ONNX file or its bytes.

    One thread by default: the products of a decoding step are small, and batches side by side use several cores better
    than threads inside a product.
    """
    import onnxruntime

    options = onnxruntime.SessionOptions()
    options.intra_op_num_threads = threads
    options.inter_op_num_threads = 1
    options.log_severity_level = 3
    given = str(model) if isinstance(model, Path) else model
    return onnxruntime.InferenceSession(given, options, providers=["CPUExecutionProvider"])


def cores() -> int:
    """How many cores this process may use."""
    return len(os.sched_getaffinity(0)) if hasattr(os, "sched_getaffinity") else os.cpu_count() or 1
