"""Which features does a caption mention? Colours with their heads, sizes, shapes and places, with character spans.

Reading does not look at the scene: a mention is a phrase, the values it can stand for, and its head noun. Whether
it is true is judged against a target (`grice.readers.rooms.truth`). All steps run over whole batches of captions.

A colour or size belongs to a head
- attributively: adjectives directly before a noun ("a tiny red ball"),
- predicatively: after a copula ("the ball on green floor is red"), of the nearest noun that no preposition governs, or
  of the nearest noun at all in a relative clause ("a floor that is green"),
- by position: "in front of a red", where the released grammar forgot the noun, is about the wall.

A negation denies what follows it as far as the next noun or place, as one: "not a red block" denies that it is red and
a block; "no ball or block" denies each.
"""

from collections.abc import Sequence

import numpy as np
import pyarrow as pa
import pyarrow.compute as pc
from numpy.typing import NDArray

from grice.meaning.mentions import HEADS, NO_HEAD, Mentions
from grice.readers.rooms.vocabulary import CLASS, Vocabulary
from grice.words.readable import problem
from grice.words.tokens import COMMA, NO_GAP, STOP, Tokens, tokenise

_ADJECTIVES = (CLASS["hue"], CLASS["scale"])
_NOUNS = (CLASS["floor"], CLASS["wall"], CLASS["object"], CLASS["shape"])
_MENTIONED = (CLASS["hue"], CLASS["scale"], CLASS["shape"], CLASS["orientation"])
_COPULAS = (CLASS["copula"], CLASS["denial"])
_NEGATIONS = (CLASS["negation"], CLASS["denial"])
_CLAUSE = tuple(CLASS[name] for name in ("copula", "relative", "preposition", "front", "other"))
"""What ends a denial once it has denied something: "not red in a room"; before that, it belongs to it: "not in"."""
_HEAD_OF = np.full(len(CLASS), NO_HEAD, np.int8)
_HEAD_OF[[CLASS["floor"], CLASS["wall"], CLASS["object"], CLASS["shape"]]] = [0, 1, 2, 2]


def read_mentions(captions: Sequence[str], vocabulary: Vocabulary | None = None) -> Mentions:
    """The mentions in every caption; a caption that is not readable text has none."""
    known = vocabulary or Vocabulary.load()
    try:
        texts = pa.array(captions, pa.large_string())
    except (UnicodeEncodeError, pa.ArrowTypeError, pa.ArrowInvalid):
        texts = pa.array(["" if problem(caption) else caption for caption in captions], pa.large_string())
    tokens = tokenise(texts)
    first, last, phrase = _phrases(tokens, known)
    item, kind = tokens.item[first], known.classes[phrase]
    segments = _Segments(item, kind, tokens.gap[first])
    noun = segments.attributed_to()
    head = np.where(noun >= 0, _HEAD_OF[kind[noun]], NO_HEAD)
    head = np.where(head == NO_HEAD, segments.predicated_of(), head)
    head = np.where(head == NO_HEAD, segments.in_front_of(), head)
    denial = segments.denied_with(np.isin(phrase, known.alternatives))
    mentioned = np.flatnonzero(np.isin(kind, _MENTIONED))
    unplaced = first[kind == CLASS["unknown"]]
    return Mentions(
        captions=len(captions),
        item=item[mentioned],
        kind=kind[mentioned],
        values=known.values[phrase[mentioned]],
        of_label=known.of_label[phrase[mentioned]],
        words=pa.array(known.phrases).take(pa.array(phrase[mentioned])),
        head=head[mentioned].astype(np.int8),
        noun=noun[mentioned],
        denial=denial[mentioned],
        start=tokens.start[first[mentioned]],
        end=tokens.end[last[mentioned]],
        unplaced_item=tokens.item[unplaced],
        unplaced=tokens.words.take(pa.array(unplaced)),
    )


def _phrases(tokens: Tokens, known: Vocabulary) -> tuple[NDArray[np.int64], NDArray[np.int64], NDArray[np.int32]]:
    """Cut every caption into known phrases, leftmost and longest first: first token, last token, phrase number."""
    count = len(tokens)
    code = pc.index_in(tokens.words, value_set=known.words).fill_null(-1).to_numpy(zero_copy_only=False) + 1
    state = np.zeros(count, np.int16)
    phrase, length = np.zeros(count, np.int32), np.ones(count, np.int64)
    here = np.arange(count)
    for step in range(known.longest):
        here = here[here + step < count]
        there = here + step
        if step:
            here = here[(tokens.item[there] == tokens.item[here]) & (tokens.gap[there] == 0)]
        state[here] = known.transitions[state[here], code[here + step]]
        here = here[state[here] >= 0]
        found = known.accepts[state[here]]
        phrase[here[found > 0]] = found[found > 0]
        length[here[found > 0]] = step + 1
    first = _without_overlap(tokens.item, length)
    return first, first + length[first] - 1, phrase[first]


def _without_overlap(item: NDArray[np.int64], length: NDArray[np.int64]) -> NDArray[np.int64]:
    """Walk all captions side by side, word by word: a phrase takes its words; one that starts inside it is dropped."""
    if not len(item):
        return np.zeros(0, np.int64)
    starts = np.flatnonzero(np.concatenate(([True], item[1:] != item[:-1])))
    sizes = np.diff(np.append(starts, len(item)))
    order = np.argsort(-sizes, kind="stable")
    starts, sizes = starts[order], sizes[order]
    taken = np.zeros(len(item), bool)
    free_from = np.zeros(len(starts), np.int64)
    for place in range(int(sizes[0])):
        active = int(np.searchsorted(-sizes, -place, side="left"))
        at = starts[:active] + place
        free = free_from[:active] <= place
        taken[at[free]] = True
        free_from[:active] = np.where(free, place + length[at], free_from[:active])
    return np.flatnonzero(taken)


class _Segments:
    """The phrases of all captions in one sequence, and what comes before and after each."""

    def __init__(self, item: NDArray[np.int64], kind: NDArray[np.int8], gap: NDArray[np.int8]) -> None:
        self.item, self.kind, self.gap = item, kind, gap
        self.index = np.arange(len(item))
        self.adjective = np.isin(kind, _ADJECTIVES)
        self.noun = np.isin(kind, _NOUNS)
        new_item = np.concatenate(([True], item[1:] != item[:-1])) if len(item) else np.zeros(0, bool)
        self.first = np.maximum.accumulate(np.where(new_item, self.index, 0)) if len(item) else self.index
        # A comma before a noun, a full stop anywhere and a new caption end a run of adjectives.
        self.run = np.cumsum(new_item | (gap == STOP) | ((gap == COMMA) & self.noun))

    def attributed_to(self) -> NDArray[np.int64]:
        """For every adjective, the noun after it with nothing but adjectives between; else -1."""
        follows = np.concatenate((self.adjective[1:], [False])) if len(self.index) else self.adjective
        linked = (self.kind == CLASS["conjunction"]) & follows
        through = self.adjective | linked | (self.kind == CLASS["modifier"])
        after = self._next(~through)
        safe = np.minimum(after, len(self.index) - 1)
        right = self.adjective & (after < len(self.index))
        right = right & self.noun[safe] & (self.run[safe] == self.run) if len(self.index) else right
        return np.where(right, after, -1)

    def predicated_of(self) -> NDArray[np.int8]:
        """For every adjective after a copula, the head the copula speaks of; else NO_HEAD."""
        between = (CLASS["conjunction"], CLASS["modifier"], CLASS["negation"])
        through = self.adjective | np.isin(self.kind, between)
        copula = self._last(~through)
        after_copula = self.adjective & (copula >= 0) & np.isin(self.kind[copula], _COPULAS)
        before = np.maximum(copula - 1, 0)
        relative = after_copula & (copula > 0) & (self.kind[before] == CLASS["relative"])
        subject = np.where(relative, self._last(self.noun), self._last(self.noun & ~self._governed()))
        # The last noun before the copula: between copula and adjective there are only adjectives.
        found = after_copula & (subject >= 0) & (subject < copula)
        return np.where(found, _HEAD_OF[self.kind[subject]], NO_HEAD).astype(np.int8)

    def in_front_of(self) -> NDArray[np.int8]:
        """Colours after "in front of a" are said of the wall."""
        behind = self._last(~(self.adjective | np.isin(self.kind, (CLASS["determiner"], CLASS["modifier"]))))
        front = (self.kind == CLASS["hue"]) & (behind >= 0) & (self.kind[behind] == CLASS["front"])
        return np.where(front, HEADS.index("wall"), NO_HEAD).astype(np.int8)

    def denied_with(self, alternative: NDArray[np.bool_]) -> NDArray[np.int64]:
        """For every phrase that is denied the first of those that are denied with it; -1 for the others."""
        found = np.full(len(self.index), -1, np.int64)
        for start in np.flatnonzero(np.isin(self.kind, _NEGATIONS)).tolist():
            group, begun, closed = start, False, False
            for place in range(start + 1, len(self.index)):
                kind = self.kind[place]
                if self.item[place] != self.item[start] or self.gap[place] != NO_GAP or kind in _NEGATIONS:
                    break
                if closed:
                    # After a noun or a place only "or" goes on, with another denial.
                    if not alternative[place]:
                        break
                    group, begun, closed = place, False, False
                elif self.adjective[place]:
                    found[place], begun = group, True
                elif self.noun[place] or kind == CLASS["orientation"]:
                    found[place], closed = group, True
                elif (begun and kind in _CLAUSE) or (kind == CLASS["conjunction"] and not self._describes(place + 1)):
                    break
        return found

    def _describes(self, place: int) -> bool:
        return place < len(self.index) and bool(self.adjective[place])

    def _governed(self) -> NDArray[np.bool_]:
        """Nouns that a preposition governs ("on green floor"), also across a bare "and" ("on green floor and wall")."""
        prepositions = (CLASS["preposition"], CLASS["front"])
        inside = self.adjective | np.isin(self.kind, (CLASS["determiner"], CLASS["modifier"]))
        before = self._last(~inside)
        governed = self.noun & (before >= 0) & np.isin(self.kind[before], prepositions)
        bare = self._last(~(self.adjective | (self.kind == CLASS["modifier"])))
        joined = self.noun & (bare > 0) & (self.kind[bare] == CLASS["conjunction"]) & governed[np.maximum(bare - 1, 0)]
        either: NDArray[np.bool_] = governed | joined
        return either

    def _last(self, where: NDArray[np.bool_]) -> NDArray[np.int64]:
        """For every segment, the last one before it in the same caption for which `where` holds; else -1."""
        if not len(self.index):
            return self.index
        marks = np.where(where, self.index, -1)
        before = np.concatenate(([-1], np.maximum.accumulate(marks)[:-1]))
        return np.where(before >= self.first, before, -1)

    def _next(self, where: NDArray[np.bool_]) -> NDArray[np.int64]:
        """For every segment, the first one after it for which `where` holds; else the number of segments."""
        end = len(self.index)
        marks = np.where(where, self.index, end)
        after = np.minimum.accumulate(marks[::-1])[::-1]
        return np.concatenate((after[1:], [end])) if end else after
