"""Every Python example of the documentation runs, in order, page by page, and gives the values written beside it.

A value stands in the comment after an expression: `x.value  # 0.333`, `x.value  # 0.333: what it means`, or
`x.items  # one each: [1. 0. 0.]`. Shown digits must be right, "..." leaves the rest open, "27 captions" is a length and
"uint8 array (2, 64, 64, 3)" a type and shape. Blocks marked `py` instead of `python` are shown only.
"""

import ast
import io
import re
import tokenize
from importlib import import_module
from pathlib import Path
from typing import Any

import numpy as np
import pytest

REPOSITORY = Path(__file__).resolve().parent.parent
PAGES = sorted([REPOSITORY / "README.md", *(REPOSITORY / "docs").rglob("*.md")])
EXAMPLES = {page.name: re.findall(r"^```python\n(.*?)^```", page.read_text("utf-8"), re.M | re.S) for page in PAGES}
OPEN = "…"
"""Stands for "..." while a claim is read."""


@pytest.mark.parametrize("name", [name for name, blocks in EXAMPLES.items() if blocks])
def test_examples_run_and_give_what_their_comments_say(
    name: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.chdir(tmp_path)
    names: dict[str, Any] = {}
    for block in EXAMPLES[name]:
        said = comments(block)
        for statement in ast.parse(block).body:
            value = run(statement, block, names)
            claimed = claim(said.get(statement.end_lineno or 0, ""))
            if claimed is not None and value is not None:
                source = ast.get_source_segment(block, statement)
                assert agrees(value, claimed), f"{name}: {source} is {value!r}, the page says {claimed!r}"
    capsys.readouterr()


def test_values_in_comments_are_really_read() -> None:
    claims = {
        name: sum(claim(said) is not None for block in blocks for said in comments(block).values())
        for name, blocks in EXAMPLES.items()
    }
    assert claims["README.md"] >= 8
    assert sum(claims.values()) >= 20


@pytest.mark.parametrize(
    ("value", "comment", "right"),
    [
        (1 / 3, "0.333: one of three", True),
        (1 / 3, "0.334: one of three", False),
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


def run(statement: ast.stmt, block: str, names: dict[str, Any]) -> Any:
    """Execute a statement; the value of an expression, or of what is assigned to one name."""
    if isinstance(statement, ast.Expr):
        return eval(compile(ast.Expression(statement.value), block, "eval"), names)
    exec(compile(ast.Module([statement], []), block, "exec"), names)
    if isinstance(statement, ast.Assign) and isinstance(statement.targets[0], ast.Name):
        return names[statement.targets[0].id]
    return None


def comments(block: str) -> dict[int, str]:
    """The comment at the end of each line that has one."""
    found = tokenize.generate_tokens(io.StringIO(block).readline)
    return {token.start[0]: token.string.lstrip("# ") for token in found if token.type == tokenize.COMMENT}


def claim(comment: str) -> Any:
    """The value that a comment states, a `Length`, an `Array`, or None where it only explains."""
    if counted := re.match(r"(\d+) [a-z]+", comment):
        return Length(int(counted[1]))
    if array := re.match(r"(\w+) array (\([\d, ]+\))", comment):
        return Array(array[1], ast.literal_eval(array[2]))
    for part in (comment, comment.partition(": ")[0], comment.rpartition(": ")[2], comment.partition("; ")[0]):
        text = part.strip().replace("...", OPEN)
        for form in (text, re.sub(r"(?<=[\d.])\s+(?=[\d-])", ", ", text)):
            try:
                return ast.literal_eval(form)
            except (ValueError, SyntaxError):
                continue
    return None


class Length(int):
    """How many there are."""


class Array(tuple):
    """Type and shape."""

    def __new__(cls, *given: Any) -> "Array":
        return super().__new__(cls, given)


def agrees(value: Any, claimed: Any) -> bool:
    """Whether a value is what was claimed, to the digits shown."""
    if isinstance(claimed, Length):
        return len(value) == claimed
    if isinstance(claimed, Array):
        return (str(value.dtype), value.shape) == tuple(claimed)
    value = value.tolist() if hasattr(value, "tolist") else value
    if isinstance(claimed, str):
        start, cut, _ = claimed.partition(OPEN)
        return str(value).startswith(start) if cut else str(value) == claimed
    if isinstance(claimed, list | tuple):
        return len(value) == len(claimed) and all(map(agrees, value, claimed))
    if isinstance(claimed, float):
        digits = len(repr(claimed).partition(".")[2])
        return abs(float(value) - claimed) <= 0.5 * 10**-digits + 1e-12
    return bool(value == claimed)


def test_links_between_pages_lead_somewhere() -> None:
    for page in [*PAGES, REPOSITORY / "CONTRIBUTING.md"]:
        for target in re.findall(r"\]\((?!http)([^)#]+)", page.read_text("utf-8")):
            assert (page.parent / target).exists(), f"{page.name} links to {target}"


def test_names_and_files_that_pages_mention_exist() -> None:
    source = REPOSITORY / "src" / "grice"
    wrong = []
    for page in [*PAGES, REPOSITORY / "CONTRIBUTING.md"]:
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
