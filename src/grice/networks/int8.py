"""How does the network run in 8-bit integers, and stay near? BERT's matrix products in integers, from its own weights.

Activations have one scale per token, found as they come, so a vector does not depend on its neighbours; weights have
one per output column. What plain 8-bit arithmetic loses, it loses to a few channels: in each layer some are ten times
as large as the others. Hence, for each product of an input with weights:

* the largest channels are multiplied in 32 bits (as in LLM.int8, Dettmers et al. 2022);
* the others lend a part of their size to the weights (SmoothQuant, Xiao et al. 2023);
* what comes out of GELU is never below -0.17: counted from there, all 256 levels serve;
* that product, the longest of a layer, is cut into parts of channels alike in size, each with its own scales.

How large channels become is seen on random texts of frequent words, not on a corpus. The integers themselves are added
up exactly.
"""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Any

import numpy as np
from numpy.typing import NDArray

from grice.networks.bert import Bert, sum_and_norm
from grice.networks.onnx import CONTRIB, INT32, UINT8, Operation, Tensor, model
from grice.networks.session import session

Array = NDArray[Any]

LENT = 0.55
"""The exponent of an activation's size in what it lends; that of the weights' is 1 - LENT."""
LEVELS = 127
LEAST = -0.1701
"""A little below the least value of GELU in its fast form."""
_LENGTHS, _TEXTS, _WORDS, _MARKS = range(3, 9), 32, (1996, 4000), (101, 102)
"""The random texts; BERT's vocabulary has its words from number 1996 on, the frequent ones first."""


@dataclass(frozen=True)
class Kind:
    """How one of a layer's four products is done: what it reads, channels in 32 bits, parts, counted from where."""

    given: str
    outliers: int
    parts: int = 1
    least: float = 0.0

    @property
    def positive(self) -> bool:
        return self.least < 0


KINDS = {
    "attention": Kind("in", 16),
    "mix": Kind("attended", 0),
    "expand": Kind("middle", 16),
    "reduce": Kind("active", 4, parts=4, least=LEAST),
}


@dataclass(frozen=True)
class Product:
    """One product made ready; `order` is that in which its input comes, so that parts are of channels alike in size."""

    name: str
    kind: Kind
    weight: Array
    mean: Array
    outliers: Array
    factor: Array
    order: Array

    @classmethod
    def of(cls, name: str, kind: Kind, weight: Array, size: Array, mean: Array) -> "Product":
        order = np.argsort(size, kind="stable")
        outliers = order[len(order) - kind.outliers :]
        if not kind.outliers:
            return cls(name, kind, weight, mean, outliers, np.ones(len(size), np.float32), np.arange(len(size)))
        lent = size**LENT / np.maximum(np.abs(weight).max(1), 1e-4) ** (1 - LENT)
        lent /= np.exp(np.log(np.delete(lent, outliers)).mean())
        lent[outliers] = np.inf
        order = np.argsort(size / lent, kind="stable") if kind.parts > 1 else np.arange(len(size))
        return cls(name, kind, weight, mean, outliers, lent.astype(np.float32), order)

    def weights(self, signed: bool) -> dict[str, Array]:
        """Everything the nodes of this product name."""
        kept = np.isfinite(self.factor)
        even = np.where(kept, self.factor, 0)[:, None] * self.weight
        made: dict[str, Array] = {
            "scaling": (1 / self.factor)[self.order],
            "shift": (-self.kind.least / self.factor)[self.order],
            "outliers": np.argsort(self.order, kind="stable")[self.outliers].astype(np.int32),
            "exact": self.weight[self.outliers],
        }
        offset = self.kind.least * self.weight[kept].sum(0)
        mean = np.where(kept, (self.mean - self.kind.least) / self.factor, 0)
        for part, rows in enumerate(np.split(self.order, self.kind.parts)):
            columns = np.abs(even[rows]).max(0) / LEVELS + 1e-12
            integers = np.rint(even[rows] / columns)
            made[f"{part}.integers"] = integers.astype(np.int8) if signed else (integers + 128).astype(np.uint8)
            # The scale of a token is its largest value; the levels it is divided into are part of the column's.
            made[f"{part}.columns"] = columns / (255 if self.kind.positive else LEVELS)
            offset += mean[rows] @ (even[rows] - integers * columns)
        made["offset"] = offset
        return {f"{self.name}.{key}": array for key, array in made.items()}

    def nodes(self, given: str, out: str, signed: bool) -> list[Operation]:
        """From an activation in 32 bits to the product in 32 bits, without the offset, which goes into the bias."""

        def n(name: str) -> str:
            return f"{self.name}.{name}"

        sign = "positive" if self.kind.positive else "signed"
        nodes, even, total = [], given, ""
        if self.kind.outliers:
            nodes = [
                Operation("Gather", [given, n("outliers")], [n("large")], {"axis": 2}),
                Operation("MatMul", [n("large"), n("exact")], [n("sum")]),
                Operation("Mul", [given, n("scaling")], [n("scaled")]),
            ]
            even, total = n("scaled"), n("sum")
        if self.kind.positive:
            nodes.append(Operation("Add", [even, n("shift")], [n("shifted")]))
            even = n("shifted")
        if self.kind.parts > 1:
            nodes.append(Operation("Reshape", [even, "cut"], [n("cut")]))
            even = n("cut")
        size = even
        if not self.kind.positive:
            nodes.append(Operation("Abs", [even], [n("size")]))
            size = n("size")
        nodes += [
            Operation("ReduceMax", [size], [n("most")], {"axes": (-1,), "keepdims": 1}),
            Operation("Add", [n("most"), "tiny"], [n("scale")]),
            Operation("Div", [f"{sign}.levels", n("scale")], [n("steps")]),
            Operation("Mul", [even, n("steps")], [n("level")]),
            Operation("QuantizeLinear", [n("level"), "one", f"{sign}.zero"], [n("bytes")]),
        ]
        pieces = [[n(which)] for which in ("bytes", "scale")]
        if self.kind.parts > 1:
            pieces = [[n(f"{which}.{part}") for part in range(self.kind.parts)] for which in ("bytes", "scale")]
            for which, cut in zip(("bytes", "scale"), pieces, strict=True):
                nodes += [
                    Operation("Reshape", [n(which), "whole"], [n(f"{which}.whole")]),
                    Operation("Split", [n(f"{which}.whole")], cut, {"axis": 2}),
                ]
        for part, (integers, scale) in enumerate(zip(*pieces, strict=True)):
            inputs = [integers, n(f"{part}.integers"), "one", n(f"{part}.columns"), f"{sign}.zero"]
            inputs += [] if signed else ["signed.zero"]
            made = out if part == self.kind.parts - 1 else n(f"{part}.sum")
            scaled = n(f"{part}.scaled") if total else made
            nodes += [
                Operation("MatMulIntegerToFloat", inputs, [n(f"{part}.product")], {}, CONTRIB),
                Operation("Mul", [n(f"{part}.product"), scale], [scaled]),
            ]
            if total:
                nodes.append(Operation("Add", [total, scaled], [made]))
            total = made
        return nodes


_CONSTANTS = {
    "one": np.float32(1),
    "tiny": np.float32(1e-12),
    "signed.levels": np.float32(LEVELS),
    "signed.zero": np.array(128, np.uint8),
    "positive.levels": np.float32(255),
    "positive.zero": np.array(0, np.uint8),
}


def in_integers(
    nodes: list[Operation], weights: Mapping[str, Array], heads: int
) -> tuple[list[Operation], dict[str, Array]]:
    """The network of `bert.graph` with its matrix products in 8-bit integers."""
    layers = sum(name.endswith(".reduce.weight") for name in weights)
    signed = integers_add_up()
    shapes = {"cut": (0, 0, KINDS["reduce"].parts, -1), "whole": (0, 0, -1)}
    made = [nodes[0], *(Operation("Constant", [], [name], {"value_ints": to}) for name, to in shapes.items())]
    kept = dict(weights) | {name: np.asarray(value) for name, value in _CONSTANTS.items()}
    seen = _channels(nodes, weights, layers)
    for layer in range(layers):
        products: dict[str, Product] = {}
        for part in ("reduce", "expand", "mix", "attention"):
            weight, bias = (kept.pop(f"{layer}.{part}.{name}") for name in ("weight", "bias"))
            if part == "expand":
                order = products["reduce"].order
                weight, bias = weight[:, order], bias[order]
            product = Product.of(f"int8.{layer}.{part}", KINDS[part], weight, *seen[layer, part])
            kept |= product.weights(signed)
            kept[f"{layer}.{part}.bias"] = bias + kept.pop(f"{product.name}.offset")
            products[part] = product
        made += _layer(layer, heads, products, signed)
    used = {name for node in made for name in node.inputs}
    return made, {name: _stored(array) for name, array in kept.items() if name in used}


def integers_add_up() -> bool:
    """Whether unsigned by signed bytes add up exactly here.

    Processors without integer dot products cut sums of two at 16 bits. There, weights go unsigned: the same numbers,
    more slowly.
    """
    nodes = [Operation("MatMulInteger", ["x", "w"], ["y"])]
    weights = {"w": np.full((64, 16), LEVELS, np.int8)}
    written = model(nodes, [Tensor("x", UINT8, (4, 64))], [Tensor("y", INT32, (4, 16))], weights)
    found = session(written, weights=weights, optimise=False).run(None, {"x": np.full((4, 64), 255, np.uint8)})[0]
    return bool((found == 64 * 255 * LEVELS).all())


def _channels(
    nodes: Sequence[Operation], weights: Mapping[str, Array], layers: int
) -> dict[tuple[int, str], tuple[Array, Array]]:
    """How large each channel of the input of every product becomes over random texts, and its mean."""
    asked = {(layer, part): f"{layer}.{kind.given}" for layer in range(layers) for part, kind in KINDS.items()}
    network = Bert(nodes, weights, threads=1, outputs=list(asked.values()))
    rng = np.random.default_rng(0)
    met = []
    for length in _LENGTHS:
        ids = rng.integers(*_WORDS, (_TEXTS, length), np.int32)
        ids[:, 0], ids[:, -1] = _MARKS
        met.append([array.reshape(-1, array.shape[-1]) for array in network.all(ids)[:-1]])
    found = {}
    for (layer, part), arrays in zip(asked, zip(*met, strict=True), strict=True):
        rows = np.concatenate(arrays)
        size = np.abs(rows - KINDS[part].least).max(0)
        found[layer, part] = np.maximum(size, 1e-4), rows.mean(0)
    return found


def _layer(layer: int, heads: int, products: Mapping[str, Product], signed: bool) -> list[Operation]:
    def n(*names: str) -> list[str]:
        return [f"{layer}.{name}" for name in names]

    def product(part: str, out: str) -> list[Operation]:
        return products[part].nodes(f"{layer}.{KINDS[part].given}", f"{layer}.{out}", signed)

    three = n("query", "key", "value")
    return [
        *product("attention", "three"),
        Operation("Add", n("three", "attention.bias"), n("three.biased")),
        Operation("Split", n("three.biased"), three, {"axis": 2}),
        Operation("MultiHeadAttention", three, n("attended"), {"num_heads": heads}, CONTRIB),
        *product("mix", "mixed"),
        *sum_and_norm(layer, "mix", "mixed", "in", f"{layer}.middle"),
        *product("expand", "wide"),
        Operation("FastGelu", n("wide", "expand.bias"), n("active"), {}, CONTRIB),
        *product("reduce", "narrow"),
        *sum_and_norm(layer, "reduce", "narrow", "middle", f"{layer + 1}.in"),
    ]


def _stored(array: Array) -> Array:
    return np.ascontiguousarray(array, np.float32 if array.dtype.kind == "f" else array.dtype)
