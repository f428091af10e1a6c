"""What was said, as types: mentions of features, quantified statements, scene graphs."""

from grice.door import lazy

__getattr__, __dir__ = lazy(
    __name__,
    {
        name: f"grice.meaning.{name}"
        for name in ("graph", "graph_statements", "mentions", "prototypes", "quantifiers", "statements", "tuples")
    }
    | {
        "SceneGraph": "grice.meaning.graph:SceneGraph",
        "Statement": "grice.meaning.statements:Statement",
        "statement": "grice.meaning.statements:statement",
    },
)
