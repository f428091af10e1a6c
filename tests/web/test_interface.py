"""The study as JSON: simulated participants of every task, refusals without a 5xx, the schema fuzzed."""

import subprocess
import sys
from collections.abc import Callable
from pathlib import Path

import httpx
import pytest
from web_server import Served

from grice.studies import export
from grice.studies.simulation import simulate

Serve = Callable[..., Served]
SMALLEST = 'scenes = "qtuna"\nsizes = [4]'


@pytest.mark.parametrize(
    ("name", "replaced", "people", "columns"),
    [
        ("reconstruction", {"views = 4": "views = 1"}, 20, {"swaps", "swap_share", "answer_blue_squares"}),
        ("production", {"views = 6": "views = 1"}, 12, {"text", "counts"}),
        ("production-rooms", {"number = 24": "number = 4"}, 8, {"text", "target_id", "distractor_ids"}),
        ("reference", {"number = 24": "number = 4"}, 12, {"choice", "correct", "room_ids"}),
        ("judgement", {"views = 4": "views = 1"}, 4, {"naturalness", "informativity", "correctness"}),
        ("judgement-graphs", {}, 3, {"complete", "correct", "graph"}),
        ("preference", {}, 5, {"better", "first", "second"}),
    ],
)
def test_simulated_participants_finish_every_task(
    serve: Serve, name: str, replaced: dict[str, str], people: int, columns: set[str]
) -> None:
    served = serve(name, **replaced)
    outcome = simulate(served.store.design, served.url, people)
    assert outcome.errors == ()
    assert outcome.finished == people
    table = export.table(served.store)
    wanted = sum(item.views for item in served.store.items.values() if not item.gold)
    assert sum(not row["gold"] for row in table.records()) == wanted
    assert columns <= set(table.columns)
    assert set(table.columns) == set(export.codebook(served.store))


@pytest.mark.long
def test_two_hundred_simulated_participants_finish_at_once_without_an_error(serve: Serve) -> None:
    small = {
        "views = 4": "views = 30",
        "count = 20": "count = 200",
        'scenes = "qtuna"': 'scenes = "qtuna"\nsizes = [4]',
    }
    served = serve(**small)
    outcome = simulate(served.store.design, served.url, 200)
    assert outcome.errors == ()
    assert outcome.finished == 200
    answers = served.store.answers()
    assert len({(row["participant"], row["item"]) for row in answers}) == len(answers) == 200 * 3 + 200


def test_the_same_seed_gives_the_same_readers(serve: Serve) -> None:
    found = []
    for _ in range(2):
        served = serve(**{"views = 4": "views = 1", "count = 20": "count = 1", 'scenes = "qtuna"': SMALLEST})
        simulate(served.store.design, served.url, 1, seed=3)
        found.append([row["answer"] for row in served.store.answers()])
    assert found[0] == found[1]


def test_wrong_requests_are_answered_with_words_and_never_with_a_failure(serve: Serve) -> None:
    served = serve()
    client = httpx.Client(base_url=served.url)
    token = client.post("/api/join", json={}).json()["token"]
    client.headers["authorization"] = f"Bearer {token}"
    cases = [
        ("/api/answer", b"", 400),
        ("/api/answer", b"{", 400),
        ("/api/answer", b"[]", 400),
        ("/api/answer", b'{"item": 1, "answer": {}}', 400),
        ("/api/answer", b'{"item": "1", "answer": {}, "more": 1}', 400),
        ("/api/answer", b'{"item": "1", "answer": {"x": NaN}}', 400),
        ("/api/answer", b'{"item": "1", "answer": {"x": "\\ud800"}}', 400),
        ("/api/answer", b"[" * 50_000, 400),
        ("/api/answer", b'{"item": "1", "answer": {}}', 409),
        ("/api/consent", b'{"agree": false}', 422),
        ("/api/consent", b'{"agree": true}', 200),
        ("/api/consent", b'{"agree": true}', 409),
        ("/api/questions", b'{"answers": {"age": "old"}}', 422),
        ("/api/questions", b'{"answers": {"age": "' + b"9" * 5000 + b'"}}', 422),
        ("/api/questions", b'{"answers": {"age": 7}}', 422),
        ("/api/questions", b'{"answers": {"education": "none of these"}}', 422),
        ("/api/questions", b'{"answers": {}}', 200),
        ("/api/check", b'{"choices": ["6", "One that is in keeping with it"]}', 200),
        ("/api/answer", b'{"item": "1", "answer": {"blue_squares": 3}}', 422),
        ("/api/answer", b'{"item": "1", "answer": {"blue_squares": 1e400}}', 422),
        ("/api/answer", b'{"item": "1", "answer": {"blue_squares": true}}', 422),
        ("/api/answer", b'{"item": "99", "answer": {"blue_squares": 4}}', 409),
        ("/api/answer", b'{"item": "1", "answer": {"blue_squares": "4"}, "seconds": 1e308}', 200),
        ("/api/answer", b'{"item": "1", "answer": {"red_squares": "4"}}', 200),
        ("/api/draft", b'{"item": "2", "draft": {"blue_squares": "4"}}', 200),
        ("/api/draft", b'{"item": "2", "draft": {"x": "' + b"y" * 70_000 + b'"}}', 422),
    ]
    for path, body, status in cases:
        answer = client.post(path, content=body)
        assert answer.status_code == status, (path, body[:60], answer.text)
        assert answer.headers["content-type"] == "application/json"
    assert client.post("/api/state").status_code == 405
    assert client.get("/api/nothing").status_code == 404
    (kept,) = served.store.answers()
    assert kept["answer"] == {"counts": [4, 0, 0, 0]}
    assert kept["seconds"] < 60


@pytest.mark.parametrize(
    ("phases", "examples"),
    [("fuzzing", 4), pytest.param("examples,coverage,fuzzing", 60, marks=pytest.mark.long)],
    ids=["short", "thorough"],
)
def test_the_schema_describes_what_the_server_does_under_a_fuzzer(
    serve: Serve, tmp_path: Path, phases: str, examples: int
) -> None:
    """Requests that fit the schema, and that do not: no 5xx, and every answer is a described one."""
    schemathesis = pytest.importorskip("schemathesis", reason="needs pip install schemathesis")
    served = serve(**{"count = 20": "count = 600", "views = 4": "views = 40"})
    token = served.store.join()
    person = served.store.person(token)
    served.store.step(person, "items")
    served.app.state.site.limiter.allows = lambda *_: True  # else most requests would be told to wait
    checks = "not_a_server_error,status_code_conformance,response_schema_conformance,content_type_conformance"
    command = [sys.executable, "-m", "schemathesis.cli", "run", f"{served.url}/openapi.json"]
    command += ["--header", f"Authorization: Bearer {token}", "--exclude-path", "/api/withdraw"]
    command += ["--checks", checks, "--phases", phases, "--max-examples", str(examples), "--seed", "1"]
    assert schemathesis.__version__
    done = subprocess.run(command, capture_output=True, text=True, timeout=500, cwd=tmp_path)
    assert done.returncode == 0, done.stdout[-6000:] + done.stderr[-2000:]
    assert "8 passed" in done.stdout
