"""Graphs written byte by byte are what onnxruntime runs."""

import numpy as np
import pytest

from grice.networks.onnx import FLOAT, Operation, Tensor, _varint, model
from grice.networks.session import session


@pytest.mark.parametrize(
    ("number", "digits"),
    [(0, "00"), (1, "01"), (127, "7f"), (128, "8001"), (300, "ac02"), (16_384, "808001"), (-1, "ff" * 9 + "01")],
)
def test_integers_are_base_128_varints(number: int, digits: str) -> None:
    # 300 is the example of the protocol-buffers manual; the rest were worked out by hand.
    assert _varint(number).hex() == digits


def test_onnxruntime_runs_a_graph_with_outside_weights_and_attributes() -> None:
    weights = {"w": np.array([[1, 2, 3], [4, 5, 6]], np.float32)}
    written = model(
        [
            Operation("MatMul", ["x", "w"], ["y"]),
            Operation("LeakyRelu", ["y"], ["z"], {"alpha": 0.5}),
            Operation("Softmax", ["z"], ["s"], {"axis": 0}),
        ],
        inputs=[Tensor("x", FLOAT, ("n", 2))],
        outputs=[Tensor("z", FLOAT, ("n", 3)), Tensor("s", FLOAT, ("n", 3))],
        weights=weights,
    )
    z, s = session(written, weights=weights).run(None, {"x": np.array([[1, 0], [0, -1]], np.float32)})
    np.testing.assert_allclose(z, [[1, 2, 3], [-2, -2.5, -3]])
    np.testing.assert_allclose(s.sum(axis=0), [1, 1, 1], rtol=1e-6)
