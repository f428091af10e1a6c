"""Scenes to text: grammars, oracles and algorithms, by one protocol and one registry (`grice.speakers.base`)."""

from grice.door import lazy

__getattr__, __dir__ = lazy(
    __name__,
    {name: f"grice.speakers.{name}" for name in ("base", "quantified", "rooms")}
    | {name: f"grice.speakers.base:{name}" for name in ("SPEAKERS", "Speaker", "load")}
    | {"Description": "grice.speakers.quantified.description:Description"},
)
