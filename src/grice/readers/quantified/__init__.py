"""Quantified descriptions read: from what people write to the scenes they can mean (docs/quantified-reading.md)."""

from grice.door import lazy

__getattr__, __dir__ = lazy(__name__, {name: f"{__name__}.reading:{name}" for name in ("Clause", "Reading", "read")})
