"""Which words may the graph of a caption hold? Those that a word of the caption licenses, and a few implied predicates.

A word is licensed by itself, an inflection or base form of it, the number it names, its parts where it is a compound
("streetlight": street, light) or the compound where it is written apart, a likely spelling of it, or a listed
normalisation (guy: person). Predicates may moreover use the few words that FACTUAL's annotators imply ("man in a red
shirt": wear). Whatever else a network finds likely comes from nowhere: an elephant in "two boxers".
"""

import re
from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from functools import cache, cached_property, lru_cache
from itertools import pairwise

from grice.networks.pieces import UNKNOWN, PieceTable, runs_of
from grice.networks.wholeness import Run
from grice.readers.graphs.alignment import bases
from grice.words.lexicon import PARTS, lexicon
from grice.words.morphology import gerunds, may_have_base
from grice.words.numbers import number

IMPLIED = frozenset(["have", "wear", "say", "on", "in", "of", "with", "at", "to", "for", "by", "than", "the"])
"""What a predicate may say without a word of the caption: what FACTUAL's annotators often add. Other prepositions they
add now and then (a hundred times "next", of 66,686 facts), but of thirty that a network added to 2,250 unseen captions
none was right."""
UNPREDICATED = frozenset(["a", "an"])
"""Words that a predicate may not contain."""
ALWAYS = frozenset(("person", "people", "something", "-"))
"""What a name may say without a word of the caption: names for an unnamed agent (person, something), and the hyphen."""
_NORMALISED = (
    ("they them their theirs we us our you your who whose others", "person people men women"),
    ("he him his himself", "man boy person"),
    ("she her hers herself", "woman girl person"),
    ("guy dude male gentleman", "man person"),
    ("guys dudes males gentlemen", "men people"),
    ("lady female", "woman person"),
    ("ladies females", "women people"),
    ("tee tees tshirt tshirts t", "t-shirt t-shirts shirt"),
    ("haired blonde blond brunette redhead", "hair blond blonde"),
    ("headed", "hair"),
    ("legged", "leg legs"),
    ("sleeved", "sleeve sleeves"),
    ("grey gray", "gray grey"),
    ("colour coloured", "color colored"),
    ("seating", "sit"),
    ("thru", "through"),
    ("reflection", "reflect"),
    ("pic photograph picture", "picture photo"),
    ("bicycle", "bike"),
    ("plane", "airplane"),
    ("tv", "television"),
    ("fridge", "refrigerator"),
    ("&", "and"),
)
"""Words of captions, and what FACTUAL's annotators write for them."""
_LISTED = {word: tuple(forms.split(" ")) for words, forms in _NORMALISED for word in words.split(" ")}
_APART = re.compile(r"[^\w']+")
_SHORTEST_PART, _SHORTEST_MISSPELT = 3, 4
_FAR = 7
"""Letters from which a misspelt word may have two wrong."""


@dataclass(frozen=True)
class Licence:
    """What the words of a caption allow, as runs of pieces: in names and attributes, and in predicates."""

    said: frozenset[Run]
    predicates: frozenset[Run]


class Licences:
    """The licences that one table of pieces can write."""

    def __init__(self, table: PieceTable) -> None:
        self._table = table
        self._always = self._runs(ALWAYS)
        self.implied = self._runs(IMPLIED)

    def of(self, words: Sequence[str]) -> Licence:
        """The licence of a caption given as its words."""
        pairs = (first + second for first, second in pairwise(words))
        said = self._always.union(*map(self._licensed, words), *map(self._compound, pairs))
        return Licence(said, said | self.implied)

    @lru_cache(maxsize=1 << 16)  # noqa: B019 - a parser and its table live as long as the process
    def _licensed(self, word: str) -> frozenset[Run]:
        found = {word, *_LISTED.get(word, ())}
        for part in {word, word.removesuffix("'s"), word.replace("-", ""), *_APART.split(word)}:
            found |= {part, *_LISTED.get(part, ()), *self._inflected(part), *self._parts(part)}
            if (value := number(part)) is not None:
                found.add(str(value))
        if not found & self._known and len(word) >= _SHORTEST_MISSPELT and word not in lexicon() and word.isalpha():
            found |= self._respelt(word)
        return self._runs(found)

    @lru_cache(maxsize=1 << 16)  # noqa: B019
    def _compound(self, together: str) -> frozenset[Run]:
        """What two words are when written as one, where that is a word."""
        # Nearly every pair of a new caption is new, and none of them a word.
        if together not in self._known and not may_have_base(together):
            return frozenset()
        known = together in self._known or any(form in lexicon() for form in bases(together))
        return self._runs((together, *bases(together))) if known else frozenset()

    def _inflected(self, word: str) -> set[str]:
        """What a word may be an inflection of, the known words that are inflections of the same, and its "-ing"."""
        forms = bases(word)
        found = set(forms).union(*(_inflections(form) & self._known for form in forms))
        return found.union(*(gerunds(form) for form in forms if lexicon().has(form, "verb")))

    def _parts(self, word: str) -> set[str]:
        """The two known nouns that a compound joins."""
        for cut in range(_SHORTEST_PART, len(word) - _SHORTEST_PART + 1):
            one, other = word[:cut], word[cut:]
            if one in self._known and bases(other) & self._known and one in lexicon() and word not in self._known:
                return {one, other, *bases(other)}
        return set()

    def _respelt(self, word: str) -> set[str]:
        from rapidfuzz import process
        from rapidfuzz.distance import OSA

        most = 1 + (len(word) >= _FAR)
        near = process.extract(word, self._alphabetic, scorer=OSA.distance, score_cutoff=most, limit=3)
        return {form for known, _, _ in near for form in {known, *bases(known)}}

    def _runs(self, words: Iterable[str]) -> frozenset[Run]:
        runs = map(tuple, runs_of(self._table, sorted(words)))
        return frozenset(run for run in runs if UNKNOWN not in run)

    @cached_property
    def _known(self) -> frozenset[str]:
        """Words of training targets that are written as one run of pieces."""
        spelled = (self._table.spelled(run) for run in self._table.words)
        return frozenset(words[0] for words in spelled if len(words) == 1)

    @cached_property
    def _alphabetic(self) -> list[str]:
        return sorted(word for word in self._known if word.isalpha() and any(lexicon().has(word, p) for p in PARTS))


@lru_cache(maxsize=1 << 16)
def _inflections(base: str) -> frozenset[str]:
    """What could be inflections of a word by their spelling; only known words among them count."""
    stem, end = base.removesuffix("e"), base[-1:]
    regular = [base + ending for ending in ("s", "es", "ed", "er", "est", "en", "y")]
    short = [stem + ending for ending in ("ed", "er", "est", "y")]
    doubled = [base + end + ending for ending in ("ed", "er")] if end not in "aeiouy" else []
    other = [base[:-1] + "ies", base[:-1] + "ied"] if end == "y" else []
    return frozenset([base, *regular, *short, *doubled, *other, *gerunds(base), *_irregular().get(base, ())])


@cache
def _irregular() -> dict[str, list[str]]:
    """Irregular inflections by base form."""
    found: dict[str, list[str]] = {}
    for forms in lexicon().exceptions.values():
        for form, origins in forms.items():
            for base in origins:
                found.setdefault(base, []).append(form)
    return found
