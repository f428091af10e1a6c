"""One HTML file with everything in it: no script, no style sheet, no picture from elsewhere."""

from collections.abc import Sequence
from dataclasses import dataclass, field
from html import escape

from grice.tables import Table, is_numeric, shown
from grice.version import __version__

LONG = 60
"""A cell with more letters than this is broken into lines."""
_STYLE = """
:root { color-scheme: light dark; --ink: #1c2430; --paper: #fff; --rule: #d5dae1; --soft: #5b6673; --band: #f5f7f9; }
@media (prefers-color-scheme: dark) {
  :root { --ink: #e6e9ee; --paper: #14181e; --rule: #333b46; --soft: #9aa5b2; --band: #1b2129; }
}
body { font: 16px/1.5 system-ui, sans-serif; color: var(--ink); background: var(--paper);
  max-width: 68rem; margin: 2rem auto; padding: 0 1rem; }
h1 { font-size: 1.7rem; margin-bottom: .2rem; } h2 { margin-top: 2.5rem; font-size: 1.3rem; }
h3 { font-size: 1.05rem; margin: 1.8rem 0 .4rem; }
.scroll { overflow-x: auto; }
table { border-collapse: collapse; font-size: .9rem; font-variant-numeric: tabular-nums; }
th, td { padding: .25rem .7rem; border-bottom: 1px solid var(--rule); text-align: left; white-space: nowrap; }
th { border-bottom: 2px solid var(--soft); font-weight: 600; } td.n, th.n { text-align: right; }
tbody tr:nth-child(even) { background: var(--band); }
.note, .signature { color: var(--soft); font-size: .85rem; margin: .3rem 0; } .signature { font-family: monospace; }
figure { margin: 1rem 0; } figure svg { max-width: 100%; height: auto; }
pre { background: var(--band); padding: .6rem .8rem; overflow-x: auto; font-size: .85rem; white-space: pre-wrap; }
td.words { white-space: normal; min-width: 22rem; }
figcaption { color: var(--soft); font-size: .85rem; }
"""


@dataclass
class Section:
    """A part of the report, filled in reading order with paragraphs, tables and figures."""

    title: str
    parts: list[str] = field(default_factory=list)
    tables: list[Table] = field(default_factory=list)

    def say(self, text: str) -> None:
        self.parts.append(f"<p>{escape(text)}</p>")

    def add(self, table: Table) -> None:
        self.tables.append(table)
        self.parts.append(html_table(table))

    def quote(self, text: str) -> None:
        """Lines as they are, such as an explanation."""
        self.parts.append(f"<pre>{escape(text)}</pre>")

    def figure(self, svg: str, caption: str) -> None:
        """An inline SVG, with words that say what it shows."""
        self.parts.append(f"<figure>{svg}<figcaption>{escape(caption)}</figcaption></figure>")


def page(title: str, sections: Sequence[Section]) -> str:
    """The whole page as one string."""
    parts = [line for s in sections for line in ("<section>", f"<h2>{escape(s.title)}</h2>", *s.parts, "</section>")]
    body = "\n".join(parts)
    return (
        f'<!doctype html>\n<html lang="en"><head><meta charset="utf-8"><title>{escape(title)}</title>'
        f'<meta name="viewport" content="width=device-width, initial-scale=1"><style>{_STYLE}</style></head>\n'
        f'<body><h1>{escape(title)}</h1><p class="note">grice {__version__}</p>\n{body}\n</body></html>\n'
    )


def html_table(table: Table) -> str:
    """A table with its notes and signature."""
    numeric = [is_numeric([row[i] for row in table.rows]) for i in range(len(table.columns))]
    head = "".join(_cell("th", name, n) for name, n in zip(table.columns, numeric, strict=True))
    rows = "\n".join(
        "<tr>" + "".join(_cell("td", shown(v), n) for v, n in zip(row, numeric, strict=True)) + "</tr>"
        for row in table.rows
    )
    notes = "".join(f'<p class="note">{escape(note)}</p>' for note in table.notes)
    signature = f'<p class="signature">{escape(table.signature)}</p>' if table.signature else ""
    return (
        f'<h3>{escape(table.title)}</h3><div class="scroll"><table><thead><tr>{head}</tr></thead>'
        f"<tbody>{rows}</tbody></table></div>{notes}{signature}"
    )


def _cell(tag: str, text: str, numeric: bool) -> str:
    kind = ' class="n"' if numeric else ' class="words"' if len(text) > LONG else ""
    return f"<{tag}{kind}>{escape(text)}</{tag}>"
