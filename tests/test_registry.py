"""A registry makes what goes by a name, and answers a wrong name or option with those there are."""

import pytest

from grice.errors import InputError
from grice.registry import Entry, Registry

NUMBERS = Registry("number", {"half": Entry("fractions:Fraction"), "pair": Entry("test_registry:Pair")})


class Pair:
    def __init__(self, name: str, left: int = 1, right: int = 2) -> None:
        self.made = (name, left, right)


def test_a_thing_is_told_its_name_where_it_asks_for_it() -> None:
    assert NUMBERS.make("Pair", right=5).made == ("pair", 1, 5)
    assert NUMBERS.make("half", numerator=1, denominator=2) == 0.5


@pytest.mark.parametrize("option", ["middle", "name"])
def test_a_wrong_option_names_the_options(option: str) -> None:
    with pytest.raises(InputError, match=f"number pair with {option}\nneeded: its options: left, right"):
        NUMBERS.make("pair", **{option: 3})


def test_something_of_ones_own_is_found_by_its_name_and_takes_nobody_elses() -> None:
    numbers = Registry("number", NUMBERS)
    numbers.add("Two", Entry("test_registry:Pair"))
    assert numbers.make("two", left=7).made == ("Two", 7, 2)
    assert "Two" not in NUMBERS
    with pytest.raises(InputError, match="a number called 'pair', which there is already"):
        numbers.add("pair", Entry("fractions:Fraction"))
