"""`grice.describe`: a scene of coloured shapes in words, by any speaker of quantified descriptions by name."""

from collections.abc import Callable, Mapping, Sequence
from functools import partial
from importlib import import_module
from inspect import signature
from typing import Any, overload

import numpy as np

from grice.errors import InputError
from grice.scenes.quantified import DEFAULT, Domain, Scene, counts
from grice.speakers.quantified.description import Description

SPEAKERS: dict[str, tuple[str, str]] = {
    "qdg-ia": ("grice.speakers.quantified.qdg:ia", "incremental: walks preferred patterns once (Pel 2020)"),
    "qdg-greedy": ("grice.speakers.quantified.qdg:greedy", "says what removes most other scenes (Pel 2020)"),
    "complete": ("grice.speakers.quantified.complete:complete", "fewest statements that leave no other scene"),
}
"""Speakers of quantified descriptions: a name, the function that speaks, and how it does so."""


@overload
def describe(
    scene: Scene, speaker: str = ..., seed: int = ..., *, domain: Domain = ..., **options: Any
) -> Description: ...
@overload
def describe(
    scene: Sequence[Scene], speaker: str = ..., seed: int = ..., *, domain: Domain = ..., **options: Any
) -> list[Description]: ...
def describe(
    scene: Any, speaker: str = "qdg-greedy", seed: int = 0, *, domain: Domain = DEFAULT, **options: Any
) -> Description | list[Description]:
    """Describe a scene, or each of a list of scenes; of a list, the i-th is described with seed + i.

    A scene is given as `grice.scenes.quantified.counts` takes it. Options: `promotion` ("released" or "thesis", of
    qdg-ia), `variant` ("fixed" or "released", of both), `style` ("short", "legible" or "vague", of complete).
    """
    speak = load(speaker, domain=domain, **options)
    if isinstance(seed, bool) or not isinstance(seed, int | np.integer) or seed < 0:
        raise InputError(f"seed {seed!r}", "a whole number, 0 or more")
    if is_one(scene):
        return speak(counts(scene, domain), seed=int(seed))
    return [speak(counts(one, domain), seed=int(seed) + i) for i, one in enumerate(scene)]


def load(speaker: str, domain: Domain = DEFAULT, **options: Any) -> Callable[..., Description]:
    """The speaker of a name, with its options; call it with counts and a seed."""
    if speaker not in SPEAKERS:
        raise InputError(f"no speaker is called {speaker!r}", f"one of {', '.join(SPEAKERS)}")
    module, _, attribute = SPEAKERS[speaker][0].partition(":")
    function = getattr(import_module(module), attribute)
    takes = [name for name in signature(function).parameters if name not in ("scene", "domain", "seed")]
    unknown = [name for name in options if name not in takes]
    if unknown:
        raise InputError(f"speaker {speaker} with {', '.join(unknown)}", f"its options: {', '.join(takes)}")
    return partial(function, domain=domain, **options)


def is_one(scene: Any) -> bool:
    """Whether this is one scene and not a list of them."""
    if isinstance(scene, str | Mapping):
        return True
    if isinstance(scene, np.ndarray):
        return bool(scene.ndim < 2)
    if not isinstance(scene, Sequence):
        return True
    return bool(scene) and not isinstance(scene[0], str | Mapping | Sequence | np.ndarray)
