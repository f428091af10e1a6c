"""The report is one page with everything in it, and a browser shows it."""

import re
import shutil
import subprocess
from pathlib import Path

import pytest

from grice.report.figures import bars
from grice.report.page import Section, html_table, page
from grice.tables import Table


def test_a_page_asks_for_nothing_from_elsewhere_and_escapes_what_it_shows() -> None:
    section = Section("A & B")
    section.say("<script>alert(1)</script>")
    section.add(Table("T", ("name", "x"), [("<b>", 0.25), ("none", None)], ("a note",), "sig|x:1"))
    section.figure(bars("bars", ["a", "b"], {"s": [0.5, float("nan")]}), "what it shows")
    html = page("Title", [section])
    assert "<script" not in html
    assert "&lt;b&gt;" in html
    assert not re.search(r'(src|href)="http', html)
    assert html.count("<rect") == 2


def test_numbers_are_set_to_the_right_with_three_decimals() -> None:
    html = html_table(Table("T", ("name", "x"), [("a", 0.5), ("b", float("nan"))]))
    assert '<td class="n">0.500</td>' in html
    assert '<td class="n">–</td>' in html
    assert "<td>a</td>" in html


def test_bars_are_as_tall_as_their_values() -> None:
    heights = [
        float(h)
        for h in re.findall(r'height="([\d.]+)" fill="#0072b2"><title>', bars("t", ["a", "b"], {"s": [1.0, 0.25]}))
    ]
    assert heights[1] == pytest.approx(heights[0] / 4, rel=0.01)


@pytest.mark.skipif(shutil.which("chromium") is None, reason="needs a Chromium on the path")
def test_a_browser_lays_the_tables_out(tmp_path: Path) -> None:
    section = Section("Section")
    section.add(Table("Numbers", ("name", "x"), [("a", 0.125)]))
    path = tmp_path / "page.html"
    path.write_text(page("Report", [section]), "utf-8")
    done = subprocess.run(
        ["chromium", "--headless", "--no-sandbox", "--disable-gpu", "--disable-quic", "--no-first-run",
         "--disable-background-networking", "--disable-component-update", "--disable-sync",
         f"--user-data-dir={tmp_path / 'profile'}", "--dump-dom", path.as_uri()],
        capture_output=True, text=True, timeout=120,
    )  # fmt: skip
    assert '<td class="n">0.125</td>' in done.stdout
    assert "<title>Report</title>" in done.stdout
