"""How does a transformer speaker run in numpy? Two images and the words so far, each new word attending to them all.

Layers have their norm first (Vaswani et al. 2017; Xiong et al. 2020). What was computed of earlier places is kept, so a
step costs one place.
"""

import numpy as np
from numpy.typing import NDArray

from grice.errors import InputError
from grice.speakers.rooms.agent_folder import Agent
from grice.speakers.rooms.decoding import Numbers, State

HEADS = 8
EPSILON = 1e-5
"""Of layer norms."""

Array = NDArray[np.float32]


class TransformerCaptioner:
    """The transformer of a speaker, as decoding wants it; a state is, for each layer, what it can attend to."""

    def __init__(self, agent: Agent) -> None:
        self.longest, self._weights, self._width = agent.longest, agent.weights, agent.width
        self._layers = len({name.split(".")[1] for name in agent.weights if name.startswith("layers.")})
        if not self._layers or "places.weight" not in agent.weights:
            raise InputError(f"agent {agent.name} has no layers", "the weights of a transformer speaker")
        if len(agent.weights["places.weight"]) < agent.longest + 3:
            raise InputError(
                f"agent {agent.name} has {len(agent.weights['places.weight'])} places",
                f"two images, the start and {agent.longest} words",
            )

    def begin(self, seen: Array) -> State:
        places = np.zeros((len(seen), 0, 2 * self._width), np.float32)
        state: State = (places,) * self._layers
        for image in np.split(seen, 2, axis=1):
            _, state = self._place(state, image)
        return state

    def step(self, state: State, words: Numbers) -> tuple[Array, State]:
        last, state = self._place(state, self._weights["words.weight"][words])
        return self._linear(self._norm(last, "norm"), "out"), state

    def _place(self, state: State, given: Array) -> tuple[Array, State]:
        """One more place in every layer; the state grows by its keys and values."""
        x = given + self._weights["places.weight"][state[0].shape[1]]
        grown = []
        for layer, before in enumerate(state):
            name = f"layers.{layer}"
            query, *kept = np.split(self._linear(self._norm(x, f"{name}.before"), f"{name}.attend"), 3, axis=1)
            held = np.concatenate([before, np.concatenate(kept, axis=1)[:, None]], axis=1)
            x = x + self._linear(_attended(query, held), f"{name}.merge")
            wide = _gelu(self._linear(self._norm(x, f"{name}.between"), f"{name}.widen"))
            x = x + self._linear(wide, f"{name}.narrow")
            grown.append(held)
        return x, tuple(grown)

    def _linear(self, x: Array, name: str) -> Array:
        result: Array = x @ self._weights[f"{name}.weight"].T + self._weights[f"{name}.bias"]
        return result

    def _norm(self, x: Array, name: str) -> Array:
        centred = x - x.mean(1, keepdims=True)
        spread = np.sqrt((centred * centred).mean(1, keepdims=True) + EPSILON)
        result: Array = centred / spread * self._weights[f"{name}.weight"] + self._weights[f"{name}.bias"]
        return result


def _attended(query: Array, held: Array) -> Array:
    """What the heads of a query (n, width) find in keys and values (n, places, 2 width)."""
    count, places, double = held.shape
    size = double // 2 // HEADS
    keys, values = held.reshape(count, places, 2, HEADS, size).transpose(2, 0, 3, 1, 4)
    heads = query.reshape(count, HEADS, 1, size)
    scores = (heads * keys).sum(3) / np.float32(np.sqrt(size))
    shares = np.exp(scores - scores.max(2, keepdims=True))
    shares /= shares.sum(2, keepdims=True)
    mixed: Array = (shares[..., None] * values).sum(2).reshape(count, -1)
    return mixed


def _gelu(x: Array) -> Array:
    from scipy.special import erf

    result: Array = (x * np.float32(0.5) * (1 + erf(x / np.float32(np.sqrt(2))))).astype(np.float32)
    return result
