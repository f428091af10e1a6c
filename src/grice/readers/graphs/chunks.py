"""Which noun phrases does a tagged sentence have, and what stands between them? The pieces that rules make graphs of.

A phrase has its words, what its modifiers say and how many there are; a link the verb, preposition and the rest between
two phrases. Both know whether negation covers them.
"""

from collections.abc import Sequence
from dataclasses import dataclass, field

from grice.meaning.graph_statements import Node
from grice.readers.graphs.negation import Positive
from grice.words.english import words as listed
from grice.words.lexicon import lexicon
from grice.words.pronouns import OBJECTIVE, SUBJECTIVE
from grice.words.tagging import Tagged, verb_lemma

_UNITS = {"group": "gr", "bunch": "gr", "herd": "gr", "slice": "sl", "piece": "pa", "part": "pa"}
_DUMMIES = frozenset(["this", "that", "these", "those", "there"])
_PRONOUNS = SUBJECTIVE | OBJECTIVE
_PEOPLE = {"guy": "person", "someone": "person", "guys": "people", "somebody": "person"}


@dataclass
class NounPhrase:
    """A noun phrase: its words, what its modifiers say, how it is introduced, and whether negation covers it: it is
    absent, or it is there and the relation to it is denied."""

    names: list[str] = field(default_factory=list)
    attributes: list[str] = field(default_factory=list)
    count: str = ""
    fresh: bool = False
    index: int = 0
    unit: str = ""
    absent: bool = False
    denied: bool = False
    not_so: set[str] = field(default_factory=set)
    value: bool = False
    """True for "white" in "not black or white": a property, not a thing."""

    @property
    def name(self) -> str:
        return _PEOPLE.get(self.names[0], self.names[0]) if len(self.names) == 1 else " ".join(self.names)

    @property
    def node(self) -> Node:
        return Node(self.name, self.index)


@dataclass
class Link:
    """What is between noun phrases: a verb, its voice, a preposition, anything else; and whether it is denied."""

    verb: str = ""
    form: str = ""
    passive: bool = False
    preposition: str = ""
    be: bool = False
    conjoined: bool = False
    possessive: bool = False
    comma: bool = False
    there: bool = False
    adjectives: list[str] = field(default_factory=list)
    denied: bool = False
    not_so: set[str] = field(default_factory=set)

    @property
    def relates(self) -> bool:
        """Whether it says how what comes before it and what comes after it relate."""
        return bool(self.verb or self.preposition)


def chunks(sentence: Positive) -> tuple[list[NounPhrase], list[Link]]:
    """Noun phrases, and the link before each of them and after the last: one more link than phrases."""
    phrases: list[NounPhrase] = []
    links = [Link()]
    tagged, i = sentence.tagged, 0
    while i < len(tagged):
        end, phrase = _phrase(tagged, i)
        if phrase is not None:
            _mark(phrase, tagged[i:end], sentence)
            phrases.append(phrase)
            links.append(Link())
            i = end
            continue
        _add(links[-1], tagged[i], tagged[i].place in sentence.denied | sentence.absent)
        i += 1
    return phrases, links


def _mark(phrase: NounPhrase, tagged: Sequence[Tagged], sentence: Positive) -> None:
    """Note what negation covers of a noun phrase."""
    nouns = [token.place for token in tagged if token.tag == "N"]
    phrase.absent = nouns[-1] in sentence.absent
    phrase.denied = nouns[-1] in sentence.denied
    phrase.not_so = {token.word for token in tagged if token.place in sentence.denied and token.tag != "N"}


def _phrase(tagged: Sequence[Tagged], start: int) -> tuple[int, NounPhrase | None]:
    """The noun phrase that begins here, if there is one, and where it ends."""
    phrase = NounPhrase()
    modifiers: list[str] = []
    nouns: list[str] = []
    i = start
    while i < len(tagged):
        word, kind = tagged[i].word, tagged[i].tag
        if nouns and (kind != "N" or word in _PRONOUNS or nouns[0] in _PRONOUNS):
            break
        if kind == "D":
            phrase.fresh |= word in ("another", "other", "a", "an")
        elif kind == "C":
            phrase.count = word if word not in ("1", "one") else ""
        elif kind == "A":
            modifiers.append(word)
        elif kind == "N":
            nouns.append(word)
        elif not (kind in ("&", ",") and modifiers and i + 1 < len(tagged) and tagged[i + 1].tag == "A"):
            break
        i += 1
    if not nouns or (nouns[0] in _DUMMIES and len(nouns) == 1):
        return i, None
    of = i < len(tagged) and tagged[i].word == "of"
    if of and nouns[-1] in (*_UNITS, *listed("silent")) and i + 1 < len(tagged):
        end, rest = _phrase(tagged, i + 1)
        if rest is not None:
            rest.unit = rest.unit or _UNITS.get(nouns[-1], "")
            rest.attributes = [*modifiers, *rest.attributes]
            rest.count = phrase.count or rest.count
            return end, rest
    phrase.names, more = _compound(nouns)
    phrase.attributes = [*modifiers, *more]
    return i, phrase


def _compound(nouns: Sequence[str]) -> tuple[list[str], list[str]]:
    """Which last nouns form one name, as a compound of WordNet; the others are attributes."""
    table = lexicon()
    for first in range(len(nouns) - 1):
        if "_".join(nouns[first:]) in listed("names"):
            return list(nouns[first:]), list(nouns[:first])
        if "_".join(nouns[first:]) in table or "_".join((*nouns[first:-1], nouns[-1].removesuffix("s"))) in table:
            return list(nouns[first:]), list(nouns[:first])
    return list(nouns[-1:]), list(nouns[:-1])


def _add(link: Link, token: Tagged, denied: bool) -> None:
    link.denied |= denied and token.tag in ("V", "H", "P")
    match token.tag:
        case "V":
            # "Has caught" is catch.
            if not link.verb or link.conjoined or link.verb == "have":
                link.verb, link.form = verb_lemma(token.word), token.word
                link.passive = not token.word.endswith(("ing", "s")) and token.word not in (link.verb, "seated")
        case "H":
            link.verb, link.form, link.passive = "have", token.word, False
        case "P":
            link.preposition = link.preposition if link.preposition and not link.verb else token.word
        case "B":
            link.be = True
        case "&":
            link.conjoined = True
        case ",":
            link.comma = True
        case "S":
            link.possessive = True
        case "R":
            link.there |= token.word == "there"
        case "A":
            link.adjectives.append(token.word)
            link.not_so |= {token.word} if denied else set()
