"""QDG-IA and QDG-GREEDY: the recorded behaviour of the original, and its errors fixed."""

import csv
import re
from collections import Counter
from collections.abc import Callable
from pathlib import Path

import numpy as np
import pytest

from grice.corpora.qtuna import SCENES
from grice.errors import InputError
from grice.meaning.quantifiers import ORIGINAL
from grice.scenes.counts import DEFAULT, Domain, rank, worlds
from grice.speakers.quantified.qdg import Layout, greedy, ia, layout, preferences

THREE = Domain(colour=("blue", "red", "green"), shape=("square", "circle", "triangle"))


@pytest.mark.parametrize(
    ("speak", "size", "statements", "complete"),
    [
        (ia, 4, 2.10, 1.00),
        (ia, 9, 2.96, 0.43),
        (ia, 20, 3.79, 0.10),
        (greedy, 4, 1.59, 1.00),
        (greedy, 9, 2.63, 0.50),
        (greedy, 20, 3.59, 0.10),
    ],
)
def test_the_released_variant_repeats_the_recorded_runs(
    speak: Callable[..., object], size: int, statements: float, complete: float
) -> None:
    """100 seeds on each QTUNA scene of the size were recorded; here 40, so up to a tenth of a statement apart."""
    said = [
        speak(scene, DEFAULT, seed, variant="released")
        for (n, _), scene in SCENES.items()
        if n == size
        for seed in range(40)
    ]
    assert np.mean([len(one.statements) for one in said]) == pytest.approx(statements, abs=0.12)  # type: ignore[attr-defined]
    assert np.mean([one.complete for one in said]) == pytest.approx(complete, abs=0.03)  # type: ignore[attr-defined]


def test_promotions_of_the_released_code_come_as_often_as_recorded() -> None:
    rng = np.random.default_rng(0)
    lists = [preferences(rng) for _ in range(5000)]
    share = {name: count / len(lists) for name, count in Counter(name for one in lists for name in one).items()}
    recorded = {
        "half_rest": 0.396,
        "minority": 0.398,
        "fewer": 0.390,
        "some_1": 0.401,
        "everything": 0.257,
        "only": 0.247,
    }
    assert {name: share[name] for name in recorded} == pytest.approx(recorded, abs=0.03)
    assert (min(map(len, lists)), max(map(len, lists))) == (8, 13)
    assert all(one[0] == "all_comb" and one[-1] == "only_one" for one in lists)


def test_promotions_of_the_thesis_move_one_late_pattern_up_one_time_in_ten() -> None:
    rng = np.random.default_rng(0)
    lists = [preferences(rng, "thesis") for _ in range(5000)]
    moved = [one for one in lists if tuple(one) != ORIGINAL]
    assert len(moved) / len(lists) == pytest.approx(0.1, abs=0.015)
    for one in moved:
        assert sorted(one) == sorted(ORIGINAL)
        promoted = next(name for name, base in zip(one, ORIGINAL, strict=True) if name != base)
        assert promoted in ORIGINAL[7:]
        assert [name for name in one if name != promoted] == [name for name in ORIGINAL if name != promoted]


def spoken(table: Layout) -> dict[str, list[int]]:
    """Every way to say a row of the table, with the original's grammar made ours."""
    found: dict[str, list[int]] = {}
    for row, said in enumerate(table.statements):
        for way in range(len(said.pattern.templates)):
            found.setdefault(flat(said.say(way)), []).append(row)
    return found


def flat(text: str) -> str:
    text = re.sub(r"\bLess then\b", "Less than", text.strip(" ."))
    return re.sub(r"(?<=\bis )(a|an) ", "", text) if text.startswith("Every") else re.sub(r" is (a )?", " are ", text)


def plural(text: str) -> str:
    return re.sub(r"(square|circle)$", r"\1s", text)


def test_every_recorded_output_can_be_derived(corpus: Callable[[str], Path]) -> None:
    """Each statement is sayable, removes a distractor when it comes, and the claim at the end is ours."""
    with corpus("qdg/original_outputs.tsv").open(encoding="utf-8", newline="") as file:
        rows = list(csv.reader(file, delimiter="\t", quoting=csv.QUOTE_NONE))
    assert len(rows) == 180
    for size, _, kinds, algorithm, _, claim, text in rows:
        scene = tuple(int(number) for number in re.findall(r"\d+", kinds))
        table = layout(int(size), DEFAULT, f"qdg-{algorithm}")
        known, target = spoken(table), rank(scene)
        alive = np.delete(np.arange(table.logic.shape[1]), target)
        for sentence in text.strip().rstrip(".").split(". "):
            said = flat(sentence)
            found = known.get(said) or known[plural(said)]
            fits = [row for row in found if table.sayable[row, target]]
            assert fits, (text, sentence)
            assert not table.logic[fits[0], alive].all(), (text, sentence)
            alive = alive[table.understood[fits[0], alive]]
        assert (len(alive) == 0) == (claim == "True"), text


@pytest.mark.parametrize("speak", [ia, greedy])
def test_what_is_said_is_true_and_completeness_is_what_it_says(speak: Callable[..., object]) -> None:
    for scene in map(tuple, worlds(6).tolist()):
        said = speak(scene, DEFAULT, 1)
        assert all(one.true_of(scene, pragmatic=True) for one in said.statements)  # type: ignore[attr-defined]
        assert said.complete == (len(said.left_open_pragmatically) == 0)  # type: ignore[attr-defined]
        assert said.complete_logically == (len(said.left_open) == 0)  # type: ignore[attr-defined]


@pytest.mark.parametrize("speak", [ia, greedy])
def test_same_seed_same_words_and_other_seeds_other_words(speak: Callable[..., object]) -> None:
    texts = [speak((3, 4, 7, 6), DEFAULT, seed).text for seed in range(12)]  # type: ignore[attr-defined]
    assert texts == [speak((3, 4, 7, 6), DEFAULT, seed).text for seed in range(12)]  # type: ignore[attr-defined]
    assert len(set(texts)) > 3


def test_greedy_keeps_to_five_statements_unless_asked_for_the_released_code() -> None:
    scenes = [scene for (size, _), scene in SCENES.items() if size == 20]
    assert max(len(greedy(s, DEFAULT, seed).statements) for s in scenes for seed in range(30)) == 5
    assert max(len(greedy(s, DEFAULT, seed, "released").statements) for s in scenes for seed in range(30)) > 5


def test_errors_of_the_original_are_gone() -> None:
    every = [(scene, seed) for scene in map(tuple, worlds(6).tolist()) for seed in range(8)]
    said = [speak(scene, DEFAULT, seed) for scene, seed in every for speak in (ia, greedy)]
    texts = [one.text for one in said]
    assert not any(
        re.search(r"\bthen\b|is (square|circle|blue square|red circle)|Half[^.,]* is ", text) for text in texts
    )
    names = Counter(part.name for one in said for part in one.statements)
    assert names["some_1"] > 0
    assert any("Half of the squares" in ia((1, 1, 6, 1), DEFAULT, seed).text for seed in range(8))


def test_a_singular_verb_no_longer_passes_for_exactly_one() -> None:
    scene = (1, 1, 6, 1)
    for seed in range(30):
        said = greedy(scene, DEFAULT, seed)
        if {one.name for one in said.statements} <= {"half", "half_rest"}:
            assert not said.complete
    assert any(greedy(scene, DEFAULT, seed, "released").complete for seed in range(5))
    assert not all(greedy(scene, DEFAULT, seed, "released").complete_logically for seed in range(5))


@pytest.mark.parametrize("speak", [ia, greedy])
def test_three_colours_and_three_shapes(speak: Callable[..., object]) -> None:
    said = speak((2, 0, 0, 0, 1, 0, 1, 2, 0), THREE, 0)
    assert said.statements  # type: ignore[attr-defined]
    assert all(one.true_of((2, 0, 0, 0, 1, 0, 1, 2, 0), pragmatic=True) for one in said.statements)  # type: ignore[attr-defined]


def test_spaces_that_cannot_be_laid_out_and_unknown_variants_are_refused() -> None:
    with pytest.raises(InputError, match="4,590,551 scenes"):
        greedy((300, 0, 0, 0), DEFAULT, 0)
    with pytest.raises(InputError, match="variant 'old'"):
        ia((2, 0, 0, 2), DEFAULT, 0, variant="old")  # type: ignore[arg-type]
    with pytest.raises(InputError, match="promotion 'none'"):
        ia((2, 0, 0, 2), DEFAULT, 0, promotion="none")  # type: ignore[arg-type]
