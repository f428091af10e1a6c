"""The check of annotations finds every kind of fault, and none in rows that are right."""

from typing import Any

import pytest

from lab.check import MOST_WORDS, Checker


@pytest.fixture(scope="module")
def checker() -> Checker:
    return Checker()


@pytest.mark.parametrize(
    ("caption", "graph", "denied", "fault"),
    [
        ("a dog runs", "( dog , is", "", "cannot be read"),
        ("a dog runs", "( dog , is , running ) , ( zebra )", "", "'zebra' of ('zebra',) is not in the text"),
        ("a dog runs", "( dog , juggle , dog )", "", "'juggle' of"),
        ("a red dog", "( dog , is , red )", "( dog , is , red )", "both asserted and denied"),
        ("two dogs, one black", "( dog:1 , is , black )", "", "dog:1 without the one before it"),
        ("dog " * (MOST_WORDS + 1), "( dog )", "", f"at most {MOST_WORDS}"),
    ],
)
def test_a_fault_is_named(checker: Checker, caption: str, graph: str, denied: str, fault: str) -> None:
    row: dict[str, Any] = {"caption": caption, "graph": graph, "denied": denied}
    assert any(fault in found for found in checker.faults(row))


@pytest.mark.parametrize(
    ("caption", "graph", "denied"),
    [
        (
            "two women without hats ride bikes",
            "( women , is , 2 ) , ( women , ride , bikes )",
            "( women , wear , hats )",
        ),
        ("the clock shows 3:15", "( clock , show , 3:15 )", ""),
        ("one dog sleeps, another barks", "( dog , is , sleeping ) , ( dog:1 , is , barking )", ""),
        ("so happy today", "", ""),
    ],
)
def test_a_right_row_has_no_fault(checker: Checker, caption: str, graph: str, denied: str) -> None:
    assert list(checker.faults({"caption": caption, "graph": graph, "denied": denied})) == []
