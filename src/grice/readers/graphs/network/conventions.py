"""Which clauses can no graph mean? What says a thing of itself is left out; verbs stand in their base form before an
object, and in "-ing" where they have none.

In FACTUAL's 66,686 facts and 28,661 of captions as people write them, one attribute is a word of its object's own name,
one thing is related to itself where no reflexive says so, and no predicate begins with an inflected verb.
"""

import re
from collections.abc import Mapping, Sequence
from functools import lru_cache
from itertools import pairwise

from grice.readers.graphs.linear import Clause
from grice.words.lexicon import lexicon
from grice.words.morphology import base_forms, gerund, singular
from grice.words.taxonomy import is_physical

REFLEXIVES = ("self", "selves")
_THE = ("a", "an", "the")
_GLUE = frozenset("'./:;!?&")
RECIPROCALS = frozenset(["other", "another", "one", "ones"])
"""Words that stand for a second thing of a name."""


def conventional(clauses: Sequence[Clause], words: Sequence[str]) -> list[Clause]:
    """The clauses of a graph that can be meant, and what the others are about.

    Where the text has a second thing of the name ("a bus behind a bus"), that is what the first is related to.
    """
    together = "".join(words)
    hyphened = {form: word for word in words if word.count("-") > 1 for form in (_letters(word), _letters(word, _THE))}
    clauses = [_as_participle(_as_written(clause, hyphened), words) for clause in clauses]
    reflexive = any(word.endswith(REFLEXIVES) for word in words)
    apart = clauses if reflexive else [_told_apart(clause, words) for clause in clauses]
    unsound = {clause for clause in apart if _is_glued(clause, together) or (not reflexive and _is_circular(clause))}
    sound = [_in_base_form(clause) for clause in apart if clause not in unsound]
    named = {name for clause in sound for name in (clause.subject, clause.object)}
    about = dict.fromkeys(Clause(one.subject) for one in apart if one in unsound and not one.denied)
    return [*sound, *(one for one in about if one.subject not in named and not _is_glued(one, together))]


def _is_glued(clause: Clause, text: str) -> bool:
    """Whether a sign joins what the text does not: "glim's zorp" has no glim'zorp, "they fizz." no fizz.people."""
    names = " ".join(filter(None, (clause.subject.name, clause.said, clause.object and clause.object.name)))
    if names.replace(" ", "").isalnum():
        return False
    return any(not _GLUE.isdisjoint(word) and word not in text for word in names.split())


def _as_written(clause: Clause, hyphened: Mapping[str, str]) -> Clause:
    """A clause with the hyphens and articles of the text, of which a network writes some and not others:
    "mother-and child", "state-of-art"."""
    if not hyphened:
        return clause

    def written(field: str) -> str:
        return hyphened.get(_letters(field), field) if "-" in field else field

    subject = clause.subject._replace(name=written(clause.subject.name))
    other = clause.object and clause.object._replace(name=written(clause.object.name))
    return clause._replace(subject=subject, said=written(clause.said), object=other)


def _letters(field: str, left_out: Sequence[str] = ()) -> str:
    return "".join(part for part in re.split("[ -]", field) if part not in left_out)


def _is_circular(clause: Clause) -> bool:
    """Whether a thing is related to itself, or described by a word of its own name."""
    if clause.object is not None:
        return clause.object == clause.subject
    return clause.said in clause.subject.name.split()


def _told_apart(clause: Clause, words: Sequence[str]) -> Clause:
    if clause.object is None or clause.object != clause.subject or clause.object.number:
        return clause
    head = clause.object.name.split()[-1]
    second = words.count(head) > 1 or not RECIPROCALS.isdisjoint(words)
    return clause._replace(object=clause.object._replace(number=1)) if second else clause


def _as_participle(clause: Clause, words: Sequence[str]) -> Clause:
    """What a thing does, as the attribute that it is: "a cat sleeps" is a cat that is sleeping."""
    if clause.object is not None or " " in clause.said or (verb := _finite(clause.said)) is None:
        return clause
    head = clause.subject.name.rpartition(" ")[2]
    after = (word for one, word in pairwise(words) if one == head and _finite(word) == verb)
    does = any(word != verb or singular(head) != head for word in after)
    return clause._replace(said=gerund(verb)) if does or _with_another(head, verb, words) else clause


def _with_another(head: str, verb: str, words: Sequence[str]) -> bool:
    """Whether a thing does something together with another: "a man and a boy pose"."""
    if head not in words or verb not in words:
        return False
    between = words[words.index(head) + 1 : words.index(verb)]
    return "and" in between and between[-1] != "and" and between[-1] not in _THE


@lru_cache(maxsize=1 << 12)
def _finite(word: str) -> str | None:
    """The verb of which a word is a present form, and nothing that a thing is like or made of."""
    verb = next(iter(sorted(base_forms(word, "verb"), key=len)), None)
    if verb is None or word not in (verb, f"{verb}s", f"{verb}es", f"{verb[:-1]}ies"):
        return None
    return None if lexicon().has(word, "adj") or is_physical(word) else verb


def _in_base_form(clause: Clause) -> Clause:
    if clause.object is None:
        return clause
    first, space, rest = clause.said.partition(" ")
    base = _verb(first)
    return clause if base == first else clause._replace(said=f"{base}{space}{rest}")


@lru_cache(maxsize=1 << 12)
def _verb(word: str) -> str:
    """The verb of which a word is an inflection, or the word."""
    return next(iter(base_forms(word, "verb")), word) if word.endswith(("ing", "ed", "s")) else word
