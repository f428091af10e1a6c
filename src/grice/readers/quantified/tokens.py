"""Which words are these? Text to tokens, each of one word class, with typing errors and glued words undone.

The classes and their words lie in `vocabulary.toml`; the values of the domain are added to them. Numbers, fractions and
places are read by form. A word that is in no class is UNKNOWN; what becomes of it is for `skipping` to say.
"""

import re
import tomllib
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from fractions import Fraction
from functools import cached_property, lru_cache
from importlib.resources import files
from typing import Any

from rapidfuzz.distance import OSA

from grice.scenes.quantified import MOST, Domain
from grice.words.lexicon import PARTS
from grice.words.morphology import base_forms
from grice.words.numbers import COUNTING_WORDS
from grice.words.shares import PART_WORDS, figures, number_or_share
from grice.words.spelling import Spelling

_TOKEN = re.compile(r"[a-z]\.[a-z]\.|\d+\s*[/:-]\s*\d+|\d+(?:\.\d+)?\s*%|\d+|[a-z]+(?:'[a-z]+)?|[^\sa-z\d]|\n")
_LONGEST = 7
_SHORTEST_TARGET = 3
_LONG_ENOUGH = 5
_BEFORE_ONE = frozenset({"ADJ", "NOUN", "SINGLE", "OTHER", "DIFFERENT", "SHARE", "UNKNOWN"})
_VERBS = frozenset({"BE", "HAVE", "AUX"})
"""What "nt" makes a denial of, with its apostrophe or without."""
_STUTTER = frozenset({"half", "fifty", "50"})

Word = tuple[str, int, int, str]
"""A word as it was meant, its span in the clean text, and as it was written."""


@dataclass(frozen=True)
class Token:
    """A word or phrase: its class, its value, its span in the clean text, and as it was written."""

    name: str
    value: Any
    start: int
    end: int
    written: str = ""
    definite: bool = False
    """It stands after "the"."""
    kind = ""

    @property
    def tokens(self) -> "tuple[Token, ...]":
        return (self,)

    def has(self, *classes: str) -> bool:
        return self.name in classes


@lru_cache(maxsize=1)
def table() -> Mapping[str, Any]:
    """The vocabulary as it lies in its file."""
    return tomllib.loads(files("grice.readers.quantified").joinpath("vocabulary.toml").read_text("utf-8"))


def listed(words: str) -> list[str]:
    """The entries of a comma-separated list; a comma itself is written first."""
    return [entry.strip() or "," for entry in re.split(r",(?=\s)", words)]


@lru_cache(maxsize=8)
def vocabulary(domain: Domain) -> "Vocabulary":
    """The words of a domain, laid out once."""
    return Vocabulary(domain)


@dataclass(frozen=True)
class Vocabulary:
    """The words that can be read in a domain."""

    domain: Domain

    @cached_property
    def values(self) -> dict[str, tuple[str, str]]:
        """A word to its attribute and value: "dots" to shape, circle."""
        found: dict[str, tuple[str, str]] = {}
        for attribute, values in self.domain.attributes:
            for value in values:
                own = {value, self.domain.plural(value), f"{value}s", f"{value}es"} - {f"{value} objects"}
                for form in (*own, *listed(table()["synonyms"].get(value, value))):
                    found.setdefault(form.lower(), (attribute, value))
        return found

    @cached_property
    def attributes(self) -> dict[str, str]:
        """A word to the attribute it names: "colours" to colour."""
        named = table()["attributes"]
        pairs = [(a, listed(named[a]) if a in named else [a, f"{a}s"]) for a, _ in self.domain.attributes]
        return {word: attribute for attribute, words in pairs for word in words}

    @cached_property
    def phrases(self) -> dict[str, str]:
        """A phrase to its class. The noun's attribute ("shapes") is both an attribute and a word for things."""
        found = dict.fromkeys(listed(table()["filler"]["words"]), "FILLER")
        for cls, words in table()["classes"].items():
            found |= dict.fromkeys(listed(words), cls)
        noun = self.domain.noun
        found |= {word: "SHAPE" if attribute == noun else "ATTRIBUTE" for word, attribute in self.attributes.items()}
        return found | {word: "NOUN" if a == noun else "ADJ" for word, (a, _) in self.values.items()}

    @cached_property
    def known(self) -> frozenset[str]:
        """Every single word that is not a typing error."""
        places = [word for words in table()["places"].values() for word in listed(words)]
        words = {word for phrase in (*self.phrases, *places) for word in phrase.split()}
        return frozenset({*words, *COUNTING_WORDS, *PART_WORDS})

    @cached_property
    def spelling(self) -> Spelling:
        """Words a typing error may be meant for."""
        numbers = {*COUNTING_WORDS, *(part for part in PART_WORDS if not part.endswith("s"))}
        words = {word for phrase, cls in self.phrases.items() if cls != "FILLER" for word in phrase.split()} | numbers
        targets = frozenset(w for w in words if len(w) >= _SHORTEST_TARGET and w.isalpha())
        likely = frozenset(w for w in targets if self.phrases.get(w, "FILLER") != "FILLER" or w in numbers)
        return Spelling(targets, likely, frozenset(self.values), frozenset({*targets, "of", "is", "in", "a"}))

    def familiar(self, text: str) -> float:
        """The share of the words that are known as they are written; of no words at all, nothing."""
        words = re.findall(r"\d+|[^\W\d_]+", text)
        known = [word in self.known or word.isdigit() or bool(self._shortened(word)) for word in words]
        return sum(known) / len(words) if words else 0.0

    def sentences(self, text: str) -> Iterator[list[Token]]:
        """The tokens of each sentence."""
        sentence: list[Token] = []
        for token in (*self.tokens(text), Token("STOP", "", 0, 0)):
            if token.name != "STOP":
                sentence.append(token)
            elif sentence:
                yield sentence
                sentence = []

    def tokens(self, text: str) -> list[Token]:
        """Words joined to the longest phrases the vocabulary has; fillers and places are left out."""
        words = [word for match in _TOKEN.finditer(text) for word in self._words(match)]
        stutters = {i for i in range(1, len(words)) if words[i][0] == words[i - 1][0] and words[i][0].isalpha()}
        words = [w for i, w in enumerate(words) if i not in stutters or w[0] in _STUTTER]
        found: list[Token] = []
        i = 0
        while i < len(words):
            token, i = self._next(words, i)
            following = words[i][0] if i < len(words) else ""
            token = self._meant(token, found, following)
            if token.name not in ("FILLER", "PLACE"):
                found.append(token)
        return found

    def _meant(self, token: Token, before: Sequence[Token], following: str) -> Token:
        """A token whose class depends on its neighbours: "a blue one", "more red then blue"."""
        last = before[-1].name if before else ""
        plural = last == "NOUN" and before[-1].written.endswith("s")
        stands = last in _BEFORE_ONE or [t.name for t in before[-2:]] == ["THE", "ONLY"]
        if token.name == "NUM" and token.written == "one" and stands and not plural and following not in self.values:
            return replace(token, name="OBJECT", value="ones")
        if token.value == "little" and (last in ("NUM", "A", "SINGLE", "ADJ") or following in self.values):
            return replace(token, name="SMALL")
        if token.value in ("share", "shares") and following in ("the", "a", "one"):
            return replace(token, name="BE")
        if token.value == "on" and following in self.attributes:
            return replace(token, name="IN")
        if token.value == "the most" and not following.isalnum():
            return replace(token, name="PREDOMINANT")
        if token.written == "one" and self.phrases.get(following) == "SEE":
            return replace(token, name="SEER")
        if token.value == "like" and following and number_or_share([following]) is not None:
            return replace(token, name="APPROX")
        if token.value == "then" and any(t.name in ("MORE", "LESS") for t in before[-4:]):
            return replace(token, name="THAN")
        return token

    def _next(self, words: Sequence[Word], i: int) -> tuple[Token, int]:
        end = _place_end(words, i)
        if end > i:
            return Token("PLACE", "", words[i][1], words[end - 1][2]), end
        number = _number(words, i)
        if number is not None and words[i][0] == "a":
            return number
        least = 0 if number is None or number[0].name == "SHARE" else 1
        for length in range(min(_LONGEST, len(words) - i), least, -1):
            phrase = " ".join(word for word, _, _, _ in words[i : i + length])
            little = phrase == "a little" and i + 2 < len(words) and words[i + 2][0] in self.values
            if phrase in self.phrases and not little:
                value: Any = self.values.get(phrase) or self.attributes.get(phrase) or phrase
                written = " ".join(w for _, _, _, w in words[i : i + length])
                return Token(self.phrases[phrase], value, words[i][1], words[i + length - 1][2], written), i + length
        word, start, end, written = words[i]
        name = "STOP" if word == "\n" else "UNKNOWN" if any(map(str.isalnum, word)) else "FILLER"
        return number or (Token(name, word, start, end, written), i + 1)

    def _words(self, match: re.Match[str]) -> Iterator[Word]:
        word, start, end, text = match.group(0), match.start(), match.end(), match.string
        inside = start > 0 and end < len(text) and text[start - 1].isalnum() and text[end].isalnum()
        ending = next((e for e in table()["contractions"] if word.endswith(e) and word != e), "")
        before = {"ca": "can", "wo": "will"}.get(word.removesuffix(ending), word.removesuffix(ending))
        if word[0].isdigit():
            meant = figures(word)
        elif ending and ("'" in word or self.phrases.get(before) in _VERBS):
            meant = f"{self.corrected(before)} {table()['contractions'][ending]}"
        else:
            meant = "" if word == "-" and inside else self.corrected(word)
        for part in [word] if word == "\n" else meant.split():
            yield part, start, end, word

    def guessed(self, word: str) -> str:
        """What a word of English that means nothing here was most likely meant for; nothing where no word is near."""
        meant = self.spelling.corrected(word) if len(word) >= _LONG_ENOUGH else word
        near = meant != word and meant[0] == word[0] and OSA.distance(word, meant) == 1
        return meant if near and " " not in meant else ""

    @cached_property
    def initials(self) -> dict[str, str]:
        """Kinds by their initials, where those tell them apart: "bs" for blue squares."""
        kinds = [("".join(word[0] for word in kind.split()), kind) for kind in self.domain.kinds]
        return {short: kind for short, kind in kinds if [s for s, _ in kinds].count(short) == 1 and len(short) > 1}

    def _shortened(self, word: str) -> str:
        """What a short form stands for: "sq" and "circ" begin one value's name alone."""
        if word in self.initials:
            return self.initials[word]
        stem = word.removesuffix("s") if len(word) > _SHORTEST_TARGET else word
        meant = {value for form, (_, value) in self.values.items() if form == value and form.startswith(stem)}
        return meant.pop() if len(meant) == 1 and len(stem) > 1 else ""

    def corrected(self, word: str) -> str:
        """A word as it was meant."""
        if word in table()["misspelt"]:
            return str(table()["misspelt"][word])
        if not word.isalpha() or word in self.known or (len(word) > _SHORTEST_TARGET and english(word)):
            return word
        meant = self._shortened(word) or self.spelling.corrected(word)
        # A short word of English is itself, unless only its end is missing: "the res", and not "man" for "main".
        itself = len(word) == _SHORTEST_TARGET and english(word) and not meant.startswith(word)
        return word if itself else meant


@lru_cache(maxsize=1 << 14)
def english(word: str) -> bool:
    """Whether a word is spelt right as it is."""
    return any(base_forms(word, part) for part in PARTS)


def _place_end(words: Sequence[Word], i: int) -> int:
    """Where a phrase that says where things are ends, or `i` where none begins."""
    places = _places()
    if words[i][0] not in places["prepositions"]:
        return i
    j = i + 1
    while j < min(len(words), i + _LONGEST) and words[j][0] in places["between"]:
        j += 1
    while j > i + 1 and (j == len(words) or words[j][0] not in places["places"]):
        j -= 1
        if words[j][0] in places["places"]:
            break
    least = i if words[i][0] in ("in", "on", "at") else i + 1
    found = least < j < len(words) and words[j][0] in places["places"]
    # "Half of the set" and "of each side" are about things: only "of" itself needs another place before it.
    return j + 1 if found and (words[i][0] != "of" or (i and words[i - 1][0] in places["places"])) else i


@lru_cache(maxsize=1)
def _places() -> dict[str, frozenset[str]]:
    return {name: frozenset(listed(words)) for name, words in table()["places"].items()}


def _number(words: Sequence[Word], i: int) -> tuple[Token, int] | None:
    """A number or a share."""
    found = number_or_share([word for word, _, _, _ in words[i : i + 3]])
    if found is None or found[0] > MOST:
        return None
    value, end = found[0], i + found[1]
    name = "SHARE" if isinstance(value, Fraction) else "NUM"
    return Token(name, value, words[i][1], words[end - 1][2], words[i][3]), end
