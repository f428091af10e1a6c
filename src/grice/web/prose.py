"""How do a researcher's texts look on a page? Paragraphs, lists and bold words; everything else is shown as typed."""

import re

from markupsafe import Markup, escape

_BOLD = re.compile(r"\*\*(.+?)\*\*", re.S)


def prose(text: str) -> Markup:
    """Paragraphs at blank lines, lists of lines that begin with "- ", **bold**; nothing in the text is markup."""
    return Markup("\n").join(_block(block) for block in re.split(r"\n\s*\n", text.strip()) if block.strip())


def _block(block: str) -> Markup:
    lines = [line.strip() for line in block.strip().splitlines()]
    if all(line.startswith("- ") for line in lines):
        return Markup("<ul>{}</ul>").format(
            Markup("").join(Markup("<li>{}</li>").format(_bold(line[2:])) for line in lines)
        )
    return Markup("<p>{}</p>").format(_bold(" ".join(lines)))


def _bold(text: str) -> Markup:
    return Markup(_BOLD.sub(r"<strong>\1</strong>", str(escape(text))))
