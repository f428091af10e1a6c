"""Captions of people beside FACTUAL: marks, denials, and sentences of longer texts."""

import json
from pathlib import Path

import pytest

from grice.errors import InputError
from grice.readers.graphs.linear import IN_TEXT, facts_of, is_denied, plain, tokens_of
from grice.training.parser.captions import marks_in, read_captions
from grice.training.parser.rows import Row

MARKS = {"chase": "v:", "fill with": "pv:", "on": ""}


def _file(folder: Path, *rows: dict[str, object]) -> Path:
    path = folder / "captions.jsonl"
    path.write_text("".join(f"{json.dumps(row)}\n" for row in rows), "utf-8")
    return path


def test_predicates_get_the_mark_that_annotators_gave_most_often() -> None:
    rows = [
        Row((), (("dog", "v:chase", "cat"),)),
        Row((), (("cup", "pv:fill with", "tea"),)),
        Row((), (("a", "on", "b"),)),
    ]
    assert marks_in(rows) == MARKS


def test_a_caption_is_learned_with_marks_and_denials_in_reading_order(tmp_path: Path) -> None:
    path = _file(
        tmp_path,
        {
            "caption": "A man without a hat gallops past twenty-three sheep.",
            "graph": "( man , gallop past , sheep ) , ( sheep , is , 23 )",
            "denied": "( man , wear , hat )",
        },
    )
    (row,) = read_captions(path, MARKS, 3)
    assert row.facts == (("not:man", "v:wear", "hat"), ("man", "v:gallop past", "sheep"), ("sheep", "is", "23"))
    assert row.gold == (("man", "gallop past", "sheep"), ("sheep", "is", "23"))
    assert "23" in row.words, "the graph can copy it"
    assert (row.copies, row.fixed) == (3, True)


def test_comparisons_have_no_verb(tmp_path: Path) -> None:
    path = _file(tmp_path, {"caption": "rocks darker than the sea", "graph": "( rocks , darker than , sea )"})
    assert read_captions(path, MARKS)[0].facts == (("rocks", "darker than", "sea"),)


def test_a_denied_fact_survives_being_written_and_read() -> None:
    facts = [("not:man", "v:wear", "hat"), ("not:cars",), ("dog", "is", "black"), ("not:dog:1", "is", "white")]
    assert facts_of(tokens_of(facts)) == facts
    assert [is_denied(fact) for fact in facts] == [True, True, False, True]
    assert plain(facts[0]) == ("man", "wear", "hat")


def test_sentences_of_a_longer_text_are_marked_and_stand_as_they_are(tmp_path: Path) -> None:
    path = _file(
        tmp_path,
        *({"caption": f"A dog number {i}.", "graph": "( dog )", "paragraph": i // 3} for i in range(12)),
        {"caption": "What a lovely scene!", "graph": "", "paragraph": 1},
    )
    rows = read_captions(path, {})
    assert all(row.words[0] == IN_TEXT for row in rows)
    assert rows[-1].facts == ()
    assert [row.group for row in rows] == [*(i // 3 for i in range(12)), 1]
    assert all(row.fixed for row in rows)


@pytest.mark.parametrize(
    "row", [{"caption": "a dog"}, {"caption": "a dog", "graph": "( dog , is )"}, {"graph": "( dog )"}]
)
def test_a_row_that_cannot_be_learned_from_is_named(tmp_path: Path, row: dict[str, object]) -> None:
    with pytest.raises(InputError, match=r"line 2 of .*captions\.jsonl"):
        read_captions(_file(tmp_path, {"caption": "a cat", "graph": "( cat )"}, row), {})
