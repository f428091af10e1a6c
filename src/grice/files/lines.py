"""Which rows does a plain text file hold? One on each line, in the column `text`.

A blank line is a row without text, so that the lines of two files stay side by side; those at the end are none.
"""

from collections.abc import Iterator, Sequence
from itertools import islice
from pathlib import Path

from grice.files.columns import Column
from grice.files.reader import Chunk, Other, Remarks

TEXT = "text"


class Lines:
    """A file of plain text."""

    untyped = False

    def __init__(self, path: Path) -> None:
        self.path, self.names = path, [TEXT]

    def others(self, _: Sequence[Column]) -> list[Other]:
        return []

    def chunks(
        self, columns: Sequence[Column], _others: Sequence[Other], batch_rows: int, _: Remarks
    ) -> Iterator[Chunk]:
        lines = self._lines()
        while group := list(islice(lines, batch_rows)):
            yield Chunk(len(group), [group for _ in columns], [])

    def _lines(self) -> Iterator[str]:
        blank = 0
        with self.path.open("rb") as file:
            for line in file:
                text = line.decode("utf-8", "surrogateescape").strip("\ufeff\r\n")
                if not text.strip():
                    blank += 1
                    continue
                yield from [""] * blank
                blank = 0
                yield text
