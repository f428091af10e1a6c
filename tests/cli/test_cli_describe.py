"""`grice describe`: scenes on the command line and in files, and what is refused."""

import json
import subprocess
from collections.abc import Callable
from pathlib import Path

import pyarrow as pa
import pytest

from grice.engines.describe import describe_batch
from grice.speakers.base import SPEAKERS, load

Run = Callable[..., "subprocess.CompletedProcess[str]"]


def test_a_scene_in_numbers_and_in_names(grice: Run) -> None:
    first = grice("describe", "--counts", "2,0,0,2", "--speaker", "qdg-greedy", "--seed", 0)
    second = grice("describe", "--counts", "blue squares=2,red circles=2", "--speaker", "qdg-greedy", "--seed", 0)
    assert first.returncode == 0
    assert first.stdout == second.stdout
    assert json.loads(first.stdout)["complete"] is True


def test_rooms_by_id(grice: Run) -> None:
    done = grice("describe", 118308, "--against", 235786, "--speaker", "minimal")
    row = json.loads(done.stdout)
    assert (row["target_id"], row["distractor_ids"], row["speaker"]) == (118308, [235786], "minimal")
    assert row["text"] == load("minimal")([118308], [[235786]])[0]
    several = grice(
        "describe", 0, "5,7", "--against", "480,60", "--against", 15, "--speaker", "oracle-best", "--seed", 3
    )
    rows = [json.loads(line) for line in several.stdout.splitlines()]
    assert [row["target_id"] for row in rows] == [0, 5, 7]
    assert [row["text"] for row in rows] == [
        load("oracle-best")([row["target_id"]], [[480, 60, 15]], 3 + i)[0] for i, row in enumerate(rows)
    ]


def test_files_of_rooms_are_described_row_by_row_in_any_batches(grice: Run, tmp_path: Path) -> None:
    table, lines = tmp_path / "pairs.csv", tmp_path / "rooms.jsonl"
    table.write_text("target_id,distractor_id\n0,480\n5,5\n7,-3\n60,0\nx,1\n")
    done = grice("describe", table, "--seed", 2)
    rows = [json.loads(line) for line in done.stdout.splitlines()]
    assert rows[0]["text"] == load("minimal")([0], [[480]], 2)[0]
    assert rows[3]["text"] == load("minimal")([60], [[0]], 5)[0]
    assert "5 is its own distractor" in rows[1]["error"]
    assert [row["text"] for row in rows[1:3]] == [None, None]
    assert "3 rows could not be used" in done.stderr
    lines.write_text('{"target_id": 0, "distractor_ids": [480, 60]}\n{"target_id": 0, "distractor_ids": []}\n')
    done = grice("describe", lines, "--speaker", "oracle-best")
    texts = [json.loads(line)["text"] for line in done.stdout.splitlines()]
    assert texts == ["a tiny red object", load("oracle-six")([0])[0]]


def test_a_batch_is_described_as_its_rows_are() -> None:
    source = pa.RecordBatch.from_pylist(
        [{"target_id": i, "distractor_ids": [i + 1, i + 480], "row": i, "error": None} for i in range(40)]
    )
    whole = describe_batch(source, load("minimal"), 5).column("text").to_pylist()
    parts = [describe_batch(source.slice(i, 7), load("minimal"), 5) for i in range(0, 40, 7)]
    assert whole == [text for part in parts for text in part.column("text").to_pylist()]


def test_the_speakers_are_listed_with_what_they_say(grice: Run) -> None:
    rows = [json.loads(line) for line in grice("describe", "--speakers").stdout.splitlines()]
    assert {row["speaker"]: row["of"] for row in rows} == {name: entry.family for name, entry in SPEAKERS.items()}


def test_counts_against_counts(grice: Run) -> None:
    done = grice("describe", "--counts", "2,0,0,2", "--against", "1,1,1,1", "--speaker", "complete")
    assert json.loads(done.stdout)["text"] == "Half of the objects are blue squares."


def test_three_colours(grice: Run) -> None:
    domain = "colour=blue,red,green; shape=square,circle"
    done = grice("describe", "--counts", "green circles=3,red squares=1", "--speaker", "complete", "--domain", domain)
    assert json.loads(done.stdout)["text"] == "There is one red square, the rest are green circles."


def test_files_of_scenes_cost_a_row_for_a_bad_row(grice: Run, tmp_path: Path) -> None:
    table = tmp_path / "scenes.csv"
    table.write_text("red_circles,blue_squares,red_squares,blue_circles\n2,2,0,0\n-1,2,0,0\nx,1,1,1\n0,9,0,0\n")
    lines = tmp_path / "scenes.jsonl"
    lines.write_text('{"id": "a", "counts": [2, 0, 0, 2]}\n{"counts": {"red circles": 3}}\n{"counts": "1,1"}\n')
    done = grice("describe", table, "--speaker", "complete")
    rows = [json.loads(line) for line in done.stdout.splitlines()]
    assert done.returncode == 0
    assert rows[0]["text"] == "Half of the objects are blue squares, the other half are red circles."
    assert rows[3]["text"] == "All of the objects are blue squares."
    assert "-1 red circles" in rows[1]["error"]
    assert "2 rows could not be used" in done.stderr
    out = tmp_path / "out.parquet"
    assert grice("describe", lines, "--speaker", "complete", "--out", out).returncode == 0
    import pyarrow.parquet as pq

    assert pq.read_table(out).column("text").to_pylist()[1] == "All of the objects are red circles."
    assert pq.read_table(out).column("error").to_pylist()[2].startswith("2 counts")


def test_the_corpus_scenes(grice: Run, corpus: Callable[[str], Path]) -> None:
    done = grice("describe", corpus("qtuna/scenes.csv"), "--speaker", "complete", "--style", "legible")
    rows = [json.loads(line) for line in done.stdout.splitlines()]
    assert len(rows) == 30
    assert all(row["complete_logically"] for row in rows)


@pytest.mark.parametrize(
    ("arguments", "complaint"),
    [
        (("--counts", "2,0,0,-2"), "-2 red circles"),
        (("--counts", "2,0.5,0,2"), "0.5 red squares"),
        (("--counts", "2,0,2"), "3 counts"),
        (("--counts", "pink squares=2"), "'pink squares' is not a kind"),
        (("--counts", "0,0,0,0"), "size 0"),
        (("--counts", "1,0,0,0"), "size 1"),
        (("--counts", "2,0,0,2", "--size", "5"), "sum to 4"),
        (("--counts", "400,0,0,400", "--speaker", "qdg-ia"), "at most 500,000"),
        (("--counts", "2,0,0,2", "--speaker", "parrot"), "no speaker is called 'parrot'"),
        (("--counts", "2,0,0,2", "--promotion", "thesis"), "qdg-greedy with promotion"),
        (("--counts", "2,0,0,2", "--domain", "colour"), "the domain 'colour'"),
        (("--counts", "2,0,0,2", "--domain", "colour=red,red"), "different"),
        (("--counts", "2,0,0,2", "--style", "long", "--speaker", "complete"), "style 'long'"),
        (("--counts", "2,0,0,2", "--seed", "-1"), "seed -1"),
        (("--counts", "2,0", "--domain", "=a,b"), "without a name"),
        (("--counts", "2,0,0,2", "--against", "2,0,0,2"), "its own distractor"),
        (("--counts", "2,0,0,2", "--against", "2,0,0,3"), "a distractor of 5"),
        (("--counts", "2,0,0,2", "--speaker", "minimal"), "--counts and speaker minimal"),
        (("0", "--speaker", "complete"), "ids of rooms and speaker complete"),
        (("0", "--style", "short"), "its options: variant"),
        (("0", "--domain", "colour=red,blue"), "speaker minimal with domain"),
        (("0", "--against", "x"), "--against 'x'"),
        (("480000",), "image id 480000"),
        (("0", "--counts", "2,0,0,2"), "both --counts"),
        (("0", "pairs.csv"), "one file of scenes"),
        ((), "no scene"),
        (("nowhere.csv",), "nowhere.csv does not exist"),
    ],
)
def test_bad_input_ends_with_a_message_and_status_2(grice: Run, arguments: tuple[str, ...], complaint: str) -> None:
    done = grice("describe", *arguments)
    assert done.returncode == 2
    assert complaint in done.stderr
    assert "Traceback" not in done.stderr


def test_any_word_may_name_an_attribute(grice: Run) -> None:
    done = grice("describe", "--counts", "2,0", "--domain", "self=cat,dog", "--speaker", "complete")
    assert json.loads(done.stdout)["text"] == "All of the objects are cats."


def test_a_file_without_scenes_is_refused(grice: Run, tmp_path: Path) -> None:
    (tmp_path / "no.csv").write_text("colour,shape\nred,square\n")
    done = grice("describe", tmp_path / "no.csv")
    assert done.returncode == 2
    assert "holds no scenes" in done.stderr


def test_what_is_described_from_a_column_for_each_kind_can_be_scored(tmp_path: Path, grice: Run) -> None:
    scenes, said = tmp_path / "scenes.csv", tmp_path / "said.csv"
    domain = "colour=blue,red,green; shape=square,circle"
    scenes.write_text("blue_squares,green_squares,green_circles\n1,3,2\n0,4,4\n-1,0,3\n", "utf-8")
    ran = grice("describe", scenes, "--speaker", "complete", "--domain", domain, "--out", said)
    assert ran.returncode == 0, ran.stderr
    ran = grice("score", said, "--metrics", "reconstruction", "--domain", domain)
    assert ran.returncode == 0, ran.stderr
    values = {row["value"]: row for row in map(json.loads, ran.stdout.splitlines())}
    assert (values["exact"]["score"], values["exact"]["items"]) == (1, 2)
