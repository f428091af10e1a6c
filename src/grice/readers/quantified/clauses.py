"""What does a clause do? The table from the names in `grammar.txt` to functions that make acts of what a rule kept."""

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, replace
from fractions import Fraction

from grice.readers.quantified import acts
from grice.readers.quantified.acts import ALL, LAST, NO, ONE, Balances, Compares, Item, Lists, Phrase, Says, Whole
from grice.readers.quantified.phrases import GROUPS, attributes, degree, group, items, numbers, phrase, quantity
from grice.readers.quantified.rules import Chunk, Made, Part
from grice.scenes.quantified import Domain

Acts = tuple[acts.Act, ...]
_SAME = frozenset({"same", "the same", "identical", "alike", "exact same"})
# What a rule may name where it keeps no words for a whole; the topic, where it names none of these.
_WHOLES = {"verbless": Whole("topic", nearest=True), "nearest": acts.NEAREST, "everything": acts.EVERYTHING}
_WHOLES |= {"members": Whole("members"), "rest": Whole("rest"), "last": LAST}
_FIXED = ("again", "denied", "uniform", "mixture", "themselves")


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
        """Whether a chunk of one of these names, or a word of one of these classes, is in it."""
        return any(part.name in names or part.has(*names) for part in self.parts)

    def quantity(self, name: str) -> acts.Quantity:
        counts = [part for part in self.of(name) if part.name == "c"]
        if len(counts) > 1:
            # "One circle out of twenty"; "more squares, eleven to nine".
            named = "out_of" if any(part.name == "OF" for part in self.of(name)) else "number"
            return acts.Quantity(named, tuple(Fraction(n) for part in counts for n in numbers(part.tokens)[:1]))
        found = (quantity(self.of(name)) or ALL) if name in self else acts.Quantity(name)
        return replace(found, name="all_but" if found.name == "number" else "almost_all") if name == "less" else found

    def whole(self, name: str) -> Whole:
        """What a quantity is of: a set that is named, or what a word refers to."""
        if name not in self:
            return _WHOLES.get(name, acts.TOPIC)
        parts = self.of(name)
        names = {part.name for part in parts}
        if "t" in names:
            return LAST
        named = phrase(parts, self.domain)
        if "r" in names:
            return Whole("rest", named if named.groups else None)
        groups = [part for part in parts if part.name in GROUPS]
        told_apart = any(part.has("ADJ", "NOUN") for part in groups)
        if {"z", "y"} & names or not groups or (not told_apart and any(p.has("BOTH", "EACH") for p in parts)):
            return Whole("members", attribute=next(iter(attributes(parts)), ""))
        number = next((n for part in groups if part.kind == "number" for n in numbers(part.tokens)), None)
        if number is None and parts[0].tokens[0].name == "BOTH" and len(groups) == 1 and told_apart:
            # "Both squares": there are two; "both squares and circles" may be more.
            number = 2
        return Whole("phrase", named, number)

    def predicate(self, name: str) -> tuple[acts.Predicate, acts.Quantity | None]:
        """What is said of a set, and the quantity inside it, where it has one: "are mostly red"."""
        if name not in self and name in _FIXED:
            of = attributes(self.parts)
            return acts.Predicate(name, None, of[0] if len(of) == 1 else ""), None  # type: ignore[arg-type]
        parts = self.of(name)
        names = {part.name for part in parts}
        inner = quantity([part for part in parts if part.name in ("p", "h", "c")])
        named = phrase(parts, self.domain) if names & {*GROUPS, "r"} else None
        attribute = next(iter(attributes(parts)), "")
        if "OPPOSITE" in names:
            return acts.Predicate("opposite"), inner
        if named is not None and named.attributes:
            return acts.Predicate("values", named), inner
        if "u" in names:
            return acts.Predicate("uniform", None, attribute), inner
        mixed = names & {"m", "x", "DIFFERENT", "DIFFER"}
        return acts.Predicate("mixture" if mixed or attribute else "values", None, attribute), inner if mixed else None


def _says(kept: Kept, q: str, w: str, p: str) -> Acts:
    """A quantity of a whole has a predicate; in "all red squares but two are blue", the two have it."""
    whole, amount = kept.whole(w), kept.quantity("q" if "q" in kept else q)
    predicate, inner = kept.predicate(p)
    if q == "less" and Phrase((group(Chunk("n", "", tuple(kept.parts)), kept.domain),)).several:
        spared = Item(quantity(kept.of(q)), predicate.phrase or acts.ANYTHING)
        return Says(ALL, _WHOLES["verbless"], acts.Predicate("values", whole.phrase)), acts.Excepts((spared,))
    if predicate.kind == "again" and amount == NO:
        amount, predicate = ALL, acts.Predicate("denied")
    if "not" in kept and predicate.phrase:
        predicate = replace(
            predicate, phrase=Phrase(tuple(replace(one, others=True) for one in predicate.phrase.groups))
        )
    # "The squares are blue (14)"; and in "the only red ones are three circles" all of them are.
    several = predicate.phrase is not None and predicate.phrase.several
    told = [n for part in kept.of(p) if part.kind == "number" and not several for n in numbers(part.tokens)][:1]
    counted = [Says(acts.Quantity("number", (Fraction(n),)), LAST, acts.Predicate("themselves")) for n in told]
    amount = inner if inner is not None and amount == ALL and p != "l" else amount
    return Says(amount, whole, predicate, kept.has("IS")), *counted


def _lists(kept: Kept, *names: str) -> Acts:
    """There are these; only these, none of these, one, so many of each."""
    listed = items(kept.of(next((name for name in names if name in kept), "l")), kept.domain)
    if kept.has("MIX") and not any(item.phrase.attributes for item in listed):
        return (Says(ALL, acts.TOPIC, acts.Predicate("mixture")),)
    one = "one" in names or ("sole" in names and kept.has("IS"))
    fixed = NO if "no" in names else ONE if one else kept.quantity("q") if "each" in names else None
    if fixed is not None or "bare" in names:
        # "Two types of object: a blue square and a red circle" counts types.
        listed = tuple(replace(item, quantity=fixed) for item in listed)
    return (Lists(listed, only="only" in names),) if listed else ()


def _every(kept: Kept, *names: str) -> Acts:
    """All kinds occur, or so many of each."""
    amount = quantity(kept.of("q")) if "q" in kept else ONE if "once" in names else None
    if amount is None:
        return (Lists((Item(None, acts.ACROSS),)),)
    members = "within" not in names and not kept.has("KIND", "POSSIBLE")
    named = attributes(part for part in kept.parts if part not in kept.of("w"))
    return (Balances(attributes=named if len(named) == 1 else (), quantity=amount, members=members),)


def _excepts(kept: Kept, *names: str) -> Acts:
    said = (kept.predicate("p")[0].phrase if "p" in names else None) or acts.ANYTHING
    counted = ONE if kept.has("EXCEPTION") else None
    listed = items(kept.of("l"), kept.domain) or (Item(quantity(kept.of("q")) or ONE, said),)
    return (acts.Excepts(tuple(replace(item, quantity=item.quantity or counted) for item in listed)),)


def _topic(kept: Kept, w: str) -> Acts:
    """What the next words are about."""
    whole = kept.whole(w)
    return (acts.Topic(whole, each=whole.kind == "members" or any(part.has("BOTH") for part in kept.of(w))),)


def _compares(kept: Kept, *names: str) -> Acts:
    """Left against right; with the number of each, where they say it: "more squares (11) than circles (9)"."""
    numbered = [part for side in ("left", "right") for part in kept.of(side) if part.kind == "number"]
    return _compared(kept, *names), *([Lists(items(numbered, kept.domain))] if numbered else [])


def _compared(kept: Kept, *names: str) -> acts.Act:
    """Left against right; by a factor, by a number, or loosely."""
    sides = [kept.predicate(side)[0].phrase or acts.ANYTHING for side in ("left", "right") if side in kept]
    left, right = sides[0], sides[1] if len(sides) > 1 else None
    whole = None if kept.has("there", "v", "vs") else _WHOLES["verbless"]
    whole = acts.NEAREST if kept.has("OFWHICH") else kept.whole("w") if "w" in kept else whole
    more, number, times, equal, count = (next((p for p in kept.parts if p.name == name), None) for name in "gdfec")
    by = number or (count if kept.has("BY") or "by" in kept else None)
    fewer = "fewer" in names or any(part.has("LESS") for part in (more, by) if part is not None)
    roughly: acts.Degree = "roughly" if kept.has("ALMOST", "APPROX") else ""
    if "ratio" in names:
        above, below = (*(n for part in kept.parts if part.name in ("c", "A") for n in numbers(part.tokens)), 1, 1)[:2]
        above, below = (max(above, below), min(above, below)) if kept.has("UNDERNUMBER") else (above, below)
        return Compares("equal", left, right, factor=Fraction(above, max(below, 1)))
    if by is not None:
        one, other = (right, left) if fewer and right is not None else (left, right)
        return Compares("equal", one, other, difference=next(iter(numbers(by.tokens)), 1))
    if times is not None and kept.has("OUTNUMBER", "ABOVE", "g"):
        return Compares("more", left, right, degree="much")
    if times is not None:
        factor = Fraction(1, 2) if times.kind == "half" else Fraction(numbers(times.tokens)[0])
        return Compares("equal", left, right, whole, factor, degree=roughly)
    if equal is not None and right is not None and not left.attributes & right.attributes:
        # "Circles are equally red and blue."
        return Balances(phrase=right, whole=Whole("phrase", left), degree=roughly or "loosely")
    if equal is not None:
        return Compares("equal", left, right, whole, degree=roughly)
    if count is not None and more is None and right is not None:
        return Compares("fewer" if count.kind in ("few", "a_few") else "more", left, right, degree="much")
    return Compares("fewer" if fewer else "more", left, right, whole, degree=degree(*([more] if more else kept.parts)))


def _evens(kept: Kept, *names: str) -> Acts:
    """An even split: of what a phrase names, over the values of attributes, of what was named before, of all kinds."""
    named = attributes(kept.parts)
    whole = kept.whole("w") if "w" in kept and "w" in names else Whole("rest") if kept.has("r") else None
    over = phrase(kept.of("l"), kept.domain) if "l" in kept else None
    same = {t.value for part in kept.of("q") for t in part.tokens} <= _SAME and "q" in kept and not kept.has("NUMBER")
    degree: acts.Degree = "loosely" if over is None or kept.has("MIX", "SPLIT") else ""
    even = Balances(degree="roughly" if kept.has("ALMOST", "APPROX") or kept.has("h") else degree)
    if same and not named and over is None:
        # "They are the same" says they are alike; "same, three red squares" speaks of another picture.
        alike = Says(ALL, whole or (LAST if kept.has("t") else acts.TOPIC), acts.Predicate("uniform"))
        return (alike,) if any(part.name != "e" for part in kept.parts) else ()
    if "members" in names or (whole == LAST and over is None and not named):
        return (replace(even, members=True),)
    if over is None and whole is not None and whole.phrase and whole.phrase.several:
        over, whole = whole.phrase, None
    if over is None and (("over" in names and len(named) != 1) or "kinds" in names or (whole and not named)):
        over = acts.ACROSS
    return (replace(even, phrase=over, attributes=named, whole=whole),)


ACTS: Mapping[str, Callable[..., Acts]] = {
    **{m.__name__[1:]: m for m in (_says, _lists, _every, _excepts, _topic, _compares, _evens)},
    "exists": _lists,
    "closes": lambda _: (Lists((), only=True),),
    "nothing": lambda _: (),
}


def made(named: Made, parts: Sequence[Part], spans: Mapping[str, tuple[int, int]], domain: Domain) -> Acts:
    """The acts of a clause that fits a rule; none where it says nothing of how many."""
    return tuple(act for name, *names in named for act in ACTS[name](Kept(parts, spans, domain), *names))
