"""Speakers of rooms that take their captions from a grammar: one caption per target, by name."""

from collections.abc import Callable, Sequence
from typing import Any

import numpy as np
from numpy.typing import ArrayLike, NDArray

from grice.errors import InputError
from grice.scenes import rooms
from grice.scenes.context import contrastive
from grice.scenes.rooms import FEATURES, Variant
from grice.speakers.rooms.filling import fill, templates


def grammar_speaker(kind: str) -> Callable[..., list[str]]:
    """A speaker that draws a caption of the grammar, whatever the distractors."""

    def speak(
        targets: ArrayLike,
        distractors: Sequence[Any] | None = None,  # noqa: ARG001
        seed: int = 0,
        variant: Variant = "released",
    ) -> list[str]:
        """One caption per target, drawn uniformly from the grammar."""
        ids = np.atleast_1d(rooms.check(targets))
        rules = templates(kind, variant)
        return _filled(ids, np.random.default_rng(seed).integers(len(rules), size=len(ids)), kind, variant)

    return speak


def minimal_speaker(kind: str) -> Callable[..., list[str]]:
    """A speaker that says the least of its grammar that rules out every distractor."""

    def speak(
        targets: ArrayLike,
        distractors: Sequence[Any] | None = None,
        seed: int = 0,
        variant: Variant = "released",
    ) -> list[str]:
        """One caption per target: fewest features first, drawn uniformly among equals.

        Where no caption rules out all distractors, the one that rules out most of them; without distractors, any.
        """
        ids = np.atleast_1d(rooms.check(targets))
        rivals: Sequence[Any] = [[] for _ in ids] if distractors is None else distractors
        if len(rivals) != len(ids):
            raise InputError(f"{len(ids)} targets and {len(rivals)} lists of distractors", "one list per target")
        rules = templates(kind, variant)
        uses = np.array([[feature in rule.features for feature in FEATURES] for rule in rules])
        rng = np.random.default_rng(seed)
        chosen = np.empty(len(ids), np.int64)
        for i, (target, others) in enumerate(zip(ids, rivals, strict=True)):
            differs = contrastive(target, np.atleast_1d(np.asarray(others, np.int64)))
            left = (~(uses @ differs.T)).sum(1)
            cost = left * len(FEATURES) + uses.sum(1) if len(differs) else np.zeros(len(rules))
            chosen[i] = rng.choice(np.flatnonzero(cost == cost.min()))
        return _filled(ids, chosen, kind, variant)

    return speak


def _filled(ids: NDArray[np.int64], chosen: NDArray[np.int64], kind: str, variant: Variant) -> list[str]:
    captions = np.empty(len(ids), object)
    for number, rule in enumerate(templates(kind, variant)):
        here = chosen == number
        if here.any():
            captions[here] = fill(ids[here], rule, variant).to_pylist()
    found: list[str] = captions.tolist()
    return found
