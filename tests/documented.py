"""Which code do the pages show, and what happens when a reader types it? Blocks of a page, run in order.

* `python`: run. The comment after an expression states its value: `x.value  # 0.333`, `x.value  # 0.333: why`, or
  `x.items  # one each: [1. 0. 0.]`. Shown digits must be right, "..." leaves the rest open, "27 captions" is a length,
  "uint8 array (2, 64, 64, 3)" a type and shape.
* `text`, or lines indented by four, right after it: all that the block printed; "..." stands for the rest of a line, or
  for any number of lines.
* `console`: each line after `$` is typed at a terminal of 80 columns, and what follows is all that it shows there.
* any block with a title, such as ```csv title="captions.csv"```: a file of that name, written first.

Blocks marked `py`, `bash` or `sh` are shown only. So are indented ones that follow text, as formulas and commands are;
what a command shows may stand in none of them, since nothing would compare it.
"""

import ast
import io
import os
import pty
import re
import subprocess
import sys
import tokenize
from collections.abc import Iterator
from contextlib import redirect_stdout
from dataclasses import dataclass
from pathlib import Path
from textwrap import dedent
from typing import Any

REPOSITORY = Path(__file__).resolve().parent.parent
DOCS = REPOSITORY / "docs"
PAGES = {str(page.relative_to(REPOSITORY)): page for page in sorted([REPOSITORY / "README.md", *DOCS.rglob("*.md")])}
OPEN = "…"
"""Stands for "..." while a claim is read."""
_SOME_LINES = r"(?:[^\n]*\n)*?"
INDENTED = "indented"
_INDENT = "    "
_BLOCK = re.compile(
    r"^```(\w+)(?: title=\"([^\"]+)\")?\n(.*?)^```"  # fenced
    rf"|(?<=\n\n){_INDENT}\S[^\n]*\n(?:(?:{_INDENT}[^\n]*)?\n)*",  # indented
    re.M | re.S,
)
_TYPED = re.compile(r"(grice|python|pip|cat|zcat|curl) ")
"""How a line begins that is typed in a shell."""


@dataclass(frozen=True)
class Block:
    """A fenced or indented block: its language, the file that it is, and what stands in it."""

    language: str
    title: str
    text: str
    follows: bool
    """Whether nothing but blank lines stands between it and the block before."""


def blocks(page: Path) -> list[Block]:
    text, end, found = page.read_text("utf-8"), -1, []
    for one in _BLOCK.finditer(text):
        follows = end >= 0 and not text[end : one.start()].strip()
        found.append(Block(one[1] or INDENTED, one[2] or "", one[3] or dedent(one[0]), follows))
        end = one.end()
    return found


def runs(page: Path) -> bool:
    return any(block.title or block.language in ("python", "console") for block in blocks(page))


def wrong(page: Path) -> Iterator[str]:
    """What a page claims and its code does not show; the code runs in the folder that we are in."""
    names: dict[str, Any] = {"__name__": page.stem}
    printed = ""
    for block in blocks(page):
        if block.title:
            Path(block.title).parent.mkdir(parents=True, exist_ok=True)
            Path(block.title).write_text(block.text, "utf-8")
        elif block.language == "python":
            with redirect_stdout(io.StringIO()) as output:
                yield from _wrong_values(block.text, names)
            printed = output.getvalue()
        elif block.language in ("text", INDENTED) and block.follows and printed:
            if not shows(printed, block.text):
                yield f"printed is\n{printed}\nand the page says\n{block.text}"
            printed = ""
        elif block.language == "console":
            for command, claimed in commands(block.text):
                found = typed(command)
                if not shows(found, claimed):
                    yield f"$ {command}\nshows\n{found}\nand the page says\n{claimed}"
        elif block.language == INDENTED and (shown := uncompared(block.text)):
            yield f"what a command shows is compared in a block of `console` alone:\n{shown}"


def uncompared(text: str) -> str:
    """The lines of an indented block that stand after its commands and are none."""
    if not _TYPED.match(text):
        return ""
    return "\n".join(line for line in text.replace("\\\n", "").splitlines() if line and not _TYPED.match(line))


def commands(text: str) -> list[tuple[str, str]]:
    """What is typed, and what the page says it shows."""
    parts = re.split(r"^\$ ", text.replace("\\\n", ""), flags=re.M)[1:]
    return [(command.strip(), shown) for command, _, shown in (part.partition("\n") for part in parts)]


def typed(command: str) -> str:
    """What a terminal of 80 columns shows of a command; `grice` is the one that is tested."""
    command = re.sub(r"(^|[|&;] *)grice ", rf"\1{sys.executable} -m grice ", command)
    surroundings = {**os.environ, "TERM": "dumb", "NO_COLOR": "1", "PYTHONIOENCODING": "utf-8"}
    ours, theirs = pty.openpty()
    with subprocess.Popen(command, shell=True, stdin=theirs, stdout=theirs, stderr=theirs, env=surroundings):
        os.close(theirs)
        shown = b""
        while part := _read(ours):
            shown += part
        os.close(ours)
    return shown.decode("utf-8").replace("\r\n", "\n")


def _read(terminal: int) -> bytes:
    try:
        return os.read(terminal, 1 << 16)
    except OSError:  # the other end is closed
        return b""


def shows(found: str, claimed: str) -> bool:
    """Whether a text is what was claimed, line for line; "..." stands for the rest of a line, alone for any lines."""
    lines = _trimmed(claimed).splitlines()
    pattern = "".join(_SOME_LINES if line == "..." else _pattern(line) for line in lines)
    return re.fullmatch(pattern, _trimmed(found) + "\n") is not None


def _pattern(line: str) -> str:
    return re.escape(line).replace(re.escape("..."), "[^\n]*?") + "\n"


def _trimmed(text: str) -> str:
    return "\n".join(line.rstrip() for line in text.strip("\n").splitlines()).rstrip()


def _wrong_values(block: str, names: dict[str, Any]) -> Iterator[str]:
    said = comments(block)
    for statement in ast.parse(block).body:
        value = _run(statement, block, names)
        claimed = claim(said.get(statement.end_lineno or 0, ""))
        if claimed is not None and value is not None and not agrees(value, claimed):
            yield f"{ast.get_source_segment(block, statement)} is {value!r}, the page says {claimed!r}"


def _run(statement: ast.stmt, block: str, names: dict[str, Any]) -> Any:
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
        # A whole number is how an exact value is shown: 0.99 is not 1.0.
        near = 1e-6 if claimed.is_integer() else 0.5 * 10**-digits + 1e-12
        return abs(float(value) - claimed) <= near
    return bool(value == claimed)
