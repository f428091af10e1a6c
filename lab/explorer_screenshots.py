"""Photograph the explorer: `python -m lab.explorer_screenshots` for the pictures that the documentation shows.

`python -m lab.explorer_screenshots FOLDER` takes every tab to its end, at 1280 and 390 pixels, light and dark, and
says what is wider than its window and what stands on the console.

Needs `grice explore --no-browser` to run, playwright, and Debian's chromium (or CHROMIUM set to another); EXPLORER may
name another address than http://127.0.0.1:8080.
"""

import os
import shutil
from itertools import product
from pathlib import Path
from typing import Any

from playwright.sync_api import sync_playwright

from lab.command import command

TABS = ("reference", "quantities", "graph", "corpus")
SHOWN = ("reference-wide-light", "quantities-wide-light", "graph-wide-light")
"""The pictures of the documentation."""
WIDTHS = {"wide": (1280, 1000), "phone": (390, 844)}
DRAWN = 4000
"""Milliseconds in which the large pictures of rooms are drawn."""


def shoot(page: Any, url: str, tab: str, path: Path, whole: bool) -> None:
    page.goto(f"{url}/{tab}")
    page.locator("section[data-ready]:visible").wait_for()
    if tab == "reference":
        page.wait_for_timeout(DRAWN)
    if tab == "corpus":
        page.get_by_role("button", name="Try it with an example").click()
        page.get_by_role("heading", name="Which is better?").wait_for(timeout=60_000)
    over = page.evaluate("document.documentElement.scrollWidth - document.documentElement.clientWidth")
    if over > 0:
        print(f"{path.stem}: {over} pixels too wide")
    page.screenshot(path=path, full_page=whole)


def main() -> None:
    """Take the pictures."""
    made = command(__doc__)
    made.add_argument("folder", nargs="?", type=Path)
    folder = made.parse_args().folder
    whole, out = folder is not None, folder or Path("docs/images/explorer")
    out.mkdir(parents=True, exist_ok=True)
    url = os.environ.get("EXPLORER", "http://127.0.0.1:8080")
    chromium = os.environ.get("CHROMIUM") or shutil.which("chromium")
    with sync_playwright() as playwright:
        browser = playwright.chromium.launch(executable_path=chromium, args=["--no-sandbox"])
        for size, scheme in product(WIDTHS, ("light", "dark")):
            width, height = WIDTHS[size]
            context = browser.new_context(viewport={"width": width, "height": height}, color_scheme=scheme)
            page = context.new_page()
            page.on("console", lambda said: print(said.text) if said.type == "error" else None)
            for tab in TABS:
                if whole or f"{tab}-{size}-{scheme}" in SHOWN:
                    shoot(page, url, tab, out / f"{tab}-{size}-{scheme}.png", whole)
            context.close()
        browser.close()


if __name__ == "__main__":
    main()
