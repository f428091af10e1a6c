"""What does a clause do? The table from the names in `grammar.txt` to the functions that make acts.

A function makes the acts of a clause from what its rule kept and the arguments the rule gives; none, where the words
fit the rule and yet cannot be meant so.
"""

from collections.abc import Callable, Mapping, Sequence
from dataclasses import replace
from fractions import Fraction

from grice.readers.quantified import acts
from grice.readers.quantified.acts import ALL, LAST, NEAREST, ONE, TOPIC, Item, Lists, Phrase, Predicate, Quantity, Says
from grice.readers.quantified.kept import Kept
from grice.readers.quantified.phrases import attributes, degree, factor, items, numbers, phrase, quantity
from grice.readers.quantified.rules import Part, Rule
from grice.scenes.quantified import Domain

Acts = tuple[acts.Act, ...]
_SAME = frozenset({"same", "the same", "identical", "alike", "exact same"})


def _says(kept: Kept, q: str, w: str, p: str) -> Acts:
    """A quantity of a whole has a predicate."""
    whole, amount = kept.whole(w), kept.quantity("q" if "q" in kept else q)
    predicate, inner = kept.predicate(p)
    if predicate.kind == "mixture" and whole.phrase is not None and any(g.across for g in whole.phrase.groups):
        # "Objects of different types have different colours": which has which is not said.
        return ()
    if whole == NEAREST and amount.name == "all" and "q" in kept:
        whole = LAST
    if predicate.kind == "elided" and amount.name == "no":
        amount, predicate = ALL, Predicate("denied")
    if predicate.kind == "themselves" and whole.kind == "phrase":
        whole, predicate = acts.EVERYTHING, Predicate("values", whole.phrase)
    if amount.name == "all" and amount.value is not None:
        # "All three squares"; "all three", of what was just counted.
        whole = replace(whole, number=int(amount.value)) if whole.kind == "phrase" else LAST
        amount = ALL
    if "not" in kept and q == "q" and predicate.phrase and not any(part.name == "BUT" for part in kept.of(p)):
        others = tuple(replace(group, others=True) for group in predicate.phrase.groups)
        predicate = replace(predicate, phrase=Phrase(others))
    if q != "q" and "q" in kept and amount.name in ("number", "one"):
        # "They are two red squares."
        return acts.Topic(whole), Lists((Item(amount, predicate.phrase),))
    return (Says(inner if inner is not None and amount == ALL else amount, whole, predicate, kept.singular),)


def _consists(kept: Kept, w: str, _: str) -> Acts:
    """These make up a whole: with numbers, so many of each; without, a mixture."""
    whole, listed = kept.whole(w), kept.items("l")
    if any(item.quantity and item.quantity.name != "only" for item in listed):
        return acts.Topic(whole, each=whole.kind == "members"), Lists(listed)
    together = Phrase(tuple(g for item in listed if item.phrase for g in item.phrase.groups))
    return (Says(ALL, whole, Predicate("mixture", together)),)


def _list_is(kept: Kept, *_: str) -> Acts:
    """ "One square and one circle are blue": of each, so many."""
    said = kept.predicate("p")[0]
    return tuple(Says(i.quantity or ALL, acts.Whole("phrase", i.phrase), said) for i in kept.items("l"))


def _exists(kept: Kept, w: str) -> Acts:
    whole = kept.whole(w)
    if whole.number is not None:
        return (Lists((Item(replace(ONE, value=Fraction(whole.number)), whole.phrase),)),)
    if whole.kind == "members":
        return (acts.Balances(False, None, (whole.attribute,) if whole.attribute else (), members=not whole.attribute),)
    return (acts.Mentions(whole.phrase) if whole.phrase and whole.kind == "phrase" else acts.Nothing(),)


def _lists(kept: Kept, *names: str) -> Acts:
    """There are these; only these, none of these, one, so many of each."""
    named = next((name for name in names if name in kept), "")
    listed = kept.items("l") if named in ("", "l") else (Item(None, kept.phrase(named)),)
    first = kept.chunk("c")
    if kept.has("BUT") and first is not None and first.kind == "number":
        # "Four red circles but only one blue one": nothing is denied.
        return (Lists(items(kept.parts, kept.domain)),)
    fixed = acts.NO if "no" in names else ONE if "one" in names or ("sole" in names and kept.singular) else None
    if "each" in names:
        groups = [replace(g, each=True) for item in listed if item.phrase for g in item.phrase.groups]
        return (Lists(tuple(Item(kept.quantity("q"), Phrase((g,))) for g in groups)),)
    if fixed is not None or "bare" in names:
        # "Two types of object: a blue square and a red circle" counts types.
        listed = tuple(replace(item, quantity=fixed) for item in listed)
    others = (Item(None, None, rest="each"),) if "others" in names else ()
    return (Lists((*listed, *others), only="only" in names),)


def _every(kept: Kept, *names: str) -> Acts:
    """All kinds occur, or so many of each."""
    amount = quantity(kept.of("q")) if "q" in kept else ONE if "once" in names else None
    if any(part.name == "y" and part.has("OTHER") for part in kept.parts):
        return _rest_each(kept)
    if amount and kept.has("APPROX", "ALMOST"):
        amount = replace(amount, name="about_number")
    if kept.has("REPEAT") or (kept.has("c", "f") and not kept.has("y") and amount is None):
        return (acts.EveryKind(Quantity("at_most", Fraction(1))),)
    named = kept.whole("w").phrase if "w" in kept else None
    if named is not None and any(g.across for g in named.groups):
        return ()
    of = attributes(kept.parts)
    members = amount is not None and "within" not in names and not kept.says("KIND", "POSSIBLE")
    return (acts.EveryKind(amount, of[0] if amount and len(of) == 1 else None, members),)


def _score(kept: Kept) -> Acts:
    """The numbers of what was just set side by side: "more squares, eleven to nine"."""
    both = replace(kept.quantity("q"), and_=kept.quantity("q2"))
    return (Says(both, LAST, Predicate("themselves")),)


def _rest_each(kept: Kept, *_: str) -> Acts:
    said = kept.of("q") or [part for part in kept.parts if part.name == "c"]
    return (Lists((Item(quantity(said) or ONE, None, rest="each"),)),)


def _excepts(kept: Kept, *names: str) -> Acts:
    said = kept.predicate("p")[0].phrase if "p" in kept and "p" in names else None
    one = Quantity("one", Fraction(1))
    if "l" not in kept:
        return (acts.Excepts((Item(quantity(kept.of("q")) or one, said),)),)
    counted = one if kept.has("EXCEPTION") else None
    return (acts.Excepts(tuple(replace(item, quantity=item.quantity or counted) for item in kept.items("l"))),)


def _topic(kept: Kept, w: str) -> Acts:
    """What the next words are about."""
    whole = kept.whole(w)
    if whole.kind == "members":
        each = attributes(part for part in kept.parts if part.name in ("x", "y", "z", "EACH"))
        attribute = whole.attribute or next(iter(each), "")
        values = dict(kept.domain.attributes).get(attribute, ())
        groups = tuple(acts.Group(((attribute, frozenset({value})),)) for value in values)
        return (acts.Topic(acts.Whole("phrase", Phrase(groups)) if groups else acts.Whole("members"), each=True),)
    both = any(part.has("BOTH") for part in kept.of(w))
    mentioned = (acts.Mentions(whole.phrase),) if kept.has("COLON") and whole.phrase else ()
    return *mentioned, acts.Topic(whole, each=both)


def _compares(kept: Kept, *names: str) -> Acts:
    """Left against right; with the number of each, where they say it: "more squares (11) than circles (9)"."""
    said = [(p, numbers(p.tokens)) for side in ("left", "right") for p in kept.of(side) if p.kind == "number"]
    counted = [Item(replace(ONE, value=Fraction(n[0])), phrase([p], kept.domain)) for p, n in said]
    return _compared(kept, *names), *((Lists(tuple(counted)),) if counted else ())


def _compared(kept: Kept, *names: str) -> acts.Act:
    """Left against right; by a factor, by a number, or loosely."""
    sides = [kept.predicate(side)[0].phrase or acts.ANYTHING for side in ("left", "right") if side in kept]
    left, right = sides[0], sides[1] if len(sides) > 1 else None
    whole = None if kept.has("there", "b") else acts.Whole("topic", nearest=True)
    whole = NEAREST if kept.has("OFWHICH") else kept.whole("w") if "w" in kept else whole
    more, number, times, equal, count = (kept.chunk(name) for name in ("g", "d", "f", "e", "c"))
    by = number or (count if kept.has("BY") or "by" in kept else None)
    fewer = "fewer" in (*names, *(part.kind for part in (more, by) if part is not None))
    roughly: acts.Degree = "roughly" if kept.says("ALMOST", "APPROX") else ""
    if by is not None:
        one, other = (right, left) if fewer and right is not None else (left, right)
        return acts.Compares("equal", one, other, difference=numbers(by.tokens)[0])
    if times is not None and kept.has("OUTNUMBER", "ABOVE", "g"):
        return acts.Compares("more", left, right, degree="much")
    if times is not None:
        return acts.Compares("equal", left, right, whole, factor(times), degree=roughly)
    if equal is not None and right is not None and not left.attributes & right.attributes:
        # "Circles are equally red and blue."
        return acts.Balances(True, right, (), acts.Whole("phrase", left), bool(roughly), loosely=True)
    if equal is not None:
        return acts.Compares("equal", left, right, whole, degree=roughly)
    if count is not None and more is None and right is not None:
        return acts.Compares("fewer" if count.kind in ("few", "a_few") else "more", left, right, degree="much")
    how = degree(more) if more is not None else "much" if kept.has("MUCH") else ""
    return acts.Compares("fewer" if fewer else "more", left, right, whole, degree=how or kept.slightly)


def _ratio(kept: Kept) -> Acts:
    said = [n for part in kept.parts if part.name in ("c", "A") for n in numbers(part.tokens)]
    above, below = (*said, 1, 1)[:2]
    right = kept.phrase("right") if "right" in kept else None
    return (acts.Compares("equal", kept.phrase("left"), right, factor=Fraction(above, max(below, 1))),)


def _evens(kept: Kept, *names: str) -> Acts:
    """An even split: of what a phrase names, over the values of attributes, of what was named before, of all kinds."""
    even = acts.Balances(True, roughly=kept.says("ALMOST", "APPROX") or kept.has("h"))
    named = attributes(kept.parts)
    whole = kept.whole("w") if "w" in kept else acts.Whole("rest") if kept.has("r") else None
    kind = whole.kind if whole is not None else ""
    over = kept.phrase("l") if "l" in kept else None
    same = "q" in kept and not kept.has("NUMBER") and {t.value for t in kept.tokens("q")} <= _SAME
    late = over is not None and over.groups[0].late
    if same and not named and (over is None or late):
        # "They are the same" says they are alike; "circles: the same", "the same in red" what was said before, again.
        if late or (kind == "phrase" and not kept.has("b")):
            return (Says(Quantity("again"), whole or acts.Whole("phrase", over), Predicate("again")),)
        return (Says(ALL, whole or (LAST if kept.has("t") else TOPIC), Predicate("uniform")),)
    if named and whole is None and over is None and kept.has("BOTH", "ALL") and not kept.has("b", "there"):
        whole = NEAREST
    if "over" in names and len(named) == 1 and not kept.says("KIND"):
        return (replace(even, attributes=named, loosely=True),)
    if over is None and not named and kind == "rest":
        return (replace(even, phrase=acts.ACROSS, whole=whole, loosely=True),)
    if {"kinds", "over"} & {*names} or ("members" in names and kept.has("m")):
        return (replace(even, phrase=acts.ACROSS, loosely=True),)
    if "members" in names or (over is None and not named and kind == "pronoun"):
        return (replace(even, members=True),)
    if over is None and whole is not None and whole.phrase and "attributes" not in names and whole.phrase.several:
        return (replace(even, phrase=whole.phrase, loosely=True),)
    if over is not None and whole is not None and kind == "rest":
        return Says(ALL, whole, Predicate("values", over)), replace(even, phrase=over, loosely=True)
    if "p" in kept:
        whole = acts.Whole("phrase", kept.predicate("p")[0].phrase)
    every = () if over else tuple(name for name, _ in kept.domain.attributes)
    loosely = over is None or kept.says("MIX", "SPLIT")
    return (replace(even, phrase=over, attributes=named or every, whole=whole, loosely=loosely),)


def _mixes(kept: Kept, *_: str) -> Acts:
    if "l" in kept or kept.has("EVERYTHING", "ALL"):
        return (acts.Balances(False, kept.phrase("l") if "l" in kept else acts.ACROSS),)
    every = tuple(name for name, _ in kept.domain.attributes)
    return (acts.Balances(False, None, attributes(kept.parts) or every),)


ACTS: Mapping[str, Callable[..., Acts]] = {
    "says": _says,
    "consists": _consists,
    "list_is": _list_is,
    "exists": _exists,
    "lists": _lists,
    "every": _every,
    "score": _score,
    "rest_each": _rest_each,
    "excepts": _excepts,
    "topic": _topic,
    "compares": _compares,
    "ratio": _ratio,
    "evens": _evens,
    "mixes": _mixes,
    "closes": lambda _: (acts.Closes(),),
    "nothing": lambda _: (acts.Nothing(),),
}


def made(rule: Rule, parts: Sequence[Part], spans: Mapping[str, tuple[int, int]], domain: Domain) -> Acts:
    """The acts of a clause that a rule fits."""
    kept = Kept(parts, spans, domain)
    return tuple(act for name, *names in rule.acts for act in ACTS[name](kept, *names))
