"""Photograph the pages of studies: `python -m lab.study_screenshots` for those that the documentation shows.

`python -m lab.study_screenshots FOLDER [STUDY ...]` takes every page, or those of some studies, to look through.

Needs the extras `web` and `dev`, and Debian's chromium (or CHROMIUM set to another). Every page is taken at 1280 and
390 pixels, light and dark.
"""

import os
import re
import shutil
import socket
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
from lab.command import command

SHOWN_IN = Path("docs/images/studies")
SHOWN = (
    *("reconstruction-wide-light", "reconstruction-phone-dark", "researcher-wide-light"),
    *("annotation-wide-light", "expert-wide-light"),
)
"""The pictures of the documentation."""
WHOLE = ("annotation", "expert")
"""Pages of the documentation that are shown to their end."""
WIDTHS = {"wide": (1280, 860), "phone": (390, 844)}


@contextmanager
def served(name: str, folder: Path, change: Callable[[str], str] = lambda text: text) -> Iterator[tuple[str, Store]]:
    """A template's study on a free port."""
    folder.mkdir(exist_ok=True)
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
    whole = out != SHOWN_IN
    for width, size in WIDTHS.items():
        for scheme in ("light", "dark"):
            view = {"width": size[0], "height": size[1]}
            context = browser.new_context(viewport=view, color_scheme=scheme)  # type: ignore[arg-type]
            page = context.new_page()

            def shot(page: Page, name: str, width: str = width, scheme: str = scheme) -> None:
                if whole or f"{name}-{width}-{scheme}" in SHOWN:
                    page.screenshot(path=str(out / f"{name}-{width}-{scheme}.png"), full_page=whole or name in WHOLE)

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


def simple(name: str) -> Callable[[Browser, Path, Path], None]:
    """The first item of a template's study."""

    def photographed(browser: Browser, out: Path, folder: Path) -> None:
        with served(name, folder, lambda text: re.sub(r"count = \d+", "count = 12", text)) as (url, store):

            def take(page: Page, shot: Callable[[Page, str], None]) -> None:
                begin(page, url, store)
                for image in page.locator("img").all():
                    image.evaluate("(one) => one.decode()")
                shot(page, name)

            photograph(browser, out, take)

    return photographed


def annotation(browser: Browser, out: Path, folder: Path) -> None:
    with served(
        "annotation", folder, lambda text: text.replace("count = 2", "count = 8").replace("views = 2", "views = 8")
    ) as (url, store):

        def take(page: Page, shot: Callable[[Page, str], None]) -> None:
            begin(
                page,
                url,
                store,
                lambda page, name: shot(page, f"annotation-{name}") if name == "instructions" else None,
            )
            annotate(page)
            shot(page, "annotation")

        photograph(browser, out, take)
    with served("annotation", folder / "expert", lambda text: text) as (url, store):
        simulate(store.design, url, 2)

        def check(page: Page, shot: Callable[[Page, str], None]) -> None:
            page.goto(f"{url}/t/{store.invite(1, 'expert')[0]}")
            page.get_by_role("checkbox").check()
            page.get_by_role("button", name="Go on").click()
            page.wait_for_timeout(1500)
            shot(page, "expert")

        photograph(browser, out, check)


def annotate(page: Page) -> None:
    """Mark the first nouns of whatever caption comes first: enough for a picture."""
    words = page.locator(".w")
    texts = [text.lower() for text in words.all_text_contents()]
    for noun in (
        "dogs",
        "ball",
        "grass",
        "woman",
        "coat",
        "umbrella",
        "cups",
        "table",
        "man",
        "horse",
        "beach",
        "cat",
        "sofa",
        "dog",
    ):
        if noun in texts:
            words.nth(texts.index(noun)).click()
            page.keyboard.press("o")
    for adjective in ("small", "red", "blue", "empty", "wooden", "brown"):
        if adjective in texts:
            words.nth(texts.index(adjective)).click()
            page.keyboard.press("a")
    for number in ("two", "three"):
        if number in texts:
            words.nth(texts.index(number)).click()
            page.keyboard.press("q")
    for verb in ("chase", "holds", "stand", "rides", "sleeps"):
        if verb in texts:
            words.nth(texts.index(verb)).click()
            with page.expect_response("**/api/ranked"):
                page.keyboard.press("r")
            page.locator('[data-key$=".verb"]:focus').wait_for()
            page.wait_for_timeout(700)


STUDIES = {"reconstruction": reconstruction, "annotation": annotation} | {
    name: simple(name)
    for name in ("production", "production-rooms", "reference", "judgement", "judgement-graphs", "preference")
}


def main() -> None:
    """Take the pictures."""
    made = command(__doc__)
    made.add_argument("folder", nargs="?", type=Path)
    made.add_argument("studies", nargs="*", metavar="STUDY")
    options = made.parse_args()
    out, chosen = options.folder or SHOWN_IN, options.studies or list(STUDIES)
    out.mkdir(parents=True, exist_ok=True)
    chromium = os.environ.get("CHROMIUM") or shutil.which("chromium")
    with TemporaryDirectory() as folder, sync_playwright() as playwright:
        browser = playwright.chromium.launch(executable_path=chromium, args=["--no-sandbox"])
        for name in chosen:
            STUDIES[name](browser, out, Path(folder))
        browser.close()


if __name__ == "__main__":
    main()
