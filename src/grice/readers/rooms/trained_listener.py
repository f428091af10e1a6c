"""Which picture does a trained listener choose? The listeners that learned with the speakers of A3DS, without torch.

An LSTM reads the caption to its end; the score of an image is the dot product of its projection with the last state.
"""

from collections.abc import Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Any

import numpy as np
from numpy.typing import NDArray

from grice.networks.recurrent import lstm_step, product
from grice.readers.base import Choice, Listener, check_candidates
from grice.speakers.rooms.agent_folder import END, PAD, SPECIALS, UNKNOWN, Agent, load_agent
from grice.words.readable import problem

AGENTS = Path(__file__).with_name("agents")
AT_ONCE = 256

Array = NDArray[np.float32]


@dataclass(frozen=True)
class TrainedListener(Listener):
    """A listener that was trained; `agent` is its folder where it does not come with Grice.

    Candidates are ids of rooms, which are rendered, or uint8 pictures (64, 64, 3).
    """

    name: str
    agent: str | Path | None = None
    family = "rooms"

    def __post_init__(self) -> None:
        _ = self.loaded

    @property
    def loaded(self) -> Agent:
        return load_agent(AGENTS / self.name if self.agent is None else Path(self.agent), "listener")

    def listen(self, descriptions: Sequence[str], candidates: Sequence[Sequence[Any]]) -> list[Choice]:
        """For every caption, the choice among its candidates."""
        check_candidates(descriptions, candidates)
        agent = self.loaded
        features, rows, sizes = agent.sight().candidates(candidates)
        numbers = [[] if problem(text) else agent.numbers(text) for text in descriptions]
        owner = np.repeat(np.arange(len(sizes)), sizes)
        scores = np.einsum("nw,nw->n", agent.project(features)[rows], read(agent, numbers)[owner])
        ends = np.cumsum(sizes)
        return [
            _choice(scores[end - size : end], words)
            for end, size, words in zip(ends.tolist(), sizes.tolist(), numbers, strict=True)
        ]


def read(agent: Agent, captions: Sequence[Sequence[int]]) -> Array:
    """What a listener has understood of captions of word numbers after their end: (n, width)."""
    weights, width = agent.weights, agent.width
    words = weights["words.weight"] @ weights["lstm.weight_ih"].T + weights["lstm.bias"]
    recurrent = product(weights["lstm.weight_hh"].T)
    understood = np.zeros((len(captions), width), np.float32)
    # Captions of like length together: those that have ended are the last of their batch.
    order = sorted(range(len(captions)), key=lambda place: -len(captions[place]))
    for first in range(0, len(order), AT_ONCE):
        some = order[first : first + AT_ONCE]
        lengths = np.array([len(captions[place]) + 1 for place in some])
        ended = np.full((len(some), lengths[0]), PAD)
        for row, place in enumerate(some):
            ended[row, : lengths[row]] = [*captions[place], END]
        hidden = cell = np.zeros((len(some), width), np.float32)
        for step in range(lengths[0]):
            still = int((lengths > step).sum())
            new, cell = lstm_step(words[ended[:still, step]], hidden[:still], cell[:still], recurrent)
            hidden = np.concatenate([new, hidden[still:]])
        understood[some] = hidden
    return understood


def _choice(scores: Array, words: Sequence[int]) -> Choice:
    known = [word for word in words if word >= len(SPECIALS)]
    if not known or not len(scores):
        return Choice(
            None, "no word of it was ever learned" if words else "nothing is said", weights=(0.0,) * len(scores)
        )
    weights = np.exp(scores - scores.max())
    weights /= weights.sum()
    best = int(weights.argmax())
    unknown = sum(word == UNKNOWN for word in words)
    reason = f"it scores {weights[best]:.0%} for this one" + (
        f"; {unknown} words were never learned" if unknown else ""
    )
    return Choice(best, reason, tuple(range(len(scores))), tuple(weights.tolist()))
