"""Lexical diversity by hand, by an independent count, and beside the paper's Table 1."""

from collections import Counter
from collections.abc import Callable
from pathlib import Path

import numpy as np
import pytest

import grice
from grice.corpora import factual
from grice.metrics import Diversity
from grice.metrics.base import Rows
from grice.metrics.tally import Tally
from grice.metrics.texts.diversity import diversity, mtld


def test_by_hand() -> None:
    # a a b: two types, sum of squares 5, so 4 / (5 - 2).
    yules_i, ttr, _ = diversity(["a", "a", "b"])
    assert yules_i == pytest.approx(4 / 3)
    assert ttr == pytest.approx(2 / 3)
    # a a falls to 0.5 at once: two full stretches of two, from either end.
    assert mtld(["a", "a", "a", "a"]) == 2
    assert np.isnan(diversity(["a", "b"])[0])
    assert np.isnan(mtld(["a", "b"]))
    assert all(np.isnan(diversity([])))


def test_the_last_stretch_counts_in_part() -> None:
    # Forwards a b c a a falls to 0.6, and b after it never falls; backwards b a a falls to 0.667, c b a never falls.
    forwards = 6 / 1
    backwards = 6 / (1 + (1 - 3 / 3) / 0.28)
    assert mtld(["a", "b", "c", "a", "a", "b"]) == pytest.approx((forwards + backwards) / 2)


def test_parts_of_graphs_and_words_of_text() -> None:
    graphs = ["( dog , is , red ) , ( dog , on , mat )", "( dog , on , mat )"]
    values = {
        over: grice.score(graphs, metrics=Diversity(over=over))["diversity"]["ttr"].value
        for over in ("objects", "attributes", "predicates", "labels")
    }
    assert values == pytest.approx({"objects": 2 / 5, "attributes": 1, "predicates": 1 / 2, "labels": 4 / 8})
    words = grice.score(["A dog's ball", "a ball"], metrics=Diversity(over="words"))["diversity"]
    assert words["ttr"].value == pytest.approx(3 / 5)
    assert words["ttr"].items.tolist() == [1, 1]


def test_batches_do_not_matter_and_a_bad_row_says_nothing() -> None:
    graphs = [f"( thing{i * i % 11} , on , mat ) , ( mat , is , {i % 2} )" for i in range(20)] + ["( oops"]
    metric = Diversity()
    whole, parts = Tally(metric), Tally(metric)
    whole.update(Rows(graphs))
    for start in range(0, 21, 4):
        parts.update(Rows(graphs).slice(start, start + 4))
    assert whole.compute().values == parts.compute().values
    assert list(parts.unreadable) == [20]
    low, high = parts.compute()["ttr"].interval()
    assert low < parts.compute()["ttr"].value < high


def test_the_interval_covers_what_other_samples_give(corpus: Callable[[str], Path]) -> None:
    graphs = [item.graph for item in factual.load(corpus("factual/random_dev.csv"))]
    half = grice.score(graphs[::2], metrics="diversity")["diversity"]
    other = grice.score(graphs[1::2], metrics="diversity")["diversity"]
    for value in ("yules_i", "ttr"):
        low, high = half[value].interval(level=0.999)
        assert low < other[value].value < high


def test_the_papers_three_numbers_come_out_together(corpus: Callable[[str], Path]) -> None:
    graphs = [item.graph for item in factual.load(corpus("factual/random_train.csv"))]
    rng = np.random.default_rng(0)
    samples = [
        grice.score([graphs[i] for i in rng.permutation(len(graphs))[:3600]], metrics="diversity")["diversity"].values
        for _ in range(4)
    ]
    mean = {name: np.mean([sample[name] for sample in samples]) for name in samples[0]}
    assert mean["yules_i"] == pytest.approx(2.37, rel=0.12)
    assert 100 * mean["ttr"] == pytest.approx(12.59, rel=0.04)
    assert mean["mtld"] == pytest.approx(15.02, rel=0.08)
    tokens = [
        label for graph in graphs for fact in graph.facts for label in (fact if fact[1:2] != ("is",) else fact[::2])
    ]
    found = grice.score(graphs, metrics="diversity")["diversity"]["ttr"].value
    assert found == pytest.approx(len(Counter(tokens)) / len(tokens), rel=1e-9)
