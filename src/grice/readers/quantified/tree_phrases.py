"""From a parse tree to phrases, predicates and quantities: one method for each rule of `clauses.lark`, in its order."""

from collections.abc import Sequence
from dataclasses import replace
from fractions import Fraction
from typing import Any

from lark import Token, Transformer

from grice.readers.quantified.acts import Group, Phrase, Predicate, Quantity, Whole
from grice.readers.quantified.lexicon import attribute_of
from grice.readers.quantified.tree_words import (
    Attribute,
    Things,
    Word,
    every,
    first,
    joined,
    merged,
    numbers,
    spread,
    words,
)
from grice.scenes.quantified import Domain

ALL = Quantity("all")
EVERYTHING = Whole("phrase", Phrase((Group(),)))
LAST = Whole("pronoun")
MEMBERS = Whole("members")
NEAREST = Whole("pronoun", nearest=True)

_PLAIN = {
    "q_notall": "not_all",
    "q_most": "most",
    "q_mostly": "mostly",
    "q_minority": "minority",
    "q_almostall": "almost_all",
    "q_no": "no",
    "q_some": "some",
    "q_afew": "a_few",
    "q_few": "few",
    "q_couple": "a_couple",
    "q_several": "several",
    "q_many": "many",
    "q_bunch": "bunch",
}
_BOUNDS = {"a_few": 3, "several": 4, "many": 5}
"""What "more than a few" is more than; a couple is two."""
_OF_VALUE = {
    "q_almost": "almost",
    "q_justover": "just_over",
    "q_about": "about",
    "q_over": "over",
    "q_under": "under",
    "q_atleast": "at_least",
    "q_atmost": "at_most",
    "q_morethan": "more_than",
    "q_lessthan": "less_than",
}


class Phrases(Transformer[Any, Any]):
    """The lower part of a tree: sets, groups, predicates, quantities."""

    def __init__(self, domain: Domain, values: Sequence[Any]) -> None:
        super().__init__(visit_tokens=True)
        self.domain, self.values = domain, values

    def __default_token__(self, token: Token) -> Token:
        return Token(token.type, self.values[token.value])

    def __default__(self, data: Any, children: list[Any], meta: Any) -> Any:
        if data in _PLAIN:
            return Quantity(_PLAIN[data])
        if data in _OF_VALUE:
            bound: Quantity = first(children, Quantity)
            return Quantity(
                _OF_VALUE[data], Fraction(_BOUNDS.get(bound.name, 2)) if bound.value is None else bound.value
            )
        return Word(data)

    # what is counted

    def described(self, c: list[Any]) -> Whole:
        return Whole("phrase", first(c, Phrase), next(iter(numbers(c)), None))

    def the_last(self, c: list[Any]) -> Whole:  # noqa: ARG002
        return LAST

    def nearest(self, c: list[Any]) -> Whole:  # noqa: ARG002
        return NEAREST

    def the_both(self, c: list[Any]) -> Whole:  # noqa: ARG002
        return MEMBERS

    def each_value(self, c: list[Any]) -> Whole:
        return Whole("members", attribute=str(first(c, Attribute)))

    def the_rest(self, c: list[Any]) -> Whole:
        return Whole("rest", first(c, Phrase))

    def np(self, c: list[Any]) -> Phrase:
        return Phrase(joined(spread(every(c, Group)), self.domain.noun))

    def np_in(self, c: list[Any]) -> Phrase:
        return Phrase(tuple(replace(group, late=True) for group in every(c, Group)))

    def group(self, c: list[Any]) -> Group:
        parts = every(c, Group)
        across, each = any(part.across for part in parts), any(part.each for part in parts)
        late = any(part.late for part in parts)
        return Group(merged(parts), across, each, things=first(c, Things) is not None, late=late)

    colouring = plain = tinted = group

    def having(self, c: list[Any]) -> Group:
        """What follows a noun, and may be meant of the nouns before it too."""
        return replace(self.group(c), late=True)

    def things(self, c: list[Any]) -> Group:
        """Objects; "both shapes" are objects of every shape."""
        found = self.group(c)
        return replace(found, across=found.across or "both" in words(c), things=True)

    def mixed_nouns(self, c: list[Any]) -> Group:
        return replace(self.group(c), across=True)

    def mixed_things(self, c: list[Any]) -> Group:
        return replace(self.group(c), across=True, things=True)

    def object(self, c: list[Any]) -> Any:
        return Word("object") if first(c, Token).value == "ones" else Things("object")

    def others(self, c: list[Any]) -> Group:
        return Group(merged(every(c, Group)), others=True)

    def adjs(self, c: list[Any]) -> Group:
        return Group(merged(Group(((t.value[0], frozenset({t.value[1]})),)) for t in every(c, Token)))

    nouns = adjs

    def in_every(self, c: list[Any]) -> Group:
        return Group((), across=True, each="each" in words(c), late=True)

    def be(self, c: list[Any]) -> Word:
        return Word("is" if first(c, Token).value in ("is", "was") else "be")

    def all(self, c: list[Any]) -> Word:
        return Word("each" if first(c, Token).value in ("each", "every", "each single", "every single") else "all")

    def predicate(self, c: list[Any]) -> Predicate:
        return Predicate("values", first(c, Phrase))

    np_again = predicate

    def alone(self, c: list[Any]) -> Predicate:
        return Predicate("values", Phrase(tuple(every(c, Group))))

    def not_but(self, c: list[Any]) -> Predicate:
        return Predicate("values", every(c, Phrase)[-1])

    def conjoined(self, c: list[Any]) -> Predicate:
        return Predicate("values", Phrase((self.group(c),)))

    def mostly_so(self, c: list[Any]) -> tuple[Quantity, Predicate]:
        return Quantity("mostly"), Predicate("values", first(c, Phrase))

    def mixture(self, c: list[Any]) -> Predicate:
        return Predicate("mixture", first(c, Phrase))

    def in_both(self, c: list[Any]) -> Predicate:
        phrase = first(c, Phrase) or Phrase(tuple(every(c, Group)))
        return Predicate("values", Phrase(tuple(Group(g.values, across=True) for g in phrase.groups)))

    def uniform(self, c: list[Any]) -> Predicate:
        return Predicate("uniform", None, str(first(c, Attribute, "")))

    def partly_so(self, c: list[Any]) -> tuple[Quantity, Predicate]:
        return first(c, Quantity), Predicate("values", first(c, Phrase))

    def opposed(self, c: list[Any]) -> Predicate:  # noqa: ARG002
        return Predicate("opposite")

    # how many

    def q_all(self, c: list[Any]) -> Quantity:  # noqa: ARG002
        return ALL

    def q_allbut(self, c: list[Any]) -> Quantity:
        return Quantity("all_but", None, first(c, Quantity))

    def q_bounded(self, c: list[Any]) -> Quantity:
        return Quantity("almost_all" if {"almost", "approx"} & set(words(c)) else "most")

    def share(self, c: list[Any]) -> Quantity:
        token = first(c, Token)
        return Quantity("share", token.value if token is not None else Fraction(1, 2))

    def out_of(self, c: list[Any]) -> Quantity:
        part, whole = numbers(c)
        return Quantity("out_of", Fraction(part, max(whole, 1)), Quantity("number", Fraction(whole)))

    def q_share(self, c: list[Any]) -> Quantity:
        found: Quantity = first(c, Quantity)
        return found

    def cardinal(self, c: list[Any]) -> Quantity:
        found: Quantity = first(c, Quantity)
        only = "only" in words(c) and found.name in ("number", "one")
        return Quantity("number", found.value) if only else found

    def q_number(self, c: list[Any]) -> Quantity:
        return Quantity("number", Fraction(numbers(c)[0]))

    def q_aboutnumber(self, c: list[Any]) -> Quantity:
        return Quantity("about_number", Fraction(numbers(c)[0]))

    def q_overnumber(self, c: list[Any]) -> Quantity:
        return Quantity("more_than", Fraction(numbers(c)[0]))

    def q_pair(self, c: list[Any]) -> Quantity:  # noqa: ARG002
        return Quantity("number", Fraction(2))

    def q_single(self, c: list[Any]) -> Quantity:  # noqa: ARG002
        return Quantity("number", Fraction(1))

    def q_one(self, c: list[Any]) -> Quantity:  # noqa: ARG002
        return Quantity("one", Fraction(1))

    def attribute(self, c: list[Any]) -> "Attribute":
        return Attribute(attribute_of(first(c, Token).value, self.domain))
