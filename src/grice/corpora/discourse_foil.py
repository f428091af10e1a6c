"""What is DiscourseFOIL (Lin et al. 2025)? Long captions that say something false, and the same corrected by people.

JSON lines with `reference` (a description by a person with the image in view), `hallucinated`, `corrected` and `what`
was wrong. In about half of the released rows the correction was never made: both texts are the same, and no metric
could tell them apart; `load` leaves them out unless asked.
"""

import re
from collections.abc import Iterator
from dataclasses import dataclass
from difflib import SequenceMatcher
from pathlib import Path

from grice.corpora.cards import Card
from grice.errors import InputError
from grice.words.split import Span

CARD = Card(
    name="discourse_foil",
    title="DiscourseFOIL: long captions with a false claim, and their corrections",
    items="about 400 captions of about 180 words, hallucinated and corrected, with a reference and what was wrong",
    licence="none stated",
    citation="Lin et al.: DiscoSG: Towards Discourse-Level Text Scene Graph Parsing through Iterative Graph "
    "Refinement. EMNLP 2025",
    how="the JSON lines of the authors, with reference, hallucinated, corrected and what; name the file with --data",
    notes="Rows whose correction equals the hallucinated text are no pairs.",
)
FILE = Path("discosg", "discourse_foil.jsonl")
_WORD = re.compile(r"\w+|[^\w\s]")


@dataclass(frozen=True)
class FoilPair:
    """Two versions of a long caption, a reference, and what is wrong with the first in words."""

    image: str
    hallucinated: str
    corrected: str
    reference: str
    what: str

    @property
    def corrects(self) -> bool:
        """Whether the texts differ in more than spaces."""
        return self.hallucinated.split() != self.corrected.split()

    @property
    def false(self) -> list[Span]:
        """The characters of the hallucinated text that the correction deletes or replaces."""
        return changed(self.hallucinated, self.corrected)


def load(path: str | Path, identical: bool = False) -> Iterator[FoilPair]:
    """The pairs of a file; with `identical`, also those whose correction was never made."""
    # Imported here, so that training runs where pyarrow is not installed.
    from grice.files import Column, open_rows

    columns = (
        Column("image", "anything", required=False),
        Column("reference", "text"),
        Column("hallucinated", "text"),
        Column("corrected", "text"),
        Column("what", "text", required=False),
    )
    for batch in open_rows(path, columns):
        for number, row in enumerate(batch.to_pylist()):
            if row["error"]:
                raise InputError(f"{path}, row {number}: {row['error']}", "reference, hallucinated and corrected")
            false, true, reference = (row[name] or "" for name in ("hallucinated", "corrected", "reference"))
            pair = FoilPair(str(row.get("image") or ""), false, true, reference, row.get("what") or "")
            if identical or pair.corrects:
                yield pair


def changed(text: str, other: str) -> list[Span]:
    """Where a text says what another does not, word by word."""
    mine = list(_WORD.finditer(text))
    theirs = [match[0] for match in _WORD.finditer(other)]
    steps = SequenceMatcher(None, [match[0] for match in mine], theirs, autojunk=False).get_opcodes()
    return [
        (mine[low].start(), mine[high - 1].end()) for kind, low, high, _, _ in steps if kind in ("delete", "replace")
    ]
