"""What was said: mentions of features, quantified statements, scene graphs."""

from grice.door import lazy

__getattr__, __dir__ = lazy(
    __name__,
    {"SceneGraph": "grice.meaning.graph:SceneGraph"}
    | {name: f"grice.meaning.{name}" for name in ("graph", "lexicon", "predicates", "statements")},
)
