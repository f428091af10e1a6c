"""Speakers and readers that think of each other: rational speech acts, both ways (Frank & Goodman 2012)."""

from grice.door import lazy

__getattr__, __dir__ = lazy(
    __name__,
    {
        "quantified": "grice.reasoning.quantified",
        "RationalRoomListener": "grice.reasoning.room_listener:RationalRoomListener",
    }
    | {
        name: f"grice.reasoning.quantified:{name}"
        for name in ("RationalListener", "RationalSpeaker", "listener", "speaker")
    },
)
