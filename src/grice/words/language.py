"""Is this text English? If not, in which script or language does it seem to be?

No model and no download: letters tell the script, common words the language. A text is taken for another language only
where words of that language speak for it: unknown words alone do not (a name, a typing error, nonsense), and English
words of the grammar speak against it, so that a foreign name or a quoted sign costs nothing. Words that English has too
("die", "table") count little or nothing, and words in capitals may be names. Among two or three words one must be of
the grammar: "carne asada" is on English menus.
"""

import tomllib
import unicodedata
from collections import Counter
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from functools import cache, lru_cache
from importlib.resources import files

from grice.words.english import closed, prepositions
from grice.words.lexicon import lexicon
from grice.words.morphology import is_known
from grice.words.numbers import NUMBER_WORDS
from grice.words.pronouns import PRONOUNS
from grice.words.split import Passage, words_of_text

STRONG, WEAK = 2, 1
"""What a word that only the other language has speaks for it, and one that English has as well or nobody knows."""
WEAK_FOR_ONE, MANY_WEAK = 2, 4
"""How many different words that English has as well make up for one that it has not; the second beside English ones."""
AGAINST = 3
"""How many words of the other language's own outweigh an English word of the grammar."""
FEW = 3
"""Up to so many words are a few, which may be a name or a dish."""
_GRAMMAR = frozenset(
    """
    the and of with are this that these those there his her their its from by at to it for while which who has have
    near next behind into through some is was were be been in on an a or as they he she under over up down not no we you
    my our your me i but so can
    """.split()  # noqa: SIM905
)


@dataclass(frozen=True)
class _Language:
    """Words of a language: those of its own, those that English only happens to have, and those that both use."""

    strong: frozenset[str]
    weak: frozenset[str]
    shared: frozenset[str]
    grammar: frozenset[str]


def foreign(text: str | Passage) -> str | None:
    """Why a text is not English, or None; a text without letters is not foreign."""
    passage = words_of_text(text) if isinstance(text, str) else text
    if not passage.plain.isascii():
        letters = [character for character in passage.plain if character.isalpha()]
        scripts = Counter(map(_script, letters))
        other = len(letters) - scripts["LATIN"]
        if 2 * other > len(letters):
            name = next(script for script, _ in scripts.most_common() if script != "LATIN")
            return f"most letters are in another script than English uses ({name.capitalize()})"
    language = _spoken(passage)
    return f"it seems to be {language}, and only English is read" if language else None


@dataclass(frozen=True)
class _Word:
    """A word in lower case, and whether its capital marks it as a name."""

    text: str
    named: bool


def _spoken(text: Passage) -> str | None:
    """The language in Latin script that a text is in, if it is not English."""
    words = _words(text)
    if len(words) < 2:
        return None
    distinct = {word.text for word in words}
    odd = not all(map(str.isascii, distinct))
    found = {
        name: _evidence(words, language)
        for name, language in _languages().items()
        if odd or _may_speak(distinct, language)
    }
    best = max(found, key=lambda name: found[name], default="")
    return best if found.get(best, 0.0) > 0 else None


def _may_speak(words: set[str], language: _Language) -> bool:
    """Whether anything at all could speak for a language, where no word has an accent: for most texts nothing does."""
    return not words.isdisjoint(language.strong) or len(words & language.weak) >= WEAK_FOR_ONE


def _evidence(words: Sequence[_Word], language: _Language) -> float:
    """How much more speaks for a language than for English; 0 where too little speaks for it."""
    strong = weak = odd = unknown = content = english = common = 0
    for word in words:
        if word.text in language.strong and not word.named:
            strong += 1
        elif word.text in language.weak:
            weak += 1
        elif word.text in _GRAMMAR:
            english += word.text not in language.shared
            common += 1
        elif _is_english(word.text):
            content += word.text not in language.shared
            common += 1
        elif not word.named:
            odd += not word.text.isascii()
            unknown += 1
    names = any(word.named for word in words)
    distinct = len({word.text for word in words if word.text in language.weak})
    # Words that English happens to have tell nothing beside names and English ones: "dia de los muertos painting".
    enough = MANY_WEAK if names or content else WEAK_FOR_ONE
    # An accent alone may be that of a name or a loan word: "Zoë on a bike", "crème brûlée on a table".
    accent = odd > 0 and (strong > 0 or weak + unknown > common)
    own = strong + accent + (distinct >= enough)
    if not own or own < AGAINST * english:
        return 0.0
    if len(words) <= FEW + names and strong < 2:
        grammar = any(word.text in language.grammar for word in words)
        if names or not strong + odd or (not grammar and (content or len(words) < FEW)):
            return 0.0
    total = STRONG * strong + WEAK * (weak + unknown + odd) - content
    # Of two languages, the one that has more of the words.
    return total + (strong + weak) / (1 + len(words)) if total > 0 else 0.0


def _words(text: Passage) -> list[_Word]:
    """The words that tell a language: of letters, cut at apostrophes, without those in capitals among others that are
    not. A text of a few words that all begin with a capital is a name, and has none."""
    raw = [text.plain[start:end] for start, end in text.spans]
    raw = [word for word in raw if any(map(str.isalpha, word))]
    shouted = text.plain.isupper()
    if not shouted:
        raw = [word for word in raw if len(word) == 1 or not word.isupper()]
        if len(raw) <= FEW + 1 and all(word[0].isupper() for word in raw):
            return []
    found = []
    for place, word in enumerate(raw):
        others = raw[place + 1 : place + 2] if place == 0 else [word]
        named = not shouted and word[0].isupper() and any(other[0].isupper() for other in others)
        parts = word.lower().replace("i\u0307", "i").split("'")
        found += [_Word(part, named) for part in parts if part.replace("-", "").isalpha()]
    return found


@cache
def _languages() -> Mapping[str, _Language]:
    whole = tomllib.loads((files("grice.words") / "languages.toml").read_text("utf-8"))
    english, particles = (frozenset(whole.pop(name).split()) for name in ("English", "particles"))
    found = {}
    for name, listed in whole.items():
        grammar, _, _ = listed.partition("|")
        words = frozenset(listed.replace("|", " ").split())
        # A written accent is no English: "für" is not fur.
        shared = frozenset(word for word in words if word == "à" or (word.isascii() and _is_english(word)))
        weak = (shared | (particles & words)) - english
        own = words - shared - weak
        found[name] = _Language(own, weak, shared & english, frozenset(grammar.split()) - english - particles)
    return found


@lru_cache(maxsize=1 << 16)
def _is_english(word: str) -> bool:
    """Whether English has a word: of its grammar, or in WordNet as it is, inflected, or without its accents."""
    if word in _GRAMMAR or word in closed() or word in prepositions() or word in PRONOUNS or word in NUMBER_WORDS:
        return True
    plain = word if word.isascii() else _bare(word)
    return plain in lexicon() or is_known(plain)


def _bare(word: str) -> str:
    return "".join(part for part in unicodedata.normalize("NFD", word) if not unicodedata.combining(part))


@cache
def _script(character: str) -> str:
    """The first word of a letter's Unicode name, which is its script: LATIN, CYRILLIC, CJK."""
    if character.isascii():
        return "LATIN"
    return unicodedata.name(character, "UNKNOWN").partition(" ")[0].partition("-")[0]
