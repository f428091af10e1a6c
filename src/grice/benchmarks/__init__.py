"""Published tables, recomputed: one function gives one set of tables, the paper's number beside ours.

`BENCHMARKS` is the registry: a name, the Typer command that runs it, what it shows, and its family of scenes.
"""

from grice.door import lazy
from grice.registry import Entry, Registry

BENCHMARKS = Registry(
    "benchmark",
    {
        "a3ds": Entry(
            "grice.benchmarks.a3ds:run",
            "pragmatic evaluation of captioners (Tsvilodub & Franke 2023, Table 1)",
            "rooms",
        ),
        "factual": Entry(
            "grice.benchmarks.factual:run", "scene graph parsers (Li et al. 2023, Tables 3 and 4)", "graphs"
        ),
        "captions": Entry(
            "grice.benchmarks.captions:run", "captions as people write them, annotated twice, by kind", "graphs"
        ),
        "dsg": Entry("grice.benchmarks.dsg:run", "what prompts state, found in their graphs (DSG-1k)", "graphs"),
        "flickr8k": Entry(
            "grice.benchmarks.flickr8k:run", "agreement of caption metrics with people (Tables 5 and 6)", "graphs"
        ),
        "foil": Entry("grice.benchmarks.foil:run", "which caption holds a wrong word? (Tables 5 and 6)", "graphs"),
        "judgements": Entry(
            "grice.benchmarks.judgements:run",
            "agreement of caption metrics with people on Nebula, THumB, Pascal-50S and Flickr8k",
            "graphs",
        ),
        "contrasts": Entry(
            "grice.benchmarks.contrasts:run",
            "do metrics see what differs? SugarCrepe++, HAT, nocaps-FOIL, made foils",
            "graphs",
        ),
        "discourse": Entry(
            "grice.benchmarks.discourse:run",
            "graphs of paragraphs, and false claims in them (DiscoSG, Lin et al. 2025)",
            "graphs",
        ),
        "retrieval": Entry(
            "grice.benchmarks.retrieval:run", "captions as queries for scene graphs (Table 7)", "graphs"
        ),
        "graphs": Entry(
            "grice.benchmarks.graphs:run", "scene graph metrics beside the published FACTUAL evaluator", "graphs"
        ),
        "encoders": Entry(
            "grice.benchmarks.encoders:run", "softspice beside the published evaluator: speed and parity", "graphs"
        ),
        "parser": Entry(
            "grice.benchmarks.parser:run", "the scene graph parser: speed beside Flan-T5-base, quality on dev", "graphs"
        ),
        "quantified": Entry(
            "grice.benchmarks.quantified:run", "quantified descriptions: speed, length, completeness", "quantified"
        ),
        "rooms": Entry(
            "grice.benchmarks.rooms:run", "rendered 3DShapes rooms against real ones, and their speed", "rooms"
        ),
        "qtuna": Entry(
            "grice.benchmarks.qtuna:run",
            "people's quantified descriptions read; thesis tables simulated",
            "quantified",
        ),
        "readers": Entry(
            "grice.benchmarks.simulated_readers:run",
            "which simulated reader comes nearest the thesis's tables",
            "quantified",
        ),
        "scale": Entry(
            "grice.benchmarks.scale:run",
            "millions of captions through row groups: time, memory; Ray beside processes",
            "rooms",
        ),
        "speed": Entry(
            "grice.benchmarks.speed:run",
            "beside other programs, captions per second, growth and memory on this machine",
            "graphs",
        ),
    },
)

__getattr__, __dir__ = lazy(
    __name__,
    {"Table": "grice.tables:Table"} | {name: entry.path.partition(":")[0] for name, entry in BENCHMARKS.items()},
)
