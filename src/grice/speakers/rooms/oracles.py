"""Captioners that know everything: which features to mention is decided by rule, and every mention is true.

The rows any learned captioner should be read against: all six features, all contrastive ones, exactly one contrastive
one, three or one at random, the shape alone.
"""

from collections.abc import Callable

import numpy as np
from numpy.typing import ArrayLike, NDArray

from grice.errors import InputError
from grice.scenes import rooms
from grice.scenes.context import contrastive
from grice.scenes.rooms import FEATURES

Choice = Callable[[NDArray[np.bool_], np.random.Generator], NDArray[np.bool_]]


def oracle(name: str) -> Callable[..., list[str]]:
    """The oracle captioner of a name out of `ORACLES`."""
    choose = ORACLES[name]

    def speak(targets: ArrayLike, distractors: ArrayLike, seed: int = 0) -> list[str]:
        """One caption per target, true of it; each target has one distractor."""
        ids = np.atleast_1d(rooms.check(targets))
        rivals = np.asarray(distractors)
        rivals = rooms.check(rivals[:, 0] if rivals.ndim == 2 and rivals.shape[1] == 1 else np.atleast_1d(rivals))
        if rivals.shape != ids.shape:
            raise InputError(f"{len(ids)} targets and distractors of shape {rivals.shape}", "one distractor per target")
        mentioned = choose(contrastive(ids, rivals), np.random.default_rng(seed))
        return say(ids, mentioned)

    return speak


def say(ids: ArrayLike, mentioned: NDArray[np.bool_]) -> list[str]:
    """A caption for every id that mentions exactly the features marked in its row of six, each with its head noun."""
    words = rooms.phrases(ids)
    return [
        _sentence(dict(zip(FEATURES, row, strict=True)), marks) for row, marks in zip(words, mentioned, strict=True)
    ]


def _sentence(words: dict[str, str], marks: NDArray[np.bool_]) -> str:
    use = {feature for feature, marked in zip(FEATURES, marks, strict=True) if marked}
    adjectives = [words[feature] for feature in ("scale", "object_hue") if feature in use]
    noun = words["shape"] if "shape" in use else "object"
    parts = [f"a {' '.join([*adjectives, noun])}"] if adjectives or "shape" in use else []
    if "orientation" in use:
        parts += [words["orientation"]] if parts else [f"something {words['orientation']}"]
    if "wall_hue" in use:
        parts += [f"in front of a {words['wall_hue']} wall" if parts else f"a {words['wall_hue']} wall"]
    if "floor_hue" in use:
        parts += [f"on {words['floor_hue']} floor" if parts else f"{words['floor_hue']} floor"]
    return " ".join(parts)


def _some(count: int) -> Choice:
    def choose(differs: NDArray[np.bool_], rng: np.random.Generator) -> NDArray[np.bool_]:
        ranks = rng.random(differs.shape).argsort(1).argsort(1)
        drawn: NDArray[np.bool_] = ranks < count
        return drawn

    return choose


def _one_contrastive(differs: NDArray[np.bool_], rng: np.random.Generator) -> NDArray[np.bool_]:
    keys = np.where(differs, rng.random(differs.shape), 2.0)
    first: NDArray[np.bool_] = np.arange(len(FEATURES)) == keys.argmin(1)[:, None]
    return first & differs


ORACLES: dict[str, Choice] = {
    "oracle-six": lambda differs, _: np.ones_like(differs),
    "oracle-every": lambda differs, _: differs,
    "oracle-best": _one_contrastive,
    "oracle-three": _some(3),
    "oracle-one": _some(1),
    "oracle-shape": lambda differs, _: np.broadcast_to(np.array(FEATURES) == "shape", differs.shape),
}
