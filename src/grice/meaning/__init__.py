"""What was said: mentions of features, quantified statements, scene graphs."""

from grice.door import lazy

__getattr__, __dir__ = lazy(
    __name__,
    {name: f"grice.meaning.{name}" for name in ("numerals", "prototypes", "quantifiers", "statements")}
    | {"Statement": "grice.meaning.statements:Statement", "statement": "grice.meaning.statements:statement"},
)
