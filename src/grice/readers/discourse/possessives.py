"""Whose are "his boots"? Never the hens': an owner that a parser found must agree with the possessive pronoun.

A parser of single sentences gives what is possessed to the nearest thing of its sentence ("hens peck near his boots").
Where that cannot be the owner, the statement is left out, and the owner is looked for in the sentences before.
"""

from collections.abc import Sequence

from grice.meaning.graph_statements import Relation, Statement, by_node
from grice.readers.discourse.expressions import is_plural, kind_of, may_be_person, mentions_in
from grice.words.english import words as listed
from grice.words.pronouns import ANIMAL, PERSON, POSSESSIVE, PRONOUNS, THING
from grice.words.split import Passage


def with_agreeing_owners(statements: Sequence[Statement], sentence: Passage) -> tuple[Statement, ...]:
    """Statements without those by which a thing has what a possessive pronoun says another has."""
    if POSSESSIVE.isdisjoint(sentence.words):
        return tuple(statements)
    mentions = mentions_in(by_node(statements), sentence, 0)
    return tuple(
        one
        for one in statements
        if not (isinstance(one, Relation) and one.verb == "have" and not one.preposition)
        or (word := mentions[one.object].owned) not in POSSESSIVE
        or one.subject.name in PRONOUNS
        or one.subject.implied
        or _may_own(one.subject.name, mentions[one.subject].plural, word)
    )


def _may_own(name: str, plural: bool, word: str) -> bool:
    wanted, several = PRONOUNS[word]
    kind = kind_of(name)
    if several:
        return True  # One person may be "they".
    if plural or is_plural(name, None):
        return False
    if wanted == THING:
        return kind in (THING, ANIMAL) or name.split()[-1] in listed("young")
    return kind in (wanted, PERSON, ANIMAL) or may_be_person(name)
