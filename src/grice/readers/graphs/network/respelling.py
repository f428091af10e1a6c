"""What does the network read for a misspelt word? The common word that was meant, where one is near.

A word is taken for misspelt only if neither WordNet, nor the grammar, nor the tokenizer, nor a graph of the training
set knows it, and it is no compound and not written as a name. A short word, or one of another language, that begins a
sentence with a capital or stands alone is left as it is: nothing tells whether it is a name, foreign ("Hund", "Nuit")
or a mistake. Of several words that are near, a common one is meant rather than a rare one ("builing": building, not
boiling) and one that sounds alike rather than another ("gras": grass, not gas); how common a word is tells its place in
the tokenizer's list. Words keep their places in the text.
"""

import math
import re
from collections.abc import Sequence
from dataclasses import replace
from functools import cached_property, lru_cache

from grice.networks.pieces import PieceTable
from grice.readers.graphs.alignment import bases
from grice.words.english import closed, prepositions
from grice.words.language import in_other_script, is_foreign
from grice.words.lexicon import lexicon
from grice.words.negation import is_cue
from grice.words.split import Passage, Span

_TYPED = {
    "teh": ("the",),
    "hte": ("the",),
    "adn": ("and",),
    "w/": ("with",),
    "thru": ("through",),
    "ppl": ("people",),
    "alot": ("a", "lot"),
    "atleast": ("at", "least"),
    "eachother": ("each", "other"),
    "inbetween": ("in", "between"),
    "infront": ("in", "front"),
    "nextto": ("next", "to"),
    "ontop": ("on", "top"),
}
"""Words that are too short, or glued, to be recognised by their letters."""
_SHORTEST, _LONG, _FAR = 4, 6, 7
"""Letters from which a word may be misspelt, may sound otherwise than it should, and may have two wrong."""
_PART = 3
"""Letters that each half of a compound has at least."""
_LETTER = 3.0
"""What a wrong letter weighs, where another sound weighs one and so does a word that is e times as rare."""
_UNCOMMON = 1 << 16
"""The rank of a word that the tokenizer splits."""
_SILENT = str.maketrans("", "", "aeiouy")
THING = "thing"
"""What a word in another script is read as, which the network cannot spell: "a 猫 on a chair" is a thing on a chair."""
_ABROAD = frozenset(["de", "du", "des", "au", "aux", "en", "la", "le", "les", "con", "del", "al", "alla", "di", "da"])
_APART = re.compile(r"[^\w]+|[\d_]+")
_TWICE = re.compile(r"(.)\1")


class Respelling:
    """What the words of captions were meant to be, among those that a table of pieces knows."""

    def __init__(self, table: PieceTable) -> None:
        self._table = table

    def of(self, sentence: Passage) -> Passage:
        """The sentence as it was meant; the words of one that was glued together share its place."""
        if all(map(self._known, sentence.words)):
            return sentence
        words: list[str] = []
        spans: list[Span] = []
        borrowed = _borrowed(sentence.words)
        for place, (word, span) in enumerate(zip(sentence.words, sentence.spans, strict=True)):
            left = self._known(word) or place in borrowed or _named(sentence, span) or _unsure(sentence, word, span)
            meant = (word,) if left else self._meant(word)
            words += meant
            spans += [span] * len(meant)
        return replace(sentence, words=tuple(words), spans=tuple(spans))

    def strange(self, sentence: Passage) -> tuple[str, ...]:
        """The words of a sentence of which none is known; names, numbers and words in another script do not count."""
        shouted = sentence.plain[slice(*sentence.span)].isupper()
        odd: dict[str, None] = {}
        for word, span in zip(sentence.words, sentence.spans, strict=True):
            named = not shouted and any(map(str.isupper, sentence.plain[slice(*span)]))
            parts = [part for part in _APART.split(word) if part.isalpha()]
            if any(map(self._is_word, parts)):
                return ()
            if parts and not named and not _unspelt(word):
                odd[word] = None
        return tuple(odd)

    def _is_word(self, part: str) -> bool:
        return part in _TYPED or (_english(part) if len(part) < _SHORTEST else self._known(part))

    @lru_cache(maxsize=1 << 16)  # noqa: B019 - a parser and its table live as long as the process
    def _known(self, word: str) -> bool:
        if word in _TYPED or _unspelt(word) or _coordinated(word):
            return False
        if len(word) < _SHORTEST or not (word.isalpha() and word.isascii()):
            return True
        if is_cue(word) or self._rank(word) < _UNCOMMON or bases(word) & self._written or _english(word):
            return True
        parts = ((word[:cut], word[cut:]) for cut in range(_PART, len(word) - _PART + 1))
        return any(all(self._rank(part) < _UNCOMMON and _english(part) for part in pair) for pair in parts)

    @lru_cache(maxsize=1 << 16)  # noqa: B019
    def _meant(self, word: str) -> tuple[str, ...]:
        if word in _TYPED:
            return _TYPED[word]
        if _unspelt(word):
            return (THING,)
        if parts := _coordinated(word):
            return parts
        from rapidfuzz import process
        from rapidfuzz.distance import OSA

        folded = _folded(word)
        most = 1 + (len(word) >= _FAR)
        near = process.extract(folded, self._common(word[0]), scorer=OSA.distance, score_cutoff=most, limit=None)
        ranked = [
            (_LETTER * far + unlike + math.log(self._rank(one)), one)
            for _, far, one in near
            if not (unlike := _unlike(folded, one)) or (far == 1 and len(word) >= _LONG)
        ]
        return (min(ranked)[1],) if ranked else (word,)

    def _rank(self, word: str) -> int:
        found = self._table.tokenizer.token_to_id(word)
        return _UNCOMMON if found is None else int(found)

    @cached_property
    def _written(self) -> frozenset[str]:
        """Words of training targets."""
        spelled = (self._table.spelled(run) for run in self._table.words)
        return frozenset(words[0] for words in spelled if len(words) == 1)

    @lru_cache(maxsize=32)  # noqa: B019
    def _common(self, letter: str) -> dict[str, str]:
        """Words of training targets, their inflections, and those of the grammar with a first letter, each folded."""
        found: dict[str, str] = {}
        for word in self._spelled.get(letter, ()):
            likely = word in self._written or word in closed() or word in prepositions() or bases(word) & self._written
            if likely and _english(word):
                found[word] = _folded(word)
        return found

    @cached_property
    def _spelled(self) -> dict[str, list[str]]:
        """Words of letters that the tokenizer knows whole or a training target holds, by their first letter."""
        found: dict[str, list[str]] = {}
        for word in sorted({*self._table.tokenizer.get_vocab(), *self._written}):
            if len(word) >= _SHORTEST - 1 and word.isalpha() and word.isascii():
                found.setdefault(word[0], []).append(word)
        return found


def unspelt(sentence: Passage) -> tuple[str, ...]:
    """The words of a sentence that are read as some thing."""
    return tuple(dict.fromkeys(filter(_unspelt, sentence.words)))


def _unspelt(word: str) -> bool:
    return not word.isascii() and any(map(str.isalpha, word)) and in_other_script(word)


def _coordinated(word: str) -> tuple[str, ...]:
    """The words of "black-and-white" and "sweet-and-sour", which say two things; none of any other word."""
    one, _, other = word.partition("-and-")
    return (one, "and", other) if other and all(lexicon().has(part, "adj") for part in (one, other)) else ()


def _english(word: str) -> bool:
    if word in closed() or word in prepositions() or any(form in lexicon() for form in bases(word)):
        return True
    doer = word.removesuffix("s")
    return doer.endswith("er") and any(lexicon().has(form, "verb") for form in (doer[:-1], doer[:-2]))


def _folded(word: str) -> str:
    return word.replace("ph", "f")


def _unlike(folded: str, other: str) -> bool:
    """Whether two words have other consonants; not where only neighbours changed places."""
    first, second = (_TWICE.sub(r"\1", one.translate(_SILENT)) for one in (folded, _folded(other)))
    return first != second and sorted(folded) != sorted(other)


def _unsure(sentence: Passage, word: str, span: Span) -> bool:
    """Whether nothing around a word tells that it is a mistake and not a name or foreign."""
    written = sentence.plain[span[0] : span[1]]
    begins = span[0] == sentence.span[0] and written[0].isupper() and not written[1:].isupper()
    if word in _TYPED or not (begins or len(sentence.words) == 1):
        return False
    return len(word) < _LONG or is_foreign(word)


def _borrowed(words: Sequence[str]) -> frozenset[int]:
    """The places of words beside an article or preposition of another language: "chili con carne", "fleur de lis"."""
    return frozenset(place + side for place, word in enumerate(words) if word in _ABROAD for side in (-1, 1))


def _named(sentence: Passage, span: Span) -> bool:
    """Whether a capital inside a sentence marks a name."""
    written = sentence.plain[span[0] : span[1]]
    return written[0].isupper() and not written[1:].isupper() and span[0] > sentence.span[0]
