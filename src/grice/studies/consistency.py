"""Do annotators use few labels for the same things? Yule's I, type-token ratio and MTLD (Li et al. 2023, Table 1)."""

from dataclasses import dataclass

from grice.engines.score import score
from grice.meaning.graph import SceneGraph
from grice.studies.store import Store
from grice.studies.tasks import annotation


@dataclass(frozen=True)
class Consistent:
    """The three measures of the graphs of annotators or of experts."""

    whose: str
    graphs: int
    yules_i: float
    ttr: float
    mtld: float


def consistency(store: Store) -> list[Consistent]:
    """The measures of what annotators and experts made so far; lower is more consistent, at one size of corpus."""
    found = []
    for whose, role in (("annotators", "participant"), ("experts", "expert")):
        graphs: list[SceneGraph] = [
            annotation.graph(store.items[row["item"]], row["answer"])
            for row in store.answers()
            if row["role"] == role and row["answer"]["form"]["objects"]
        ]
        if graphs:
            values = score(graphs, metrics="diversity")["diversity"].values
            found.append(Consistent(whose, len(graphs), *(float(values[name]) for name in ("yules_i", "ttr", "mtld"))))
    return found
