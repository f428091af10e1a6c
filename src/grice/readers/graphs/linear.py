"""How is a scene graph written as one row of tokens, and read back? (FACTUAL, Li et al. 2023, section 4.)

A fact in identifier form is `(subject, predicate, object)` with `v:` or `pv:` before a predicate that holds a verb and
`:1` after a second object of the same name. As tokens, the sign that opens the predicate says what kind it is:

    dog <verb> chase <object> ball <next> ball <is> red <next> cup <passive> fill with <object> tea

A lone object is its words alone. The verb is the first word of its predicate and a preposition is the rest, so the
meaning representation (verb and preposition apart, voice, node index) can be read off the same row.
"""

from collections.abc import Iterable, Sequence

Fact = tuple[str, ...]

NEXT, IS, VERB, PASSIVE, RELATION, OBJECT, SECOND, THIRD = SIGNS = (
    "<next>",
    "<is>",
    "<verb>",
    "<passive>",
    "<relation>",
    "<object>",
    "<:1>",
    "<:2>",
)
_OPENS = {"v:": VERB, "pv:": PASSIVE}
_PREFIX = {VERB: "v:", PASSIVE: "pv:", RELATION: ""}
_INDEX = {":1": SECOND, ":2": THIRD}
_SUFFIX = {sign: suffix for suffix, sign in _INDEX.items()}
_GLUE = frozenset("-'/&.")


def tokens_of(facts: Iterable[Fact]) -> list[str]:
    """Words and signs of a graph, facts in the order given."""
    row: list[str] = []
    for fact in facts:
        if row:
            row.append(NEXT)
        row += _node(fact[0])
        if len(fact) == 3 and fact[1] == "is":
            row += [IS, *fact[2].split()]
        elif len(fact) == 3:
            sign, words = _predicate(fact[1])
            row += [sign, *words, OBJECT, *_node(fact[2])]
    return row


def facts_of(row: Sequence[str]) -> list[Fact]:
    """The well-formed facts of a row of words and signs, each once, in order."""
    facts: dict[Fact, None] = {}
    start = 0
    for end in range(len(row) + 1):
        if end == len(row) or row[end] == NEXT:
            fact = _fact(row[start:end])
            if fact is not None:
                facts.setdefault(fact)
            start = end + 1
    return list(facts)


def plain(fact: Fact) -> Fact:
    """A fact without voice, verb and index marks: what the plain corpus and the metrics compare."""
    if len(fact) != 3:
        return tuple(_without_index(field) for field in fact)
    subject, predicate, value = fact
    for prefix in _OPENS:
        predicate = predicate.removeprefix(prefix)
    return (_without_index(subject), predicate, value if fact[1] == "is" else _without_index(value))


def words_of(pieces: Sequence[str]) -> list[str]:
    """Word pieces put together again: `##` continues a word, and a hyphen or apostrophe holds its two sides."""
    words: list[str] = []
    glue = False
    for piece in pieces:
        if piece in SIGNS:
            words.append(piece)
            glue = False
        elif piece.startswith("##") and words and words[-1] not in SIGNS:
            words[-1] += piece[2:]
        elif words and words[-1] not in SIGNS and (glue or piece in _GLUE):
            words[-1] += piece
            glue = piece in _GLUE
        else:
            words.append(piece.removeprefix("##"))
            glue = False
    return words


def _node(name: str) -> list[str]:
    for suffix, sign in _INDEX.items():
        if name.endswith(suffix):
            return [*name.removesuffix(suffix).split(), sign]
    return name.split()


def _predicate(text: str) -> tuple[str, list[str]]:
    for prefix, sign in _OPENS.items():
        if text.startswith(prefix):
            return sign, text.removeprefix(prefix).split()
    return RELATION, text.split()


def _fact(row: Sequence[str]) -> Fact | None:
    signs = [(i, token) for i, token in enumerate(row) if token in SIGNS and token not in _SUFFIX]
    if not signs:
        name = _name(row)
        return (name,) if name else None
    first, sign = signs[0]
    subject = _name(row[:first])
    if sign == IS and len(signs) == 1:
        value = _name(row[first + 1 :])
        return (subject, "is", value) if subject and value else None
    if sign in _PREFIX and len(signs) == 2 and signs[1][1] == OBJECT:
        predicate = " ".join(row[first + 1 : signs[1][0]])
        thing = _name(row[signs[1][0] + 1 :])
        if subject and predicate and thing and not any(suffix in predicate.split() for suffix in _SUFFIX):
            return (subject, _PREFIX[sign] + predicate, thing)
    return None


def _name(row: Sequence[str]) -> str:
    words = list(row)
    suffix = _SUFFIX[words.pop()] if words and words[-1] in _SUFFIX else ""
    if not words or any(word in SIGNS for word in words):
        return ""
    return " ".join(words) + suffix


def _without_index(name: str) -> str:
    for suffix in _INDEX:
        name = name.removesuffix(suffix)
    return name
