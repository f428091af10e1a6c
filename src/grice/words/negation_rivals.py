"""Which thing is named in the place of which? "A cat, not a dog, is asleep": the cat, and its *rival*, the dog.

The "not" of such an apposition denies of the rival what is said of the other, and ends with it: what follows holds of
the cat; so do "rather than" and "instead of" before a verb. The thing is what is next to the comma ("pulls a dove, not
a rabbit, out of the hat"), or the subject where that is more like the rival ("a man in a hat, not a boy, is rowing").
"""

from collections.abc import Sequence
from dataclasses import dataclass

from grice.words.lexicon import lexicon
from grice.words.morphology import base_forms, singular
from grice.words.negation_contrast import UNIVERSAL, after
from grice.words.negation_scope import Cue, Range, Scope
from grice.words.taxonomy import is_kind

_ACTS = ("V", "B", "H")
_CLASSES = ("person", "animal", "plant", "food", "artifact")
"""What is told apart is mostly of one of these."""


@dataclass(frozen=True)
class Rivals:
    """A thing and what it is told from, as their words; whether that is `absent`; whether the thing is a subject, and
    the words in which something is told of it then."""

    thing: Range
    rival: Range
    absent: bool
    subject: bool
    told: Range


def rivals(scope: Scope, cues: Sequence[Cue]) -> dict[Cue, Rivals]:
    """The things of a sentence that appositions tell from others, each by what denies its rival."""
    found = {cue: _rivals(scope, scope.token(cue.at)) for cue in cues if _is_not(cue)}
    found |= {cue: _excepted(scope, cue) for cue in cues if cue.kind == "except" and len(cues) == 1}
    return {cue: one for cue, one in found.items() if one}


def _is_not(cue: Cue) -> bool:
    """Whether this is the "not" of an apposition, or "instead of" and "rather than", in whose place "and" stands."""
    if cue.kind == "phrase":
        return cue.instead in ("a", "an") or (cue.instead == "and" and cue.source[1] - cue.source[0] > 1)
    return (cue.kind, cue.instead) == ("clause", "")


def _rivals(scope: Scope, k: int) -> Rivals | None:
    tagged = scope.tagged
    # "Not a" leaves its article before the scope.
    begin = k - 1 if k and tagged[k - 1].tag == "D" else k
    comma = begin - 1
    if comma < 1 or tagged[comma].word not in (",", "and") or begin >= len(tagged):
        return None
    end, definite = scope.nouns(begin)
    word = tagged[begin].word
    if end == begin and singular(word) != word and lexicon().has(singular(word), "noun"):
        end = begin + 1
    # "Shelving books, not reading them" tells no things apart.
    acts = word.endswith("ing") and bool(base_forms(word, "verb"))
    beside = scope.phrase_before(comma), comma
    if acts or end == begin or beside[0] == comma or not _ends(scope, end):
        return None
    start = max((i + 1 for i in range(comma) if tagged[i].tag in (",", "&", "R")), default=0)
    before = [token.tag for token in tagged[start:comma]]
    first = next((i for i in range(start, comma) if scope.nouns(i)[0] > i), beside[0])
    head = first, scope.nouns(first)[0]
    # What a preposition governs is no subject, and where a verb came the subject has been left behind.
    leads = not set(before).intersection(_ACTS) and not (first and tagged[first - 1].tag == "P")
    alike = _class(scope, head) == _class(scope, (begin, end)) != _class(scope, beside)
    subject = leads and _is_followed(scope, end) and (head == beside or alike)
    if tagged[comma].word == "and" and not (subject and tagged[end].tag in _ACTS):
        return None
    rival = _words(scope, (begin, end))
    told = rival[1], scope.ends[-1]
    return Rivals(_words(scope, head if subject else beside), rival, not definite, subject, told)


def _excepted(scope: Scope, cue: Cue) -> Rivals | None:
    """All things and the one of which the predicate before it is not so: "everything on the shelf is dusty except the
    cup", which is on the shelf."""
    k = scope.token(cue.at)
    rest = after(scope, k)
    first = next((i for i in range(k) if scope.tagged[i].word in UNIVERSAL), k)
    verb = next((i for i in range(first, k) if scope.tagged[i].tag in ("B", "H")), k)
    if not rest or verb >= k - 1:
        return None
    end = next(i for i in range(first, k) if i == verb or (scope.tagged[i].tag == "P" and scope.tagged[i].word != "of"))
    told = scope.tagged[verb].place, cue.at - len(cue.instead.split())
    return Rivals(_words(scope, (first, end)), (min(rest), max(rest) + 1), False, True, told)


def _ends(scope: Scope, end: int) -> bool:
    """Whether the apposition ends here, perhaps after a place: "not a boy in a cap, is", not "a car in sight"."""
    tagged = scope.tagged
    if end < len(tagged) and tagged[end].tag == "P":
        end = scope.nouns(end + 1)[0]
        return end < len(tagged) and tagged[end].word == ","
    return end >= len(tagged) or tagged[end].tag in (",", "R", *_ACTS)


def _is_followed(scope: Scope, end: int) -> bool:
    """Whether more than a full stop follows."""
    return any(token.tag != "," for token in scope.tagged[end:])


def _class(scope: Scope, phrase: Range) -> str:
    noun = singular(scope.tagged[phrase[1] - 1].word)
    return next((name for name in _CLASSES if is_kind(noun, name)), "")


def _words(scope: Scope, phrase: Range) -> Range:
    return scope.tagged[phrase[0]].place, scope.ends[phrase[1] - 1]
