"""What is there: rooms, sets of coloured shapes, and targets with their distractors."""

from grice.door import lazy

__getattr__, __dir__ = lazy(
    __name__, {name: f"grice.scenes.{name}" for name in ("context", "quantified", "render", "rooms")}
)
