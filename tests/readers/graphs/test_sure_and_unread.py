"""A statement says how sure the parser is of it, as often right as it says, and a graph says what was not read."""

import json
from dataclasses import replace
from pathlib import Path

import pytest

import grice
from grice.corpora import captions
from grice.meaning.graph import SceneGraph
from grice.readers.graphs.network.parser import Calibration, NetworkParser
from grice.readers.graphs.parsing import shipped
from lab.calibrate import error, fitted, judged

CAPTIONS = Path(__file__).parents[3] / "data" / "captions"
TEXT = "An old tram crosses a bridge near the oddly glimmering foobar"


@pytest.mark.parametrize("name", ["held_out", "hard", "kinds"])
def test_facts_are_right_as_often_as_their_probabilities_say(name: str) -> None:
    chances, right = judged(NetworkParser(shipped()), list(captions.load(CAPTIONS / f"{name}.jsonl")))
    assert len(chances) > 1000
    assert error(chances, right) <= 0.05


def test_a_calibration_that_is_fitted_undoes_a_known_one() -> None:
    import numpy as np

    rng = np.random.default_rng(0)
    given = rng.uniform(0.02, 0.98, 20_000)
    known = Calibration(0.6, 0.8)
    right = (rng.random(len(given)) < [known.of(p) for p in given]).astype(float)
    found = fitted(given, right)
    assert found.slope == pytest.approx(0.6, abs=0.05)
    assert found.offset == pytest.approx(0.8, abs=0.05)
    assert Calibration().of(0.3) == pytest.approx(0.3)
    assert known.of(None) is None


def test_every_statement_has_a_probability_and_every_fact() -> None:
    graph = grice.parse(TEXT)
    assert graph.facts
    assert all(0 < one.probability <= 1 for one in graph.statements)
    assert len(graph.probabilities) == len(graph.facts)
    assert all(0 < one <= 1 for one in graph.probabilities)
    again = SceneGraph.from_json(graph.to_json())
    assert again.probabilities == pytest.approx(graph.probabilities, abs=1e-4)
    assert again.unread == graph.unread


def test_probabilities_play_no_part_in_comparing() -> None:
    graph = grice.parse("a red ball")
    other = SceneGraph(tuple(replace(one, probability=0.01) for one in graph.statements))
    assert graph == other
    assert graph == grice.SceneGraph.from_text("( ball , is , red )")


@pytest.mark.parametrize("parser", ["rules", "given"])
def test_who_is_not_asked_does_not_say(parser: str) -> None:
    graph = SceneGraph.from_text("( ball , is , red )") if parser == "given" else grice.parse("a red ball", parser)
    assert graph.probabilities == (None,)
    assert graph.unread == ()
    assert "probability" not in graph.to_json()


def test_what_no_fact_came_from_is_unread() -> None:
    text = "The photographer says that winters here used to be much colder. A dog sleeps on a rug."
    graph = grice.parse(text, content="all")
    unread = [text[slice(*span)] for span in graph.unread]
    assert not {"dog", "sleeps", "rug"} & set(unread), "these were read"
    assert not {"the", "that", "on", "a", "."} & set(unread), "these say nothing"
    assert set(unread) <= set(text.replace(".", " ").split())
    assert unread


def test_rows_say_how_sure_each_fact_is_and_what_was_not_read(grice) -> None:
    (row,) = (json.loads(line) for line in grice("parse", TEXT).stdout.splitlines())
    assert len(row["probability"]) == row["graph"].count("(")
    (row,) = (json.loads(line) for line in grice("parse", TEXT, "--parser", "rules").stdout.splitlines())
    assert "probability" not in row
