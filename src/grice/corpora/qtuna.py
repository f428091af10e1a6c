"""What do people say of a scene of coloured shapes? The QTUNA corpus (Chen, van Deemter et al. 2019).

Thirty scenes of 4, 9 and 20 objects, described by people so that a reader could rebuild them. The scenes are listed
here; the descriptions are read from the user's folder with `raw_n=4.txt`, `raw_n=9.txt`, `raw_n=20.txt`.
"""

import csv
import re
from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path

from grice.corpora.cards import Card
from grice.errors import InputError
from grice.scenes.quantified import counts

CARD = Card(
    name="qtuna",
    title="QTUNA: quantified descriptions of scenes of coloured shapes",
    items="1,414 descriptions of 30 scenes (656 / 380 / 378 at 4 / 9 / 20 objects)",
    licence="none stated; the descriptions are not part of Grice",
    citation="Chen, van Deemter, Pagliaro, Smalbil & Lin (2019), QTUNA: A Corpus for Understanding How Speakers "
    "Use Quantification, INLG",
    how="from the authors' repository; grice.corpora.qtuna.descriptions(folder)",
    notes="Tab-separated id, subject, scene, text without a header. Commas and line breaks may be escaped (%2C, %0A), "
    "an apostrophe is mis-encoded; both are undone, `raw` keeps what the file says. Scene counts were taken from "
    "the published pictures.",
)

SIZES = (4, 9, 20)
SCENES: dict[tuple[int, int], tuple[int, ...]] = {
    (size, number): scene
    for size, scenes in {
        4: "4000 2200 2020 2002 3010 0013 0130 2011 2101 1111",
        9: "0900 7020 2250 3312 0027 0603 2007 1620 8010 1161",
    }.items()
    for number, scene in enumerate((tuple(map(int, digits)) for digits in scenes.split()), start=1)
} | {
    (20, number): scene
    for number, scene in enumerate(
        [
            (0, 0, 20, 0),
            (0, 0, 17, 3),
            (3, 0, 17, 0),
            (3, 4, 7, 6),
            (6, 7, 3, 4),
            (9, 2, 8, 1),
            (0, 14, 0, 6),
            (4, 5, 4, 7),
            (5, 5, 4, 6),
            (5, 6, 4, 5),
        ],
        start=1,
    )
}
"""(size, scene number) to blue squares, red squares, blue circles, red circles."""

MISTAKES: dict[tuple[int, int], tuple[tuple[str, ...], ...]] = {
    (4, 2): (("9 squares",),),
    (4, 3): (("blue squares", "other half are red"),),
    (4, 4): (("red circles", "half are blue circles"),),
    (4, 6): (("three are blue",),),
    (4, 8): (("half of the squares are blue",), ("red element", "elements are blue")),
    (4, 9): (("majority of the squares", "also red"),),
    (9, 2): (("two blue squares", "rest are blue circles"),),
    (9, 3): (("three squares",),),
    (9, 6): (("red squares and blue circles",),),
    (9, 7): (("most", "blue circles"),),
    (9, 8): (("third of the blue", "round"),),
    (9, 10): (("more red", "than blue"), ("three quarters", "squares")),
    (20, 4): (("most shapes are blue",),),
    (20, 5): (("more blue", "than red"),),
    (20, 6): (("most objects are red",),),
    (20, 7): (("equal", "red circles and squares"),),
    (20, 8): (("are blue", "half is red"), ("most of the shapes are squares",)),
}
"""Descriptions that do not fit their scene: (size, scene number) to words that identify them."""

_ESCAPES = {"%2c": ",", "%0a": "\n"}


@dataclass(frozen=True)
class Utterance:
    """One person's description of one scene; `text` is cleaned, `raw` is as the file has it."""

    id: int
    subject: int
    size: int
    number: int
    scene: tuple[int, ...]
    text: str
    raw: str


def descriptions(folder: str | Path, sizes: tuple[int, ...] = SIZES) -> Iterator[Utterance]:
    """The descriptions in a folder, smallest scenes first, in the order of the files."""
    found = scenes(folder)
    for size in sizes:
        path = Path(folder) / f"raw_n={size}.txt"
        if not path.is_file():
            raise InputError(f"{path} does not exist", "a folder with the QTUNA files raw_n=4.txt, raw_n=9.txt, ...")
        for line, row in enumerate(path.read_bytes().split(b"\n"), start=1):
            if row.strip():
                yield _utterance(row, size, found, f"{path}, line {line}")


def mistaken(said: Utterance) -> bool:
    """Whether a description contains its author's own error: it says what its scene does not show."""
    marks = MISTAKES.get((said.size, said.number), ())
    return any(all(mark in said.text.lower() for mark in words) for words in marks)


def scenes(folder: str | Path | None = None) -> dict[tuple[int, int], tuple[int, ...]]:
    """(size, scene number) to counts: from `scenes.csv` of the folder where it has one, else as listed here."""
    path = None if folder is None else Path(folder) / "scenes.csv"
    if path is None or not path.is_file():
        return dict(SCENES)
    found = {}
    needed = "columns domain_size, scene_id and a count for each kind"
    try:
        with path.open(encoding="utf-8-sig", newline="") as file:
            rows = list(csv.DictReader(file))
    except (UnicodeDecodeError, csv.Error) as error:
        raise InputError(f"{path} cannot be read: {error}", needed) from None
    for row in rows:
        try:
            size, number = int(row.pop("domain_size")), int(row.pop("scene_id"))
            found[size, number] = counts({kind: int(count) for kind, count in row.items()}, size=size)
        except (KeyError, TypeError, ValueError) as error:
            raise InputError(f"{path}: row {row}: {error}", needed) from None
    return found


def clean(raw: str) -> str:
    """A description as its author typed it: escapes, a mis-encoded apostrophe and odd spaces undone."""
    text = re.sub("%2c|%0a", lambda escape: _ESCAPES[escape[0].lower()], raw, flags=re.IGNORECASE)
    if "‚Ä" in text:
        try:
            text = text.encode("mac_roman").decode("utf-8")
        except UnicodeError:
            text = text.replace("‚Äô", "'")
    text = text.replace("\u00a0", " ").replace("，", ", ").replace("’", "'")
    return re.sub(r"[ \t]+", " ", text).strip()


def _utterance(line: bytes, size: int, scenes: dict[tuple[int, int], tuple[int, ...]], where: str) -> Utterance:
    try:
        row = line.decode("utf-8")
    except UnicodeDecodeError as error:
        raise InputError(f"{where} is not UTF-8 text (byte {error.start})", "a file in UTF-8") from None
    try:
        id, subject, number, raw = row.split("\t", 3)
        return Utterance(int(id), int(subject), size, int(number), scenes[size, int(number)], clean(raw), raw)
    except (ValueError, KeyError):
        raise InputError(f"{where}: {row[:60]!r}", "id, subject, scene number and text, separated by tabs") from None
