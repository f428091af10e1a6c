"""The documentation: every example runs and gives what its page says, every name and file that it mentions exists."""

import re
import sys
from importlib import import_module
from pathlib import Path
from typing import Any

import numpy as np
import pytest

import documented
from documented import PAGES, REPOSITORY, agrees, claim, comments, shows
from grice.metrics import METRICS
from grice.readers.base import LISTENERS, PARSERS
from grice.speakers.base import SPEAKERS
from grice.studies.tasks import TASKS

MENTIONING = [*PAGES.values(), REPOSITORY / "CONTRIBUTING.md"]
NEEDS = {"docs/tutorials/study.md": "sqlalchemy", "docs/how-to/add-a-task.md": "starlette"}
"""Pages whose code needs an extra, and a module of it."""


@pytest.mark.parametrize("name", [name for name, page in PAGES.items() if documented.runs(page)])
def test_examples_run_and_give_what_their_page_says(
    name: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    if name in NEEDS:
        pytest.importorskip(NEEDS[name])
    monkeypatch.chdir(tmp_path)
    monkeypatch.syspath_prepend(tmp_path)
    for registry in (METRICS, SPEAKERS, PARSERS, LISTENERS, TASKS):
        for table in ("_entries", "_spellings"):  # what a page adds goes with it
            monkeypatch.setattr(registry, table, dict(getattr(registry, table)))
    known = set(sys.modules)
    mistakes = list(documented.wrong(PAGES[name]))
    for module in set(sys.modules) - known:
        if str(getattr(sys.modules[module], "__file__", "")).startswith(str(tmp_path)):
            del sys.modules[module]
    capsys.readouterr()
    assert not mistakes, f"{name}:\n" + "\n\n".join(mistakes)


def test_values_in_comments_are_really_read() -> None:
    claims = {
        name: sum(
            claim(said) is not None
            for block in documented.blocks(page)
            if block.language == "python"
            for said in comments(block.text).values()
        )
        for name, page in PAGES.items()
    }
    assert claims["README.md"] >= 8
    assert sum(claims.values()) >= 60


@pytest.mark.parametrize(
    ("value", "comment", "right"),
    [
        (1 / 3, "0.333: one of three", True),
        (1 / 3, "0.334: one of three", False),
        (0.99, "1.0: all of them", False),
        (np.array([1.0, 0, 0]), "one value per caption: [1. 0. 0.]", True),
        (np.array([1.0, 0, 1]), "one value per caption: [1. 0. 0.]", False),
        ("( dogs , is , 2 ) , ( dogs )", "'( dogs , is , 2 ) , ...'", True),
        ("( cats , is , 2 ) , ( dogs )", "'( dogs , is , 2 ) , ...'", False),
        ((True, (2, 2, 0, 0)), "True, (2, 2, 0, 0)", True),
        (["a"] * 27, "27 captions; or 20", True),
        (["a"] * 20, "27 captions; or 20", False),
        (np.zeros((2, 3), np.uint8), "uint8 array (2, 3)", True),
        (np.zeros((2, 3)), "uint8 array (2, 3)", False),
    ],
)
def test_the_check_of_values_can_fail(value: Any, comment: str, right: bool) -> None:
    assert agrees(value, claim(comment)) is right


@pytest.mark.parametrize(
    ("page", "mistakes"),
    [
        ("```python\nprint('two')\n```\n\n```text\ntwo\n```\n", 0),
        ("```python\nprint('two')\n```\n\n```text\nthree\n```\n", 1),
        ("```python\nprint('two')\n```\n\n    two\n", 0),
        ("```python\nprint('two')\n```\n\n    three\n\nText.\n", 1),
        ("```python\ntwo = 2\n```\n\n    grice doctor    # not run\n", 0),
        ("Text.\n\n    grice doctor \\\n        --long\n\n    two\n", 1),
        ('```csv title="one.csv"\na,b\n```\n\n```console\n$ cat one.csv\na,b\n$ echo x\nx\n```\n', 0),
        ('```csv title="one.csv"\na,b\n```\n\n```console\n$ cat one.csv\na,b\n$ echo x\ny\n```\n', 1),
        ("```console\n$ test -t 1 && echo a terminal\na terminal\n```\n", 0),
    ],
)
def test_what_is_printed_and_typed_is_compared(
    page: str, mistakes: int, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.chdir(tmp_path)
    Path("page.md").write_text(page, "utf-8")
    assert len(list(documented.wrong(Path("page.md")))) == mistakes


def test_dots_stand_for_anything_and_nothing_else_does() -> None:
    assert shows("one 1.5 two\nthree\n", "one ... two\nthree")
    assert not shows("one 1.5 two\nthree\n", "one 115 two\nthree")
    assert not shows("one\nthree\n", "one\n")


def test_names_and_files_that_pages_mention_exist() -> None:
    source = REPOSITORY / "src" / "grice"
    wrong = []
    for page in MENTIONING:
        text = page.read_text("utf-8")
        for name in set(re.findall(r"`(grice(?:\.[a-z_]+)+(?:\.[A-Z]\w+)?)[`(]", text)):
            if not _resolves(name):
                wrong.append(f"{page.name}: {name}")
        for path in set(re.findall(r"`((?:[a-z_0-9]+/)+[a-z_0-9]+\.py)`", text)):
            if not any((folder / path).exists() for folder in (source, source.parent, REPOSITORY)):
                wrong.append(f"{page.name}: {path}")
    assert not wrong


def _resolves(name: str) -> bool:
    parts = name.split(".")
    for end in range(len(parts), 0, -1):
        try:
            found: Any = import_module(".".join(parts[:end]))
        except ImportError:
            continue
        for attribute in parts[end:]:
            if not hasattr(found, attribute):
                return False
            found = getattr(found, attribute)
        return True
    return False
