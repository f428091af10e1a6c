"""Every Python example of the documentation runs, in order, page by page.

Blocks marked `py` instead of `python` are shown only: they need weights that are not here.
"""

import re
from pathlib import Path

import pytest

REPOSITORY = Path(__file__).resolve().parent.parent
PAGES = sorted([REPOSITORY / "README.md", *(REPOSITORY / "docs").glob("*.md")])
EXAMPLES = {page.name: re.findall(r"^```python\n(.*?)^```", page.read_text("utf-8"), re.M | re.S) for page in PAGES}


@pytest.mark.parametrize("name", [name for name, blocks in EXAMPLES.items() if blocks])
def test_examples_run(name: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(tmp_path)
    names: dict[str, object] = {}
    for block in EXAMPLES[name]:
        exec(compile(block, name, "exec"), names)


def test_links_between_pages_lead_somewhere() -> None:
    for page in [*PAGES, REPOSITORY / "CONTRIBUTING.md"]:
        for target in re.findall(r"\]\((?!http)([^)#]+)", page.read_text("utf-8")):
            assert (page.parent / target).exists(), f"{page.name} links to {target}"
