"""Which number does a word name? "two", "a dozen", "both": the quantities that descriptions of pictures use."""

from grice.meaning.numerals import WORDS

_TENS = ("twenty", "thirty", "forty", "fifty", "sixty", "seventy", "eighty", "ninety")
_ONES = [word for word, value in WORDS.items() if 0 < value < 10]

NUMBER_WORDS: dict[str, int] = (
    WORDS
    | {word: 10 * ten for ten, word in enumerate(_TENS, start=2)}
    | {f"{word}-{one}": 10 * ten + WORDS[one] for ten, word in enumerate(_TENS, start=2) for one in _ONES}
    | {"hundred": 100, "both": 2, "couple": 2, "pair": 2, "dozen": 12}
)


def number(word: str) -> int | None:
    """The whole number that a word or numeral names, or None."""
    plain = word.lower().strip()
    return int(plain) if plain.isdecimal() else NUMBER_WORDS.get(plain)
