"""Scenes as pictures: the rooms of 3DShapes from their ids, sets of coloured shapes from their counts."""

from grice.door import lazy

__getattr__, __dir__ = lazy(
    __name__,
    {
        "build": "grice.scenes.render.layers:build",
        "counts": "grice.scenes.render.quantified:counts",
        "pair": "grice.scenes.render.pages:pair",
        "png": "grice.scenes.render.pages:png",
        "rooms": "grice.scenes.render.compose:rooms",
        "sheet": "grice.scenes.render.pages:sheet",
    },
)
