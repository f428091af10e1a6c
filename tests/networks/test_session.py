"""Sessions read weights where they lie and keep them."""

import gc

import numpy as np
import pytest

from grice.networks.onnx import FLOAT, Operation, Tensor, model
from grice.networks.session import CORES, cores, session, share_cores


def test_weights_live_as_long_as_the_session() -> None:
    edges = [Tensor("x", FLOAT, (1,))], [Tensor("y", FLOAT, (1 << 18,))]
    for optimise in (True, False):
        weights = {"w": np.arange(1 << 18, dtype=np.float32)}
        made = session(
            model([Operation("Mul", ["x", "w"], ["y"])], *edges, weights), weights=weights, optimise=optimise
        )
        del weights
        gc.collect()
        others = [np.full(1 << 18, -1, np.float32) for _ in range(8)]
        (found,) = made.run(None, {"x": np.array([2], np.float32)})
        np.testing.assert_array_equal(found, 2 * np.arange(1 << 18))
        assert len(others) == 8


def test_processes_side_by_side_share_the_cores(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.delenv(CORES, raising=False)
    every = cores()
    monkeypatch.setenv(CORES, "0")
    assert cores() == 1
    monkeypatch.setenv(CORES, str(every + 5))
    assert cores() == every
    share_cores(every)
    assert cores() == 1
