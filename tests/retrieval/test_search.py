"""Search ranks as SoftSPICE does, from memory or from disk, and does not load what it ranks."""

import subprocess
import sys
from pathlib import Path

import numpy as np
import pytest

import grice
from grice import InputError, SceneGraph
from grice.metrics.graphs.softspice import SoftSpice
from grice.retrieval.index import Index

GRAPHS = [
    "( dog , chase , ball ) , ( ball , is , red )",
    "( cat , sit on , sofa )",
    "( man , ride , horse )",
    "( puppy , run after , ball )",
    "( tree )",
]


def test_the_ranking_and_its_scores_are_softspices() -> None:
    query = "( dog , chase , ball )"
    hits = grice.search(query, GRAPHS, k=5)
    plain = grice.score([query] * 5, [[graph] for graph in GRAPHS], metrics=SoftSpice(encoder="minilm"))[
        "softspice"
    ].items
    assert [hit.place for hit in hits] == np.argsort(-plain, kind="stable").tolist()
    assert [hit.score for hit in hits] == pytest.approx(sorted(plain, reverse=True), abs=1e-5)
    assert hits[0].graph == SceneGraph.from_text(GRAPHS[0])


def test_a_list_of_queries_gives_a_list_of_answers_and_k_cuts() -> None:
    found = grice.search([SceneGraph.from_text("( horse )"), "( couch )"], GRAPHS, k=2)
    assert [hits[0].place for hits in found] == [2, 1]
    assert [len(hits) for hits in found] == [2, 2]


def test_an_index_on_disk_answers_as_the_one_in_memory(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    index = Index.of([*GRAPHS, SceneGraph()])
    monkeypatch.setattr("grice.retrieval.index.BATCH", 2)
    mapped = Index.build(iter([*GRAPHS, SceneGraph()]), tmp_path / "index")
    index.save(tmp_path / "saved")
    assert np.array_equal(Index.open(tmp_path / "saved").vectors, mapped.vectors)
    assert np.array_equal(index.members, mapped.members)
    assert isinstance(mapped.vectors, np.memmap)
    for query in ("( dog )", "( sofa , is , red )"):
        one, other = (grice.search(query, where, k=6) for where in (index, str(tmp_path / "index")))
        assert [hit.place for hit in one] == [hit.place for hit in other]
        assert [hit.score for hit in one] == pytest.approx([hit.score for hit in other], abs=2e-3)
        assert {hit.place: hit.score for hit in other}[5] == 0  # a graph without parts fits nothing


def test_a_folder_that_is_no_index_is_refused(tmp_path: Path) -> None:
    with pytest.raises(InputError, match="no index"):
        grice.search("( dog )", str(tmp_path))
    Index.of(GRAPHS).save(tmp_path)
    about = (tmp_path / "index.json").read_text("utf-8")
    (tmp_path / "index.json").write_text(about.replace('"graphs": 5', '"graphs": 4'), "utf-8")
    with pytest.raises(InputError, match="does not fit"):
        Index.open(tmp_path)
    (tmp_path / "index.json").write_text(about, "utf-8")
    (tmp_path / "members.bin").write_bytes(b"short")
    with pytest.raises(InputError, match="no index"):
        Index.open(tmp_path)


@pytest.mark.long
def test_a_million_graphs_are_ranked_without_being_loaded(tmp_path: Path) -> None:
    """500,000 parts of 384 numbers are 384 MB on disk; a search may take a block of them at a time."""
    import pyarrow as pa

    rng = np.random.default_rng(0)
    parts, graphs = 500_000, 1_000_000
    one = Index.of(["( dog )"])
    vectors = np.lib.format.open_memmap(tmp_path / "made.npy", "w+", np.float16, (parts, 384))
    for start in range(0, parts, 50_000):
        block = rng.standard_normal((50_000, 384), np.float32)
        vectors[start : start + 50_000] = block / np.linalg.norm(block, axis=1, keepdims=True)
    vectors[7] = one.vectors[1]
    members = rng.integers(8, parts, 3 * graphs, dtype=np.int32)
    members[3 * 654_321] = 7
    texts = pa.array(["( dog )"] * graphs, pa.large_string())
    Index(vectors, members, np.arange(0, 3 * graphs + 1, 3), texts, one.encoder).save(tmp_path / "index")
    code = (
        "import sys, time, grice; from grice.retrieval.index import Index\n"
        "grice.search('( dog )', ['( cat )'])\n"
        "index = Index.open(sys.argv[1]); start = time.time(); hits = grice.search('( dog )', index, k=3)\n"
        "held = [int(line.split()[1]) for line in open('/proc/self/status') if line.startswith('RssAnon')][0]\n"
        "print(hits[0].place, time.time() - start, held / 1024)"
    )
    done = subprocess.run([sys.executable, "-c", code, tmp_path / "index"], capture_output=True, text=True, check=True)
    place, seconds, megabytes = map(float, done.stdout.split())
    assert place == 654_321
    assert seconds < 60
    assert megabytes < 1200
