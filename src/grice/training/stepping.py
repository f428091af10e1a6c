"""How is one optimiser step run fast? Eagerly, or captured once per bucket shape and replayed as a CUDA graph.

A small network spends its time launching some thousand kernels a step. A captured step is one launch: the batch is
gathered on the device from a static index tensor, and forward, backward, clipping and optimiser replay as recorded.
"""

from collections.abc import Callable, Mapping, Sequence
from typing import Any

import torch

Loss = Callable[[Mapping[str, Any]], Any]


class Stepper:
    """One optimiser step on a bucket's rows; with `graphs`, on a GPU, captured and replayed."""

    def __init__(
        self, parameters: Sequence[Any], loss: Loss, optimiser: Any, clip: float, graphs: bool, precision: str
    ) -> None:
        self.parameters, self.loss, self.optimiser, self.clip = list(parameters), loss, optimiser, clip
        self.device = self.parameters[0].device.type
        self.captured = graphs and self.device == "cuda"
        self.precision = torch.bfloat16 if precision == "bfloat16" else None
        self._graphs: dict[int, tuple[int, Any, Any, Any]] = {}
        self._pool: Any = None

    def step(self, number: int, bucket: Mapping[str, Any], rows: Any) -> Any:
        """Run one step on rows of a bucket; the loss stays on the device."""
        if not self.captured:
            return self._run(bucket, rows)
        address = next(iter(bucket.values())).data_ptr()
        if number not in self._graphs or self._graphs[number][0] != address:
            self._graphs[number] = address, *self._capture(bucket, rows)
        _, graph, static_rows, value = self._graphs[number]
        static_rows.copy_(rows)
        graph.replay()
        return value

    def _run(self, bucket: Mapping[str, Any], rows: Any) -> Any:
        batch = {name: source.index_select(0, rows) for name, source in bucket.items()}
        self.optimiser.zero_grad(set_to_none=True)
        with torch.autocast(self.device, self.precision, enabled=self.precision is not None):
            value = self.loss(batch)
        value.backward()
        torch.nn.utils.clip_grad_norm_(self.parameters, self.clip)
        self.optimiser.step()
        return value.detach()

    def _capture(self, bucket: Mapping[str, Any], rows: Any) -> tuple[Any, Any, Any]:
        """Record a step of this bucket's shape; the trial steps that capture needs leave no trace."""
        kept = self._snapshot()
        side = torch.cuda.Stream()
        side.wait_stream(torch.cuda.current_stream())
        with torch.cuda.stream(side):
            for _ in range(2):
                self._run(bucket, rows)
        torch.cuda.current_stream().wait_stream(side)
        static_rows = rows.clone()
        graph = torch.cuda.CUDAGraph()
        self.optimiser.zero_grad(set_to_none=True)
        with torch.cuda.graph(graph, pool=self._pool):
            value = self._run(bucket, static_rows)
        self._pool = graph.pool()
        self._restore(kept)
        return graph, static_rows, value

    def _snapshot(self) -> dict[str, Any]:
        state = self.optimiser.state
        return {
            "weights": [p.detach().clone() for p in self.parameters],
            "state": [{k: v.clone() for k, v in state[p].items()} for p in self.parameters],
            "rng": torch.cuda.get_rng_state(),
        }

    @torch.no_grad()
    def _restore(self, kept: Mapping[str, Any]) -> None:
        for parameter, weights, state in zip(self.parameters, kept["weights"], kept["state"], strict=True):
            parameter.copy_(weights)
            for name, value in state.items():
                self.optimiser.state[parameter][name].copy_(value)
        torch.cuda.synchronize()
        torch.cuda.set_rng_state(kept["rng"])


def prime(optimiser: Any) -> None:
    """Create an optimiser's state without a step, so that it can be captured, copied and restored."""
    rates = [group["lr"].clone() if torch.is_tensor(group["lr"]) else group["lr"] for group in optimiser.param_groups]
    for group in optimiser.param_groups:
        set_rate(group, 0.0)
        for parameter in group["params"]:
            parameter.grad = torch.zeros_like(parameter)
    optimiser.step()
    for group, value in zip(optimiser.param_groups, rates, strict=True):
        set_rate(group, value)
        for parameter in group["params"]:
            for state in optimiser.state[parameter].values():
                state.zero_()
    optimiser.zero_grad(set_to_none=True)


def set_rate(group: dict[str, Any], value: Any) -> None:
    """Set a learning rate: in the device tensor that a captured graph reads, or as a number."""
    if torch.is_tensor(group["lr"]):
        group["lr"].fill_(value)
    else:
        group["lr"] = float(value)
