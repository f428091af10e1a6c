"""Search ranks as SoftSPICE does, from memory or from disk, and does not load what it ranks."""

import json
import subprocess
import sys
from pathlib import Path
from typing import Any

import numpy as np
import pytest

import grice
from grice import InputError, SceneGraph
from grice.encoders.base import described
from grice.encoders.loading import load
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
    with pytest.raises(InputError, match="not an index"):
        grice.search("( dog )", str(tmp_path))
    Index.of(GRAPHS).save(tmp_path)
    about = (tmp_path / "index.json").read_text("utf-8")
    (tmp_path / "index.json").write_text(about.replace('"graphs": 5', '"graphs": 4'), "utf-8")
    with pytest.raises(InputError, match="not an index"):
        Index.open(tmp_path)
    for broken in ("[]", "[" * 100_000, about.replace('"parts": ', '"parts": -'), '{"format": 1}', about[:-9]):
        (tmp_path / "index.json").write_text(broken, "utf-8")
        with pytest.raises(InputError, match=r"not an index(.|\n)*Index.build"):
            Index.open(tmp_path)
    (tmp_path / "index.json").write_text(about, "utf-8")
    (tmp_path / "members.bin").write_bytes(b"short")
    with pytest.raises(InputError, match="not an index"):
        Index.open(tmp_path)


def test_a_query_that_cannot_be_read_costs_only_itself() -> None:
    queries: list[Any] = ["( horse )", "", "( a , b", 7, None, "\ud800", SceneGraph(), "( couch )"]
    found = grice.search(queries, GRAPHS, k=1)
    assert [hits[0].place if hits else None for hits in found] == [2, None, None, None, None, None, None, 1]
    assert [hits.error is None for hits in found] == [True, False, False, False, False, False, True, True]
    assert found[3].error == "is 7, not a caption, a scene graph or its text"
    with pytest.raises(InputError, match=r"the query is empty(.|\n)*needed: a caption"):
        grice.search("", GRAPHS)


def test_a_graph_that_cannot_be_read_keeps_its_place_and_is_never_found(tmp_path: Path) -> None:
    graphs: list[Any] = [GRAPHS[0], "( broken", None, GRAPHS[2]]
    with pytest.warns(UserWarning, match="2 of 4 graphs cannot be read"):
        hits = grice.search("( horse )", graphs, k=10)
    assert [hit.place for hit in hits] == [3, 0]
    built = Index.build(graphs, tmp_path)
    assert list(built.errors) == [1, 2]
    assert [hit.place for hit in grice.search("( horse )", Index.open(tmp_path))] == [3, 0]


def test_of_equal_scores_the_first_come_first_whatever_k() -> None:
    many = ["( tree )"] * 40 + ["( horse )"] + ["( tree )"] * 40
    for k in (1, 2, 5, 40, 81, 1000):
        assert [hit.place for hit in grice.search("( horse )", many, k=k)] == [40, *range(40), *range(41, 81)][:k]


def test_scores_do_not_depend_on_how_much_is_looked_at_together(monkeypatch: pytest.MonkeyPatch) -> None:
    index, vectors = Index.of(GRAPHS), load().encode(["dog", "ball", "red", "man", "horse", "tree"])
    whole = index.scores([0, 2, 3], vectors)
    assert whole.shape == (3, 5)
    monkeypatch.setattr("grice.retrieval.index.CELLS", 1)
    monkeypatch.setattr("grice.retrieval.index.BLOCK", 2)
    assert index.scores([0, 2, 3], vectors) == pytest.approx(whole, abs=1e-6)


def test_a_query_of_many_parts_takes_bounded_memory(monkeypatch: pytest.MonkeyPatch) -> None:
    import tracemalloc

    index = Index.of([f"( thing{i} )" for i in range(300)])
    vectors = np.repeat(index.vectors, 20, axis=0)
    monkeypatch.setattr("grice.retrieval.index.CELLS", 30_000)
    tracemalloc.start()
    index.scores([0], vectors)
    peak = tracemalloc.get_traced_memory()[1]
    tracemalloc.stop()
    assert peak < 2_000_000  # all cosines at once are 7 MB


def test_an_index_names_its_encoder_and_is_searched_with_no_other(tmp_path: Path) -> None:
    Index.build(GRAPHS, tmp_path)
    about = json.loads((tmp_path / "index.json").read_text("utf-8"))
    assert f"{about['encoder']}@{about['fingerprint']}" == described(load())
    (tmp_path / "index.json").write_text(json.dumps(about | {"fingerprint": "0000"}), "utf-8")
    with pytest.raises(InputError, match=r"@0000, searched with(.|\n)*Index.build"):
        grice.search("( dog )", tmp_path)


@pytest.mark.parametrize(
    ("call", "said"),
    [
        (lambda: grice.search("( dog )", GRAPHS, k=0), "k = 0"),
        (lambda: grice.search("( dog )", GRAPHS, k="5"), "k = '5'"),
        (lambda: grice.search("( dog )", GRAPHS, k=None), "k = None"),
        (lambda: grice.search(5, GRAPHS), "the query 5"),
        (lambda: grice.search(None, GRAPHS), "the query None"),
        (lambda: grice.search("( dog )", None), "None as graphs"),
        (lambda: grice.search("( dog )", 5), "5 as graphs"),
        (lambda: Index.build(GRAPHS, "/dev/null/folder"), "cannot be written"),
    ],
)
def test_arguments_of_the_wrong_type_are_refused(call: Any, said: str) -> None:
    with pytest.raises(InputError, match=said):
        call()


def test_nothing_to_search_finds_nothing() -> None:
    assert grice.search("( dog )", []) == []
    assert grice.search([], GRAPHS) == []


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


def test_no_graph_is_more_than_entirely_like_itself() -> None:
    names = ("dog", "cat", "ball", "sofa", "tree", "man", "horse")
    scenes = [f"( {one} , on , {other} )" for one in names for other in names if one != other]
    hits = [grice.search(scene, scenes, k=1)[0] for scene in scenes]
    assert [hit.place for hit in hits] == list(range(len(scenes)))
    assert max(hit.score for hit in hits) == 1.0
