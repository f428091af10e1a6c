"""What does each object of a sentence refer to in the text so far? One sentence's statements against the discourse.

Pronouns look for an antecedent in earlier sentences first, then in their own; "one" takes its noun from an earlier
mention; a possessive pronoun tells "her hat" from "his hat".
"""

from collections.abc import Sequence
from dataclasses import dataclass, field, replace

from grice.meaning.graph_statements import Attribute, Node, Relation, Statement, by_node
from grice.readers.discourse.entities import DiscourseModel, Entity
from grice.readers.discourse.expressions import ObjectMention, is_plural, kind_of, mentions_in, owners_in
from grice.readers.discourse.nouns import things_in
from grice.words.english import words as listed
from grice.words.morphology import base_forms, singular
from grice.words.pronouns import ANIMAL, NAMELESS, ONES, PERSON, POSSESSIVE, PRONOUNS, REFLEXIVE, THING
from grice.words.split import Passage, Span
from grice.words.taxonomy import is_kind


@dataclass
class Meaning:
    """What the objects of a sentence refer to, pronouns without an antecedent, and who owns what."""

    nodes: dict[Node, list[Node]] = field(default_factory=dict)
    lost: list[str] = field(default_factory=list)
    owned: list[tuple[Entity, Entity]] = field(default_factory=list)


def resolve(
    statements: Sequence[Statement],
    sentence: Passage,
    number: int,
    discourse: DiscourseModel,
    denied: Sequence[Span] = (),
) -> Meaning:
    """What each object of a sentence refers to; all of them are added to the discourse, and what else the sentence
    names, except where it is `denied`."""
    return _Resolution(statements, sentence, number, discourse, denied).meaning()


class _Resolution:
    """One sentence while it is being resolved."""

    def __init__(
        self,
        statements: Sequence[Statement],
        sentence: Passage,
        number: int,
        discourse: DiscourseModel,
        denied: Sequence[Span],
    ) -> None:
        self.statements, self.sentence, self.number, self.discourse = statements, sentence, number, discourse
        self.relations = [one for one in statements if isinstance(one, Relation)]
        self.about: dict[Node, list[Statement]] = by_node(statements)
        self.silent, self.subjects = self._silent(denied)
        self.about |= {node: [] for node in self.silent}
        self.nodes = sorted(self.about, key=lambda node: node.span or (sentence.span[1], 0))
        self.mentions = mentions_in(self.about, sentence, number)
        self.owners = owners_in(self.relations)
        self.means: dict[Node, list[Entity]] = {}
        self.found = Meaning()

    def meaning(self) -> Meaning:
        """The meaning of all objects, in the order of the text."""
        # "It's" and "they're" contain a pronoun as well.
        pronouns = [first for word in self.sentence.words if (first := word.partition("'")[0]) in PRONOUNS]
        subjects = [relation.subject for relation in self.relations]
        ordered = sorted(self.nodes, key=lambda node: node not in subjects)
        said = {node: word for node in ordered if (word := _pronoun(node, pronouns))}
        for node, word in said.items():
            if word not in REFLEXIVE and (meant := self._antecedents(node, word)):
                self._mean(node, self._one_of(node, word, meant))
        for node in self.nodes:
            if node not in said:
                self._noun(node)
        for node, word in said.items():
            if node not in self.means:
                self._mean(node, self._within(node, word))
        self._note_company()
        self._note_subjects()
        nodes = {node: [entity.node for entity in entities] for node, entities in self.means.items()}
        return replace(self.found, nodes=nodes)

    def _silent(self, denied: Sequence[Span]) -> tuple[list[Node], list[Node]]:
        """The things that the sentence names and its statements do not, and the node of its grammatical subject."""
        silent: list[Node] = []
        subjects: list[Node] = []
        said = [one.span for one in self.statements if isinstance(one, Attribute | Relation) and one.span]
        said += denied
        for thing in things_in(self.sentence):
            span = self.sentence.place(thing.first, thing.end)
            if any(low < span[1] and span[0] < high for low, high in said):
                continue
            known = [node for node in self.about if node.span and node.span[0] < span[1] and span[0] < node.span[1]]
            node = known[0] if known else Node(thing.name, span=span)
            if not known and node not in self.about and node not in silent:
                silent.append(node)
            if thing.subject and (known or node in silent):
                subjects.append(node)
        return silent, subjects

    def _taken(self) -> list[Entity]:
        return [entity for entities in self.means.values() for entity in entities]

    def _related(self, node: Node) -> list[Entity]:
        """What an object is related to: a pronoun does not refer to that, except that "he holds his hat" is one man."""
        ends = [end for one in self.about[node] if isinstance(one, Relation) for end in one.nodes]
        return [entity for end in ends for entity in self.means.get(end, ())]

    def _antecedents(self, node: Node, word: str) -> list[Entity]:
        """What a pronoun means: never what it is related to; "they" who wear a hat or have a head are people."""
        related = [] if word in REFLEXIVE else self._related(node)
        alive = any(one.nodes[0] == node and _personal(one) for one in self.about[node])
        return self.discourse.pronoun(word, self.number, related, alive)

    def _mean(self, node: Node, entities: list[Entity], owners: Sequence[Entity] = ()) -> None:
        self.means[node] = entities
        for entity in entities:
            self.discourse.touch(entity, self.mentions[node], owners)

    def _noun(self, node: Node) -> None:
        """A noun refers back to an earlier object or introduces a new one."""
        if node in self.means:
            return
        mention = self.mentions[node] = self._named(node)
        owners = self._owners(node)
        meant = self.discourse.noun(mention, self._taken(), owners)
        meant = meant or [self.discourse.add(mention, node)]
        earlier = [e for e in owners if mention.owned and node not in self.owners and e not in self._taken()]
        earlier = earlier if node not in self.silent else []
        self.found.owned += [(owner, e) for owner in earlier for e in meant if owner not in (e, *e.owners)]
        self._mean(node, meant, owners)
        for owner in earlier:
            self.discourse.touch(owner, ObjectMention(owner.node.name, "", owner.plural, self.number))

    def _named(self, node: Node) -> ObjectMention:
        """The mention of a noun; that of "one" and "another" with the noun of what they are one of."""
        mention = self.mentions[node]
        if node.name not in ONES or (kin := self.discourse.antecedent(mention, self._taken())) is None:
            return mention
        how = "new" if mention.determiner in ("", "new") else mention.determiner
        if node.name == "other" and how == "definite":
            how = "other"
        name = kin.node.name if ONES[node.name] and kin.plural else singular(kin.node.name)
        return replace(mention, name=name, determiner=how, plural=ONES[node.name])

    def _owners(self, node: Node) -> list[Entity]:
        """Whose an object is: as the sentence says, or as its possessive pronoun does."""
        if (owner := self.owners.get(node)) is not None:
            return self.means.get(owner, [])
        word = self.mentions[node].owned
        if word not in PRONOUNS:
            return []
        kind, plural = PRONOUNS[word]
        here = [e for e in self._taken() if e not in self.means.get(node, ())]
        own = [e for e in here if e.plural == plural and not plural and kind in (e.kind, "")]
        if own or kind == THING or any(e.kind == PERSON for e in here):
            return own[-1:] or self.discourse.pronoun(word, self.number, self.means.get(node, []))
        # "A cat sleeps beside her shoes": of what is no person here, a person of an earlier sentence comes first.
        named = [e for other, entities in self.means.items() if other.name not in PRONOUNS for e in entities]
        earlier = self.discourse.pronoun(word, self.number, named)
        return earlier or self.discourse.pronoun(word, self.number, self.means.get(node, []))

    def _one_of(self, node: Node, word: str, meant: list[Entity]) -> list[Entity]:
        """ "One of them" is one, and a new object."""
        words = self.sentence.words
        place = next((i for i, other in enumerate(words) if other == word), 0)
        if len(meant) != 1 or not meant[0].plural or words[max(0, place - 2) : place] != ("one", "of"):
            return meant
        name = singular(meant[0].node.name)
        mention = self.mentions[node] = replace(self.mentions[node], name=name, plural=False, number="")
        span = self.sentence.place(place - 2, place + 1)
        return [self.discourse.add(mention, replace(node, span=span, implied=False))]

    def _within(self, node: Node, word: str) -> list[Entity]:
        """What a pronoun refers to in its own sentence: "herself" to what it is related to, others to the rest."""
        if word in REFLEXIVE:
            subjects = [r.subject for r in self.relations if r.object == node and r.subject in self.means]
            if subjects:
                return self.means[subjects[0]]
        if meant := self._antecedents(node, word):
            return meant
        self.found.lost.append(word)
        mention = replace(self.mentions[node], name=NAMELESS.get(node.name, node.name))
        self.mentions[node] = mention
        return [self.discourse.add(mention, node)]

    def _note_subjects(self) -> None:
        """The subject of a sentence comes first: the lamp in "next to a sofa stands a lamp"."""
        # "Its coat is dark" goes on about what has the coat.
        kept = [e for node in self.subjects if self.mentions[node].owned in POSSESSIVE for e in self._owners(node)]
        named = kept or [e for node in self.subjects for e in self.means[node]]
        self.discourse.subjects[self.number] = named
        subjects = [e for one in self.statements for e in self.means[one.nodes[0]]]
        here = self.discourse.sentences.get(self.number, [])
        here.sort(key=lambda entity: (entity not in named, entity not in subjects))

    def _note_company(self) -> None:
        """Objects that stand in the same relation to the same thing belong together: "they" refers to all of them."""
        together: dict[tuple[object, ...], list[Entity]] = {}
        for one in self.statements:
            if isinstance(one, Relation):
                key: tuple[object, ...] = (one.verb, one.preposition, one.passive, one.object)
            elif isinstance(one, Attribute) and one.span is not None:
                key = (one.value, one.span)
            else:
                continue
            together.setdefault(key, []).extend(self.means[one.nodes[0]])
        for company in together.values():
            few = tuple(dict.fromkeys(company))
            for entity in few:
                entity.beside = few if len(few) > len(entity.beside) else entity.beside


def _personal(one: Statement) -> bool:
    """Whether only people, or animals, do this: wear something, walk, smile, have a part of a body."""
    if isinstance(one, Relation):
        return one.verb in listed("animate") or is_kind(singular(one.object.name.split()[-1]), "body part")
    return isinstance(one, Attribute) and not listed("animate").isdisjoint(base_forms(one.value, "verb"))


def _pronoun(node: Node, pronouns: Sequence[str]) -> str | None:
    """The pronoun an object stands for: its own name, or one in the sentence where no word names the object."""
    if node.name in PRONOUNS:
        return node.name
    return next((word for word in pronouns if agrees(word, node)), None) if node.implied else None


def agrees(word: str, node: Node) -> bool:
    """Whether a pronoun agrees with the name of an object in kind and number."""
    kind, (wanted, several) = kind_of(node.name), PRONOUNS[word]
    alike = wanted in ("", kind) or (kind == PERSON and wanted != THING) or (kind, wanted) == (ANIMAL, THING)
    return alike and several == is_plural(node.name, None)
