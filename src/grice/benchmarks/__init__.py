"""Published tables, recomputed: one function gives one set of tables, the paper's number beside ours.

`BENCHMARKS` is the registry: a name, the function that runs it, and what it shows.
"""

from grice.door import lazy

BENCHMARKS: dict[str, tuple[str, str]] = {
    "a3ds": ("grice.benchmarks.a3ds:run", "pragmatic evaluation of captioners (Tsvilodub & Franke 2023, Table 1)"),
    "factual": ("grice.benchmarks.factual:run", "scene graph parsers (Li et al. 2023, Tables 3 and 4)"),
    "flickr8k": ("grice.benchmarks.flickr8k:run", "agreement of caption metrics with people (Tables 5 and 6)"),
    "foil": ("grice.benchmarks.foil:run", "which caption holds a wrong word? (Tables 5 and 6)"),
    "retrieval": ("grice.benchmarks.retrieval:run", "captions as queries for scene graphs (Table 7)"),
    "graphs": ("grice.benchmarks.graphs:run", "scene graph metrics beside the published FACTUAL evaluator"),
    "encoders": ("grice.benchmarks.encoders:run", "softspice beside the published evaluator: speed and equality"),
    "parser": ("grice.benchmarks.parser:run", "the scene graph parser: speed beside Flan-T5-base, quality on dev"),
    "quantified": (
        "grice.benchmarks.quantified:run",
        "quantified descriptions: speed, length, completeness",
    ),
    "rooms": ("grice.benchmarks.rooms:run", "rendered 3DShapes rooms against real ones, and their speed"),
    "qtuna": ("grice.benchmarks.qtuna:run", "people's quantified descriptions read; thesis tables simulated"),
    "readers": ("grice.benchmarks.readers:run", "which simulated reader comes nearest the thesis's tables"),
    "speed": ("grice.benchmarks.speed:run", "captions read, scored and written per second on this machine"),
}

__getattr__, __dir__ = lazy(
    __name__, {"Table": "grice.tables:Table"} | {name: f"grice.benchmarks.{name}" for name in BENCHMARKS}
)
