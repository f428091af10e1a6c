"""A parser that is adapted reads the user's captions as they were annotated, and what it read before as before."""

import json
import re
from pathlib import Path

import pytest

torch = pytest.importorskip("torch", reason="training needs torch: pip install 'grice[train]'")
pytest.importorskip("onnx", reason="exporting needs onnx: pip install 'grice[train]'")

import grice  # noqa: E402
from grice.errors import InputError  # noqa: E402
from grice.readers.graphs.network.parser import NetworkParser  # noqa: E402
from grice.readers.graphs.parsing import shipped  # noqa: E402
from grice.training.parser.adapting import REPLAY, Adapting, adapt  # noqa: E402
from grice.training.parser.captions import read_captions  # noqa: E402
from grice.training.parser.export import export_parser  # noqa: E402
from grice.training.parser.restoring import restored  # noqa: E402

THINGS = ("mug", "lamp", "bottle", "plate", "kettle", "box", "vase", "clock", "stool", "basket", "drum", "sofa")
COLOURS = ("red", "green", "blue", "white")


def house_style() -> list[dict[str, str]]:
    """Captions of a catalogue whose annotators say what number an item has, as no parser would by itself."""
    return [
        {
            "caption": f"{thing}, {colour}, item {100 + 7 * i}",
            "graph": f"( {thing} , is , {colour} ) , ( {thing} , have , item ) , ( item , say , {100 + 7 * i} )",
        }
        for i, (thing, colour) in enumerate((thing, colour) for thing in THINGS for colour in COLOURS)
    ]


def write(path: Path, rows: list[dict[str, str]]) -> Path:
    path.write_text("".join(f"{json.dumps(row)}\n" for row in rows), "utf-8")
    return path


def test_a_shipped_parser_restored_to_torch_reads_as_before(tmp_path: Path) -> None:
    network, pieces, about = restored(shipped())
    export_parser(network, pieces, tmp_path / "again", "int8", {"identifiers": True}, 1, about.get("calibration"))
    captions = [row.text for row in read_captions(REPLAY, {})[:120]]
    before, after = NetworkParser(shipped())(captions), NetworkParser(tmp_path / "again")(captions)
    same = sum(one == other for one, other in zip(before, after, strict=True))
    assert same >= 0.93 * len(captions), "only rounding is lost on the way"


def test_what_a_user_annotates_is_read_so_afterwards(tmp_path: Path) -> None:
    rows = house_style()
    settings = Adapting(passes=6, encoder_rate=2e-4, decoder_rate=4e-4, held_out=0.25)
    said: list[str] = []
    found = adapt(shipped(), write(tmp_path / "mine.jsonl", rows), tmp_path / "mine", settings, said.append)
    yours, kept = found
    assert (yours["rows"], kept["rows"]) == (12, 12)
    assert yours["right_before"] <= 0.5 < 0.8 <= yours["right_after"], "captions that were held out"
    assert kept["spice_after"] >= kept["spice_before"] - 0.05, "captions of Grice are read as before"
    (row,) = (row for row in rows if "stool, blue" in row["caption"])
    assert grice.parse(row["caption"], parser=str(tmp_path / "mine")) == grice.SceneGraph.from_text(row["graph"])
    scored = grice.score(
        predictions=["a red ball"], references=[["a red ball"]], metrics=["spice"], parser=str(tmp_path / "mine")
    )
    assert "mine" in scored.signature, "the signature names the parser that read"
    assert "adapted to 36 captions" in (tmp_path / "mine" / "CARD.md").read_text("utf-8")
    assert any("36 captions to learn from, 12 held out" in line for line in said)


def test_the_replayed_captions_are_of_every_kind_and_can_be_learned() -> None:
    rows = read_captions(REPLAY, {})
    assert 1800 < len(rows) < 2200
    assert sum(any(fact[0].startswith("not:") for fact in one.facts) for one in rows) > 100
    assert sum(len(re.findall(r"[.!?](?:\s|$)", one.text)) > 1 for one in rows) > 150


@pytest.mark.parametrize(
    ("given", "message"),
    [
        ([{"caption": "a red ball", "graph": "( ball , is , red )"}] * 5, "at least 10"),
        ([{"caption": "a red ball", "graph": "( ball , is"}], "cannot be read"),
        ([{"text": "a red ball"}], "caption"),
    ],
)
def test_what_cannot_be_learned_from_is_said(grice, tmp_path: Path, given: list[dict[str, str]], message: str) -> None:
    done = grice("train", "adapt", write(tmp_path / "mine.jsonl", given), "--out", tmp_path / "out")
    assert done.returncode == 2
    assert message in done.stderr
    assert "Traceback" not in done.stderr
    assert not (tmp_path / "out").exists()


def test_a_folder_with_something_in_it_is_not_written_to_and_another_is_no_parser(grice, tmp_path: Path) -> None:
    mine = write(tmp_path / "mine.jsonl", house_style())
    done = grice("train", "adapt", mine, "--out", tmp_path)
    assert (done.returncode, "--force" in done.stderr) == (2, True)
    with pytest.raises(InputError, match="no exported parser"):
        adapt(tmp_path, mine, tmp_path / "out")
