"""Which word of the text does each word of a graph come from? What the decoder is taught to look at while it writes.

A network that copies points at a place of the text. It is taught to point at the right one for every word it writes,
also where it writes another form of it ("ride" for "riding"), and at the start of the text for what no word says
("have" of "the dog's tail"). So where it looked is the span of what it wrote, and nothing has to be searched for
afterwards. The second thing of a name is taught as the second place of that name, an attribute as the place nearest to
its thing, a predicate as the place nearest to both of its ends.
"""

from collections.abc import Sequence

from grice.meaning.graph_statements import name_and_index
from grice.readers.graphs.alignment import bases
from grice.readers.graphs.linear import MARKERS, Fact, tokens_of
from grice.readers.graphs.network.licence import IMPLIED as UNSAID
from grice.words.numbers import number

IMPLIED = -1
"""The place of a word that the text does not say."""
MARKER = -2
"""The place of a marker, which comes from no word."""
GAP = 4
"""How far the next word of a name or predicate may be from the one before it: "in the very front of"."""

FAR = 16
"""How far two things may be apart between which a word like "have" or "on" is looked for."""

Places = tuple[int, ...]
"""For each word of a field, the index of the text's word, or `IMPLIED`."""


def looks(words: Sequence[str], facts: Sequence[Fact]) -> list[int]:
    """For each token of a graph (`linear.tokens_of`), the index of the word it comes from, `IMPLIED` or `MARKER`."""
    text = _Text(words)
    things: dict[str, Places] = {}
    found: list[int] = []
    for fact in facts:
        tokens = tokens_of([fact])
        parts = _fields(tokens)
        fields: list[Places] = [text.thing(parts[0], _number(fact[0]), things)]
        if len(fact) == 3 and fact[1] == "is":
            fields.append(text.nearest(fact[2].split(), fields[0]))
        elif len(fact) == 3:
            last = text.thing(parts[2], _number(fact[2]), things)
            fields += [text.nearest(parts[1], fields[0], last), last]
        found += [MARKER] if found else []
        places = iter(place for field in fields for place in field)
        found += [MARKER if token in MARKERS else next(places) for token in tokens]
    return found


def _fields(tokens: Sequence[str]) -> list[list[str]]:
    """The words between the markers of one fact."""
    fields: list[list[str]] = [[]]
    for token in tokens:
        if token not in MARKERS:
            fields[-1].append(token)
        elif fields[-1]:
            fields.append([])
    return [field for field in fields if field]


def _number(name: str) -> int:
    """Which thing of its name this is: 1 for the second."""
    _, number = name_and_index(name)
    return number if number in (1, 2) else 0


def _between(place: int, ends: Sequence[int]) -> bool:
    """Whether a word stands between two things, or close to both."""
    return bool(ends) and min(ends) - 3 <= place <= max(ends) + 3 and max(ends) - min(ends) <= FAR


class _Text:
    """The words of a text by the forms they may be inflections of."""

    def __init__(self, words: Sequence[str]) -> None:
        self.words = [word.strip("'\"") or word for word in words]
        self.at: dict[str, list[int]] = {}
        for i, word in enumerate(self.words):
            named = number(word)
            for form in bases(word.removesuffix("'s")) | {word} | ({str(named)} if named is not None else set()):
                self.at.setdefault(form, []).append(i)

    def positions(self, word: str) -> list[int]:
        """Where a word stands: as it is, else in another form, else as a part of a word with a hyphen."""
        same = [i for i in self.at.get(word, ()) if self.words[i] == word]
        if same:
            return same
        forms = sorted({i for form in bases(word) for i in self.at.get(form, ())})
        if forms:
            return forms
        return [i for i, other in enumerate(self.words) if "-" in other and word in other.split("-")] or [
            i
            for i, (one, other) in enumerate(zip(self.words, self.words[1:], strict=False))
            if one + other == word.replace("-", "")
        ]

    def whole(self, field: Sequence[str]) -> list[Places]:
        """Every place where the words of a field follow each other, a few words apart at most."""
        found: list[Places] = []
        each = [self.positions(word) for word in field]
        for start in each[0]:
            places = [start]
            for options in each[1:]:
                after = next((i for i in options if places[-1] < i <= places[-1] + GAP), None)
                if after is None:
                    break
                places.append(after)
            if len(places) == len(field):
                found.append(tuple(places))
        return found

    def thing(self, name: Sequence[str], number: int, known: dict[str, Places]) -> Places:
        """Where a thing is first named."""
        key = f"{' '.join(name)}:{number}"
        if key not in known:
            found = self.whole(name)
            known[key] = found[min(number, len(found) - 1)] if found else self.scattered(name, number)
        return known[key]

    def scattered(self, name: Sequence[str], number: int) -> Places:
        """The places of a name's words that do not stand together: its last word, and the others next to that."""
        heads = self.positions(name[-1])
        head = heads[min(number, len(heads) - 1)] if heads else None
        return tuple(self._near(word, [head] if head is not None else []) for word in name)

    def nearest(self, field: Sequence[str], *ends: Places) -> Places:
        """The place of a field that is nearest to the things it belongs to; of two equally near, the first."""
        near = [end[-1] for end in ends if end[-1] >= 0]
        found = self.whole(field)
        if len(field) == 1 and field[0] in UNSAID and len(ends) == 2:
            # "His sword": the "has" of another clause does not say that he has it.
            found = [places for places in found if _between(places[0], near)]
            if not found:
                return (IMPLIED,)
        if found:
            return min(found, key=lambda places: (sum(abs(places[0] - end) for end in near), places))
        return tuple(self._near(word, near) for word in field)

    def _near(self, word: str, ends: Sequence[int]) -> int:
        options = self.positions(word)
        return min(options, key=lambda i: (sum(abs(i - end) for end in ends), i), default=IMPLIED)
