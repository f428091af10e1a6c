"""Which algorithms describe quantified scenes, and with which options? Each as a speaker.

A scene is told apart from its distractors or, where it has none, from every other scene of its size.
"""

from collections.abc import Iterable, Mapping, Sequence, Set
from dataclasses import dataclass
from typing import Any

import numpy as np

from grice import checks
from grice.errors import InputError
from grice.scenes.quantified import DEFAULT, Domain, counts, is_one
from grice.speakers.base import Speaker
from grice.speakers.quantified import qdg
from grice.speakers.quantified.complete import Style, check_style, complete
from grice.speakers.quantified.description import Counted, Description


@dataclass(frozen=True)
class Algorithm(Speaker[Description]):
    """A speaker that describes one scene at a time, scene i of several with seed + i."""

    name: str
    domain: Domain = DEFAULT
    family = "quantified"

    def describe(self, scene: Counted, distractors: Sequence[Counted], seed: int) -> Description:
        """One scene in words."""
        raise NotImplementedError

    def speak(self, targets: Any, distractors: Any = None, seed: int = 0) -> list[Description]:
        first = checks.seed(seed)
        games = told_apart(targets, distractors, self.domain)
        return [self.describe(scene, others, first + i) for i, (scene, others) in enumerate(games)]


@dataclass(frozen=True)
class Incremental(Algorithm):
    """QDG-IA; `promotion` as in the authors' code or as in the thesis, `variant` with or without the code's errors."""

    promotion: qdg.Promotion = "released"
    variant: qdg.Variant = "fixed"

    def __post_init__(self) -> None:
        qdg.check(self.variant, self.promotion)

    def describe(self, scene: Counted, distractors: Sequence[Counted], seed: int) -> Description:
        return qdg.ia(scene, self.domain, seed, self.promotion, self.variant, distractors)


@dataclass(frozen=True)
class Greedy(Algorithm):
    """QDG-GREEDY; `variant` with or without the errors of the authors' code."""

    variant: qdg.Variant = "fixed"

    def __post_init__(self) -> None:
        qdg.check(self.variant)

    def describe(self, scene: Counted, distractors: Sequence[Counted], seed: int) -> Description:
        return qdg.greedy(scene, self.domain, seed, self.variant, distractors)


@dataclass(frozen=True)
class Complete(Algorithm):
    """The fewest statements that leave no other scene; `style` says which statements there are."""

    style: Style = "short"

    def __post_init__(self) -> None:
        check_style(self.style)

    def describe(self, scene: Counted, distractors: Sequence[Counted], seed: int) -> Description:
        return complete(scene, self.domain, seed, self.style, distractors)


def told_apart(targets: Any, distractors: Any, domain: Domain) -> list[tuple[Counted, list[Counted]]]:
    """Each target as counts, with its distractors: one scene or a list; for each a scene, a list of them, or None."""
    lone = _is_scene(targets)
    scenes = [counts(scene, domain) for scene in ([targets] if lone else _listed(targets, "targets"))]
    if distractors is None:
        return [(scene, []) for scene in scenes]
    listed = [distractors] if lone and not _is_nested(distractors) else _listed(distractors, "distractors")
    if len(listed) != len(scenes):
        raise InputError(
            f"{len(scenes)} targets and {len(listed)} lists of distractors", "one list per target, in order"
        )
    return [(scene, _rivals(scene, others, domain)) for scene, others in zip(scenes, listed, strict=True)]


def _rivals(scene: Counted, given: Any, domain: Domain) -> list[Counted]:
    listed = [] if given is None else [given] if _is_scene(given) else _listed(given, "distractors")
    rivals = [counts(one, domain) for one in listed]
    shown = ",".join(map(str, scene))
    if scene in rivals:
        raise InputError(f"target {shown} is its own distractor", "distractors other than it")
    other = next((one for one in rivals if sum(one) != sum(scene)), None)
    if other is not None:
        raise InputError(
            f"a target of {sum(scene)} objects and a distractor of {sum(other)}",
            "the same number of objects in each, because a reader knows how many there are",
        )
    return rivals


def _is_scene(given: Any) -> bool:
    return is_one(given) and isinstance(given, str | Mapping | Sequence | np.ndarray)


def _is_nested(distractors: Any) -> bool:
    return not _is_scene(distractors) and any(one is None or not _is_scene(one) for one in distractors)


def _listed(given: Any, what: str) -> list[Any]:
    if isinstance(given, Set) or not isinstance(given, Iterable):
        raise InputError(f"{what} as a {type(given).__name__}", "a list of scenes, such as [(2, 0, 0, 2)]")
    return list(given)
