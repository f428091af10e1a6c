"""What would a study find with readers of Grice? Simulated participants who take it through the real HTTP interface.

Each joins, agrees, answers the questions and the check, and answers every item as the task's reader would; all at once.
They pilot a design, show whether its analysis runs, and how fast the server answers. What they answer depends on the
seed and on what they are shown. The right answers of the check are the design's: a pilot is not a test of reading.
"""

import asyncio
import ssl
import time
from collections.abc import Callable
from concurrent.futures import ThreadPoolExecutor
from dataclasses import dataclass
from typing import Any

import httpx
import numpy as np

from grice.errors import InputError
from grice.studies.design import Design
from grice.studies.items import Item, items_of
from grice.studies.tasks import load

TIMEOUT = 120.0
MOST_TRIES = 5
"""How often a request that the server asked to wait with is sent again."""


@dataclass(frozen=True)
class Outcome:
    """How many finished, what went wrong, and how long requests took, in milliseconds."""

    finished: int
    refused: int
    errors: tuple[str, ...]
    milliseconds: tuple[float, ...]
    seconds: float

    def quantile(self, share: float) -> float:
        """The time that this share of the requests stayed under."""
        return float(np.quantile(self.milliseconds, share)) if self.milliseconds else float("nan")


def simulate(
    design: Design,
    url: str,
    participants: int,
    seed: int = 0,
    step: Callable[[int], object] = lambda _: None,
    pause: float = 0.0,
) -> Outcome:
    """So many simulated participants at once against a running server; each thinks `pause` seconds on average."""
    # In a thread of its own, so that it may be called from a notebook, which runs a loop already.
    with ThreadPoolExecutor(1) as pool:
        return pool.submit(asyncio.run, _all(design, url.rstrip("/"), participants, seed, step, pause)).result()


async def _all(
    design: Design, url: str, participants: int, seed: int, step: Callable[[int], object], pause: float
) -> Outcome:
    spent: list[float] = []
    # Readers remember what they have read: reading now keeps it out of the times of the requests.
    for item in items_of(design):
        load(design.task).simulated(item, np.random.default_rng(0))
    started = time.perf_counter()
    await _answers(design, url)
    # A client each, as people have a browser each; what costs time to make they share.
    trusted = ssl.create_default_context()
    ends = await asyncio.gather(
        *(_one(design, url, trusted, np.random.default_rng([seed, i]), spent, step, pause) for i in range(participants))
    )
    errors = tuple(end for end in ends if end not in ("finished", "refused"))
    seconds = time.perf_counter() - started
    return Outcome(ends.count("finished"), ends.count("refused"), errors, tuple(spent), seconds)


async def _answers(design: Design, url: str) -> None:
    """Make sure that a server is there."""
    try:
        async with httpx.AsyncClient(base_url=url, timeout=TIMEOUT) as client:
            await client.get("/health")
    except (httpx.HTTPError, httpx.InvalidURL) as error:
        raise InputError(
            f"nothing answers at {url}: {error}", "a running study", f"grice study serve {design.path}"
        ) from None


async def _one(
    design: Design,
    url: str,
    trusted: ssl.SSLContext,
    rng: np.random.Generator,
    spent: list[float],
    step: Callable[[int], object],
    pause: float,
) -> str:
    """Take the whole study; how it ended, or what went wrong."""
    try:
        async with httpx.AsyncClient(base_url=url, verify=trusted, timeout=TIMEOUT, trust_env=False) as client:
            joined = await _asked(client, spent, "join", {})
            if joined.status_code == 409:
                return "refused"
            client.headers["Authorization"] = f"Bearer {joined.raise_for_status().json()['token']}"
            while True:
                state = (await _asked(client, spent, "state", None)).raise_for_status().json()
                if state["step"] not in _REPLIES:
                    return str(state["step"])
                name, body = _REPLIES[state["step"]](design, state, rng)
                if pause:
                    await asyncio.sleep(float(rng.exponential(pause)))
                (await _asked(client, spent, name, body)).raise_for_status()
                if name == "answer":
                    step(1)
    except httpx.HTTPStatusError as error:
        return f"{error.response.status_code} {error.request.url.path}: {error.response.text[:200]}"
    except httpx.HTTPError as error:
        return f"{type(error).__name__}: {error}"


async def _asked(client: httpx.AsyncClient, spent: list[float], name: str, body: Any) -> httpx.Response:
    """Ask an endpoint and note how long it took; wait where the server says so."""
    for _ in range(MOST_TRIES):
        began = time.perf_counter()
        if body is None:
            answer = await client.get(f"/api/{name}")
        else:
            answer = await client.post(f"/api/{name}", json=body)
        spent.append((time.perf_counter() - began) * 1e3)
        if answer.status_code != 429:
            break
        await asyncio.sleep(float(answer.headers.get("retry-after", 1)))
    return answer


def _consent(_: Design, __: Any, ___: np.random.Generator) -> tuple[str, Any]:
    return "consent", {"agree": True}


def _questions(_: Design, state: Any, rng: np.random.Generator) -> tuple[str, Any]:
    def said(question: Any) -> str:
        if question["kind"] == "choice":
            return str(question["choices"][int(rng.integers(len(question["choices"])))])
        return str(int(rng.integers(18, 70))) if question["kind"] == "number" else "simulated"

    return "questions", {"answers": {question["name"]: said(question) for question in state["questions"]}}


def _check(design: Design, _: Any, __: np.random.Generator) -> tuple[str, Any]:
    return "check", {"choices": [one.right for one in design.check]}


def _item(design: Design, state: Any, rng: np.random.Generator) -> tuple[str, Any]:
    item = Item(state["item"], "", "", "", state["size"], state["shown"])
    return "answer", {"item": item.id, "answer": dict(load(design.task).simulated(item, rng))}


_REPLIES: dict[str, Callable[[Design, Any, np.random.Generator], tuple[str, Any]]] = {
    "consent": _consent,
    "questions": _questions,
    "check": _check,
    "items": _item,
}
