"""Scenes to text: grammars, algorithms, networks.

`SPEAKERS` is the registry of those that describe rooms: a name and the function that makes the speaker.
"""

from collections.abc import Callable
from typing import Any

from grice.door import lazy

SPEAKERS: dict[str, str] = {
    "exhaustive": "grice.speakers.rooms.speaking:grammar_speaker",
    "short": "grice.speakers.rooms.speaking:grammar_speaker",
    "background-first": "grice.speakers.rooms.speaking:grammar_speaker",
    "minimal": "grice.speakers.rooms.speaking:minimal_speaker",
    "oracle-six": "grice.speakers.rooms.oracles:oracle",
    "oracle-every": "grice.speakers.rooms.oracles:oracle",
    "oracle-best": "grice.speakers.rooms.oracles:oracle",
    "oracle-three": "grice.speakers.rooms.oracles:oracle",
    "oracle-one": "grice.speakers.rooms.oracles:oracle",
    "oracle-shape": "grice.speakers.rooms.oracles:oracle",
}


def load(name: str) -> Callable[..., list[str]]:
    """A speaker of rooms by name: call it with targets=[...], distractors=[[...], ...] for one caption per target."""
    from importlib import import_module

    from grice.errors import InputError

    if name not in SPEAKERS:
        raise InputError(f"no speaker is called {name!r}", f"one of {', '.join(SPEAKERS)}")
    module, _, attribute = SPEAKERS[name].partition(":")
    speaker: Any = getattr(import_module(module), attribute)(name)
    return speaker  # type: ignore[no-any-return]


__getattr__, __dir__ = lazy(
    __name__,
    {name: f"grice.speakers.{name}" for name in ("a3ds", "oracles", "rooms")}
    | {
        "Description": "grice.speakers.quantified.description:Description",
        "describe": "grice.speakers.describe:describe",
    },
)
