"""Photograph the pages of studies for the documentation: `python tools/study_screenshots.py docs/images/studies`.

Needs the extras `web` and `dev`, and Debian's chromium (or CHROMIUM set to another). Every page is taken at 1280 and
390 pixels, light and dark; the documentation shows some of them.
"""

import os
import shutil
import socket
import sys
import threading
import time
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from pathlib import Path
from tempfile import TemporaryDirectory

import uvicorn
from playwright.sync_api import Browser, Page, sync_playwright

from grice.studies.design import read
from grice.studies.simulation import simulate
from grice.studies.store import Store
from grice.studies.templates import template
from grice.web.app import application

WIDTHS = {"wide": (1280, 860), "phone": (390, 844)}


@contextmanager
def served(name: str, folder: Path, change: Callable[[str], str] = lambda text: text) -> Iterator[tuple[str, Store]]:
    """A template's study on a free port."""
    path = folder / f"{name}.toml"
    path.write_text(change(template(name)), encoding="utf-8")
    store = Store(read(path))
    with socket.socket() as free:
        free.bind(("127.0.0.1", 0))
        port = free.getsockname()[1]
    server = uvicorn.Server(uvicorn.Config(application(store), host="127.0.0.1", port=port, log_level="warning"))
    thread = threading.Thread(target=server.run, daemon=True)
    thread.start()
    while not server.started:
        time.sleep(0.02)
    try:
        yield f"http://127.0.0.1:{port}", store
    finally:
        server.should_exit = True
        thread.join()
        store.close()


def begin(page: Page, url: str, store: Store, shot: Callable[[Page, str], None] = lambda *_: None) -> None:
    """From the front page to the first item."""
    page.goto(url)
    shot(page, "front")
    page.get_by_role("button", name="Take part").click()
    shot(page, "consent")
    page.get_by_role("checkbox").check()
    page.get_by_role("button", name="Go on").click()
    if store.design.questions:
        shot(page, "questions")
        page.get_by_role("button", name="Go on").click()
    shot(page, "instructions")
    for one in store.design.check:
        page.get_by_role("group", name=one.question).get_by_label(one.right, exact=True).check()
    page.get_by_role("button", name="Begin").click()


def photograph(browser: Browser, out: Path, take: Callable[[Page, Callable[[Page, str], None]], None]) -> None:
    """Take pages at both widths, light and dark."""
    for width, size in WIDTHS.items():
        for scheme in ("light", "dark"):
            view = {"width": size[0], "height": size[1]}
            context = browser.new_context(viewport=view, color_scheme=scheme)  # type: ignore[arg-type]
            page = context.new_page()

            def shot(page: Page, name: str, width: str = width, scheme: str = scheme) -> None:
                page.screenshot(path=str(out / f"{name}-{width}-{scheme}.png"), full_page=True)

            take(page, shot)
            context.close()


def reconstruction(browser: Browser, out: Path, folder: Path) -> None:
    with served("reconstruction", folder) as (url, store):
        simulate(store.design, url, 12)

        def take(page: Page, shot: Callable[[Page, str], None]) -> None:
            begin(page, url, store, shot)
            page.locator("#blue_squares").fill("1")
            shot(page, "reconstruction")
            page.goto(f"{url}/withdraw")
            shot(page, "withdraw")
            page.goto(f"{url}/r/{store.researcher}")
            shot(page, "researcher")
            page.goto(f"{url}/researcher/analysis")
            shot(page, "analysis")

        photograph(browser, out, take)


STUDIES = {"reconstruction": reconstruction}


def main() -> None:
    out = Path(sys.argv[1] if len(sys.argv) > 1 else "docs/images/studies")
    chosen = sys.argv[2:] or list(STUDIES)
    out.mkdir(parents=True, exist_ok=True)
    chromium = os.environ.get("CHROMIUM") or shutil.which("chromium")
    with TemporaryDirectory() as folder, sync_playwright() as playwright:
        browser = playwright.chromium.launch(executable_path=chromium, args=["--no-sandbox"])
        for name in chosen:
            STUDIES[name](browser, out, Path(folder))
        browser.close()


if __name__ == "__main__":
    main()
