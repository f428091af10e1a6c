"""Scenes to text: grammars, algorithms, networks."""

from grice.door import lazy

__getattr__, __dir__ = lazy(__name__, {})
