"""Text to meaning, and from meaning to the scenes it allows or the target it points at."""

from grice.door import lazy

__getattr__, __dir__ = lazy(
    __name__,
    {name: f"grice.readers.{name}" for name in ("base", "discourse", "graphs", "quantified", "rooms")}
    | {name: f"grice.readers.base:{name}" for name in ("Choice", "LISTENERS", "PARSERS", "load_listener")},
)
