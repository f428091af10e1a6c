"""How do statements become English? As one sentence where several say the same kind of thing.

Numbers of things that do not overlap become one list; statements of the same pattern about parts are joined by "and".
"""

from collections.abc import Sequence
from itertools import groupby

from grice.meaning.statements import Statement
from grice.words.numbers import numeral

_LISTED = "number"
_JOINED = frozenset({"all", "half", "fraction", "most", "minority"})


def realise(statements: Sequence[Statement]) -> str:
    """A text that says all of the statements, in their order."""
    return " ".join(_sentence(list(group)) for _, group in groupby(_grouped(statements), key=lambda entry: entry[0]))


def _grouped(statements: Sequence[Statement]) -> list[tuple[int, Statement]]:
    """Each statement with the number of the sentence it goes into."""
    numbered: list[tuple[int, Statement]] = []
    for said in statements:
        fits = bool(numbered) and _goes_with([one for place, one in numbered if place == numbered[-1][0]], said)
        last = numbered[-1][0] if numbered else 0
        numbered.append((last if fits else last + 1, said))
    return numbered


def _goes_with(sentence: Sequence[Statement], said: Statement) -> bool:
    if any(one.name != said.name for one in sentence):
        return False
    if said.name == _LISTED:
        return not any((one.masks["P"] & said.masks["P"]).any() for one in sentence)
    return said.name in _JOINED and len(sentence) == 1 and said.arguments[0] != sentence[0].arguments[0]


def _sentence(group: Sequence[tuple[int, Statement]]) -> str:
    said = [one for _, one in group]
    if len(said) == 1:
        return said[0].text
    if said[0].name == _LISTED:
        items = [f"{numeral(one.numbers[0])} {one.words['P' if one.numbers[0] == 1 else 'Ps']}" for one in said]
        verb = "is" if said[0].numbers[0] == 1 else "are"
        return f"There {verb} {', '.join(items[:-1])} and {items[-1]}."
    first, second = (one.text.removesuffix(".") for one in said)
    return f"{first} and {second[0].lower()}{second[1:]}."
