"""What does a trained captioner say of a room? The agents of A3DS at run time: pictures in, captions out, no torch.

The speaker of Tsvilodub & Franke (2023): target and distractor projected alike, an LSTM fed with [target; distractor;
word] at every step. Several distractors are averaged after projection; without any, the target stands in both places,
and so it does for a speaker that learned from single rooms (the manifest's `context` is "alone").
What images and words add to the gates is computed before the first word, so a step is one product.
"""

from collections.abc import Callable, Mapping
from concurrent.futures import ThreadPoolExecutor
from dataclasses import dataclass
from functools import cache
from pathlib import Path
from typing import Any

import numpy as np
from numpy.typing import NDArray

from grice import checks
from grice.encoders.sight import Sight, Views
from grice.errors import InputError
from grice.networks.recurrent import lstm_step, product
from grice.networks.session import cores
from grice.speakers.base import Speaker
from grice.speakers.rooms.agent_folder import Agent, load_agent
from grice.speakers.rooms.decoding import Captioner, Decoding, Numbers, State
from grice.speakers.rooms.transformer import TransformerCaptioner

AGENTS = Path(__file__).with_name("agents")
AT_ONCE = 256
"""Captions written side by side: matrices are tall enough, and states stay in the cache."""

Array = NDArray[np.float32]


class LstmCaptioner:
    """The LSTM of a speaker, as decoding wants it."""

    def __init__(self, agent: Agent) -> None:
        weights, width = agent.weights, agent.width
        self.longest, self._width = agent.longest, width
        self._images = product(weights["lstm.weight_ih"][:, : 2 * width].T)
        self._words = weights["words.weight"] @ weights["lstm.weight_ih"][:, 2 * width :].T
        self._bias = weights["lstm.bias"]
        self._recurrent = product(weights["lstm.weight_hh"].T)
        self._out, self._out_bias = product(weights["out.weight"].T), weights["out.bias"]

    def begin(self, seen: Array) -> State:
        empty = np.zeros((len(seen), self._width), np.float32)
        return self._images(seen) + self._bias, empty, empty

    def step(self, state: State, words: Numbers) -> tuple[Array, State]:
        images, hidden, cell = state
        hidden, cell = lstm_step(images + self._words[words], hidden, cell, self._recurrent)
        return self._out(hidden) + self._out_bias, (images, hidden, cell)


NETWORKS: Mapping[str, Callable[[Agent], Captioner]] = {"lstm": LstmCaptioner, "transformer": TransformerCaptioner}


@dataclass(frozen=True)
class TrainedSpeaker(Speaker[str]):
    """A captioner that was trained; `agent` is its folder where it does not come with Grice.

    decoding      "greedy", "beam" (with `beams`), "sampling" (with `temperature`) or "nucleus" (with `top` as well)

    Targets and distractors are ids of rooms, which are rendered, or uint8 pictures (64, 64, 3).
    """

    name: str
    decoding: str = "greedy"
    beams: int = 5
    temperature: float = 1.0
    top: float = 0.9
    agent: str | Path | None = None
    family = "rooms"

    def __post_init__(self) -> None:
        _ = self.settings, self.network

    @property
    def settings(self) -> Decoding:
        return Decoding(self.decoding, self.beams, self.temperature, self.top)

    @property
    def loaded(self) -> Agent:
        return load_agent(AGENTS / self.name if self.agent is None else Path(self.agent), "speaker")

    @property
    def network(self) -> Captioner:
        return _network(AGENTS / self.name if self.agent is None else Path(self.agent))

    @property
    def sight(self) -> Sight:
        return self.loaded.sight()

    def speak(self, targets: Any, distractors: Any = None, seed: int = 0) -> list[str]:
        checks.seed(seed)
        return self.say(self.seen(self.sight.views(targets, distractors)), seed)

    def from_features(self, targets: Array, distractors: Array | None = None, seed: int = 0) -> list[str]:
        """Captions from features of its encoder: targets (n, size), distractors (n, size), (n, many, size) or none."""
        count = len(targets)
        others = np.zeros((0, targets.shape[-1]), np.float32) if distractors is None else distractors
        many = others.reshape(-1, others.shape[-1])
        owner = np.repeat(np.arange(count), len(many) // max(count, 1))
        rows = np.arange(count + len(many))
        views = Views(np.concatenate([targets, many]), rows[:count], rows[count:], owner)
        return self.say(self.seen(views), seed)

    def seen(self, views: Views) -> Array:
        """[target; mean of its distractors] of each item, (n, 2 width); the target twice where it has none, or where
        the speaker learned without any."""
        projected = self.loaded.project(views.features)
        targets = projected[views.targets]
        if self.loaded.alone:
            return np.concatenate([targets, targets], axis=1)
        counts = np.bincount(views.owner, minlength=len(views))
        others = targets.copy()
        others[counts > 0] = 0
        np.add.at(others, views.owner, projected[views.distractors])
        others /= np.maximum(counts, 1)[:, None].astype(np.float32)
        return np.concatenate([targets, others], axis=1)

    def alone(self, features: Array) -> Array:
        """Images by themselves, as `seen` gives them: each in both places."""
        projected = self.loaded.project(features)
        return np.concatenate([projected, projected], axis=1)

    def say(self, seen: Array, seed: int = 0) -> list[str]:
        """Captions of what `seen` gives, some hundred at a time."""
        decode, agent, network = self.settings, self.loaded, self.network

        def part(first: int) -> list[str]:
            return agent.texts(decode(network, seen[first : first + AT_ONCE], seed, first))

        with ThreadPoolExecutor(cores()) as pool:
            return [text for texts in pool.map(part, range(0, len(seen), AT_ONCE)) for text in texts]


@cache
def _network(folder: Path) -> Captioner:
    """The network of an agent's folder, made once per process."""
    agent = load_agent(folder, "speaker")
    if agent.architecture not in NETWORKS:
        raise InputError(f"a speaker of architecture {agent.architecture!r}", f"one of {', '.join(NETWORKS)}")
    return NETWORKS[agent.architecture](agent)
