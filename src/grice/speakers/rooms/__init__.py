"""Rooms to text: grammars and what they can say, speakers that draw from them, oracles that know the distractors."""

from grice.door import lazy

__getattr__, __dir__ = lazy(
    __name__,
    {name: f"grice.speakers.rooms.realisation:{name}" for name in ("captions", "fill", "names", "templates")},
)
