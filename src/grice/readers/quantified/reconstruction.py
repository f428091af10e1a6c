"""Which scene would a reader answer? From the worlds a description allows to answers, and how far they are off.

A pick rule is what a reader does with the worlds that are left. With an error rate, that share of the answers is any
scene of the size at all. A swap is half the sum of absolute differences (Pel 2020, section 3.4).
"""

from collections.abc import Callable
from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

from grice import checks
from grice.errors import InputError
from grice.meaning.reading import Reading
from grice.scenes.quantified import Scene, Worlds, counts, swaps
from grice.scenes.space import space

Probabilities = NDArray[np.float64]
_LARGEST = 4000  # of more worlds than this, minimum risk is looked for among the weightiest


@dataclass(frozen=True)
class Outcome:
    """How well a description lets a scene be rebuilt."""

    swaps: float  # of the answers the pick rule gives, on average
    exact: float  # how often the answer is the scene itself
    worst: int  # the most swaps any of the worlds is off
    size: int
    most: int  # the most swaps an answer could be off at all: the size less the smallest count
    answer: tuple[int, ...] | None  # the scene answered, where the pick rule leaves nothing to chance

    @property
    def share(self) -> float:
        """Swaps over the size, as the thesis divides."""
        return self.swaps / self.size


def reconstruct(
    reading: Reading, pick: str = "prototype", error: float = 0.0, seed: int | np.random.Generator = 0, times: int = 1
) -> Worlds:
    """Answers of so many readers, a row each."""
    check(pick, error)
    rng = np.random.default_rng(seed)
    answers = reading.worlds[rng.choice(len(reading.worlds), size=times, p=PICKS[pick](reading))].copy()
    wrong = rng.random(times) < error
    if wrong.any():
        every, _ = space(reading.size, reading.domain)
        answers[wrong] = every[rng.integers(len(every), size=int(wrong.sum()))]
    return answers


def outcome(reading: Reading, truth: Scene, pick: str = "prototype", error: float = 0.0) -> Outcome:
    """What the answers are worth on average, without drawing any."""
    check(pick, error)
    scene = np.array(counts(truth, reading.domain, reading.size))
    distances, chances = reading.distances(tuple(scene.tolist())), PICKS[pick](reading)
    off, exact = float(chances @ distances), float(chances @ (distances == 0))
    if error:
        every, _ = space(reading.size, reading.domain)
        random = swaps(every, scene)
        off = (1 - error) * off + error * float(random.mean())
        exact = (1 - error) * exact + error * float((random == 0).mean())
    answer = tuple(reading.worlds[int(chances.argmax())].tolist()) if chances.max() > 1 - 1e-9 else None
    return Outcome(off, exact, int(distances.max()), reading.size, reading.size - int(scene.min()), answer)


def _any(these: NDArray[np.bool_]) -> Probabilities:
    """Any of some worlds, or of all where there are none of these."""
    chances: Probabilities = these / these.sum() if these.any() else np.full(len(these), 1 / len(these))
    return chances


def _minimum_risk(reading: Reading) -> Probabilities:
    order = np.argsort(-reading.weights, kind="stable")[:_LARGEST]
    worlds, weights = reading.worlds[order].astype(np.int64), reading.weights[order]
    risks = np.array([weights @ (np.abs(worlds - world).sum(axis=1) // 2) for world in worlds])
    return _any(np.arange(len(reading.worlds)) == order[int(np.argmin(risks))])


PICKS: dict[str, Callable[[Reading], Probabilities]] = {
    "uniform": lambda reading: _any(np.ones(len(reading.worlds), dtype=bool)),
    "strict": lambda reading: _any(reading.expected),  # any in which all implicatures hold
    "weighted": lambda reading: reading.weights,  # each as often as its weight says
    "balanced": lambda reading: _any(
        (spread := reading.worlds.var(axis=1)) <= spread.min() + 1e-9
    ),  # the most even one
    "prototype": lambda reading: _any(np.arange(len(reading.weights)) == reading.weights.argmax()),  # what fits best
    "minimum-risk": _minimum_risk,  # the fewest expected swaps
}


def check(pick: str, error: float) -> None:
    """A known pick rule and an error rate that is a share."""
    checks.choice(pick, "pick", PICKS)
    if not isinstance(error, int | float | np.floating) or not 0 <= error <= 1:
        raise InputError(f"error={checks.quoted(error)}", "a share from 0 to 1")
