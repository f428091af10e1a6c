"""The documentation as a site: links lead somewhere, every page is in the navigation, what is generated is current."""

import re
import shutil
import subprocess
import sys
import unicodedata
from collections import Counter
from functools import cache
from pathlib import Path

import pytest

from documented import DOCS, PAGES, REPOSITORY
from grice.metrics import METRICS
from lab import make_gallery, write_reference

SECTIONS = ("question", "formula", "by hand", "variants", "pitfalls", "citation")
"""What the page of every metric has."""
NAVIGATION = re.findall(r"^ .*?([\w./-]+\.md)$", (REPOSITORY / "mkdocs.yml").read_text("utf-8"), re.M)
IMAGES = DOCS / "images" / "gallery"


@pytest.mark.parametrize("name", [*PAGES, "CONTRIBUTING.md", "CHANGELOG.md"])
def test_links_lead_to_pages_and_headings_that_exist(name: str) -> None:
    page = REPOSITORY / name
    broken = []
    for target in _links(page):
        path, _, anchor = target.partition("#")
        there = (page.parent / path).resolve() if path else page
        if not there.exists() or (page.is_relative_to(DOCS) and not there.is_relative_to(DOCS)):
            broken.append(f"{target}: no such page of the site")
        elif anchor and anchor not in _headings(there):
            broken.append(f"{target}: no such heading")
    assert not broken


def test_a_heading_is_found_under_the_name_the_site_gives_it(tmp_path: Path) -> None:
    page = tmp_path / "page.md"
    page.write_text(
        "# What are d, e & r?\n\n## Why\n\n## Why\n\n```sh\n# no heading\n```\n\n## `grice score`\n", "utf-8"
    )
    assert _headings(page) == {"what-are-d-e-r", "why", "why_1", "grice-score"}


def test_every_page_is_in_the_navigation_once() -> None:
    assert Counter(NAVIGATION) == Counter(str(page.relative_to(DOCS)) for page in DOCS.rglob("*.md"))


@pytest.mark.parametrize("name", METRICS)
def test_every_metric_has_a_page_with_the_same_sections(name: str) -> None:
    own = DOCS / "metrics" / f"{name}.md"
    page = own if own.exists() else DOCS / f"{name}.md"
    headings = [heading.lower() for heading in re.findall(r"^## (.+)$", page.read_text("utf-8"), re.M)]
    missing = [section for section in SECTIONS if not any(section in heading for heading in headings)]
    assert not missing, f"{page.name} has no section {', '.join(missing)}"


def test_the_reference_is_what_the_code_says() -> None:
    for name, text in write_reference.pages().items():
        now = (DOCS / "reference" / name).read_text("utf-8")
        assert now == text, f"docs/reference/{name} is not current: run python -m lab.write_reference"


def test_the_gallery_shows_the_pictures_that_its_command_makes() -> None:
    made = set(make_gallery.PICTURES)
    shown = {Path(target).name for target in _links(DOCS / "gallery.md") if "images/gallery/" in target}
    assert made == shown == {path.name for path in IMAGES.iterdir()}
    assert sum(path.stat().st_size for path in IMAGES.iterdir()) < 1 << 20


def test_the_site_is_built_without_a_warning_and_loads_nothing_from_elsewhere(tmp_path: Path) -> None:
    pytest.importorskip("zensical")
    text = (REPOSITORY / "mkdocs.yml").read_text("utf-8")
    config = tmp_path / "mkdocs.yml"
    config.write_text(text.replace("site_dir: out/site", f"site_dir: {tmp_path / 'site'}"), "utf-8")
    shutil.copytree(DOCS, tmp_path / "docs")
    command = [sys.executable, "-m", "zensical", "build", "--strict", "-f", str(config)]
    built = subprocess.run(command, cwd=tmp_path, capture_output=True, text=True, check=False)
    assert built.returncode == 0, built.stdout + built.stderr
    pages = list((tmp_path / "site").rglob("*.html"))
    assert len(pages) > len(NAVIGATION)
    for page in pages:
        loaded = re.findall(r"<(?:script|img|link|iframe)[^>]*(?:src|href)=\"(https?:[^\"]+)", page.read_text("utf-8"))
        assert not loaded, f"{page.name} loads {loaded}"


def _links(page: Path) -> list[str]:
    """Where links and pictures point that are not of the web; code holds none."""
    text = re.sub(r"^```.*?^```|`[^`\n]*`", "", page.read_text("utf-8"), flags=re.M | re.S)
    return re.findall(r"\]\((?!https?:|mailto:)([^)\s]+)\)", text)


@cache
def _headings(page: Path) -> frozenset[str]:
    """The anchors of a page, as Python-Markdown makes them."""
    text = re.sub(r"^```.*?^```", "", page.read_text("utf-8"), flags=re.M | re.S)
    found: Counter[str] = Counter()
    anchors = []
    for heading in re.findall(r"^#{1,6} (.+)$", text, re.M):
        shown = re.sub(r"\[([^\]]*)\]\([^)]*\)", r"\1", heading)
        plain = unicodedata.normalize("NFKD", shown).encode("ascii", "ignore").decode().lower()
        anchor = re.sub(r"[\s-]+", "-", re.sub(r"[^\w\s-]", "", plain).strip())
        anchors.append(f"{anchor}_{found[anchor]}" if found[anchor] else anchor)
        found[anchor] += 1
    return frozenset(anchors)
