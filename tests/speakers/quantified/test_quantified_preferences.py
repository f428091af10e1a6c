"""What people say how often, and what follows for choosing between statements."""

from collections.abc import Callable
from pathlib import Path

import pytest

from grice.corpora import qtuna
from grice.meaning.statements import statement
from grice.speakers.quantified.preferences import cost, measure, table


def test_the_stored_frequencies_are_those_of_the_corpus(corpus: Callable[[str], Path]) -> None:
    rows = list(qtuna.descriptions(corpus("qtuna")))
    if [sum(row.size == size for row in rows) for size in (4, 9, 20)] != table()["descriptions"]:
        pytest.skip("the frequencies were measured on another part of the corpus")
    for place, size in enumerate(table()["sizes"]):
        for section, found in measure(row.text for row in rows if row.size == size).items():
            assert found == {name: row["counts"][place] for name, row in table()[section].items()}


@pytest.mark.parametrize(
    ("preferred", "other"),
    [
        (("number", "red circle", 2), ("number", "red circle", 3)),
        (("number", "red circle", 3), ("more_by", "red circle", "blue square", 3)),
        (("number", "red circle", 2), ("equal", "red circle", "blue square")),
        (("half", "object", "red"), ("half", "square", "red")),
        (("half", "square", "red"), ("half", "red", "square")),
        (("all", "object", "red"), ("none", "blue")),
        (("number_rest", "red square", "blue", 2), ("number_rest", "red square", "square", 2)),
    ],
)
@pytest.mark.parametrize("size", [4, 9, 12, 20])
def test_people_would_rather_say(preferred: tuple[str, ...], other: tuple[str, ...], size: int) -> None:
    assert cost(statement(*preferred), size) < cost(statement(*other), size)


def test_half_is_cheap_in_small_scenes_only() -> None:
    half = statement("half", "object", "red")
    assert cost(half, 4) < cost(half, 6) < cost(half, 9)
