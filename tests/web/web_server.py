"""An application on a port, a running study, and a visitor of it: a browser without scripts."""

import re
import socket
import threading
import time
from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import dataclass
from typing import Any

import pytest

pytest.importorskip("sqlalchemy", reason="needs the extra web: pip install 'grice[web]'")
pytest.importorskip("httpx", reason="needs the extra web: pip install 'grice[web]'")
pytest.importorskip("uvicorn", reason="needs the extra web: pip install 'grice[web]'")

import httpx
import uvicorn

from grice.studies.store import Store


@contextmanager
def listening(app: Any) -> Iterator[str]:
    """An application on a free port of this machine; its address."""
    # The server is given the socket itself: a port that was only looked up could be another's by the time it listens.
    with socket.create_server(("127.0.0.1", 0)) as own:
        server = uvicorn.Server(uvicorn.Config(app, log_level="warning", lifespan="off"))
        thread = threading.Thread(target=server.run, args=([own],), daemon=True)
        thread.start()
        while not server.started:
            assert thread.is_alive(), "the server did not start"
            time.sleep(0.01)
        yield f"http://127.0.0.1:{own.getsockname()[1]}"
        server.should_exit = True
        thread.join()


@dataclass
class Served:
    """A running study."""

    url: str
    store: Store
    app: Any

    def visitor(self, token: str = "") -> "Visitor":
        return Visitor(self, token)


class Visitor(httpx.Client):
    """A browser without scripts: keeps cookies, follows redirects, sends the token of the last form it saw."""

    def __init__(self, served: Served, token: str = "") -> None:
        super().__init__(base_url=served.url, follow_redirects=True, timeout=30, trust_env=False)
        self.headers["origin"] = served.url
        if token:
            self.get(f"/t/{token}")

    def send_form(self, path: str, **fields: Any) -> httpx.Response:
        page = self.get("/study").text
        found = re.search(r'name="form_token" value="([^"]+)"', page)
        here = re.search(r'name="item" value="([^"]+)"', page)
        form = {"form_token": found[1] if found else "", **({"item": here[1]} if here else {}), **fields}
        return self.post(path, data=form)
