"""What tests do in a browser: press keys, tab to something, hold back what the server is asked, ask axe."""

from typing import Any

import pytest


def press(page: Any, *keys: str) -> None:
    for key in keys:
        page.keyboard.press(key)


def tab_to(page: Any, selector: str, most: int = 40) -> None:
    """Tab until an element has the focus, as somebody without a mouse must."""
    for _ in range(most):
        if page.evaluate("(wanted) => document.activeElement.matches(wanted)", selector):
            return
        page.keyboard.press("Tab")
    pytest.fail(f"{selector} is not reached by the keyboard")


def held(page: Any, address: str) -> list[Any]:
    """The first question to an address is held back here until it is continued; later ones go their way."""
    found: list[Any] = []
    page.route(address, lambda route: route.continue_() if found else found.append(route))
    return found


def violations(page: Any) -> list[Any]:
    """What axe finds serious or critical about a page."""
    api = pytest.importorskip("axe_playwright_python.sync_playwright", reason="needs pip install axe-playwright-python")
    return [
        (one["id"], one["impact"], [node["html"][:120] for node in one["nodes"][:2]])
        for one in api.Axe().run(page).response["violations"]
        if one["impact"] in ("serious", "critical")
    ]
