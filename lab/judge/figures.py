"""Which figures does a score reach? All sets of judgements and contrasts as rows, and what scores of the rows give.

A row is a caption with references; the rows of a set stand together: of pairs all first captions, then all second ones;
of SugarCrepe++ paraphrase and negative against the caption, then caption and negative against the paraphrase.
"""

from collections.abc import Sequence
from dataclasses import dataclass
from functools import cached_property
from pathlib import Path

import numpy as np
from numpy.typing import NDArray

from grice.benchmarks.contrasts import average_precision
from grice.benchmarks.judgements import right
from grice.corpora import contrasts, judgements, made_contrasts
from grice.corpora.contrasts import SWAPS
from grice.corpora.judgements import KINDS, Preferred, Rated
from grice.statistics.correlation import Ratings

Floats = NDArray[np.float64]
JUDGED = ("nebula", "thumb", "flickr8k", "pascal50s")


@dataclass(frozen=True)
class Sets:
    """Every row of every set, and what people, or the makers of the set, say of it."""

    rows: list[tuple[str, list[str]]]
    where: dict[str, slice]
    rated: dict[str, Rated]
    preferred: Preferred
    triples: list[contrasts.Triple]
    marked: list[contrasts.Marked]
    made: list[contrasts.Foiled]

    @classmethod
    def load(cls, data: Path) -> "Sets":
        rows: list[tuple[str, list[str]]] = []
        where: dict[str, slice] = {}

        def add(name: str, captions: Sequence[str], references: Sequence[Sequence[str]]) -> None:
            where[name] = slice(len(rows), len(rows) + len(captions))
            rows.extend((caption, list(some)) for caption, some in zip(captions, references, strict=True))

        rated: dict[str, Rated] = {}
        preferred: Preferred | None = None
        for one in judgements.load(data / "judgements", data / "flickr8k" / "expert_half.json"):
            if isinstance(one, Rated):
                rated[one.name] = one
                add(one.name, one.captions, one.references)
            else:
                preferred = one
                add(one.name, *judgements.both(one))
        assert preferred is not None
        folder = data / "contrasts"
        triples, marked, foils = contrasts.sugarcrepepp(folder), contrasts.hat(folder), contrasts.nocaps_foil(folder)
        made = made_contrasts.make(made_contrasts.images(data), "test")
        texts = [(t.caption, t.paraphrase, t.negative) for t in triples]
        order = ((1, 0), (2, 0), (0, 1), (2, 1))
        captions, others = ([t[pair[side]] for pair in order for t in texts] for side in (0, 1))
        add("sugarcrepepp", captions, [[other] for other in others])
        add("hat", [m.caption for m in marked], [m.references for m in marked])
        for name, pairs in (("nocaps", foils), ("made", made)):
            references = [f.references for f in pairs]
            add(name, [f.caption for f in pairs] + [f.foil for f in pairs], [*references, *references])
        return cls(rows, where, rated, preferred, triples, marked, made)

    @cached_property
    def people(self) -> dict[str, Ratings]:
        return {name: Ratings(one.ratings, one.images) for name, one in self.rated.items()}

    @cached_property
    def counts(self) -> NDArray[np.int64]:
        """How many references each row has."""
        return np.array([len(references) for _, references in self.rows])

    @cached_property
    def hallucinated(self) -> NDArray[np.bool_]:
        return np.array([any(one.wrong) for one in self.marked])

    def figures(self, scores: Floats, names: Sequence[str] | None = None) -> dict[str, float]:
        """What scores, one for each row, reach on these sets (all, if none is named), times 100."""
        found: dict[str, float] = {}
        for name, place in self.where.items():
            if names is not None and name not in names:
                continue
            here = scores[place]
            if name in self.rated:
                found[name] = self.people[name].judge(here).tau_c
            elif name == "pascal50s":
                won = right(here, self.preferred)
                found[name] = float(np.mean([won[np.array(self.preferred.kinds) == kind].mean() for kind in KINDS]))
            elif name == "sugarcrepepp":
                true, false, back, wrong = np.split(here, 4)
                both, kinds = (true > false) & (back > wrong), np.array([t.kind for t in self.triples])
                found |= {kind: float(both[kinds == kind].mean()) for kind in SWAPS}
                found["replaced"] = float(both[~np.isin(kinds, SWAPS)].mean())
            elif name == "hat":
                found[name] = average_precision(-here, self.hallucinated)
            else:
                true, false = np.split(here, 2)
                kinds = np.array([f.kind for f in self.made]) if name == "made" else np.full(len(true), name)
                found |= {str(kind): float((true > false)[kinds == kind].mean()) for kind in dict.fromkeys(kinds)}
        return {name: 100 * value for name, value in found.items()}
