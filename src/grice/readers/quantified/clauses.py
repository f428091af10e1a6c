"""What does a clause do? The table from the names in `grammar.txt` to the functions that make acts.

A function makes the acts of a clause from what its rule kept and the arguments the rule gives; none, where the words
fit the rule and yet cannot be meant so.
"""

from collections.abc import Callable, Mapping, Sequence
from dataclasses import replace
from fractions import Fraction
from math import prod

from grice.readers.quantified import acts
from grice.readers.quantified.acts import (
    ALL,
    EVERYTHING,
    LAST,
    NEAREST,
    TOPIC,
    Act,
    Item,
    Lists,
    Phrase,
    Predicate,
    Quantity,
    Says,
    Topic,
    Whole,
)
from grice.readers.quantified.balances import balanced, compared, equals, evenly, mixes, ratio
from grice.readers.quantified.kept import Kept
from grice.readers.quantified.phrases import GROUPS, attributes, factor, group, numbers, phrase, quantity
from grice.readers.quantified.rules import Part, Rule
from grice.scenes.quantified import Domain

ONE = Quantity("number", Fraction(1))
NO = Quantity("no")
Acts = tuple[Act, ...]


def _says(kept: Kept, q: str, w: str, p: str) -> Acts:
    """A quantity of a whole has a predicate."""
    whole, amount = kept.whole(w), kept.quantity("q" if "q" in kept else q)
    predicate, inner = kept.predicate(p)
    adverb = kept.of("q") if q != "q" else ()
    across = whole.phrase is not None and any(g.across for g in whole.phrase.groups)
    if predicate.kind == "mixture" and across:
        # "Objects of different types have different colours": which has which is not said.
        return ()
    if whole == NEAREST and amount.name == "all" and "q" in kept:
        whole = LAST
    if predicate.kind == "elided" and amount.name == "no":
        amount, predicate = ALL, Predicate("denied")
    if predicate.kind == "themselves" and whole.kind == "phrase":
        whole, predicate = EVERYTHING, Predicate("values", whole.phrase)
    if predicate.kind == "themselves" and amount.name == "all" and amount.value is not None:
        # "The circles are red, all six of them."
        amount = replace(amount, name="number")
    if amount.name == "all" and amount.value is not None:
        # "All three squares"; "all three", of what was just counted.
        whole = replace(whole, number=int(amount.value)) if whole.kind == "phrase" else LAST
        amount = ALL
    if "not" in kept and q == "q" and predicate.phrase and not any(part.name == "BUT" for part in kept.of(p)):
        predicate = replace(predicate, phrase=_others(predicate.phrase))
    if adverb and amount.name in ("number", "one"):
        # "They are two red squares."
        return Topic(whole), Lists((Item(amount, predicate.phrase),))
    if adverb and adverb[0].name == "BOTH" and whole.phrase and whole.phrase.sole:
        whole = replace(whole, number=2)
    singular = any(token.value in ("is", "was") for part in kept.parts for token in part.tokens)
    return (Says(inner if inner is not None and amount == ALL else amount, whole, predicate, singular),)


def _others(named: Phrase) -> Phrase:
    return Phrase(tuple(replace(group, others=True) for group in named.groups))


def _iff(kept: Kept) -> Acts:
    """ "An object is blue if and only if it is a square"."""
    one, other = kept.phrase("w"), kept.phrase("p")
    pairs = ((_others(one), _others(other)), (one, other), (other, one))
    return tuple(Says(ALL, Whole("phrase", a), Predicate("values", b)) for a, b in pairs)


def _the_only(kept: Kept, _: str, said: str) -> Acts:
    """ "The only square is red": there is one, unless the verb says that there are several."""
    named = kept.phrase("w")
    if said == "l":
        listed = kept.items("l")
        return Says(ALL, Whole("phrase", named), Predicate("values", _together(listed))), Lists(listed)
    said_of = _says(kept, "all", "w", "p")[-1]
    others = tuple(replace(g, others=False) for g in named.groups if g.others)
    mentioned = (acts.Mentions(Phrase(others)),) if others else ()
    one = (Lists((Item(ONE, named),)),) if isinstance(said_of, Says) and said_of.singular else ()
    return *mentioned, *one, said_of


def _together(listed: Sequence[Item]) -> Phrase:
    return Phrase(tuple(g for item in listed if item.phrase for g in item.phrase.groups))


def _gapped(kept: Kept) -> Acts:
    """ "Squares blue, circles red"; "square blue, square red" cannot be of all squares and is a list."""
    pairs = [part for part in kept.parts if part.name in GROUPS]
    groups = [group(part, kept.domain) for part in pairs]
    plain = groups[::2]
    if len(set(plain)) < len(plain):
        return (Lists(tuple(Item(None, phrase(pairs[i : i + 2], kept.domain)) for i in range(0, len(pairs), 2))),)
    said = zip(plain, groups[1::2], strict=True)
    return tuple(Says(ALL, Whole("phrase", Phrase((a,))), Predicate("values", Phrase((b,)))) for a, b in said)


def _apposed(kept: Kept, *_: str) -> Acts:
    """ "The blue ones circles" says what they are; "blue squares red circles" is a list without its comma."""
    one, other = kept.phrase("w"), kept.phrase("p")
    if one.attributes & other.attributes or not other.attributes:
        return (Lists((Item(None, one), *((Item(None, other),) if other.attributes else ()))),)
    return (Says(ALL, Whole("phrase", one), Predicate("values", other)),)


def _consists(kept: Kept, w: str, _: str) -> Acts:
    whole, listed = kept.whole(w), kept.items("l")
    if any(item.quantity and item.quantity.name != "only" for item in listed):
        return Topic(whole, each=whole.kind == "members"), Lists(listed)
    return (Says(ALL, whole, Predicate("mixture", _together(listed))),)


def _portions(kept: Kept, *_: str) -> Acts:
    """ "The squares are half blue and half red"."""
    said: list[Says] = []
    amount, whole = ALL, TOPIC
    for part in kept.of("l"):
        if part.name in GROUPS:
            said.append(Says(amount, whole, Predicate("values", Phrase((group(part, kept.domain),)))))
        elif part.name == "r":
            amount, whole = ALL, Whole("rest")
        elif part.name not in ("OF", "AND", "COMMA", "OR"):
            amount, whole = quantity([part]) or ALL, TOPIC
    if all(one.quantity.name in ("number", "one") for one in said):
        return Topic(kept.whole("w")), Lists(tuple(Item(one.quantity, one.predicate.phrase) for one in said))
    return Topic(kept.whole("w")), *said


def _list_is(kept: Kept, *_: str) -> Acts:
    """ "One square and one circle are blue": of each, so many."""
    predicate = kept.predicate("p")[0]
    listed = kept.items("l")
    return tuple(Says(item.quantity or Quantity("some"), Whole("phrase", item.phrase), predicate) for item in listed)


def _exists(kept: Kept, w: str) -> Acts:
    whole = kept.whole(w)
    if whole.number is not None:
        return (Lists((Item(replace(ONE, value=Fraction(whole.number)), whole.phrase),)),)
    if whole.kind == "members":
        named = (whole.attribute,) if whole.attribute else ()
        return (acts.Balances(False, None, named, members=not named),)
    return (acts.Mentions(whole.phrase) if whole.phrase and whole.kind == "phrase" else acts.Nothing(),)


def _lists(kept: Kept, *names: str) -> Acts:
    """There are these; only these, none of these, one, so many of each."""
    listed = kept.items("l") if "l" in kept else (Item(None, kept.phrase("p")),) if "p" in kept else ()
    if "each" in names and kept.of("q")[0].name != "c":
        groups = _together(listed).groups
        return tuple(Says(kept.quantity("q"), EVERYTHING, Predicate("values", Phrase((g,)))) for g in groups)
    if "each" in names:
        named = [Phrase(tuple(replace(g, each=True) for g in item.phrase.groups)) for item in listed if item.phrase]
        return (Lists(tuple(Item(kept.quantity("q"), one) for one in named)),)
    fixed = NO if "no" in names else ONE if "one" in names else None
    if fixed is not None:
        listed = tuple(Item(fixed, item.phrase) for item in listed)
    if "bare" in names:
        # "Two types of object: a blue square and a red circle" counts types.
        listed = tuple(replace(item, quantity=None) for item in listed)
    if "p2" in kept:
        listed = (*listed, Item(fixed, kept.phrase("p2")))
    if "others" in names:
        listed = (*listed, Item(None, None, rest="each"))
    return (Lists(listed, only="only" in names),)


def _neither(kept: Kept) -> Acts:
    named = Phrase((*kept.phrase("p").groups, *kept.phrase("p2").groups))
    return (Says(NO, Whole("phrase", named), kept.predicate("p3")[0]),)


def _kinds(kept: Kept, *_: str) -> Acts:
    """ "Two kinds of red shape": as many as the other attributes have values."""
    named = kept.phrase("p")
    free = [len(values) for a, values in kept.domain.attributes if a not in named.attributes]
    across = kept.quantity("q").value == prod(free)
    return (Lists((Item(None, Phrase(tuple(replace(g, across=across) for g in named.groups))),)),)


def _pairs(kept: Kept, *_: str) -> Acts:
    """ "Two pairs: blue squares and red circles" are two of each; "two pairs of circles" are four."""
    groups, pairs = kept.phrase("p").groups, int(kept.quantity("q").value or 1)
    each = replace(ONE, value=Fraction(2 if len(groups) == pairs else 2 * pairs))
    return (Lists(tuple(Item(each, Phrase((one,))) for one in groups)),)


def _times(kept: Kept, w: str) -> Acts:
    """ "Every shape is there twice"; what follows in the sentence is of each of them too."""
    number = replace(ONE, value=factor(kept.of("q")[0]))
    return Topic(kept.whole(w), each=True), Says(number, TOPIC, Predicate("themselves"))


def _every(kept: Kept, *names: str) -> Acts:
    """All kinds occur, or so many of each."""
    amount = quantity(kept.of("q")) if "q" in kept else ONE if "once" in names else None
    if any(part.name == "y" and part.has("OTHER") for part in kept.parts):
        return _rest_each(kept)
    if amount and "q" in kept and kept.of("q")[0].name == "f" and kept.has("APPROX", "ALMOST"):
        amount = replace(amount, name="about_number")
    if kept.has("REPEAT") or (kept.has("c", "f") and not kept.has("y") and amount is None):
        return (acts.EveryKind(Quantity("at_most", Fraction(1))),)
    named = kept.whole("w").phrase if "w" in kept else None
    if named is not None and any(g.across for g in named.groups):
        return ()
    if named is not None and named.attributes and amount is None:
        return (Says(ALL, kept.whole("w"), Predicate("mixture")),)
    of = attributes(kept.parts)
    members = amount is not None and "within" not in names and not kept.says("KIND", "POSSIBLE")
    return (acts.EveryKind(amount, of[0] if amount and len(of) == 1 else None, members),)


def _rest_each(kept: Kept, *_: str) -> Acts:
    said = kept.of("q") or [part for part in kept.parts if part.name == "c"]
    return (Lists((Item(quantity(said) or ONE, None, rest="each"),)),)


def _excepts(kept: Kept, *names: str) -> Acts:
    said = kept.predicate("p")[0].phrase if "p" in kept and "p" in names else None
    one = Quantity("one", Fraction(1))
    if "l" not in kept:
        return (acts.Excepts((Item(quantity(kept.of("q")) or one, said),)),)
    listed = kept.items("l")
    if kept.has("EXCEPTION"):
        listed = tuple(replace(item, quantity=item.quantity or one) for item in listed)
    if said is not None:
        listed = tuple(replace(i, phrase=_narrowed(i.phrase, said)) for i in listed)
    return (acts.Excepts(listed),)


def _narrowed(before: Phrase | None, said: Phrase) -> Phrase:
    """ "Except one which is a circle"."""
    sole = said.groups[0].values if len(said.groups) == 1 else ()
    return before.told(tuple(v for v in sole if v[0] not in before.attributes)) if before else said


def _extra(kept: Kept, *_: str) -> Acts:
    number = next(n for part in kept.of("q") for n in numbers(part.tokens))
    return (acts.Extra(replace(ONE, value=Fraction(number)), kept.phrase("p")),)


def _score(kept: Kept) -> Acts:
    one, other = (
        replace(ONE, value=Fraction(n)) for part in kept.parts if part.name == "c" for n in numbers(part.tokens)
    )
    return (acts.Score(one, other),)


def _topic(kept: Kept, w: str) -> Acts:
    """What the next words are about."""
    whole = kept.whole(w)
    if whole.kind == "members":
        each = attributes(part for part in kept.parts if part.name in ("x", "y", "z", "EACH"))
        attribute = whole.attribute or next(iter(each), "")
        values = dict(kept.domain.attributes).get(attribute, ())
        groups = tuple(acts.Group(((attribute, frozenset({value})),)) for value in values)
        return (Topic(Whole("phrase", Phrase(groups)) if groups else Whole("members"), each=True),)
    if any(part.has("BOTH") for part in kept.of(w)):
        return (Topic(whole, each=True),)
    return (acts.Mentions(whole.phrase), Topic(whole)) if kept.has("COLON") and whole.phrase else (Topic(whole),)


ACTS: Mapping[str, Callable[..., Acts]] = {
    "says": _says,
    "iff": _iff,
    "the_only": _the_only,
    "gapped": _gapped,
    "apposed": _apposed,
    "consists": _consists,
    "portions": _portions,
    "list_is": _list_is,
    "exists": _exists,
    "lists": _lists,
    "neither": _neither,
    "kinds": _kinds,
    "pairs": _pairs,
    "times": _times,
    "every": _every,
    "rest_each": _rest_each,
    "excepts": _excepts,
    "extra": _extra,
    "score": _score,
    "topic": _topic,
    "compares": compared,
    "ratio": ratio,
    "equals": equals,
    "evens": evenly,
    "alike": balanced,
    "mixes": mixes,
    "mentions": lambda kept, p: (acts.Mentions(kept.phrase(p)),),
    "closes": lambda _: (acts.Closes(),),
    "nothing": lambda _: (acts.Nothing(),),
}


def made(rule: Rule, parts: Sequence[Part], spans: Mapping[str, tuple[int, int]], domain: Domain) -> Acts:
    """The acts of a clause that a rule fits."""
    kept = Kept(parts, spans, domain)
    return tuple(act for name, *names in rule.acts for act in ACTS[name](kept, *names))
