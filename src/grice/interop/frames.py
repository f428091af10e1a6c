"""Tables of pandas and polars: captions in a column in, the same table with scores or scene graphs out."""

from collections.abc import Sequence
from typing import Any

from grice.engines import score as scoring
from grice.errors import InputError
from grice.readers.graphs.parsing import parse as parse_texts
from grice.readers.graphs.parsing import unread

LIBRARIES = ("pandas", "polars")


def score(
    frame: Any,
    metrics: Any,
    prediction: str = "prediction",
    references: str | Sequence[str] | None = None,
    *,
    targets: str | None = None,
    distractors: str | None = None,
    images: str | None = None,
    **settings: Any,
) -> Any:
    """The frame with a column for every value: "spice", "spice.recall", and what could not be read or used.

    The other arguments name columns; several columns of references hold one each. `settings` are those of
    `grice.score`.
    """
    named = {"targets": targets, "distractors": distractors, "images": images}
    columns: dict[str, Any] = {role: None if name is None else _column(frame, name) for role, name in named.items()}
    result = scoring.score(
        _column(frame, prediction), _references(frame, references), metrics=metrics, **columns, **settings
    )
    found: dict[str, Any] = {}
    for name, one in result.items():
        for value in one.names:
            found[scoring.column_name(name, value)] = one[value].items
    rows = range(len(frame))
    for kind, said in (("unreadable", result.unreadable), ("error", result.errors)):
        if said:
            found[kind] = [said.get(row) for row in rows]
    return _extended(frame, found)


def parse(frame: Any, text: str = "caption", column: str = "graph", **settings: Any) -> Any:
    """The frame with the scene graph of each text, in FACTUAL's form; none where a text could not be read."""
    graphs = parse_texts(_column(frame, text), **settings)
    return _extended(frame, {column: [None if unread(graph) else str(graph) for graph in graphs]})


def _column(frame: Any, name: str) -> list[Any]:
    if type(frame).__module__.partition(".")[0] not in LIBRARIES or not hasattr(frame, "columns"):
        raise InputError(f"a frame of type {type(frame).__name__}", "a DataFrame of pandas or polars")
    if name not in list(frame.columns):
        raise InputError(f"no column {name!r}", f"one of {', '.join(map(str, frame.columns))}")
    cells = frame[name].to_list()
    # What pandas has for a gap is no text; a list of references comes as an array from its Parquet files.
    return [None if isinstance(cell, float) and cell != cell else cell for cell in cells]


def _references(frame: Any, names: str | Sequence[str] | None) -> list[Any] | None:
    if names is None:
        return None
    if isinstance(names, str):
        return _column(frame, names)
    rows = zip(*(_column(frame, name) for name in names), strict=True)
    return [[cell for cell in row if isinstance(cell, str) and cell.strip()] for row in rows]


def _extended(frame: Any, columns: dict[str, Any]) -> Any:
    if type(frame).__module__.startswith("pandas"):
        made = frame.copy()
        for name, values in columns.items():
            made[name] = values
        return made
    import polars

    return frame.with_columns([polars.Series(name, values) for name, values in columns.items()])
