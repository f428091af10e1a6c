"""A running study, and a visitor of it: a browser without scripts."""

import re
from dataclasses import dataclass
from typing import Any

import pytest

pytest.importorskip("sqlalchemy", reason="needs the extra web: pip install 'grice[web]'")
pytest.importorskip("httpx", reason="needs the extra web: pip install 'grice[web]'")

import httpx

from grice.studies.store import Store


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
