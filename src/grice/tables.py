"""How does a table look in each form? Rows under named columns as text, Markdown, LaTeX, HTML, CSV, Arrow and JSON.

Forms for people round numbers; CSV, Arrow and JSON keep every digit.
"""

import csv
import json
from collections.abc import Mapping, Sequence
from dataclasses import asdict, dataclass, field
from functools import cached_property
from html import escape
from io import StringIO
from textwrap import wrap
from typing import TYPE_CHECKING, Any

from grice.errors import InputError

if TYPE_CHECKING:
    import pyarrow as pa
    from rich.console import Group

LONG = 60
"""A cell with more letters than this is broken into lines on a page."""
PRINTED = "(paper)"
"""How the first cell of a row ends whose numbers are as printed in a paper, not computed here."""
_METADATA = b"grice.table"
_LATEX = {"\\": r"\textbackslash{}", "~": r"\textasciitilde{}", "^": r"\textasciicircum{}"} | {
    sign: f"\\{sign}" for sign in "&%$#_{}"
}
_MARKDOWN = {"\\": "\\\\", "|": "\\|", "<": "&lt;", "*": "\\*", "`": "\\`", "\n": " "}


@dataclass(frozen=True)
class Table:
    """Rows under named columns. `notes` say where published numbers come from and what to keep in mind; `meanings`,
    what short names of columns stand for."""

    title: str
    columns: Sequence[str]
    rows: Sequence[Sequence[Any]]
    notes: Sequence[str] = ()
    signature: str = ""
    meanings: Mapping[str, str] = field(default_factory=dict, compare=False, hash=False)

    def __post_init__(self) -> None:
        frozen = {"columns": tuple(self.columns), "rows": tuple(map(tuple, self.rows)), "notes": tuple(self.notes)}
        for name, value in frozen.items():
            object.__setattr__(self, name, value)
        twice = {name for name in self.columns if self.columns.count(name) > 1}
        wrong = next((row for row in self.rows if len(row) != len(self.columns)), None)
        if twice or wrong is not None:
            given = f"two columns {min(twice)!r}" if twice else f"a row of {len(wrong or ())} cells"
            raise InputError(f"{given} in the table {self.title!r}", f"{len(self.columns)} named columns, each once")

    @cached_property
    def numeric(self) -> tuple[bool, ...]:
        """Which columns hold numbers and gaps alone, and so are set to the right."""
        return tuple(
            all(isinstance(row[i], int | float) or row[i] in (None, "") for row in self.rows)
            for i in range(len(self.columns))
        )

    def records(self) -> list[dict[str, Any]]:
        return [dict(zip(self.columns, row, strict=True)) for row in self.rows]

    def to_json(self) -> dict[str, Any]:
        return {name: value for name, value in asdict(self).items() if name != "meanings"}

    def to_text(self, width: int = 80) -> str:
        """Plain text of at most `width` columns."""
        from rich.console import Console

        console = Console(file=StringIO(), width=width, color_system=None, force_terminal=False, legacy_windows=False)
        console.print(self.layout())
        assert isinstance(console.file, StringIO)
        lines = [line.rstrip() for line in console.file.getvalue().splitlines()]
        # A signature is one word: better broken anywhere than too long for a line.
        return "\n".join([*lines, *wrap(self.signature, width)]) + "\n"

    def layout(self) -> "Group":
        """What rich prints on a terminal: the title, the columns, the notes."""
        import rich.table
        from rich.console import Group
        from rich.text import Text

        grid = rich.table.Table(box=None, padding=(0, 1, 0, 0), pad_edge=False)
        for i, (column, numeric) in enumerate(zip(self.columns, self.numeric, strict=True)):
            # A heading no wider than what stands under it, so that narrow terminals have room for the words of a row.
            width = max([8, *(len(shown(row[i])) for row in self.rows)])
            heading = Text("\n".join(wrap(column, width, break_long_words=False)))
            grid.add_column(heading, justify="right" if numeric else "left", overflow="fold")
        for row in self.rows:
            grid.add_row(*(Text(shown(value)) for value in row))  # as Text, so that brackets are not markup
        title = [Text(self.title, style="bold")] if self.title else []
        return Group(*title, grid, *(Text(note, style="dim") for note in self.notes))

    def to_markdown(self) -> str:
        """A table of GitHub's Markdown."""
        rule = ["---:" if numeric else "---" for numeric in self.numeric]
        cells = [[_replaced(shown(value), _MARKDOWN) for value in row] for row in (self.columns, *self.rows)]
        lines = [f"| {' | '.join(row)} |" for row in (cells[0], rule, *cells[1:])]
        notes = [line for note in self.notes for line in ("", _replaced(note, _MARKDOWN))]
        signature = ["", f"`{self.signature}`"] if self.signature else []
        return "\n".join([f"**{_replaced(self.title, _MARKDOWN)}**", "", *lines, *notes, *signature]) + "\n"

    def to_latex(self) -> str:
        """A table with the rules of booktabs; notes below it, the signature as a comment."""
        cells = [" & ".join(_replaced(shown(value), _LATEX) for value in row) for row in (self.columns, *self.rows)]
        body = [rf"{row} \\" for row in cells]
        lines = [
            r"\begin{table}",
            r"\centering",
            rf"\caption{{{_replaced(self.title, _LATEX)}}}",
            rf"\begin{{tabular}}{{{''.join('r' if numeric else 'l' for numeric in self.numeric)}}}",
            *(r"\toprule", body[0], r"\midrule", *body[1:], r"\bottomrule"),
            r"\end{tabular}",
            *(rf"\par\footnotesize {_replaced(note, _LATEX)}" for note in self.notes),
            *([f"% {' '.join(self.signature.split())}"] if self.signature else []),
            r"\end{table}",
        ]
        return "\n".join(lines) + "\n"

    def to_html(self) -> str:
        """A heading, a table that scrolls where it is wider than the page, notes and signature."""
        head = "".join(
            _cell("th", name, numeric, self.meanings.get(name, ""))
            for name, numeric in zip(self.columns, self.numeric, strict=True)
        )
        rows = [
            f"<tr{_printed(row)}>"
            + "".join(_cell("td", shown(value), numeric) for value, numeric in zip(row, self.numeric, strict=True))
            + "</tr>"
            for row in self.rows
        ]
        title = escape(self.title)
        lines = [
            f"<h3>{title}</h3>",
            f'<div class="scroll" role="region" aria-label="{title}" tabindex="0"><table>',
            f"<thead><tr>{head}</tr></thead>",
            *("<tbody>", *rows, "</tbody>"),
            "</table></div>",
            *(f'<p class="note">{escape(note)}</p>' for note in self.notes),
            *([f'<p class="sig">{escape(self.signature)}</p>'] if self.signature else []),
        ]
        return "\n".join(lines) + "\n"

    def to_csv(self) -> str:
        """Columns and rows with every digit; a gap is an empty cell."""
        file = StringIO()
        writer = csv.writer(file, lineterminator="\n")
        writer.writerow(self.columns)
        writer.writerows([None if _is_gap(value) else value for value in row] for row in self.rows)
        return file.getvalue()

    def to_arrow(self) -> "pa.Table":
        """Typed columns; title, notes and signature are the schema's metadata. A column of mixed types is text."""
        import pyarrow as pa

        columns = {}
        for i, name in enumerate(self.columns):
            cells = [row[i] for row in self.rows]
            try:
                columns[name] = pa.array(cells)
            except (pa.ArrowInvalid, pa.ArrowTypeError):
                columns[name] = pa.array([None if _is_gap(cell) else shown(cell) for cell in cells])
        about = json.dumps({"title": self.title, "notes": self.notes, "signature": self.signature})
        return pa.table(columns).replace_schema_metadata({_METADATA: about})

    @classmethod
    def from_arrow(cls, table: "pa.Table", title: str = "") -> "Table":
        """What `to_arrow` made, or any table of Arrow under a title."""
        about = json.loads((table.schema.metadata or {}).get(_METADATA, b"{}"))
        rows = zip(*(column.to_pylist() for column in table.columns), strict=True)
        fields = {"title": title, "columns": table.column_names, "rows": tuple(rows)}
        return cls(**fields | about)


def shown(value: Any) -> str:
    """A value as a table shows it: three decimals, four where three would say nothing, a dash where there is none."""
    if _is_gap(value):
        return "–"
    return f"{value:.{4 if 0 < abs(value) < 0.001 else 3}f}" if isinstance(value, float) else str(value)


def _is_gap(value: Any) -> bool:
    return value is None or (isinstance(value, float) and value != value)


def _replaced(text: str, signs: Mapping[str, str]) -> str:
    return "".join(signs.get(sign, sign) for sign in text)


def _cell(tag: str, text: str, numeric: bool, meaning: str = "") -> str:
    kind = ' class="n"' if numeric else ' class="words"' if len(text) > LONG else ""
    shown = f'<abbr title="{escape(meaning)}">{escape(text)}</abbr>' if meaning else escape(text)
    return f"<{tag}{kind}>{shown}</{tag}>"


def _printed(row: Sequence[Any]) -> str:
    return ' class="printed"' if row and str(row[0]).endswith(PRINTED) else ""
