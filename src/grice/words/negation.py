"""What does a sentence deny? The words that deny, what it would say without them, and which words are under them.

A sentence is turned into its positive form ("no cars" is "cars", "isn't wearing" is "is wearing", "without a hat" is
"with a hat", "nobody" is "person"), whose words keep their places in the sentence, and the scope of every denial is
marked on it. A word is *absent* when it names a thing that is said not to be there, and *denied* when it is a property
or a predicate that is said not to hold, or a thing of which the predicate before it does not hold; things under a
denied verb that the sentence presupposes ("is not holding the cup") are neither. negation.toml lists what denies.
"""

import tomllib
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, replace
from functools import cache, lru_cache
from importlib.resources import files

from grice.words.english import closed
from grice.words.english import words as listed
from grice.words.lexicon import lexicon
from grice.words.morphology import base_forms
from grice.words.tagging import Tagged, tag, verb_lemma

Range = tuple[int, int]
_PERFECT = frozenset(["has", "have", "had", "having"])
_AUXILIARIES = frozenset(["do", "does", "did", "can", "could", "will", "would", "should", "must", "may", "might"])
_FILLERS = frozenset(["yet", "anymore", "either", "even", "really", "actually", "currently", "ever", "to"])
_DEFINITE = listed("definite") | {"my", "our", "your", "both", "all", "each", "every"}
_POSITIVE_LISTS = frozenset(["with", "has", "have"])
"""The positive forms of what denies a whole list: "without a hat and a coat", unlike "no hat and a coat"."""
_BREAKS = frozenset(["but", "though", "although", "yet", "while", "because", "so", "except", "only", "just", "then"])
_QUOTED = 3
"""How many words after "sign that says" are what it says."""
_SIGNS = frozenset(["sign", "signs", "symbol", "symbols", "zone"])
"""After these a denial is what a sign says: "a no parking sign"."""
_LONGEST = 3


@dataclass(frozen=True)
class Cue:
    """What denies: its words in the sentence, its kind, what replaces it, and where its scope begins after that."""

    source: Range
    kind: str
    instead: str
    at: int


@dataclass(frozen=True)
class Positive:
    """A sentence without its denials. `places` says which word of the sentence each word comes from; `verbs` (words
    that can only be verbs), `absent` and `denied` are places in `words`."""

    words: tuple[str, ...]
    places: tuple[int, ...]
    verbs: frozenset[int] = frozenset()
    cues: tuple[Cue, ...] = ()
    absent: frozenset[int] = frozenset()
    denied: frozenset[int] = frozenset()


@dataclass(frozen=True)
class Denial:
    """Consecutive words of a sentence under negation; `absent` where they name what is not there."""

    span: Range
    absent: bool


def denied_spans(words: Sequence[str]) -> tuple[Denial, ...]:
    """The words of a sentence (in lower case, as `words_in` gives them) that are under negation, from left to right."""
    found = positive(tuple(words))
    spans: list[Denial] = []
    for i in sorted(found.absent | found.denied):
        place, absent = found.places[i], i in found.absent
        if spans and spans[-1].span[1] >= place and spans[-1].absent == absent:
            spans[-1] = Denial((spans[-1].span[0], place + 1), absent)
        else:
            spans.append(Denial((place, place + 1), absent))
    return tuple(spans)


@lru_cache(maxsize=1 << 12)
def positive(words: tuple[str, ...]) -> Positive:
    """The positive form of a sentence, given as its words in lower case, with what is denied marked on it."""
    plain = _rewritten(words)
    if not plain.cues:
        return plain
    tagged = tag(plain.words, plain.verbs)
    scope = _Scope(tagged, len(plain.words))
    for cue in plain.cues:
        scope.mark(cue)
    return replace(plain, absent=frozenset(scope.absent), denied=frozenset(scope.denied - scope.absent))


@dataclass
class _Word:
    """A word of the positive form while it is being made."""

    text: str
    place: int
    dropped: bool = False
    verb: bool = False


def _rewritten(words: tuple[str, ...]) -> Positive:
    made: list[_Word] = []
    cues: list[Cue] = []
    quoted, i = 0, 0
    while i < len(words):
        quoted = i + _QUOTED + 1 if words[i] in listed("quoting") else quoted
        inside = words[:i].count('"') % 2 == 1
        length, kind, instead = _cue(words, i, inside or i < quoted)
        made += [_Word(word, i) for word in instead.split()]
        if kind:
            cues.append(Cue((i, i + length), kind, instead, len(made) - (kind == "whole")))
        i += length
        while kind == "clause" and i < len(words) and words[i] in _FILLERS:
            i += 1
    for cue in cues:
        if cue.kind == "clause":
            _settle_verb(made, cue)
    kept = [word for word in made if not word.dropped]
    return Positive(
        tuple(word.text for word in kept),
        tuple(word.place for word in kept),
        frozenset(i for i, word in enumerate(kept) if word.verb),
        tuple(replace(cue, at=sum(not word.dropped for word in made[: cue.at])) for cue in cues),
    )


def _cue(words: tuple[str, ...], i: int, quoted: bool) -> tuple[int, str, str]:
    """How many words from here on deny, how, and what stands in their place; a word that does not stands for itself."""
    for size in range(_LONGEST, 0, -1):
        found = _table().get(words[i : i + size])
        if found and len(words[i : i + size]) == size:
            # What a sign says is not denied of the scene, and "no. 5" is a number.
            numbered = found[0] == "phrase" and any(word[:1].isdecimal() for word in words[i + 1 : i + 3])
            if quoted or (numbered and words[i] == "no"):
                break
            kind, instead = found
            return size, "" if kind == "idiom" else kind, instead
    return 1, "", words[i]


def _settle_verb(made: Sequence[_Word], cue: Cue) -> None:
    """Make "run" of "does (not) run", "blow" of "has (not) blown", "is fired" of "has (not) been fired"."""
    helper = made[cue.at - 1] if cue.at else _Word("", 0)
    verb = next((word for word in made[cue.at : cue.at + 2] if not word.text.endswith("ly")), _Word("", 0))
    if helper.text in _PERFECT and verb.text == "been":
        helper.dropped, verb.text = True, "is"
    elif helper.text in _PERFECT and any(form != verb.text for form in base_forms(verb.text, "verb")):
        helper.dropped, verb.text, verb.verb = True, verb_lemma(verb.text), True
    elif helper.text in _AUXILIARIES:
        helper.dropped = True
        if verb.text == "be":
            verb.text = "is"
        else:
            verb.verb = bool(base_forms(verb.text, "verb"))
    elif not cue.instead and closed().get(helper.text) not in ("B", "H") and closed().get(verb.text) is None:
        # "Never kneels", but not "never" before an adjective, a noun or a form of "be".
        verb.verb = verb.text.endswith("s") and bool(base_forms(verb.text, "verb"))


class _Scope:
    """The words of a tagged sentence that its denials mark."""

    def __init__(self, tagged: Sequence[Tagged], size: int) -> None:
        self.tagged = tagged
        self.ends = [*(token.place for token in tagged[1:]), size]
        self.absent: set[int] = set()
        self.denied: set[int] = set()

    def mark(self, cue: Cue) -> None:
        """Mark what one cue denies."""
        start = next((k for k, token in enumerate(self.tagged) if token.place >= cue.at), len(self.tagged))
        kinds: Mapping[str, Callable[[int, Cue], None]] = {
            "clause": lambda k, _: self._clause(k),
            "phrase": self._phrase,
            "neither": self._neither,
            "whole": lambda k, _: self._whole(k),
            "set": lambda k, _: self._later(k),
        }
        kinds[cue.kind](start, cue)

    def _clause(self, k: int) -> None:
        """The predicate that begins here: an adjective, or a verb with its preposition and an indefinite object."""
        verbs = related = 0
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
                related = k
            elif self._adjective(k, verbs):
                self._add(self.denied, k)
            elif kind in ("D", "C", "A", "N"):
                end, definite = self._nouns(k)
                if not verbs and definite and self._verb(end) is not None:
                    # "Why aren't the swimmers wearing caps?"
                    self._later(end)
                    return
                presupposed = definite or (related and self.tagged[related].word != "with")
                if not presupposed:
                    self._list(k, end, everything=self.tagged[related].word == "with")
                return
            k += 1

    def _adjective(self, k: int, verbs: int) -> bool:
        """Whether a word is a property by itself: no noun follows it, or it is tagged a noun and could be either."""
        kind = self.tagged[k].tag
        if kind in ("D", "C", "A"):
            return self._nouns(k)[0] == k
        alone = k + 1 == len(self.tagged) or self._is(k + 1, "P", "X", "R") or self._stops(k + 1)
        return kind == "N" and not verbs and alone and lexicon().has(self.tagged[k].word, "adj")

    def _phrase(self, k: int, cue: Cue) -> None:
        """The noun phrase that begins here, and others of its list; or the comparative of "no taller than"."""
        end, definite = self._nouns(k)
        if end == k:
            if cue.instead not in _POSITIVE_LISTS:
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
        end, definite = self._nouns(k)
        if not definite and not self._is(end, "V", "B", "H"):
            self._phrase(k, cue)
        elif not self._is(end, "&"):
            self._later(end)

    def _whole(self, k: int) -> None:
        self._add(self.absent, k)
        self._later(k + 1)

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
            end, definite = self._nouns(k)
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
            after, definite = self._nouns(end + 1)
            rest = [token.word for token in self.tagged[after : after + 2]]
            if (
                after > end + 1
                and not definite
                and (set(rest[:1]) | set(rest[1:] if rest[:1] == [","] else ())) & set(joints)
            ):
                return end + 1
        return len(self.tagged)

    def _nouns(self, k: int) -> tuple[int, bool]:
        """Where the noun phrase that begins here ends (here where there is none), and whether it is definite."""
        end, seen = k, False
        while end < len(self.tagged) and self.tagged[end].tag in ("D", "C", "A", "N"):
            if seen and self.tagged[end].tag != "N":
                break
            seen |= self.tagged[end].tag == "N" or self.tagged[end].word in ("one", "ones")
            end += 1
        if not seen:
            return k, False
        return end, any(token.word in _DEFINITE for token in self.tagged[k:end] if token.tag == "D")

    def _is(self, k: int, *kinds: str) -> bool:
        return k < len(self.tagged) and self.tagged[k].tag in kinds

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
        end, _ = self._nouns(k)
        return self._is(end, "V", "B", "H")

    def _add(self, marks: set[int], k: int) -> None:
        marks.update(range(self.tagged[k].place, self.ends[k]))


@cache
def _table() -> Mapping[tuple[str, ...], tuple[str, str]]:
    whole = tomllib.loads((files("grice.words") / "negation.toml").read_text("utf-8"))
    return {tuple(cue.split()): (kind, instead) for kind, cues in whole.items() for cue, instead in cues.items()}
