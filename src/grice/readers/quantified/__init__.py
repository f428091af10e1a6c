"""Quantified descriptions read: from what people write to the scenes they can mean.

tokens (word classes) -> rules, segments (clauses) -> phrases, clauses (acts) -> discourse (claims) -> weighing (worlds)
-> settling, reading.
"""

from grice.door import lazy

__getattr__, __dir__ = lazy(
    __name__,
    {name: f"grice.readers.quantified.reading:{name}" for name in ("Clause", "Reading", "read")},
)
