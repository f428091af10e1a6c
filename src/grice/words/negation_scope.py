"""How far does a denial reach? The words of a tagged sentence that one cue denies.

"Not" and "never" deny the predicate that follows: an adjective, or a verb with its preposition and an indefinite object
("isn't wearing a hat": no hat is there); a definite object, or one in a place, is presupposed ("isn't near a tree").
"No" and "without" deny a noun phrase and the list it begins, "nobody" itself and its predicate, "none of" the predicate
of a set that is there.
"""

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass

from grice.words.english import words as listed
from grice.words.lexicon import lexicon
from grice.words.tagging import Tagged

Range = tuple[int, int]
_DEFINITE = frozenset(["my", "our", "your", "both", "all", "each", "every"])
"""Definite determiners beside those of english.toml."""
_POSITIVE_LISTS = frozenset(["with", "has", "have"])
"""The positive forms of what denies a whole list: "without a hat and a coat", unlike "no hat and a coat"."""
_BREAKS = frozenset(["but", "though", "although", "yet", "while", "because", "so", "except", "only", "just", "then"])
_SIGNS = frozenset(["sign", "signs", "symbol", "symbols", "zone"])
"""After these a denial is what a sign says: "a no parking sign"."""


@dataclass(frozen=True)
class Cue:
    """What denies: its words in the sentence, its kind, what replaces it, and where its scope begins after that."""

    source: Range
    kind: str
    instead: str
    at: int


class Scope:
    """The words of a tagged sentence that its denials mark."""

    def __init__(self, tagged: Sequence[Tagged], size: int) -> None:
        self.tagged = tagged
        self.ends = [*(token.place for token in tagged[1:]), size]
        self.absent: set[int] = set()
        self.denied: set[int] = set()

    def mark(self, cue: Cue) -> None:
        """Mark what one cue denies."""
        start = self.token(cue.at)
        kinds: Mapping[str, Callable[[int, Cue], None]] = {
            "clause": lambda k, cue: self._clause(k, other=not cue.instead),
            "verb": lambda k, _: self._clause(k, objects=False),
            "before": lambda k, _: self._before(k),
            "except": lambda *_: None,
            "phrase": self._phrase,
            "neither": self._neither,
            "whole": lambda k, _: self._whole(k),
            "set": lambda k, _: self._later(k),
        }
        kinds[cue.kind](start, cue)

    def _clause(self, k: int, objects: bool = True, other: bool = False) -> None:
        """The predicate that begins here: an adjective, or a verb with its preposition and an indefinite object, which
        is there where the verb alone is denied ("used to hold a lamp"); or the `other` thing of "the goat, not
        the donkey"."""
        first, verbs, related = k, 0, ""
        while k < len(self.tagged) and not self._stops(k):
            kind = self.tagged[k].tag
            if kind in ("V", "H"):
                if verbs and not (self._is(k - 1, "V", "H") or self.tagged[k - 1].word == "to"):
                    return
                verbs += 1
                # "Has" before a participle is its auxiliary, and denies nothing that anybody has.
                if not (kind == "H" and self._is(k + 1, "V")):
                    self._add(self.denied, k)
            elif kind == "P":
                self._add(self.denied, k)
                related = self.tagged[k].word
            elif self._adjective(k, verbs):
                self._add(self.denied, k)
            elif kind in ("D", "C", "A", "N"):
                end, definite = self.nouns(k)
                if definite and not (verbs or related) and self._verb(end) is not None:
                    # "Why aren't the swimmers wearing caps?"
                    self._later(end)
                    return
                if not definite and objects and related in ("", "with"):
                    self._list(k, end, everything=related == "with")
                elif definite and other and k == first:
                    for place in range(k, end):
                        self._add(self.denied, place)
                return
            k += 1

    def _adjective(self, k: int, verbs: int) -> bool:
        """Whether a word is a property by itself: no noun follows it, or it is tagged a noun and could be either."""
        kind = self.tagged[k].tag
        if kind in ("D", "C", "A"):
            return self.nouns(k)[0] == k
        alone = k + 1 == len(self.tagged) or self._is(k + 1, "P", "X", "R") or self._stops(k + 1)
        return kind == "N" and not verbs and alone and lexicon().has(self.tagged[k].word, "adj")

    def _phrase(self, k: int, cue: Cue) -> None:
        """The noun phrase that begins here, and others of its list; or the comparative of "no taller than"."""
        end, definite = self.nouns(k)
        if end == k:
            if self._is(k, "X") and lexicon().has(self.tagged[k].word, "noun"):
                self._add(self.absent, k)  # "has no back": what is denied like this is a noun
            elif cue.instead not in _POSITIVE_LISTS:
                self._clause(k)
        elif self.tagged[end - 1].word in _SIGNS:
            return
        elif not definite:
            self._list(k, end, cue.instead in _POSITIVE_LISTS)
        elif cue.instead not in _POSITIVE_LISTS and self._is(end, "V", "B", "H"):
            self._later(end)
        else:
            for place in range(k, end):
                self._add(self.denied, place)

    def _neither(self, k: int, cue: Cue) -> None:
        """ "Neither curtains nor blinds" are there; "neither twin" and "neither the man nor his dog" are."""
        end, definite = self.nouns(k)
        if not definite and not self._is(end, "V", "B", "H"):
            self._phrase(k, cue)
        elif not self._is(end, "&"):
            self._later(end)

    def _whole(self, k: int) -> None:
        self._add(self.absent, k)
        self._later(k + 1)

    def _before(self, k: int) -> None:
        """The noun phrase that ends here, or before the "is" here: "a scooter whose front wheel is missing"."""
        end = k - self._is(k - 1, "B", "H") if k else 0
        for place in range(self.phrase_before(end), end):
            self._add(self.absent, place)

    def _later(self, k: int) -> None:
        """The predicate after a subject: its verb, or where there is none its preposition."""
        verb = self._verb(k)
        if verb is not None:
            self._clause(verb + (self.tagged[verb].tag == "B"))
        elif k < len(self.tagged) and self.tagged[k].tag == "P":
            self._add(self.denied, k)

    def _verb(self, k: int) -> int | None:
        """The next verb, in this clause."""
        end = next((place for place in range(k, len(self.tagged)) if self._stops(place)), len(self.tagged))
        # "The boats tied to the dock have no oars": a participle comes before the verb.
        for kinds in (("B", "H"), ("V",)):
            found = next((place for place in range(k, end) if self.tagged[place].tag in kinds), None)
            if found is not None:
                return found
        return None

    def _list(self, k: int, end: int, everything: bool) -> None:
        """A noun phrase that is absent, and what "or", or in a list that is denied as a whole "and", adds to it."""
        while end > k:
            for place in range(k, end):
                self._add(self.absent, place)
            k = self._next(end, everything)
            end, definite = self.nouns(k)
            if definite:
                return

    def _next(self, end: int, everything: bool) -> int:
        """Where the next noun phrase of a list begins; the end of the sentence where there is none."""
        words = [token.word for token in self.tagged[end : end + 2]]
        joints = ("or", "nor", "and", "&") if everything else ("or", "nor")
        if words[:1] == [","] and words[1:] and words[1] in ("or", "nor"):
            return end + 2
        if words and words[0] in joints:
            return end + 1
        if words[:1] == [","]:
            after, definite = self.nouns(end + 1)
            rest = [token.word for token in self.tagged[after : after + 2]]
            if (
                after > end + 1
                and not definite
                and (set(rest[:1]) | set(rest[1:] if rest[:1] == [","] else ())) & set(joints)
            ):
                return end + 1
        return len(self.tagged)

    def nouns(self, k: int) -> tuple[int, bool]:
        """Where the noun phrase that begins here ends (here where there is none), and whether it is definite."""
        end, seen = k, False
        while end < len(self.tagged) and self.tagged[end].tag in ("D", "C", "A", "N"):
            if seen and self.tagged[end].tag != "N":
                break
            seen |= self.tagged[end].tag == "N" or self.tagged[end].word in ("one", "ones")
            end += 1
        if not seen:
            return k, False
        determiners = {token.word for token in self.tagged[k:end] if token.tag == "D"}
        return end, bool(determiners & (_DEFINITE | listed("definite")))

    def phrase_before(self, end: int) -> int:
        """Where the noun phrase that ends here begins; here where there is none."""
        start = end
        while self._is(start - 1, "D", "C", "A", "N") and (start < end or self._is(start - 1, "N")):
            if self.tagged[start - 1].word == "whose":
                break
            start -= 1
            if self._is(start, "D"):
                break
        return start

    def token(self, at: int) -> int:
        """The first token that stands at a word or after it."""
        return next((k for k, token in enumerate(self.tagged) if token.place >= at), len(self.tagged))

    def _is(self, k: int, *kinds: str) -> bool:
        return 0 <= k < len(self.tagged) and self.tagged[k].tag in kinds

    def _stops(self, k: int) -> bool:
        token = self.tagged[k]
        return (
            token.tag == ","
            or (token.tag == "R" and token.word != "as")
            or token.word in _BREAKS
            or (token.tag == "&" and self._begins(k + 1))
        )

    def _begins(self, k: int) -> bool:
        """Whether a clause of its own begins: a subject with its verb, or a verb that denies nothing."""
        end, _ = self.nouns(k)
        return self._is(end, "V", "B", "H")

    def _add(self, marks: set[int], k: int) -> None:
        marks.update(range(self.tagged[k].place, self.ends[k]))
