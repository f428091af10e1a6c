"""Number words and numerals, ranges and what qualifies them, come out in digits."""

import pytest
from hypothesis import example, given
from hypothesis import strategies as st

from grice.words.number_phrases import as_number, cardinal, cardinals
from grice.words.split import words_in

ONES = "zero one two three four five six seven eight nine ten eleven twelve thirteen fourteen fifteen sixteen".split()  # noqa: SIM905
ONES += ["seventeen", "eighteen", "nineteen"]
TENS = "- - twenty thirty forty fifty sixty seventy eighty ninety".split()  # noqa: SIM905


def spelt(number: int, hyphen: str, conjunction: str) -> str:
    """A number in words by repeated division: written here, apart from the code that reads numbers."""
    if number < 20:
        return ONES[number]
    if number < 100:
        ten, one = divmod(number, 10)
        return TENS[ten] + (hyphen + ONES[one] if one else "")
    for size, name in ((1_000_000, "million"), (1_000, "thousand"), (100, "hundred")):
        if number >= size:
            many, rest = divmod(number, size)
            link = conjunction if rest < 100 else " "
            return f"{spelt(many, hyphen, conjunction)} {name}" + (
                link + spelt(rest, hyphen, conjunction) if rest else ""
            )
    raise AssertionError(number)


@given(st.integers(0, 1_000_000), st.sampled_from(["-", " "]), st.sampled_from([" and ", " "]))
@example(1_000_000, "-", " ")
@example(999_999, " ", " and ")
@example(100_001, "-", " and ")
def test_every_number_to_a_million_is_read_from_its_words(number: int, hyphen: str, conjunction: str) -> None:
    words = words_in(f"{spelt(number, hyphen, conjunction)} people")
    assert cardinal(words, 0) == (number, len(words) - 1)


@given(st.integers(0, 1_000_000))
def test_every_number_to_a_million_is_read_from_its_digits(number: int) -> None:
    for written in (str(number), f"{number:,}"):
        words = words_in(f"{written} people")
        assert cardinal(words, 0) == (number, len(words) - 1)


@pytest.mark.parametrize(
    ("text", "number"),
    [
        ("a dozen", "12"),
        ("half a dozen", "6"),
        ("a half-dozen", "6"),
        ("two dozen", "24"),
        ("a couple of", "2"),
        ("a hundred", "100"),
        ("twelve hundred", "1200"),
        ("a thousand and one", "1001"),
        ("both", "2"),
    ],
)
def test_phrases(text: str, number: str) -> None:
    assert cardinal(words_in(f"{text} dogs"), 0) == (int(number), len(words_in(text)))
    assert as_number(text) == number


@pytest.mark.parametrize(
    "text",
    [
        *("dozens of dogs", "hundreds of people", "a pair of shoes", "a couple sits", "a man", "no one", "one another"),
        *("10:30", "2.5 litres", "first", "more than a man", "the red one with a hat", "one of the dogs", "-", ""),
    ],
)
def test_what_is_no_number(text: str) -> None:
    words = words_in(text)
    assert not list(cardinals(words))


def test_numbers_are_found_where_they_stand() -> None:
    words = words_in("Twenty-three people, three or four dogs and the red one at 10:30 with 1,200 birds")
    assert [(value, words[end]) for value, _, end in cardinals(words)] == [
        (23, "people"),
        (3, "or"),
        (4, "dogs"),
        (1200, "birds"),
    ]
