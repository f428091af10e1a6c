"""Captions of rooms: the features they mention, whether that is true, and which room they point at."""

from grice.door import lazy

__getattr__, __dir__ = lazy(
    __name__,
    {
        "LiteralListener": "grice.readers.rooms.listener:LiteralListener",
        "Vocabulary": "grice.readers.rooms.vocabulary:Vocabulary",
        "listen": "grice.readers.rooms.listener:listen",
        "mentions_of": "grice.readers.rooms.mentions:mentions_of",
    },
)
