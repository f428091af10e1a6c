"""Which words are these? Text to the word classes of the grammar, with typos, synonyms and glued words undone.

The vocabulary is closed and lies in `words.toml`; the values of the domain are added to it. A word may belong to
several classes ("shapes" are objects and an attribute): every combination of classes becomes one terminal, and each
class a rule over its terminals, so that the grammar decides.
"""

import re
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, replace
from functools import cached_property, lru_cache

from grice.readers.quantified.cleaning import Clean
from grice.readers.quantified.figures import Token, number_at, place_end
from grice.readers.quantified.lexicon import forms, table
from grice.readers.quantified.spelling import Spelling
from grice.scenes.quantified import Domain
from grice.words.numbers import COUNTING_WORDS

_TOKEN = re.compile(r"\d+\s*/\s*\d+|\d+\s*-\s*\d+|\d+\s*:\s*\d+|\d+(?:\.\d+)?\s*%|\d+|[a-z]+(?:'[a-z]+)?|[^\sa-z\d]|\n")
_LONGEST = 8
_BEFORE_NOUN = frozenset(
    {
        "ADJ",
        "ALL",
        "THE",
        "A",
        "NUM",
        "SOME",
        "MANY",
        "MOST",
        "SEVERAL",
        "AFEW",
        "FEW",
        "COUPLE",
        "NO",
        "SINGLE",
        "HALF",
    }
    | {"MORE", "LESS", "PRONOUN", "DIFFERENT", "REST", "OF", "THEONLY", "BOTH", "NUMBEROF", "PAIR", "BUNCH", "SAME"}
)
_AFTER_NOUN = frozenset({"BE", "BEING", "WHICH", "CONSIST", "OFTEN", "ALWAYS", "RARELY", "SOMETIMES"})
"""An unknown noun is a word for things where something is said of it, or where it has a colour: "blue stuff"."""
_AFTER_COLOURED = _AFTER_NOUN | {"COMMA", "AND", "STOP", "IN", "WITH", "THAN", "BUT", "JOIN", "EXCEPT", "OFWHICH"}
_LONG = 4
_PLACING = frozenset({"AMONG", "PLACED"})
_BEFORE_ONE = frozenset({"ADJ", "NOUN", "SINGLE", "THEONLY"})
_SHORTEST_TARGET = 3
_NOISE = frozenset({"NOISE"})


def _stutters(word: str, before: str) -> bool:
    """Whether a word was typed twice; "half half" was not."""
    return word == before and word.isalpha() and word not in ("half", "fifty")


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
        synonyms = table()["synonyms"]
        found: dict[str, tuple[str, str]] = {}
        for attribute, values in self.domain.attributes:
            for value in values:
                own = {value, self.domain.plural(value), f"{value}s", f"{value}es"}
                for form in (*(own - {f"{value} objects"}), *synonyms.get(value, ())):
                    found.setdefault(form.lower(), (attribute, value))
        return found

    @cached_property
    def phrases(self) -> dict[str, frozenset[str]]:
        """A phrase to the classes it belongs to."""
        classes: dict[str, set[str]] = {}
        for role, phrases in (*table()["terminals"].items(), *table()["patterns"].items()):
            for phrase in phrases:
                for form in forms(phrase):
                    classes.setdefault(form, set()).add(role)
        for attribute, _ in self.domain.attributes:
            for phrase in table()["attributes"].get(attribute, (attribute, f"{attribute}s")):
                classes.setdefault(phrase, set()).add("ATTRIBUTE")
                if attribute == self.domain.noun:
                    classes[phrase].add("OBJECT")
        for phrase, (attribute, _) in self.values.items():
            classes[phrase] = {"NOUN" if attribute == self.domain.noun else "ADJ"}
        for role, phrases in table()["split"].items():
            for phrase in phrases:
                classes.setdefault(phrase, set()).add(role)
        for phrase in table()["noise"]["words"]:
            classes.setdefault(phrase, {"NOISE"})
        return {phrase: frozenset(roles) for phrase, roles in classes.items()}

    @cached_property
    def known(self) -> frozenset[str]:
        """Every single word that is not a typo."""
        words = {word for phrase in self.phrases for word in phrase.split()}
        extra = {word for words in table()["places"].values() for phrase in words for word in phrase.split()}
        extra |= {*table()["noise"]["always"]}
        extra |= {*COUNTING_WORDS, *table()["parts"]}
        extra |= {word for name in ("layout", "remarks", "known", "foreign") for word in table()[name]["words"]}
        return frozenset(word for word in words | extra if word)

    @cached_property
    def spelling(self) -> Spelling:
        """Words a typo may be meant for."""
        numbers = {*COUNTING_WORDS, *table()["parts"]}
        words = {word for phrase, roles in self.phrases.items() if "NOISE" not in roles for word in phrase.split()}
        targets = frozenset(w for w in words | numbers if len(w) >= _SHORTEST_TARGET and w.isalpha())
        likely = frozenset(w for w in targets if self.phrases.get(w, _NOISE) != _NOISE or w in numbers)
        return Spelling(targets, likely, frozenset(self.values), frozenset({*targets, "of", "is", "in", "a"}))

    @cached_property
    def terminals(self) -> dict[frozenset[str], str]:
        """A combination of classes to its terminal; values and numbers keep their own names."""
        combinations = sorted(set(self.phrases.values()), key=sorted)
        return {r: next(iter(r)) if r <= {"ADJ"} or r <= {"NOUN"} else "T_" + "_".join(sorted(r)) for r in combinations}

    def rules(self) -> str:
        """The lines of the grammar that say which terminals each word class has."""
        roles: dict[str, set[str]] = {}
        for combination, terminal in self.terminals.items():
            for role in combination - {"ADJ", "NOUN", "NOISE"}:
                roles.setdefault(role, set()).add(terminal)
        lines = [f"{role.lower()}: {' | '.join(sorted(names))}" for role, names in sorted(roles.items())]
        declared = sorted({*self.terminals.values(), "ADJ", "NOUN", "NUM", "SHARE", "UNKNOWN"})
        return "\n".join([*lines, f"%declare {' '.join(declared)}", ""])

    def sentences(self, clean: Clean) -> Iterator[list[Token]]:
        """The tokens of each sentence."""
        sentence: list[Token] = []
        for token in self.tokens(clean.text):
            if "STOP" in token.roles:
                if sentence:
                    yield unbroken(sentence)
                sentence = []
            else:
                sentence.append(token)
        if sentence:
            yield unbroken(sentence)

    def familiar(self, text: str) -> float:
        """The share of the words that are known as they are written; of no words at all, nothing."""
        words = re.findall(r"[^\W_]+", text)
        return sum(word in self.known or word.isdigit() for word in words) / len(words) if words else 0.0

    def tokens(self, text: str) -> list[Token]:
        """Words joined to the longest phrases the vocabulary has; words without meaning are left out."""
        always = frozenset(table()["noise"]["always"])
        words = [word for match in _TOKEN.finditer(text) for word in self._words(match) if word[0] not in always]
        words = [word for i, word in enumerate(words) if not (i and _stutters(word[0], words[i - 1][0]))]
        words = [
            w for i, w in enumerate(words) if w[0] != "either" or (i + 1 < len(words) and words[i + 1][0].isalnum())
        ]
        found: list[Token] = []
        i = 0
        while i < len(words):
            token, i = self._next(words, i)
            following = words[i][0] if i < len(words) else ""
            stands = token.terminal == "NUM" and token.value == 1 and token.written == "one" and bool(found)
            plural = bool(found) and "NOUN" in found[-1].roles and found[-1].written.endswith("s")
            if stands and found[-1].roles & _BEFORE_ONE and not plural and following not in self.values:
                # "a blue one": the word stands for the noun.
                token = replace(token, terminal=self.terminals[self.phrases["ones"]], value="ones")
            if "NOISE" not in token.roles:
                found.append(token)
        return self._opened(found)

    def _opened(self, tokens: list[Token]) -> list[Token]:
        """Unknown words where English allows only one kind: adverbs are left out, nouns for things are objects."""
        found: list[Token] = []
        for i, token in enumerate(tokens):
            if token.terminal == "UNKNOWN" and self._is_adverb(token.value):
                continue
            following = tokens[i + 1].roles if i + 1 < len(tokens) else frozenset({"STOP"})
            if token.roles <= _PLACING and following & {"STOP", "COMMA", "AND"}:
                continue
            before = found[-1].roles if found else frozenset()
            slot = before & _BEFORE_NOUN and following & (_AFTER_COLOURED if "ADJ" in before else _AFTER_NOUN)
            if token.terminal == "UNKNOWN" and slot and self._is_noun(token.value):
                roles = self.phrases["things"]
                token = replace(token, terminal=self.terminals[roles], value="things", roles=roles)
            found.append(token)
        return found

    def _is_adverb(self, word: str) -> bool:
        return word.endswith("ly") and len(word) > _LONG and word not in self.known

    def _is_noun(self, word: str) -> bool:
        return word.isalpha() and len(word) > _SHORTEST_TARGET and word not in self.known

    def _next(self, words: Sequence[tuple[str, int, int, str]], i: int) -> tuple[Token, int]:
        place = place_end(words, i)
        if place > i:
            return Token("UNKNOWN", "", words[i][1], words[place - 1][2], frozenset({"NOISE"})), place
        number = number_at(words, i, self.phrases)
        if number is not None:
            return number
        for length in range(min(_LONGEST, len(words) - i), 0, -1):
            phrase = " ".join(word for word, _, _, _ in words[i : i + length])
            roles = self.phrases.get(phrase)
            if roles is not None:
                last = words[i + length - 1]
                written = " ".join(w for _, _, _, w in words[i : i + length])
                return (
                    Token(self.terminals[roles], self.values.get(phrase, phrase), words[i][1], last[2], roles, written),
                    i + length,
                )
        word, start, end, written = words[i]
        roles = frozenset({"NOISE"} if not word[0].isalnum() else {"UNKNOWN"})
        return Token("UNKNOWN", word, start, end, roles, written), i + 1

    def _words(self, match: re.Match[str]) -> Iterator[tuple[str, int, int, str]]:
        word, start, end = match.group(0), match.start(), match.end()
        text = match.string
        if word == "-" and start > 0 and end < len(text) and text[start - 1].isalnum() and text[end].isalnum():
            return
        if ":" in word[1:]:
            above, _, below = word.partition(":")
            yield from ((above.strip(), start, end, word), ("to", start, end, word), (below.strip(), start, end, word))
            return
        parts = [part.strip() for part in re.split("[/-]", word)] if word[0].isdigit() else []
        if len(parts) == 2 and sum(map(int, parts)) == 100 and parts[0] != parts[1]:
            yield from ((parts[0], start, end, word), ("to", start, end, word), (parts[1], start, end, word))
            return
        if len(parts) == 2 and "-" in word:
            yield ("50/50" if parts == ["50", "50"] else word), start, end, word
            return
        if word[0].isdigit():
            yield re.sub(r"\s", "", word), start, end, word
            return
        if "'" in word:
            for ending, meant in table()["contractions"].items():
                if word.endswith(ending) and len(word) > len(ending):
                    before = word.removesuffix(ending)
                    yield self.corrected({"ca": "can", "wo": "will"}.get(before, before)), start, end, word
                    yield meant, start, end, word
                    return
        for part in self.corrected(word).split():
            yield part, start, end, word

    def corrected(self, word: str) -> str:
        """A word as it was meant."""
        if not word.isalpha() or word in self.known:
            return word
        return str(table()["misspelt"].get(word) or self.spelling.corrected(word))


def unbroken(sentence: list[Token]) -> list[Token]:
    """A sentence without a comma between its subject and its first verb: "half the objects, are red"."""
    first = next((i for i, token in enumerate(sentence) if "BE" in token.roles), 0)
    return [t for i, t in enumerate(sentence) if not (i == first - 1 and "COMMA" in t.roles)]
