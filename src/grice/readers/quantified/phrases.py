"""Which things, and how many? Chunks to groups, phrases, quantities and list items."""

from collections.abc import Iterable, Sequence
from dataclasses import replace
from fractions import Fraction

from grice.readers.quantified.acts import ALL, NO, ONE, Degree, Group, Item, Phrase, Quantity
from grice.readers.quantified.rules import Chunk, Part
from grice.readers.quantified.tokens import Token, classes
from grice.scenes.quantified import Domain

GROUPS = ("n", "a", "o", "i", "w")
# What "more than a few" is more than.
_BOUNDS = {"AFEW": 3, "FEW": 3, "COUPLE": 2, "PAIR": 2, "SEVERAL": 4, "MANY": 5, "TWICE": 2, "THRICE": 3}
_BOUNDS |= {"SINGLE": 1, "A": 1, "ONCE": 1, "SOME": 1}
_FIXED = {"A": ONE, "ONCE": ONE, **dict.fromkeys(("ALL", "EACH", "EVERYTHING", "ALWAYS", "BOTH"), ALL)}
_SHARED = frozenset({"share", "over", "just_over", "almost", "under", "about"})
_FEW = frozenset({"a_couple", "a_few", "some", "few", "several"})


def numbers(tokens: Iterable[Token]) -> list[int]:
    """The numbers among tokens; of vague words what they are at least."""
    found = [t for t in tokens if t.name in ("NUM", "DEF")]
    return [int(t.value) for t in found] or [_BOUNDS[t.name] for t in tokens if t.name in _BOUNDS]


def attributes(parts: Iterable[Part]) -> tuple[str, ...]:
    """The attributes that are named themselves: "colours"."""
    tokens = [t for part in parts if part.name not in ("n", "a") for t in part.tokens]
    return tuple(dict.fromkeys(str(t.value) for t in tokens if t.name in ("ATTRIBUTE", "SHAPE")))


def degree(*parts: Part) -> Degree:
    """How much more."""
    if any(part.has("SLIGHTLY", "AFEW", "COUPLE") for part in parts):
        return "slightly"
    return "much" if any(part.has("MUCH", "MANY") for part in parts) else ""


def quantity(parts: Sequence[Part]) -> Quantity | None:
    """How many, from the words before a noun."""
    for part in parts:
        if part.name in _FIXED:
            return _FIXED[part.name]
        if part.name in ("p", "h", "c") and part.kind != "bunch":
            # "The majority, seven of nine, are red": the last of them says it.
            part = part.parts[-2] if isinstance(part, Chunk) and part.kind == "told" else part
            share = next((token.value for token in part.tokens if token.name == "SHARE"), Fraction(1, 2))
            # "All nine but two": the last of the numbers.
            said = numbers(part.tokens)[-1 if part.kind == "all_but" else 0 :]
            values = (share,) if part.kind in _SHARED else tuple(map(Fraction, said))
            return ALL if part.kind == "all" else NO if values == (0,) else Quantity(part.kind, values)
    return ALL if any(p.name == "ONLY" for p in parts) else None


def group(chunk: Part, domain: Domain) -> Group:
    """What one chunk of a noun and its adjectives names."""
    nested = [p for p in chunk.parts if isinstance(p, Chunk)]
    own = [t for t in chunk.parts if isinstance(t, Token)]
    inner = [group(p, domain) for p in nested if p.name in GROUPS]
    one = _merged(inner or [Group({t.value[0]: frozenset({t.value[1]})}) for t in own if t.name in ("ADJ", "NOUN")])
    crossing = any(p.name in ("x", "y") for p in nested) or chunk.has("DIFFERENT")
    across = one.across or crossing or (not one.named and chunk.has("BOTH"))
    others = one.others or chunk.kind == "others" or chunk.has("NOT")
    things = chunk.name in ("n", "o") and any(t.has("OBJECT", "SHAPE", "PICTURE") and t.value != "ones" for t in own)
    each = one.each or any(p.name == "y" for p in nested)
    late = (bool(inner) and crossing) or chunk.kind == "late" or any(t.value == "ones" for t in own)
    return Group(one.named, across, others, one.things or things, each, one.late or late)


def _merged(groups: Sequence[Group]) -> Group:
    """All that some groups name, as one."""
    values: dict[str, frozenset[str]] = {}
    for one in groups:
        values |= {attribute: named | values.get(attribute, named) for attribute, named in one.named.items()}
    flags = {name: any(getattr(one, name) for one in groups) for name in ("across", "others", "things", "each", "late")}
    return Group(values, **flags)


def phrase(parts: Sequence[Part], domain: Domain) -> Phrase:
    """Groups joined by "and"; those that share a word are one."""
    # The nouns inside "the other squares" too.
    inner = [part for outer in parts for part in (outer.parts if outer.name == "r" else (outer,))]
    return Phrase(_joined([group(part, domain) for part in inner if part.name in GROUPS], domain.noun))


def _joined(groups: Sequence[Group], noun: str | None) -> tuple[Group, ...]:
    """Groups that share a word: "red and blue squares", "red circles and squares", "blue and a square" are one."""
    if groups and groups[-1].late:
        # "Squares and circles in red and blue".
        groups = [*(one.lent(groups[-1]) for one in groups[:-1]), groups[-1]]
    found: list[Group] = []
    for one in groups:
        last = found[-1] if found else Group()
        before, after = set(last.named), set(one.named)
        lone_adjective = noun not in before and not last.things
        lone_noun = after == {noun} and not one.things and not last.things
        later = noun not in after and not one.things and (before == {noun} or (noun in before and after <= before))
        alike = before and after and not last.others and not one.others and (lone_adjective or lone_noun or later)
        found[len(found) - bool(alike) :] = [_merged((last, one)) if alike else one]
    return tuple(found)


def items(parts: Sequence[Part], domain: Domain) -> tuple[Item, ...]:
    """The items of a list, each with what its neighbours say of it."""
    return completed(_told_apart(plain(parts, domain)), domain.noun)


def plain(parts: Sequence[Part], domain: Domain) -> list[Item]:
    """The items of a list; a group without a quantity goes on with the item before where they share a word."""
    found, waiting, links, place = list[Item](), list[Part](), set[str](), 0
    while place < len(parts):
        part, place = parts[place], place + 1
        if part.name in classes("links"):
            links.add(part.name)
        elif part.name not in GROUPS:
            waiting.append(part)
        else:
            amount = quantity(waiting)
            ahead = place + (place < len(parts) and parts[place].name in ("TIMES", "X", "COLON", "ONLY"))
            after = [part.name for part in parts[ahead : ahead + 2]]
            if after and after[0] in ("h", "c") and after[-1] not in (*GROUPS, "OF", "A"):
                # "Blue circles mostly", "blue circles: 5", "blue circles x5".
                amount, place = amount or quantity([parts[ahead]]), ahead + 1
            if part.kind == "number":
                amount = Quantity("number", tuple(map(Fraction, numbers(part.tokens)[:1] or [1])))
            found = _listed(found, Item(amount, Phrase((group(part, domain),))), links, domain.noun)
            waiting, links = [], set()
    return found


def _listed(found: list[Item], item: Item, links: set[str], noun: str | None) -> list[Item]:
    """A list with one more item."""
    last = found[-1] if found else None
    # "Squares - 3 blue, 2 red, circles - ...": another heading, and not what the red ones are.
    heading = "COMMA" in links and any(one.phrase.attributes == item.phrase.attributes for one in found[:-1])
    if last and item.quantity is None and not links & classes("apart") and not heading:
        groups = _joined([*last.phrase.groups, *item.phrase.groups], noun)
        most = last.quantity is not None and last.quantity.name in ("most", "mostly") and "AND" in links
        if most or len(groups) <= len(last.phrase.groups):
            return [*found[:-1], replace(last, phrase=Phrase(groups))]
    if "OR" in links and item.quantity is None and last is not None and last.quantity == NO:
        # "No red circles or blue squares."
        item = replace(item, quantity=NO)
    return [*found, item]


def _told_apart(items: Sequence[Item]) -> list[Item]:
    """Items with the one they are parts of: "seven squares, six red and one blue, and two circles"."""
    found, about = list(items), [item.quantity for item in items]
    sizes = [int(q.values[0]) if q and q.name in ("number", "one", "about_number") else 0 for q in about]
    for i, whole in enumerate(items):
        named = whole.phrase.attributes if found[i] is whole and whole.quantity != NO else frozenset()
        few = whole.quantity is not None and whole.quantity.name in _FEW
        left, run = whole.number or sum(sizes), list[int]()
        for j in range(i + 1, len(items)):
            own = items[j].phrase.attributes if not items[j].phrase.groups[0].things else named
            if not own or own & named or not named or not 0 < sizes[j] <= left:
                break
            left, run = left - sizes[j], [*run, j]
        last, several = run[-1:] == [len(items) - 1], len(run) > 1
        # "Squares (eight blue), ..." has no number that its parts could add up to.
        if (several and not (whole.number and left)) or (last and whole.number) or (run and not whole.quantity):
            group = whole.phrase.groups[0]
            # "A few circles, four blue and three red": the numbers say how few.
            found[i] = Item(None if few else whole.quantity, Phrase((replace(group, things=True),)))
            for j in run:
                part = replace(_merged((group, *items[j].phrase.groups)), things=True)
                found[j] = replace(items[j], phrase=Phrase((part,)))
    return found


def completed(items: Sequence[Item], noun: str | None) -> tuple[Item, ...]:
    """List items with what their neighbours say: "one blue and one red square", "a square and a circle in blue"."""
    found = list(items)
    for i in range(len(found) - 2, -1, -1):
        own, after = found[i].phrase, found[i + 1].phrase
        # "Six squares in red, one in blue": what stands after "in" looks back for its noun.
        late, denied = after.groups[-1].late, NO in (found[i].quantity, found[i + 1].quantity)
        if (found[i].quantity or late) and not (i and (own.groups[-1].late or (late and noun not in own.attributes))):
            # "No blue, 13 circles": no blue ones at all.
            found[i] = replace(found[i], phrase=own.lent(after, None if late or denied else noun))
    for i in range(1, len(found)):
        before, amount = found[i - 1].phrase, found[i].quantity
        if amount and amount != NO:
            only = None if amount.name == "one" or found[i - 1].quantity == NO else noun
            found[i] = replace(found[i], phrase=found[i].phrase.lent(before, only))
    return tuple(found)
