"""The analysis of reconstruction: the thesis's fractions and deviations from answers that have them, and its words."""

from itertools import count
from typing import Any

import numpy as np
import pytest

from grice.scenes.quantified import swaps
from grice.studies import analysis, plots
from grice.studies.hypotheses import hypotheses

TRUTH = (2, 1, 0, 1)
SWAPS = {
    ("human", 4): (4, 12),
    ("human", 9): (9, 16),
    ("human", 20): (36, 12),
    ("qdg-ia", 4): (0, 12),
    ("qdg-ia", 9): (17, 16),
    ("qdg-ia", 20): (44, 12),
    ("qdg-greedy", 4): (1, 12),
    ("qdg-greedy", 9): (12, 16),
    ("qdg-greedy", 20): (36, 12),
}
"""Experiment A of Pel (2020), recomputed from its percentages: swaps, and answers, of every producer and size."""


def row(
    pair: str, producer: str, size: int, answer: tuple[int, ...], truth: tuple[int, ...], who: int
) -> dict[str, Any]:
    kinds = ("blue_squares", "red_squares", "blue_circles", "red_circles")
    off = int(swaps(answer, truth))
    return {
        "pair": pair,
        "producer": producer,
        "size": size,
        "participant": who,
        "gold": False,
        "status": "finished",
        **{f"answer_{kind}": n for kind, n in zip(kinds, answer, strict=True)},
        "swaps": off,
        "swap_share": off / size,
    }


def thesis() -> list[dict[str, Any]]:
    """Answers with the thesis's numbers of swaps, four readers for each pair."""
    found, who = [], count()
    for (producer, size), (total, answers) in SWAPS.items():
        for i in range(answers):
            off = total // answers + (i < total % answers)
            truth = (size, 0, 0, 0)
            found.append(
                row(f"{size}-{i // 4}:{producer}", producer, size, (size - off, off, 0, 0), truth, next(who) % 20)
            )
    return found


def test_swap_percentages_are_those_of_the_thesis() -> None:
    table = {record["producer"]: record for record in analysis.swaps_by_producer(thesis()).records()}
    printed = {
        "human": (8.33, 6.25, 15.0),
        "qdg-ia": (0.0, 11.81, 18.33),
        "qdg-greedy": (2.08, 8.33, 15.0),
        "total": (3.47, 8.80, 16.11),
    }
    for producer, cells in printed.items():
        assert [table[producer][f"n = {n}"] for n in (4, 9, 20)] == pytest.approx(cells, abs=0.005)
    assert table["total"]["swaps"] == 159
    assert table["total"]["answers"] == 120
    assert list(table) == ["human", "qdg-greedy", "qdg-ia", "total"]


def test_the_deviation_of_a_pair_is_the_sum_that_the_thesis_printed() -> None:
    """One of two readers off by one swap: 2 x .707; one of four: 2 x .5. The mean over kinds is a quarter of it."""
    two = [row("p", "human", 4, answer, TRUTH, i) for i, answer in enumerate([TRUTH, (2, 1, 1, 0)])]
    four = [row("q", "human", 4, answer, TRUTH, i) for i, answer in enumerate([TRUTH, TRUTH, TRUTH, (2, 1, 1, 0)])]
    assert analysis.spreads(two)["p"][2:] == pytest.approx((1.414, 0.354), abs=1e-3)
    assert analysis.spreads(four)["q"][2:] == pytest.approx((1.0, 0.25))
    assert analysis.spreads(two[:1]) == {}


def test_the_hypotheses_are_answered_in_words() -> None:
    rng = np.random.default_rng(0)
    rows, scores = thesis(), []
    for pair in {one["pair"] for one in rows}:
        share = np.mean([one["swap_share"] for one in rows if one["pair"] == pair])
        scores.append(
            {"pair": pair, "informativity": 5 - 10 * share + rng.normal(0, 0.1), "correctness": str(rng.integers(3, 6))}
        )
    without = {record[""]: record for record in hypotheses(rows).records()}
    assert [without[number]["answer"] for number in ("2", "3", "4", "question")] == ["yes", "open", "no", "open"]
    given = {record[""]: record for record in hypotheses(rows, scores).records()}
    assert given["3"]["answer"] in ("yes", "partly")
    assert "informativity: R² = 0.9" in given["3"]["why"]
    assert "substantial" in given["3"]["why"]
    assert "experts" in given["question"]["why"]
    lines = {record["score"]: record for record in analysis.regressions(rows, scores).records()}
    assert lines["informativity"]["slope"] < 0
    assert lines["informativity"]["in words (Cohen)"] == "substantial"


def test_larger_scenes_with_more_different_answers_confirm_the_first_hypothesis() -> None:
    rng = np.random.default_rng(1)
    rows = [
        row(f"{n}-{i}:x", "qdg-ia", n, (n - off, off, 0, 0), (n, 0, 0, 0), who)
        for n, most in ((4, 1), (9, 3), (20, 12))
        for i in range(8)
        for who, off in enumerate(rng.integers(0, most + 1, 4).tolist())
    ]
    first = hypotheses(rows).records()[0]
    assert first["answer"] == "yes"
    assert "F(2, 21)" in first["why"]


def test_answers_without_counts_and_known_answers_are_left_out_and_nothing_breaks_on_little() -> None:
    rows = thesis()
    blank = {**rows[0], "swaps": None, "swap_share": None}
    gold = {**rows[0], "gold": True}
    failed = {**rows[0], "status": "failed"}
    assert len(analysis.usable([blank, gold, failed, rows[0]])) == 1
    for few in ([], rows[:1], rows[:2], rows[:13]):
        tables = analysis.reconstruction(few)
        assert tables
        for table in tables:
            assert table.to_html()


def test_producers_are_not_permuted_inside_people_who_read_one_only() -> None:
    """p would be 1 whatever they answered."""
    apart = [one | {"participant": one["producer"]} for one in thesis()]
    for rows, permuted, note in ((thesis(), True, "shuffles inside participants"), (apart, False, "nobody read two")):
        table = analysis.compared(rows)[0]
        tests = {record["test"] for record in table.records() if record["what"] == "swap share by producer"}
        assert ("permutation" in tests) == permuted
        assert note in " ".join(table.notes)


def test_plots_are_drawn_and_the_same_each_time() -> None:
    rows = thesis()
    scores = [{"pair": one["pair"], "informativity": 5 - one["swaps"], "correctness": 4} for one in rows]
    assert plots.swaps_by_size(rows) == plots.swaps_by_size(rows)
    assert plots.swaps_by_size(rows, "png").startswith(b"\x89PNG")
    assert b"<svg" in plots.scores_against_swaps(rows, scores, "informativity")
    assert plots.swaps_by_size([])
