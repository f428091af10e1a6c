"""What the explorer answers: the same numbers as the library, in place and in words where something is wrong."""

import csv
import gzip
import io
import json
import time
from collections.abc import Callable
from typing import Any

import numpy as np
import pytest
from starlette.testclient import TestClient

import grice
from grice.meaning.tuples import NOT
from grice.readers.base import LISTENERS
from grice.scenes import rooms
from grice.speakers.base import SPEAKERS
from grice.web.explorer.site import explorer
from grice.web.explorer.uploads import MOST_BYTES, MOST_ROWS

Ask = Callable[..., Any]
PAIR = [118308, 235786]
SCRIPT = "<script>alert(1)</script><img src=x onerror=alert(2)>"
FILE = """id,prediction,references
1,a dog runs,"[""a brown dog is running"", ""a dog""]"
2,two cats sleep,"[""two cats are asleep""]"
3,a red car,"[""a blue boat on a lake""]"
"""
OTHER = FILE.replace("a red car", "a boat on a lake").replace("a dog runs", "a horse")


@pytest.fixture(scope="module")
def client() -> TestClient:
    return TestClient(explorer(), base_url="http://127.0.0.1")


@pytest.fixture
def ask(client: TestClient) -> Ask:
    def asked(name: str, status: int = 200, /, **body: Any) -> Any:
        answer = client.post(f"/api/{name}", json=body)
        assert answer.status_code == status, answer.text
        return answer.json()

    return asked


def values(figures: Any) -> dict[str, float | None]:
    return {one["name"]: one["value"] for one in figures}


def test_a_caption_of_rooms_gets_the_values_of_the_library_and_its_mentions_are_marked(ask: Ask) -> None:
    caption = "a blue pill on green floor, shimmering"
    found = ask("rooms", rooms=PAIR, caption=caption)
    score = grice.score([caption], targets=PAIR[:1], distractors=[PAIR[1:]], metrics=["pragmatics"])["pragmatics"]
    assert values(found["figures"]) == pytest.approx({v.name: score[v.name].value for v in score.metric.values})
    assert '<span class="m good"' in found["caption"]
    assert '<span class="m bad"' in found["caption"]
    assert '<span class="m unknown"' in found["caption"]
    assert [one["listener"] for one in found["heard"]] == LISTENERS.of("rooms")
    assert found["signature"].startswith("pragmatics|")


def test_of_three_rooms_the_rational_listener_chooses_where_the_literal_one_cannot(ask: Ask) -> None:
    same = {"floor_hue": 0, "wall_hue": 0, "scale": 0, "orientation": 0}
    red_block = rooms.scene(object_hue=0, shape=1, **same).id
    red_ball = rooms.scene(object_hue=0, shape=2, **same).id
    blue_ball = rooms.scene(object_hue=6, shape=2, **same).id
    found = ask("rooms", rooms=[red_ball, red_block, blue_ball], caption="a red object")
    heard = {one["listener"]: one for one in found["heard"]}
    assert heard["literal"]["place"] is None
    assert heard["rsa"]["place"] == 0  # a block would have been called a block
    assert sum(heard["rsa"]["weights"]) == pytest.approx(1)
    assert heard["rsa"]["weights"][2] == 0


@pytest.mark.parametrize("shared", range(6))
def test_rooms_drawn_at_random_share_exactly_so_many_features_with_the_target(ask: Ask, shared: int) -> None:
    for seed in range(5):
        target, *others = ask("rooms/draw", count=4, shared=shared, seed=seed)["rooms"]
        assert len({target, *others}) == 4
        for other in others:
            assert (rooms.features(target) == rooms.features(other)).sum() == shared
    assert ask("rooms/draw", count=2, shared=2, seed=3) == ask("rooms/draw", count=2, shared=2, seed=3)
    assert ask("rooms/draw", count=2, shared=2, seed=3, target=PAIR[0])["rooms"][0] == PAIR[0]


@pytest.mark.parametrize("speaker", SPEAKERS.of("rooms"))
def test_every_speaker_of_rooms_says_what_the_library_says(ask: Ask, speaker: str) -> None:
    said = ask("rooms/speak", rooms=PAIR, speaker=speaker, seed=2)["caption"]
    assert said == grice.describe(PAIR[0], speaker=speaker, distractors=PAIR[1:], seed=2)


def test_what_every_speaker_of_shapes_says_is_read_back(ask: Ask) -> None:
    found = ask("quantified", counts=[4, 2, 0, 2])
    assert [one["speaker"] for one in found["said"]] == SPEAKERS.of("quantified")
    assert (found["size"], found["scenes"]) == (8, 165)
    for one in found["said"]:
        back = grice.read(one["text"], 8)
        assert (one["left"], one["swaps"]) == (len(back.worlds), pytest.approx(back.swaps((4, 2, 0, 2))))


def test_a_scene_without_objects_can_still_be_filled(ask: Ask) -> None:
    found = ask("quantified", counts=[0, 0, 0, 1])
    assert [one["count"] for one in found["kinds"]] == [0, 0, 0, 1]
    assert found["said"] == []


@pytest.mark.parametrize("reading", ["pragmatic", "literal"])
@pytest.mark.parametrize(
    "text",
    [
        "Half of the eight objects are red, and no circle is blue.",
        "Most of the squares are blue. There are only two circles.",
        "All squares are blue, except two. The rest are red circles.",
    ],
)
def test_the_grid_shows_the_scenes_that_each_clause_leaves(ask: Ask, text: str, reading: str) -> None:
    found = ask("quantified/read", counts=[4, 2, 0, 2], text=text, reading=reading)
    said = grice.read(text, 8, reading=reading)
    grid, every = np.array(found["grid"]), grice.scenes.quantified.worlds(8)
    assert len(grid) == found["scenes"] == 165
    assert np.array_equal(every[grid == -1], said.worlds[np.lexsort(said.worlds.T[::-1])])
    assert tuple(every[found["truth"]]) == (4, 2, 0, 2)
    assert found["swaps"] == pytest.approx(said.swaps((4, 2, 0, 2)))
    # A scene that is open after a clause is not ruled out before it.
    for i, step in enumerate(found["steps"]):
        assert ((grid == -1) | (grid > i)).sum() >= min(step["left"], found["left"])
    assert [step["text"] for step in found["steps"]] == [clause.text for clause in said.clauses]


def test_own_colours_and_shapes_are_described_drawn_and_read(ask: Ask, client: TestClient) -> None:
    domain = "colour=green,orange; shape=star,triangle,hexagon"
    found = ask("quantified", counts=[1, 2, 3, 0, 0, 1], domain=domain)
    assert [one["plural"] for one in found["kinds"]][:2] == ["green stars", "orange stars"]
    read = ask("quantified/read", counts=[1, 2, 3, 0, 0, 1], domain=domain, text="There are three green triangles.")
    assert read["steps"][0]["understood"]
    picture = client.get("/picture/scene.svg", params={"counts": "1,2,3,0,0,1", "domain": domain})
    assert picture.headers["content-type"].startswith("image/svg+xml")
    assert picture.text.count("<polygon") == 7
    assert (
        client.get("/picture/scene.svg", params={"counts": "1,2", "domain": "colour=red; shape=cat,dog"}).status_code
        == 422
    )


def test_the_tuples_of_a_comparison_give_the_value_of_spice(ask: Ask) -> None:
    caption, references = (
        "two small dogs chase a red ball, and no cat is there",
        ["dogs run after a ball", "a cat and two hounds"],
    )
    found = ask("graphs/compare", caption=caption, references=references)
    count = {kind: sum(one["verdict"] == kind for one in found["tuples"]) for kind in ("matched", "wrong", "missed")}
    f1 = 2 * count["matched"] / (2 * count["matched"] + count["wrong"] + count["missed"])
    score = grice.score([caption], [references], metrics=["spice", "rouge"])
    judged = {one["metric"]: one["values"][0]["value"] for one in found["judgements"]}
    assert f1 == pytest.approx(score["spice"].value)
    assert judged["spice"] == pytest.approx(score["spice"].value)
    assert judged["rouge"] == pytest.approx(score["rouge"].value)
    assert {"setmatch", "softspice", "faithfulness", "bleu", "cider", "sentence", "tokens", "grice"} <= set(judged)
    assert any(one["denied"] for one in found["tuples"])
    assert "cat" in found["contradictions"][0]
    assert all(NOT not in one["words"] for one in found["tuples"])


def test_a_graph_is_drawn_with_its_words_tied_to_it_and_one_bad_caption_costs_itself(ask: Ask) -> None:
    good, empty, given = ask("graphs", captions=["two small dogs chase a red ball", "...", "( dog , on , grass )"])
    for tie in ("o0", "o1", "r0"):
        assert f" {tie}" in good["caption"]
        assert f"{tie}" in good["drawing"]
    assert good["facts"].startswith("( dogs , is , 2 )")
    assert "cannot be parsed" in empty["error"]
    assert "grass" in given["drawing"]


def test_text_is_shown_as_text_in_everything_that_is_drawn(ask: Ask) -> None:
    marked = ask("rooms", rooms=PAIR, caption=f"a blue pill {SCRIPT}")["caption"]
    (graph,) = ask("graphs", captions=[f"a dog {SCRIPT} on the grass"])
    for html in (marked, graph["caption"], graph["drawing"]):
        assert "<script" not in html
        assert "<img" not in html


@pytest.mark.parametrize(
    ("name", "body", "words"),
    [
        ("rooms", {"rooms": [1]}, "1 rooms"),
        ("rooms", {"rooms": [1, 1]}, "its own distractor"),
        ("rooms", {"rooms": [1, 480_000]}, "480000"),
        ("rooms", {"rooms": ["1", 2]}, "rooms"),
        ("rooms", {"rooms": [1, 2], "caption": "x" * 5000}, "5,000 characters"),
        ("rooms", {"rooms": [1, 2], "colour": "red"}, "'colour'"),
        ("rooms", {}, "'rooms'"),
        ("rooms/speak", {"rooms": PAIR, "speaker": "nobody"}, "nobody"),
        ("rooms/draw", {"shared": 6}, "shared features"),
        ("quantified", {"counts": [-1, 9, 0, 0]}, "-1 blue squares"),
        ("quantified/read", {"counts": [1, 0, 0, 0], "text": "one"}, "size 1"),
        ("quantified", {"counts": [1, 2, 3]}, "3 counts"),
        ("quantified", {"counts": [100, 1, 1, 1]}, "103 objects"),
        ("quantified/read", {"counts": [2, 0, 0, 2], "text": "xyzzy plugh"}, "hardly a word"),
        ("quantified/read", {"counts": [2, 0, 0, 2], "text": " "}, "no description"),
        ("quantified", {"counts": [1, 1], "domain": "colour"}, "the domain"),
        ("graphs", {"captions": []}, "0 captions"),
        ("graphs", {"captions": ["a"], "parser": "../x"}, "no parser"),
        ("graphs/compare", {"caption": "a dog", "references": [" "]}, "0 references"),
        ("graphs/compare", {"caption": "...", "references": ["a dog"]}, "cannot be parsed"),
        ("corpus", {"first": "0000"}, "not here any more"),
    ],
)
def test_a_mistake_is_answered_in_words(ask: Ask, name: str, body: dict[str, Any], words: str) -> None:
    found = ask(name, 422, **body)
    assert words in found["error"]
    assert set(found) == {"error", "needed", "fix"}


def upload(client: TestClient, name: str, content: str | bytes) -> Any:
    return client.post("/api/corpus/file", params={"name": name}, content=content)


def judged(ask: Ask, **files: Any) -> Any:
    while (found := ask("corpus", **files))["state"] == "working":
        time.sleep(0.02)
    assert found["state"] == "done"
    return found["answer"]


def test_a_file_is_judged_compared_and_downloaded_with_the_values_of_the_library(ask: Ask, client: TestClient) -> None:
    first, second = (upload(client, name, text).json() for name, text in (("one.csv", FILE), ("two.csv", OTHER)))
    assert (first["rows"], first["columns"]) == (3, ["id", "prediction", "references"])
    offers = {one["name"]: one["lacks"] for one in ask("corpus", first=first["id"])["offers"]}
    assert offers["rouge"] == ""
    assert "target_id" in offers["pragmatics"]
    answer = judged(ask, first=first["id"], second=second["id"], metrics=["rouge", "bleu"])
    rows = list(csv.DictReader(io.StringIO(FILE)))
    references = [json.loads(row["references"]) for row in rows]
    wanted = grice.score([row["prediction"] for row in rows], references, metrics=["rouge", "bleu"])
    table = {(row["metric"], row["name"]): row["value"] for row in answer["first"]["table"]}
    assert table["rouge", "rouge"] == pytest.approx(wanted["rouge"].value)
    assert table["bleu", "bleu1"] == pytest.approx(wanted["bleu"]["bleu1"].value)
    assert answer["first"]["worst"][0]["row"] == int(np.argmin(wanted["rouge"].items))
    assert sum(answer["first"]["histograms"][0]["counts"]) == 3
    difference = answer["differences"][0]
    assert difference["difference"] == pytest.approx(difference["first"] - difference["second"])
    assert 0 < difference["p"] <= 1
    assert {pair[0]["row"] for pair in answer["apart"]} == {0, 2}
    query = {"first": first["id"], "second": second["id"], "metrics": "rouge,bleu"}
    items = list(csv.DictReader(io.StringIO(client.get("/corpus/items.csv", params=query).text)))
    assert [float(row["rouge"]) for row in items] == pytest.approx(wanted["rouge"].items.tolist())
    assert client.get("/corpus/items.parquet", params=query).content[:4] == b"PAR1"


def test_an_item_can_be_looked_at_closely_in_the_tab_of_its_family(ask: Ask, client: TestClient) -> None:
    rooms_ = 'prediction,target_id,distractor_ids\na blue pill,118308,"[235786, 7]"\n'
    shapes = 'prediction,counts\nHalf are red circles.,"2,0,0,2"\n'
    for text, metric, address in (
        (FILE, "rouge", "/graph?captions=a+red+car&references=a+blue+boat+on+a+lake"),
        (rooms_, "pragmatics", "/reference?rooms=118308%2C235786%2C7&caption=a+blue+pill"),
        (shapes, "reconstruction", "/quantities?counts=2%2C0%2C0%2C2&text=Half+are+red+circles."),
    ):
        file = upload(client, "mine.csv", text).json()["id"]
        worst = judged(ask, first=file, metrics=[metric])["first"]["worst"]
        assert address in [one["address"] for one in worst]
        assert client.get(address).status_code == 200


def test_references_may_lie_in_another_file_and_files_of_other_items_are_refused(ask: Ask, client: TestClient) -> None:
    said = upload(client, "said.csv", "id,prediction\n1,a dog\n2,a cat\n").json()["id"]
    turned = upload(client, "turned.csv", "id,prediction\n2,a bird\n1,a dog\n").json()["id"]
    fewer = upload(client, "fewer.csv", "id,prediction\n1,a dog\n").json()["id"]
    wanted = upload(client, "wanted.jsonl", '{"id":1,"references":["a dog"]}\n{"id":2,"references":["a bird"]}\n')
    references = wanted.json()["id"]
    lacking = next(one for one in ask("corpus", first=said)["offers"] if one["name"] == "rouge")
    assert "references" in lacking["lacks"]
    answer = judged(ask, first=said, second=turned, references=references, metrics=["rouge"])
    assert answer["second"]["table"][0]["value"] == 1  # items are paired by their ids, not by their rows
    assert answer["apart"][0][0]["prediction"] == "a cat"
    query = {"first": said, "second": turned, "references": references, "metrics": "rouge", "which": "second"}
    assert "a bird" in client.get("/corpus/items.jsonl", params=query).text
    wanted = {"first": said, "second": fewer, "references": references, "metrics": ["rouge"]}
    while (answer := client.post("/api/corpus", json=wanted)).json().get("state") == "working":
        time.sleep(0.02)
    assert "said.csv has 1 of its 2 items alone" in answer.json()["error"]


def test_a_packed_file_is_what_it_holds_and_captions_that_cannot_be_read_say_why(ask: Ask, client: TestClient) -> None:
    packed = upload(client, "one.CSV.gz", gzip.compress(FILE.encode())).json()
    assert (packed["name"], packed["rows"]) == ("one.CSV.gz", 3)
    assert packed["id"] == upload(client, "one.csv", FILE).json()["id"]
    latin = upload(client, "latin.csv", FILE.replace("a red car", "a caf\xe9").encode("latin-1")).json()["id"]
    answer = judged(ask, first=latin, metrics=["rouge"])["first"]
    assert answer["unreadable"] == 1
    assert "UTF-8" in answer["why"]


def test_uploads_are_bounded_and_refused_in_words(client: TestClient) -> None:
    assert upload(client, "big.csv", b"x" * (MOST_BYTES + 1)).status_code == 413
    for name, content, words in (
        ("x.exe", "a", "x.exe"),
        ("x.csv", "", "0 bytes"),
        ("../../x.csv", b"\x00\xff" * 300, "x.csv is a binary file"),
        ("x.json", "[1, 2", "x.json is not JSON"),
        ("x.csv.gz", FILE, "x.csv.gz cannot be unpacked"),
        ("x.csv.gz", gzip.compress(FILE.encode(), mtime=0)[:-20], "x.csv.gz cannot be unpacked"),
        ("x.csv.gz", gzip.compress(b"x" * (2 * MOST_BYTES), mtime=0), "bytes or more, unpacked"),
        ("x.gz", gzip.compress(FILE.encode(), mtime=0), "a file called 'x.gz'"),
        ("x.csv", "prediction\n" + "a\n" * (MOST_ROWS + 1), f"{MOST_ROWS + 1:,} rows"),
    ):
        answer = upload(client, name, content)
        assert answer.status_code == 422
        assert words in answer.json()["error"]
        assert "/" not in answer.json()["error"]


def test_other_sites_and_other_names_are_refused_and_pages_run_no_script_of_their_own(client: TestClient) -> None:
    body = {"rooms": PAIR}
    assert client.post("/api/rooms", json=body, headers={"origin": "http://evil.example"}).status_code == 403
    assert client.post("/api/rooms", json=body, headers={"origin": "http://127.0.0.1"}).status_code == 200
    assert client.get("/reference", headers={"host": "evil.example"}).status_code == 400
    for tab in ("reference", "quantities", "graph", "corpus"):
        page = client.get(f"/{tab}")
        assert "unsafe" not in page.headers["content-security-policy"]
        assert "style=" not in page.text
        assert "<script>" not in page.text
        assert "//" not in page.text.replace("<!doctype", "")
    assert client.get("/picture/room/480000.png").status_code == 422
    assert client.get("/picture/room/5.png?small=1").content[:4] == b"\x89PNG"
    assert client.get("/nothing").status_code == 404
