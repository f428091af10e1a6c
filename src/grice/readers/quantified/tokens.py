"""Which words are these? Text to tokens, each of one word class, with typing errors and glued words undone."""

import re
import tomllib
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from fractions import Fraction
from functools import cache, cached_property, lru_cache, partial
from importlib.resources import files
from itertools import groupby
from typing import Any

from grice.scenes.quantified import MOST, Domain
from grice.words.morphology import is_known
from grice.words.numbers import COUNTING_WORDS
from grice.words.shares import PART_WORDS, figures, number_or_share
from grice.words.spelling import Spelling

_TOKEN = re.compile(
    r"[a-z]\.[a-z]\.|\d+(?:\s*[/-]\s*|\s+:\s+|:)\d+|\d+(?:\.\d+)?\s*%|\d+|[a-z]+(?:'[a-z]+)?|[^\sa-z\d]|\n"
)
_LONGEST = 8
_SHORTEST_TARGET = 3
_ORDER = {"former": 0, "first": 0, "latter": 1, "second": 1}
_BACK = 40  # how many words before "the former" what it stands for may be
_BEFORE_ONE = frozenset({"ADJ", "NOUN", "SINGLE", "OTHER", "DIFFERENT", "SHARE", "UNKNOWN"})
Word = tuple[str, int, int, str]  # as it was meant, its span in the clean text, and as it was written


@dataclass(frozen=True)
class Token:
    """A word or phrase: its class, its value, its span in the clean text, and as it was written."""

    name: str
    value: Any
    start: int
    end: int
    written: str = ""
    kind = ""
    parts = ()

    @property
    def tokens(self) -> "tuple[Token, ...]":
        return (self,)

    def has(self, *classes: str) -> bool:
        return self.name in classes


@cache
def table() -> Mapping[str, Any]:
    """The vocabulary as it lies in its file."""
    return tomllib.loads(files("grice.readers.quantified").joinpath("vocabulary.toml").read_text("utf-8"))


def listed(words: str) -> list[str]:
    """The entries of a comma-separated list; a comma itself is written first."""
    return [entry.strip() or "," for entry in re.split(r",(?=\s)", words)]


@cache
def entries(section: str, name: str) -> frozenset[str]:
    """A list of the vocabulary's file as a set."""
    return frozenset(listed(table()[section][name]))


classes = partial(entries, "sets")  # a set of word classes and chunks that are treated alike


@cache
def spellings(section: str) -> Mapping[str, str]:
    """What each spelling of a section is meant for."""
    return {written: meant for meant, words in table()[section].items() for written in listed(words)}


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
        noun, found = self.domain.noun, dict(spellings("classes"))
        found |= {word: "SHAPE" if attribute == noun else "ATTRIBUTE" for word, attribute in self.attributes.items()}
        return found | {word: "NOUN" if a == noun else "ADJ" for word, (a, _) in self.values.items()}

    @cached_property
    def known(self) -> frozenset[str]:
        """Every single word that is not a typing error."""
        return frozenset(" ".join([*self.phrases, *spellings("places"), *COUNTING_WORDS, *PART_WORDS]).split())

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
        return len([word for word in words if word in self.known or word.isdigit()]) / max(len(words), 1)

    def sentences(self, text: str) -> list[list[Token]]:
        """The tokens of each sentence; a noun that is a sentence heads the numbers of the next: "Squares! Two blue"."""
        found = list[list[Token]]()
        for stop, stretch in groupby(self.tokens(text), key=lambda token: token.name == "STOP"):
            sentence = list(stretch)
            head = _head(found[-1], sentence) if found and not stop else []
            found[len(found) - bool(head) :] = [] if stop else [[*head, *sentence]]
        return found

    def tokens(self, text: str) -> list[Token]:
        """Words joined to the longest phrases the vocabulary has; fillers and places are left out."""
        words = [word for match in _TOKEN.finditer(text) for word in self._words(match)]
        found, i = list[Token](), 0
        while i < len(words):
            name, value, length = self._phrase([word for word, *_ in words[i : i + _LONGEST]])
            said, i = words[i : i + length], i + length
            written = " ".join(word for *_, word in said)
            token = Token(name, value, said[0][1], said[-1][2], written)
            token = self._meant(token, found, words[i][0] if i < len(words) else "")
            which = _ORDER.get(written.rpartition(" ")[2]) if name == "UNREAD" else None
            meant = [token] if which is None else _antecedent(which, found[-_BACK:]) or [token]
            found += [replace(t, start=token.start, end=token.end) for t in meant if t.name not in ("FILLER", "PLACE")]
        return found

    def _phrase(self, near: Sequence[str]) -> tuple[str, Any, int]:
        """The class and the value of the first of some words, and how many belong to it."""
        place, number = _place().match(" ".join(near)), number_or_share(near[:3])
        number = number if number is not None and number[0] <= MOST else None
        if place:
            return "PLACE", "", place[0].count(" ") + 1
        share = number is not None and isinstance(number[0], Fraction)
        for length in range(len(near), 0 if number is None or (share and near[0] != "a") else 1, -1):
            phrase = " ".join(near[:length])
            if phrase in self.phrases and not (number and near[0] == "a"):
                return self.phrases[phrase], self.values.get(phrase) or self.attributes.get(phrase) or phrase, length
        if number is not None:
            return "SHARE" if share else "NUM", *number
        return "STOP" if near[0] == "\n" else "UNKNOWN" if any(map(str.isalnum, near[0])) else "FILLER", near[0], 1

    def _meant(self, token: Token, before: Sequence[Token], following: str) -> Token:
        """A token whose class depends on its neighbours: "a blue one", "more red then blue"."""
        last = before[-1].name if before else ""
        plural = last == "NOUN" and before[-1].written.endswith("s")
        if token.written == "one" and last in _BEFORE_ONE and not plural and following not in self.values:
            return replace(token, name="OBJECT", value="ones")
        if token.value == "like":
            about = following and number_or_share([following]) is not None
            return replace(token, name="APPROX" if about else "AS" if last in ("ADJ", "NOUN") else token.name)
        if token.value == "then" and any(t.name in ("MORE", "LESS") for t in before[-4:]):
            return replace(token, name="THAN")
        return token

    def _words(self, match: re.Match[str]) -> Iterator[Word]:
        word, start, end, text = match.group(0), match.start(), match.end(), match.string
        inside = start > 0 and end < len(text) and text[start - 1].isalnum() and text[end].isalnum()
        ending = next((e for e in spellings("contractions") if word.endswith(e) and word != e), "")
        before = {"ca": "can", "wo": "will"}.get(word.removesuffix(ending), word.removesuffix(ending))
        if word[0].isdigit():
            meant = figures(word)
        elif ending and ("'" in word or self.phrases.get(before) in ("IS", "BE", "HAVE")):
            meant = f"{self.corrected(before)} {spellings('contractions')[ending]}"
        else:
            meant = "" if word == "-" and inside else self.corrected(word)
        for part in [word] if word == "\n" else meant.split():
            yield part, start, end, word

    def corrected(self, word: str) -> str:
        """A word as it was meant."""
        word = spellings("misspelt").get(word, word)
        if not word.isalpha() or word in self.known or (len(word) > _SHORTEST_TARGET and is_known(word)):
            return word
        meant = self.spelling.corrected(word)
        # A short word of English is itself, unless only its end is missing: "the res", and not "man" for "main".
        return word if len(word) == _SHORTEST_TARGET and is_known(word) and not meant.startswith(word) else meant


vocabulary = lru_cache(maxsize=8)(Vocabulary)  # the words of a domain, laid out once


def _antecedent(which: int, before: Sequence[Token]) -> list[Token]:
    """What "the former" and "the latter" stand for: the two things named last, by nouns if two are."""
    runs = [list(run) for named, run in groupby(before, lambda token: token.name in ("ADJ", "NOUN")) if named]
    for name in ("NOUN", "ADJ"):
        last = list({str([token.value for token in run]): run for run in runs if run[-1].name == name}.values())[-2:]
        if len(last) > 1:
            return last[which]
    return []


def _head(before: Sequence[Token], sentence: Sequence[Token]) -> list[Token]:
    """The one kind that a sentence names, where the next counts some that have no noun, or no colour, of their own."""
    named = {token.value: token for token in before if token.name in ("ADJ", "NOUN")}
    counted = [token.name for token in sentence if token.name not in ("APPROX", "OBJECT")][:3]
    if len(named) != 1 or {token.name for token in before} - classes("heading"):
        return []
    head = replace(*named.values(), start=before[0].start)
    heads = counted[:2] == ["NUM", "ADJ" if head.name == "NOUN" else "NOUN"] and counted[2:] != [head.name]
    return [head, replace(head, name="COMMA", value=",")] if heads else []


@cache
def _place() -> re.Pattern[str]:
    """Words that say where things are: "on the left side of the picture", "in rows"."""
    before, between, places = ("|".join(listed(words)) for words in table()["places"].values())
    where = rf"(?: (?:{between}))* (?:{places})"
    return re.compile(rf"(?:(?:in|on|at)|(?:{before})(?: (?:{between})))(?:{where})(?: of{where})*(?= |$)")
