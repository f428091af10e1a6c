"""The report is one page with everything in it, and a browser shows it."""

import re
import shutil
import subprocess
from html import escape
from pathlib import Path

import numpy as np
import pytest

from grice.report.charts import bars
from grice.report.page import Figure, Figures, Paragraph, Quote, Section, page, picture
from grice.tables import Table

CHART = Figure(bars("bars", ["a", "b"], {"s": [0.5, float("nan")]}), "what it <shows>", "A & B")
PARTS = (
    Paragraph("<script>alert(1)</script>"),
    Table("T", ("name", "x"), [("<b>", 0.25), ("none", None)], ("a note",), "sig|x:1"),
    Quote("two\nlines <i>"),
    Figures((CHART, CHART)),
    Figure(picture(np.zeros((4, 6, 3), np.uint8), 'a "black" picture', zoom=2), "black", wide=True),
)


def test_a_page_asks_for_nothing_from_elsewhere_and_escapes_what_it_shows() -> None:
    html = page("Title", [Section("A & B", PARTS, "first"), Section("C", (), "second")], "In short <so>.")
    assert not re.search(r"<(script|b|i|so|shows)>", html)
    assert "&lt;b&gt;" in html
    assert not re.search(r'(src|href)="(?!data:|#)', html)
    assert "@import" not in html
    assert "url(" not in re.sub(r"url\(#", "", html)
    assert html.count('class="bar"') == 2
    assert 'href="#second"' in html
    assert 'alt="a &#34;black&#34; picture" width="12" height="8"' in html


def test_ids_occur_once_though_charts_are_shown_twice() -> None:
    ids = re.findall(r' id="([^"]+)"', page("T", [Section("A", PARTS, "one"), Section("B", PARTS, "two")]))
    assert sorted(ids) == ["one", "two"]


def test_every_variable_that_is_used_is_one_of_the_style_sheet_in_light_and_dark() -> None:
    html = page("T", [Section("A", PARTS)])
    light, dark = (set(re.findall(r"(--[\w-]+):", part)) for part in re.findall(r":root \{(.*?)\}", html, re.S)[:2])
    assert set(re.findall(r"var\((--[\w-]+)", html)) <= light
    assert dark <= light
    assert {"--ink", "--paper", "--card", "--line", "--c1", "--c6"} <= dark


def browse(tmp_path: Path, html: str, *arguments: str) -> str:
    path = tmp_path / "page.html"
    path.write_text(html, "utf-8")
    done = subprocess.run(
        ["chromium", "--headless", "--no-sandbox", "--disable-gpu", "--disable-quic", "--no-first-run",
         "--disable-background-networking", "--disable-component-update", "--disable-sync",
         f"--user-data-dir={tmp_path / 'profile'}", "--dump-dom", *arguments, path.as_uri()],
        capture_output=True, text=True, timeout=120,
    )  # fmt: skip
    return done.stdout


@pytest.mark.skipif(shutil.which("chromium") is None, reason="needs a Chromium on the path")
def test_a_browser_lays_the_page_out_and_nothing_is_wider_than_a_phone(tmp_path: Path) -> None:
    wide = Table("Numbers", [f"column {i}" for i in range(20)], [[0.125] * 20], ("long " * 40,), "signature|" * 20)
    measured = (
        "<script>const f=document.createElement('iframe');f.style.width='390px';f.srcdoc=document.body.dataset.page;"
        "f.onload=()=>{const e=f.contentDocument.documentElement;document.title=`${e.scrollWidth-e.clientWidth} over`};"
        "document.body.append(f)</script>"
    )
    inner = page("Report", [Section("Section", (*PARTS, wide))])
    outer = f'<title>?</title><body data-page="{escape(inner)}">{measured}'
    assert "<title>0 over</title>" in browse(tmp_path, outer, "--virtual-time-budget=5000")
    assert '<td class="n">0.125</td>' in browse(tmp_path, inner)
