"""How are words chosen from a captioner's probabilities? Greedily, by beam search, by drawing, or from the nucleus.

A captioner is a network with `begin(seen)`, a state of arrays with one row per caption, and `step(state, words)`, which
gives the logits of the next word and the next state. A row never depends on the other rows of its batch: what is drawn
for row i follows from the seed and i alone.
"""

from collections.abc import Callable, Mapping
from dataclasses import dataclass
from typing import Any, Protocol

import numpy as np
from numpy.typing import NDArray

from grice import checks
from grice.errors import InputError
from grice.speakers.rooms.agent_folder import END, PAD, START

Array = NDArray[np.float32]
Numbers = NDArray[np.int64]
State = tuple[NDArray[Any], ...]


class Captioner(Protocol):
    """What decoding needs of a network."""

    longest: int

    def begin(self, seen: Array) -> State: ...

    def step(self, state: State, words: Numbers) -> tuple[Array, State]: ...


@dataclass(frozen=True)
class Decoding:
    """A scheme and its settings: beams of "beam", temperature of what is drawn, the mass `top` that a nucleus has
    (Holtzman et al. 2020)."""

    scheme: str = "greedy"
    beams: int = 5
    temperature: float = 1.0
    top: float = 0.9

    def __post_init__(self) -> None:
        if self.scheme not in SCHEMES:
            raise InputError(f"decoding {checks.quoted(self.scheme)}", f"one of {', '.join(SCHEMES)}")
        checks.count(self.beams, "beams", least=1)
        if not is_number(self.temperature) or not self.temperature > 0:
            raise InputError(f"temperature = {checks.quoted(self.temperature)}", "a number above 0", "temperature=1")
        if not is_number(self.top) or not 0 < self.top <= 1:
            raise InputError(f"top = {checks.quoted(self.top)}", "a number above 0, at most 1", "top=0.9")

    def __call__(self, network: Captioner, seen: Array, seed: int = 0, first: int = 0) -> Numbers:
        """Captions (n, longest + 1) as word numbers, ended and filled up; the first row is row `first` of its call."""
        return SCHEMES[self.scheme](network, seen, self, seed, first)


def greedy(network: Captioner, seen: Array, settings: Decoding, seed: int, first: int) -> Numbers:  # noqa: ARG001
    """The likeliest word at every step."""
    return _written(network, seen, lambda logits, _rows, _place: logits.argmax(1))


def drawn(network: Captioner, seen: Array, settings: Decoding, seed: int, first: int) -> Numbers:
    """A word drawn at every step, from all words or from the nucleus: the likeliest that hold the mass `top`."""
    top = settings.top if settings.scheme == "nucleus" else 1.0
    points = np.array(
        [np.random.default_rng([seed, first + row]).random(network.longest + 1) for row in range(len(seen))]
    )

    def choose(logits: Array, rows: Numbers, place: int) -> Numbers:
        shares = np.exp(log_softmax(logits / np.float32(settings.temperature)))
        order = np.argsort(-shares, axis=1, kind="stable")
        mass = np.take_along_axis(shares, order, 1).cumsum(1)
        held = (
            mass[:, -1]
            if top == 1.0
            else np.take_along_axis(mass, (mass >= top * mass[:, -1:]).argmax(1)[:, None], 1)[:, 0]
        )
        at = (mass >= (points[rows, place] * held)[:, None]).argmax(1)
        found: Numbers = np.take_along_axis(order, at[:, None], 1)[:, 0]
        return found

    return _written(network, seen, choose)


def beam(network: Captioner, seen: Array, settings: Decoding, seed: int, first: int) -> Numbers:  # noqa: ARG001
    """The likeliest caption that a search with so many beams finds."""
    return likeliest(network, seen, settings.beams)[0][:, 0]


def likeliest(network: Captioner, seen: Array, beams: int) -> tuple[Numbers, Array]:
    """The captions (n, beams, longest + 1) that a beam search ends with and their log-probabilities, the best first."""
    count = len(seen)
    state = network.begin(np.repeat(seen, beams, axis=0))
    written = np.full((count, beams, network.longest + 1), PAD, np.int64)
    score = np.full((count, beams), -np.inf, np.float32)
    score[:, 0] = 0
    words, open_ = np.full(count * beams, START), np.ones((count, beams), bool)
    for place in range(network.longest + 1):
        logits, state = network.step(state, words)
        more = log_softmax(logits).reshape(count, beams, -1)
        width = more.shape[2]
        # A caption that has ended stays as it is: it can only be filled up, at no cost.
        more[~open_] = -np.inf
        more[~open_, PAD] = 0
        total = (score[:, :, None] + more).reshape(count, -1)
        best = np.argsort(-total, axis=1, kind="stable")[:, :beams]
        score = np.take_along_axis(total, best, 1)
        origin, word = best // width, best % width
        written = np.take_along_axis(written, origin[:, :, None], 1)
        written[:, :, place] = word
        open_ = np.take_along_axis(open_, origin, 1) & (word != END)
        rows = (origin + beams * np.arange(count)[:, None]).reshape(-1)
        state, words = tuple(part[rows] for part in state), word.reshape(-1)
        if not open_.any():
            break
    return written, score


def log_probabilities(network: Captioner, seen: Array, captions: Numbers) -> Array:
    """The log-probability (n) of each caption of word numbers (n, words), its end included."""
    state, words = network.begin(seen), np.full(len(seen), START)
    total, open_ = np.zeros(len(seen), np.float32), np.ones(len(seen), bool)
    for place in range(captions.shape[1]):
        logits, state = network.step(state, words)
        words = captions[:, place]
        total += np.where(open_, log_softmax(logits)[np.arange(len(seen)), words], 0)
        open_ &= words != END
        if not open_.any():
            break
    return total


def log_softmax(logits: Array) -> Array:
    shifted = logits - logits.max(1, keepdims=True)
    normalised: Array = shifted - np.log(np.exp(shifted).sum(1, keepdims=True))
    return normalised


def _written(network: Captioner, seen: Array, choose: Callable[[Array, Numbers, int], Numbers]) -> Numbers:
    """Word after word; captions that have ended leave the batch once they are a quarter of it."""
    found = np.full((len(seen), network.longest + 1), PAD, np.int64)
    rows, state, words = np.arange(len(seen)), network.begin(seen), np.full(len(seen), START)
    open_ = np.ones(len(seen), bool)
    for place in range(network.longest + 1):
        logits, state = network.step(state, words)
        words = choose(logits, rows, place)
        found[rows[open_], place] = words[open_]
        open_ &= words != END
        if not open_.any():
            break
        if open_.mean() < 0.75:
            rows, words, state = rows[open_], words[open_], tuple(part[open_] for part in state)
            open_ = np.ones(len(rows), bool)
    return found


def is_number(value: Any) -> bool:
    """Whether a setting is a number; True and False are none."""
    return isinstance(value, float | int | np.floating) and not isinstance(value, bool)


SCHEMES: Mapping[str, Callable[[Captioner, Array, Decoding, int, int], Numbers]] = {
    "greedy": greedy,
    "beam": beam,
    "sampling": drawn,
    "nucleus": drawn,
}
