"""WordNet's hypernyms are those WordNet 3.0 prints, and siblings exclude synonyms and kinds of one another."""

import pytest

from grice.words.lexicon import lexicon
from grice.words.taxonomy import includes, is_kind, kinds, siblings, taxonomy


# wn dog -hypen, WordNet 3.0: dog => canine => carnivore ... and dog => domestic animal.
def test_a_dog_is_a_canine_and_a_domestic_animal() -> None:
    table = lexicon()
    assert kinds("dog") == {table.nouns("canine")[1], table.nouns("domestic_animal")[0]}
    assert table.nouns("entity")[0] in includes("dog")
    assert taxonomy().above(table.nouns("entity")[0]) == frozenset()


def test_every_noun_but_one_has_a_hypernym() -> None:
    table = taxonomy()
    counts = table.firsts[1:] - table.firsts[:-1]
    assert (counts == 0).sum() == 1
    assert len(counts) == 82_115


@pytest.mark.parametrize(
    ("one", "other", "are"),
    [
        *[("dog", "wolf", True), ("horse", "zebra", True), ("man", "woman", True), ("car", "truck", True)],
        *[("sofa", "couch", False), ("dog", "puppy", False), ("man", "person", False), ("dog", "dog", False)],
        *[("dog", "table", False), ("xyzzy", "dog", False)],
    ],
)
def test_siblings(one: str, other: str, are: bool) -> None:
    assert siblings(one, other) is siblings(other, one) is are


@pytest.mark.parametrize(
    ("one", "other", "is_one"),
    [
        ("puppy", "dog", True),
        ("dog", "puppy", False),
        ("man", "person", True),
        ("tabby cat", "cat", True),
        ("teddy bear", "bear", False),  # a toy
        ("xyzzy", "dog", False),
        ("dog", "dog", False),  # a kind of itself it is not
    ],
)
def test_a_kind_of_another(one: str, other: str, is_one: bool) -> None:
    assert is_kind(one, other) is is_one
