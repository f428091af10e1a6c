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
_THINGS = frozenset({"OBJECT", "SHAPE", "PICTURE"})
_MARKS = frozenset({"TIMES", "X", "COLON", "EQUALSIGN", "ONLY"})
_APART = frozenset({"WITH", "AMONG", "PLACED", "BUT", "SEMICOLON", "COLON", "LEFTBRACKET", "RIGHTBRACKET"})
_LINKS = _APART - {"COLON"} | {"AND", "OR", "IN", "COMMA", "OF", "FOLLOWED", "TO"}
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
    if kind == "between":
        least, most = sorted(numbers(tokens))
        return Quantity(kind, Fraction(least), Quantity("number", Fraction(most)))
    if kind == "told":
        # "The majority, seven of nine, are red": the last of them says it.
        said = parts_of(part)[-2]
        return _quantity(said, said.tokens)
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
    own = [t for t in parts_of(chunk) if isinstance(t, Token)]
    inner = [group(p, domain) for p in nested if p.name in GROUPS]
    across = any(p.name in ("x", "y") for p in nested) or chunk.has("DIFFERENT")
    each = any(p.name == "y" for p in nested)
    things = chunk.name in ("n", "o") and any(t.name in _THINGS and t.value != "ones" for t in own)
    if inner:
        first = inner[0]
        late = across or chunk.kind == "late" or any(g.late for g in inner)
        each, across = each or first.each, across or first.across
        return Group(merged(inner), across, each, first.others, things or first.things, late)
    named = merged(Group(((t.value[0], frozenset({t.value[1]})),)) for t in own if t.name in ("ADJ", "NOUN"))
    bare = not named and chunk.has("BOTH")
    back = any(t.value == "ones" for t in own)
    return Group(named, across or bare, each, chunk.kind == "others" or chunk.has("NOT"), things, back=back)


def phrase(parts: Sequence[Part], domain: Domain) -> Phrase:
    """Groups joined by "and"; those that share a word are one."""
    return Phrase(joined(spread([group(p, domain) for p in parts if p.name in GROUPS]), domain.noun))


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
    for i in range(len(groups) - 2, -1, -1):
        one = groups[i]
        shared = set(one.named()) & set(last.named())
        if len(shared) != 1 or len(one.named()) != 1 or one.across or one.others:
            break
        extra = tuple((a, v) for a, v in last.values if a not in one.named())
        groups[i] = replace(one, values=tuple(sorted((*one.values, *extra))), across=last.across, each=last.each)
    return groups


def joined(groups: Sequence[Group], noun: str | None) -> tuple[Group, ...]:
    """Groups that share a word: "red and blue squares", "red circles and squares", "blue and a square" are one."""
    found: list[Group] = []
    for one in groups:
        last = found[-1] if found else None
        if last is None or last.others or one.others or not _shares(last, one, noun):
            found.append(one)
            continue
        both = (last.across or one.across, last.each or one.each, False, last.things or one.things)
        found[-1] = Group(merged((last, one)), *both, last.late or one.late)
    return tuple(found)


def _shares(last: Group, one: Group, noun: str | None) -> bool:
    before, after = set(last.named()), set(one.named())
    if not before or not after:
        return False
    lone_adjective = noun not in before and not last.things
    lone_noun = after == {noun} and not one.things and noun is not None and not last.things
    later = noun not in after and not one.things and (before == {noun} or (noun in before and after <= before))
    return lone_adjective or lone_noun or later


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
    links: set[str] = set()
    place = 0
    while place < len(parts):
        part, place = parts[place], place + 1
        if part.name in _LINKS:
            links.add(part.name)
        elif part.name not in (*GROUPS, "r"):
            waiting.append(part)
        else:
            amount = quantity([p for p in waiting if p.kind != "bunch"])
            ahead = place + (place < len(parts) and parts[place].name in _MARKS)
            if ahead < len(parts) and parts[ahead].name in ("h", "c") and not _heads(parts, ahead):
                # "Blue circles mostly", "blue circles: 5", "blue circles x5".
                amount, place = amount or quantity([parts[ahead]]), ahead + 1
            if part.name == "r":
                inner = [p for p in parts_of(part) if p.name in ("n", "o")]
                each = any(p.name in ("y", "EACH") for p in waiting)
                found.append(Item(amount, phrase(inner, domain) if inner else None, rest="each" if each else "all"))
            else:
                if part.kind == "number":
                    amount = Quantity("number", Fraction(numbers(part.tokens)[0]))
                item = Item(amount, Phrase((group(part, domain),)), "FOLLOWED" in links)
                found = _listed(found, item, links, domain.noun)
            waiting, links = [], set()
    return tuple(found)


def _heads(parts: Sequence[Part], place: int) -> bool:
    """Whether a quantity stands before a noun of its own."""
    return place + 1 < len(parts) and parts[place + 1].name in (*GROUPS, "OF", "A", "r")


def _listed(found: list[Item], item: Item, links: set[str], noun: str | None) -> list[Item]:
    """A list with one more item."""
    last = found[-1] if found else None
    if last and last.phrase and item.phrase and item.quantity is None and not item.follows and not links & _APART:
        groups = joined([*last.phrase.groups, *item.phrase.groups], noun)
        most = last.quantity is not None and last.quantity.name in ("most", "mostly") and "AND" in links
        if most or (not last.rest and len(groups) <= len(last.phrase.groups)):
            return _spread(found[:-1], replace(last, phrase=Phrase(groups)))
    if "OR" in links and item.quantity is None and last is not None and last.quantity == NO:
        # "No red circles or blue squares."
        item = replace(item, quantity=NO)
    return _spread(found, item)


def _spread(before: Sequence[Item], last: Item) -> list[Item]:
    """Items with what the last one says after its noun: "a square and a circle in blue"."""
    late = last.phrase.groups[-1] if last.phrase and len(last.phrase.groups) == 1 else Group()
    found = list(before)
    for i in range(len(found) - 1, -1, -1) if late.late else ():
        named = found[i].phrase
        if named is None or len(named.groups) > 1 or (found[i].quantity is None) != (last.quantity is None):
            break
        groups = tuple(spread([*named.groups, late])[:-1])
        if groups in ((), named.groups) or named.groups[0].late:
            break
        found[i] = replace(found[i], phrase=Phrase(groups))
    return [*found, last]
