"""What is a speaker? Scenes and their distractors in, descriptions out; every speaker has a name.

Rules, algorithms and networks alike, of rooms (descriptions are strings) and of quantified scenes (descriptions are
`Description`s). `SPEAKERS` is the registry, `load` makes one of its speakers, `describe` is `grice.describe`.
"""

from collections.abc import Iterator, Mapping, Sequence
from typing import Any, Protocol, TypeVar, overload

import numpy as np

from grice import checks
from grice.errors import InputError
from grice.registry import Entry, Registry
from grice.scenes import quantified
from grice.scenes.quantified import Scene
from grice.speakers.quantified.description import Description

Said = TypeVar("Said")

_GRAMMAR = "grice.speakers.rooms.grammar_speakers:GrammarSpeaker"
_MINIMAL = "grice.speakers.rooms.grammar_speakers:MinimalSpeaker"
_ORACLE = "grice.speakers.rooms.oracles:Oracle"
_TRAINED = "grice.speakers.rooms.captioner:TrainedSpeaker"

SPEAKERS = Registry(
    "speaker",
    {
        "exhaustive": Entry(_GRAMMAR, "any of the 20 captions that mention all six features", "rooms"),
        "short": Entry(_GRAMMAR, "any of the 27 captions that mention some features", "rooms"),
        "background-first": Entry(_GRAMMAR, "all six features, floor and wall before the object", "rooms"),
        "minimal": Entry(_MINIMAL, "one or two features: the fewest that rule out the distractors", "rooms"),
        "oracle-six": Entry(_ORACLE, "all six features", "rooms"),
        "oracle-every": Entry(_ORACLE, "every feature that differs from a distractor", "rooms"),
        "oracle-best": Entry(_ORACLE, "the fewest features that rule out every distractor", "rooms"),
        "oracle-three": Entry(_ORACLE, "three features at random", "rooms"),
        "oracle-one": Entry(_ORACLE, "one feature at random", "rooms"),
        "oracle-shape": Entry(_ORACLE, "the shape alone", "rooms"),
        "b": Entry(_TRAINED, "learned from exhaustive captions (Tsvilodub & Franke 2023, baseline)", "rooms"),
        "rp": Entry(_TRAINED, "b after a reference game on random pairs", "rooms"),
        "sp": Entry(_TRAINED, "b after a reference game on pairs that share three features", "rooms"),
        "best": Entry(_TRAINED, "says what tells the rooms apart, little else, and what is so", "rooms"),
        "rsa": Entry(
            "grice.reasoning.rooms:RationalCaptioner",
            "a captioner that asks what a listener would make of each caption (Cohn-Gordon et al. 2018)",
            "rooms",
        ),
        "qdg-ia": Entry(
            "grice.speakers.quantified.algorithms:Incremental",
            "tries its patterns once, in order of preference (Pel 2020)",
            "quantified",
        ),
        "qdg-greedy": Entry(
            "grice.speakers.quantified.algorithms:Greedy",
            "always adds the statement that rules out most other scenes (Pel 2020)",
            "quantified",
        ),
        "complete": Entry(
            "grice.speakers.quantified.algorithms:Complete",
            "the fewest statements that leave no other scene",
            "quantified",
        ),
        "rsa-quantified": Entry(
            "grice.reasoning.quantified:RationalSpeaker",
            "of what the others would say, what a reader is likeliest to get right (Frank & Goodman 2012)",
            "quantified",
        ),
    },
)
TRAINED = ("b", "rp", "sp", "best", "rsa")
"""The speakers of rooms that look at pictures through a trained network."""
DEFAULTS = {"rooms": "minimal", "quantified": "qdg-greedy"}
"""The default speaker of each family."""


class Speaker(Protocol[Said]):
    """Describes scenes. A subclass has `name`, `family` and `speak`, and may be called like a function.

    `targets` are scenes as their family writes them: ids of rooms, or counts; a speaker that sees pixels takes uint8
    images as well. `distractors` hold, for each target, the scenes it must be told apart from, any number of them; each
    speaker documents what it says where there are none. The same seed gives the same words.
    """

    name: str
    family: str

    def speak(self, targets: Any, distractors: Any = None, seed: int = 0) -> list[Said]:
        """One description for each target."""
        ...

    def __call__(self, targets: Any, distractors: Any = None, seed: int = 0) -> list[Said]:
        return self.speak(targets, distractors, seed)


def load(name: str, **options: Any) -> Speaker[Any]:
    """The speaker of a name, with its options; for quantified scenes, `domain` is one of them."""
    speaker: Speaker[Any] = SPEAKERS.make(name, **options)
    return speaker


@overload
def describe(
    scene: int, speaker: str | Speaker[str] | None = ..., seed: int = ..., *, distractors: Any = ..., **options: Any
) -> str: ...
@overload
def describe(
    scene: list[int],
    speaker: str | Speaker[Any] | None = ...,
    seed: int = ...,
    *,
    distractors: Any = ...,
    **options: Any,
) -> Any: ...
@overload
def describe(
    scene: Scene,
    speaker: str | Speaker[Description] | None = ...,
    seed: int = ...,
    *,
    distractors: Any = ...,
    **options: Any,
) -> Description: ...
@overload
def describe(
    scene: Sequence[Scene],
    speaker: str | Speaker[Description] | None = ...,
    seed: int = ...,
    *,
    distractors: Any = ...,
    **options: Any,
) -> list[Description]: ...
def describe(
    scene: Any,
    speaker: str | Speaker[Any] | None = None,
    seed: int = 0,
    *,
    distractors: Any = None,
    **options: Any,
) -> Any:
    """Describe a scene, or each of a list of scenes; scene i of a list is described with seed + i.

    A room is its id; a quantified scene is given as `grice.scenes.quantified.counts` takes it. `speaker` is a name of
    `grice.speakers.SPEAKERS` (by default "minimal" for rooms, "qdg-greedy" for quantified scenes) or a speaker.
    `distractors` are the scenes to tell it apart from; for a list of scenes, a list of them for each. Options belong to
    the speaker: `domain`; `promotion` of qdg-ia ("released" or "thesis"); `variant` of both QDG algorithms ("fixed" or
    "released"); `style` of complete ("short", "legible" or "vague").
    """
    if speaker is None:
        speaker = DEFAULTS[_family(scene)]
    if isinstance(speaker, str):
        speaker = load(speaker, **options)
    elif not (hasattr(speaker, "speak") and hasattr(speaker, "family")):
        raise InputError(f"the speaker {checks.quoted(speaker)}", f"one of {', '.join(SPEAKERS)}, or a Speaker")
    elif options:
        raise InputError(
            f"a speaker object together with {', '.join(options)}", "options only where the speaker is given by name"
        )
    first = checks.seed(seed)
    _check_family(scene, speaker)
    if _is_one(scene, speaker.family):
        return speaker.speak([scene], None if distractors is None else [distractors], first)[0]
    return [
        speaker.speak([one], None if others is None else [others], first + i)[0]
        for i, (one, others) in enumerate(_with_distractors(list(scene), distractors))
    ]


def _family(scene: Any) -> str:
    """Which family a scene is of, where no speaker decides it."""
    if isinstance(scene, int | np.integer):
        return "rooms"
    if isinstance(scene, str) and any(mark in scene for mark in ",=[{"):
        return "quantified"
    if isinstance(scene, str | bytes | float | None):
        number = scene.strip() if isinstance(scene, str) and scene.strip().isdecimal() else "118308"
        raise InputError(
            f"a scene {checks.quoted(scene)}",
            "the id of a room, a whole number; or counts, such as (2, 0, 0, 2) or '2,0,0,2'",
            f"grice.describe({number})",
        )
    return "quantified"


def _check_family(scene: Any, speaker: Speaker[Any]) -> None:
    """Counts are no ids of rooms, and an id is no counts: a list may hold either, a tuple or names only counts."""
    if speaker.family == "rooms":
        text = isinstance(scene, str) and _family(scene) == "quantified"
        numbers = isinstance(scene, tuple) and bool(scene) and all(isinstance(n, int | np.integer) for n in scene)
        if text or numbers or isinstance(scene, Mapping):
            raise InputError(
                f"counts {checks.quoted(scene)} and speaker {speaker.name}, which describes rooms",
                f"for counts one of {', '.join(SPEAKERS.of('quantified'))}; for rooms an id, or ids in a list",
                f'speaker="{DEFAULTS["quantified"]}"',
            )
    elif isinstance(scene, int | np.integer):
        raise InputError(
            f"the id of a room {checks.quoted(scene)} and speaker {speaker.name}, which describes counts",
            f"for a room one of {', '.join(SPEAKERS.of('rooms'))}; for counts a scene such as (2, 0, 0, 2)",
            f'speaker="{DEFAULTS["rooms"]}"',
        )


def _is_one(scene: Any, family: str) -> bool:
    if family == "quantified":
        return quantified.is_one(scene)
    # A room is an id, or an image of height, width and colours.
    return not isinstance(scene, Sequence | np.ndarray) or np.ndim(scene) == (3 if isinstance(scene, np.ndarray) else 0)


def _with_distractors(scenes: list[Any], distractors: Any) -> Iterator[tuple[Any, Any]]:
    given = [None] * len(scenes) if distractors is None else list(distractors)
    if len(given) != len(scenes):
        raise InputError(f"{len(scenes)} scenes and {len(given)} lists of distractors", "one list for each scene")
    return zip(scenes, given, strict=True)
