"""What does a person read? Tables and figures on one self-contained HTML page.

`SECTIONS` is the registry: a section for each family of scenes, in order, and the function that makes it. Its module
has `steps` besides, which says in how many steps it is made, or None where that is not known.
"""

from grice.door import lazy
from grice.registry import Entry, Registry

SECTIONS = Registry(
    "section of the report",
    {
        "rooms": Entry("grice.report.rooms:section", "rooms: does the caption single out its target?", "rooms"),
        "quantified": Entry(
            "grice.report.quantified:section", "quantified descriptions: can a reader rebuild the scene?", "quantified"
        ),
        "graphs": Entry("grice.report.graphs:section", "captions as graphs: does the meaning match?", "graphs"),
    },
)

__getattr__, __dir__ = lazy(
    __name__, {name: f"grice.report.{name}" for name in ("charts", "graph_drawing", "page", *SECTIONS)}
)
