"""Scenes to text: grammars, algorithms, networks."""

from grice.door import lazy

__getattr__, __dir__ = lazy(
    __name__,
    {
        "Description": "grice.speakers.description:Description",
        "describe": "grice.speakers.describe:describe",
    },
)
