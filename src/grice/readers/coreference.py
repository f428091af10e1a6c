"""Which mention means which object? Repeated nouns, definite descriptions and pronouns across sentences.

A small set of rules in the manner of the precise first sieves of Raghunathan et al. (2010): a pronoun takes the nearest
object that agrees in number and kind, a definite or bare noun takes the nearest object of that name (or with that head,
or a synonym), an indefinite one, a numeral and "another" bring a new object in.
"""

from collections.abc import Sequence
from dataclasses import dataclass, field

from grice.meaning.graph_statements import Node
from grice.meaning.lexicon import synonyms
from grice.meaning.morphology import singular
from grice.meaning.numerals import number
from grice.meaning.predicates import PREPOSITIONS
from grice.readers.english import words as listed
from grice.readers.words import Words

WINDOW = 200
"""How many objects back a mention can reach; a book-length text stays readable in time."""
MALE, FEMALE, PERSON, THING = "male", "female", "person", "thing"
# A pronoun, what it can mean, whether it means several.
PRONOUNS: dict[str, tuple[str, bool]] = {
    **dict.fromkeys(("he", "him", "his", "himself"), (MALE, False)),
    **dict.fromkeys(("she", "her", "hers", "herself"), (FEMALE, False)),
    **dict.fromkeys(("it", "its", "itself"), (THING, False)),
    **dict.fromkeys(("they", "them", "their", "theirs", "themselves", "both", "these", "those"), ("", True)),
}
NAMELESS = (
    dict.fromkeys(("he", "him"), "man")
    | dict.fromkeys(("she", "her"), "woman")
    | dict.fromkeys(("they", "them", "both"), "people")
)
"""What a pronoun without an antecedent is called: FACTUAL's "he is on air" is (man, on, air)."""
_STOPS = frozenset(word for phrase in PREPOSITIONS for word in phrase.split()) | frozenset(",.;:!?") | {"and", "or"}


@dataclass(eq=False)
class Entity:
    """An object of the discourse: its node in the merged graph and what is known for telling it from others."""

    node: Node
    kind: str
    plural: bool
    sentence: int
    attributes: set[str] = field(default_factory=set)

    @property
    def head(self) -> str:
        return self.node.name.split()[-1]


@dataclass(frozen=True)
class Mention:
    """An object of one sentence's graph, as it is mentioned there."""

    name: str
    determiner: str
    """ "definite", "new" or "" where there is none."""
    plural: bool
    attributes: frozenset[str]
    sentence: int


class Discourse:
    """The objects so far, the latest last."""

    def __init__(self) -> None:
        self.entities: list[Entity] = []
        self._named: dict[str, int] = {}

    @property
    def recent(self) -> list[Entity]:
        """The objects that a mention can take up again."""
        return self.entities[-WINDOW:]

    def pronoun(self, word: str, sentence: int, taken: Sequence[Entity]) -> list[Entity]:
        """What a pronoun means: one object, or several for "they"; nothing where none agrees."""
        kind, plural = PRONOUNS[word]
        nearest = sorted(self.recent, key=lambda e: e.sentence, reverse=True)  # stable: in order within a sentence
        open_ = [entity for entity in nearest if entity not in taken]
        if not plural:
            fitting = [e for e in open_ if not e.plural and _agrees(kind, e.kind)]
            exact = [e for e in fitting if e.kind == kind and e.sentence == fitting[0].sentence]
            return (exact or fitting)[:1]
        several = [e for e in open_ if e.plural]
        if several and (several[0].sentence >= sentence - 1 or not open_):
            alive = [e for e in several if e.kind != THING and e.sentence == several[0].sentence]
            return (alive or several)[:1]
        latest = [e for e in open_ if e.sentence == open_[0].sentence]
        people = [e for e in latest if e.kind != THING] or latest
        return people if len(people) > 1 else several[:1]

    def noun(self, mention: Mention, taken: Sequence[Entity]) -> Entity | None:
        """The object that a noun takes up again, or None where it is a new one."""
        if mention.determiner == "new":
            return None
        free = [e for e in reversed(self.recent) if e not in taken and e.sentence < mention.sentence]
        same = [e for e in free if e.node.name == mention.name]
        if not same and mention.determiner == "definite":
            head = mention.name.split()[-1]
            same = [e for e in free if e.plural == mention.plural and (e.head == head or e.node.name == head)]
            same = same or [e for e in free if e.plural == mention.plural and synonyms(e.node.name, mention.name)][:1]
        if mention.attributes:
            known = [e for e in same if e.attributes & mention.attributes]
            if known:
                return known[0]
            # "The black dog" is not the dog that was called brown, if there is another to choose.
            same = [e for e in same if not e.attributes] or same
        return same[0] if same else None

    def add(self, mention: Mention, node: Node) -> Entity:
        """A new object."""
        count = self._named.get(mention.name, 0)
        self._named[mention.name] = count + 1
        fresh = Node(mention.name, count, node.span, node.implied)
        entity = Entity(fresh, kind_of(mention.name), mention.plural, mention.sentence, set(mention.attributes))
        self.entities.append(entity)
        return entity

    def touch(self, entity: Entity, mention: Mention) -> None:
        """The object has been mentioned again."""
        entity.sentence = mention.sentence
        entity.attributes |= mention.attributes
        place = next(i for i in range(len(self.entities) - 1, -1, -1) if self.entities[i] is entity)
        self.entities.append(self.entities.pop(place))


def kind_of(name: str) -> str:
    """Whether an object is a man, a woman, a person of either kind, or a thing or animal."""
    word = name.split()[-1]
    one = singular(word)
    for kind, name_of in ((MALE, "male"), (FEMALE, "female"), (PERSON, "people")):
        if word in listed(name_of) or one in listed(name_of):
            return kind
    return PERSON if word.endswith(("boarder", "player", "rider", "cyclist")) else THING


def is_plural(name: str, quantity: str | None) -> bool:
    """Whether a name or its quantity means several."""
    if quantity is not None and quantity not in ("", "1"):
        return True
    word = name.split()[-1]
    return word in listed("several") or singular(word) != word


def determiner(words: Words, first: int) -> str:
    """How the noun at this word is introduced: "definite", "new" or ""."""
    for word in reversed(words.words[max(0, first - 4) : first]):
        if word in listed("new") or number(word) is not None:
            return "new"
        if word in listed("definite") or word.endswith("'s"):
            return "definite"
        if word in _STOPS:
            break
    return ""


def _agrees(wanted: str, kind: str) -> bool:
    """A person of unknown sex agrees with "he" and "she"; nothing but things and animals with "it"."""
    return kind == THING if wanted == THING else kind in (wanted, PERSON)
