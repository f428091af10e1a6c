"""How far do rules get? Noun phrases, what links them, and a few rules of FACTUAL's annotators.

The classic baseline, without a model, in the manner of the rule-based parsers (Schuster et al. 2015). An adjective
before a noun and an intransitive verb after it are attributes, a verb or preposition between two noun phrases is a
relation, "X of Y" and "Y 's X" are (Y, have, X), "A surrounded by B" is (B, surround, A). A sentence with a denial is
read in its positive form, and what its negation covers is denied.
"""

from collections.abc import Sequence
from dataclasses import replace

from grice.meaning.graph_statements import Exists, Node, Quantity, Relation, Statement, described
from grice.readers.base import ALL, Parsed, PassageParser
from grice.readers.graphs.chunks import Link, NounPhrase, chunks
from grice.readers.graphs.negation import Positive, positive
from grice.readers.graphs.spans import ground
from grice.words.english import words as listed
from grice.words.lexicon import lexicon
from grice.words.prepositions import verb_and_preposition
from grice.words.pronouns import OBJECTIVE, SUBJECTIVE
from grice.words.split import Passage

_PRONOUNS = SUBJECTIVE | OBJECTIVE
_SUBJECTS = SUBJECTIVE - OBJECTIVE


class RuleParser(PassageParser):
    """A `Parser` without weights."""

    name = "rules"
    fingerprint = "rules-6"
    language = "en"
    most_words = 120
    one_sentence = True

    def read(self, sentences: Sequence[Passage], content: str = ALL) -> list[Parsed]:  # noqa: ARG002
        return [_parsed(sentence) for sentence in sentences]


def rule_parser(beams: int | None = None, threads: int | None = None) -> RuleParser:  # noqa: ARG001
    """The parser; rules do not search, so beams and threads change nothing."""
    return RuleParser()


def said_and_denied(sentence: Positive) -> tuple[list[Statement], list[Statement]]:
    """What a sentence says is so, and what it says is not, given as its positive form."""
    phrases, links = chunks(sentence)
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
            elif link.be and (phrase.denied or (phrase.absent and lexicon().has(phrase.name, "adj"))):
                # "The dog is not black or white".
                phrase.value = True
                found += [_described(subject, phrase.name, True) for subject in subjects]
            else:
                subjects = [*subjects, phrase]
        elif link.relates:
            if not (link.be or (link.conjoined and link.verb)) and not any(p is before for p in subjects):
                # What is not there does nothing: in "a man without a hat rides a horse", the man does.
                subjects = subjects if before.absent and last.relates and link.verb else [before]
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
