"""What is a caption worth in a game? Rewards by name, each a number for each game; a game pays a weighted sum.

The trained listener's choice is what Tsvilodub & Franke (2023) pay. The literal listener believes words as the grammars
mean them: where it shares the reward, two agents cannot agree on a code of their own.
"""

from collections.abc import Callable, Mapping
from dataclasses import dataclass
from functools import cached_property
from typing import Any

from grice.training.captioner.meaning import Meaning
from grice.training.captioner.networks import lengths


@dataclass(frozen=True)
class Played:
    """What a reward may look at: captions, was the trained listener right, and the rooms' features (n, 6)."""

    captions: Any
    right: Any
    target: Any
    distractor: Any
    meaning: Meaning

    @cached_property
    def judged(self) -> Mapping[str, Any]:
        """The values of the pragmatic metrics for each caption."""
        return self.meaning.judge(self.captions, self.target, self.distractor).values


def _trained(played: Played) -> Any:
    return 2.0 * played.right.float() - 1.0


def _literal(played: Played) -> Any:
    return 2.0 * played.judged["literal"].float() - 1.0


def _optimal(played: Played) -> Any:
    """1 where the caption names one feature that tells the images apart, and truly nothing else."""
    values = played.judged
    return ((values["c"] == 1) & (values["k"] == 1) & (values["false"] == 0)).float()


def _length(played: Played) -> Any:
    return -(lengths(played.captions) - 1).float() / (played.captions.shape[1] - 1)


REWARDS: Mapping[str, Callable[[Played], Any]] = {
    "trained": _trained,
    "literal": _literal,
    "false": lambda played: -played.judged["false"].float(),
    "optimal": _optimal,
    "length": _length,
}


def paid(played: Played, weights: Mapping[str, float]) -> Any:
    """The weighted sum of the rewards whose weight is not 0."""
    parts = [weight * REWARDS[name](played) for name, weight in weights.items() if weight]
    return sum(parts[1:], parts[0]) if parts else played.right.float() * 0.0
