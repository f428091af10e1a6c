"""Which number does a word name? "two", "a dozen", "both": the quantities that descriptions of pictures use."""

_TO_NINETEEN = (
    *("zero", "one", "two", "three", "four", "five", "six", "seven", "eight", "nine", "ten", "eleven", "twelve"),
    *("thirteen", "fourteen", "fifteen", "sixteen", "seventeen", "eighteen", "nineteen"),
)
_TENS = ("twenty", "thirty", "forty", "fifty", "sixty", "seventy", "eighty", "ninety")

NUMBER_WORDS: dict[str, int] = (
    {word: number for number, word in enumerate(_TO_NINETEEN)}
    | {word: 10 * ten for ten, word in enumerate(_TENS, start=2)}
    | {f"{w}-{_TO_NINETEEN[unit]}": 10 * ten + unit for ten, w in enumerate(_TENS, start=2) for unit in range(1, 10)}
    | {"hundred": 100, "both": 2, "couple": 2, "pair": 2, "dozen": 12}
)


def number(word: str) -> int | None:
    """The whole number that a word or numeral names, or None."""
    plain = word.lower().strip()
    return int(plain) if plain.isdecimal() else NUMBER_WORDS.get(plain)
