"""The QTUNA corpus as it lies in files: every row, its scene, its text undone of escapes."""

from collections import Counter
from collections.abc import Callable
from pathlib import Path

import pytest

from grice.corpora import qtuna
from grice.errors import InputError

Corpus = Callable[[str], Path]


def test_every_row_of_the_files_is_read(corpus: Corpus) -> None:
    folder = corpus("qtuna")
    rows = list(qtuna.descriptions(folder))
    raw = b"".join((folder / f"raw_n={n}.txt").read_bytes() + b"\n" for n in qtuna.SIZES)
    assert len(rows) == sum(bool(line.strip()) for line in raw.split(b"\n"))
    assert all(sum(row.scene) == row.size and row.text for row in rows)
    assert max(Counter((row.size, row.subject, row.number) for row in rows).values()) == 1


def test_known_scenes_are_those_of_the_file(corpus: Corpus) -> None:
    assert qtuna.scenes(corpus("qtuna")) == qtuna.scenes() == qtuna.SCENES


def test_texts_are_free_of_escapes_but_keep_percentages(corpus: Corpus) -> None:
    texts = [row.text for row in qtuna.descriptions(corpus("qtuna"))]
    assert not any("%2C" in text or "%0A" in text or "\r" in text or "\u00a0" in text or "‚Ä" in text for text in texts)
    assert any("75%" in text or "25%" in text for text in texts)


@pytest.mark.parametrize(
    ("raw", "text"),
    [
        ("red%2C blue %0A", "red, blue"),
        ("75%blue, 25% red", "75%blue, 25% red"),
        ("There‚Äôs one", "There's one"),
        ("all\u00a0blue，half red\r", "all blue, half red"),
    ],
)
def test_cleaning(raw: str, text: str) -> None:
    assert qtuna.clean(raw) == text


def test_a_folder_without_the_corpus_is_named(tmp_path: Path) -> None:
    with pytest.raises(InputError, match=r"raw_n=4\.txt does not exist"):
        list(qtuna.descriptions(tmp_path))
    (tmp_path / "raw_n=4.txt").write_text("no tabs here\n")
    with pytest.raises(InputError, match="line 1"):
        list(qtuna.descriptions(tmp_path))


def test_a_file_in_another_encoding_is_named_with_its_line(tmp_path: Path) -> None:
    (tmp_path / "raw_n=4.txt").write_bytes(b"1\t1\t1\tall blue\n2\t1\t1\tcaf\xe9\n")
    with pytest.raises(InputError, match="line 2 is not UTF-8"):
        list(qtuna.descriptions(tmp_path))
    (tmp_path / "scenes.csv").write_bytes(b"domain_size,scene_id,caf\xe9\n4,1,4\n")
    with pytest.raises(InputError, match=r"scenes\.csv cannot be read"):
        qtuna.scenes(tmp_path)
