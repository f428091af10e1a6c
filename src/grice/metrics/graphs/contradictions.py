"""Where do two graphs contradict each other? What one of them denies and the other says.

A denial is contradicted by a statement that has, field by field, its words, synonyms of them or kinds of them: "no
animals" by a dog, never "no dogs" by an animal; "nobody" by people, "nothing" by anything. What a text denies of
something that is not there is one denial: "no red cars" (cars, and their being red, both denied) is contradicted by
red cars, not by cars. Having, wearing and being with are one here, since a denial seldom says which ("without a hat");
where things are is denied however they stand ("no flowers in the vase": flowers stand in it), and by what has none of
them ("the vase has no flowers").
"""

from collections.abc import Iterator, Sequence
from dataclasses import dataclass

from grice.meaning.graph import SceneGraph
from grice.meaning.graph_statements import Attribute, Exists, Fact, Quantity, Statement
from grice.meaning.tuples import tuples, tuples_of
from grice.words.lexicon import synonyms
from grice.words.prepositions import PREPOSITIONS
from grice.words.taxonomy import is_kind

_HOLDING = frozenset(["have", "ha", "wear", "with", "of"])
"""Predicates that are one in a denial; "ha" is how the published protocol lemmatises "has"."""
_INSIDE = frozenset(["in", "on", "inside", "at", "upon"])
"""Where something is that its place has."""
_NOBODY = frozenset(["person", "people"])
"""What a denial of anybody is of."""


@dataclass(frozen=True)
class Contradiction:
    """What one graph says and the other denies: two tuples, and whether it is the candidate that denies."""

    said: Fact
    denied: Fact
    by_candidate: bool

    def __str__(self) -> str:
        who, other = ("prediction", "reference") if self.by_candidate else ("reference", "prediction")
        return f"({', '.join(self.said)}) of the {other} against not ({', '.join(self.denied)}) of the {who}"


@dataclass(frozen=True)
class Denial:
    """One thing that is denied: a tuple, and what else is denied of its absent objects, which narrows it."""

    fact: Fact
    narrowed: tuple[Fact, ...] = ()

    def refuted(self, said: frozenset[Fact]) -> list[Fact]:
        """The tuples among those said that cannot be true if this denial is, in alphabetical order."""
        return [
            other
            for other in sorted(said)
            if covers(self.fact, other) and all(self._meets(one, other, said) for one in self.narrowed)
        ]

    def _meets(self, narrow: Fact, found: Fact, said: frozenset[Fact]) -> bool:
        """Whether a narrowing fact, (cars, red), holds of the very object that was found."""
        paired = zip(_objects(self.fact), _in_order(self.fact, found), strict=True)
        objects = [there for here, there in paired if here == narrow[0]]
        return any(len(other) == 2 and other[0] in objects and _fits(narrow[1], other[1]) for other in said)


def contradictions(candidate: SceneGraph, reference: SceneGraph, lemmatise: bool = True) -> tuple[Contradiction, ...]:
    """What the candidate says and the reference denies, then what the candidate denies and the reference says."""
    return (
        *_found(candidate, reference, lemmatise, by_candidate=False),
        *_found(reference, candidate, lemmatise, by_candidate=True),
    )


def denials(graph: SceneGraph, lemmatise: bool = True) -> tuple[Denial, ...]:
    """What a graph denies, each with what narrows it."""
    properties = [one for one in graph.denied if isinstance(one, Attribute | Quantity)]
    others = [one for one in graph.denied if not isinstance(one, Attribute | Quantity)]
    absent = {node for one in others for node in one.nodes if node not in graph.about}
    found = [Denial(_tuple(one, lemmatise)) for one in properties if one.node not in absent]
    for one in others:
        narrowing = [p for node in one.nodes if node in absent for p in properties if p.node == node]
        found.append(Denial(_tuple(one, lemmatise), tuple(_tuple(p, lemmatise) for p in narrowing)))
    return tuple(dict.fromkeys(found))


def covers(denied: Fact, said: Fact) -> bool:
    """Whether what is denied, if it is, makes what is said false: the same kind of tuple, each field as general."""
    if len(denied) != len(said) or not all(map(_fits, _objects(denied), _in_order(denied, said))):
        return False
    if len(denied) == 2:
        return _fits(denied[1], said[1])
    return len(denied) == 1 or _turned(denied[1], said[1]) or _same_relation(denied[1], said[1])


def _turned(denied: str, said: str) -> bool:
    """Whether two predicates say of a place that it has something, and of something that it is there."""
    return (denied in _HOLDING and said.split()[-1] in _INSIDE) or (denied in _INSIDE and said in _HOLDING)


def _same_relation(denied: str, said: str) -> bool:
    if denied == said or synonyms(denied, said) or {denied, said} <= _HOLDING:
        return True
    return denied in PREPOSITIONS and said.endswith(f" {denied}")


def _found(says: SceneGraph, denies: SceneGraph, lemmatise: bool, by_candidate: bool) -> Iterator[Contradiction]:
    if not denies.denied:
        return
    said = tuples((says,), lemmatise)
    for denial in denials(denies, lemmatise):
        for fact in denial.refuted(said):
            yield Contradiction(fact, denial.fact, by_candidate)


def _tuple(statement: Statement, lemmatise: bool) -> Fact:
    """The tuple that a statement itself says: the longest of its tuples, for the others are its objects."""
    facts = statement.facts or Exists(statement.nodes[0]).facts
    return max(tuples_of(facts[:1], lemmatise), key=len)


def _objects(entry: Fact) -> Sequence[str]:
    return entry[::2] if len(entry) == 3 else entry[:1]


def _in_order(denied: Fact, said: Fact) -> Sequence[str]:
    """The objects of what is said in the order of those that are denied."""
    objects = _objects(said)
    return objects[::-1] if len(denied) == 3 and _turned(denied[1], said[1]) else objects


def _fits(denied: str, said: str) -> bool:
    if denied in (said, "something", "anything") or {denied, said} == _NOBODY:
        return True
    return synonyms(denied, said) or is_kind(said, denied)
