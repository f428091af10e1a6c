"""Which mention refers to which object? Repeated nouns, definite descriptions and pronouns across sentences.

A small set of rules in the manner of the precise first sieves of Raghunathan et al. (2010): a pronoun takes the nearest
object that agrees in number and kind, a definite or bare noun takes the nearest object of that name (or with that head,
a synonym, or one that it is a kind of), an indefinite one, a numeral and "another" introduce a new object. How mentions
are told apart by their descriptions is in `readers.discourse.expressions`.
"""

from collections.abc import Callable, Sequence
from copy import deepcopy
from dataclasses import dataclass, field
from functools import lru_cache

from grice.meaning.graph_statements import Node
from grice.readers.discourse.expressions import ObjectMention, contrary, kind_of, may_be_person
from grice.words.english import words as listed
from grice.words.lexicon import lexicon
from grice.words.morphology import singular
from grice.words.pronouns import ANIMAL, FEMALE, MALE, PERSON, PRONOUNS, THING
from grice.words.taxonomy import is_kind

WINDOW = 200
"""How many objects back a mention can reach, so that time stays linear in the length of a text."""
DRAFT = 40
"""How many objects back a denial can reach."""
REACH = 3
"""How many sentences back "they" and a more general name can reach."""


@dataclass(eq=False)
class Entity:
    """An object of the discourse: its node in the merged graph, and what tells it from others."""

    node: Node
    kind: str
    plural: bool
    sentence: int
    number: str = ""
    said: set[str] = field(default_factory=set)
    """Its attributes, and the names of what it is related to."""
    described: bool = False
    """Whether it has attributes."""
    short: str = ""
    """The shortest of its later names that is the head of its first: "cap" of a baseball cap."""
    roles: set[str] = field(default_factory=set)
    owners: list["Entity"] = field(default_factory=list)
    beside: tuple["Entity", ...] = ()
    """The objects of which its latest sentence said the same, itself included."""


class DiscourseModel:
    """The objects so far, the latest last, and those of each sentence in its order."""

    def __init__(self) -> None:
        self.entities: list[Entity] = []
        self.sentences: dict[int, list[Entity]] = {}
        self.subjects: dict[int, list[Entity]] = {}
        """The grammatical subject of each sentence."""
        self._named: dict[str, int] = {}

    @property
    def recent(self) -> list[Entity]:
        """The objects that a mention can refer back to."""
        return self.entities[-WINDOW:]

    def draft(self) -> "DiscourseModel":
        """A copy of what a mention can reach, to try a reading on: its size does not grow with the text."""
        copy = DiscourseModel()
        copy.entities = self.entities[-DRAFT:]
        near = {entity.sentence for entity in copy.entities}
        copy.sentences = {number: found for number, found in self.sentences.items() if number in near}
        copy.subjects = {number: found for number, found in self.subjects.items() if number in near}
        copy._named = self._named
        return deepcopy(copy)

    def pronoun(self, word: str, sentence: int, taken: Sequence[Entity], alive: bool = False) -> list[Entity]:
        """What a pronoun refers to: one object, or several for "they"; nothing where none agrees. `alive` says that it
        is of people or animals."""
        kind, plural = PRONOUNS[word]
        if plural:
            return self._several(sentence, taken, alive)
        nearest = sorted(self.recent, key=lambda e: e.sentence, reverse=True)
        open_ = [e for e in nearest if e not in taken and not e.plural]
        for fits in _FITTING[kind]:
            fitting = [e for e in open_ if fits(e)]
            # Within the latest sentence in its order; a man or a woman comes before a person who could be either.
            latest = [e for e in self.sentences.get(fitting[0].sentence, ()) if e in fitting] if fitting else []
            exact = [e for e in latest if kind_of(e.node.name) == kind != THING]
            if latest:
                found = (exact or latest)[0]
                found.kind = kind if found.kind == PERSON and kind != THING else found.kind
                return [found]
        return []

    def _several(self, sentence: int, taken: Sequence[Entity], animate: bool) -> list[Entity]:
        """What "they" refers to: the latest people or animals that are several, else things; never a mixture. One
        person of either kind can be "they", where the sentence before is about them or nobody else is there."""
        pool: list[Entity] = []
        for number in range(sentence, sentence - REACH - 1, -1):
            here = [e for e in self.sentences.get(number, ()) if e not in taken]
            alive = [e for e in here if e.kind != THING]
            # People may come from several sentences: "his hat is blue, her hat is red, they smile".
            pool = [*alive, *(e for e in pool if e not in alive)]
            things = [e for e in here if e.kind == THING and not animate]
            about = [e for e in self.subjects.get(number, ()) if e in here]
            if things and about and about[0] in things and about[0].plural:
                return about[:1]
            # "A clown juggles three balls. They are red": "they" is one person where nothing else is several.
            many = any(e.plural for e in things)
            lone = len(alive) == 1 and alive[0].kind == PERSON and not alive[0].plural
            if lone and (animate or (alive[0] in about and not many)):
                return alive
            for few in (alive, things):
                if sets := [e for e in few if e.plural]:
                    return [e for e in sets[0].beside if e not in taken] or sets[:1]
                joined = next((e.beside for e in few if len(e.beside) > 1 and all(x in few for x in e.beside)), None)
                if joined or (len(few) > 1 and (few is alive or not pool)):
                    return list(joined or few)
            if len(pool) > 1:
                return pool
        free = [e for e in reversed(self.recent) if e not in taken]
        several = [e for e in free if e.plural]
        people = [e for e in several if e.kind != THING] if animate else []
        return (people or several or [e for e in free if e.kind == PERSON])[:1]

    def noun(self, mention: ObjectMention, taken: Sequence[Entity], owners: Sequence[Entity] = ()) -> list[Entity]:
        """The object that a noun refers back to, several for a plural; empty where it is a new one."""
        if mention.determiner == "new":
            return []
        free = [e for e in reversed(self.recent) if e not in taken and e.sentence < mention.sentence]
        if mention.owned and owners:
            free = [e for e in free if not e.owners or any(owner in e.owners for owner in owners)]
        free = [e for e in free if not mention.number or e.number in ("", mention.number)]
        free = [e for e in free if not contrary(mention.before, e.said)]
        same = [e for e in free if e.node.name == mention.name]
        if mention.determiner == "other":
            # Of two candidates, the one that was not mentioned last.
            return same[1:2]
        if not same and mention.determiner == "definite":
            same = self._described(mention, free)
            if len(same) > 1 and mention.plural and not same[0].plural:
                return same
        best = max((self._fit(e, mention, owners) for e in same), default=(0, False))
        return [e for e in same if self._fit(e, mention, owners) == best][:1]

    def _described(self, mention: ObjectMention, free: Sequence[Entity]) -> list[Entity]:
        """Objects with another name that a definite noun can refer to, by the most precise rule that finds one."""
        name = mention.name
        alike = [e for e in free if e.plural == mention.plural]
        near = [e for e in free if e.sentence >= mention.sentence - REACH]
        one = singular(name)
        for fits in (_same_head, synonymous):
            if found := [e for e in alike if fits(name, e.node.name)]:
                return found
        if (
            mention.bare
            and not mention.owned
            and (found := [e for e in alike if e in near and more_general(name, e.node.name, e.kind)])
        ):
            return found
        single = [e for e in near if mention.plural and not e.plural]
        for members in (
            [e for e in single if e.node.name == one],
            [e for e in single if mention.bare and more_general(one, e.node.name, e.kind)],
        ):
            if len(members) > 1 and mention.number in ("", str(len(members))):
                return members[::-1]
        return []

    @staticmethod
    def _fit(entity: Entity, mention: ObjectMention, owners: Sequence[Entity]) -> tuple[int, bool]:
        """How much of what a mention says is known of an object; "the black dog" is not the dog that was called brown,
        if there is another to choose."""
        owned = sum(owner in entity.owners for owner in owners)
        return owned + len(entity.said & mention.said), not (mention.attributes and entity.described)

    def antecedent(self, mention: ObjectMention, taken: Sequence[Entity]) -> Entity | None:
        """What "one" and "another" are one of: the latest plural object, or what stood in the same role before."""
        near = [e for e in reversed(self.recent) if e.sentence >= mention.sentence - REACH and e not in taken]
        before = [e for e in near if e.sentence < mention.sentence]
        several = [e for e in before if e.plural]
        described = mention.attributes if mention.determiner == "definite" else frozenset()
        for found in (
            [e for e in reversed(self.recent) if e.said & described],
            [e for e in before if e.roles & mention.roles],
            [e for e in several if e.kind != THING],
            several,
        ):
            if found:
                return found[0]
        return None

    def add(self, mention: ObjectMention, node: Node) -> Entity:
        """A new object."""
        count = self._named.get(mention.name, 0)
        self._named[mention.name] = count + 1
        fresh = Node(mention.name, count, node.span, node.implied)
        entity = Entity(fresh, kind_of(mention.name), mention.plural, mention.sentence)
        self.entities.append(entity)
        return entity

    def touch(self, entity: Entity, mention: ObjectMention, owners: Sequence[Entity] = ()) -> None:
        """Note that the object has been mentioned."""
        entity.sentence = mention.sentence
        if entity.node.name.endswith(f" {mention.name}") and len(mention.name) <= len(entity.short or mention.name):
            entity.short = mention.name
        entity.number = entity.number or mention.number
        entity.said |= mention.said
        entity.described = entity.described or bool(mention.attributes)
        entity.roles |= mention.roles
        entity.beside = ()
        entity.owners += [owner for owner in owners if owner not in entity.owners]
        kind = kind_of(mention.name)
        entity.kind = kind if entity.kind == PERSON and kind in (MALE, FEMALE) else entity.kind
        place = next(i for i in range(len(self.entities) - 1, -1, -1) if self.entities[i] is entity)
        self.entities.append(self.entities.pop(place))
        here = self.sentences.setdefault(mention.sentence, [])
        if entity not in here:
            here.append(entity)


def _same_head(name: str, known: str) -> bool:
    """ "The truck" for a fire truck and "the fire truck" for a truck, never "the right hand" for the left hand."""
    return name in (known.split()[-1], known) or known == name.split()[-1]


@lru_cache(maxsize=1 << 14)
def synonymous(name: str, known: str) -> bool:
    """Whether the commonest sense of one noun is a sense of the other: "sofa" and "couch", never "dog" and "tail"."""
    if {kind_of(name), kind_of(known)} == {MALE, FEMALE}:
        return False
    senses = [lexicon().nouns("_".join(singular(noun).split())) for noun in (name, known)]
    return all(senses) and (senses[0][0] in senses[1] or senses[1][0] in senses[0])


def more_general(name: str, known: str, kind: str) -> bool:
    """Whether a name is a more general one for an object: "the animal" for a horse, "the man" for a surfer."""
    one, known = singular(name), singular(known)
    young = known in listed("young")
    if one in listed("grown"):
        return kind in (PERSON, kind_of(one)) and not young and known not in listed("grown")
    if one in listed("young"):
        return young and one in ("child", "kid") and known not in ("child", "kid")
    if one in listed("anyone"):
        return kind in (MALE, FEMALE, PERSON)
    head = known.split()[-1]
    return any(is_kind(noun, one) for noun in (known, head))


def _is_part(name: str) -> bool:
    """Whether a name is of a part of a body, or of a colour ("in red")."""
    return is_kind(singular(name.split()[-1]), "body part") or name in listed("colours")


def _may_be_anyone(entity: Entity) -> bool:
    return entity.kind == THING and may_be_person(entity.node.name)


_FITTING: dict[str, tuple[Callable[[Entity], bool], ...]] = {
    MALE: (lambda e: e.kind in (MALE, PERSON), lambda e: e.kind == ANIMAL, _may_be_anyone),
    FEMALE: (lambda e: e.kind in (FEMALE, PERSON), lambda e: e.kind == ANIMAL, _may_be_anyone),
    THING: (
        lambda e: e.kind in (THING, ANIMAL) and not _is_part(e.node.name),
        lambda e: e.kind in (THING, ANIMAL),
        lambda e: singular(e.node.name) in listed("young"),
    ),
}
"""What a pronoun can refer to, the likelier first: "he" to a man, then an animal, then a striker or whatever else is a
person in some sense; "it" to a thing or an animal before a part of a body or a colour, then a baby."""
