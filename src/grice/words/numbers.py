"""Which number does a word name, and how is a number put in words? Whole numbers and simple fractions in English."""

_UNITS = (
    *("zero", "one", "two", "three", "four", "five", "six", "seven", "eight", "nine", "ten"),
    *("eleven", "twelve", "thirteen", "fourteen", "fifteen", "sixteen", "seventeen", "eighteen", "nineteen", "twenty"),
)
_TENS = ("twenty", "thirty", "forty", "fifty", "sixty", "seventy", "eighty", "ninety")
_PARTS = ("half", "third", "quarter", "fifth", "sixth", "seventh", "eighth", "ninth", "tenth")
_TIMES = {1: "just", 2: "twice"}

COUNTING_WORDS: dict[str, int] = (
    {word: number for number, word in enumerate(_UNITS)}
    | {word: 10 * ten for ten, word in enumerate(_TENS, start=2)}
    | {"hundred": 100}
)
"""Single words that are numbers and nothing else."""
NUMBER_WORDS: dict[str, int] = (
    COUNTING_WORDS
    | {f"{tens}-{_UNITS[one]}": 10 * ten + one for ten, tens in enumerate(_TENS, start=2) for one in range(1, 10)}
    | {"both": 2, "couple": 2, "pair": 2, "dozen": 12}
)
"""Words to the numbers they name; descriptions of pictures also count by "both", "a pair", "a dozen"."""

MOST_DIGITS = 100
"""The most digits of a numeral; Python refuses to convert very long ones."""


def number(word: str) -> int | None:
    """The whole number that a word or numeral names, or None, as for a numeral with too many digits."""
    plain = word.lower().strip()
    if plain.isdecimal():
        return int(plain) if len(plain) <= MOST_DIGITS else None
    return NUMBER_WORDS.get(plain)


def numeral(number: int) -> str:
    """A number in words up to twenty, in digits above."""
    return _UNITS[number] if 0 <= number < len(_UNITS) else str(number)


def fraction(part: int, whole: int) -> str:
    """ "a third", "two thirds", "half"; beyond tenths, "three out of eleven"."""
    if not 2 <= whole < len(_PARTS) + 2:
        return f"{numeral(part)} out of {numeral(whole)}"
    word = _PARTS[whole - 2]
    if part == 1:
        return word if whole == 2 else with_article(word)
    return f"{numeral(part)} {word}s"


def times(number: int) -> str:
    """ "twice", "three times"; once is "just", as in "just as many"."""
    return _TIMES.get(number, f"{numeral(number)} times")


def with_article(noun_phrase: str) -> str:
    """ "a red circle", "an orange circle"."""
    return f"{'an' if noun_phrase[:1].lower() in 'aeiou' else 'a'} {noun_phrase}"
