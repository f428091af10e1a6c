"""A study on a real server, and a real browser where there is one."""

from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any

import pytest

pytest.importorskip("sqlalchemy", reason="needs the extra web: pip install 'grice[web]'")
pytest.importorskip("starlette", reason="needs the extra web: pip install 'grice[web]'")
pytest.importorskip("uvicorn", reason="needs the extra web: pip install 'grice[web]'")

from web_server import Served, listening

from grice.studies.design import read
from grice.studies.store import Store
from grice.studies.templates import template
from grice.web.app import application
from grice.web.explorer.site import explorer as explorer_app
from grice.web.explorer.site import warm


@pytest.fixture
def serve(tmp_path: Path) -> Iterator[Callable[..., Served]]:
    """Serve a template's study, or the text of a file, on a free port."""
    running: list[tuple[Any, Store]] = []

    def start(name: str = "reconstruction", text: str = "", **replaced: str) -> Served:
        path = tmp_path / f"study{len(running)}.toml"
        written = text or template(name)
        for old, new in replaced.items():
            assert old in written
            written = written.replace(old, new)
        path.write_text(written, encoding="utf-8")
        store = Store(read(path))
        app = application(store)
        server = listening(app)
        url = server.__enter__()
        running.append((server, store))
        return Served(url, store, app)

    yield start
    for server, store in running:
        server.__exit__(None, None, None)
        store.close()


@pytest.fixture(scope="session")
def explorer() -> Iterator[str]:
    """The explorer, served and warm; one for all tests."""
    app = explorer_app()
    warm()
    with listening(app) as url:
        yield url


@pytest.fixture
def page(browser: Any) -> Iterator[Any]:
    """A page of a fresh visitor; an error on its console fails the test."""
    context = browser.new_context(viewport={"width": 1280, "height": 860})
    opened = context.new_page()
    problems: list[str] = []
    opened.on("console", lambda said: problems.append(said.text) if said.type == "error" else None)
    opened.on("pageerror", lambda error: problems.append(str(error)))
    yield opened
    context.close()
    # The explorer answers a mistake with a 422, which Chromium notes by itself.
    assert [one for one in problems if "422" not in one] == []
