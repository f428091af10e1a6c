"""Whatever a text holds, reading it takes time and memory in proportion, and ends with a graph or a named problem."""

import numpy as np
import pytest

import grice
from grice.readers.graphs.network.parser import BATCH, BATCH_PLACES, NetworkParser
from grice.readers.graphs.parsing import load
from timing import growth

LINEAR = 3.0


def nonsense(words: int, seed: int = 0) -> str:
    rng = np.random.default_rng(seed)
    letters = list("abcdefghijklmnopqrstuvwxyz")
    return " ".join("".join(rng.choice(letters, size=rng.integers(4, 9))) for _ in range(words))


@pytest.mark.parametrize("text", ["9" * 4301, "9" * 4301 + " men", "\u0663" * 4301, "1" + "0" * 99 + " dogs"])
@pytest.mark.parametrize("parser", ["rules", "default"])
def test_a_numeral_of_very_many_digits_is_read_like_any_word(text: str, parser: str) -> None:
    (graph,) = grice.parse([text], parser)
    assert graph.statements or graph.problems or "men" not in text


def test_the_digits_of_a_number_are_kept() -> None:
    digits = "9" * 4301
    assert grice.parse(f"{digits} men", "rules").facts == (("men", "is", digits),)


@pytest.mark.parametrize("parser", ["rules", "default"])
def test_half_a_surrogate_pair_is_no_word(parser: str) -> None:
    text = "a \ud800 dog on\udfff a mat"
    graph = grice.parse(text, parser)
    assert graph.facts == grice.parse("a dog on a mat", parser).facts
    assert [text[slice(*node.span)] for node in graph.nodes] == ["dog", "mat"]


@pytest.mark.parametrize(
    "make",
    [
        lambda size: "a" + "-b" * size,
        lambda size: "a dog. " * size,
        lambda size: "|" * size + "dog",
        lambda size: "dog's " * size,
        lambda size: "a;" * size,
        lambda size: "( " * size + "dog",
    ],
    ids=["hyphens", "sentences", "bars", "owners", "semicolons", "brackets"],
)
def test_twice_the_text_takes_twice_the_time_by_rules(make) -> None:
    parser = load("rules")
    assert growth(lambda text: grice.parse([text], parser), make, 1000) < LINEAR


def test_a_name_that_never_ends_is_given_up() -> None:
    """A network that has lost its way copied "-b-b-b" until it ran out of places, four beams at a time."""
    parser = load("default", threads=1)
    with pytest.raises(grice.InputError, match="did not end it"):
        grice.parse("a" + "-b" * 40, parser)
    assert growth(lambda text: grice.parse([text], parser), lambda size: "a" + "-b" * size, 40) < LINEAR


@pytest.mark.long
def test_nonsense_takes_time_in_proportion() -> None:
    parser = load("default", threads=1)
    assert growth(lambda text: grice.parse([text], parser), nonsense, 80) < LINEAR


def test_a_batch_holds_no_more_than_memory_is_set_aside_for(monkeypatch: pytest.MonkeyPatch) -> None:
    parser = load("default", threads=1)
    assert isinstance(parser, NetworkParser)
    seen: list[tuple[int, int]] = []
    step = parser._network.step

    def spy(last, place, memory):
        seen.append((len(last), memory.seen["visible"].shape[1]))
        return step(last, place, memory)

    monkeypatch.setattr(parser._network, "step", spy)
    parser([nonsense(40, seed) for seed in range(3)] + [f"a dog and {i} cats" for i in range(BATCH + 9)])
    assert BATCH in {rows for rows, _ in seen}
    for rows, width in seen:
        assert rows == 1 or rows * (width + min(parser.positions, 16 + 3 * width)) <= BATCH_PLACES
