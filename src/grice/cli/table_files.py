"""In which form are tables written? The ending of the file says it."""

from collections.abc import Callable, Mapping, Sequence
from glob import escape
from pathlib import Path

from grice.errors import InputError
from grice.tables import Table

Form = Callable[[str, str, Sequence[Table]], list[str]]
"""From a verb, what it was asked for, and tables to the contents of files."""


def check_destination(path: Path, force: bool) -> None:
    """Refuse, before any work is done, a file that has no known ending or may not be written."""
    from grice.files.writer import refuse_overwrite, refuse_place

    if path.suffix not in FORMS:
        raise InputError(f"--out {path}", f"a file ending in {', '.join(FORMS)}", f"--out {path.with_suffix('.json')}")
    numbered = path.parent.glob(f"{escape(path.stem)}-[0-9]*.csv") if path.suffix == ".csv" else ()
    for file in (path, *numbered):
        refuse_overwrite(file, force)
    refuse_place(path)


def write_tables(path: Path, name: str, tables: Sequence[Table], verb: str = "benchmark") -> list[Path]:
    """Write the tables that a verb made of `name` and say where they are: one file, of CSV one for each table."""
    from grice.files.writer import write_whole

    contents = FORMS[path.suffix](verb, name, tables)
    paths = [path]
    if len(contents) > 1:
        digits = len(str(len(contents)))
        paths = [path.with_stem(f"{path.stem}-{i:0{digits}}") for i in range(1, len(contents) + 1)]
    for one, content in zip(paths, contents, strict=True):
        write_whole(one, content)
    return paths


def _json(verb: str, name: str, tables: Sequence[Table]) -> list[str]:
    from grice.files.json_values import json_line

    return [json_line({verb: name, "tables": [table.to_json() for table in tables]}) + "\n"]


def _html(verb: str, name: str, tables: Sequence[Table]) -> list[str]:
    from grice.report.page import Section, page

    return [page(f"grice {verb} {name}", [Section("Tables", tuple(tables))])]


def _joined(form: Callable[[Table], str]) -> Form:
    return lambda _verb, _name, tables: ["\n".join(map(form, tables))]


FORMS: Mapping[str, Form] = {
    ".json": _json,
    ".csv": lambda _verb, _name, tables: [table.to_csv() for table in tables],
    ".md": _joined(Table.to_markdown),
    ".tex": _joined(Table.to_latex),
    ".html": _html,
    ".txt": _joined(Table.to_text),
}
"""The contents of the files that hold tables, by ending."""
FOR_PROGRAMS = (".json", ".csv")
"""Endings of files that are not laid out for people."""
