"""What did a rule keep? The words it matched by name, as quantities, wholes, predicates and lists."""

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, replace

from grice.readers.quantified import acts
from grice.readers.quantified.acts import ALL, LAST, TOPIC, Degree, Item, Phrase, Predicate, Quantity, Whole
from grice.readers.quantified.phrases import GROUPS, attributes, items, numbers, parts_of, phrase, quantity
from grice.readers.quantified.rules import Part
from grice.readers.quantified.tokens import Token
from grice.scenes.quantified import Domain

_WHOLES = {
    "topic": TOPIC,
    "verbless": Whole("topic", nearest=True),
    "nearest": acts.NEAREST,
    "everything": acts.EVERYTHING,
    "members": Whole("members"),
    "rest": Whole("rest"),
    "last": LAST,
}
_FIXED = ("again", "elided", "denied", "uniform", "mixture", "themselves")
_QUANTITIES = ("p", "h", "c")


@dataclass(frozen=True)
class Kept:
    """What a rule matched, by name; a name it did not keep may be that of a fixed whole, quantity or predicate."""

    parts: Sequence[Part]
    spans: Mapping[str, tuple[int, int]]
    domain: Domain

    def __contains__(self, name: str) -> bool:
        return name in self.spans

    def of(self, name: str) -> Sequence[Part]:
        start, end = self.spans.get(name, (0, 0))
        return self.parts[start:end]

    def has(self, *names: str) -> bool:
        """Whether a word or chunk of one of these names is in the clause itself."""
        return any(part.name in names for part in self.parts)

    def says(self, *classes: str) -> bool:
        """Whether a word of one of these classes is in it, also inside a chunk."""
        return any(part.has(*classes) for part in self.parts)

    @property
    def singular(self) -> bool:
        """Whether its verb says that there is one."""
        return any(token.value in ("is", "was") for part in self.parts for token in part.tokens)

    @property
    def slightly(self) -> Degree:
        return "slightly" if self.has("SLIGHTLY") else ""

    def tokens(self, name: str) -> list[Token]:
        return [token for part in self.of(name) for token in part.tokens]

    def chunk(self, name: str) -> Part | None:
        return next((part for part in self.parts if part.name == name), None)

    def phrase(self, name: str) -> Phrase:
        return phrase(_inner(self.of(name)), self.domain)

    def items(self, name: str) -> tuple[Item, ...]:
        return items(self.of(name), self.domain)

    def quantity(self, name: str) -> Quantity:
        return (quantity(self.of(name)) or ALL) if name in self else Quantity(name)

    def whole(self, name: str) -> Whole:
        """What a quantity is of: a set that is named, or what a word refers to."""
        if name not in self:
            return _WHOLES.get(name, TOPIC)
        parts = self.of(name)
        names = {part.name for part in parts}
        if "t" in names:
            return LAST
        if "r" in names:
            return Whole("rest", phrase(_inner(parts), self.domain) if _inner(parts) else None)
        groups = [part for part in parts if part.name in GROUPS]
        told_apart = any(part.has("ADJ", "NOUN") for part in groups)
        if {"z", "y"} & names or not groups or (not told_apart and any(p.has("BOTH", "EACH") for p in parts)):
            return Whole("members", attribute=next(iter(attributes(parts)), ""))
        number = next((numbers(part.tokens)[0] for part in groups if part.kind == "number"), None)
        if number is None and parts[0].tokens[0].name == "BOTH" and len(groups) == 1 and told_apart:
            # "Both squares": there are two; "both squares and circles" may be more.
            number = 2
        return Whole("phrase", phrase(parts, self.domain), number)

    def predicate(self, name: str) -> tuple[Predicate, Quantity | None]:
        """What is said of a set, and the quantity inside it, where it has one: "are mostly red"."""
        if name not in self and name in _FIXED:
            return Predicate(name, None, next(iter(attributes(self.parts)), "")), None  # type: ignore[arg-type]
        parts = [part for part in _inner(self.of(name)) if part.name not in ("ALL", "ONLY", "ALWAYS", "EACH")]
        names = {part.name for part in parts}
        inner = quantity([part for part in parts if part.name in _QUANTITIES and part.kind != "bunch"])
        # "Not red but blue": what follows "but" is meant.
        after = next((i for i, part in enumerate(parts) if part.name == "BUT"), -1) + 1
        named = phrase(parts[after:], self.domain) if names & {*GROUPS} else None
        attribute = next(iter(attributes(parts)), "")
        if "x" in names and named is not None and not names & {"m", "n"}:
            # "Different shapes of red".
            return Predicate("values", Phrase(tuple(replace(g, across=True) for g in named.groups))), inner
        mixed = names & {"m", "x", "DIFFERENT", "DIFFER"}
        bare = names & {"ATTRIBUTE", "o"} and (named is None or not named.attributes)
        unlike = "u" in names and inner is not None and inner.name == "not_all"
        if "OPPOSITE" in names:
            return Predicate("opposite"), inner
        if mixed or bare or unlike:
            return Predicate("mixture", named if mixed else None, attribute), inner if mixed else None
        if "u" in names and named is None:
            return Predicate("uniform", None, attribute), inner
        return Predicate("values", named), inner


def _inner(parts: Iterable[Part]) -> list[Part]:
    """Words with the nouns inside "the other squares"."""
    found: list[Part] = []
    for part in parts:
        found += [p for p in parts_of(part) if p.name in ("n", "o")] if part.name == "r" else [part]
    return found
