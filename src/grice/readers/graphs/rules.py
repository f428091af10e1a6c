"""How far do rules get? Noun phrases, what links them, and a few rules of FACTUAL's annotators.

The classic baseline, without a model, in the manner of the rule-based parsers (Schuster et al. 2015). An adjective
before a noun and an intransitive verb after it are attributes, a verb or preposition between two noun phrases is a
relation, "X of Y" and "Y 's X" are (Y, have, X), "A surrounded by B" is (B, surround, A). A sentence with a denial is
read in its positive form, and what its negation covers is denied.
"""

from collections.abc import Sequence
from dataclasses import dataclass, field, replace

from grice.meaning.graph_statements import Exists, Node, Quantity, Relation, Statement, described
from grice.readers.base import Parsed, SentenceParser
from grice.readers.graphs.spans import ground
from grice.words.english import words as listed
from grice.words.lexicon import lexicon
from grice.words.negation import Positive, positive
from grice.words.prepositions import verb_and_preposition
from grice.words.pronouns import OBJECTIVE, SUBJECTIVE
from grice.words.split import Passage
from grice.words.tagging import Tagged, tag, verb_lemma

_UNITS = {"group": "gr", "bunch": "gr", "herd": "gr", "slice": "sl", "piece": "pa", "part": "pa"}
_DUMMIES = frozenset(["this", "that", "these", "those", "there"])
_PRONOUNS = SUBJECTIVE | OBJECTIVE
_SUBJECTS = SUBJECTIVE - OBJECTIVE
_PEOPLE = {"guy": "person", "someone": "person", "guys": "people", "somebody": "person"}


@dataclass
class NounPhrase:
    """A noun phrase: its words, what its modifiers say, how it is introduced, and whether negation covers it: it is
    absent, or it is there and the relation to it is denied. `value`: it only says what another is or is not."""

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


class RuleParser(SentenceParser):
    """A `Parser` without weights."""

    name = "rules"
    fingerprint = "rules-3"
    language = "en"
    most_words = 120

    def read(self, sentences: Sequence[Passage]) -> list[Parsed]:
        return [_parsed(sentence) for sentence in sentences]


def rule_parser(beams: int | None = None, threads: int | None = None) -> RuleParser:  # noqa: ARG001
    """The parser; rules do not search, so beams and threads change nothing."""
    return RuleParser()


def statements_of(words: Sequence[str]) -> list[Statement]:
    """What a sentence says, given as its words."""
    return said_and_denied(positive(tuple(words)))[0]


def said_and_denied(sentence: Positive) -> tuple[list[Statement], list[Statement]]:
    """What a sentence says is so, and what it says is not, given as its positive form."""
    phrases, links = _chunks(tag(sentence.words, sentence.verbs), sentence)
    found: dict[Statement, bool] = {}
    _number_apart(phrases)
    for phrase in phrases:
        if phrase.unit:
            found[Quantity(phrase.node, unit=phrase.unit)] = phrase.absent
        if phrase.count:
            found[described(phrase.node, phrase.count)] = phrase.absent
        for value in phrase.attributes:
            found[described(phrase.node, value)] = phrase.absent or value in phrase.not_so
    for statement, denied in _relations(phrases, links):
        found[statement] = denied
    said = {node for statement, denied in found.items() if not denied for node in statement.nodes}
    absent = {phrase.node for phrase in phrases if phrase.absent}
    mentioned = {node for statement, denied in found.items() if denied for node in statement.nodes}
    for phrase in phrases:
        if (
            phrase.value
            or phrase.name in _PRONOUNS
            or phrase.node in said
            or (phrase.node in absent and phrase.node in mentioned)
        ):
            continue
        found.setdefault(Exists(phrase.node), phrase.absent)
    return [one for one, denied in found.items() if not denied], [one for one, denied in found.items() if denied]


def _parsed(sentence: Passage) -> Parsed:
    found = positive(sentence.words)
    said, denied = said_and_denied(found)
    spans = tuple(sentence.spans[place] for place in found.places)
    plain = replace(sentence, words=found.words, spans=spans)
    return Parsed(ground(said, plain), denied=ground(denied, plain))


def _chunks(tagged: Sequence[Tagged], sentence: Positive) -> tuple[list[NounPhrase], list[Link]]:
    """Noun phrases, and the link before each of them and after the last: one more link than phrases."""
    phrases: list[NounPhrase] = []
    links = [Link()]
    i = 0
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


def _number_apart(phrases: Sequence[NounPhrase]) -> None:
    """A second object of a name that is introduced anew is another one."""
    seen: dict[str, int] = {}
    for phrase in phrases:
        if phrase.name in seen and phrase.fresh:
            seen[phrase.name] += 1
        phrase.index = min(seen.setdefault(phrase.name, 0), 2)


def _relations(phrases: Sequence[NounPhrase], links: Sequence[Link]) -> list[tuple[Statement, bool]]:
    """What links say of phrases, and whether it is denied."""
    found: list[tuple[Statement, bool]] = []
    subjects: list[NounPhrase] = []
    last, before, owned = Link(), NounPhrase(), None
    for i, phrase in enumerate(phrases):
        link = owned or links[i]
        owned = None
        if links[i + 1].possessive and i + 1 < len(phrases):
            # "on the cat 's face": the preposition belongs to the face.
            found.append(_relation(phrase, Link(verb="have"), phrases[i + 1]))
            owned = link
            continue
        if link.there and subjects:
            # "... is black and there are cars": a clause of its own begins.
            found += [_described(subjects[0], value, value in link.not_so) for value in link.adjectives]
            subjects, last, link = [], Link(), Link()
        if not subjects:
            subjects = [phrase]
        elif (link.conjoined or link.comma) and not link.relates:
            if phrase.name in _SUBJECTS:
                subjects, last = [phrase], Link()
            elif last.relates:
                found += _linked(subjects, last, phrase)
            elif phrase.denied and link.be:
                # "The dog is not black or white".
                phrase.value = True
                found += [_described(subject, phrase.name, True) for subject in subjects]
            else:
                subjects = [*subjects, phrase]
        elif link.relates:
            if not (link.be or (link.conjoined and link.verb)) and not any(p is before for p in subjects):
                subjects = [before]
            found += _linked(subjects, link, phrase)
            last = link
        elif link.be and subjects[0].name in _PRONOUNS:
            # "It is a dog" says that a dog is there.
            subjects, last = [phrase], Link()
        elif link.be:
            found += [_described(subject, phrase.name, phrase.absent or phrase.denied) for subject in subjects]
        else:
            subjects, last = [phrase], Link()
        before = phrase
        if link.be:
            found += [_described(subjects[0], value, value in link.not_so) for value in link.adjectives]
    end = links[-1] if phrases else Link()
    values = [(value, value in end.not_so) for value in end.adjectives]
    values += [(end.form, end.denied)] if end.verb and end.verb != "have" else []
    return found + [_described(subject, value, denied) for subject in subjects[:1] for value, denied in values]


def _described(subject: NounPhrase, value: str, denied: bool) -> tuple[Statement, bool]:
    return described(subject.node, value), denied or subject.absent


def _linked(subjects: Sequence[NounPhrase], link: Link, phrase: NounPhrase) -> list[tuple[Statement, bool]]:
    """What subjects, a verb or preposition and an object say, turned the way the annotators turn it."""
    if link.preposition == "of" and not link.verb:
        holds = [subject.names[-1] in listed("holders") for subject in subjects]
        pairs = [(s, phrase) if held else (phrase, s) for s, held in zip(subjects, holds, strict=True)]
        return [_relation(owner, Link(verb="have", denied=link.denied), owned) for owner, owned in pairs]
    if link.passive and (link.preposition == "by" or (link.verb == "cover" and link.preposition in ("in", "with"))):
        turned = Link(verb=link.verb, denied=link.denied)
        return [_relation(phrase, turned, subject) for subject in subjects]
    if link.passive and not link.preposition:
        link = Link(verb=link.verb, denied=link.denied)
    return [_relation(subject, link, phrase) for subject in subjects]


def _relation(subject: NounPhrase, link: Link, other: NounPhrase) -> tuple[Statement, bool]:
    denied = link.denied or subject.absent or other.absent or other.denied
    end = other.node
    if subject.node == end:
        end = Node(end.name, end.index + 1)
    if not link.verb:
        return Relation(subject.node, end, preposition=link.preposition), denied
    # The closed list of prepositions decides which part of "look like" and "part of" is the verb.
    verb, preposition = verb_and_preposition(f"{link.verb} {link.preposition}".strip())
    return Relation(subject.node, end, verb, preposition, link.passive), denied
