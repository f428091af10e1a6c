"""What the parser learns from is read as it is; what cannot be read is named or costs its row; no torch needed."""

from pathlib import Path

import pytest

import grice
from grice.corpora import factual
from grice.errors import InputError
from grice.training.parser.judge import judge
from grice.training.parser.rows import facts_in, hold_out, read_rows

HEADER = "caption,scene_graph\n"
GOOD = '"a man on a horse","( man , on , horse )"\n"a red ball","( ball , is , red )"\n'


def folder(path: Path, train: str, dev: str = HEADER + GOOD, gold: str | None = None) -> Path:
    """A folder with the files of the random split."""
    texts = {"random_train_id.csv": train, "random_dev_id.csv": dev, "random_dev.csv": dev if gold is None else gold}
    for name, text in texts.items():
        (path / name).write_bytes(text.encode())
    return path


@pytest.mark.parametrize(
    "bad",
    [
        '"a man",\n',
        '"a man"\n',
        ',"( man )"\n',
        '"a man on a horse","man on horse"\n',
        '"a man on a horse","( man , on )"\n',
        '"a man on a horse","( man , on , horse"\n',
        '"a man on a horse","( man , , horse )"\n',
        '"cup filled with tea","( cup , p:fill , with , tea )"\n',
        '"\u200b","( man )"\n',
    ],
    ids=["no graph", "no column", "no caption", "words", "two", "open", "nothing", "four", "no words"],
)
def test_a_row_without_caption_or_graph_is_left_out_and_said(tmp_path: Path, bad: str) -> None:
    said: list[str] = []
    rows, dev = read_rows(folder(tmp_path, HEADER + GOOD + bad), "random", say=said.append)
    assert [row.words[-1] for row in rows] == ["horse", "ball"]
    assert len(dev) == 2
    assert said == ["random_train_id.csv: left out 1 of 3 rows: no caption or no readable graph; first: 3"]


def test_captions_of_any_script_are_read_with_or_without_a_byte_order_mark(tmp_path: Path) -> None:
    text = HEADER + '"ein Bär \u2014 caf\u00e9 \U0001f43b","( bär , at , café )"\n'
    plain, _ = read_rows(folder(tmp_path, text), "random", say=pytest.fail)
    marked, _ = read_rows(folder(tmp_path, "\ufeff" + text), "random", say=pytest.fail)
    assert plain == marked
    assert plain[0].facts == (("bär", "at", "café"),)


@pytest.mark.parametrize(
    ("train", "gold", "message"),
    [
        ("text,graph\n" + GOOD, None, "no column caption and no column scene_graph: text, graph"),
        ("", None, "no column caption"),
        (HEADER, None, "no caption with a graph"),
        (HEADER + GOOD, HEADER, "not hold the same captions"),
        (HEADER + GOOD, HEADER + GOOD.replace("red", "blue"), "not hold the same captions"),
    ],
)  # fmt: skip
def test_files_that_cannot_be_learned_from_are_named(
    tmp_path: Path, train: str, gold: str | None, message: str
) -> None:
    with pytest.raises(InputError, match=message):
        read_rows(folder(tmp_path, train, gold=gold), "random")


def test_a_file_in_another_encoding_is_named(tmp_path: Path) -> None:
    (folder(tmp_path, HEADER + GOOD) / "random_train_id.csv").write_bytes((HEADER + "café,( café )").encode("latin-1"))
    with pytest.raises(InputError, match="cannot be read"):
        read_rows(tmp_path, "random")


def test_no_more_rows_are_held_out_than_there_are(tmp_path: Path) -> None:
    rows, _ = read_rows(folder(tmp_path, HEADER + GOOD), "random")
    for split, count in (("random", 3), ("length", 1)):
        with pytest.raises(InputError, match="rows to hold out, but only"):
            hold_out(rows, count, 0, split)


@pytest.mark.long
def test_training_judges_as_scoring_does(corpus) -> None:
    """Set Match and SPICE on the way are those of the metrics, over the 1,000 rows of the development file."""
    _, dev = read_rows(corpus("factual/random_dev.csv").parent, "random")
    said = grice.parse([" ".join(row.words) for row in dev], parser="rules")
    references = [[item.graph] for item in factual.load(corpus("factual/random_dev.csv"))]
    # A few captions deny something, which counts in a metric and is not judged while training.
    said = [grice.SceneGraph(graph.statements) for graph in said]
    scores = grice.score(predictions=said, references=references, metrics=["setmatch", "spice"])
    found = [facts_in(graph.to_text(identifiers=True)) for graph in said]
    verdict = judge(found, [row.gold for row in dev])
    assert len(verdict.right) == len(dev) == 1000
    assert verdict.set_match == pytest.approx(100 * scores["setmatch"].value)
    assert verdict.spice == pytest.approx(100 * scores["spice"].value)
    assert list(map(float, verdict.right)) == list(scores["setmatch"].items)
