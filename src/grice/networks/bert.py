"""What vector has each token in its sentence? BERT (Devlin et al. 2019) as one fused onnxruntime graph, without torch.

The graph is written in memory from the tensors of a Hugging Face `BertModel`: an embedding node, and in each layer
attention; projection, sum and norm; expansion and GELU; projection, sum and norm. All texts of a call have the same
number of tokens, so there is no padding and no mask.
"""

from collections.abc import Mapping, Sequence
from typing import Any

import numpy as np
from numpy.typing import NDArray

from grice.networks.onnx import CONTRIB, FLOAT, INT32, Operation, Tensor, model
from grice.networks.session import session

Array = NDArray[Any]

EPSILON = 1e-12
"""BERT's layer norm; the operators would take another by default."""


class Bert:
    """Token ids of shape (texts, length) to vectors of shape (texts, length, width)."""

    def __init__(
        self, nodes: Sequence[Operation], weights: Mapping[str, Array], threads: int = 0, outputs: Sequence[str] = ()
    ) -> None:
        """`outputs` names what else `all` gives, besides what the last node writes."""
        names = (*outputs, nodes[-1].outputs[0])
        ends = [Tensor(name, FLOAT, ("texts", "length", f"{name}.width")) for name in names]
        written = model(nodes, [Tensor("ids", INT32, ("texts", "length"))], ends, weights)
        # The graph is fused by hand; what onnxruntime's optimiser would still do makes it a tenth slower.
        self._session = session(written, threads, weights, optimise=False)

    def __call__(self, ids: NDArray[np.int32]) -> NDArray[np.float32]:
        return self.all(ids)[-1]

    def all(self, ids: NDArray[np.int32]) -> list[NDArray[np.float32]]:
        found: list[NDArray[np.float32]] = self._session.run(None, {"ids": ids})
        return found


def graph(tensors: Mapping[str, Array], heads: int) -> tuple[list[Operation], dict[str, Array]]:
    """The nodes of the network and the weights they name, laid out as the fused operators want them."""
    embeddings = "embeddings."
    weights = {
        "words": tensors[f"{embeddings}word_embeddings.weight"],
        # Every token is of the first segment, so its embedding can be part of the position's.
        "positions": tensors[f"{embeddings}position_embeddings.weight"]
        + tensors[f"{embeddings}token_type_embeddings.weight"][0],
        "scale": tensors[f"{embeddings}LayerNorm.weight"],
        "shift": tensors[f"{embeddings}LayerNorm.bias"],
    }
    inputs = ["ids", "", "words", "positions", "", "scale", "shift"]
    nodes = [Operation("EmbedLayerNormalization", inputs, ["0.in", "mask"], {"epsilon": EPSILON}, CONTRIB)]
    count = len({name.split(".")[2] for name in tensors if name.startswith("encoder.layer.")})
    for layer in range(count):
        weights |= _layer_weights(tensors, layer)
        nodes += _layer_nodes(layer, heads)
    return nodes, {name: np.ascontiguousarray(array, np.float32) for name, array in weights.items()}


def _layer_weights(tensors: Mapping[str, Array], layer: int) -> dict[str, Array]:
    def tensor(name: str) -> Array:
        return tensors[f"encoder.layer.{layer}.{name}"]

    three = [f"attention.self.{name}" for name in ("query", "key", "value")]
    found = {
        "attention.weight": np.concatenate([tensor(f"{name}.weight").T for name in three], axis=1),
        "attention.bias": np.concatenate([tensor(f"{name}.bias") for name in three]),
        "expand.weight": tensor("intermediate.dense.weight").T,
        "expand.bias": tensor("intermediate.dense.bias"),
    }
    for ours, theirs in (("mix", "attention.output"), ("reduce", "output")):
        found |= {
            f"{ours}.weight": tensor(f"{theirs}.dense.weight").T,
            f"{ours}.bias": tensor(f"{theirs}.dense.bias"),
            f"{ours}.scale": tensor(f"{theirs}.LayerNorm.weight"),
            f"{ours}.shift": tensor(f"{theirs}.LayerNorm.bias"),
        }
    return {f"{layer}.{name}": array for name, array in found.items()}


def _layer_nodes(layer: int, heads: int) -> list[Operation]:
    def n(*names: str) -> list[str]:
        return [f"{layer}.{name}" for name in names]

    return [
        Operation(
            "Attention", n("in", "attention.weight", "attention.bias"), n("attended"), {"num_heads": heads}, CONTRIB
        ),
        Operation("MatMul", n("attended", "mix.weight"), n("mixed")),
        *sum_and_norm(layer, "mix", "mixed", "in", f"{layer}.middle"),
        Operation("MatMul", n("middle", "expand.weight"), n("wide")),
        Operation("BiasGelu", n("wide", "expand.bias"), n("active"), {}, CONTRIB),
        Operation("MatMul", n("active", "reduce.weight"), n("narrow")),
        *sum_and_norm(layer, "reduce", "narrow", "middle", f"{layer + 1}.in"),
    ]


def sum_and_norm(layer: int, part: str, new: str, old: str, out: str) -> list[Operation]:
    """LN(new + bias + old). onnxruntime's one fused node for this is slower than these three."""
    biased, summed, scale, shift = (f"{layer}.{part}.{name}" for name in ("biased", "summed", "scale", "shift"))
    return [
        Operation("Add", [f"{layer}.{new}", f"{layer}.{part}.bias"], [biased]),
        Operation("Add", [biased, f"{layer}.{old}"], [summed]),
        Operation("LayerNormalization", [summed, scale, shift], [out], {"axis": 2, "epsilon": EPSILON}),
    ]
