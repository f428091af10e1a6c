"""The page in a real Chromium: nothing wider than a phone, axe-core content, light and dark, text alternatives."""

from pathlib import Path
from typing import Any

import pytest

from grice.report import made
from grice.report.page import Section, page
from grice.report.settings import Settings


@pytest.fixture(scope="module")
def address(
    pairs: Section, shapes: Section, photographs: Section, small: Settings, tmp_path_factory: pytest.TempPathFactory
) -> str:
    sections = [pairs, shapes, photographs]
    sections.append(made.section(small.rows(), sections, {"all": 1.0}))
    path = tmp_path_factory.mktemp("page") / "report.html"
    path.write_text(page("Report", sections, "A lead."), "utf-8")
    return path.as_uri()


@pytest.mark.parametrize(
    ("width", "scheme"), [pytest.param(390, "light", marks=pytest.mark.long), (390, "dark"), (1280, "light")]
)
def test_nothing_is_wider_than_the_page_and_axe_finds_nothing_serious(
    browser: Any, address: str, width: int, scheme: str
) -> None:
    from axe_playwright_python.sync_playwright import Axe

    tab = browser.new_page(viewport={"width": width, "height": 900}, color_scheme=scheme)
    wrong: list[str] = []
    tab.on("console", lambda message: wrong.append(message.text) if message.type == "error" else None)
    tab.goto(address)
    assert tab.evaluate("document.documentElement.scrollWidth") <= width
    # What sticks out of a box that neither scrolls nor wraps would be clipped.
    clipped = tab.evaluate(
        """() => [...document.querySelectorAll('main *')].filter(one => {
            const box = one.getBoundingClientRect();
            return box.width && box.right > innerWidth + 1 && !one.closest('.scroll') && !one.closest('svg');
        }).map(one => one.className + one.tagName).slice(0, 5)"""
    )
    assert clipped == []
    if (width, scheme) != (1280, "light"):
        found = Axe().run(tab).response["violations"]
        bad = {one["id"]: one["nodes"][0]["html"] for one in found if one["impact"] in ("serious", "critical")}
        assert bad == {}
    assert wrong == []
    tab.close()


def test_every_picture_has_a_text_alternative_and_every_chart_is_drawn_in_the_colours_of_the_page(
    browser: Any, address: str
) -> None:
    tab = browser.new_page(viewport={"width": 1280, "height": 900}, color_scheme="dark")
    tab.goto(address)
    bare = tab.evaluate(
        """() => [...document.querySelectorAll('img, [role=img]')].filter(one =>
            !(one.alt || one.getAttribute('aria-label') || one.getAttribute('aria-labelledby'))
        ).map(one => one.outerHTML.slice(0, 100))"""
    )
    assert bare == []
    page_colours = ["getComputedStyle(document.body).color", "getComputedStyle(document.querySelector('.lead')).color"]
    texts = "[...document.querySelectorAll('.answer svg text')].map(one => getComputedStyle(one).fill)"
    assert set(tab.evaluate(texts)) == {tab.evaluate(colour) for colour in page_colours}
    tab.close()


def test_an_object_shows_its_words_under_the_pointer_without_a_script(browser: Any, address: str) -> None:
    tab = browser.new_page(viewport={"width": 1280, "height": 900})
    tab.goto(address)
    card = tab.locator(".card", has=tab.locator("svg.graph")).first
    word = card.locator("span.m.o0").last
    assert word.evaluate("one => getComputedStyle(one).outlineStyle") == "none"
    card.locator("g.o0:not(.relation) text").first.hover()
    assert word.evaluate("one => getComputedStyle(one).outlineStyle") == "solid"
    tab.close()


def test_it_prints(browser: Any, address: str, tmp_path: Path) -> None:
    tab = browser.new_page(color_scheme="dark")
    tab.goto(address)
    tab.emulate_media(media="print")
    assert (
        tab.evaluate("getComputedStyle(document.body).color") == "rgb(29, 35, 48)"
    )  # dark on white, whatever the screen
    tab.pdf(path=tmp_path / "report.pdf")
    assert (tmp_path / "report.pdf").stat().st_size > 100_000
    tab.close()
