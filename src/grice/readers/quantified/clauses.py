"""What does a clause do? The table from the names in `grammar.txt` to the functions that make acts."""

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, replace
from fractions import Fraction
from math import prod

from grice.readers.quantified.acts import (
    ALL,
    EVERYTHING,
    LAST,
    MEMBERS,
    NEAREST,
    TOPIC,
    Act,
    Balances,
    Closes,
    Compares,
    EveryKind,
    Excepts,
    Extra,
    Group,
    Item,
    Lists,
    Mentions,
    Nothing,
    Phrase,
    Predicate,
    Quantity,
    Says,
    Topic,
    Whole,
)
from grice.readers.quantified.phrases import GROUPS, Part, chunk_values, degree, factor, group, items, numbers, phrase, quantity, tokens_of
from grice.readers.quantified.rules import Chunk, Rule
from grice.scenes.quantified import Domain

_WHOLES = {
    "topic": TOPIC,
    "verbless": Whole("topic", nearest=True),
    "nearest": NEAREST,
    "everything": EVERYTHING,
    "members": MEMBERS,
    "rest": Whole("rest"),
    "last": LAST,
}


@dataclass(frozen=True)
class Kept:
    """What a rule matched, by name."""

    parts: Sequence[Part]
    spans: Mapping[str, tuple[int, int]]
    domain: Domain

    def __contains__(self, name: str) -> bool:
        return name in self.spans

    def of(self, name: str) -> Sequence[Part]:
        start, end = self.spans.get(name, (0, 0))
        return self.parts[start:end]

    def has(self, *names: str) -> bool:
        return any((p.name if isinstance(p, Chunk) else p.cls) in names for p in self.parts)

    def phrase(self, name: str) -> Phrase:
        return phrase(self.of(name), self.domain)

    def quantity(self, name: str, fallback: str = "all") -> Quantity:
        if name in self:
            return quantity(self.of(name)) or Quantity(fallback)
        return Quantity(name if name in ("all", "no", "not_all", "largest", "smallest") else fallback)

    def whole(self, name: str) -> Whole:
        """What a quantity is of: a set that is named, or what a word refers to."""
        if name not in self:
            return _WHOLES.get(name, TOPIC)
        parts = self.of(name)
        names = [p.name if isinstance(p, Chunk) else p.cls for p in parts]
        if "t" in names:
            return LAST
        if "z" in names or "y" in names:
            return Whole("members", attribute=next((v for p in parts for v in chunk_values(p, "attribute")), ""))
        if "r" in names:
            rest = next(p for p in parts if isinstance(p, Chunk) and p.name == "r")
            inner = [p for p in rest.parts if isinstance(p, Chunk) and p.name in ("n", "o")]
            return Whole("rest", phrase(inner, self.domain) if inner else None)
        attribute = next((v for p in parts for v in chunk_values(p, "attribute")), "")
        distributes = any(t.cls in ("BOTH", "EACH") for p in parts for t in (p.tokens if isinstance(p, Chunk) else (p,)))
        groups = [p for p in parts if isinstance(p, Chunk) and p.name in GROUPS]
        if not groups or (distributes and not any(p.has("ADJ", "NOUN") for p in groups)):
            return Whole("members", attribute=attribute)
        number = next((numbers(p.tokens)[0] for p in parts if isinstance(p, Chunk) and p.kind == "number"), None)
        return Whole("phrase", phrase(parts, self.domain), 2 if _both(parts) and number is None else number)

    def predicate(self, name: str) -> tuple[Predicate, Quantity | None]:
        """What is said of a set, and the quantity inside it, where it has one: "are mostly red"."""
        parts = [p for p in self.of(name) if isinstance(p, Chunk) or p.cls not in ("ALL", "ONLY", "ALWAYS", "EACH")]
        names = {p.name if isinstance(p, Chunk) else p.cls for p in parts}
        inner = [p for p in self.of(name) if isinstance(p, Chunk) and p.name in ("p", "h", "c") and p.kind != "bunch"]
        said = quantity(inner)
        cut = next((i for i, p in enumerate(parts) if not isinstance(p, Chunk) and p.cls == "BUT"), -1)
        named = phrase(parts[cut + 1 :], self.domain) if set(GROUPS) & names else None
        attribute = next((v for p in parts for v in chunk_values(p, "attribute")), "")
        if "x" in names and named is not None and "m" not in names and not any(_cls(p) == "n" for p in parts):
            # "Different shapes of red".
            return Predicate("values", Phrase(tuple(replace(g, across=True) for g in named.groups))), said
        if "m" in names or ("x" in names and (named is None or not any(p.name == "n" for p in parts if isinstance(p, Chunk)))) or "DIFFERENT" in names or "DIFFER" in names:
            return Predicate("mixture", named, attribute), said
        if "OPPOSITE" in names:
            return Predicate("opposite"), said
        if "u" in names and said is not None and said.name == "not_all":
            return Predicate("mixture", None, attribute), Quantity("all")
        if "attr" in names or ({"ATTRIBUTE", "o"} & names and named is not None and not named.attributes):
            return Predicate("mixture", None, attribute), None
        if "ATTRIBUTE" in names and named is None:
            return Predicate("mixture", None, attribute), None
        if "u" in names and named is None:
            return Predicate("uniform", None, attribute), said
        return Predicate("values", named), said


def _both(parts: Sequence[Part]) -> bool:
    """ "Both squares": there are two; "both squares and circles" may be more."""
    first = parts[0]
    tokens = first.tokens if isinstance(first, Chunk) else (first,)
    chunks = [p for p in parts if isinstance(p, Chunk)]
    return tokens[0].cls == "BOTH" and len(chunks) == 1 and chunks[0].has("NOUN", "ADJ")


def _says(kept: Kept, *names: str) -> tuple[Act, ...]:
    q, w, p = names
    whole, amount = kept.whole(w), kept.quantity("q" if "q" in kept else q)
    if whole == NEAREST and amount.name == "all" and "q" in kept:
        whole = LAST
    if p in ("mixture", "uniform"):
        return (Says(amount, whole, Predicate("mixture" if p == "mixture" else "uniform")),)
    predicate, inner = kept.predicate(p)
    if predicate.kind == "mixture" and whole.phrase and any(g.across for g in whole.phrase.groups):
        # "Objects of different types have different colours": which has which is not said.
        return ()
    if amount.name == "all" and amount.value is not None:
        whole = replace(whole, number=int(amount.value)) if whole.kind == "phrase" else whole
        amount = ALL
    if "not" in kept and q == "q" and not any(_cls(part) == "BUT" for part in kept.of(p)):
        groups = predicate.phrase.groups if predicate.phrase else ()
        predicate = replace(predicate, phrase=Phrase(tuple(replace(g, others=True) for g in groups)))
    adverb = "q" in kept and q != "q"
    if adverb and amount.name in ("number", "one"):
        # "They are two red squares."
        return (Topic(whole), Lists((Item(amount, predicate.phrase),)))
    if adverb and kept.of("q")[0] and _cls(kept.of("q")[0]) == "BOTH" and whole.phrase and _sole(whole.phrase):
        whole = replace(whole, number=2)
    singular = any(t.value in ("is", "was") for p in kept.parts for t in (p.tokens if isinstance(p, Chunk) else (p,)))
    return (Says(inner if inner is not None and amount == ALL else amount, whole, predicate, singular),)


def _cls(part: Part) -> str:
    return part.name if isinstance(part, Chunk) else part.cls


def _sole(named: Phrase) -> bool:
    only = named.groups[0] if len(named.groups) == 1 else Group()
    return bool(only.values) and not only.across and all(len(values) == 1 for _, values in only.values)


def _elided(kept: Kept, *_: str) -> tuple[Act, ...]:
    """ "All squares are red and no circles are"."""
    amount = kept.quantity("q")
    if amount.name == "no":
        return (Says(ALL, kept.whole("w"), Predicate("denied")),)
    return (Says(amount, kept.whole("w"), Predicate("elided")),)


def _again(kept: Kept, *names: str) -> tuple[Act, ...]:
    return (Says(kept.quantity("q"), kept.whole(names[1]), Predicate("again")),)


def _count(kept: Kept, *_: str) -> tuple[Act, ...]:
    whole = kept.whole("w") if "w" in kept else NEAREST
    if whole.phrase is None or whole.kind == "rest":
        return (Says(kept.quantity("q"), whole, Predicate("themselves")),)
    return (Says(kept.quantity("q"), EVERYTHING, Predicate("values", whole.phrase)),)


def _only_those(kept: Kept, *_: str) -> tuple[Act, ...]:
    return (Says(ALL, Whole("phrase", kept.predicate("p")[0].phrase), Predicate("again")),)


def _only_are(kept: Kept, *_: str) -> tuple[Act, ...]:
    return (Says(ALL, Whole("phrase", kept.predicate("p")[0].phrase), Predicate("values", kept.phrase("w"))),)


def _the_only(kept: Kept, *names: str) -> tuple[Act, ...]:
    """ "The only square is red": there is one, unless the verb says that there are several."""
    named = kept.phrase("w")
    if "l" in names:
        listed = items(kept.of("l"), kept.domain)
        groups = tuple(g for item in listed if item.phrase for g in item.phrase.groups)
        return (Says(ALL, Whole("phrase", named), Predicate("values", Phrase(groups))), Lists(listed))
    said = _says(kept, "all", "w", "p")[-1]
    others = tuple(replace(g, others=False) for g in named.groups if g.others)
    kept_too = (Mentions(Phrase(others)),) if others else ()
    one = Lists((Item(Quantity("number", Fraction(1)), named),))
    return (*kept_too, *((one,) if isinstance(said, Says) and said.singular else ()), said)


def _is_the_only(kept: Kept, *_: str) -> tuple[Act, ...]:
    """ "One blue object, and it is the only square"."""
    named = kept.phrase("p")
    one = Lists((Item(Quantity("number", Fraction(1)), named),))
    return (Says(ALL, Whole("phrase", named), Predicate("again")), one)


def _kinds(kept: Kept, *_: str) -> tuple[Act, ...]:
    """ "Two kinds of red shape": as many as the other attributes have values."""
    named, number = kept.phrase("p"), kept.quantity("q").value
    free = [len(v) for a, v in kept.domain.attributes if a not in named.attributes]
    across = number == prod(free)
    return (Lists((Item(None, Phrase(tuple(replace(g, across=across) for g in named.groups))),)),)


def _denied(kept: Kept, *_: str) -> tuple[Act, ...]:
    """ "Two of them are blue, the other one isn't"."""
    return (Says(ALL, kept.whole("w"), Predicate("denied")),)


def _gapped(kept: Kept, *_: str) -> tuple[Act, ...]:
    """ "Squares blue, circles red"; "square blue, square red" cannot be of all squares and is a list."""
    pairs = [p for p in kept.parts if isinstance(p, Chunk) and p.name in GROUPS]
    groups = [group(p, kept.domain) for p in pairs]
    plain = groups[::2]
    if len(set(plain)) < len(plain):
        both = [phrase(pairs[i : i + 2], kept.domain) for i in range(0, len(pairs), 2)]
        return (Lists(tuple(Item(None, one) for one in both)),)
    said = zip(plain, groups[1::2], strict=True)
    return tuple(Says(ALL, Whole("phrase", Phrase((a,))), Predicate("values", Phrase((b,)))) for a, b in said)


def _consists(kept: Kept, *names: str) -> tuple[Act, ...]:
    whole, listed = kept.whole(names[0]), items(kept.of("l"), kept.domain)
    if any(item.quantity and item.quantity.name != "only" for item in listed):
        return (Topic(whole, each=whole.kind == "members"), Lists(listed))
    named = Phrase(tuple(g for item in listed if item.phrase for g in item.phrase.groups))
    return (Says(ALL, whole, Predicate("mixture", named)),)


def _exists(kept: Kept, *_: str) -> tuple[Act, ...]:
    whole = kept.whole("w")
    if whole.number is not None:
        return (Lists((Item(Quantity("number", Fraction(whole.number)), whole.phrase),)),)
    if whole.kind == "members":
        return (Balances(False, None, (whole.attribute,) if whole.attribute else (), members=not whole.attribute),)
    return (Mentions(whole.phrase),) if whole.phrase is not None and whole.kind == "phrase" else (Nothing(),)


def _mixture(kept: Kept, *_: str) -> tuple[Act, ...]:
    attribute = next((v for p in kept.parts for v in chunk_values(p, "attribute")), "")
    return (Says(ALL, TOPIC, Predicate("mixture", attribute=attribute)),)


def _lists(kept: Kept, *names: str) -> tuple[Act, ...]:
    listed = items(kept.of("l"), kept.domain) if "l" in kept else (Item(None, kept.phrase("p")),)
    if "each" in names:
        one = kept.quantity("q")
        if not (isinstance(kept.of("q")[0], Chunk) and _cls(kept.of("q")[0]) == "c"):
            groups = [g for i in listed if i.phrase for g in i.phrase.groups]
            return tuple(Says(one, EVERYTHING, Predicate("values", Phrase((g,)))) for g in groups)
        every = [Phrase(tuple(replace(g, each=True) for g in i.phrase.groups)) for i in listed if i.phrase]
        return (Lists(tuple(Item(one, named) for named in every)),)
    if "no" in names:
        return (Lists(tuple(Item(Quantity("no"), item.phrase) for item in listed)),)
    return (Lists(listed, only="only" in names),)


def _times(kept: Kept, *_: str) -> tuple[Act, ...]:
    """ "Every shape is there twice"; what follows in the sentence is of each of them too."""
    number = Quantity("number", factor(kept.of("q")[0]))
    return (Topic(kept.whole("w"), each=True), Says(number, TOPIC, Predicate("themselves")))


def _not_only(kept: Kept, *_: str) -> tuple[Act, ...]:
    named = kept.phrase("p") if "p" in kept else None
    return (Says(Quantity("not_all"), TOPIC, Predicate("values", named) if named else Predicate("again")),)


def _apposed(kept: Kept, *_: str) -> tuple[Act, ...]:
    """ "The blue ones circles" says what they are; "blue squares red circles" is a list without its comma."""
    one, other = kept.phrase("w"), kept.phrase("p")
    if one.attributes & other.attributes:
        return (Lists((Item(None, one), Item(None, other))),)
    return (Says(ALL, Whole("phrase", one), Predicate("values", other)),)


def _mentions(kept: Kept, *_: str) -> tuple[Act, ...]:
    return (Mentions(kept.phrase("p")),)


def _odd(kept: Kept, *_: str) -> tuple[Act, ...]:
    return (Lists((Item(Quantity("number", Fraction(1)), kept.predicate("p")[0].phrase),)),)


def _pairs(kept: Kept, *_: str) -> tuple[Act, ...]:
    """ "Two pairs: blue squares and red circles" are two of each; "two pairs of circles" are four."""
    groups, pairs = kept.phrase("p").groups, int(kept.quantity("q").value or 1)
    each = 2 if len(groups) == pairs else 2 * pairs
    return (Lists(tuple(Item(Quantity("number", Fraction(each)), Phrase((one,))) for one in groups)),)


def _neither(kept: Kept, *_: str) -> tuple[Act, ...]:
    named = [kept.phrase("p"), kept.phrase("p2")]
    if "p3" in kept:
        whole = Whole("phrase", Phrase(tuple(g for one in named for g in one.groups)))
        return (Says(Quantity("no"), whole, kept.predicate("p3")[0]),)
    return (Lists(tuple(Item(Quantity("no"), one) for one in named)),)


def _compares(kept: Kept, *names: str) -> tuple[Act, ...]:
    """Left against right; by a factor, by a number, or loosely."""
    chunks = [p for p in kept.parts if isinstance(p, Chunk)]
    sides = [kept.predicate(side)[0].phrase or Phrase((Group(),)) for side in ("left", "right") if side in kept]
    left, right = sides[0], sides[1] if len(sides) > 1 else None
    verb = kept.has("there", "b")
    whole = kept.whole("w") if "w" in kept else None if verb else Whole("topic", nearest=True)
    if kept.has("OFWHICH"):
        whole = NEAREST
    kinds = {p.name: p for p in chunks}
    if "c" in kinds and kept.has("BY"):
        return (Compares("equal", left, right, difference=numbers(kinds["c"].tokens)[0]),)
    if "d" in kinds:
        number = numbers(kinds["d"].tokens)[0]
        if kinds["d"].kind == "fewer" and right is not None:
            left, right = right, left
        return (Compares("equal", left, right, difference=number),)
    if "f" in kinds:
        rough = kept.has("ALMOST", "APPROX")
        if kept.has("OUTNUMBER", "ABOVE", "g"):
            return (Compares("more", left, right, degree="much"),)
        return (Compares("equal", left, right, factor=factor(kinds["f"]), degree="roughly" if rough else ""),)
    if "e" in kinds or "equal" in names:
        rough = any(p.has("ALMOST", "APPROX") for p in chunks if p.name == "e") or kept.has("ALMOST", "APPROX")
        if right is not None and not kept.has("AS", "TO", "THAN", "NUMBER") and not left.attributes & right.attributes:
            # "Circles are equally red and blue."
            return (Balances(True, right, (), Whole("phrase", left), rough, loosely=True),)
        nearly_as = "e" in kinds and kinds["e"].has("ALMOST") and kinds["e"].has("AS")
        if nearly_as:
            return (Compares("fewer", left, right, whole, degree="slightly"),)
        return (Compares("equal", left, right, whole if "w" in kept else None, degree="roughly" if rough else ""),)
    if "c" in kinds and "g" not in kinds and right is not None:
        return (Compares("fewer" if kinds["c"].kind in ("few", "a_few") else "more", left, right, degree="much"),)
    fewer = "fewer" in names or ("g" in kinds and kinds["g"].kind == "fewer")
    how = degree(kinds["g"]) if "g" in kinds else "much" if kept.has("MUCH") else "slightly" if kept.has("SLIGHTLY") else ""
    return (Compares("fewer" if fewer else "more", left, right, whole, degree=how),)


def _ratio(kept: Kept, *_: str) -> tuple[Act, ...]:
    said = [n for p in kept.parts if _cls(p) in ("c", "A") for n in numbers(tokens_of(p))]
    above, below = (*said, 1, 1)[:2]
    return (Compares("equal", kept.phrase("left"), kept.phrase("right"), factor=Fraction(above, max(below, 1))),)


def _equals(kept: Kept, *_: str) -> tuple[Act, ...]:
    """ "Squares = circles" are as many; "red = squares" says what the red ones are."""
    left, right = kept.phrase("left"), kept.phrase("right")
    if left.attributes & right.attributes:
        return (Compares("equal", left, right),)
    return (Says(ALL, Whole("phrase", left), Predicate("values", right)),)


def _evens(kept: Kept, *names: str) -> tuple[Act, ...]:
    """An even split: of what a phrase names, over the values of attributes, of what was named before, of all kinds."""
    chunks = [p for p in kept.parts if isinstance(p, Chunk)]
    rough = kept.has("ALMOST", "APPROX") or any(p.name == "e" and p.has("ALMOST", "APPROX") for p in chunks)
    named = tuple(dict.fromkeys(v for p in kept.parts for v in chunk_values(p, "attribute")))
    whole = kept.whole("w") if "w" in kept else Whole("rest") if kept.has("r") else None
    over = kept.phrase("l") if "l" in kept else None
    if "each" in names:
        return (Balances(True, over, (), Whole("members", attribute=named[0]), rough),)
    if whole is not None and over is None and not named and _same_word(kept.of("q")):
        again = whole.kind == "phrase" and not kept.has("b")
        return (Says(Quantity("again"), whole, Predicate("again")) if again else Says(ALL, whole, Predicate("uniform")),)
    if over is not None and over.groups[0].late and whole is None and _same_word(kept.of("q")):
        return (Says(Quantity("again"), Whole("phrase", over), Predicate("again")),)
    if named and whole is None and over is None and kept.has("BOTH", "ALL") and not kept.has("b", "there"):
        whole = NEAREST
    if "over" in names and len(named) == 1 and not any(p.has("KIND") for p in chunks):
        return (Balances(True, None, named, roughly=rough, loosely=True),)
    if "rest" in names:
        return (Balances(True, Phrase((Group(across=True),)), (), Whole("rest"), rough, loosely=True),)
    if "kinds" in names or "over" in names:
        rough = rough or kept.has("h")
        return (Balances(True, Phrase((Group(across=True),)), roughly=rough, loosely=True),)
    if "members" in names and any(p.name == "m" for p in chunks):
        return (Balances(True, Phrase((Group(across=True),)), roughly=rough, loosely=True),)
    if "members" in names:
        return (Balances(True, roughly=rough, members=True),)
    if over is None and whole is not None and whole.kind == "phrase" and whole.phrase and "attributes" not in names:
        many = len(whole.phrase.groups) > 1 or any(len(v) > 1 for _, v in whole.phrase.groups[0].values)
        if many:
            return (Balances(True, whole.phrase, roughly=rough, loosely=True),)
    if over is None and whole is not None and whole.kind in ("rest", "pronoun") and not named:
        if whole.kind == "pronoun":
            return (Balances(True, roughly=rough, members=True),)
        return (Balances(True, Phrase((Group(across=True),)), (), whole, rough, loosely=True),)
    if over is not None and whole is not None and whole.kind == "rest":
        return (Says(ALL, whole, Predicate("values", over)), Balances(True, over, roughly=rough, loosely=True))
    every = tuple(name for name, _ in kept.domain.attributes)
    if "p" in kept:
        return (Balances(True, over, (), Whole("phrase", kept.predicate("p")[0].phrase), rough),)
    loosely = any(p.name in ("m", "s") or p.has("MIX", "SPLIT") for p in chunks) or over is None
    return (Balances(True, over, named or (() if over else every), whole, rough, loosely=loosely),)


def _same_word(parts: Sequence[Part]) -> bool:
    """ "They are the same": alike, not as many."""
    words = {t.value for p in parts for t in (p.tokens if isinstance(p, Chunk) else (p,))}
    return bool(words) and words <= {"same", "the same", "identical", "alike", "exact same"}


def _alike(kept: Kept, *_: str) -> tuple[Act, ...]:
    """ "All are the same" are alike; "everything is about equal" are as many."""
    if _same_word(kept.of("q2")):
        return (Says(ALL, LAST if kept.has("t") else TOPIC, Predicate("uniform")),)
    return _evens(kept, "kinds")


def _list_is(kept: Kept, *_: str) -> tuple[Act, ...]:
    """ "One square and one circle are blue": of each, so many."""
    predicate = kept.predicate("p")[0]
    listed = items(kept.of("l"), kept.domain)
    return tuple(Says(i.quantity or Quantity("some"), Whole("phrase", i.phrase), predicate) for i in listed)


def _kinds_except(kept: Kept, *_: str) -> tuple[Act, ...]:
    return (Lists((Item(Quantity("no"), kept.phrase("p")), Item(None, None, rest="each"))),)


def _mixes(kept: Kept, *_: str) -> tuple[Act, ...]:
    if "l" in kept:
        return (Balances(False, kept.phrase("l")),)
    if kept.has("EVERYTHING", "ALL"):
        return (Balances(False, Phrase((Group(across=True),))),)
    named = tuple(dict.fromkeys(v for p in kept.parts for v in chunk_values(p, "attribute")))
    return (Balances(False, None, named or tuple(name for name, _ in kept.domain.attributes)),)


def _every(kept: Kept, *names: str) -> tuple[Act, ...]:
    one = Quantity("number", Fraction(1))
    amount = quantity(kept.of("q")) if "q" in kept else one if "once" in names else None
    if any(p.name == "y" and p.has("OTHER") for p in kept.parts if isinstance(p, Chunk)):
        return _rest_each(kept)
    if "q" in kept and _cls(kept.of("q")[0]) == "f":
        about = kept.has("APPROX", "ALMOST")
        amount = Quantity("about_number" if about else "number", factor(kept.of("q")[0]))
    if kept.has("REPEAT") or (kept.has("c", "f") and not kept.has("y") and amount is None):
        return (EveryKind(Quantity("at_most", Fraction(1))),)
    attributes = {v for p in kept.parts for v in chunk_values(p, "attribute")}
    attribute = attributes.pop() if len(attributes) == 1 else None
    named = kept.whole("w").phrase if "w" in kept else None
    if named is not None and any(g.across for g in named.groups):
        return ()
    if named is not None and any(g.values for g in named.groups) and amount is None:
        return (Says(ALL, kept.whole("w"), Predicate("mixture")),)
    kinds = any(t.cls in ("KIND", "POSSIBLE") for p in kept.parts for t in (p.tokens if isinstance(p, Chunk) else (p,)))
    return (EveryKind(amount, attribute if amount else None, members=not kinds and amount is not None and "within" not in names),)


def _rest_each(kept: Kept, *_: str) -> tuple[Act, ...]:
    said = kept.of("q") or [p for p in kept.parts if _cls(p) == "c"]
    return (Lists((Item(quantity(said) or Quantity("number", Fraction(1)), None, rest="each"),)),)


def _excepts(kept: Kept, *names: str) -> tuple[Act, ...]:
    said = kept.predicate("p")[0].phrase if "p" in kept and "p" in names else None
    if "l" in kept:
        listed = items(kept.of("l"), kept.domain)
        if kept.has("EXCEPTION"):
            listed = tuple(replace(i, quantity=i.quantity or Quantity("one", Fraction(1))) for i in listed)
        if said is not None:
            listed = tuple(replace(i, phrase=said if i.phrase is None else i.phrase.narrowed(said)) for i in listed)
        return (Excepts(listed),)
    amount = quantity(kept.of("q")) or Quantity("one", Fraction(1))
    return (Excepts((Item(amount, said),)),)


def _extra(kept: Kept, *_: str) -> tuple[Act, ...]:
    number = next(n for p in kept.of("q") if isinstance(p, Chunk) for n in numbers(p.tokens))
    return (Extra(Quantity("number", Fraction(number)), kept.phrase("p")),)


def _topic(kept: Kept, *names: str) -> tuple[Act, ...]:
    whole = kept.whole(names[0])
    if whole.kind == "members":
        each = [p for p in kept.parts if _cls(p) in ("x", "y", "z", "EACH")]
        attribute = whole.attribute or next((v for p in each for v in chunk_values(p, "attribute")), "")
        values = dict(kept.domain.attributes).get(attribute, ())
        groups = tuple(Group(((attribute, frozenset({value})),)) for value in values)
        return (Topic(Whole("phrase", Phrase(groups)) if groups else MEMBERS, each=True),)
    if any(t.cls == "BOTH" for p in kept.of(names[0]) for t in (p.tokens if isinstance(p, Chunk) else (p,))):
        return (Topic(whole, each=True),)
    return (Mentions(whole.phrase), Topic(whole)) if kept.has("COLON") and whole.phrase else (Topic(whole),)


def _same(kept: Kept, *_: str) -> tuple[Act, ...]:
    return (Says(kept.quantity("q") if "q" in kept else Quantity("again"), kept.whole("w"), Predicate("again")),)


def _rest(kept: Kept, *_: str) -> tuple[Act, ...]:
    """ "Some are squares, other circles"."""
    whole = kept.whole("w")
    return (Says(ALL, Whole("rest"), Predicate("values", whole.phrase)),) if whole.phrase else (Mentions(Phrase(())),)


def _portions(kept: Kept, *_: str) -> tuple[Act, ...]:
    """ "The squares are half blue and half red"."""
    said: list[tuple[Quantity, Whole, Phrase]] = []
    amount, whole = ALL, TOPIC
    for part in kept.of("l"):
        name = _cls(part)
        if name in GROUPS and isinstance(part, Chunk):
            said.append((amount, whole, Phrase((group(part, kept.domain),))))
        elif name == "r":
            amount, whole = ALL, Whole("rest")
        elif name not in ("OF", "AND", "COMMA", "OR"):
            amount, whole = quantity([part]) or ALL, TOPIC
    if all(q.name in ("number", "one") for q, _, _ in said):
        return (Topic(kept.whole("w")), Lists(tuple(Item(q, p) for q, _, p in said)))
    return (Topic(kept.whole("w")), *(Says(q, w, Predicate("values", p)) for q, w, p in said))


def _iff(kept: Kept, *_: str) -> tuple[Act, ...]:
    one, other = kept.phrase("w"), kept.phrase("p")
    neither = [Phrase((replace(phrase.groups[0], others=True),)) for phrase in (one, other)]
    pairs = ((neither[0], neither[1]), (one, other), (other, one))
    return tuple(Says(ALL, Whole("phrase", a), Predicate("values", b)) for a, b in pairs)


def _closes(*_: object) -> tuple[Act, ...]:
    return (Closes(),)


def _nothing(*_: object) -> tuple[Act, ...]:
    return (Nothing(),)


ACTS: Mapping[str, Callable[..., tuple[Act, ...]]] = {
    "says": _says, "elided": _elided, "again": _again, "count": _count, "counts": _count, "only_those": _only_those,
    "only_are": _only_are, "denied": _denied, "gapped": _gapped, "consists": _consists, "exists": _exists,
    "mixture": _mixture, "lists": _lists, "neither": _neither, "compares": _compares, "ratio": _ratio,
    "equals": _equals, "evens": _evens, "mixes": _mixes, "every": _every, "rest_each": _rest_each,
    "excepts": _excepts, "extra": _extra, "topic": _topic, "same": _same, "closes": _closes, "nothing": _nothing,
    "rest": _rest, "portions": _portions, "iff": _iff, "the_only": _the_only, "is_the_only": _is_the_only, "kinds": _kinds,
    "times": _times, "not_only": _not_only, "apposed": _apposed, "mentions": _mentions, "odd": _odd, "pairs": _pairs,
    "alike": _alike, "list_is": _list_is, "kinds_except": _kinds_except,
}  # fmt: skip


def acts(rule: Rule, parts: Sequence[Part], spans: Mapping[str, tuple[int, int]], domain: Domain) -> tuple[Act, ...]:
    """The acts of a clause that a rule fits."""
    kept = Kept(parts, spans, domain)
    return tuple(act for name, *names in rule.acts for act in ACTS[name](kept, *names))
