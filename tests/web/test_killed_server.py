"""kill -9 of the server under load: no acknowledged answer is lost, none is there twice, and the study goes on."""

import os
import signal
import socket
import subprocess
import sys
import threading
import time
from pathlib import Path

import httpx
import pytest

from grice.studies.design import read
from grice.studies.store import Store
from grice.studies.templates import template

ROUNDS = 2
"""How often it is killed."""


def test_no_acknowledged_answer_is_lost_when_the_server_is_killed(tmp_path: Path) -> None:
    path = tmp_path / "study.toml"
    path.write_text(template("reconstruction").replace("count = 20", "count = 60").replace("views = 4", "views = 20"))
    Store(read(path)).close()
    acknowledged: list[tuple[str, str]] = []
    tokens: list[str] = []
    for round_ in range(ROUNDS):
        with socket.socket() as free:
            free.bind(("127.0.0.1", 0))
            port = free.getsockname()[1]
        command = [sys.executable, "-m", "grice", "study", "serve", str(path), "--port", str(port)]
        server = subprocess.Popen(command, stderr=subprocess.DEVNULL)
        url = f"http://127.0.0.1:{port}"
        try:
            _wait(url, server)
            while len(tokens) < 8 * (round_ + 1):
                tokens.append(httpx.post(f"{url}/api/join", json={}).json()["token"])
            threads = [threading.Thread(target=_answer, args=(url, token, acknowledged)) for token in tokens[-8:]]
            for thread in threads:
                thread.start()
            enough = len(acknowledged) + 30
            while len(acknowledged) < enough and any(thread.is_alive() for thread in threads):
                time.sleep(0.005)
        finally:
            os.kill(server.pid, signal.SIGKILL)
            server.wait()
        for thread in threads:
            thread.join()
    store = Store(read(path))
    people = {token: store.person(token).id for token in tokens}
    kept = [(row["participant"], str(row["position"])) for row in store.answers()]
    assert len(acknowledged) >= 30 * ROUNDS
    assert len(kept) == len(set(kept))
    assert {(people[token], item) for token, item in acknowledged} <= set(kept)
    # What was sent but not acknowledged may be there or not: at most the one that each was sending.
    assert len(kept) - len(acknowledged) <= 8 * ROUNDS
    store.close()


def _answer(url: str, token: str, acknowledged: list[tuple[str, str]]) -> None:
    """Answer until the server is gone."""
    try:
        with httpx.Client(
            base_url=url, headers={"Authorization": f"Bearer {token}"}, timeout=10, trust_env=False
        ) as client:
            client.post("/api/consent", json={"agree": True})
            client.post("/api/questions", json={"answers": {}})
            client.post("/api/check", json={"choices": ["6", "One that is in keeping with it"]})
            while (state := client.get("/api/state").json())["step"] == "items":
                body = {"item": state["item"], "answer": {"blue_squares": state["size"]}}
                if client.post("/api/answer", json=body).json().get("stored"):
                    acknowledged.append((token, state["item"]))
    except httpx.HTTPError:
        return


def _wait(url: str, server: subprocess.Popen[bytes]) -> None:
    while server.poll() is None:
        try:
            httpx.get(f"{url}/health", trust_env=False)
            return
        except httpx.HTTPError:
            time.sleep(0.05)
    pytest.fail("the server did not start")
