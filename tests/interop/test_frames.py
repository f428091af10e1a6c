"""Tables of pandas and polars: the same table out, with a column for every value."""

from typing import Any

import numpy as np
import pytest

import grice
from grice import InputError
from grice.interop import frames

COLUMNS = {
    "caption": ["a dog runs", None, "two cups"],
    "ref1": ["a dog runs after a ball", "a bus", "two cups on a table"],
    "ref2": ["a dog", None, ""],
    "n": [7, 8, 9],
}


@pytest.fixture(params=["pandas", "polars"])
def frame(request: pytest.FixtureRequest) -> Any:
    library = pytest.importorskip(request.param, reason=f"needs {request.param}")
    return library.DataFrame(COLUMNS)


def test_scores_stand_beside_what_was_there(frame: Any) -> None:
    made = frames.score(frame, ["rouge", "bleu"], prediction="caption", references=["ref1", "ref2"])
    assert type(made) is type(frame)
    assert list(made.columns[:4]) == list(COLUMNS)
    references = [["a dog runs after a ball", "a dog"], ["a bus"], ["two cups on a table"]]
    expected = grice.score(COLUMNS["caption"], references, metrics=["rouge", "bleu"])
    assert np.array(made["rouge"]) == pytest.approx(expected["rouge"].items)
    assert np.array(made["bleu.bleu1"]) == pytest.approx(expected["bleu"]["bleu1"].items)
    assert made["n"].to_list() == [7, 8, 9]
    assert "prediction is missing" in made["unreadable"].to_list()[1]
    assert "rouge" not in frame.columns


def test_the_index_of_pandas_is_kept() -> None:
    pandas = pytest.importorskip("pandas", reason="needs pandas")
    frame = pandas.DataFrame({"prediction": ["a", "b"], "references": [["a"], np.array(["a", "b"])]}, index=[5, 3])
    made = frames.score(frame, "rouge", references="references")
    assert made.index.tolist() == [5, 3]
    assert made["rouge"].tolist() == [1.0, 1.0]


def test_graphs_in_a_column(frame: Any) -> None:
    made = frames.parse(frame, parser="rules")["graph"].to_list()
    assert made[2] == str(grice.parse("two cups", parser="rules"))
    assert made[1] is None or made[1] != made[1]


def test_columns_of_frames_go_into_score_as_they_are(frame: Any) -> None:
    said, wanted = frame["ref1"], frame["ref1"]
    assert grice.score(said, wanted, metrics="rouge")["rouge"].items.tolist() == [1, 1, 1]


def test_what_is_no_frame_or_no_column_is_refused(frame: Any) -> None:
    with pytest.raises(InputError, match="no column 'words'"):
        frames.score(frame, "rouge", prediction="words")
    with pytest.raises(InputError, match="pandas or polars"):
        frames.score({"prediction": ["a"]}, "rouge")
