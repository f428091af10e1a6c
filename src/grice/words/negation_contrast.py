"""Of what does a denial not hold, or a statement not? Exceptions, contrasts and clauses that end in their "not".

"Nobody but the cellist", "no sword, only a shield": the cellist and the shield are *spared*. "Everybody except the
boy", "she wears a veil, her helper doesn't": what is said of the others is not so of the boy and of the helper, who are
set *apart*.
"""

from collections.abc import Sequence

from grice.words.negation_scope import Cue, Scope

_CONTRASTS = frozenset(["but", "only", "just"])
UNIVERSAL = frozenset(["all", "every", "everyone", "everybody", "everything", "each", "both", "whole", "entire"])
Places = frozenset[int]


def apart(scope: Scope, cues: Sequence[Cue]) -> Places:
    """The words of things of which what is said of all, or of another, is not so."""
    found: Places = frozenset()
    universal = any(token.word in UNIVERSAL for token in scope.tagged)
    for cue in cues:
        k = scope.token(cue.at)
        if cue.kind == "except" and universal and not _denying(cues):
            found |= after(scope, k)
        elif cue.kind == "clause" and (k == len(scope.tagged) or scope.tagged[k].tag in (",", "&")):
            end = k - 1 if k and scope.tagged[k - 1].tag in ("B", "H", "X") else k
            found |= scope.places(scope.phrase_before(end), end)
    return found


def spared(scope: Scope, cues: Sequence[Cue]) -> Places:
    """The words of things that a denial before them, or around them, does not hold of."""
    denying = _denying(cues)
    starts = [scope.token(cue.at) for cue in cues if cue.kind == "except" and denying]
    for k, token in enumerate(scope.tagged):
        behind = any(cue.at <= token.place for cue in denying)
        if token.word in _CONTRASTS and behind:
            starts.append(k + 1)
    found: Places = frozenset()
    for k in starts:
        begun = scope.tagged[k].place if k < len(scope.tagged) else 0
        before = scope.tagged[k - 1].place if k else -1
        if not any(before < cue.at <= begun for cue in denying):
            found |= after(scope, k)
    return found


def absent(scope: Scope, cues: Sequence[Cue]) -> Places:
    """What is not there; where somebody is excepted from "nobody is holding a bow", bows are."""
    if len(_denying(cues)) == len(cues):
        return frozenset(scope.absent)
    own = (cue for cue in cues if cue.kind in ("whole", "phrase", "before"))
    ranges = ((k, max(k + 1, scope.nouns(k)[0])) for k in (scope.token(cue.at) for cue in own))
    return frozenset(scope.absent) & frozenset().union(*(scope.places(*one) for one in ranges))


def _denying(cues: Sequence[Cue]) -> list[Cue]:
    return [cue for cue in cues if cue.kind != "except"]


def after(scope: Scope, k: int) -> Places:
    """The noun phrase that begins here, or after the preposition here, and what "and" adds to it."""
    k += k < len(scope.tagged) and scope.tagged[k].tag == "P"
    end = scope.nouns(k)[0]
    if end == k and k < len(scope.tagged) and scope.tagged[k].tag == "A":
        end += 1
    while end > k and end < len(scope.tagged) and scope.tagged[end].tag == "&" and scope.nouns(end + 1)[0] > end + 1:
        end = scope.nouns(end + 1)[0]
    return scope.places(k, end)
