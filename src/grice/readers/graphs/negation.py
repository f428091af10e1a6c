"""What does a sentence deny? A cue and how far it reaches, for the rule parser.

A cue gives way to what the sentence would say without it ("without a hat": "with a hat", "nobody": "person"). After
"no" and "without" the noun phrase that follows is absent, after "not" the rest of the clause is denied (in the manner
of NegEx, Chapman et al. 2001).
"""

from collections.abc import Sequence
from dataclasses import dataclass

from grice.words.morphology import base_forms
from grice.words.tagging import Tagged, tag

PHRASE = {"no": "", "neither": "", "without": "with", "nor": "and", "lacks": "has", "lacking": "with"}
WHOLE = {"nobody": "person", "nothing": "something"}
CLAUSE = {"not": "", "never": "", "cannot": "can", "can't": "can", "won't": "will"}
"""What stands for a cue. Of "isn't" and the like what is left is the auxiliary."""
HELPERS = frozenset(["do", "does", "did", "can", "could", "will", "would", "should"])
"""What a positive sentence does without: "does not run" is "run"."""
BREAKS = frozenset(["but", "and", "while", "though", "because", "so"])
"""Where a clause ends, beside commas and relative pronouns."""
INDEFINITE = frozenset(["a", "an", "any", "another"])


@dataclass(frozen=True)
class Positive:
    """A sentence without its cues. `places` says which word of the sentence each word comes from; `verbs` (words that
    can only be verbs), `absent` (things that are not there) and `denied` (what is not so) are places in `words`."""

    words: tuple[str, ...]
    places: tuple[int, ...]
    tagged: tuple[Tagged, ...]
    absent: frozenset[int] = frozenset()
    denied: frozenset[int] = frozenset()


def positive(words: Sequence[str]) -> Positive:
    """The positive form of a sentence, given as its words in lower case, with what is denied marked on it."""
    made: list[tuple[str, int]] = []
    cues: list[tuple[dict[str, str], int]] = []
    verbs: set[int] = set()
    for place, word in enumerate(words):
        kind, instead = _cue(word)
        if kind is CLAUSE:
            helper = instead or (made.pop()[0] if made and made[-1][0] in HELPERS else "")
            if helper in HELPERS:
                verbs.add(len(made))
            elif instead:
                made.append((instead, place))
        if kind is not None:
            cues.append((kind, len(made)))
        if instead and kind is not CLAUSE:
            made.append((instead, place))
    kept = tuple(word for word, _ in made)
    known = {i for i in verbs if i < len(kept) and base_forms(kept[i], "verb")}
    tagged = tuple(tag(kept, known))
    absent: set[int] = set()
    denied: set[int] = set()
    for kind, at in cues:
        start = next((k for k, token in enumerate(tagged) if token.place >= at), len(tagged))
        if kind is CLAUSE:
            _deny_clause(tagged, start, absent, denied)
        else:
            _deny_phrase(tagged, start, absent)
    return Positive(kept, tuple(place for _, place in made), tagged, frozenset(absent), frozenset(denied - absent))


def _cue(word: str) -> tuple[dict[str, str] | None, str]:
    """What kind of cue a word is, if it is one, and what stands in its place."""
    for kind in (PHRASE, WHOLE, CLAUSE):
        if word in kind:
            return kind, kind[word]
    return (CLAUSE, word.removesuffix("n't")) if word.endswith("n't") else (None, word)


def _deny_phrase(tagged: Sequence[Tagged], k: int, absent: set[int]) -> None:
    """The noun phrase that begins here is absent, and what "or" adds to it."""
    k += k < len(tagged) and tagged[k].tag in ("P", "H", "&")
    while k < len(tagged) and (tagged[k].tag in ("D", "C", "A", "N") or tagged[k].word == "or"):
        absent.add(tagged[k].place)
        k += 1


def _deny_clause(tagged: Sequence[Tagged], k: int, absent: set[int], denied: set[int]) -> None:
    """The rest of the clause is denied; of its things, those that "a" or nothing introduces are absent."""
    definite = False
    while k < len(tagged) and tagged[k].tag not in (",", "R") and tagged[k].word not in BREAKS:
        token = tagged[k]
        if token.tag == "D":
            definite = token.word not in INDEFINITE
        elif token.tag == "N" and definite:
            pass
        elif token.tag == "N":
            absent.add(token.place)
        else:
            definite = definite and token.tag in ("A", "C")
            denied.add(token.place)
        k += 1
