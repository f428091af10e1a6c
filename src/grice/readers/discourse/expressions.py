"""How is an object mentioned in a sentence: by which word, introduced how, and described how?"""

from collections.abc import Mapping, Sequence, Set
from dataclasses import dataclass
from functools import cache, lru_cache

from grice.meaning.graph_statements import Attribute, Node, Relation, Statement, quantity_in
from grice.words.english import words as listed
from grice.words.lexicon import lexicon
from grice.words.morphology import singular
from grice.words.numbers import number
from grice.words.prepositions import PREPOSITIONS
from grice.words.pronouns import ANIMAL, FEMALE, MALE, PERSON, POSSESSIVE, THING
from grice.words.split import Passage
from grice.words.taxonomy import includes, is_kind, taxonomy

_STOPS = frozenset(word for phrase in PREPOSITIONS for word in phrase.split()) | frozenset(",.;:!?") | {"and", "or"}
_FOLLOWED = frozenset(phrase.split()[0] for phrase in PREPOSITIONS) | {"who", "that", "which", "whose"}
_HAVING = frozenset(["have", "wear", "hold", "carry", "own"])


@dataclass(frozen=True)
class ObjectMention:
    """An object of one sentence, as it is mentioned there."""

    name: str
    determiner: str
    """ "definite", "new", "other", or "" without a determiner."""
    plural: bool
    sentence: int
    number: str = ""
    attributes: frozenset[str] = frozenset()
    before: frozenset[str] = frozenset()
    """The attributes that come before it."""
    related: frozenset[str] = frozenset()
    """The names of the objects it is related to, as the subject."""
    roles: frozenset[str] = frozenset()
    """What it does and what is done to it."""
    owned: str = ""
    """The possessive pronoun before it, or "'s"."""
    bare: bool = False
    """Whether it is its determiner and its noun alone."""

    @property
    def said(self) -> frozenset[str]:
        return self.attributes | self.related


def mentions_in(about: Mapping[Node, Sequence[Statement]], sentence: Passage, number: int) -> dict[Node, ObjectMention]:
    """How each object of a sentence is mentioned there, given what the sentence says of each."""
    places = {node: place for node in about if (place := places_of(node, sentence)) is not None}
    ends = [end for _, end in places.values()]
    return {node: _mention(node, said, places.get(node), ends, sentence, number) for node, said in about.items()}


def _mention(
    node: Node,
    said: Sequence[Statement],
    place: tuple[int, int] | None,
    ends: Sequence[int],
    sentence: Passage,
    number_of_sentence: int,
) -> ObjectMention:
    quantity = quantity_in(said)
    values = [one for one in said if isinstance(one, Attribute)]
    attributes = frozenset(one.value for one in values)
    relations = [one for one in said if isinstance(one, Relation)]
    related = [r for r in relations if r.subject == node]
    roles = {f"{r.verb} {r.preposition} >" for r in related}
    roles |= {f"> {r.verb} {r.preposition}" for r in relations if r.object == node}
    how = owned = ""
    bare = False
    if place is not None:
        words = sentence.words
        before = words[max([place[0] - 4, 0, *(end for end in ends if end <= place[0])]) : place[0]]
        after = words[place[1]] if place[1] < len(words) else ""
        owned = _possessive(words[: place[0]][-4:], node, attributes)
        how = determiner(before) or ("definite" if owned else "")
        counted = before[:-1] if before and number(before[-1]) is not None else before
        bare = before[-1:] == ("both",) or (counted[-1:] != () and counted[-1] in listed("definite"))
        bare = bare and after not in _FOLLOWED and not after.endswith("ing")
    return ObjectMention(
        node.name,
        how or ("new" if node.index else ""),
        is_plural(node.name, quantity[0] if quantity else None),
        number_of_sentence,
        quantity[0] if quantity and not quantity[1] else "",
        attributes,
        frozenset(a.value for a in values if a.span and node.span and a.span < node.span),
        frozenset(r.object.name for r in related),
        frozenset(roles),
        owned,
        bare,
    )


def places_of(node: Node, sentence: Passage) -> tuple[int, int] | None:
    """The words that name an object: the first, and the one after the last."""
    if node.span is None:
        return None
    inside = [i for i, (low, _) in enumerate(sentence.spans) if node.span[0] <= low < node.span[1]]
    return (inside[0], inside[-1] + 1) if inside else None


def determiner(before: Sequence[str]) -> str:
    """How a noun is introduced by the words before it: "definite", "new", "other" or ""."""
    for i in range(len(before) - 1, -1, -1):
        word, first = before[i], before[i - 1] if i else ""
        pointed = first in listed("definite") or first.endswith("'s")
        if word in ("both", "all"):
            return "definite"
        if word in listed("new") or number(word) is not None:
            return ("other" if word == "other" else "definite") if pointed else "new"
        if word in listed("definite") or word.endswith("'s"):
            return "definite"
        if word in _STOPS:
            break
    return ""


def _possessive(before: Sequence[str], node: Node, attributes: frozenset[str]) -> str:
    """The possessive pronoun or "'s" of a noun, with nothing but the noun's own attributes between them."""
    known = {part for value in (*attributes, node.name) for part in value.split()} | {"own", "very"}
    for word in reversed(before):
        if word in POSSESSIVE or word.endswith("'s"):
            return word if word in POSSESSIVE else "'s"
        if word not in known and number(word) is None:
            break
    return ""


def contrary(some: frozenset[str], others: Set[str]) -> bool:
    """Whether two descriptions cannot be of one object: two colours, two places in a row, large and small."""
    scales = _scales()
    mine = [scales[word] for word in some if word in scales]
    theirs = [scales[word] for word in others if word in scales] if mine else []
    shared = {scale for scale, _ in mine} & {scale for scale, _ in theirs}
    return any(not any(place in theirs for place in mine if place[0] == scale) for scale in shared)


@cache
def _scales() -> dict[str, tuple[str, str]]:
    """Words to the scale they are on and their place there."""
    names = ("colour", "ordinal", "side", "size", "age")
    return {word: (scale, place) for scale in names for place in listed(scale) for word in place.split("/")}


def owners_in(relations: Sequence[Relation]) -> dict[Node, Node]:
    """Whose each object of a sentence is, where the sentence says so."""
    having = [r for r in relations if r.verb in _HAVING or (r.preposition == "with" and not r.verb)]
    return {r.object: r.subject for r in reversed(having) if not r.passive and r.subject != r.object}


@lru_cache(maxsize=1 << 12)
def kind_of(name: str) -> str:
    """Whether an object is a man, a woman, a person of either kind, an animal or a thing."""
    word = name.split()[-1]
    one = singular(word)
    for kind in (MALE, FEMALE, PERSON):
        if word in listed(kind) or one in listed(kind):
            return kind
    if word.endswith(("boarder", "player", "rider", "cyclist")) or _is_person(one):
        return PERSON
    return ANIMAL if is_kind(one, "animal") else THING


def _is_person(noun: str) -> bool:
    """Whether a noun is a person in its commonest sense, and not a thing, animal or food in any other: a nurse is a
    person, a speaker may be a loudspeaker."""
    senses = [taxonomy().ancestors(sense) for sense in lexicon().nouns(noun)]
    wanted, *others = (lexicon().nouns(name)[0] for name in ("person", "artifact", "food", "substance", "animal"))
    return bool(senses) and wanted in senses[0] and not any(other in sense for sense in senses for other in others)


def may_be_person(name: str) -> bool:
    """Whether a noun is a person in some sense: a striker, a runner, a climber."""
    return lexicon().nouns("person")[0] in includes(singular(name.split()[-1]))


@lru_cache(maxsize=1 << 12)
def is_plural(name: str, quantity: str | None) -> bool:
    """Whether a name or its quantity means several."""
    if quantity is not None and quantity not in ("", "1"):
        return True
    word = name.split()[-1]
    if word in listed("several"):
        return True
    return singular(word) != word and not word.endswith("ss")
