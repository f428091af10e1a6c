"""Do the words that were not read matter? Where the rest and the numbers settle one scene, they can only repeat it.

A number beside a kind is of all objects of that kind, or of some that the text names. Where one scene alone agrees with
every number in one of these senses, no other meaning could be true. Foreign things and denials are never passed over.
"""

from collections import Counter
from collections.abc import Sequence

import numpy as np

from grice.meaning.reading import CONTRADICTS, LOOSE, Clause, Weights
from grice.readers.quantified.acts import ONE
from grice.readers.quantified.phrases import numbers, plain
from grice.readers.quantified.rules import Part
from grice.readers.quantified.scope import Claim, Scope
from grice.readers.quantified.segments import Segment
from grice.readers.quantified.skipping import redundant
from grice.readers.quantified.weighing import Held
from grice.scenes.quantified import Mask, Worlds

Said = tuple[Segment, Clause, list[Claim]]  # a clause as it was read, and its claims
Count = tuple[int, int | None]  # a number, and the set it is of where one is named


def strange(clause: Clause) -> bool:
    """Whether a clause was not read as it stands."""
    return not clause.understood or bool({LOOSE, CONTRADICTS} & {*clause.notes})


def settled(said: Sequence[Said], held: Held, named: Sequence[int], scope: Scope) -> Weights | None:
    """The one world that is left where clauses that were not read as they stand can only repeat it."""
    doubtful = [claims for _, clause, claims in said if strange(clause)]
    if not doubtful or not all(redundant(segment.tokens) for segment, clause, _ in said if strange(clause)):
        return None
    counts = [counted(segment.parts, scope) for segment, _, _ in said]
    agree = agreeing([count for found in counts for count in found], named, held.worlds, scope)
    # First the clauses that were not read are doubted; where nothing agrees then, all that have numbers.
    numbered = [claims for (_, clause, claims), found in zip(said, counts, strict=True) if found or strange(clause)]
    for doubted in (doubtful, numbered):
        left = agree & held.exactly([claim for claims in doubted for claim in claims])
        if left.sum() == 1:
            return left.astype(np.float64)
    return None


def counted(parts: Sequence[Part], scope: Scope) -> list[Count]:
    """The numbers of a stretch, each with what stands beside it."""
    listed = [item for item in plain(parts, scope.domain) if item.number and item.quantity != ONE]
    found: list[Count] = [(item.number, scope.of(item.phrase)) for item in listed]
    said = [t for part in parts for t in part.tokens if t.name in ("NUM", "DEF", "SINGLE", "PAIR")]
    left = Counter(numbers(said)) - Counter(number for number, _ in found)
    return [*found, *((number, None) for number in left.elements())]


def agreeing(counts: Sequence[Count], named: Sequence[int], worlds: Worlds, scope: Scope) -> Mask:
    """The worlds in which every count holds, of all objects or of some that are named."""
    values = [mask for attribute, _ in scope.domain.attributes for mask in scope.values(attribute, scope.everything)]
    sets = {scope.everything, *values, *named, *(kinds for _, kinds in counts if kinds)}
    sets |= {one & other for one in sets for other in sets}
    sizes = {kinds: worlds @ scope.mask(kinds).astype(worlds.dtype) for kinds in sets}
    found = np.ones(len(worlds), dtype=bool)
    for number, kinds in counts:
        fitting = [size == number for one, size in sizes.items() if kinds is None or not one & ~kinds]
        found &= np.any(fitting, axis=0) if fitting else False
    return found
