"""How does a parser see numbers? Larger ones in digits, so that a graph can copy them: "twenty-three people" has 23.

Small numbers stay as they are written: a network has seen them all, and "one" is more often no number than one.
"""

from collections.abc import Sequence
from dataclasses import replace
from itertools import pairwise

from grice.meaning.graph_statements import Attribute, Exists, Quantity, Statement, on_nodes
from grice.words.amounts import Amount, amounts, plain_amounts
from grice.words.number_phrases import number_phrases
from grice.words.split import Passage

_OF = frozenset(["of", "out", "the", "these", "those", "his", "her", "its", "their", "all"])
_REST = frozenset(["rest", "others", "other", "remaining"])
LARGE = 11
"""From this number on digits are read instead of words."""


def in_digits(passage: Passage) -> Passage:
    """The passage with its larger numbers in digits and amounts as one word, each at the place of what says it."""
    words, spans, done = [*passage.words], [*passage.spans], 0
    for digits, first, end in _one_word(passage.words):
        said = digits.split(" ")
        words[first - done : end - done] = said
        spans[first - done : end - done] = [(passage.spans[first][0], passage.spans[end - 1][1])] * len(said)
        done += end - first - len(said)
    return replace(passage, words=tuple(words), spans=tuple(spans)) if words != [*passage.words] else passage


def unsaid(statements: Sequence[Statement], words: Sequence[str]) -> frozenset[str]:
    """The numbers from two on that a sentence names and no statement has."""
    taken = {place for _, low, high in amounts(words) for place in range(low, high)}
    named = {
        digits
        for digits, first, _ in number_phrases(words)
        if digits.isdecimal() and digits not in ("0", "1") and first not in taken
    }
    return frozenset(named.difference(*(field.split() for one in statements for fact in one.facts for field in fact)))


def with_numbers(
    statements: Sequence[Statement], ruled: Sequence[Statement], numbers: frozenset[str]
) -> list[Statement]:
    """Statements, and those of `numbers` that rules give to a thing which a parser has, once, and does not count.

    A network that has seldom seen a number ("ten eggs", "7 sheep") rather leaves it out.
    """
    found = list(statements)
    for one in ruled:
        if isinstance(one, Quantity) and one.number in numbers and not one.unit:
            same = {node for said in found for node in said.nodes if node.head == one.node.head}
            if len(same) == 1 and not any(isinstance(said, Quantity) and said.node in same for said in found):
                (node,) = same
                place = next((i for i, said in enumerate(found) if said.nodes[0] == node), len(found))
                found.insert(place, Quantity(node, one.number))
    return [one for one in found if not isinstance(one, Exists) or sum(one.node in said.nodes for said in found) == 1]


def with_parts(statements: Sequence[Statement], words: Sequence[str]) -> list[Statement]:
    """Statements in which a part of some things is another thing than the whole: in "three of the five chairs are red"
    five are the chairs, and three others of that name are red."""
    found = list(statements)
    if sum(isinstance(one, Quantity) for one in found) < 2:
        return found
    for part, whole in _partitives(words):
        counts = {(one.node, one.number): one for one in found if isinstance(one, Quantity) and not one.unit}
        for node, number in counts:
            if number == part and (all_of_them := counts.get((node, whole))):
                index = 1 + max(other.index for one in found for other in one.nodes if other.name == node.name)
                some = {node: replace(node, index=index)}
                found = [all_of_them, *(on_nodes(one, some) for one in found if one is not all_of_them)]
                break
    return found


def with_rest(statements: Sequence[Statement], words: Sequence[str]) -> list[Statement]:
    """Statements in which what is said of two of the cups, and of the rest, is not said of all the cups: where the two
    have nothing but their number, what is said of the cups is said of them."""
    found = list(statements)
    if _REST.isdisjoint(words):
        return found
    for number, _, end in number_phrases(words):
        if tuple(words[end : end + 2]) != ("of", "the"):
            continue
        parts = [one.node for one in found if isinstance(one, Quantity) and one.number == number and one.node.index]
        for node in parts:
            whole = replace(node, index=0)
            idle = sum(node in one.nodes for one in found) == 1
            if idle and not any(isinstance(one, Quantity) and one.node == whole for one in found):
                found = [Exists(whole), *(on_nodes(one, {whole: node}) for one in found if one != Exists(whole))]
    return found


def _partitives(words: Sequence[str]) -> list[tuple[str, str]]:
    """Numbers of which one is a part of the other: "three of the five", "two out of seven"."""
    numbers = list(number_phrases(words))
    return [
        (part, whole)
        for (part, _, end), (whole, first, _) in pairwise(numbers)
        if part.isdecimal() and whole.isdecimal() and 0 < first - end <= 3 and set(words[end:first]) <= _OF
    ]


def _one_word(words: Sequence[str]) -> list[Amount]:
    """Larger numbers, prices and shares, from left to right."""
    plain = list(plain_amounts(words))
    large = [one for one in _large(words) if not any(low <= one[1] < high for _, low, high in plain)]
    return sorted([*plain, *large], key=lambda one: one[1])


def _large(words: Sequence[str]) -> list[Amount]:
    return [
        (digits, first, end)
        for digits, first, end in number_phrases(words)
        if any(word.isdecimal() and int(word) >= LARGE for word in digits.split(" ")) or _dozen(words[first:end])
    ]


def _dozen(words: Sequence[str]) -> bool:
    return any(word.endswith("dozen") for word in words)


def with_amounts(statements: Sequence[Statement], words: Sequence[str]) -> list[Statement]:
    """Statements in which what is no count is one amount: "1.5 pies" are neither 1 nor 5, "three quarters of a pie" is
    neither three nor quarters."""
    found = list(statements)
    for text, first, end in amounts(words):
        inside = {*words[first:end], *_digits(words[first:end])}
        outside = {*words[:first], *words[end:], *_digits(words[:first]), *_digits(words[end:])}
        parts = inside - outside
        split = [one for one in found if _value(one) in parts and _value(one) != text]
        whole = {one: Attribute(one.nodes[0], text) for one in split}
        found = list(dict.fromkeys(whole.get(one, one) for one in found))
    return found


def _value(one: Statement) -> str:
    return one.number if isinstance(one, Quantity) and not one.unit else one.value if isinstance(one, Attribute) else ""


def _digits(words: Sequence[str]) -> set[str]:
    """The numbers among words, and those of which a fraction is made."""
    said = {digits for digits, _, _ in number_phrases(words)}
    return said.union(*(word.split("/") for word in words if "/" in word))


def with_ranges(statements: Sequence[Statement], words: Sequence[str]) -> list[Statement]:
    """Statements in which a range is one amount: "three or four gulls" are not three, and not four."""
    if not any(isinstance(one, Quantity) for one in statements):
        return list(statements)
    ranges = [digits for digits, _, _ in number_phrases(words) if " " in digits]
    if not ranges:
        return list(statements)
    whole = {bound: digits for digits in ranges for bound in digits.split(" ") if bound.isdecimal()}
    found: dict[Statement, None] = {}
    for one in statements:
        bound = one.number if isinstance(one, Quantity) and not one.unit else ""
        found.setdefault(Attribute(one.nodes[0], whole[bound]) if bound in whole else one)
    return list(found)
