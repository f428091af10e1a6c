"""The benchmark of the agents, with untrained ones; and captions of a captioner of one's own, judged as ours are."""

import csv
import json

import pytest

from grice.benchmarks import a3ds_agents
from grice.benchmarks.a3ds import run
from grice.errors import InputError
from grice.readers.rooms import trained_listener
from grice.scenes.context import draw_test_sets
from grice.speakers.base import TRAINED, load
from grice.speakers.rooms import captioner
from untrained_agents import write_agent


@pytest.fixture
def untrained(tmp_path, monkeypatch) -> None:
    for number, name in enumerate(("b", "rp", "sp", "best")):
        write_agent(tmp_path / "speakers" / name, seed=number)
        write_agent(tmp_path / "listeners" / name, "listener", seed=number)
    monkeypatch.setattr(captioner, "AGENTS", tmp_path / "speakers")
    monkeypatch.setattr(trained_listener, "AGENTS", tmp_path / "listeners")


@pytest.mark.long
@pytest.mark.usefixtures("untrained")
def test_agents_stand_beside_the_paper() -> None:
    tables = {table.title: table for table in run(pairs=2, agents=True)}
    first = tables["Pragmatic evaluation, pairs matched on one feature (Tsvilodub & Franke 2023, Table 1)"]
    assert [row[0] for row in first.rows] == [*TRAINED, "B (paper)", "RP (paper)", "SP (paper)"]
    bars = tables["Does it end the trade-off?"].records()
    assert [row["sets"] for row in bars[:4]] == ["one feature", "two features", "three features", "object"]
    # Untrained agents speak gibberish: no grammar could have said it.
    assert all(row["parses"] == 0 and "parses" in row["missed"] for row in bars)
    words = tables["Other ways to choose words"].records()
    assert len(words) == 4 * 4 + 3
    beside = tables["Beside the paper"].records()
    assert all(row["difference"] == pytest.approx(row["ours"] - row["paper"]) for row in beside)
    assert {row["agent"] for row in beside} == {"b", "rp", "sp"}


def test_seeds_of_training_are_summed_up(tmp_path) -> None:
    sets = [(category, name) for category, listed in draw_test_sets(1).items() for name in listed]
    runs = [
        {
            "name": "b",
            "seed": seed,
            "encoder": {"encoder": "lite0"},
            "seconds": 1.0,
            "sets": [{"category": c, "set": s, "d": 0.9 + seed / 100, "k": 5.0} for c, s in sets],
        }
        for seed in range(3)
    ]
    path = tmp_path / "seeds.json"
    path.write_text(json.dumps(a3ds_agents.condensed(runs)))
    (row,) = a3ds_agents.seeds(path)[0].records()
    assert (row["recipe"], row["seeds"], row["d"], row["k"]) == ("b", 3, "0.910 ± 0.010", "5.000 ± 0.000")
    assert a3ds_agents.seeds(tmp_path / "none.json") == []


def test_captions_of_a_file_are_judged_as_a_speaker_is(tmp_path) -> None:
    pairs, said = tmp_path / "pairs.csv", tmp_path / "mine.csv"
    run(pairs=20, pairs_out=pairs)
    rows = list(csv.DictReader(pairs.open()))
    assert len(rows) == 13 * 20
    for row in rows:
        row["prediction"] = load("oracle-best")(int(row["target"]), int(row["distractor"]))[0]
    _write(said, rows[::-1])
    named = run(pairs=20, predictions=said)[0].records()[0]
    ours = run(pairs=20, captioners=["oracle-best"])[0].records()[0]
    assert named["captioner"] == "mine"
    assert {key: named[key] for key in ("d", "od", "r")} == {key: ours[key] for key in ("d", "od", "r")}
    # Captions alone, in the order of the pairs, are as good.
    _write(said, [{"prediction": row["prediction"]} for row in rows])
    assert run(pairs=20, predictions=said)[0].records()[0] == named


def test_a_file_that_does_not_fit_says_what_to_do(tmp_path, grice) -> None:
    pairs, said = tmp_path / "pairs.csv", tmp_path / "mine.csv"
    run(pairs=3, pairs_out=pairs)
    rows = [row | {"prediction": "a red ball"} for row in csv.DictReader(pairs.open())]
    _write(said, rows[1:])
    with pytest.raises(InputError, match="no caption of 1 pairs, the first: floor_hue"):
        run(pairs=3, predictions=said)
    _write(said, [{"prediction": "a ball"}] * 5)
    with pytest.raises(InputError, match="5 captions without set"):
        run(pairs=3, predictions=said)
    _write(said, [{"set": "elsewhere", "target": 1, "distractor": 2, "prediction": "a ball"}])
    with pytest.raises(InputError, match="row 1: set 'elsewhere'"):
        run(pairs=3, predictions=said)
    _write(said, [{"target": 1, "prediction": "a ball"}])
    done = grice("benchmark", "a3ds", "--pairs", 3, "--predictions", said)
    assert done.returncode == 2
    assert "all of set, target, distractor; or none of them" in done.stderr
    assert grice("benchmark", "a3ds", "--agents", "--captioners", "short").returncode == 2


def _write(path, rows) -> None:
    with path.open("w", newline="") as file:
        writer = csv.DictWriter(file, list(rows[0]))
        writer.writeheader()
        writer.writerows(rows)
