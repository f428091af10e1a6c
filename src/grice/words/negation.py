"""What does a sentence deny? The words that deny, what it would say without them, and which words are under them.

A sentence is turned into its positive form ("no cars" is "cars", "isn't wearing" is "is wearing", "without a hat" is
"with a hat", "nobody" is "person"), whose words keep their places in the sentence, and the scope of every denial is
marked on it. A word is *absent* when it names a thing that is said not to be there, and *denied* when it is a property
or a predicate that is said not to hold, or a thing of which the predicate before it does not hold; things under a
denied verb that the sentence presupposes ("is not holding the cup") are neither. negation.toml lists what denies.
"""

import tomllib
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace
from functools import cache, lru_cache
from importlib.resources import files

from grice.words.english import closed
from grice.words.english import words as listed
from grice.words.lexicon import lexicon
from grice.words.morphology import base_forms
from grice.words.negation_scope import Cue, Scope
from grice.words.split import is_symbol
from grice.words.tagging import tag, verb_lemma

_PERFECT = frozenset(["has", "have", "had", "having"])
_AUXILIARIES = frozenset(["do", "does", "did", "can", "could", "will", "would", "should", "must", "may", "might"])
_FILLERS = frozenset(["yet", "anymore", "either", "even", "really", "actually", "currently", "ever", "to"])
_MEMBERS = frozenset(["them", "these", "those", "us", "which", "whom"])
_QUOTED = 3
"""How many words after "sign that says" are what it says."""
_LONGEST = 5


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


@lru_cache(maxsize=1 << 12)
def positive(words: tuple[str, ...]) -> Positive:
    """The positive form of a sentence, given as its words in lower case, with what is denied marked on it."""
    plain = _rewritten(words)
    if not plain.cues:
        return plain
    scope = Scope(tag(plain.words, plain.verbs), len(plain.words))
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
    if _openers().isdisjoint(words):
        return Positive(words, tuple(range(len(words))))
    made: list[_Word] = []
    cues: list[Cue] = []
    quoted, i = 0, 0
    while i < len(words):
        quoted = i + _QUOTED + 1 if words[i] in listed("quoting") else quoted
        inside = words[:i].count('"') % 2 == 1
        length, kind, instead = _cue(words, i, inside or i < quoted)
        made += [_Word(word, i) for word in instead.split()]
        if not kind and _too(words, i):
            kind, made[-1].dropped = "verb", True
        if kind:
            cues.append(Cue((i, i + length), kind, instead, len(made) - (kind == "whole")))
        i += length
        while kind == "clause" and i < len(words) and words[i] in _FILLERS:
            i += 1
    for cue in cues:
        if cue.kind in ("clause", "verb"):
            _settle_verb(made, cue)
        elif cue.kind == "set":
            _settle_set(made, cue)
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
            if kind == "verb" and not _before_verb(words, i, i + size):
                break
            if kind == "phrase" and words[i + size - 1] == "missing" and not _names(words, i + size):
                return size, "before", ""
            if words[i : i + size] == ("gone",) and not _ends(words, i + size):
                break
            return size, "" if kind == "idiom" else kind, instead
    return 1, "", words[i]


def _before_verb(words: tuple[str, ...], i: int, end: int) -> bool:
    """Whether what may deny a verb stands before one: "is used to cut" and "stopped at" deny nothing."""
    verb = words[end] if end < len(words) else ""
    if words[end - 1] == "to":
        return verb in base_forms(verb, "verb") and not (words[i] == "used" and closed().get(words[i - 1]) == "B")
    if words[end - 1] == "from":
        return verb.endswith("ing") or (lexicon().has(verb, "adj") and not lexicon().has(verb, "noun"))
    return verb.endswith("ing") and bool(base_forms(verb, "verb"))


def _too(words: tuple[str, ...], i: int) -> bool:
    """Whether this is the "to" of "too small to reach the shelf"."""
    return words[i] == "to" and "too" in words[max(0, i - 3) : max(0, i - 1)] and _before_verb(words, i, i + 1)


def _names(words: tuple[str, ...], i: int) -> bool:
    """Whether a noun phrase begins here: "missing a slice", not "a slice missing from it"."""
    if _ends(words, i) or "whose" in words[max(0, i - 6) : i]:
        return False
    return closed().get(words[i], "D") in ("D", "C")


def _ends(words: tuple[str, ...], i: int) -> bool:
    return i >= len(words) or is_symbol(words[i])


def _settle_verb(made: Sequence[_Word], cue: Cue) -> None:
    """Make "run" of "does (not) run", "blow" of "has (not) blown", "is fired" of "has (not) been fired"."""
    helper = made[cue.at - 1] if cue.at else _Word("", 0)
    if cue.kind == "verb" and cue.at < len(made):
        made[cue.at].verb = not made[cue.at].text.endswith("ing") and bool(base_forms(made[cue.at].text, "verb"))
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


def _settle_set(made: Sequence[_Word], cue: Cue) -> None:
    """Know the verb of "none wear" and "none of them wear", where no noun tells that it is one."""
    at = cue.at + (cue.at < len(made) and made[cue.at].text in _MEMBERS)
    if at < len(made) and closed().get(made[at].text) is None:
        made[at].verb = bool(base_forms(made[at].text, "verb"))


@cache
def _table() -> Mapping[tuple[str, ...], tuple[str, str]]:
    whole = tomllib.loads((files("grice.words") / "negation.toml").read_text("utf-8"))
    return {tuple(cue.split()): (kind, instead) for kind, cues in whole.items() for cue, instead in cues.items()}


@cache
def _openers() -> frozenset[str]:
    """The words with which what denies, or only looks like it, begins."""
    return frozenset(cue[0] for cue in _table())
