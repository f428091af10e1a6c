"""Which further captions follow from the training rows, with graphs that are known?

*Join*: two captions side by side; the graph is the union. *Expand*: a caption that ends in a noun takes in another that
begins with the same noun ("man on horse" + "a brown horse with saddle"). *Follow*: a caption goes on with what another
says of the same subject ("man on horse" + "man wearing a hat" gives "man on horse wearing a hat"). The two teach what
belongs to the nearest noun and what to the subject. *Substitute*: an object or an attribute gives way to another that
the training set uses in the same slot. Only training rows go in; each is used as it stands but for the words exchanged.

Annotators write long captions up differently: "with" is `with` in 56 % of FACTUAL's captions of five words and in 19 %
of those with ten words and three facts, where it is `have` or `wear` in half. A caption put together from short ones
keeps the habits of short ones, so it can carry a mark by which the network tells the two apart (as tagged
back-translation does, Caswell et al. 2019).
"""

from collections import defaultdict
from collections.abc import Sequence
from dataclasses import dataclass, field

import numpy as np

from grice.readers.graphs.alignment import find
from grice.readers.graphs.linear import Fact, plain
from grice.training.parser.rows import Row

JOINERS = (("and",), (",",), (".",), ("with",), ("while",), ())
JOINER_WEIGHTS = (0.35, 0.2, 0.15, 0.1, 0.1, 0.1)
_DETERMINERS = frozenset(["a", "an", "the", "his", "her", "its", "their", "some", "this", "that"])
_FINITE = frozenset(["is", "are", "was", "were", "has", "have"])
_CLAUSE = _FINITE | {"there", "who", "which", "that", "while", "as", "and", ",", "."}
# fmt: off
_LINKS = frozenset([
    "with", "in", "on", "at", "near", "by", "of", "under", "above", "behind", "over", "beside", "below", "inside",
    "outside", "against", "along", "around", "next", "between", "through", "across", "atop", "to", "from", "for",
    "worn", "seen"
])
# fmt: on
MARK = "[MASK]"
"""The first word of a marked caption."""
MOST_WORDS, MOST_FACTS = 40, 14


@dataclass(frozen=True)
class Mixture:
    """How an epoch is mixed: probabilities of each augmentation, whether its captions are marked, copies of long rows.

    Long are rows of ten words or more.
    From the share `calm` of the run on, rows are given as they are: the last epochs see the true distribution.
    """

    join: float = 0.0
    expand: float = 0.0
    follow: float = 0.0
    substitute: float = 0.0
    mark: bool = False
    long_copies: int = 1
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
        for i, row in enumerate(self.rows):
            subject = _subject(row)
            if subject and subject[1] <= 2 and all(word in _DETERMINERS for word in row.words[: subject[1]]):
                name, start = subject[0], subject[1] + len(subject[0].split())
                if row.words[start:] and _goes_on(row.words[start]):
                    self._tails[name].append((i, start))
            head = _head_at_start(row)
            if head:
                self._starts[head].append(i)
            for key, name in _fillers(row.facts):
                self._slots[key].append(name)

    def join(self, row: Row, rng: np.random.Generator) -> Row:
        """The row beside another one."""
        other = self.rows[int(rng.integers(len(self.rows)))]
        joiner = JOINERS[int(rng.choice(len(JOINERS), p=JOINER_WEIGHTS))]
        return _within(
            Row((*_without_stop(row.words), *joiner, *other.words), self._union(row.facts, other.facts)), row
        )

    def expand(self, row: Row, rng: np.random.Generator) -> Row:
        """The row with its last noun described by another row that begins with it, where there is one."""
        words = row.words[:-1] if row.words and row.words[-1] == "." else row.words
        names = {name for fact in row.facts for name in _names(fact)}
        for name in sorted(names, key=len, reverse=True):
            length = len(name.split())
            if tuple(words[-length:]) != tuple(name.split()) or not self._starts.get(name) or find(name, words[:-1]):
                continue
            start = len(words) - length
            while start and words[start - 1] in _DETERMINERS:
                start -= 1
            described = any(plain(fact)[0] == name and plain(fact)[1:2] == ("is",) for fact in row.facts)
            other = self.rows[int(rng.choice(self._starts[name]))]
            shared = names & {n for fact in other.facts for n in _names(fact)}
            if start and not described and shared == {name}:
                facts = tuple(dict.fromkeys((*row.facts, *other.facts)))
                return _within(Row((*words[:start], *other.words), facts), row)
        return row

    def follow(self, row: Row, rng: np.random.Generator) -> Row:
        """The row and what another row says of its subject, where there is one."""
        subject = _subject(row)
        if subject is None or subject[0] not in self._tails:
            return row
        name, place = subject
        other, start = self._tails[name][int(rng.integers(len(self._tails[name])))]
        tail, facts = _without_stop(self.rows[other].words[start:]), self.rows[other].facts
        words = _without_stop(row.words)
        ours = words[place + len(name.split()) :]
        names = ({n for fact in part for n in _names(fact)} for part in (row.facts, facts))
        if not ours or not _goes_on(ours[0]) or set.intersection(*names) != {name}:
            return row
        linked = _linked(words, ours[0], tail, rng)
        return _within(Row((*words, *linked), tuple(dict.fromkeys((*row.facts, *facts)))), row)

    def substitute(self, row: Row, rng: np.random.Generator) -> Row:
        """The row with one object or attribute exchanged for another that fills the same slot."""
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
        """Facts of two captions beside each other: an object of a name already taken is a second one of that name."""
        if not self._identifiers:
            return tuple(dict.fromkeys((*ours, *theirs)))
        taken = {name for fact in ours for name in _indexed(fact)}
        fresh: dict[str, str] = {}
        for name in sorted({name for fact in theirs for name in _indexed(fact)}):
            stem, _, index = name.partition(":")
            number = int(index or 0)
            while (f"{stem}:{number}" if number else stem) in taken:
                number += 1
            fresh[name] = f"{stem}:{number}" if number else stem
            taken.add(fresh[name])
        return tuple(dict.fromkeys((*ours, *(_renamed(fact, fresh) for fact in theirs))))

    def draw(self, row: Row, rng: np.random.Generator, mixture: Mixture) -> Row:
        """A row after a random choice of the four, each with its probability, once more for each success."""
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
        return row


def _renamed(fact: Fact, fresh: dict[str, str]) -> Fact:
    if len(fact) == 3 and fact[1] != "is":
        return fresh[fact[0]], fact[1], fresh[fact[2]]
    return fresh[fact[0]], *fact[1:]


def _indexed(fact: Fact) -> tuple[str, ...]:
    return (fact[0], fact[2]) if len(fact) == 3 and fact[1] != "is" else (fact[0],)


def _names(fact: Fact) -> tuple[str, ...]:
    return _indexed(plain(fact))


def _within(row: Row, otherwise: Row) -> Row:
    many = any(name.endswith((":3", ":4", ":5")) for fact in row.facts for name in _indexed(fact))
    return otherwise if len(row.words) > MOST_WORDS or len(row.facts) > MOST_FACTS or many else row


def _head_at_start(row: Row) -> str | None:
    """The noun that a caption begins with and describes to its end, or None where it is a clause or a list."""
    if not row.facts or _CLAUSE & set(row.words[:-1]) or len(row.facts[0]) == 1:
        return None
    root = _root(row)
    if root is None:
        return None
    head, place = root
    said = {fact[2] for fact in map(plain, row.facts) if fact[0] == head and fact[1:2] == ("is",)}
    before = [word for word in row.words[: place[0]] if word not in _DETERMINERS]
    return head if all(word in said for word in before) else None


def _root(row: Row) -> tuple[str, tuple[int, int]] | None:
    """The one object that facts are about and that no fact leads to, and where the caption first names it."""
    subjects = {_names(fact)[0] for fact in row.facts}
    roots = subjects - {name for fact in row.facts for name in _names(fact)[1:]}
    if len(roots) != 1:
        return None
    name = roots.pop()
    place = find(name, row.words)
    return None if place is None else (name, place)


def _subject(row: Row) -> tuple[str, int] | None:
    """The root of a caption and its place, where the caption names it once."""
    root = _root(row)
    if root is None or find(root[0], row.words, root[1][1]):
        return None
    return root[0], root[1][0]


def _goes_on(word: str) -> bool:
    """Whether a word after a noun begins to say something of it."""
    return word in _LINKS or word in _FINITE or (len(word) > 4 and word.endswith(("ing", "ed")))


def _linked(words: Sequence[str], first: str, tail: Sequence[str], rng: np.random.Generator) -> tuple[str, ...]:
    """What is said of a subject, as it goes on after words that say something of it from the word `first` on."""
    phrases = sum(map(_goes_on, words[words.index(first) :]))
    if tail[0] == first and first not in _FINITE and phrases == 1 and tail[1:] and rng.random() < 0.6:
        return ("and" if rng.random() < 0.8 else ",", *tail[1:])
    if tail[0] in _FINITE:
        if _FINITE & set(words):
            return ("and", *tail)
        return ((), ("that",), (",", "it"))[int(rng.choice(3, p=(0.6, 0.3, 0.1)))] + tuple(tail)
    choices: tuple[tuple[str, ...], ...] = ((), (",",), ("and",) if tail[0] not in _LINKS else ())
    return choices[int(rng.choice(3, p=(0.7, 0.15, 0.15)))] + tuple(tail)


def _without_stop(words: Sequence[str]) -> tuple[str, ...]:
    end = len(words)
    while end and words[end - 1] in (".", ","):
        end -= 1
    return tuple(words[:end])


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
