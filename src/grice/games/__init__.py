"""Learning to speak by playing: a round of a reference game, what it rewards, and the policy gradient."""

from grice.door import lazy

__getattr__, __dir__ = lazy(
    __name__,
    {
        "Round": "grice.games.round:Round",
        "REWARDS": "grice.games.rewards:REWARDS",
    },
)
