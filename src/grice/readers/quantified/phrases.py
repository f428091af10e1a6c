"""Which things, and how many? Chunks to groups, phrases, quantities and list items."""

from collections.abc import Iterable, Sequence
from dataclasses import replace
from fractions import Fraction

from grice.readers.quantified.acts import NO, Degree, Group, Item, Phrase, Quantity
from grice.readers.quantified.rules import Chunk, Part
from grice.readers.quantified.tokens import Token
from grice.scenes.quantified import Domain

_BOUNDS = {"AFEW": 3, "FEW": 3, "COUPLE": 2, "PAIR": 2, "SEVERAL": 4, "MANY": 5}
"""What "more than a few" is more than; of any other word, one."""
_VAGUE = {"AFEW": "a_few", "FEW": "few", "COUPLE": "a_couple", "SEVERAL": "several", "MANY": "many", "SOME": "some"}
_NUMBERED = frozenset({"number", "pair", "about_number", "more_than", "less_than", "at_least", "at_most"})
_SHARED = frozenset({"share", "over", "just_over", "almost", "under", "about"})
_APART = frozenset({"WITH", "AMONG", "PLACED", "BUT", "SEMICOLON", "COLON", "LEFTBRACKET", "RIGHTBRACKET"})
GROUPS = ("n", "a", "o", "i", "w")


def numbers(tokens: Iterable[Token]) -> list[int]:
    """The numbers among tokens; of a vague word what it is at least."""
    found = [t for t in tokens if t.name in ("NUM", "DEF")]
    return [int(t.value) for t in found] or [
        _BOUNDS.get(t.name, 1) for t in tokens if t.name in (*_BOUNDS, "SINGLE", "A", "ONCE")
    ]


def attributes(parts: Iterable[Part]) -> tuple[str, ...]:
    """The attributes that are named themselves: "colours"."""
    tokens = [t for part in parts if part.name not in ("n", "a") for t in part.tokens]
    return tuple(dict.fromkeys(str(t.value) for t in tokens if t.name in ("ATTRIBUTE", "SHAPE")))


def degree(chunk: Part) -> Degree:
    if chunk.has("SLIGHTLY", "AFEW", "COUPLE"):
        return "slightly"
    return "much" if chunk.has("MUCH", "MANY") else ""


def factor(chunk: Part) -> Fraction:
    """So many times."""
    first = chunk.tokens[0]
    fixed = {"TWICE": Fraction(2), "THRICE": Fraction(3), "HALF": Fraction(1, 2), "ONCE": Fraction(1)}
    return fixed.get(first.name) or Fraction(numbers(chunk.tokens)[0])


def quantity(parts: Sequence[Part]) -> Quantity | None:
    """How many, from the words before a noun."""
    for part in parts:
        name, tokens = part.name, part.tokens
        if name in ("A", "ONCE"):
            return Quantity("one" if name == "A" else "number", Fraction(1))
        if name in ("ALL", "EACH", "EVERYTHING", "ALWAYS", "BOTH"):
            return Quantity("all")
        if name in ("p", "h", "c"):
            return _quantity(part, tokens)
        if name == "f":
            return Quantity("number", factor(part))
    return Quantity("all") if any(p.name == "ONLY" for p in parts) else None


def _quantity(part: Part, tokens: Sequence[Token]) -> Quantity:
    kind = part.kind
    if kind in _SHARED:
        share = next((t.value for t in tokens if t.name == "SHARE"), Fraction(1, 2))
        return Quantity(kind, share)
    if kind == "pair":
        return Quantity("number", Fraction(2))
    if kind in _NUMBERED:
        return Quantity(kind, Fraction(numbers(tokens)[0]))
    if kind == "out_of":
        above, below = numbers(tokens)
        return Quantity("out_of", Fraction(above, max(below, 1)), Quantity("number", Fraction(below)))
    if kind == "all_but":
        vague = next((_VAGUE[t.name] for t in tokens if t.name in _VAGUE), None)
        return Quantity("all_but", None, Quantity(vague) if vague else Quantity("number", Fraction(numbers(tokens)[0])))
    if kind == "all":
        return Quantity("all", Fraction(numbers(tokens)[0]))
    return Quantity("some" if kind == "bunch" else kind)


# ---- groups and phrases


def parts_of(part: Part) -> tuple[Part, ...]:
    return part.parts if isinstance(part, Chunk) else ()


def group(chunk: Part, domain: Domain) -> Group:
    """What one chunk of a noun and its adjectives names."""
    nested = [p for p in parts_of(chunk) if isinstance(p, Chunk)]
    across = any(p.name in ("x", "y") for p in nested) or chunk.has("DIFFERENT")
    each = any(p.name == "y" for p in nested)
    inner = [group(p, domain) for p in nested if p.name in GROUPS]
    own = [t for t in parts_of(chunk) if isinstance(t, Token)]
    things = any(t.name in ("OBJECT", "SHAPE", "PICTURE") and t.value != "ones" for t in own) and chunk.name in (
        "n",
        "o",
    )
    things = things or (bool(inner) and inner[0].things)
    if inner:
        late = chunk.kind == "late" or any(g.late for g in inner)
        both = inner[0].across or across or (chunk.kind == "across" and inner[0].across)
        return Group(merged(inner), both, each or inner[0].each, inner[0].others, things, late or across)
    named = merged(Group(((t.value[0], frozenset({t.value[1]})),)) for t in own if t.name in ("ADJ", "NOUN"))
    bare = not named and chunk.has("BOTH")
    back = any(t.value == "ones" for t in own)
    return Group(named, across or bare, each, chunk.kind == "others" or chunk.has("NOT"), things, back=back)


def phrase(parts: Sequence[Part], domain: Domain) -> Phrase:
    """Groups joined by "and"; those that share a word are one."""
    groups = [group(p, domain) for p in parts if p.name in GROUPS]
    return Phrase(joined(spread(groups), domain.noun))


def spread(groups: Sequence[Group]) -> list[Group]:
    """Groups with what the last one says after its noun: "squares and circles in red and blue"."""
    groups = list(groups)
    while len(groups) > 1 and groups[-2].late and not (groups[-1].things or groups[-1].late):
        if not set(groups[-1].named()) < set(groups[-2].named()):
            break
        groups[-2:] = [replace(groups[-2], values=merged(groups[-2:]))]
    if not groups or not groups[-1].late:
        return groups
    last = groups[-1]
    found = [last]
    for one in reversed(groups[:-1]):
        shared = set(one.named()) & set(last.named())
        fits = len(shared) == 1 and len(one.named()) == 1 and not (one.across or one.others)
        if not fits:
            return [*groups[: len(groups) - len(found)], *found]
        extra = tuple((a, v) for a, v in last.values if a not in one.named())
        found.insert(0, replace(one, values=tuple(sorted((*one.values, *extra))), across=last.across, each=last.each))
    return found


def joined(groups: Sequence[Group], noun: str | None) -> tuple[Group, ...]:
    """Groups that share a word: "red and blue squares", "red circles and squares", "blue and a square" are one."""
    found: list[Group] = []
    for one in groups:
        last = found[-1] if found else None
        if last is None or last.others or one.others or not _shares(last, one, noun):
            found.append(one)
            continue
        if last.late and not set(one.named()) - set(last.named()):
            # "Squares and circles in red and blue": what the squares took from the circles goes on.
            found[:-1] = [_alike(before, last, one) for before in found[:-1]]
        found[-1] = Group(
            merged((last, one)), last.across or one.across, last.each or one.each, False,
            last.things or one.things, last.late or one.late,
        )  # fmt: skip
    return tuple(found)


def _alike(before: Group, last: Group, more: Group) -> Group:
    taken = {a: v for a, v in more.values if before.named().get(a) == last.named().get(a)}
    return replace(before, values=tuple(sorted((a, v | taken.get(a, frozenset())) for a, v in before.values)))


def _shares(last: Group, one: Group, noun: str | None) -> bool:
    before, after = set(last.named()), set(one.named())
    if not before or not after:
        return False
    lone_adjective = noun not in before and not last.things
    lone_noun = after == {noun} and not one.things and noun is not None and not last.things
    later_adjective = (
        noun not in after and not one.things and (before == {noun} or (noun in before and after <= before))
    )
    return lone_adjective or lone_noun or later_adjective


def merged(groups: Iterable[Group]) -> tuple[tuple[str, frozenset[str]], ...]:
    values: dict[str, frozenset[str]] = {}
    for one in groups:
        for attribute, named in one.values:
            values[attribute] = values.get(attribute, frozenset()) | named
    return tuple(sorted(values.items()))


# ---- lists


def items(parts: Sequence[Part], domain: Domain) -> tuple[Item, ...]:
    """The items of a list; a group without a quantity goes on with the item before where they share a word."""
    found: list[Item] = []
    waiting: list[Part] = []
    apart = follows = False
    link = before = ""
    for place, part in enumerate(parts):
        name = part.name
        before, counts, last = name, before in ("TIMES", "X", "COLON", "EQUALSIGN"), before in (*GROUPS, "ONLY")
        if name in (*GROUPS, "r"):
            amount = _amount(waiting)
            after = parts[place + 1] if place + 1 < len(parts) else None
            if amount is None and after is not None and after.name in ("h", "c") and not _heads(parts, place + 1):
                # "Blue circles mostly", "blue circles 5".
                amount = quantity([after])
            rest = name == "r"
            if rest:
                inner = [p for p in parts_of(part) if p.name in ("n", "o")]
                found.append(
                    Item(amount, phrase(inner, domain) if inner else None, rest="each" if _each(waiting) else "all")
                )
            else:
                if part.kind == "number":
                    amount = Quantity("number", Fraction(numbers(part.tokens)[0]))
                found = _listed(found, Item(amount, Phrase((group(part, domain),)), follows), apart, link, domain.noun)
            waiting, apart, follows, link = [], False, False, ""
        elif name in ("h", "c") and last and found and not _heads(parts, place):
            waiting = []
        elif name == "c" and counts and found and found[-1].quantity is None:
            # "Blue squares x3".
            found[-1] = replace(found[-1], quantity=quantity([part]))
        elif name in _APART:
            apart = True
        elif name == "FOLLOWED":
            follows = True
        elif name in ("AND", "OR", "IN"):
            link = name
        elif name not in ("COMMA", "OF"):
            waiting.append(part)
    return tuple(found)


def _heads(parts: Sequence[Part], place: int) -> bool:
    """Whether a quantity stands before a noun of its own."""
    return place + 1 < len(parts) and parts[place + 1].name in (*GROUPS, "OF", "A", "r")


def _each(waiting: Sequence[Part]) -> bool:
    return any(p.name in ("y", "EACH") for p in waiting)


def _amount(waiting: Sequence[Part]) -> Quantity | None:
    """The quantity of an item; "a bunch of" is none, and "bunch of 3" is three."""
    counted = [p for p in waiting if p.kind != "bunch"]
    if any(p.name == "ONLY" for p in counted) and len(counted) == 1:
        return Quantity("only")
    return quantity(counted)


def _listed(found: list[Item], item: Item, apart: bool, link: str, noun: str | None) -> list[Item]:
    """A list with one more item."""
    last = found[-1] if found else None
    plain = last is not None and (last.quantity is None or last.quantity.name not in ("all", "only"))
    if last is not None and last.phrase and item.phrase and item.quantity is None and not item.follows:
        groups = joined([*last.phrase.groups, *item.phrase.groups], noun)
        if last.quantity is not None and last.quantity.name in ("most", "mostly") and not apart and link == "AND":
            return [*found[:-1], replace(last, phrase=Phrase(groups))]
        if plain and not apart and not last.rest and len(groups) < len(last.phrase.groups) + 1:
            found = [*found[:-1], replace(last, phrase=Phrase(groups))]
            return _spread(found[:-1], found[-1])
    if link == "OR" and item.quantity is None and last is not None and last.quantity == NO:
        # "No red circles or blue squares."
        item = replace(item, quantity=NO)
    return _spread(found, item)


def _spread(before: Sequence[Item], last: Item) -> list[Item]:
    """Items with what the last one says after its noun: "a square and a circle in blue"."""
    late = last.phrase.groups[-1] if last.phrase and len(last.phrase.groups) == 1 else Group()
    found = list(before)
    for i in range(len(found) - 1, -1, -1) if late.late else ():
        named = found[i].phrase
        groups = tuple(spread([*named.groups, late])[:-1]) if named and len(named.groups) == 1 else ()
        if (
            named is None
            or groups in ((), named.groups)
            or (found[i].quantity is None) != (last.quantity is None)
            or named.groups[0].late
        ):
            break
        found[i] = replace(found[i], phrase=Phrase(groups))
    return [*found, last]
