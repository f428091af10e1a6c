"""How many graphs are exactly right? Set Match and SPICE's F over lists of facts, fast enough to run while training.

The published protocol: facts as sets, every word but "is" reduced to its noun lemma, macro average. The F here matches
exactly (no synonyms), so it lies a little below the published SPICE; `grice score` gives that one from the same facts.
"""

from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import dataclass

from grice.readers.linear import Fact, plain

Lemma = Callable[[str], str]


@dataclass(frozen=True)
class Verdict:
    """Set Match and exact SPICE over a list of graphs, in percent, and whether each graph was right."""

    set_match: float
    spice: float
    right: tuple[bool, ...]

    def over(self, chosen: Sequence[bool]) -> float:
        """Set Match over the chosen graphs alone."""
        kept = [right for right, keep in zip(self.right, chosen, strict=True) if keep]
        return 100.0 * sum(kept) / max(1, len(kept))


def judge(predicted: Sequence[Iterable[Fact]], gold: Sequence[Iterable[Fact]], lemma: Lemma) -> Verdict:
    """Compare graphs, plain or with identifiers, with plain gold graphs."""
    right: list[bool] = []
    scores: list[float] = []
    for ours, theirs in zip(predicted, gold, strict=True):
        a, b = normal(ours, lemma), normal(theirs, lemma)
        right.append(a == b)
        scores.append(f_score(a, b))
    count = max(1, len(right))
    return Verdict(100.0 * sum(right) / count, 100.0 * sum(scores) / count, tuple(right))


def normal(facts: Iterable[Fact], lemma: Lemma) -> frozenset[Fact]:
    """Facts as they are compared: plain, every word but "is" as its noun lemma."""
    return frozenset(
        tuple(" ".join(word if word == "is" else lemma(word) for word in field.split()) for field in plain(fact))
        for fact in facts
    )


def f_score(ours: frozenset[Fact], theirs: frozenset[Fact]) -> float:
    """F1 over objects, attributes and relations, matched exactly."""
    a, b = _tuples(ours), _tuples(theirs)
    if not a and not b:
        return 1.0
    both = len(a & b)
    return 2.0 * both / (len(a) + len(b))


def from_table(lemmas: Mapping[str, str]) -> Lemma:
    """A lemmatiser that looks words up and leaves others as they are."""
    return lambda word: lemmas.get(word, word)


def _tuples(facts: frozenset[Fact]) -> frozenset[Fact]:
    found: set[Fact] = set()
    for fact in facts:
        found.add((fact[0],))
        if len(fact) == 3 and fact[1] == "is":
            found.add((fact[0], fact[2]))
        elif len(fact) == 3:
            found |= {(fact[2],), fact}
    return frozenset(found)
