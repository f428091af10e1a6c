"""Numbers and simple fractions as English words, and back."""

_UNITS = (
    *("zero", "one", "two", "three", "four", "five", "six", "seven", "eight", "nine", "ten"),
    *("eleven", "twelve", "thirteen", "fourteen", "fifteen", "sixteen", "seventeen", "eighteen", "nineteen", "twenty"),
)
_PARTS = {
    2: "half",
    3: "third",
    4: "quarter",
    5: "fifth",
    6: "sixth",
    7: "seventh",
    8: "eighth",
    9: "ninth",
    10: "tenth",
}
_TIMES = {1: "just", 2: "twice"}

WORDS: dict[str, int] = {word: number for number, word in enumerate(_UNITS)}
"""Number words to what they stand for, zero to twenty."""
PARTS: dict[str, int] = {word: part for part, word in _PARTS.items()} | {"fourth": 4}
"""The words of fractions to their denominators: "third" to 3."""


def numeral(number: int) -> str:
    """A number in words up to twenty, in digits above."""
    return _UNITS[number] if 0 <= number < len(_UNITS) else str(number)


def fraction(part: int, whole: int) -> str:
    """ "a third", "two thirds", "half"; beyond tenths, "three out of eleven"."""
    if whole not in _PARTS:
        return f"{numeral(part)} out of {numeral(whole)}"
    if part == 1:
        return _PARTS[2] if whole == 2 else f"{_article(_PARTS[whole])} {_PARTS[whole]}"
    return f"{numeral(part)} {_PARTS[whole]}s"


def times(number: int) -> str:
    """ "twice", "three times"; once is "just", as in "just as many"."""
    return _TIMES.get(number, f"{numeral(number)} times")


def with_article(noun_phrase: str) -> str:
    """ "a red circle", "an orange circle"."""
    return f"{_article(noun_phrase)} {noun_phrase}"


def _article(word: str) -> str:
    return "an" if word[:1].lower() in "aeiou" else "a"
