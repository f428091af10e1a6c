"""The benchmark prints the paper's table beside ours, and says which settings made it."""

import json

import pytest

from grice.benchmarks.a3ds import PAPER, PAPER_SETS, run
from grice.benchmarks.speed import scoring_rate


def test_published_category_means_agree_with_the_published_sets() -> None:
    # Three-feature d is the mean over its three sets, which the paper's text gives one by one.
    for model, sets in PAPER_SETS.items():
        three = [sets[name] for name in ("object", "background", "random three")]
        assert sum(three) / 3 == pytest.approx(PAPER[model]["three features"][0], abs=0.001)


def test_the_tables_hold_every_captioner_and_the_published_models() -> None:
    tables = run(pairs=60, captioners=["exhaustive", "oracle-best"])
    first = tables[0]
    assert [row[0] for row in first.rows] == ["exhaustive", "oracle-best", "B (paper)", "RP (paper)", "SP (paper)"]
    by_name = {row["captioner"]: row for row in first.records()}
    assert (by_name["oracle-best"]["d"], by_name["oracle-best"]["od"], by_name["exhaustive"]["k"]) == (1, 1, 6)
    assert "pairs:60|seed:0|pragmatics|" in first.signature
    assert len(tables) == 3 + 3 + 3 + 1


def test_the_command_writes_json_with_signatures(tmp_path, grice) -> None:
    out = tmp_path / "a3ds.json"
    done = grice("benchmark", "a3ds", "--pairs", 40, "--captioners", "short", "--out", out)
    assert done.returncode == 0, done.stderr
    written = json.loads(out.read_text())
    assert written["tables"][0]["signature"].startswith("pairs:40|seed:0|")
    assert grice("benchmark", "a3ds", "--pairs", 40, "--out", out).returncode == 2


@pytest.mark.long
def test_scoring_keeps_up_with_fifty_thousand_captions_a_second() -> None:
    # Processor time, so that a busy machine does not matter; a quarter of the aim is the alarm.
    assert scoring_rate(captions=8192) > 12_500
