"""A BERT that lies as ONNX comes back under its own names, its matrices turned round."""

from pathlib import Path

import numpy as np
import pytest

from lab.onnx_encoder import weights


def test_matrices_are_named_by_the_node_that_uses_them(tmp_path: Path) -> None:
    onnx = pytest.importorskip("onnx")
    matrix = np.arange(6, dtype=np.float32).reshape(2, 3)
    bias = np.ones(3, np.float32)
    name = "encoder.layer.0.attention.self.query"
    nodes = [
        onnx.helper.make_node("MatMul", ["given", "onnx::MatMul_7"], ["product"], f"/{name.replace('.', '/')}/MatMul"),
        onnx.helper.make_node("Add", ["product", f"{name}.bias"], ["out"]),
    ]
    ends = [onnx.helper.make_tensor_value_info(end, onnx.TensorProto.FLOAT, None) for end in ("given", "out")]
    tensors = [
        onnx.numpy_helper.from_array(matrix, "onnx::MatMul_7"),
        onnx.numpy_helper.from_array(bias, f"{name}.bias"),
    ]
    graph = onnx.helper.make_graph(nodes, "bert", ends[:1], ends[1:], tensors)
    onnx.save(onnx.helper.make_model(graph), str(tmp_path / "model.onnx"))
    found = weights(tmp_path / "model.onnx")
    assert set(found) == {f"{name}.weight", f"{name}.bias"}
    assert found[f"{name}.weight"].tolist() == matrix.T.tolist()
    assert found[f"{name}.bias"].tolist() == bias.tolist()
