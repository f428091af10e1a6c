"""Numbers and shares in words and figures are read as what they name."""

from fractions import Fraction

import pytest

from grice.words.shares import figures, number_or_share

NAMED = {
    "3/4": (Fraction(3, 4), 1),
    "75%": (Fraction(3, 4), 1),
    "33.3%": (Fraction(1, 3), 1),
    "three quarters of": (Fraction(3, 4), 2),
    "a third of": (Fraction(1, 3), 2),
    "thirds": (Fraction(1, 3), 1),
    "85 percent": (Fraction(17, 20), 2),
    "twenty one squares": (21, 2),
    "twenty squares": (20, 1),
    "7 circles": (7, 1),
    "1/0": None,
    "a square": None,
    "squares": None,
    "9" * 4301: None,
}


@pytest.mark.parametrize("text", NAMED, ids=[text[:20] for text in NAMED])
def test_a_number_or_share_is_read_with_the_words_that_name_it(text: str) -> None:
    assert number_or_share(text.split()) == NAMED[text]


@pytest.mark.parametrize(
    ("written", "meant"),
    [
        ("9:11", "9 to 11"),
        ("6 - 4", "6 to 4"),
        ("2-3", "2-3"),
        ("50-50", "50/50"),
        ("30/70", "30 to 70"),
        ("5 %", "5%"),
    ],
)
def test_figures_of_two_things_are_two_numbers(written: str, meant: str) -> None:
    assert figures(written) == meant
