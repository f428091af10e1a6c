"""What do clauses that set amounts side by side do? Comparisons, ratios, even splits and mixtures, as acts."""

from collections.abc import Sequence
from fractions import Fraction

from grice.readers.quantified.acts import (
    ALL,
    LAST,
    NEAREST,
    TOPIC,
    Act,
    Balances,
    Compares,
    Group,
    Item,
    Lists,
    Phrase,
    Predicate,
    Quantity,
    Says,
    Whole,
)
from grice.readers.quantified.kept import Kept
from grice.readers.quantified.phrases import attributes, degree, factor, numbers, phrase
from grice.readers.quantified.rules import Part

Acts = tuple[Act, ...]
ACROSS = Phrase((Group(across=True),))
_SAME = frozenset({"same", "the same", "identical", "alike", "exact same"})


def compared(kept: Kept, *names: str) -> Acts:
    """Left against right; with the number of each, where they say it: "more squares (11) than circles (9)"."""
    said = [(p, numbers(p.tokens)) for side in ("left", "right") for p in kept.of(side) if p.kind == "number"]
    items = [Item(Quantity("number", Fraction(n[0])), phrase([p], kept.domain)) for p, n in said]
    return *_compared(kept, *names), *((Lists(tuple(items)),) if items else ())


def _compared(kept: Kept, *names: str) -> Acts:
    """Left against right; by a factor, by a number, or loosely."""
    sides = [kept.predicate(side)[0].phrase or Phrase((Group(),)) for side in ("left", "right") if side in kept]
    left, right = sides[0], sides[1] if len(sides) > 1 else None
    whole = None if kept.has("there", "b") else Whole("topic", nearest=True)
    whole = NEAREST if kept.has("OFWHICH") else kept.whole("w") if "w" in kept else whole
    more, number, times, equal, count = (kept.chunk(name) for name in ("g", "d", "f", "e", "c"))
    roughly = kept.has("ALMOST", "APPROX") or (equal is not None and equal.has("ALMOST", "APPROX"))
    by = number or (count if kept.has("BY") or "by" in kept else None)
    if by is not None:
        if "fewer" in (by.kind, more.kind if more is not None else "") and right is not None:
            left, right = right, left
        return (Compares("equal", left, right, difference=numbers(by.tokens)[0]),)
    if times is not None and kept.has("OUTNUMBER", "ABOVE", "g"):
        return (Compares("more", left, right, degree="much"),)
    if times is not None:
        return (Compares("equal", left, right, factor=factor(times), degree="roughly" if roughly else ""),)
    if equal is not None:
        if right is not None and not kept.has("AS", "TO", "THAN", "NUMBER") and not left.attributes & right.attributes:
            # "Circles are equally red and blue."
            return (Balances(True, right, (), Whole("phrase", left), roughly, loosely=True),)
        return (Compares("equal", left, right, whole if "w" in kept else None, degree="roughly" if roughly else ""),)
    if count is not None and more is None and right is not None:
        return (Compares("fewer" if count.kind in ("few", "a_few") else "more", left, right, degree="much"),)
    fewer = "fewer" in names or (more is not None and more.kind == "fewer")
    how = (
        degree(more) if more is not None else "much" if kept.has("MUCH") else "slightly" if kept.has("SLIGHTLY") else ""
    )
    return (Compares("fewer" if fewer else "more", left, right, whole, degree=how),)


def ratio(kept: Kept) -> Acts:
    said = [n for part in kept.parts if part.name in ("c", "A") for n in numbers(part.tokens)]
    above, below = (*said, 1, 1)[:2]
    right = kept.phrase("right") if "right" in kept else None
    return (Compares("equal", kept.phrase("left"), right, factor=Fraction(above, max(below, 1))),)


def _same(parts: Sequence[Part]) -> bool:
    words = {token.value for part in parts for token in part.tokens}
    return bool(words) and words <= _SAME


def evenly(kept: Kept, *names: str) -> Acts:
    """An even split: of what a phrase names, over the values of attributes, of what was named before, of all kinds."""
    roughly = kept.says("ALMOST", "APPROX") or kept.has("h")
    named = attributes(kept.parts)
    whole = kept.whole("w") if "w" in kept else Whole("rest") if kept.has("r") else None
    over = kept.phrase("l") if "l" in kept else None
    if _same(kept.of("q")) and not named and not kept.has("NUMBER") and over is None:
        # "They are the same" says they are alike; "circles: the same" what was said before, again.
        again = whole is not None and whole.kind == "phrase" and not kept.has("b")
        uniform = Says(ALL, whole or (LAST if kept.has("t") else TOPIC), Predicate("uniform"))
        return (Says(Quantity("again"), whole or TOPIC, Predicate("again")) if again else uniform,)
    if named and whole is None and over is None and kept.has("BOTH", "ALL") and not kept.has("b", "there"):
        whole = NEAREST
    if "over" in names and len(named) == 1 and not kept.says("KIND"):
        return (Balances(True, None, named, roughly=roughly, loosely=True),)
    unnamed = over is None and not named and whole is not None and whole.kind in ("rest", "pronoun")
    if "rest" in names or (unnamed and whole is not None and whole.kind == "rest"):
        return (Balances(True, ACROSS, (), whole or Whole("rest"), roughly, loosely=True),)
    if {"kinds", "over"} & {*names} or ("members" in names and kept.has("m")):
        return (Balances(True, ACROSS, roughly=roughly, loosely=True),)
    if "members" in names or unnamed:
        return (Balances(True, roughly=roughly, members=True),)
    if over is None and whole is not None and whole.phrase and "attributes" not in names and whole.phrase.several:
        return (Balances(True, whole.phrase, roughly=roughly, loosely=True),)
    if over is not None and whole is not None and whole.kind == "rest":
        return Says(ALL, whole, Predicate("values", over)), Balances(True, over, roughly=roughly, loosely=True)
    if "p" in kept:
        return (Balances(True, over, (), Whole("phrase", kept.predicate("p")[0].phrase), roughly),)
    every = () if over else tuple(name for name, _ in kept.domain.attributes)
    loosely = over is None or kept.says("MIX", "SPLIT")
    return (Balances(True, over, named or every, whole, roughly, loosely=loosely),)


def mixes(kept: Kept, *_: str) -> Acts:
    if "l" in kept:
        return (Balances(False, kept.phrase("l")),)
    if kept.has("EVERYTHING", "ALL"):
        return (Balances(False, ACROSS),)
    every = tuple(name for name, _ in kept.domain.attributes)
    return (Balances(False, None, attributes(kept.parts) or every),)
