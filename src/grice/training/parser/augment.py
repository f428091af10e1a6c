"""Which further captions follow from the training rows, with graphs that are known?

*Join*: two captions side by side; the graph is the union. *Expand*: a caption that ends in a noun is joined with one
that begins with the same noun ("man on horse" + "a brown horse with saddle"). *Follow*: a caption continues with what
another says of the same subject ("man on horse" + "man wearing a hat" gives "man on horse wearing a hat"). These two
teach what belongs to the nearest noun and what to the subject. *Substitute*: an object or an attribute is replaced by
another that the training set uses in the same slot. *Shorten*: articles and forms of "be" are left out, as headlines,
labels and alternative texts do ("the dog is on a sofa" gives "dog on sofa"). *Misspell*: one word has a letter
too many, too few, wrong or in its neighbour's place, and the graph says what was meant. Only training rows are used.

Annotators treat long captions differently: "with" is `with` in 56 % of FACTUAL's captions of five words and in 19 % of
those with ten words and three facts, where half have `have` or `wear`. A caption combined from short ones keeps the
habits of short ones, so it can carry a tag by which the network tells the two apart (as in tagged back-translation,
Caswell et al. 2019).
"""

from collections import defaultdict
from collections.abc import Sequence
from dataclasses import dataclass, field, replace

import numpy as np

from grice.readers.graphs.alignment import find
from grice.readers.graphs.linear import Fact, plain
from grice.training.parser.phrases import (
    DETERMINERS,
    goes_on,
    head_at_start,
    linked,
    names_in,
    nodes_in,
    subject_of,
    without_stop,
)
from grice.training.parser.rows import Row

JOINERS = (("and",), (",",), (".",), ("with",), ("while",), ())
JOINER_WEIGHTS = (0.35, 0.2, 0.15, 0.1, 0.1, 0.1)
MARK = "[MASK]"
"""The first word of a marked caption."""
MOST_WORDS, MOST_FACTS = 40, 14
MISSPELT = 5
"""Letters from which a word is misspelt."""
LEFT_OUT = frozenset(["a", "an", "the", "is", "are"])
"""What short forms of captions do without."""


@dataclass(frozen=True)
class Mixture:
    """How an epoch is mixed: probabilities of each augmentation, whether its captions are marked, how often
    an epoch holds each row of FACTUAL, and each long one.

    Long are rows of ten words or more.
    From the share `calm` of the run on, rows are given as they are: the last epochs see the true distribution.
    """

    join: float = 0.0
    expand: float = 0.0
    follow: float = 0.0
    substitute: float = 0.0
    shorten: float = 0.0
    misspell: float = 0.0
    mark: bool = False
    copies: float = 1.0
    long_copies: float = 1.0
    calm: float = 0.85


@dataclass
class Augmenter:
    """Makes new rows from the training rows; the tables are built once."""

    rows: Sequence[Row]
    _starts: dict[str, list[int]] = field(init=False, default_factory=lambda: defaultdict(list))
    _slots: dict[tuple[str, str], list[str]] = field(init=False, default_factory=lambda: defaultdict(list))
    _tails: dict[str, list[tuple[int, int]]] = field(init=False, default_factory=lambda: defaultdict(list))
    _identifiers: bool = field(init=False)
    """Whether graphs say which of two objects of one name is meant."""

    def __post_init__(self) -> None:
        self._identifiers = any(plain(fact) != fact for row in self.rows for fact in row.facts)
        self.rows = [row for row in self.rows if not row.fixed]
        for i, row in enumerate(self.rows):
            subject = subject_of(row)
            if subject and subject[1] <= 2 and all(word in DETERMINERS for word in row.words[: subject[1]]):
                name, start = subject[0], subject[1] + len(subject[0].split())
                if row.words[start:] and goes_on(row.words[start]):
                    self._tails[name].append((i, start))
            head = head_at_start(row)
            if head:
                self._starts[head].append(i)
            for key, name in _fillers(row.facts):
                self._slots[key].append(name)

    def join(self, row: Row, rng: np.random.Generator) -> Row:
        """The row joined with another one."""
        other = self.rows[int(rng.integers(len(self.rows)))]
        joiner = JOINERS[int(rng.choice(len(JOINERS), p=JOINER_WEIGHTS))]
        return _within(Row((*without_stop(row.words), *joiner, *other.words), self._union(row.facts, other.facts)), row)

    def expand(self, row: Row, rng: np.random.Generator) -> Row:
        """The row with its last noun described by another row that begins with it, where there is one."""
        words = row.words[:-1] if row.words and row.words[-1] == "." else row.words
        names = {name for fact in row.facts for name in names_in(fact)}
        for name in sorted(names, key=len, reverse=True):
            length = len(name.split())
            if tuple(words[-length:]) != tuple(name.split()) or not self._starts.get(name) or find(name, words[:-1]):
                continue
            start = len(words) - length
            while start and words[start - 1] in DETERMINERS:
                start -= 1
            described = any(plain(fact)[0] == name and plain(fact)[1:2] == ("is",) for fact in row.facts)
            other = self.rows[int(rng.choice(self._starts[name]))]
            shared = names & {n for fact in other.facts for n in names_in(fact)}
            if start and not described and shared == {name}:
                facts = tuple(dict.fromkeys((*row.facts, *other.facts)))
                return _within(Row((*words[:start], *other.words), facts), row)
        return row

    def follow(self, row: Row, rng: np.random.Generator) -> Row:
        """The row and what another row says of its subject, where there is one."""
        subject = subject_of(row)
        if subject is None or subject[0] not in self._tails:
            return row
        name, place = subject
        other, start = self._tails[name][int(rng.integers(len(self._tails[name])))]
        tail, facts = without_stop(self.rows[other].words[start:]), self.rows[other].facts
        words = without_stop(row.words)
        ours = words[place + len(name.split()) :]
        names = ({n for fact in part for n in names_in(fact)} for part in (row.facts, facts))
        if not ours or not goes_on(ours[0]) or set.intersection(*names) != {name}:
            return row
        more = linked(words, ours[0], tail, rng)
        return _within(Row((*words, *more), tuple(dict.fromkeys((*row.facts, *facts)))), row)

    def substitute(self, row: Row, rng: np.random.Generator) -> Row:
        """The row with one object or attribute replaced by another that fills the same slot."""
        fillers = [(key, name) for key, name in _fillers(row.facts) if len(self._slots[key]) > 1]
        if not fillers:
            return row
        key, old = fillers[int(rng.integers(len(fillers)))]
        new = self._slots[key][int(rng.integers(len(self._slots[key])))]
        place = find(old, row.words)
        taken = {name for fact in row.facts for name in plain(fact)}
        fits = new not in taken and (old[-1:] == "s") == (new[-1:] == "s")
        if place is None or not fits or find(old, row.words, place[1]) or old.isdecimal() or new.isdecimal():
            return row
        words = [*row.words[: place[0]], *new.split(), *row.words[place[1] :]]
        if place[0] and words[place[0] - 1] in ("a", "an"):
            words[place[0] - 1] = "an" if new[0] in "aeiou" else "a"
        return Row(tuple(words), tuple(_exchanged(fact, key[0], old, new) for fact in row.facts))

    def _union(self, ours: Sequence[Fact], theirs: Sequence[Fact]) -> tuple[Fact, ...]:
        """Facts of two captions side by side: an object of a name already taken is a second one of that name."""
        if not self._identifiers:
            return tuple(dict.fromkeys((*ours, *theirs)))
        taken = {name for fact in ours for name in nodes_in(fact)}
        fresh: dict[str, str] = {}
        for name in sorted({name for fact in theirs for name in nodes_in(fact)}):
            stem, number = (name[:-2], int(name[-1])) if name.endswith((":1", ":2")) else (name, 0)
            while (f"{stem}:{number}" if number else stem) in taken:
                number += 1
            fresh[name] = f"{stem}:{number}" if number else stem
            taken.add(fresh[name])
        return tuple(dict.fromkeys((*ours, *(_renamed(fact, fresh) for fact in theirs))))

    def draw(self, row: Row, rng: np.random.Generator, mixture: Mixture) -> Row:
        """A row after a random choice of the above, each with its probability, repeated after each success."""
        row = row if row.fixed else self._recombined(row, rng, mixture)
        return misspelt(row, rng) if mixture.misspell and rng.random() < mixture.misspell else row

    def _recombined(self, row: Row, rng: np.random.Generator, mixture: Mixture) -> Row:
        if rng.random() < mixture.substitute:
            row = self.substitute(row, rng)
        growing = ((mixture.expand, self.expand), (mixture.follow, self.follow))
        for i in rng.permutation(len(growing)):
            chance, grow = growing[i]
            if rng.random() < chance:
                row = grow(row, rng)
                if rng.random() < chance:
                    row = grow(row, rng)
        if rng.random() < mixture.join:
            row = self.join(row, rng)
            if rng.random() < 0.4 * mixture.join:
                row = self.join(row, rng)
        if mixture.shorten and rng.random() < mixture.shorten:
            row = shortened(row)
        return row


def shortened(row: Row) -> Row:
    """The row without articles and forms of "be"; as it is, where its graph needs one of them."""
    named = {word for fact in map(plain, row.facts) for i, part in enumerate(fact) if i != 1 for word in part.split()}
    named |= {word for fact in map(plain, row.facts) if fact[1:2] != ("is",) for word in " ".join(fact[1:2]).split()}
    existential = row.words[:2] in (("there", "is"), ("there", "are"))
    words = tuple(word for word in row.words[existential * 2 :] if word not in LEFT_OUT)
    return row if named & LEFT_OUT or not words else replace(row, words=words)


def misspelt(row: Row, rng: np.random.Generator) -> Row:
    """The row with one longer word typed wrongly: two letters exchanged, one left out, doubled, or another in place;
    as it is, where it has no such word."""
    places = [i for i, word in enumerate(row.words) if len(word) >= MISSPELT and word.isalpha() and word.isascii()]
    if not places:
        return row
    place = places[int(rng.integers(len(places)))]
    word = row.words[place]
    at = int(rng.integers(1, len(word) - 1))
    before, letter, after = word[:at], word[at], word[at + 1 :]
    other = "abcdefghijklmnopqrstuvwxyz"[int(rng.integers(26))]
    ways = (before + after[:1] + letter + after[1:], before + after, before + letter + letter + after)
    wrong = (*ways, before + other + after)[int(rng.choice(4, p=(0.3, 0.3, 0.2, 0.2)))]
    return replace(row, typed=(*row.words[:place], wrong, *row.words[place + 1 :]))


def _renamed(fact: Fact, fresh: dict[str, str]) -> Fact:
    if len(fact) == 3 and fact[1] != "is":
        return fresh[fact[0]], fact[1], fresh[fact[2]]
    return fresh[fact[0]], *fact[1:]


def _within(row: Row, otherwise: Row) -> Row:
    many = any(name.endswith((":3", ":4", ":5")) for fact in row.facts for name in nodes_in(fact))
    return otherwise if len(row.words) > MOST_WORDS or len(row.facts) > MOST_FACTS or many else row


def _fillers(facts: Sequence[Fact]) -> list[tuple[tuple[str, str], str]]:
    """What fills which slot: subjects and objects by predicate, attributes by their object; indexed names are left."""
    found: list[tuple[tuple[str, str], str]] = []
    for fact in facts:
        if len(fact) != 3 or ":1" in fact[0] or ":1" in fact[2]:
            continue
        if fact[1] == "is":
            found.append((("attribute", fact[0]), fact[2]))
        else:
            found += [(("subject", fact[1]), fact[0]), (("object", fact[1]), fact[2])]
    return found


def _exchanged(fact: Fact, role: str, old: str, new: str) -> Fact:
    if role == "attribute":
        return (*fact[:2], new) if fact[1:] == ("is", old) else fact
    if len(fact) == 3 and fact[1] == "is":
        return (new if fact[0] == old else fact[0], *fact[1:])
    return tuple(new if field == old and i != 1 else field for i, field in enumerate(fact))
