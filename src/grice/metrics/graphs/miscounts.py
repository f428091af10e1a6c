"""Which things does a caption count otherwise than its references? Numbers that every reference with a number denies.

"Two ducks" is borne out by one reference with two ducks, birds or waterfowl. Where no reference has them, it counts
against the caption as far as references give another number to such things: the share of them that does. References
without a number say nothing, and neither do ranges ("three or four", "at least five").
"""

from collections.abc import Sequence
from functools import lru_cache

from grice.meaning.graph import SceneGraph
from grice.meaning.graph_statements import Quantity
from grice.metrics.graphs.support import same
from grice.words.morphology import lemmatised

Counted = dict[str, frozenset[str]]
"""Things by name, lemmatised, and the numbers that a text gives to them."""


def miscounted(caption: SceneGraph, references: Sequence[SceneGraph]) -> tuple[float, list[str]]:
    """Shares of references that count a thing otherwise, summed over the things whose number no reference has; and
    these things, each with the numbers that it should have."""
    known = [numbers(reference) for reference in references]
    total, shown = 0.0, []
    for name, said in sorted(numbers(caption).items()):
        others = [_of(name, one) for one in known]
        against = [other for other in others if other]
        if against and not any(said & other for other in against):
            total += len(against) / len(references)
            right = sorted(frozenset().union(*against), key=int)
            shown.append(f"{' '.join(sorted(said))} {name} ({', '.join(right)})")
    return total, shown


@lru_cache(maxsize=1 << 14)
def numbers(graph: SceneGraph) -> Counted:
    """What a graph counts, exactly."""
    found: Counted = {}
    for one in graph.statements:
        if isinstance(one, Quantity) and one.number.isdecimal():
            name = lemmatised(one.node.name)
            found[name] = found.get(name, frozenset()) | {one.number}
    return found


def _of(name: str, counted: Counted) -> frozenset[str]:
    """The numbers of what may be the same thing."""
    return frozenset().union(*(some for other, some in counted.items() if same(name, other)))
