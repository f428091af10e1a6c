"""A verb is one job: several processes give the bytes that one gives."""

import pickle
from functools import partial
from pathlib import Path
from typing import Any

import pyarrow as pa
import pytest

from grice.engines.describe import describe_batch
from grice.engines.local import Each, run
from grice.engines.parse import parse_batch
from grice.engines.read import read_batch
from grice.engines.score import gathered, judged, resolve
from grice.files import Writer
from grice.readers.graphs.parsing import parse
from grice.scenes.quantified import DEFAULT
from grice.speakers.base import SPEAKERS, load

CAPTIONS = ["two dogs chase a red ball", "a man on a horse near the sea", "", "a cat sleeps", None, "three blue cups"]
READ = ["Half are red circles.", "All the squares are blue.", "gibberish", "There are two red objects."]
COUNTS = ["2,0,0,2", "1,1,1,1", "x", "4,0,0,0", "0,3,1,0"]


def batches(name: str, values: list[Any], kind: pa.DataType, size: int = 2) -> list[pa.RecordBatch]:
    whole = pa.record_batch(
        {
            name: pa.array(values, kind),
            "row": pa.array(range(len(values)), pa.int64()),
            "error": pa.array(["missing" if value is None else None for value in values], pa.string()),
        }
    )
    return [whole.slice(start, size) for start in range(0, len(values), size)]


JOBS = {
    "parse, network": (partial(parse_batch, parse=partial(parse, threads=1), form="ids"), "text", CAPTIONS),
    "parse, rules": (partial(parse_batch, parse=partial(parse, parser="rules"), form="json"), "text", CAPTIONS),
    "describe, quantified": (partial(describe_batch, speaker=load("qdg-ia"), seed=3), "counts", COUNTS),
    "describe, rooms": (partial(describe_batch, speaker=load("minimal"), seed=3), "target_id", [0, 7, -1, 479_999]),
    "read": (partial(read_batch, size=4, mode="pragmatic", domain=DEFAULT), "text", READ),
}


@pytest.mark.parametrize("verb", JOBS)
def test_two_processes_write_the_same_bytes(verb: str, tmp_path: Path) -> None:
    function, name, values = JOBS[verb]
    given = batches(name, values, pa.int64() if name == "target_id" else pa.string())
    for processes in (1, 2):
        with Writer(tmp_path / f"{processes}.jsonl") as writer:
            for made, _ in run(Each(function), given, processes=processes):
                writer.write(made)
    one, two = ((tmp_path / f"{processes}.jsonl").read_bytes() for processes in (1, 2))
    assert one == two
    assert one.count(b"\n") == len(values)


def test_scores_in_two_processes_are_those_of_one_to_the_last_bit() -> None:
    said = [text for text in CAPTIONS if text]
    meant = [[other, "a dog and a man play with a red ball on the beach"] for other in reversed(said)]

    def table(processes: int, batch: int) -> bytes:
        rows = gathered(said, meant, None, None, None)
        return pickle.dumps(judged(rows, resolve(["softspice", "grice"]), processes, batch).table().to_pydict())

    assert table(2, 3) == table(1, len(said))


@pytest.mark.parametrize("name", SPEAKERS)
def test_every_speaker_goes_to_another_process(name: str) -> None:
    scene = 7 if SPEAKERS[name].family == "rooms" else (2, 0, 0, 2)
    speaker = load(name)
    assert pickle.loads(pickle.dumps(speaker))([scene], seed=1)[0] == speaker([scene], seed=1)[0]


@pytest.mark.parametrize(
    ("verb", "content", "options"),
    [
        ("parse", "text\na red ball\ntwo dogs\n", ("--parser", "rules")),
        ("describe", 'counts\n"2,0,0,2"\n"1,1,1,1"\n', ()),
        ("read", "text,size\nHalf are red circles.,4\n", ()),
    ],
)
def test_the_command_line_shares_the_work(grice, tmp_path: Path, verb: str, content: str, options: tuple) -> None:
    (tmp_path / "rows.csv").write_text(content)
    one, two = (grice(verb, tmp_path / "rows.csv", *options, "--processes", number) for number in (1, 2))
    assert (one.returncode, two.returncode) == (0, 0), two.stderr
    assert one.stdout == two.stdout != ""
