"""Does a description of a visual scene do its job?

The public door: small, lazy and typed. Importing `grice` imports nothing heavy; each name below loads its module when
it is first used.
"""

from typing import TYPE_CHECKING

from grice.door import lazy
from grice.version import __version__ as __version__

if TYPE_CHECKING:
    from grice import (
        benchmarks,
        corpora,
        encoders,
        engines,
        meaning,
        metrics,
        readers,
        reasoning,
        report,
        scenes,
        speakers,
        statistics,
    )
    from grice.errors import GriceError, InputError, MissingExtra
    from grice.meaning.graph import SceneGraph
    from grice.metrics.scoring import score
    from grice.metrics.search import search
    from grice.readers.parsing import parse
    from grice.readers.quantified.reading import read
    from grice.speakers.describe import describe

__all__ = [
    "GriceError",
    "InputError",
    "MissingExtra",
    "SceneGraph",
    "benchmarks",
    "corpora",
    "describe",
    "encoders",
    "engines",
    "meaning",
    "metrics",
    "parse",
    "read",
    "readers",
    "reasoning",
    "report",
    "scenes",
    "score",
    "search",
    "speakers",
    "statistics",
]

__getattr__, __dir__ = lazy(
    __name__,
    {
        "GriceError": "grice.errors:GriceError",
        "InputError": "grice.errors:InputError",
        "MissingExtra": "grice.errors:MissingExtra",
        "SceneGraph": "grice.meaning.graph:SceneGraph",
        "describe": "grice.speakers.describe:describe",
        "parse": "grice.readers.parsing:parse",
        "read": "grice.readers.quantified.reading:read",
        "score": "grice.metrics.scoring:score",
        "search": "grice.metrics.search:search",
    }
    | {
        package: f"grice.{package}"
        for package in (
            "benchmarks",
            "corpora",
            "encoders",
            "engines",
            "meaning",
            "metrics",
            "readers",
            "reasoning",
            "report",
            "scenes",
            "speakers",
            "statistics",
        )
    },
)
