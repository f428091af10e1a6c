"""What do people answer? Studies in a browser: their design, who sees what, the answers, and what they show."""

from grice.door import lazy

__getattr__, __dir__ = lazy(
    __name__,
    {
        name: f"grice.studies.{name}"
        for name in ("allocation", "analysis", "design", "export", "items", "simulation", "store", "tasks", "templates")
    },
)
