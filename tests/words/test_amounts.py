"""Amounts that count nothing are found whole, and prices in one form; whole numbers are left to those who count."""

import pytest

from grice.meaning.graph_statements import Attribute, Node, Quantity, Statement
from grice.readers.graphs.numerals import in_digits, unsaid, with_amounts
from grice.words.amounts import amounts
from grice.words.split import words_in, words_of_text

WHOLE = {
    "1.5 liters": ["1.5"],
    "3/4 of a melon": ["3/4"],
    "1 1/2 melons": ["1 1/2"],
    "\u00be of a melon": ["\u00be"],
    "six and a half melons": ["six and a half"],
    "two fifths of the seats": ["two fifths"],
    "twenty-one hundredths": [],
    "three quarters on a table": [],
    "1,200 melons": [],
    "at 5. melons": [],
    "a half and a half": [],
    "2 melons and 2.5 liters, 4 1/4 yards": ["2.5", "4 1/4"],
}


@pytest.mark.parametrize("text", WHOLE)
def test_amounts_are_found_whole(text: str) -> None:
    assert [amount for amount, _, _ in amounts(words_in(text))] == WHOLE[text]


@pytest.mark.parametrize("sign", "$\u20ac\u00a3\u00a5")
@pytest.mark.parametrize(
    ("written", "plain"), [("{}6,500", "{}6500"), ("{}1,250,000", "{}1250000"), ("75{}", "{}75"), ("{}8", "{}8")]
)
def test_a_price_is_one_word_at_its_place(sign: str, written: str, plain: str) -> None:
    text = f"a kayak for {written.format(sign)} on a rack"
    found = in_digits(words_of_text(text))
    assert found.words == ("a", "kayak", "for", plain.format(sign), "on", "a", "rack")
    assert text[slice(*found.spans[3])] == written.format(sign)


def test_a_share_is_a_word_where_something_is_shared() -> None:
    assert in_digits(words_of_text("1/2 of a melon, \u00bc of a pie")).words[:2] == ("half", "of")
    assert in_digits(words_of_text("a 1/2 inch bolt")).words == ("a", "1/2", "inch", "bolt")


@pytest.mark.parametrize(
    ("text", "said", "meant"),
    [
        ("1.5 melons", ["1", "5"], ["1.5"]),
        ("1 1/2 melons", ["1", "2"], ["1 1/2"]),
        ("three quarters of the melons", ["3", "quarters"], ["three quarters"]),
        ("three of five melons", ["3", "5"], ["3", "5"]),
        ("2.5 liters and 2 melons", ["2"], ["2"]),
        ("ripe melons, 1.5 kilos", ["ripe"], ["ripe"]),
    ],
)
def test_parts_of_an_amount_are_put_together(text: str, said: list[str], meant: list[str]) -> None:
    node = Node("melons")
    given: list[Statement] = [Quantity(node, one) if one.isdecimal() else Attribute(node, one) for one in said]
    found = with_amounts(given, words_in(text))
    assert [one.number if isinstance(one, Quantity) else getattr(one, "value", "") for one in found] == meant


def test_a_part_of_an_amount_is_no_number_that_was_passed_over() -> None:
    assert unsaid([], words_in("three quarters of a melon")) == frozenset()
    assert unsaid([], words_in("three melons")) == {"3"}
